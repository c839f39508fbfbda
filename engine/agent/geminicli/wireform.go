package geminicli

import "galley/engine/wire"

// Speaks implements [profile.Speaker].
func (geminiCLI) Speaks() (form wire.Form, always bool) { return wire.Gemini, true }
