package geminicli

import (
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/profile"
)

// Reads implements [profile.Reader]. Texts that it has no place for are told of by
// unsent.
func (g geminiCLI) Reads(profile.Input) ([]string, map[string]string) {
	keys := []string{
		"permission_mode", "directories", "tools", "allowed_tools", "skills", "agents", "mcp", "custom_prompt", "append_prompt", "base_prompt",
		"user_system", "agent_prompt", "interactive", "sandbox", "todos", "trusted", "extensions", "settings", "history", "memory", "time_zone", "locale",
	}
	why := map[string]string{"hooks": "Gemini CLI has its section on hooks always; the variable GEMINI_PROMPT_HOOKCONTEXT=0 takes it out"}
	if g.version == gemini.V028 {
		why["tracker"], why["topic"] = "0.28 has no task tracker", "0.28 tells no topics"
		return keys, why
	}
	return append(keys, "tracker", "topic"), why
}
