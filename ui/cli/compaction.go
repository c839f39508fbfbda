package cli

import (
	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/report"
)

func newCompaction(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "compaction [FILE]",
		Short: "Show when the agent compacts the conversation, and its request for the summary",
		Long: `Compare the size of the prompt and the scenario's history with the number of tokens at which the
agent compacts a conversation. Print that number, what would be removed, what would stay, and the
request for a summary. Nothing is sent. In JSON, "further" lists what the agent tries after that.`,
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
