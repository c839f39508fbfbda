// Package start says how an installed agent is found, and how it is started so that it sends its
// request to galley.
//
// A [Starter] consists of data and pure functions. It reads the user's configuration through a
// [facts.World] and returns a [Plan], which lists the arguments, the environment and the files of a
// scratch configuration. It starts and writes nothing itself; package launch carries out plans.
package start

import (
	"context"
	"time"

	"galley/engine/facts"
	"galley/engine/wire"
)

// Mode is how an agent is started.
type Mode string

// The modes. An agent may send a different prompt in each.
const (
	Headless    Mode = "headless"    // one turn without a screen
	Interactive Mode = "interactive" // its own screen in a pseudo-terminal; the prompt is an argument
	Listened    Mode = "listened"    // the user started the agent by hand
	FromFile    Mode = "file"        // the request was read from a recorded file
)

// Starter describes how galley starts one agent.
type Starter struct {
	Program string // the program's name on the PATH
	// Packages are the npm packages that contain the agent. The agent's version is read from their
	// package.json.
	Packages []string
	Install  string        // the command that installs it
	Worst    time.Duration // the longest time that was measured from start to main request
	// Versions are the versions with which the plan was tested.
	Versions []string

	Headless    func(Input) (Plan, error)
	Interactive func(Input) (Plan, error)
	// NoInteractive says, without a final stop, why Interactive is nil.
	NoInteractive string

	// Override says how the agent is started with a system prompt of the user. If it is nil,
	// NoOverride says what comes closest to such a start, without a final stop.
	Override   func(in Input, file, text string) (With, error)
	NoOverride string
	// Task says how the agent's model starts a sub-agent. It is nil if the model has no tool for
	// that, or nobody has measured it.
	Task *Task
	// Sent lists beginnings of the header User-Agent, in lower case. No other agent sends a header
	// that begins in this way.
	Sent []string

	// Runs lists the programs that the agent starts in a project.
	Runs func(Input) []Run
	// Leavings are files that a run leaves in the project, as paths relative to its root, with
	// doublestar patterns. Refs are refs of git that it leaves, with the same patterns.
	Leavings []string
	Refs     []string
	// Unordered says that the agent writes some lists in random order.
	Unordered bool
	// Facts returns facts about the machine that the agent writes in a form of its own; it may be
	// nil.
	Facts Facts
	// HeadlessArgs are the arguments that tell discovery that the agent cannot ask a user.
	HeadlessArgs []string
	// Trusts says that the agent trusts the folder when galley starts it for a capture, whatever
	// the user has decided about the folder.
	Trusts bool
}

// Facts returns facts about a working directory as an agent writes them, such as the folder
// structure.
type Facts func(ctx context.Context, w facts.World, cwd string) []Fact

// Fact is a fact about a directory. Text is the exact text of the fact in a request.
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
	Cwd     string // the working directory of the agent
	Project string // the root of the repository around Cwd, or Cwd without one
	Scratch string // an empty directory that is removed after the run
	URL     string // the address of the endpoint, without a final slash
	Key     string // the random key that the endpoint accepts
	Model   string // "" means the user's choice
	Prompt  string
	Args    []string // the user's arguments, which are passed on
	Version string   // of the installed agent, or ""
}

// Env returns a variable of the user's environment, or "".
func (in Input) Env(name string) string {
	v, _ := in.World.LookupEnv(name)
	return v
}

// Folder returns the agent's own folder: the value of a variable, or else a folder in the user's
// home.
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
	// Unset lists variables to remove in addition to those with credentials.
	Unset  []string
	Files  []File
	Copies []Copy
	Dirs   []string // directories to create below Scratch
	// Substitutions maps paths in the scratch directory to the real paths that they stand for.
	Substitutions []Substitution
	// Notes say what was set, changed or omitted that may affect the request. They have no final
	// stops.
	Notes []string
	Form  wire.Form // the form of the request; "" if the model decides
}

// With says how to start an agent with a system prompt of the user, and what the agent then sends.
type With struct {
	Args     []string
	Env      map[string]string
	Replaces string // what the user's text replaces
	Stays    string // what the agent still sends
}

// Cut is the note for an agent that removes white space from both ends of the user's prompt.
const Cut = "white space at both ends is cut"

// ByFlag returns an Override for an agent with a flag that names the file with the prompt.
func ByFlag(flag, replaces, stays string) func(Input, string, string) (With, error) {
	return func(_ Input, file, _ string) (With, error) {
		return With{Args: []string{flag, file}, Replaces: replaces, Stays: stays}, nil
	}
}

// ByVariable returns an Override for an agent with an environment variable that names the file with
// the prompt.
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

// Substitution says which real path a scratch path stands for.
type Substitution struct {
	From string `json:"from"` // as the request has it
	To   string `json:"to"`   // as it would be without a capture
}

// Run is one program or server that an agent starts or uses.
type Run struct {
	Kind    string // "hook", "MCP server", "plugin", "command", "extension"
	Name    string
	Command string // the program and its arguments, or an address
	File    string // the file that configures it
	// Project says that the project, and not the user, configures the program.
	Project bool
}
