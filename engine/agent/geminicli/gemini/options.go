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

// Entry is a skill or a sub-agent. If Prose is not empty, it is used instead of Description,
// because it has an origin; in the same way, Where is used instead of Location. If Element is not
// empty, it is the entry's whole element in the list.
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

// Options describe the session for which a prompt is made. Zero values mean the agent's defaults;
// only Version and Cwd must be set.
type Options struct {
	Version Version
	Cwd     string // absolute
	Home    string // the directory that contains .gemini
	Model   string // as requested; "" means DefaultModel
	// NoPreview means that the account cannot use preview models.
	NoPreview bool
	Headless  bool // no user can answer questions
	Mode      Mode // "" means DefaultMode
	// NoTopics disables topics; Topic is the current one.
	NoTopics bool
	Topic    string
	Tracker  bool // 0.61: the task tracker's tools and section
	NoTodos  bool // 0.61: without the tool write_todos
	NoPlan   bool // 0.61: without plan mode
	// NoShellEfficiency leaves out the section on short shell output, in versions that have that
	// section.
	NoShellEfficiency bool
	// CoreTools, unless nil, lists the names or classes of the built-in tools that the session may
	// have. ExcludeTools lists tools that the session does not have.
	CoreTools    *[]string
	ExcludeTools []string
	// Program means that the whole program runs, not only its library. Then the program's rules
	// exclude tools by approval mode, the tool activate_skill is declared again once the skills are
	// known, and plans and tasks are stored in a directory of the session.
	Program bool
	// Allowed and Confirm are the settings tools.allowed and tools.confirmationRequired.
	// TrustedServers lists the MCP servers whose tools need no approval.
	Allowed, Confirm, TrustedServers []string
	policies                         []rule // read from files by ReadPolicies
	PlansDir                         string // the setting general.plan.directory
	Skills                           []Entry
	Agents                           []Entry
	ApprovedPlan                     string // the file of a plan that the user approved
	// Sandbox, unless nil, overrides the variable SANDBOX. "sandbox-exec" means the sandbox of
	// macOS, Seatbelt. "" means no sandbox, and any other word means another sandbox.
	Sandbox *string

	Directories  []string       // the directories of the workspace; nil means only Cwd
	Made         string         // the one of Directories that the agent creates at its start, or ""
	TempDir      string         // the project's temporary directory; "" means by the version's rule
	NoTree       bool           // the setting context.includeDirectoryTree is false
	CustomIgnore []string       // the setting context.fileFiltering.customIgnoreFilePaths
	Platform     string         // in node's spelling; "" means the world's
	Locale       string         // "" means the world's
	Zone         *time.Location // nil means the zone of the world

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
