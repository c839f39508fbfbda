package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/facts"
)

// engine returns a workbench that reads a world and knows the agents of env.
func (env Env) engine(w facts.World, options ...engine.Option) *engine.Workbench {
	return engine.New(w, append(slices.Clone(options), engine.WithAgents(env.Agents))...)
}

// agentsFlag adds --agent to a command. The command also accepts --profile as the name of the
// agent.
func (env Env) agentsFlag(cmd *cobra.Command, f *flags, agents *[]string) {
	cmd.Flags().Var((*repeated)(agents), "agent", "an agent, as `NAME[@VERSION]`; may be repeated (default: all)")
	cmd.PreRunE = func(*cobra.Command, []string) error { return f.profileAsAgent(agents) }
}

// profileAsAgent uses the agent that --profile names as if --agent named it. It is for a
// command that runs the agents' discoveries and does not show a prompt.
func (f *flags) profileAsAgent(agents *[]string) error {
	switch {
	case f.profile == "":
		return nil
	case len(*agents) > 0:
		return usage("--profile and --agent both name an agent: use only --agent")
	}
	*agents, f.profile = []string{f.profile}, ""
	return nil
}

// refuseProfile makes a command refuse --profile, because the flag has no effect there, and
// say what to use instead.
func refuseProfile(cmd *cobra.Command, instead string) *cobra.Command {
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("profile") {
			return usage("%s: --profile has no effect here: %s", cmd.Name(), instead)
		}
		return nil
	}
	return cmd
}
