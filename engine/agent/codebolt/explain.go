package codebolt

import (
	"galley/engine/profile"
)

// Explain implements [Explainer]. Who provides a block is its package's to say.
func (codeboltAgent) Explain(id string, e *profile.Explanation) {
	e.Take(codeboltExplained, id)
	e.From, e.Documented = Provider(id), Documented(id)
	if id == profile.ToolDeclarations {
		e.From, e.Documented, e.Changes = Provider("tools"), Documented("tools"), []string{"message"}
	}
}

var codeboltExplained = []profile.Explained{
	{ID: "base", Element: profile.Identity},
	{ID: "core", Element: profile.Identity},
	{ID: "core-memory", Element: profile.Memory},
	{ID: "memory", Element: profile.Memory},
	{ID: "plan-mode", Element: profile.Mode},
	{ID: "environment"},
	{ID: "full-context", Element: profile.Folders},
	{ID: "folder-structure", Element: profile.Folders},
	{ID: "ide", Element: profile.Editor},
	{ID: "tools", Element: profile.Tools},
	{ID: "mention", Element: profile.Mentions},
	{ID: "mention:", Element: profile.Mentions},
	{ID: "history-unexecuted", Element: profile.History},
	{ID: "compressed", Element: profile.Compression},
	{ID: "compressed-acknowledgement", Element: profile.Compression},
	{ID: "chat-summary", Element: profile.Compression},
	{ID: "chat-summary-acknowledgement", Element: profile.Compression},
	{ID: "objects", Element: profile.Notes},
}
