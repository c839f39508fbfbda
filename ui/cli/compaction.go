package cli

import (
	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/report"
)

func newCompaction(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "compaction [FILE]",
		Short: "Tell when the agent compacts the conversation, and print its request for the summary",
		Long: `Compare the conversation, which is the scenario's history behind the prompt, with the number of
tokens at which the agent makes it shorter. Print that number, what would go and what would stay,
and the request for the summary. Nothing is sent. In JSON, further holds what is tried after that.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.compaction = true
			return f.counted(env, func(s *Session, r *engine.Result) error {
				if s.json {
					return env.encode(report.CompactionsOf(r))
				}
				return report.CompactionText(env.Stdout, r)
			})(cmd, args)
		},
	}
}
