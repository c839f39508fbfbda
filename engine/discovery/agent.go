package discovery

import (
	"context"
	"fmt"
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
	Touched     []string // paths that tools reach, in turn: what loads on demand
	// File is the file that is edited, absolute; "" when none is. Rules for other
	// files then count as not loaded.
	File string

	walks *walks // shared by the agents of one survey
}

// Extension is an installed extension that brings rule files.
type Extension struct {
	Name, Path   string
	ContextFiles []string
	Active       bool
}

// DefaultLimits bound the walks of one discovery.
var DefaultLimits = glob.Limits{Dirs: 50_000, Names: 1_000_000, Time: 5e9}

// Agent discovers as one agent does.
type Agent interface {
	Name() string
	// Versions lists what is followed, the default first.
	Versions() []string
	// Discover looks at the world. The error is the context's, or that of a
	// version that is not followed; what the agent itself would refuse is in the
	// trace.
	Discover(ctx context.Context, w facts.World, o Options) (*Trace, error)
}

// agents in the order in which lists show them.
var agents = []Agent{opencode{}, geminiCLI{}, yume{}, openagentic{}, pilotdeck{}, codex{}, crush{}, qwenCode{}, claudeCode{}, goose{}, cline{}, roo{}, aider{}, copilotCLI{}, vscode{}, cursor{}, windsurf{}, zed{}, junie{}, amazonQ{}}

// Agents lists the known agents in a fixed order.
func Agents() []Agent { return append([]Agent(nil), agents...) }

// Lookup finds an agent by "name" or "name@version". A version may be the
// beginning of one: "opencode@1.18" is the newest known that starts so. Without
// one, the default.
func Lookup(name string) (a Agent, version string, err error) {
	base, want, _ := strings.Cut(name, "@")
	var names []string
	for _, a := range agents {
		names = append(names, a.Name())
		if a.Name() != base {
			continue
		}
		if v := matchVersion(a.Versions(), want); v != "" {
			return a, v, nil
		}
		return nil, "", fmt.Errorf("galley does not follow %s %s; it follows %s", base, want, strings.Join(a.Versions(), ", "))
	}
	return nil, "", fmt.Errorf("galley does not know an agent %q; it knows %s", base, strings.Join(names, ", "))
}

// matchVersion picks from versions, the newest first.
func matchVersion(versions []string, want string) string {
	for _, v := range versions {
		if want == "" || v == want || strings.HasPrefix(v, want+".") {
			return v
		}
	}
	return ""
}
