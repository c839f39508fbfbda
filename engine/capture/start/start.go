// Package start says how an installed agent is found, and how it is started so
// that it sends its request to galley.
//
// A [Starter] is data and pure functions: it reads the user's configuration
// through a [facts.World] and returns a [Plan], which lists the arguments, the
// environment and the files of a scratch configuration. It starts and writes
// nothing; the program that carries a plan out does.
package start

import (
	"context"
	"time"

	"galley/engine/facts"
	"galley/engine/wire"
)

// Mode is how an agent is started.
type Mode string

// The modes. An agent sends another prompt in each.
const (
	Headless    Mode = "headless"    // one turn without a screen
	Interactive Mode = "interactive" // its own screen, in a pseudo-terminal, with the prompt as argument
	Listened    Mode = "listened"    // the user started it by hand
	FromFile    Mode = "file"        // it was read from a recorded file
)

// Starter is what galley knows about starting one agent.
type Starter struct {
	Program string // its name on the PATH
	// Packages are the npm packages that bring it. Its version is read from their
	// package.json.
	Packages []string
	Install  string        // the command that installs it
	Worst    time.Duration // the longest start to the main request that was measured
	// Versions are those with which the plan was run.
	Versions []string

	Headless    func(In) (Plan, error)
	Interactive func(In) (Plan, error)
	// NoInteractive says why Interactive is nil: a sentence without a final stop.
	NoInteractive string

	// Override says how the agent is started with a system prompt of the user's; nil
	// when it has no way, and then NoOverride says what comes nearest: a sentence
	// without a final stop.
	Override   func(in In, file, text string) (With, error)
	NoOverride string
	// Task is how its model starts a sub-agent; nil where it has no tool for that, or nobody
	// measured it.
	Task *Task
	// Sent are beginnings of the header User-Agent, in lower case, that only this
	// agent sends.
	Sent []string

	// Runs lists what starting the agent here runs besides itself.
	Runs func(In) []Run
	// Leavings are what a run leaves in the project: paths from the project's root,
	// with doublestar patterns. Refs are the same for git's refs.
	Leavings []string
	Refs     []string
	// Unordered is whether the agent writes some lists in another order each time.
	Unordered bool
	// Facts returns what the agent writes of the machine in a form of its own; nil for
	// nothing.
	Facts Facts
	// Alone are the arguments by which discovery knows that nobody is there to ask.
	Alone []string
	// Trusts is whether a capture's run counts the folder as trusted, whatever people have said.
	Trusts bool
}

// Facts returns facts about a working directory as an agent writes them, such as a
// picture of its files.
type Facts func(ctx context.Context, w facts.World, cwd string) []Fact

// Fact is a fact as it stands in a request.
type Fact struct{ Name, Text string }

// FactsOf returns what a starter's agent writes in a form of its own; the starter may be
// nil.
func (s *Starter) FactsOf() Facts {
	if s == nil {
		return nil
	}
	return s.Facts
}

// In is what a plan is made from.
type In struct {
	World   facts.World
	Home    string // the user's
	Cwd     string // where the agent is started
	Project string // the root of the repository around Cwd, or Cwd
	Scratch string // an empty directory that is removed after the run
	URL     string // of the endpoint, without a final slash
	Key     string // the made-up key that the endpoint knows
	Model   string // "" for the user's own
	Prompt  string
	Args    []string // of the user's, passed on
	Version string   // of the installed agent, "" when not known
}

// Env returns a variable of the user's environment, "" when it is not set.
func (in In) Env(name string) string {
	v, _ := in.World.LookupEnv(name)
	return v
}

// Folder is the agent's own folder: the one that a variable names, or without it a
// folder in the user's home.
func (in In) Folder(variable, inHome string) string {
	if dir := in.Env(variable); dir != "" {
		return dir
	}
	return facts.Join(in.Home, inHome)
}

// Plan is one start of an agent.
type Plan struct {
	Args []string
	Env  map[string]string // variables to set
	// Unset are variables to leave out besides those that hold secrets.
	Unset  []string
	Files  []File
	Copies []Copy
	Dirs   []string // directories to make below Scratch
	// Stands says which scratch paths stand for which real ones in the request.
	Stands []Substitution
	// Notes say what was set, changed or left out and changes the request or could:
	// sentences without a final stop.
	Notes []string
	Form  wire.Form // what the request will be written in; "" when the model decides
}

// With is a start of an agent with a system prompt of the user's, which lies in a
// file.
type With struct {
	Args     []string
	Env      map[string]string
	Replaces string // what the prompt stands in the place of
	Stays    string // what the agent sends besides
}

// ByFlag returns an Override for agents that read their prompt from the file behind a flag.
func ByFlag(flag, replaces, stays string) func(In, string, string) (With, error) {
	return func(_ In, file, _ string) (With, error) {
		return With{Args: []string{flag, file}, Replaces: replaces, Stays: stays}, nil
	}
}

// ByVariable returns an Override for agents that read their prompt from the file that a
// variable of the environment names.
func ByVariable(name, replaces, stays string) func(In, string, string) (With, error) {
	return func(_ In, file, _ string) (With, error) {
		return With{Env: map[string]string{name: file}, Replaces: replaces, Stays: stays}, nil
	}
}

// File is a file of the scratch configuration.
type File struct {
	Path string // below Scratch
	Text string
}

// Copy is a file or a directory of the user's to copy. What does not exist is
// passed over.
type Copy struct {
	From string // absolute
	To   string // below Scratch
}

// Substitution says that a scratch path stands for a real one.
type Substitution struct {
	From string `json:"from"` // as it stands in the request
	To   string `json:"to"`   // as it stands without a capture
}

// Run is one thing that an agent runs besides itself.
type Run struct {
	Kind    string // "hook", "MCP server", "plugin", "command", "extension"
	Name    string
	Command string // the program and its arguments, or an address
	File    string // where it is configured
	// Project is whether the project, and not the user, configures it.
	Project bool
}
