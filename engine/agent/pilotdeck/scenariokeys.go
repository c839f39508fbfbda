package pilotdeck

import "galley/engine/profile"

// Reads implements [profile.ScenarioReader].
func (pilotdeck) Reads(profile.Input) ([]string, map[string]string) {
	return []string{"permission_mode", "directories", "tools", "allowed_tools", "skills", "commands", "mcp", "custom_prompt", "append_prompt", "node"}, nil
}
