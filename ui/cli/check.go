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
)

func newCheck(env Env, f *flags) *cobra.Command {
	var format, transcript string
	cmd := &cobra.Command{
		Use:   "check [FILE]",
		Short: "List the problems; exit with 1 when there are warnings",
		Long: `List what is wrong with the template and with the prompt that it becomes here, and what the
configuration's [check] asks for and is not so: budgets, blocks, forbid. Exit with 1 when
there is a warning or an error.

--transcript holds what a model answered, line-delimited JSON, against its prompt: known
lines, no call too many, only advertised tools with input that fits, signs that the
instructions were read, a prompt that fits its agent's limit.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.json && format == "" {
				format = "json"
			}
			s, r, err := f.render(cmd, env, args, true)
			if err != nil {
				return err
			}
			all := check.Prompt(r, s.Request.Config.Check)
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
				return noPrompt(refusal)
			}
			if check.Fails(all) {
				return problemsFound
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "", "text, json or github (annotations of a job)")
	cmd.Flags().StringVar(&transcript, "transcript", "", "hold a model's answer, from a `file`, against the prompt")
	return cmd
}

// transcript holds an answer against the prompt of a result.
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
	all := check.Transcript(check.Answer{
		File: file, Text: strings.TrimPrefix(text, byteOrderMark), Mode: cmp.Or(s.Request.Scenario.PermissionMode, "interactive"),
		Tools: check.Advertised(r), Rules: check.RuleFiles(r), Probes: s.Request.Scenario.Probes,
	})
	return append(all, check.Fits(fitted)...), nil
}
