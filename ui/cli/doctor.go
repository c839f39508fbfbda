package cli

import (
	"io"

	"github.com/spf13/cobra"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/report"
)

func newDoctor(env Env, f *flags) *cobra.Command {
	var agents []string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Report problems in the rule files here; exit with 1 when there are warnings",
		Long: `Report problems in the rule files here: names and folders that no agent looks for, imports
and instructions that lead to no file, patterns that match no file, keys that no agent reads,
files over a limit, broken links, repeated texts, and characters that models read but people
cannot see. Exits with 1 when there is a warning.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Examine the files of every agent as if it trusted the folder.
			trusting := func(o *discovery.Options) {
				if yes := true; o.Trusted == nil {
					o.Trusted = &yes
				}
			}
			s, traces, err := f.survey(cmd.Context(), env, agents, trusting)
			if err != nil {
				return err
			}
			found := discovery.Doctor(cmd.Context(), s.World, traces)
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			if f.json {
				err = env.json(func(w io.Writer) error { return report.ProblemsJSON(w, found) })
			} else {
				err = report.ProblemsText(env.Stdout, found, "")
				env.allWell(found)
			}
			if err != nil {
				return failed(err)
			}
			if worst, any := diag.Worst(found); any && worst >= diag.Warning {
				return problemsFound
			}
			return nil
		},
	}
	env.agentsFlag(cmd, f, &agents)
	return cmd
}
