package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/glob"
)

// Options say what a session brings beside the files.
type Options struct {
	Version string // of those in Versions; "" is the default
	Cwd     string // absolute
	Home    string // "" asks HOME
	Fetch   bool   // fetch what the agent would fetch
	Limits  glob.Limits
	// Set by a scenario, where an agent knows them.
	Directories []string       // further workspace directories
	Settings    map[string]any // settings that stand in for the agent's settings file
	Trusted     *bool          // whether the folder is trusted, where a file does not say
	Extensions  []Extension
	Sources     []string // setting sources, in the agent's own words
	RuleFiles   []string // further rule files given by option
	Args        []string // further arguments of the agent's own command line; those that it does not follow count for nothing
	Touched     []string // paths that tools reach, in turn: what loads on demand
	Acts        []Act    // the kinds of calls that reach Touched, in turn; one that is missing is a reading
	Calls       []Call   // tool calls behind these, where the tool matters
	// Printed and Servers are what programs said that the agent would start and galley
	// does not: the output of hooks by their command, the answers of MCP servers by
	// their name. A capture tells them.
	Printed map[string]string
	Servers map[string]ServerAnswer
	// File is the file that is edited, absolute; "" when none is. Rules for other
	// files then count as not loaded.
	File string

	walks *walks // shared by the agents of one survey
}

// Call is a tool call of a session.
type Call struct {
	Tool    string // the agent's own name for it
	Path    string // the file that it is given; "" for a command
	Command string // the shell command that it is given
}

// ServerAnswer is what an MCP server says of itself.
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

// DefaultLimits bound the walks of one discovery.
var DefaultLimits = glob.Limits{Dirs: 50_000, Names: 1_000_000, Time: 5e9}

// OutsideLimits bound the walks outside the project, and those where all of the
// home lies below: agents that search up to the root of the file system would
// search a whole disk.
var OutsideLimits = glob.Limits{Dirs: 2_000, Names: 100_000}

// Discoverer finds an agent's rule files. The error is the context's, or that of
// a version that is not followed; what the agent itself would refuse is in the
// trace.
type Discoverer func(ctx context.Context, w facts.World, o Options) (*Trace, error)

// Version is a release, or a state of the documentation, that galley follows.
type Version struct {
	Name     string
	Former   []string // names that galley gave it before, which are accepted
	Same     []string // other releases that were found to do the same, which are accepted
	Evidence Evidence // how most of its rules are known
	Date     string   // the year and month of what the rules are from; "" when that is not recorded
}

// MatchVersion picks from versions, the newest first, the one that is or begins
// with want; the first for "", and "" when no version fits.
func MatchVersion(versions []Version, want string) string {
	for _, v := range versions {
		if want == "" || v.Name == want || strings.HasPrefix(v.Name, want+".") || slices.Contains(v.Former, want) || slices.Contains(v.Same, want) {
			return v.Name
		}
	}
	return ""
}
