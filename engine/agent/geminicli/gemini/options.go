package gemini

import (
	"time"

	"galley/engine/source"
)

// Mode is the approval mode.
type Mode string

// The approval modes.
const (
	DefaultMode Mode = "default"
	PlanMode    Mode = "plan"
	AutoEdit    Mode = "autoEdit"
	Yolo        Mode = "yolo"
)

// Entry is a skill or a sub-agent. Prose, when it is not empty, stands for the
// description and knows where it comes from.
//
// Where stands for the location in the same way.
// Element, when it is not empty, is the whole element that the list has for it.
type Entry struct {
	Name, Description, Location string
	Prose, Where, Element       source.Text
}

func (e Entry) description(origin source.Origin) source.Text {
	if e.Prose.Len() > 0 {
		return e.Prose
	}
	return source.Of(e.Description, origin)
}

// Options are what a session brings to its prompt. The zero value of each is
// the agent's default, but for Version and Cwd, which must be given.
type Options struct {
	Version Version
	Cwd     string // absolute
	Home    string // where .gemini is
	Model   string // as it was asked for; "": DefaultModel
	// NoPreview says that the account cannot use preview models.
	NoPreview bool
	Headless  bool // nobody is there to ask
	Mode      Mode // "": DefaultMode
	// NoTopics switches the telling of topics off; Topic is the one that is set.
	NoTopics bool
	Topic    string
	Tracker  bool // 0.61: the task tracker's tools and section
	NoTodos  bool // 0.61: without the tool write_todos
	NoPlan   bool // 0.61: without plan mode
	// NoShellEfficiency leaves the section on short shell output out, where a
	// version has one.
	NoShellEfficiency bool
	// CoreTools, when given, are the only built-in tools, by name or class;
	// ExcludeTools are left out.
	CoreTools    *[]string
	ExcludeTools []string
	// Program says that the whole program runs and not its library alone: its rules keep tools
	// out of the request by approval mode, activate_skill is declared again when the skills are known, and plans
	// and tasks lie in a directory of the session's.
	Program bool
	// Allowed and Confirm are tools.allowed and tools.confirmationRequired;
	// TrustedServers are the MCP servers whose tools need no consent.
	Allowed, Confirm, TrustedServers []string
	policies                         []rule // of files: see ReadPolicies
	PlansDir                         string // general.plan.directory
	Skills                           []Entry
	Agents                           []Entry
	ApprovedPlan                     string // the file of a plan that the user approved
	// Sandbox stands over the variable SANDBOX when it is given: "sandbox-exec" is
	// the Seatbelt of macOS, any other word another sandbox, "" none.
	Sandbox *string

	Directories  []string       // the workspace; nil: Cwd alone
	Made         string         // the directory of these that the agent makes at its start; "": none
	TempDir      string         // the project's; "": by the version's rule
	NoTree       bool           // context.includeDirectoryTree is false
	CustomIgnore []string       // context.fileFiltering.customIgnoreFilePaths
	Platform     string         // in node's spelling; "": the world's
	Locale       string         // "": the world's
	Zone         *time.Location // nil: the world's

	Memory Memory
	// Template, when given, stands for what GEMINI_SYSTEM_MD would hold.
	Template *source.Text
}

func (o Options) model() string {
	switch {
	case o.Model == "" && o.Program:
		return autoModels[o.Version]
	case o.Model == "":
		return DefaultModel
	}
	return o.Model
}

func (o Options) mode() Mode {
	if o.Mode == "" {
		return DefaultMode
	}
	return o.Mode
}
