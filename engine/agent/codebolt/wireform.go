package codebolt

import "galley/engine/wire"

// WireForm implements [profile.WireFormer].
func (codeboltAgent) WireForm() (form wire.Form, always bool) { return wire.Chat, false }
