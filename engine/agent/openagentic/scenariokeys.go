package openagentic

import "galley/engine/profile"

// Reads implements [profile.ScenarioReader].
func (openagentic) Reads(profile.Input) ([]string, map[string]string) {
	return []string{
		"tools", "allowed_tools", "commands", "auth", "agent_prompt", "user_system", "setting_sources", "instruction_files", "block_order", "strict_order", "history", "time_zone",
	}, nil
}
