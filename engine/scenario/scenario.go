// Package scenario holds what a session adds to the files of a project: the
// model, ids, the permission mode, tools, skills, texts of the user's, the state
// of an IDE, facts of another machine. A scenario is read from TOML or JSON;
// every key is optional, and which of them matter is a profile's business.
package scenario

import (
	"cmp"
	"strings"

	"galley/engine/settings"
	"galley/engine/source"
)

// Scenario is everything a session can add. The zero value adds nothing.
//
// A pointer to a boolean tells "not said" (nil) from "no"; a [settings.Text]
// tells absent from empty, because agents do.
type Scenario struct {
	File string `set:"-"` // where it was read from; "" if none exists
	// Files are the files that it names, also those that could not be read.
	Files []string `set:"-"`
	// Given are the keys that the file holds, by their first names, in its order.
	Given []Given `set:"-"`

	Provider       string `set:"provider"` // empty: the catalogue's for the model
	Model          string `set:"model"`    // what prompt:model says; never with the provider
	ConversationID string `set:"conversation_id"`
	WorkspaceID    string `set:"workspace_id"`
	PermissionMode string `set:"permission_mode,approval_mode"` // in the profile's own words
	// Directories are further working directories beside the current one.
	Directories []string `set:"directories"`

	Tools        Tools        `set:"tools"`
	Capabilities Capabilities `set:"capabilities"`
	// AllowedTools names the tools that may be used; empty and absent differ.
	AllowedTools *[]string `set:"allowed_tools,allowedTools"`

	// ToolNames are the names that a prompt made for another agent gives tools.
	ToolNames ToolNames `set:"tool_names"`

	Skills   []Entry `set:"skills"`
	Commands []Entry `set:"commands"`
	Agents   []Entry `set:"agents"`
	MCP      []Entry `set:"mcp"`

	CustomPrompt settings.Text `set:"custom_prompt"` // in place of the agent's own
	AppendPrompt settings.Text `set:"append_prompt"` // after it
	BasePrompt   settings.Text `set:"base_prompt"`
	UserSystem   settings.Text `set:"user_system"` // the user's system text, last
	AgentPrompt  settings.Text `set:"agent_prompt"`

	TemplateAs string `set:"template_as"` // what the template is; "" is the profile's default
	Auth       string `set:"auth" among:"api|oauth"`
	// Agent is the name of the agent that the session runs, where the agent's own
	// settings define several; "" is the one that they start with.
	Agent string `set:"agent"`

	Interactive *bool       `set:"interactive"`
	Sandbox     Word        `set:"sandbox"`
	Git         *bool       `set:"git"` // not said: whether the directory is in a repository
	Hooks       *bool       `set:"hooks"`
	Todos       Todos       `set:"todos"`
	Tracker     *bool       `set:"tracker"`
	Topic       Topic       `set:"topic"`
	Trusted     *bool       `set:"trusted"`
	Extensions  []Extension `set:"extensions"`
	// Settings holds keys of Gemini CLI's settings.json, laid over the files'.
	Settings JSON `set:"settings"`

	Modifiers []Modifier `set:"modifiers"`
	History   []Message  `set:"history"`
	IDE       IDE        `set:"ide"`
	Mentions  []string   `set:"mentions"` // paths; one that ends in / is a folder
	Memory    Memory     `set:"memory"`

	SettingSources   *[]string `set:"setting_sources"`
	InstructionFiles []string  `set:"instruction_files"`
	// BlockOrder puts the kinds of blocks in another order than the agent's; those it
	// does not name follow. StrictOrder refuses that.
	BlockOrder  []string `set:"block_order"`
	StrictOrder *bool    `set:"strict_order"`

	Node     string `set:"node"` // node's version, as process.version spells it
	Platform string `set:"platform" among:"linux|darwin|win32|freebsd|openbsd|sunos|aix|android"`
	Hostname string `set:"hostname"`
	TimeZone string `set:"time_zone"` // an IANA name: "Europe/Berlin"
	Locale   string `set:"locale"`    // a BCP 47 tag: "en-US"

	Probes []string `set:"probes"` // phrases that a transcript must show, each of them
	// DemandCall is a call that a transcript must hold: "true" for any, else a tool's name.
	DemandCall Word `set:"demand_call"`

	// Fit are sections of the prompt that may go when it is over its limit.
	Fit []FitSection `set:"fit"`
}

// Given is a key that a scenario's file holds, and where.
type Given struct {
	Key        string
	Span       source.Span
	Start, End source.Position
}

// FitSection is a section that may go to bring a prompt under its limit.
type FitSection struct {
	Heading string `set:"heading"`      // its line, as it stands: "## Examples"
	Step    int    `set:"step" min:"1"` // the lower, the earlier; those of one step go together
}

// Capabilities are what a host offers an agent, which decides the tools it
// advertises.
type Capabilities struct {
	WebAccess *bool `set:"webAccess,web_access"`
	Subagents *bool `set:"subagents"`
}

// Entry is a skill, a command, an agent or an MCP server.
type Entry struct {
	Name         string        `set:"name,serverName"`
	Description  string        `set:"description"`
	Path         string        `set:"path,location"`
	Hint         string        `set:"hint,argumentHint,argument_hint"` // what arguments it takes
	Namespace    string        `set:"namespace"`
	Instructions settings.Text `set:"instructions"`
}

// Extension is an installed extension of the agent's.
type Extension struct {
	Name         string   `set:"name"`
	Path         string   `set:"path"`
	ContextFiles []string `set:"context_files,contextFiles"`
	Active       *bool    `set:"active,isActive"` // not said: active
}

// Message is one entry of an earlier conversation.
type Message struct {
	Role       string        `set:"role" among:"system|user|assistant|tool"`
	Content    settings.Text `set:"content,text"`
	ToolCalls  []ToolCall    `set:"tool_calls"`
	ToolCallID string        `set:"tool_call_id"` // which call a tool's message answers
}

// ToolCall is a call that an assistant's message asked for.
type ToolCall struct {
	ID        string `set:"id"`
	Name      string `set:"name"`
	Arguments JSON   `set:"arguments"`
}

// IDE is what an editor tells the agent. With Turns it tells this once a turn; agents that send
// changes compare with the turn before.
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

// Cursor is a place in the active file, line and character from 1; zero when it
// is not said.
type Cursor struct {
	Line      int `set:"line" min:"1"`
	Character int `set:"character,column" min:"1"`
}

// SplitModel parts "[PROVIDER/]MODEL" at its first slash, so that a model's name may
// hold further ones. Without a slash the provider is empty.
func SplitModel(s string) (provider, model string) {
	if provider, model, ok := strings.Cut(s, "/"); ok {
		return provider, model
	}
	return "", s
}

// normalise brings the keys into the form that the rest of the program expects:
// a model "PROVIDER/MODEL" gives the provider unless it is given on its own.
func (s *Scenario) normalise() {
	if s.Provider != "" {
		s.Model = strings.TrimPrefix(s.Model, s.Provider+"/")
		return
	}
	provider, model := SplitModel(s.Model)
	s.Provider, s.Model = provider, cmp.Or(model, s.Model)
}
