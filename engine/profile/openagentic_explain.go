package profile

// Explain implements [Explainer].
func (openagentic) Explain(id string, e *Explanation) {
	e.Take(openagenticExplained, id)
	opencodeChanges(id, e)
}

var openagenticExplained = []Explained{
	{ID: "header", Element: Identity, From: "_opencode_header"},
	{ID: "provider", Element: Identity, From: "_opencode_provider_prompt"},
	{ID: "agent-prompt", Element: Identity, From: "the session's agent"},
	{ID: "codex-instructions", Element: Identity, From: "build_system_prompt"},
	{ID: "environment", From: "_opencode_environment_block"},
	{ID: "custom_rules:", Element: Memory, From: "_custom_instruction_blocks"},
	{ID: "instructions:", Element: Memory, From: "_custom_instruction_blocks"},
	{ID: "memory", Element: Memory, From: "_claude_project_blocks"},
	{ID: "commands", Element: Skills, From: "_claude_project_blocks"},
	{ID: "sdk_user_system_prompt", Element: Identity, From: "the explicit system prompt"},
}
