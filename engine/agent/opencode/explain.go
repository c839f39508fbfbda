package opencode

import (
	"galley/engine/profile"
)

// Explain implements [Explainer].
func (opencode) Explain(id string, e *profile.Explanation) {
	e.Take(opencodeExplained, id)
	OpencodeChanges(id, e)
}

// OpencodeChanges says when a block is read anew, which is at every message: what
// changes it is an edit, midnight, the model.
func OpencodeChanges(id string, e *profile.Explanation) {
	switch {
	case e.Element == profile.Memory:
		e.Changes = []string{"session", "memory"}
	case id == "environment":
		e.Changes = []string{"session", "day", "model"}
	case id == "base-prompt" || id == "provider" || id == "header":
		e.Changes = []string{"model"}
	}
}

var opencodeExplained = []profile.Explained{
	{ID: "header", Element: profile.Identity, From: "SystemPrompt.header"},
	{ID: "base-prompt", Element: profile.Identity, From: "SystemPrompt.provider"},
	{ID: "agent-prompt", Element: profile.Identity, From: "the session's agent"},
	{ID: "codex-instructions", Element: profile.Identity, From: "SystemPrompt.instructions"},
	{ID: "environment", From: "SystemPrompt.environment"},
	{ID: "references", From: "SystemPrompt.environment"},
	{ID: "plan-reminder", From: "SessionReminders.apply"},
	{ID: "rules:", Element: profile.Memory, From: "SystemPrompt.custom"},
	{ID: "instructions:", Element: profile.Memory, From: "SystemPrompt.custom"},
	{ID: "mcp", Element: profile.Skills, From: "SystemPrompt.mcp"},
	{ID: "skills", Element: profile.Skills, From: "SystemPrompt.skills"},
	{ID: "user-system", Element: profile.Identity, From: "the user's system text"},
}
