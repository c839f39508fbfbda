package cli

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/check"
	"galley/engine/diag"
	"galley/engine/report"
	"galley/engine/scenario"
)

func newCheck(env Env, f *flags) *cobra.Command {
	var format, transcript, against string
	var agents []string
	cmd := &cobra.Command{
		Use:   "check [FILE]",
		Short: "List the problems of the prompt; exit with 1 when there are warnings",
		Long: `List the problems of the template and its prompt, and which requirements in the
configuration's [check] are not met: budgets, blocks, forbid. Exits with 1 when there is a
warning or an error.

--against REV instead lists how this branch changes each agent's prompt since it left REV,
in tokens for each rule file, skill, command, agent and server. It needs only git. Exits with 1
when a limit in check.tokens or check.growth is exceeded. For the agent of --capture, tools and
the whole request are included.

--transcript checks a model's answer against its prompt: that every object is of a known type
and complete; that it makes the calls that are allowed and required, with declared tools and
valid input; that the scenario's probes, or other signs, show that the model read the
instructions; and that the prompt is within its agent's limit. The file is line-delimited JSON,
or a response of the APIs of OpenAI (Chat, Responses), Anthropic or Gemini, whole or streamed
message by message.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.json && format == "" {
				format = "json"
			}
			switch {
			case against != "" && (transcript != "" || len(args) > 0):
				return usage("check: --against compares agents' files: leave out the template and --transcript")
			case against != "":
				return f.against(cmd.Context(), env, agents, against, format)
			case len(agents) > 0 || format == "markdown":
				return usage("check: --agent and the format markdown need --against")
			}
			f.noCaptures = true
			s, r, err := f.render(cmd, env, args, true)
			if err != nil {
				return err
			}
			all := check.Prompt(r, s.Request.Config.Check, s.places)
			heavy, err := f.weights(cmd.Context(), env, s)
			if err != nil {
				return err
			}
			all = append(all, heavy...)
			diag.Sort(all)
			if transcript != "" {
				if all, err = s.transcript(cmd.Context(), env, r, transcript); err != nil {
					return err
				}
			}
			switch format {
			case "", "text":
				err = report.ProblemsText(env.Stdout, all, s.templateName())
				env.allWell(all)
			case "json":
				err = env.json(func(w io.Writer) error { return report.ProblemsJSON(w, all) })
			case "github":
				err = report.ProblemsGitHub(env.Stdout, all, s.File, func(p string) string { return report.Nearby(p, env.Dir) })
			default:
				return usage("check: unknown format %q; the formats are text, json and github", format)
			}
			if err != nil {
				return failed(err)
			}
			if refusal := r.Refusal(); refusal != nil {
				return noPromptError(refusal)
			}
			if check.Fails(all) {
				return problemsFound
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "", "text, json or github (annotations for a workflow); with --against also markdown")
	cmd.Flags().StringVar(&against, "against", "", "list what changed in the agents' prompts since this git `revision`")
	env.agentsFlag(cmd, f, &agents)
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if against == "" {
			return nil // without --against, --profile chooses the prompt to check
		}
		return f.profileAsAgent(&agents)
	}
	cmd.Flags().StringVar(&transcript, "transcript", "", "check a model's answer in this `file` against the prompt")
	return cmd
}

// requiredCall returns the name of the tool that an answer must call, or "" if the scenario allows
// an answer without a call.
func requiredCall(w scenario.Word) string {
	if w == "false" {
		return ""
	}
	return string(w)
}

// transcript checks an answer in a file against the prompt of a result.
func (s *Session) transcript(ctx context.Context, env Env, r *engine.Result, file string) ([]diag.Problem, error) {
	c := &counting{session: s}
	text, err := c.read(env, file)
	if err != nil {
		return nil, err
	}
	fitting := s.Request
	fitting.Fit = true
	fitted, err := env.engine(s.World, engine.WithVocabularies()).Render(ctx, fitting)
	if err != nil {
		return nil, failed(err)
	}
	all := check.Transcript(check.TranscriptInput{
		File: file, Text: strings.TrimPrefix(text, byteOrderMark), Mode: cmp.Or(s.Request.Scenario.PermissionMode, "interactive"),
		Tools: check.Advertised(r), Rules: check.RuleFiles(r), Probes: s.Request.Scenario.Probes,
		Call: requiredCall(s.Request.Scenario.DemandCall),
	})
	return append(all, check.Fits(fitted)...), nil
}
