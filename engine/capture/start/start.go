// Package start says how an installed agent is found, and how it is started so
// that it sends its request to galley.
//
// A [Starter] is data and pure functions: it reads the user's configuration through a
// [facts.World] and returns a [Plan], which lists the arguments, the environment and
// the files of a scratch configuration. It starts and writes nothing itself; package
// launch carries out plans.
package start

import (
	"context"
	"time"

	"galley/engine/facts"
	"galley/engine/wire"
)

// Mode is how an agent is started.
type Mode string

// The modes. An agent sends a different prompt in each.
const (
	Headless    Mode = "headless"    // one turn without a screen
	Interactive Mode = "interactive" // its own screen in a pseudo-terminal, with the prompt as argument
	Listened    Mode = "listened"    // the user started it by hand
	FromFile    Mode = "file"        // it was read from a recorded file
)

// Starter describes how galley starts one agent.
type Starter struct {
	Program string // its name on the PATH
	// Packages are the npm packages that contain it. Its version is read from their
	// package.json.
	Packages []string
	Install  string        // the command that installs it
	Worst    time.Duration // the longest measured time from start to the main request
	// Versions are those with which the plan was tested.
	Versions []string

	Headless    func(Input) (Plan, error)
	Interactive func(Input) (Plan, error)
	// NoInteractive says why Interactive is nil, without a final stop.
	NoInteractive string

	// Override says how the agent is started with a user's system prompt. If it is
	// nil, NoOverride says what comes nearest, without a final stop.
	Override   func(in Input, file, text string) (With, error)
	NoOverride string
	// Task is how its model starts a sub-agent; nil where it has no tool for that, or nobody
	// measured it.
	Task *Task
	// Sent are beginnings of the header User-Agent, in lower case, that only this
	// agent sends.
	Sent []string

	// Runs lists the programs that the agent starts here in addition to itself.
	Runs func(Input) []Run
	// Leavings are files that a run leaves in the project: paths relative to its
	// root, with doublestar patterns. Refs are the same for git's refs.
	Leavings []string
	Refs     []string
	// Unordered says that the agent writes some lists in a random order.
	Unordered bool
	// Facts returns the facts about the machine that the agent writes in its own form; may be nil.
	Facts Facts
	// HeadlessArgs are the arguments by which discovery knows that nobody can be asked.
	HeadlessArgs []string
	// Trusts says that a capture's run trusts the folder, whatever people have
	// decided.
	Trusts bool
}

// Facts returns facts about a working directory as an agent writes them, such as a
// picture of its files.
type Facts func(ctx context.Context, w facts.World, cwd string) []Fact

// Fact is a fact as written in a request.
type Fact struct{ Name, Text string }

// FactsOf returns the starter's Facts; the starter may be nil.
func (s *Starter) FactsOf() Facts {
	if s == nil {
		return nil
	}
	return s.Facts
}

// Input is the input of a plan.
type Input struct {
	World   facts.World
	Home    string // the user's home
	Cwd     string // where the agent is started
	Project string // the root of the repository around Cwd, or Cwd
	Scratch string // an empty directory that is removed after the run
	URL     string // of the endpoint, without a final slash
	Key     string // the made-up key that the endpoint knows
	Model   string // "" means the user's choice
	Prompt  string
	Args    []string // the user's, which are passed on
	Version string   // of the installed agent, or ""
}

// Env returns a variable of the user's environment, or "".
func (in Input) Env(name string) string {
	v, _ := in.World.LookupEnv(name)
	return v
}

// Folder returns the agent's own folder: the one in a variable, or else one in the
// user's home.
func (in Input) Folder(variable, inHome string) string {
	if dir := in.Env(variable); dir != "" {
		return dir
	}
	return facts.Join(in.Home, inHome)
}

// Plan is one start of an agent.
type Plan struct {
	Args []string
	Env  map[string]string // variables to set
	// Unset are variables to remove besides those with credentials.
	Unset  []string
	Files  []File
	Copies []Copy
	Dirs   []string // directories to create below Scratch
	// Substitutions maps paths in the scratch directory to the real ones that they replace.
	Substitutions []Substitution
	// Notes say what was set, changed or omitted that may affect the request, without
	// final stops.
	Notes []string
	Form  wire.Form // the form of the request; "" if the model decides
}

// With is a start of an agent with a user's system prompt in a file.
type With struct {
	Args     []string
	Env      map[string]string
	Replaces string // what the prompt file replaces
	Stays    string // what the agent sends in addition
}

// Cut is said of agents that trim the prompt's file.
const Cut = "blanks and line ends at both ends are cut"

// ByFlag returns an Override for agents that take a flag with the prompt's file.
func ByFlag(flag, replaces, stays string) func(Input, string, string) (With, error) {
	return func(_ Input, file, _ string) (With, error) {
		return With{Args: []string{flag, file}, Replaces: replaces, Stays: stays}, nil
	}
}

// ByVariable returns an Override for agents that take the prompt's file from an
// environment variable.
func ByVariable(name, replaces, stays string) func(Input, string, string) (With, error) {
	return func(_ Input, file, _ string) (With, error) {
		return With{Env: map[string]string{name: file}, Replaces: replaces, Stays: stays}, nil
	}
}

// File is a file of the scratch configuration.
type File struct {
	Path string // below Scratch
	Text string
}

// Copy is a user's file or directory to copy. A missing one is skipped.
type Copy struct {
	From string // absolute
	To   string // below Scratch
}

// Substitution maps a scratch path to a real one.
type Substitution struct {
	From string `json:"from"` // in the request
	To   string `json:"to"`   // without a capture
}

// Run is one thing that an agent runs besides itself.
type Run struct {
	Kind    string // "hook", "MCP server", "plugin", "command", "extension"
	Name    string
	Command string // the program and its arguments, or an address
	File    string // where it is configured
	// Project says that the project configures it, not the user.
	Project bool
}
