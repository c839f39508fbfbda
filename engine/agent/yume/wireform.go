package yume

import "galley/engine/wire"

// WireForm implements [profile.WireFormer].
func (y yume) WireForm() (form wire.Form, always bool) {
	if y.provider == "openai" {
		return wire.Chat, true
	}
	return wire.Gemini, true
}
