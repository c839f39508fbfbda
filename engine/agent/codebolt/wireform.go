package codebolt

import "galley/engine/wire"

// Speaks implements [profile.Speaker].
func (codeboltAgent) Speaks() (form wire.Form, always bool) { return wire.Chat, false }
