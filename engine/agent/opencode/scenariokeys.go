package opencode

import "galley/engine/profile"

// Reads implements [profile.ScenarioReader].
func (o opencode) Reads(profile.Input) ([]string, map[string]string) {
	keys := []string{"tools", "allowed_tools", "agent", "auth", "agent_prompt", "user_system", "history", "time_zone"}
	if o.oldForm {
		const none = "only later releases of OpenCode include it in the prompt"
		return keys, map[string]string{"skills": none, "mcp": none}
	}
	return append(keys, "skills", "mcp"), nil
}
