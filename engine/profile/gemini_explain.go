package profile

import "galley/engine/profile/gemini"

// Explain implements [Explainer].
func (geminiCLI) Explain(id string, e *Explanation) {
	e.Take(geminiExplained, id)
	if when := gemini.ChangesWhen(id); when != nil {
		e.Changes = when
	}
	if id == ToolDeclarations {
		e.Changes = []string{"model", "mode", "tools"}
	}
}

var geminiExplained = []Explained{
	{ID: "preamble", Element: Identity, From: "renderPreamble"},
	{ID: "coreMandates", Element: Identity, From: "renderCoreMandates"},
	{ID: "subAgents", Element: Skills, From: "renderSubAgents"},
	{ID: "agentContexts", Element: Skills, From: "renderAgentContexts"},
	{ID: "agentSkills", Element: Skills, From: "renderAgentSkills"},
	{ID: "hookContext", Element: Identity, From: "renderHookContext"},
	{ID: "primaryWorkflows", Element: Identity, From: "renderPrimaryWorkflows"},
	{ID: "planningWorkflow", Element: Mode, From: "renderPlanningWorkflow"},
	{ID: "taskTracker", Element: Identity, From: "renderTaskTracker"},
	{ID: "operationalGuidelines", Element: Identity, From: "renderOperationalGuidelines"},
	{ID: "interactiveYoloMode", Element: Mode, From: "renderInteractiveYoloMode"},
	{ID: "sandbox", Element: Identity, From: "renderSandbox"},
	{ID: "git", Element: Repository, From: "renderGitRepo"},
	{ID: "finalReminder", Element: Identity, From: "renderFinalReminder"},
	{ID: "userMemory", Element: Memory, From: "renderUserMemory", Documented: "memory updates"},
	{ID: "custom", Element: Identity, From: "GEMINI_SYSTEM_MD"},
	{ID: "activeTopic", Element: Notes, From: "the topic of the session"},
	{ID: "setup", From: "getInitialChatHistory"},
	{ID: "folderStructure", Element: Folders, From: "getInitialChatHistory"},
	{ID: "sessionMemory", Element: Memory, From: "getInitialChatHistory", Documented: "memory updates"},
	{ID: "setupEnd", From: "getInitialChatHistory"},
	{ID: "setupReminder", Element: Notes, From: "getInitialChatHistory"},
	{ID: "setupClose", Element: Notes, From: "getInitialChatHistory"},
	{ID: ToolDeclarations, Element: Tools, From: "getFunctionDeclarations", Documented: "tool registry changes"},
}
