package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/glob"
)

// Options describe the session in which an agent would look for rule files: everything that the
// discovery does not read from the disk.
type Options struct {
	Version string // one of the agent's Versions; "" is the default
	Cwd     string // the working directory, absolute
	Home    string // "" means the variable HOME
	Fetch   bool   // fetch the documents that the agent would fetch
	Limits  glob.Limits
	// A scenario sets these fields, for the agents that use them.
	Directories []string       // further directories of the workspace
	Settings    map[string]any // in place of the agent's settings files; for Claude Code beside them
	Trusted     *bool          // overrides the agent's own list of trusted folders; nil if not set
	Extensions  []Extension
	Sources     []string // setting sources, in the agent's own words
	RuleFiles   []string // further rule files given by option
	Args        []string // further arguments of the agent's command line; those that galley does not follow are ignored
	Touched     []string // paths that tools reach, in order; they decide which waiting files load
	Acts        []Act    // the kind of call that reached each path of Touched; a missing one is a read
	Calls       []Call   // the tool calls that reached the paths of Touched, if the tool matters
	// Printed and Servers hold the output of programs that the agent would start but galley does
	// not start. Printed maps the command of a hook to what it prints. Servers maps the name of an
	// MCP server to its answer. A capture supplies them.
	Printed map[string]string
	Servers map[string]ServerAnswer
	// File is the absolute path of the edited file, or "". If it is set, rules that apply only to
	// other files count as not loaded.
	File string

	walks *searches // searches that all agents of a survey share
}

// Call is a tool call of a session.
type Call struct {
	Tool    string // the agent's name for the tool
	Path    string // the file that the tool gets; "" for a command
	Command string // the command that a shell tool runs
}

// ServerAnswer is what an MCP server says about itself.
type ServerAnswer struct {
	Tools        []string // in the server's order
	Instructions string
}

// Extension is an installed extension that brings rule files.
type Extension struct {
	Name, Path   string
	ContextFiles []string
	Active       bool
}

// Discoverer finds an agent's rule files. It returns an error if ctx is done, or if galley does not
// support the version. Errors that the agent itself would report are in the trace.
type Discoverer func(ctx context.Context, w facts.World, o Options) (*Trace, error)

// Version is a release, or a state of the documentation, that galley follows.
type Version struct {
	Name     string
	Former   []string // names that galley used before and still accepts
	Same     []string // other releases that behave like this one; also accepted
	Evidence Evidence // how most of its rules are known
	Date     string   // year and month of the release or documentation; "" if not recorded
}

// MatchVersion returns the version that want names. versions are sorted from the newest; the first
// of them that equals want or begins with want is the result. If want is "", the result is the
// first version. If no version matches, the result is "".
func MatchVersion(versions []Version, want string) string {
	for _, v := range versions {
		if want == "" || v.Name == want || strings.HasPrefix(v.Name, want+".") || slices.Contains(v.Former, want) || slices.Contains(v.Same, want) {
			return v.Name
		}
	}
	return ""
}
