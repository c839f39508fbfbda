package opencode

import "galley/engine/profile"

// Reads implements [profile.ScenarioReader].
func (o opencode) Reads(profile.Input) ([]string, map[string]string) {
	keys := []string{"tools", "allowed_tools", "agent", "auth", "agent_prompt", "user_system", "history", "time_zone"}
	if o.oldForm {
		const none = "OpenCode tells a model of it from a later release on"
		return keys, map[string]string{"skills": none, "mcp": none}
	}
	return append(keys, "skills", "mcp"), nil
}
