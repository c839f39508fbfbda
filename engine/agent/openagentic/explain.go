package openagentic

import (
	"galley/engine/agent/opencode"
	"galley/engine/profile"
)

// Explain implements [Explainer].
func (openagentic) Explain(id string, e *profile.Explanation) {
	e.Take(openagenticExplained, id)
	opencode.OpencodeChanges(id, e)
}

var openagenticExplained = []profile.Explained{
	{ID: "header", Element: profile.Identity, From: "_opencode_header"},
	{ID: "provider", Element: profile.Identity, From: "_opencode_provider_prompt"},
	{ID: "agent-prompt", Element: profile.Identity, From: "the session's agent"},
	{ID: "codex-instructions", Element: profile.Identity, From: "build_system_prompt"},
	{ID: "environment", From: "_opencode_environment_block"},
	{ID: "custom_rules:", Element: profile.Memory, From: "_custom_instruction_blocks"},
	{ID: "instructions:", Element: profile.Memory, From: "_custom_instruction_blocks"},
	{ID: "memory", Element: profile.Memory, From: "_claude_project_blocks"},
	{ID: "commands", Element: profile.Skills, From: "_claude_project_blocks"},
	{ID: "sdk_user_system_prompt", Element: profile.Identity, From: "the explicit system prompt"},
}
