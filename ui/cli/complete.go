package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/logs/store"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/token"
	"galley/ui/style"
)

// values returns the words that a shell can complete.
type values func() []string

// completions makes the shell complete the values of flags and arguments whose values galley knows.
// If a flag has other values in one command, they are listed under the name of that command.
func (env Env) completions(root *cobra.Command) {
	these := func(list ...string) values { return func() []string { return list } }
	flags := map[string]values{
		"profile": env.profileNames, "agent": env.followedNames, "sessions --agent": these(store.Agents...),
		"model": modelNames, "capture": env.captureNames, "theme": these(append(style.Names(), "auto")...),
		"mode":     these(string(start.Headless), string(start.Interactive), "both"),
		"provider": these("anthropic", "openai", "gemini"), "api": these("chat", "responses"), "tools --to": these("claude", "openai", "gemini", "mcp"),
		"transfer --to": func() []string { return append(env.followedNames(), "all") }, "format": these("text", "json", "github", "markdown"),
		"encoding": these(token.Encodings()...), "call": these("read", "edit", "write", "create"), "diff --against": env.profileNames,
	}
	arguments := map[string]values{
		"capture": env.startableNames, "verify": env.startableNames, "run": env.startableNames, "captures consent": env.startableNames,
		"captures show": env.captureIDs, "captures forget": env.captureIDs, "captures diff": env.captureIDs, "captures export": env.captureIDs,
		"profiles compare": env.profileNames, "subagents": env.followedNames, "scenario set": scenario.Keys,
	}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		path := strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		first, _, _ := strings.Cut(path, " ")
		given := func(f *pflag.Flag) {
			list, ok := flags[first+" --"+f.Name]
			if !ok {
				list, ok = flags[f.Name]
			}
			if ok {
				complete(cmd, f.Name, list)
			}
		}
		cmd.LocalNonPersistentFlags().VisitAll(given)
		cmd.PersistentFlags().VisitAll(given)
		if list, ok := arguments[path]; ok {
			cmd.ValidArgsFunction = func(_ *cobra.Command, before []string, typed string) ([]string, cobra.ShellCompDirective) {
				if path == "run" && len(before) > 0 {
					return nil, cobra.ShellCompDirectiveDefault // the second argument is a file, whose name the shell completes
				}
				return beginning(list(), typed), cobra.ShellCompDirectiveNoFileComp
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
}

// complete makes the shell complete a flag's values, also after a comma.
func complete(cmd *cobra.Command, flag string, list values) {
	// This fails only for a flag that does not exist or already has completion.
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		at := 0
		if f := cmd.Flag(flag); f != nil && f.Value.Type() == "stringSlice" {
			at = strings.LastIndexByte(typed, ',') + 1
		}
		found := beginning(list(), typed[at:])
		for i := range found {
			found[i] = typed[:at] + found[i]
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	})
}

func beginning(list []string, typed string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(v string) bool { return !strings.HasPrefix(v, typed) })
}

// followedNames returns the values of --agent.
func (env Env) followedNames() (names []string) {
	for _, a := range env.Agents.Discoverers() {
		names = append(append(names, a.Name), a.Aliases...)
		for _, v := range a.Versions {
			names = append(names, a.Name+"@"+v.Name)
		}
	}
	return names
}

// profileNames returns the values of --profile.
func (env Env) profileNames() (names []string) {
	for _, p := range env.Agents.Profiles() {
		names = append(names, profile.FullName(p))
	}
	return names
}

// startableNames returns the names of the agents that galley can start.
func (env Env) startableNames() (names []string) {
	for _, a := range env.Agents.Startable() {
		names = append(names, a.Name)
	}
	return names
}

// captureNames returns the values of --capture.
func (env Env) captureNames() []string { return append(env.captureIDs(), "last", "none") }

// captureIDs returns the ids of the stored captures.
func (env Env) captureIDs() (ids []string) {
	state := config.StateDir(env.World)
	if state == "" {
		return nil
	}
	kept, _, _ := capture.Store{Dir: facts.Join(state, "captures")}.List() // captures that cannot be read are not offered
	for _, c := range kept {
		ids = append(ids, c.ID)
	}
	return ids
}

// modelNames returns the models of the catalogue, each with and without its provider.
func modelNames() (names []string) {
	for _, m := range token.Models() {
		names = append(names, m.Provider+"/"+m.ID, m.ID)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
