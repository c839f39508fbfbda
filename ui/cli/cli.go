// Package cli has galley's commands. Each command prints what a pane of the workbench shows, from
// the same result. Only the result goes to standard output; messages go to standard error.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/launch"
	"galley/ui/style"
)

// The exit statuses of every command.
const (
	exitFine     = 0
	exitProblems = 1 // a command that reports problems has found some
	exitUsage    = 2 // the command line is wrong
	exitFailed   = 3 // the command failed
)

// Env is what a command uses of the process in which it runs, apart from the arguments: the
// standard streams, the environment, the working directory and the like.
type Env struct {
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	World    facts.World
	Dir      string          // the working directory, absolute, or "" if none exists
	Terminal bool            // whether standard output is a terminal
	Asks     bool            // whether standard input is a terminal, so that the user can answer a question
	Environ  []string        // the user's environment, as NAME=VALUE
	Agents   *agent.Registry // nil means the agents that galley follows
	Exec     Runner          // Exec starts the agents that verify runs; nil starts the programs themselves
	// Workbench opens the workbench and returns when it is closed.
	Workbench func(ctx context.Context, s *Session) error
}

// statusError carries the exit status of a command. Its message may be empty if everything has been
// printed.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *statusError) Unwrap() error { return e.err }

func failed(err error) error { return &statusError{exitFailed, err} }

func usage(format string, args ...any) error {
	return &statusError{exitUsage, fmt.Errorf(format, args...)}
}

// problemsFound is the error of a command that printed its result and found problems.
var problemsFound = &statusError{status: exitProblems}

// Main runs the command line of this process and returns its exit status.
func Main() int {
	launch.Keep()
	dir, _ := os.Getwd() // if the directory was deleted, the user can give another one with --cwd
	return Run(context.Background(), Env{
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
		World:     facts.NewLive(),
		Dir:       facts.Slash(dir),
		Terminal:  term.IsTerminal(os.Stdout.Fd()),
		Asks:      term.IsTerminal(os.Stdin.Fd()),
		Environ:   os.Environ(),
		Workbench: open,
	}, os.Args[1:])
}

// setFailedStatus gives a command's error the status exitFailed unless the error has a status of
// its own. cobra reports a wrong command line before this function runs.
func setFailedStatus(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		setFailedStatus(sub)
	}
	run := cmd.RunE
	if run == nil {
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		var status *statusError
		if err != nil && !errors.As(err, &status) {
			return failed(err)
		}
		return err
	}
}

// withoutStrict has the commands in which --strict has no effect, and for each the advice what to
// do instead.
var withoutStrict = map[string]string{
	"agents":   doctorStrict,
	"captures": verifyStrict,
	"explain":  doctorStrict,
	"profiles": doctorStrict,
	"sessions": verifyStrict,
	"survive":  doctorStrict,
	"transfer": "it always exits with 1 when an agent would still not read the file",
	"walk":     doctorStrict,
}

const (
	doctorStrict = "galley scan --strict and galley doctor exit with 1 when there is a warning"
	verifyStrict = "galley verify exits with 1 when a request differs from what galley predicts"
)

// refuseStrict makes the commands in which --strict has no effect reject the flag: in a script it
// would promise a check that does not take place.
func refuseStrict(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		instead, refuse := withoutStrict[cmd.Name()]
		run := cmd.RunE
		if !refuse || run == nil {
			continue
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("strict") {
				return usage("%s: --strict has no effect here: %s", cmd.Name(), instead)
			}
			return run(cmd, args)
		}
	}
}

// allWell says on standard error that no problem was found, so that silence is not mistaken for a
// command that did not run.
func (e Env) allWell(found []diag.Problem) {
	if len(found) == 0 {
		fmt.Fprintln(e.Stderr, "no problems")
	}
}

// version returns the module's version from the build information, which is nil if the program has
// none.
func version(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}

// output is the standard output for what cobra prints itself: help, the version and completions. It
// remembers the first error, because cobra drops those of the help.
type output struct {
	to  io.Writer
	err error
}

// Write implements [io.Writer].
func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// Run runs one command line and returns its exit status.
func Run(ctx context.Context, env Env, args []string) int {
	root := newRoot(env)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // only a shell that asks for completions needs them
		env.completions(root)
	}
	root.SetArgs(args)
	root.SetIn(env.Stdin)
	out := output{to: env.Stdout}
	root.SetOut(&out)
	strictHelp(root)
	root.SetErr(env.Stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if out.err != nil {
		err = failed(fmt.Errorf("standard output: %w", out.err))
	}
	if err == nil {
		return exitFine
	}
	var status *statusError
	if !errors.As(err, &status) {
		// The error is cobra's own: it has rejected the command line. So this is a usage error.
		status = &statusError{exitUsage, err}
	}
	if msg := status.Error(); msg != "" {
		fmt.Fprintln(env.Stderr, "galley:", report.Safe(msg))
		if status.status == exitUsage {
			fmt.Fprintf(env.Stderr, "Try '%s --help'.\n", cmd.CommandPath())
		}
	}
	return status.status
}

func newRoot(env Env) *cobra.Command {
	var flags flags
	var plain bool
	info, _ := debug.ReadBuildInfo()
	root := &cobra.Command{
		Use:   "galley [FILE]",
		Short: "A workbench for the system prompts of coding agents",
		Long: `galley shows the exact prompt that a coding agent would be sent. Edit a template on the
left, and the right side shows the prompt made from it as you type.

Without a command, galley opens FILE in the workbench. Without FILE it opens
.galley/system-prompt.md, the global template or the built-in default, whichever it finds
first. A rule file, such as AGENTS.md, opens beside the prompt of an agent that loads it.`,
		Version:                    version(info),
		Args:                       cobra.MaximumNArgs(1),
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(refuseEmpty(cmd, args), refuseJSON(cmd))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if plain {
				return flags.counted(env, func(s *Session, r *engine.Result) error {
					return report.Plain(env.Stdout, r, s.templateName(), s.plainRule())
				})(cmd, args)
			}
			s, err := flags.workbench(cmd.Context(), env, args)
			if err == nil {
				err = misspelt(cmd, s, args)
			}
			if err != nil {
				return err
			}
			return env.Workbench(cmd.Context(), s)
		},
	}
	root.SetFlagErrorFunc(flagError)
	flags.register(root)
	root.Flags().StringVar(&flags.theme, "theme", "", strings.Join(style.Names(), ", ")+" or auto")
	root.Flags().BoolVar(&plain, "plain", false, "print the workbench's content as lines of text, for a screen reader")
	root.Flags().BoolVar(&flags.noMouse, "no-mouse", false, "do not use the mouse, so that you can select text with the terminal")
	root.AddCommand(
		newRender(env, &flags),
		newVars(env, &flags),
		newCheck(env, &flags),
		newBlocks(env, &flags),
		newBudget(env, &flags),
		newRequest(env, &flags),
		newDiff(env, &flags),
		newTools(env, &flags),
		newPack(env, &flags),
		newProfiles(env, &flags),
		newScan(env, &flags),
		newExplain(env, &flags),
		newWalk(env, &flags),
		refuseProfile(newTransfer(env, &flags), "name the agents that should read the file with --to"),
		newSubagents(env, &flags),
		newSurvive(env, &flags),
		newCapture(env, &flags),
		refuseProfile(newCaptures(env, &flags), "captures of all agents are listed"),
		refuseProfile(newSessions(env, &flags), "use --agent"),
		refuseProfile(newVerify(env, &flags), "name the agent after verify"),
		refuseProfile(newAgents(env, &flags), "all agents are listed"),
		newRun(env, &flags),
		newDoctor(env, &flags),
		newTokens(env, &flags),
		refuseProfile(newKeys(env, &flags), "the keys are the same for every agent"),
		newScenario(env, &flags),
		newFreeze(env, &flags),
		newShow(env, &flags),
		newCompact(env, &flags),
		newCompaction(env, &flags),
		newDrift(env, &flags),
		newConversations(env, &flags),
		newForget(env, &flags),
		newServe(env, &flags),
		newJSONTopic(),
	)
	setFailedStatus(root)
	refuseStrict(root)
	nameArguments(root)
	return root
}
