package geminicli

import "galley/engine/wire"

// WireForm implements [profile.WireFormer].
func (geminiCLI) WireForm() (form wire.Form, always bool) { return wire.Gemini, true }
