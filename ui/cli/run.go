package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"galley/engine/report"
	"galley/engine/textutil"
	"galley/ui/launch"
)

func newRun(env Env, f *flags) *cobra.Command {
	var c starting
	var show bool
	cmd := &cobra.Command{
		Use:   "run AGENT [FILE] [-- ARGUMENTS]",
		Short: "Start an installed agent with the rendered template as its system prompt",
		Long: `run renders the template and starts the agent on this terminal, with your own configuration
and the rendered text instead of its system prompt. It prints what the text replaces and what
else the agent sends. --print prints the command and starts nothing.

The text is what galley render prints: the template alone, or the prompt of --profile.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			own := args[1:]
			var rest []string
			if dash := cmd.ArgsLenAtDash(); dash >= 1 {
				own, rest = args[1:dash], args[dash:]
			}
			if len(own) > 1 {
				return usage("run: name one template; the agent's own arguments follow --")
			}
			return c.runAgent(cmd, env, f, show, args[0], own, rest)
		},
	}
	cmd.Flags().BoolVar(&show, "print", false, "print the command instead of running it")
	cmd.Flags().BoolVarP(&c.yes, "yes", "y", false, "agree, without being asked, to what the agent will run")
	return cmd
}

// promptName stands for the name of the file with the prompt if the command is only printed.
const promptName = "PROMPT.md"

func (c *starting) runAgent(cmd *cobra.Command, env Env, f *flags, show bool, name string, file, args []string) error {
	f.noCaptures = true
	if f.profile == "" && f.capture == "" {
		f.profile = "template"
	}
	s, r, err := f.render(cmd, env, file, false)
	if err != nil {
		return err
	}
	if refusal := r.Refusal(); refusal != nil {
		return s.refused(env, r, refusal)
	}
	text := r.System.String()
	if text == "" {
		return failed(errors.New("the prompt is empty: nothing was started"))
	}
	at, err := capturePlaces(s)
	if err != nil {
		return err
	}
	o, err := c.options(env, f, s, at, name, nil)
	if err != nil {
		return err
	}
	running := launch.Running{
		Agent: o.Agent, Starter: o.Starter, World: s.World, Environ: env.Environ, Home: o.Home, Cwd: o.Cwd, Project: o.Project, State: at.state,
		Text: text, Args: args, Stdin: env.Stdin, Stdout: env.Stdout, Stderr: env.Stderr,
	}
	program, with, err := running.Command(promptName)
	if err != nil {
		return failed(err)
	}
	s.say(env, r.Problems)
	fmt.Fprintln(env.Stderr, report.Safe(fmt.Sprintf("the prompt (%d bytes) replaces %s; the agent still sends: %s", len(text), with.Replaces, with.Stays)))
	if show {
		var words []string
		for _, variable := range slices.Sorted(maps.Keys(with.Env)) {
			words = append(words, variable+"="+textutil.Command(with.Env[variable]))
		}
		line := textutil.Command(append([]string{program}, with.Args...)...)
		for i := range words {
			line = words[len(words)-1-i] + " " + line
		}
		fmt.Fprintf(env.Stderr, "%s is the absolute path of a file with what `galley render` prints\n", promptName)
		return env.print(line + "\n")
	}
	if err := c.agree(env, s, at, o); err != nil {
		return err
	}
	status, err := launch.Run(context.WithoutCancel(cmd.Context()), running)
	if err != nil {
		return failed(err)
	}
	if status != 0 {
		return &statusError{status: status}
	}
	return nil
}
