package profile

import "galley/engine/profile/codebolt"

// Explain implements [Explainer]. Who provides a block is its package's to say.
func (codeboltAgent) Explain(id string, e *Explanation) {
	e.Take(codeboltExplained, id)
	e.From, e.Documented = codebolt.Provider(id), codebolt.Documented(id)
	if id == ToolDeclarations {
		e.From, e.Documented, e.Changes = codebolt.Provider("tools"), codebolt.Documented("tools"), []string{"message"}
	}
}

var codeboltExplained = []Explained{
	{ID: "base", Element: Identity},
	{ID: "core", Element: Identity},
	{ID: "core-memory", Element: Memory},
	{ID: "memory", Element: Memory},
	{ID: "plan-mode", Element: Mode},
	{ID: "environment"},
	{ID: "full-context", Element: Folders},
	{ID: "folder-structure", Element: Folders},
	{ID: "ide", Element: Editor},
	{ID: "tools", Element: Tools},
	{ID: "mention", Element: Mentions},
	{ID: "mention:", Element: Mentions},
	{ID: "history-unexecuted", Element: History},
	{ID: "compressed", Element: Compression},
	{ID: "compressed-acknowledgement", Element: Compression},
	{ID: "objects", Element: Notes},
}
