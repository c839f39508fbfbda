package profile

import (
	"cmp"
	"strings"

	"galley/engine/profile/codebolt"
	"galley/engine/profile/gemini"
	"galley/engine/prompt"
	"galley/engine/source"
)

// Element is something that a prompt tells a model, whichever block tells it.
type Element string

// The elements.
const (
	Identity    Element = "identity"
	Mode        Element = "mode"
	Skills      Element = "skills"
	Memory      Element = "memory"
	Date        Element = "date"
	System      Element = "system"
	Directory   Element = "directory"
	Folders     Element = "folders"
	Temporary   Element = "temporary"
	Repository  Element = "repository"
	Editor      Element = "editor"
	Mentions    Element = "mentions"
	Tools       Element = "tools"
	History     Element = "history"
	Compression Element = "compression"
	Notes       Element = "notes"
	RequestText Element = "request"
)

// Part is a part of a request, as the sizes of two agents are compared.
type Part string

// The parts.
const (
	Instruction Part = "system instruction"
	Environment Part = "environment context"
	Declaration Part = "tool declarations"
	EditorPart  Part = "IDE context"
	Chat        Part = "chat history"
	Other       Part = "other messages"
)

// ElementRow says what an element is called, and which part it belongs to.
type ElementRow struct {
	Element Element
	Title   string
	Part    Part
}

// Elements returns every element in the order in which views show them.
func Elements() []ElementRow {
	return []ElementRow{
		{Identity, "System identity and rules", Instruction},
		{Mode, "Permission or plan mode", Instruction},
		{Skills, "Skills, commands and agents", Instruction},
		{Memory, "User and project memory", Instruction},
		{Date, "Date", Environment},
		{System, "Operating system", Environment},
		{Directory, "Working directory", Environment},
		{Folders, "Folder tree", Environment},
		{Temporary, "Temporary directory", Environment},
		{Repository, "Git repository", Environment},
		{Editor, "IDE state", EditorPart},
		{Mentions, "@file mentions", Other},
		{Tools, "Tool declarations", Declaration},
		{History, "Chat history", Chat},
		{Compression, "Compression context", Chat},
		{Notes, "Reminders and acknowledgements", Other},
		{RequestText, "The user's message", Other},
	}
}

// Explanation says of a block what it is there for.
type Explanation struct {
	From    string // who adds it: a modifier, a function, a file
	Element Element
	// Documented is how often it changes in the words of the agent's documentation;
	// "" where there are none. What is measured is the block's lifetime.
	Documented string
	// Changes are the events that make the agent build it anew: "message", "model",
	// "mode", "memory", "tools" and the like; nil is nothing.
	Changes []string
}

// ToolDeclarations is the id under which [Explain] knows the declarations, which
// are no block.
const ToolDeclarations = "tool-declarations"

// Explain says what a block of a profile's is there for.
func Explain(p Profile, b prompt.Block) Explanation {
	id, _, _ := strings.Cut(b.ID, "#") // the second one of a name
	r, _ := explained(p.Name(), id)
	e := Explanation{From: cmp.Or(r.from, b.Title, b.ID), Element: r.element, Documented: r.documented}
	switch b.Lifetime {
	case prompt.Turn:
		e.Changes = []string{"message"}
	case prompt.Session:
		e.Changes = []string{"session"}
	}
	switch p.Name() {
	case "codebolt":
		e.From, e.Documented = codebolt.Provider(id), codebolt.Documented(id)
		if id == ToolDeclarations {
			e.From, e.Documented, e.Changes = codebolt.Provider("tools"), codebolt.Documented("tools"), []string{"message"}
		}
	case "opencode", "openagentic":
		// Read anew for every message: what changes it is an edit, midnight, the model.
		switch {
		case r.element == Memory:
			e.Changes = []string{"session", "memory"}
		case id == "environment":
			e.Changes = []string{"session", "day", "model"}
		case id == "base-prompt" || id == "provider" || id == "header":
			e.Changes = []string{"model"}
		}
	case "gemini-cli":
		if when := gemini.ChangesWhen(id); when != nil {
			e.Changes = when
		}
		if id == ToolDeclarations {
			e.Changes = []string{"model", "mode", "tools"}
		}
	}
	return e
}

// explained finds a row: the agent's own first, then those for all.
func explained(profile, id string) (explanation, bool) {
	for _, name := range []string{profile, ""} {
		for _, r := range explanations {
			if r.profile == name && (r.id == id || strings.HasSuffix(r.id, ":") && strings.HasPrefix(id, r.id)) {
				return r, true
			}
		}
	}
	return explanation{}, false
}

// explanation is a row of data about a block; an id that ends in a colon stands for
// all that begin so.
type explanation struct {
	profile, id string
	element     Element
	from        string
	documented  string
}

// explanations are in no order that matters. Codebolt's sources are its package's.
var explanations = []explanation{
	{"codebolt", "base", Identity, "", ""},
	{"codebolt", "core", Identity, "", ""},
	{"codebolt", "core-memory", Memory, "", ""},
	{"codebolt", "memory", Memory, "", ""},
	{"codebolt", "plan-mode", Mode, "", ""},
	{"codebolt", "environment", "", "", ""},
	{"codebolt", "full-context", Folders, "", ""},
	{"codebolt", "folder-structure", Folders, "", ""},
	{"codebolt", "ide", Editor, "", ""},
	{"codebolt", "tools", Tools, "", ""},
	{"codebolt", "mention", Mentions, "", ""},
	{"codebolt", "mention:", Mentions, "", ""},
	{"codebolt", "history-unexecuted", History, "", ""},
	{"codebolt", "compressed", Compression, "", ""},
	{"codebolt", "compressed-acknowledgement", Compression, "", ""},
	{"codebolt", "objects", Notes, "", ""},

	{"gemini-cli", "preamble", Identity, "renderPreamble", ""},
	{"gemini-cli", "coreMandates", Identity, "renderCoreMandates", ""},
	{"gemini-cli", "subAgents", Skills, "renderSubAgents", ""},
	{"gemini-cli", "agentContexts", Skills, "renderAgentContexts", ""},
	{"gemini-cli", "agentSkills", Skills, "renderAgentSkills", ""},
	{"gemini-cli", "hookContext", Identity, "renderHookContext", ""},
	{"gemini-cli", "primaryWorkflows", Identity, "renderPrimaryWorkflows", ""},
	{"gemini-cli", "planningWorkflow", Mode, "renderPlanningWorkflow", ""},
	{"gemini-cli", "taskTracker", Identity, "renderTaskTracker", ""},
	{"gemini-cli", "operationalGuidelines", Identity, "renderOperationalGuidelines", ""},
	{"gemini-cli", "interactiveYoloMode", Mode, "renderInteractiveYoloMode", ""},
	{"gemini-cli", "sandbox", Identity, "renderSandbox", ""},
	{"gemini-cli", "git", Repository, "renderGitRepo", ""},
	{"gemini-cli", "finalReminder", Identity, "renderFinalReminder", ""},
	{"gemini-cli", "userMemory", Memory, "renderUserMemory", "memory updates"},
	{"gemini-cli", "custom", Identity, "GEMINI_SYSTEM_MD", ""},
	{"gemini-cli", "activeTopic", Notes, "the topic of the session", ""},
	{"gemini-cli", "setup", "", "getInitialChatHistory", ""},
	{"gemini-cli", "folderStructure", Folders, "getInitialChatHistory", ""},
	{"gemini-cli", "sessionMemory", Memory, "getInitialChatHistory", "memory updates"},
	{"gemini-cli", "setupEnd", "", "getInitialChatHistory", ""},
	{"gemini-cli", "setupReminder", Notes, "getInitialChatHistory", ""},
	{"gemini-cli", "setupClose", Notes, "getInitialChatHistory", ""},
	{"gemini-cli", ToolDeclarations, Tools, "getFunctionDeclarations", "tool registry changes"},

	{"opencode", "header", Identity, "SystemPrompt.header", ""},
	{"opencode", "base-prompt", Identity, "SystemPrompt.provider", ""},
	{"opencode", "agent-prompt", Identity, "the session's agent", ""},
	{"opencode", "codex-instructions", Identity, "SystemPrompt.instructions", ""},
	{"opencode", "environment", "", "SystemPrompt.environment", ""},
	{"opencode", "rules:", Memory, "SystemPrompt.custom", ""},
	{"opencode", "instructions:", Memory, "SystemPrompt.custom", ""},
	{"opencode", "mcp", Skills, "SystemPrompt.mcp", ""},
	{"opencode", "skills", Skills, "SystemPrompt.skills", ""},
	{"opencode", "user-system", Identity, "the user's system text", ""},
	{"openagentic", "header", Identity, "_opencode_header", ""},
	{"openagentic", "provider", Identity, "_opencode_provider_prompt", ""},
	{"openagentic", "agent-prompt", Identity, "the session's agent", ""},
	{"openagentic", "codex-instructions", Identity, "build_system_prompt", ""},
	{"openagentic", "environment", "", "_opencode_environment_block", ""},
	{"openagentic", "custom_rules:", Memory, "_custom_instruction_blocks", ""},
	{"openagentic", "instructions:", Memory, "_custom_instruction_blocks", ""},
	{"openagentic", "memory", Memory, "_claude_project_blocks", ""},
	{"openagentic", "commands", Skills, "_claude_project_blocks", ""},
	{"openagentic", "sdk_user_system_prompt", Identity, "the explicit system prompt", ""},

	{"template", "template", Identity, "the template", ""},
	{"", "file:", Memory, "the template", ""},
	{"", "identity", Identity, "", ""},
	{"", "default", Identity, "", ""},
	{"", "custom", Identity, "", ""},
	{"", "append", Identity, "", ""},
	{"", "response-format", Identity, "", ""},
	{"", "project-instructions", Memory, "", ""},
	{"", "permission-mode", Mode, "", ""},
	{"", "skills", Skills, "", ""},
	{"", "commands", Skills, "", ""},
	{"", ToolDeclarations, Tools, "the tools of the session", ""},
	{"", "history", History, "the conversation so far", ""},
	{"", "history-end", History, "", ""},
	{"", "acknowledgement", Notes, "", ""},
	{"", "todo-reminder", Notes, "", ""},
	{"", "request", RequestText, "the user", ""},
}

// factElements say which element a value tells, by the name that its origin has.
var factElements = map[string]Element{
	"date": Date, "system:date": Date, "system:time": Date,
	"platform": System, "system:os": System,
	"project": Directory, "workspace": Directory, "prompt:cwd": Directory, "directories": Directory,
	"temporary-directory": Temporary,
	"folder-structure":    Folders, "project-entries": Folders,
	"permission_mode": Mode,
	"git:repository":  Repository,
	"git:branch":      Repository, "git:status": Repository,
}

// factOf returns the element that a piece of text tells by itself.
func factOf(o source.Origin) (Element, bool) {
	if o.Kind != source.Variable && o.Kind != source.Override {
		return "", false
	}
	e, ok := factElements[o.Source]
	return e, ok
}
