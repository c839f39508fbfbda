package geminicli

import (
	"galley/engine/agent/geminicli/gemini"

	"galley/engine/profile"
)

// Explain implements [Explainer].
func (geminiCLI) Explain(id string, e *profile.Explanation) {
	e.Take(geminiExplained, id)
	if when := gemini.ChangesWhen(id); when != nil {
		e.Changes = when
	}
	if id == profile.ToolDeclarations {
		e.Changes = []string{"model", "mode", "tools"}
	}
}

var geminiExplained = []profile.Explained{
	{ID: "preamble", Element: profile.Identity, From: "renderPreamble"},
	{ID: "coreMandates", Element: profile.Identity, From: "renderCoreMandates"},
	{ID: "subAgents", Element: profile.Skills, From: "renderSubAgents"},
	{ID: "agentContexts", Element: profile.Skills, From: "renderAgentContexts"},
	{ID: "agentSkills", Element: profile.Skills, From: "renderAgentSkills"},
	{ID: "hookContext", Element: profile.Identity, From: "renderHookContext"},
	{ID: "primaryWorkflows", Element: profile.Identity, From: "renderPrimaryWorkflows"},
	{ID: "planningWorkflow", Element: profile.Mode, From: "renderPlanningWorkflow"},
	{ID: "taskTracker", Element: profile.Identity, From: "renderTaskTracker"},
	{ID: "operationalGuidelines", Element: profile.Identity, From: "renderOperationalGuidelines"},
	{ID: "interactiveYoloMode", Element: profile.Mode, From: "renderInteractiveYoloMode"},
	{ID: "sandbox", Element: profile.Identity, From: "renderSandbox"},
	{ID: "git", Element: profile.Repository, From: "renderGitRepo"},
	{ID: "finalReminder", Element: profile.Identity, From: "renderFinalReminder"},
	{ID: "userMemory", Element: profile.Memory, From: "renderUserMemory", Documented: "memory updates"},
	{ID: "custom", Element: profile.Identity, From: "GEMINI_SYSTEM_MD"},
	{ID: "activeTopic", Element: profile.Notes, From: "the topic of the session"},
	{ID: "setup", From: "getInitialChatHistory"},
	{ID: "folderStructure", Element: profile.Folders, From: "getInitialChatHistory"},
	{ID: "sessionMemory", Element: profile.Memory, From: "getInitialChatHistory", Documented: "memory updates"},
	{ID: "setupEnd", From: "getInitialChatHistory"},
	{ID: "setupReminder", Element: profile.Notes, From: "getInitialChatHistory"},
	{ID: "setupClose", Element: profile.Notes, From: "getInitialChatHistory"},
	{ID: profile.ToolDeclarations, Element: profile.Tools, From: "getFunctionDeclarations", Documented: "tool registry changes"},
}
