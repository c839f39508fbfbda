package yume

import "galley/engine/wire"

// Speaks implements [profile.Speaker].
func (y yume) Speaks() (form wire.Form, always bool) {
	if y.provider == "openai" {
		return wire.Chat, true
	}
	return wire.Gemini, true
}
