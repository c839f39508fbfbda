package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"galley/engine/profile"
	"galley/engine/report"
)

func newProfiles(env Env, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "profiles",
		Short: "List the profiles: the agents whose prompts galley can build",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if f.json {
				return env.encode(report.ProfilesOf(env.Agents.Profiles()))
			}
			return report.ProfilesText(env.Stdout, env.Agents.Profiles())
		},
	}
	cmd.AddCommand(newProfilesCompare(env, f))
	return cmd
}

func newProfilesCompare(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "compare A B",
		Short: "Compare the prompts of two agents here",
		Long: `Build the prompts of two agents from the same template, directory and scenario, and list the
elements of each: where they come from, how large they are, how often they change.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := f.session(env, nil)
			if err != nil {
				return err
			}
			bench := env.engine(s.World)
			var sides [2]profile.Side
			for i, name := range args {
				agent, unknown := env.Agents.Profile(name)
				if len(unknown) > 0 {
					return usage("profiles compare: %s; %s", strings.TrimSuffix(unknown[0].Message, "; "+profile.FullName(agent)+" is used"), unknown[0].Hint)
				}
				request := s.Request
				request.Profile = name
				r, err := s.render(cmd.Context(), env, bench, request)
				if err != nil {
					return err
				}
				sides[i] = profile.Side{Profile: agent, Prompt: r.Masked().Prompt}
			}
			c := profile.Compare(sides[0], sides[1])
			if f.json {
				return env.encode(report.ComparisonOf(c))
			}
			return report.ComparisonText(env.Stdout, c)
		},
	}
}
