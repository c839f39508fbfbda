package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/walk"
	"galley/ui/launch"
)

func newWalk(env Env, f *flags) *cobra.Command {
	var agents, calls []string
	cmd := &cobra.Command{
		Use:   "walk PATH...",
		Short: "Show which rules load, and when, as an agent works on files",
		Long: `Show what happens when an agent edits these files, one after the other: which rules are loaded
into its context, at which tool call, in which order, and the total size of the rule files.
What is already loaded is not loaded again. walk also reports patterns that almost match a
file, each with one that matches.

The agent reads an existing file and then edits it, and creates a missing one. --call sets
other calls: read, edit, write, create.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			acts, err := actsOf(calls)
			if err != nil {
				return err
			}
			s, asked, o, err := f.surveyed(env, agents)
			if err != nil {
				return err
			}
			var files []string
			for _, arg := range args {
				if strings.TrimSpace(arg) == "" || strings.Contains(arg, "\x00") {
					return usage("walk: %q is not a path of a file", arg)
				}
				file := absolute(s.Request.Cwd, arg)
				if info, err := s.World.Stat(file); err == nil && info.IsDir() {
					return usage("walk: %s is a directory: name a file to edit; it need not exist", arg)
				}
				files = append(files, file)
			}
			steps := walk.Steps(s.World, files, acts)
			if len(steps) > walk.MostSteps {
				return usage("walk: %d calls are too many, %d at most", len(steps), walk.MostSteps)
			}
			traces, _, err := discovery.Survey(cmd.Context(), s.World, asked, walk.Options(o, steps))
			if err != nil {
				return failed(err)
			}
			means := s.Request.Means()
			shape := report.WalkOf(s.Request.Cwd, walk.Of(s.World, traces, steps), steps, report.AgentCounter(env.Agents, means), env.Agents.Evidence)
			s.whole(cmd.Context(), env, &shape, len(agents) > 0)
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			if f.json {
				return env.encode(shape)
			}
			for _, p := range means.Problems() {
				fmt.Fprintln(env.Stderr, report.Safe("note: "+p.Message+"; "+p.Hint))
			}
			return report.WalkText(env.Stdout, shape)
		},
	}
	env.agentsFlag(cmd, f, &agents)
	cmd.Flags().StringSliceVar(&calls, "call", nil, "the tool `calls` on each file: read, edit, write, create")
	return cmd
}

// whole adds, to each agent whose prompt galley knows, the size of the whole request at launch.
// galley knows a prompt from a capture in this directory or from a model. If the user named no
// agents, whole adds the size only to agents for which a step loads something.
func (s *Session) whole(ctx context.Context, env Env, shape *report.Walk, named bool) {
	if s.template(env, nil) != nil {
		return // without the template, the size of a prompt is not known
	}
	at, noPlace := capturePlaces(s)
	world := facts.NewRecording(s.World)
	bench := env.engine(world, engine.WithVocabularies())
	for i := range shape.Agents {
		name, _, _ := strings.Cut(shape.Agents[i].Agent, "@")
		known, _, err := env.Agents.Lookup(name)
		if err != nil || shape.Agents[i].Failure != "" || !named && !shape.Agents[i].Grows() {
			continue
		}
		request := s.Request
		request.Profile = shape.Agents[i].Agent
		if start, startable := env.Agents.Starts(name); startable && noPlace == nil {
			request.Profile = start.Name
			request.Capture = at.store.Newest(start.Name, launch.Project(s.World, request.Cwd), request.Cwd)
		}
		if request.Capture == nil && known.Known() == agent.KnownRules {
			continue
		}
		if r, err := bench.Render(ctx, request); err == nil && r.Refusal() == nil {
			shape.Agents[i].Request = report.WalkRequestOf(r)
		}
	}
}

// actsOf parses the list of calls that --call gives.
func actsOf(calls []string) (acts []discovery.Act, err error) {
	for _, call := range calls {
		act := discovery.Act(strings.TrimSpace(call))
		if !slices.Contains(discovery.Acts, act) {
			return nil, usage("--call %q: the calls are read, edit, write and create", call)
		}
		acts = append(acts, act)
	}
	return acts, nil
}
