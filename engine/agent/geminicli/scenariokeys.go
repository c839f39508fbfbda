package geminicli

import (
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/profile"
)

// Reads implements [profile.ScenarioReader]: it lists the keys of a scenario that this agent uses.
// Some of them only lead to a problem, because the agent cannot send their texts; see unsent.
func (g geminiCLI) Reads(profile.Input) ([]string, map[string]string) {
	keys := []string{
		"permission_mode", "directories", "tools", "allowed_tools", "skills", "agents", "mcp", "custom_prompt", "append_prompt", "base_prompt",
		"user_system", "agent_prompt", "interactive", "sandbox", "todos", "trusted", "extensions", "settings", "history", "memory", "time_zone", "locale",
	}
	why := map[string]string{"hooks": "Gemini CLI always has its section on hooks; the variable GEMINI_PROMPT_HOOKCONTEXT=0 removes it"}
	if g.version == gemini.V028 {
		why["tracker"], why["topic"] = "0.28 has no task tracker", "0.28 has no topics"
		return keys, why
	}
	return append(keys, "tracker", "topic"), why
}
