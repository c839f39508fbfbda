package gemini

import (
	"cmp"

	"galley/engine/prompt"
	"galley/engine/source"
)

// kind describes a block: the function of the agent that makes the block, what the block is about,
// how often its text changes, and what makes the agent build it again within a session. If lifetime
// is not set, the block is the same in every session with the same mode and model.
type kind struct {
	from       string
	element    prompt.Element
	lifetime   prompt.Lifetime
	changes    []string
	documented string
}

// kinds has a row for each block id. The agent never builds the setup message again, because a sent
// message is part of the history.
var kinds = map[string]kind{
	"preamble":              {from: "renderPreamble", element: prompt.Identity, changes: []string{"model", "mode"}},
	"coreMandates":          {from: "renderCoreMandates", element: prompt.Identity, changes: []string{"model", "memory", "skills"}},
	"subAgents":             {from: "renderSubAgents", element: prompt.Skills, lifetime: prompt.Session, changes: []string{"model", "tools", "agents"}},
	"agentContexts":         {from: "renderAgentContexts", element: prompt.Skills, lifetime: prompt.Session, changes: []string{"agents"}},
	"agentSkills":           {from: "renderAgentSkills", element: prompt.Skills, lifetime: prompt.Session, changes: []string{"skills"}},
	"hookContext":           {from: "renderHookContext", element: prompt.Identity, changes: []string{"model"}},
	"primaryWorkflows":      {from: "renderPrimaryWorkflows", element: prompt.Identity, changes: []string{"model", "mode", "tools"}},
	"planningWorkflow":      {from: "renderPlanningWorkflow", element: prompt.Mode, lifetime: prompt.Session, changes: []string{"model", "mode", "tools"}},
	"taskTracker":           {from: "renderTaskTracker", element: prompt.Identity, lifetime: prompt.Session, changes: []string{"settings"}},
	"operationalGuidelines": {from: "renderOperationalGuidelines", element: prompt.Identity, lifetime: prompt.Session, changes: []string{"model"}},
	"interactiveYoloMode":   {from: "renderInteractiveYoloMode", element: prompt.Mode, changes: []string{"mode"}},
	"sandbox":               {from: "renderSandbox", element: prompt.Identity, lifetime: prompt.Session, changes: []string{"model"}},
	"git":                   {from: "renderGitRepo", element: prompt.Repository, lifetime: prompt.Session},
	"finalReminder":         {from: "renderFinalReminder", element: prompt.Identity, changes: []string{"model"}},
	"userMemory":            {from: "renderUserMemory", element: prompt.Memory, lifetime: prompt.Session, changes: []string{"memory"}, documented: "memory updates"},
	"custom":                {from: "GEMINI_SYSTEM_MD", element: prompt.Identity, lifetime: prompt.Session, changes: []string{"file", "tools", "skills", "agents"}},
	"activeTopic":           {from: "the topic of the session", element: prompt.Notes, lifetime: prompt.Turn, changes: []string{"topic"}},

	"setup":           {from: setupMaker, lifetime: prompt.Session},
	"folderStructure": {from: setupMaker, element: prompt.Folders, lifetime: prompt.Session},
	"sessionMemory":   {from: setupMaker, element: prompt.Memory, lifetime: prompt.Session, documented: "memory updates"},
	"setupEnd":        {from: setupMaker},
	"setupReminder":   {from: setupMaker, element: prompt.Notes},
	"setupClose":      {from: setupMaker, element: prompt.Notes},

	"compression":        {from: "ChatCompressionService", element: prompt.Compression},
	"compressionRequest": {from: "ChatCompressionService", element: prompt.Compression},
}

// setupMaker is the agent's function that makes the setup message.
const setupMaker = "getInitialChatHistory"

// block makes the block that has the id, from its row in kinds.
func block(id, title string, text source.Text) prompt.Block {
	k := kinds[id]
	return prompt.Block{ID: id, Title: title, Lifetime: cmp.Or(k.lifetime, prompt.Static),
		From: k.from, Element: k.element, Changes: k.changes, Documented: k.documented, Text: text}
}
