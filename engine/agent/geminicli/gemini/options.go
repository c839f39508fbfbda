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

// Entry is a skill or a sub-agent. Prose, if not empty, is used instead of Description:
// it is a text with its origin.
//
// Where is used instead of Location in the same way. Element, if not empty, is the entry's
// whole element in the list.
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

// Options describe the session of a prompt. Zero values are the agent's defaults,
// except Version and Cwd, which must be given.
type Options struct {
	Version Version
	Cwd     string // absolute
	Home    string // the directory that contains .gemini
	Model   string // as requested; "" means DefaultModel
	// NoPreview says that the account cannot use preview models.
	NoPreview bool
	Headless  bool // nobody can be asked
	Mode      Mode // "" means DefaultMode
	// NoTopics switches topics off; Topic is the current one.
	NoTopics bool
	Topic    string
	Tracker  bool // 0.61: the task tracker's tools and section
	NoTodos  bool // 0.61: without the tool write_todos
	NoPlan   bool // 0.61: without plan mode
	// NoShellEfficiency omits the section on short shell output in versions that have
	// it.
	NoShellEfficiency bool
	// CoreTools, if given, are the only built-in tools, by name or class;
	// ExcludeTools are omitted.
	CoreTools    *[]string
	ExcludeTools []string
	// Program says that the whole program runs, not only its library: its rules
	// exclude tools by approval mode, activate_skill is declared again once the
	// skills are known, and plans and tasks are in a directory of the session.
	Program bool
	// Allowed and Confirm are tools.allowed and tools.confirmationRequired;
	// TrustedServers are the MCP servers whose tools need no consent.
	Allowed, Confirm, TrustedServers []string
	policies                         []rule // from files: see ReadPolicies
	PlansDir                         string // general.plan.directory
	Skills                           []Entry
	Agents                           []Entry
	ApprovedPlan                     string // the file of a plan that the user approved
	// Sandbox, if given, overrides the variable SANDBOX: "sandbox-exec" means the sandbox
	// Seatbelt of macOS, another word another sandbox, and "" that no sandbox is used.
	Sandbox *string

	Directories  []string       // the workspace; nil means only Cwd
	Made         string         // the one of Directories that the agent creates at its start, or ""
	TempDir      string         // the project's temporary directory; "" means by the version's rule
	NoTree       bool           // context.includeDirectoryTree is false
	CustomIgnore []string       // context.fileFiltering.customIgnoreFilePaths
	Platform     string         // in node's spelling; "" means the world's
	Locale       string         // "" means the world's
	Zone         *time.Location // nil means the world's

	Memory Memory
	// Template, if not nil, replaces the content of the file that GEMINI_SYSTEM_MD names.
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
