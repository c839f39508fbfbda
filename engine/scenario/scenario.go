// Package scenario defines what a session adds to the files of a project: the model, ids, the
// permission mode, tools, skills, texts of the user, the state of an editor, facts about another
// machine. A scenario is read from TOML or JSON. Every key is optional, and each profile uses some
// of them.
package scenario

import (
	"cmp"
	"strings"

	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/token"
)

// Scenario is everything that a session can add. The zero value adds nothing.
//
// A nil pointer to a boolean means that the key is not set. A [settings.Text] distinguishes a
// missing text from an empty one, because agents do.
type Scenario struct {
	File string `set:"-"` // where it was read from, or ""
	// Files lists the files that the scenario names. It includes files that cannot be read.
	Files []string `set:"-"`
	// Given lists the keys that the file sets, in order. A key with several names is listed under
	// its first name.
	Given []Given `set:"-"`

	Provider       string `set:"provider"` // "" means the provider of the model in the catalogue
	Model          string `set:"model"`    // the value of prompt:model, without the provider
	ConversationID string `set:"conversation_id"`
	WorkspaceID    string `set:"workspace_id"`
	PermissionMode string `set:"permission_mode,approval_mode"` // in the words of the profile
	// Directories lists working directories in addition to the current one.
	Directories []string `set:"directories"`

	Tools        Tools        `set:"tools"`
	Capabilities Capabilities `set:"capabilities"`
	// AllowedTools names the tools that may be used. An empty list allows no tools. It differs
	// from nil, which says that the key is not set.
	AllowedTools *[]string `set:"allowed_tools,allowedTools"`

	// ToolNames gives tools other names, in a prompt that is made for another agent.
	ToolNames ToolNames `set:"tool_names"`

	Skills   []Entry `set:"skills"`
	Commands []Entry `set:"commands"`
	Agents   []Entry `set:"agents"`
	MCP      []Entry `set:"mcp"`

	CustomPrompt settings.Text `set:"custom_prompt"` // replaces the agent's own prompt
	AppendPrompt settings.Text `set:"append_prompt"` // is added after the agent's prompt
	BasePrompt   settings.Text `set:"base_prompt"`
	UserSystem   settings.Text `set:"user_system"` // the user's system text, which comes after all others
	AgentPrompt  settings.Text `set:"agent_prompt"`

	TemplateAs string `set:"template_as"` // how the template is used; "" means the profile's default
	Auth       string `set:"auth" among:"api|oauth"`
	// Agent is the name of the session's agent, if the agent's settings define several. "" means
	// the default agent.
	Agent string `set:"agent"`

	Interactive *bool       `set:"interactive"`
	Sandbox     Word        `set:"sandbox"`
	Git         *bool       `set:"git"` // whether the directory is in a repository; nil means to look
	Hooks       *bool       `set:"hooks"`
	Todos       Todos       `set:"todos"`
	Tracker     *bool       `set:"tracker"`
	Topic       Topic       `set:"topic"`
	Trusted     *bool       `set:"trusted"`
	Extensions  []Extension `set:"extensions"`
	// Settings has keys of Gemini CLI's settings.json, which override those of the files.
	Settings JSON `set:"settings"`

	Modifiers []Modifier `set:"modifiers"`
	History   []Message  `set:"history"`
	IDE       IDE        `set:"ide"`
	Mentions  []string   `set:"mentions"` // paths; a path that ends with / is a folder
	Memory    Memory     `set:"memory"`

	SettingSources   *[]string `set:"setting_sources"`
	InstructionFiles []string  `set:"instruction_files"`
	// BlockOrder changes the order of the kinds of blocks. Kinds that are not listed come last.
	// StrictOrder makes such a change an error.
	BlockOrder  []string `set:"block_order"`
	StrictOrder *bool    `set:"strict_order"`

	Node     string `set:"node"` // the version of node, in the form of process.version
	Platform string `set:"platform" among:"linux|darwin|win32|freebsd|openbsd|sunos|aix|android"`
	Hostname string `set:"hostname"`
	TimeZone string `set:"time_zone"` // an IANA name: "Europe/Berlin"
	Locale   string `set:"locale"`    // a BCP 47 tag: "en-US"

	Probes []string `set:"probes"` // phrases that must all occur in a transcript
	// DemandCall is a tool call that a transcript must contain: the name of a tool, or "true" for
	// any call.
	DemandCall Word `set:"demand_call"`

	// Fit lists the sections that may be removed from a prompt that is larger than its limit.
	Fit []FitSection `set:"fit"`
}

// Given is a key that a scenario's file sets, and its place.
type Given struct {
	Key        string
	Span       source.Span
	Start, End source.Position
}

// FitSection is a section that may be removed to fit a prompt to its limit.
type FitSection struct {
	Heading string `set:"heading"`      // its exact line: "## Examples"
	Step    int    `set:"step" min:"1"` // sections with the lowest number are removed first; sections with equal numbers are removed together
}

// Capabilities say what a host offers an agent. They decide which tools the agent advertises.
type Capabilities struct {
	WebAccess *bool `set:"webAccess,web_access"`
	Subagents *bool `set:"subagents"`
}

// Entry is a skill, a command, an agent or an MCP server.
type Entry struct {
	Name         string        `set:"name,serverName"`
	Description  string        `set:"description"`
	Path         string        `set:"path,location"`
	Hint         string        `set:"hint,argumentHint,argument_hint"` // a description of its arguments
	Namespace    string        `set:"namespace"`
	Instructions settings.Text `set:"instructions"`
}

// Extension is an installed extension of the agent.
type Extension struct {
	Name         string   `set:"name"`
	Path         string   `set:"path"`
	ContextFiles []string `set:"context_files,contextFiles"`
	Active       *bool    `set:"active,isActive"` // nil means active
}

// Message is one entry of an earlier conversation.
type Message struct {
	Role       string        `set:"role" among:"system|user|assistant|tool"`
	Content    settings.Text `set:"content,text"`
	ToolCalls  []ToolCall    `set:"tool_calls"`
	ToolCallID string        `set:"tool_call_id"` // in a message of a tool, the id of the call that the message answers
}

// ToolCall is a tool call in an assistant's message.
type ToolCall struct {
	ID        string `set:"id"`
	Name      string `set:"name"`
	Arguments JSON   `set:"arguments"`
}

// IDE is the state that an editor reports to the agent. Turns has the state at each turn, because
// some agents send only the changes since the previous turn.
type IDE struct {
	IDEState
	Turns []IDEState `set:"turns"`
}

// IDEState is the state of an editor at one moment.
type IDEState struct {
	ActiveFile string   `set:"active_file,activeFile"`
	Cursor     Cursor   `set:"cursor"`
	Selection  string   `set:"selection"`
	OpenFiles  []string `set:"open_files,openedFiles"`
}

// Cursor is a place in the active file. Line and character count from 1. Zero means not known.
type Cursor struct {
	Line      int `set:"line" min:"1"`
	Character int `set:"character,column" min:"1"`
}

// SplitModel splits "[PROVIDER/]MODEL" at its first slash. The name of a model may contain more
// slashes. The provider is empty if s has no slash, and if s is a name as Google's API writes it.
func SplitModel(s string) (provider, model string) {
	if token.Resource(s) != s {
		return "", s
	}
	if provider, model, ok := strings.Cut(s, "/"); ok {
		return provider, model
	}
	return "", s
}

// normalise splits a model "PROVIDER/MODEL" into provider and model, unless the provider is set.
func (s *Scenario) normalise() {
	if s.Provider != "" {
		s.Model = strings.TrimPrefix(s.Model, s.Provider+"/")
		return
	}
	provider, model := SplitModel(s.Model)
	s.Provider, s.Model = provider, cmp.Or(model, s.Model)
}
