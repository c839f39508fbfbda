package cli

import (
	"cmp"
	"context"
	"fmt"
	"path"

	"github.com/spf13/cobra"

	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
)

func newScan(env Env, f *flags) *cobra.Command {
	var agents []string
	var all, matrix bool
	cmd := &cobra.Command{
		Use:   "scan",
		Short: "List what each agent would load here, and why it does not load the rest",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all && len(agents) > 0 {
				return usage("use either --all, or --agent and --profile")
			}
			s, traces, err := f.survey(cmd.Context(), env, agents)
			if err != nil {
				return err
			}
			env.Agents.NoteInstalled(s.World, s.Request.Cwd, traces)
			if matrix {
				return cmp.Or(f.matrix(env, s, traces), s.strictly(traces))
			}
			discovery.AskGit(cmd.Context(), s.World, traces)
			if f.json {
				err = env.encode(report.ScanOf(traces))
			} else {
				err = report.ScanText(env.Stdout, traces)
			}
			return cmp.Or(err, s.strictly(traces))
		},
	}
	env.agentsFlag(cmd, f, &agents)
	cmd.Flags().BoolVar(&all, "all", false, "list all agents, as without --agent")
	cmd.Flags().BoolVar(&matrix, "matrix", false, "print a table of files and agents, with the tokens that each agent spends")
	f.editingFlag(cmd)
	return cmd
}

// strictly returns an error, for --strict, if an agent would not start or a trace has a
// warning.
func (s *Session) strictly(traces []*discovery.Trace) error {
	for _, t := range traces {
		if worst, any := diag.Worst(t.Problems); s.strict && (t.Failure != nil || any && worst >= diag.Warning) {
			return problemsFound
		}
	}
	return nil
}

// editingFlag adds the flag --file to a command.
func (f *flags) editingFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.editing, "file", "", "assume that `PATH` is being edited, and leave out rules for other files")
	cmd.Flags().Var((*repeated)(&f.agentArgs), "arg", "assume this `ARGUMENT` on the agent's command line, as --arg=--no-custom-instructions; may be repeated")
}

// matrix prints what each agent does with each file, the agents side by side.
func (f *flags) matrix(env Env, s *Session, traces []*discovery.Trace) error {
	m := discovery.NewMatrix(traces)
	file := ""
	if f.editing != "" {
		file = absolute(s.Request.Cwd, f.editing)
	}
	count := report.AgentCounter(env.Agents, s.Request.Means())
	for _, p := range s.Request.Means().Problems() {
		fmt.Fprintln(env.Stderr, report.Safe("note: "+p.Message+"; "+p.Hint))
	}
	if f.json {
		return env.encode(report.MatrixOf(m, file, count))
	}
	return report.MatrixText(env.Stdout, m, file, count)
}

func newExplain(env Env, f *flags) *cobra.Command {
	var agents []string
	cmd := &cobra.Command{
		Use:   "explain PATH",
		Short: "Show which agents load a file, why or why not, and what to do",
		Long: `Show what each agent does with one file, why, and what to do so that the agent reads it. The
file is loaded, loaded on demand, read for the agent's settings, listed, not loaded, or this is
not known. PATH is relative to the directory of --cwd. If it does not exist, explain exits with 3.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, asked, o, err := f.surveyedWithFile(env, agents)
			if err != nil {
				return err
			}
			file := absolute(s.Request.Cwd, args[0])
			if _, err := s.World.Lstat(file); err != nil {
				return failed(fmt.Errorf("%s: %s", args[0], reason(err)))
			}
			if info, err := s.World.Stat(file); err == nil && info.IsDir() {
				return usage("explain: %s is a directory: name a file in it", args[0])
			}
			if real, err := s.World.RealPath(facts.Dir(file)); err == nil {
				file = facts.Join(real, path.Base(file)) // agents use the real path of their working directory
			}
			answers, err := discovery.Explain(cmd.Context(), s.World, asked, o, file)
			if err != nil {
				return failed(err)
			}
			if f.json {
				return env.encode(report.ExplainOf(file, answers))
			}
			return report.ExplainText(env.Stdout, file, answers)
		},
	}
	env.agentsFlag(cmd, f, &agents)
	f.editingFlag(cmd)
	return cmd
}

// traces runs the discoveries of the named agents, or of all. It also asks git which of the files
// that they found are ignored, untracked or changed.
func (f *flags) traces(ctx context.Context, env Env, names []string) ([]*discovery.Trace, error) {
	s, traces, err := f.survey(ctx, env, names)
	if err == nil {
		discovery.AskGit(ctx, s.World, traces)
	}
	return traces, err
}

func (f *flags) survey(ctx context.Context, env Env, names []string, change ...func(*discovery.Options)) (*Session, []*discovery.Trace, error) {
	s, asked, o, err := f.surveyedWithFile(env, names)
	if err != nil {
		return nil, nil, err
	}
	for _, do := range change {
		do(&o)
	}
	traces, _, err := discovery.Survey(ctx, s.World, asked, o)
	if err != nil {
		return nil, nil, failed(err)
	}
	return s, traces, nil
}

// surveyedWithFile returns the results of surveyed. The file that --file names counts as the
// edited file.
func (f *flags) surveyedWithFile(env Env, names []string) (*Session, []discovery.SurveyAgent, discovery.Options, error) {
	s, asked, o, err := f.surveyed(env, names)
	o.Args = f.agentArgs
	if err == nil && f.editing != "" {
		o.File = absolute(s.Request.Cwd, f.editing)
		o.Touched = []string{o.File}
		if _, missing := s.World.Lstat(o.File); missing != nil {
			fmt.Fprintf(env.Stderr, "galley: %s does not exist; this is what applies once you create it\n", report.Safe(o.File))
		}
	}
	return s, asked, o, err
}

// surveyed returns the agents whose discoveries are to run, and the options of the discoveries.
// The agents are those with the given names, or all agents if names is empty.
func (f *flags) surveyed(env Env, names []string) (*Session, []discovery.SurveyAgent, discovery.Options, error) {
	s, err := f.settings(env)
	if err != nil {
		return nil, nil, discovery.Options{}, err
	}
	if len(names) == 0 {
		return s, f.listed(s).SurveyAgents(), s.Request.Discovery(), nil
	}
	var asked []discovery.SurveyAgent
	for _, name := range names {
		one, version, err := env.Agents.Lookup(name)
		if err != nil {
			return nil, nil, discovery.Options{}, usage("--agent: %w", err)
		}
		asked = append(asked, one.Asked(version))
	}
	return s, asked, s.Request.Discovery(), nil
}

// listed returns the agents in the order in which lists show them: first the agent of the prompt,
// then those that are in use here, then the others. The order in JSON is always the same and does
// not depend on what is installed.
func (f *flags) listed(s *Session) *agent.Registry {
	if f.json {
		return s.agents
	}
	return s.agents.Here(s.World, s.Request.Cwd).Leading(cmp.Or(s.Request.Profile, s.Request.Config.Profile))
}
