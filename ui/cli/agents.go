package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/profile"
)

// engine returns a workbench on a world that knows the agents of env.
func (env Env) engine(w facts.World, options ...engine.Option) *engine.Workbench {
	return engine.New(w, append(slices.Clone(options), engine.WithAgents(env.Agents))...)
}

// agentsFlag adds --agent to a command, with the names that a shell may complete.
func (env Env) agentsFlag(cmd *cobra.Command, agents *[]string) {
	cmd.Flags().StringArrayVar(agents, "agent", nil, "an agent, as `NAME[@VERSION]`; may be repeated (default: all)")
	complete(cmd, "agent", func() (names []string) {
		for _, a := range env.Agents.Discoverers() {
			names = append(names, a.Name)
			for _, v := range a.Versions {
				names = append(names, a.Name+"@"+v.Name)
			}
		}
		return names
	})
}

// profileNames are the names that --profile takes.
func (env Env) profileNames() (names []string) {
	for _, p := range env.Agents.Profiles() {
		names = append(names, profile.FullName(p))
	}
	return names
}

// complete has a shell complete the values of a flag.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	// The only error is that of a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return slices.DeleteFunc(values(), func(v string) bool { return !strings.HasPrefix(v, typed) }), cobra.ShellCompDirectiveNoFileComp
	})
}
