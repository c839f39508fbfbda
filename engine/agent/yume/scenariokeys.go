package yume

import "galley/engine/profile"

// Reads implements [profile.ScenarioReader].
func (yume) Reads(profile.Input) ([]string, map[string]string) {
	return []string{"permission_mode", "tools", "capabilities", "allowed_tools"}, nil
}

// Reads implements [profile.ScenarioReader].
func (yumeClaude) Reads(profile.Input) ([]string, map[string]string) {
	const own = "the Claude program uses its own tools"
	return []string{"permission_mode"}, map[string]string{"tools": own, "capabilities": own, "allowed_tools": own}
}
