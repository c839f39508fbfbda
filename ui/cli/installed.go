package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/report"
	"galley/engine/textutil"
	"galley/ui/launch"
)

func newAgents(env Env, f *flags) *cobra.Command {
	var ask bool
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "List the agents, the versions that galley knows, and what is installed here",
		Long: `agents lists each agent with the versions that galley knows, how and when their rules were
established, and the version installed here. galley reads that from the program's package
and runs nothing. --ask instead runs each program with --version.`,
		Args: cobra.NoArgs,
		RunE: f.withSettings(env, func(ctx context.Context, s *Session, _ []string) error {
			all := s.agentRows(ctx, env, f.listed(s), ask)
			if s.json {
				return env.encode(agentList{report.Schema, all})
			}
			return agentsText(env, all)
		}),
	}
	cmd.Flags().BoolVar(&ask, "ask", false, "run each installed program with --version")
	return cmd
}

// agentList is the JSON shape of `agents`.
type agentList struct {
	Schema int        `json:"schema"`
	Agents []agentRow `json:"agents"`
}

type agentRow struct {
	Agent     string          `json:"agent"`
	Title     string          `json:"title"`
	Versions  []agentVersion  `json:"versions"`  // the default first; empty if galley does not follow the agent's rule files
	Captures  bool            `json:"captures"`  // whether galley can start the agent
	Installed *agentInstalled `json:"installed"` // null if the agent's program is not on the PATH, or galley does not know the program
	Newer     bool            `json:"newer"`     // whether the installed version is newer than all versions that galley follows
	Notes     []string        `json:"notes"`
}

type agentVersion struct {
	Version  string   `json:"version"`
	Same     []string `json:"same"` // other releases that behave like this one
	Evidence string   `json:"evidence"`
	Date     string   `json:"date"` // year and month, or ""
}

type agentInstalled struct {
	Version string `json:"version"` // or ""
	Path    string `json:"path"`
}

// agentRows returns a row for each agent. If ask is set, it starts the programs to ask for their
// versions.
func (s *Session) agentRows(ctx context.Context, env Env, order *agent.Registry, ask bool) []agentRow {
	var all []agentRow
	for _, a := range order.All() {
		row := agentRow{Agent: a.Name, Title: a.Title, Versions: versionsOf(a.Versions), Notes: []string{}}
		if a.Start != nil {
			s.installed(ctx, env, ask, a, &row)
		}
		all = append(all, row)
	}
	return all
}

func versionsOf(all []discovery.Version) []agentVersion {
	out := make([]agentVersion, len(all))
	for i, v := range all {
		out[i] = agentVersion{v.Name, append([]string{}, v.Same...), string(v.Evidence), v.Date}
	}
	return out
}

// installed fills in the agent's program on the PATH. If ask is set, it starts the program to ask
// for its version.
func (s *Session) installed(ctx context.Context, env Env, ask bool, a agent.Agent, row *agentRow) {
	row.Captures = true
	found, ok := start.Find(s.World, *a.Start, launch.Project(s.World, s.Request.Cwd))
	for _, p := range found.Passed {
		row.Notes = append(row.Notes, "skipped: "+p)
	}
	if !ok {
		return
	}
	row.Installed = &agentInstalled{Version: found.Version, Path: found.Path}
	if ask {
		run := env.Exec
		if run == nil {
			run = runProgram
		}
		out, err := run(ctx, s.Request.Cwd, found.Path, "--version")
		if err != nil {
			row.Notes = append(row.Notes, "it did not print its version: "+err.Error())
		} else if v := agent.VersionNumber(string(out)); v != "" {
			row.Installed.Version = v
		} else {
			row.Notes = append(row.Notes, "its --version prints no number: "+textutil.FirstLine(strings.TrimSpace(string(out))))
		}
	}
	row.Newer = a.NewerThanFollowed(row.Installed.Version)
}

func agentsText(env Env, all []agentRow) error {
	w := columns(env.Stdout)
	fmt.Fprintln(w, "AGENT\tVERSIONS\tEVIDENCE\tINSTALLED\tCAPTURE")
	var notes []string
	for _, row := range all {
		followed, known := "-", "-"
		var names []string
		for _, v := range row.Versions {
			names = append(names, strings.Join(append([]string{v.Version}, v.Same...), " = "))
		}
		if len(names) > 0 {
			followed = strings.Join(names, ", ")
			known = strings.TrimSpace(row.Versions[0].Evidence + " " + row.Versions[0].Date)
		}
		installed := "-"
		if row.Installed != nil {
			installed = row.Installed.Version
			if installed == "" {
				installed = "yes, version unknown"
			}
			if row.Newer {
				installed += " (newer than known)"
			}
		}
		captures := "no"
		if row.Captures {
			captures = "yes"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", row.Agent, report.Safe(followed), known, report.Safe(installed), captures)
		for _, n := range row.Notes {
			notes = append(notes, row.Agent+": "+n)
		}
	}
	if err := w.Flush(); err != nil {
		return failed(err)
	}
	for _, n := range notes {
		fmt.Fprintln(env.Stderr, report.Safe("note: "+n))
	}
	return nil
}
