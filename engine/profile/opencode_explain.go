package profile

// Explain implements [Explainer].
func (opencode) Explain(id string, e *Explanation) {
	e.Take(opencodeExplained, id)
	opencodeChanges(id, e)
}

// opencodeChanges says when a block is read anew, which is at every message: what
// changes it is an edit, midnight, the model.
func opencodeChanges(id string, e *Explanation) {
	switch {
	case e.Element == Memory:
		e.Changes = []string{"session", "memory"}
	case id == "environment":
		e.Changes = []string{"session", "day", "model"}
	case id == "base-prompt" || id == "provider" || id == "header":
		e.Changes = []string{"model"}
	}
}

var opencodeExplained = []Explained{
	{ID: "header", Element: Identity, From: "SystemPrompt.header"},
	{ID: "base-prompt", Element: Identity, From: "SystemPrompt.provider"},
	{ID: "agent-prompt", Element: Identity, From: "the session's agent"},
	{ID: "codex-instructions", Element: Identity, From: "SystemPrompt.instructions"},
	{ID: "environment", From: "SystemPrompt.environment"},
	{ID: "rules:", Element: Memory, From: "SystemPrompt.custom"},
	{ID: "instructions:", Element: Memory, From: "SystemPrompt.custom"},
	{ID: "mcp", Element: Skills, From: "SystemPrompt.mcp"},
	{ID: "skills", Element: Skills, From: "SystemPrompt.skills"},
	{ID: "user-system", Element: Identity, From: "the user's system text"},
}
