package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/facts"
)

// engine returns a workbench on a world, with the agents of env.
func (env Env) engine(w facts.World, options ...engine.Option) *engine.Workbench {
	return engine.New(w, append(slices.Clone(options), engine.WithAgents(env.Agents))...)
}

// agentsFlag adds --agent to a command.
func (env Env) agentsFlag(cmd *cobra.Command, agents *[]string) {
	cmd.Flags().StringArrayVar(agents, "agent", nil, "an agent, as `NAME[@VERSION]`; may be repeated (default: all)")
}
