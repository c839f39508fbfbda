// Command table measures how well galley predicts what installed agents send.
//
// For each agent, mode and tree it captures the agent. Then it makes one edit after another: it
// predicts the next request, captures it, and compares the two. It appends the results to a file of
// JSON lines, and after an interruption a new run skips what has been measured. At the end, and
// with -print, it writes the results by agent, mode and kind of edit as a table in Markdown.
//
//	go run ./ui/launch/table -dir /tmp/measure -agents codex,pi -trees plain
//
// With -lists N it instead compares the request with galley's list of skills, commands, agents, MCP
// servers and rule files, in N trees of each agent. The trees are generated from numbers: the same
// number gives the same tree.
//
// It starts the agents that are on the PATH, with a separate home below -dir. Tests never run it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/ui/launch"
)

// row is the result of one edit.
type row struct {
	Agent      string   `json:"agent"`
	Version    string   `json:"version"`
	Mode       string   `json:"mode"`
	Tree       string   `json:"tree"`
	Kind       string   `json:"kind"`
	Equal      bool     `json:"equal"`
	Changed    []string `json:"changed"` // what the prediction changed
	Normalised []string `json:"normalised"`
	// First is the first difference, or the reason why the edit could not be measured.
	First    string `json:"first,omitempty"`
	Measured bool   `json:"measured"`
}

func main() {
	launch.Keep()
	os.Exit(command(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// command runs the program with its arguments and returns the exit status.
func command(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	flags.SetOutput(errs)
	dir := flags.String("dir", "", "where trees, the home and the results lie; it is made")
	agents := flags.String("agents", "", "agents, separated by commas (default: all that are installed)")
	modes := flags.String("modes", "headless", "modes, separated by commas")
	names := flags.String("trees", "plain,several,odd", "trees, separated by commas")
	trees := flags.Int("lists", 0, "compare galley's list of skills, commands, agents, servers and rule files with the request, in so many trees of each agent")
	tools := flags.String("mcp", "", "be an MCP server of this name, for those trees")
	only := flags.Bool("print", false, "print the table of what was measured and measure nothing")
	if flags.Parse(args) != nil {
		return 2
	}
	if *tools != "" {
		serveTools(*tools, in, out)
		return 0
	}
	if *dir == "" {
		fmt.Fprintln(errs, "table: name a directory with -dir")
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if *trees > 0 {
		err = lists(ctx, out, errs, *dir, *agents, *trees)
	} else {
		err = run(ctx, out, errs, *dir, *agents, *modes, *names, *only)
	}
	if err != nil {
		fmt.Fprintln(errs, "table:", err)
		return 3
	}
	return 0
}

// run measures the edits in the trees of each agent and mode, and prints the table. It reports each
// edit to errs.
func run(ctx context.Context, out, errs io.Writer, dir, agents, modes, names string, only bool) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	results := filepath.Join(dir, "results.jsonl")
	have := read[row](results)
	if only {
		fmt.Fprint(out, table(have))
		return nil
	}
	for _, named := range agent.Known().Startable() {
		if agents != "" && !slices.Contains(strings.Split(agents, ","), named.Name) {
			continue
		}
		for _, mode := range strings.Split(modes, ",") {
			for _, tree := range strings.Split(names, ",") {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				done := func(r row) bool {
					return r.Agent == named.Name && r.Mode == mode && r.Tree == tree && r.Kind == kinds[len(kinds)-1].name
				}
				if slices.ContainsFunc(have, done) {
					continue
				}
				// Measure a tree again from its start if it was interrupted.
				have = slices.DeleteFunc(have, func(r row) bool { return r.Agent == named.Name && r.Mode == mode && r.Tree == tree })
				rows, err := measure(ctx, errs, dir, named, start.Mode(mode), tree)
				if err != nil {
					fmt.Fprintf(errs, "%s %s %s: %v\n", named.Name, mode, tree, err)
					continue
				}
				have = append(have, rows...)
				if err := write(results, have); err != nil {
					return err
				}
			}
		}
	}
	fmt.Fprint(out, table(have))
	return nil
}

// measure makes the edits in one tree, one after another. Each prediction is based on the capture
// before it.
func measure(ctx context.Context, errs io.Writer, dir string, named agent.Agent, mode start.Mode, treeName string) ([]row, error) {
	if mode == start.Interactive && named.Start.Interactive == nil {
		return nil, fmt.Errorf("not measured: %s", named.Start.NoInteractive)
	}
	t, err := newTree(filepath.Join(dir, "trees", named.Name+"-"+string(mode)+"-"+treeName), named.Name, treeName)
	if err != nil {
		return nil, err
	}
	settle(dir, t.home)
	base, err := launch.Make(ctx, options(dir, named, t, mode))
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, k := range kinds {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r := row{Agent: named.Name, Version: base.Version, Mode: string(mode), Tree: treeName, Kind: k.name}
		began := time.Now()
		var v launch.Verified
		err := k.edit(t)
		if err == nil {
			v, err = launch.Verify(ctx, options(dir, named, t, mode), base)
		}
		if err != nil {
			r.First = err.Error()
		} else {
			r.Measured, r.Equal, r.Normalised, base = true, v.Same, v.Normalised, v.Fresh
			if v.First != nil {
				r.First = fmt.Sprintf("%s at %d (%s): sent %.60q, predicted %.60q", v.First.Block, v.First.Offset, strings.ReplaceAll(v.First.Origin, t.base, ""), v.First.Captured, v.First.Predicted)
			}
		}
		fmt.Fprintf(errs, "%s %s %s %s: equal %v %v %s (%.1f s)\n", r.Agent, mode, treeName, k.name, r.Equal, r.Normalised, r.First, time.Since(began).Seconds())
		rows = append(rows, r)
	}
	return rows, nil
}

// read returns the results in a file of JSON lines. It skips invalid lines, and returns nil if it
// cannot read the file.
func read[T any](name string) (all []T) {
	data, _ := os.ReadFile(name)
	for line := range bytes.Lines(data) {
		var r T
		if json.Unmarshal(line, &r) == nil {
			all = append(all, r)
		}
	}
	return all
}

func write[T any](name string, all []T) error {
	var b strings.Builder
	for _, r := range all {
		line, _ := json.Marshal(r) // a row has only texts, numbers and lists, which can always be encoded
		b.Write(append(line, '\n'))
	}
	return os.WriteFile(name, []byte(b.String()), 0o600)
}

// table returns the results as Markdown.
func table(all []row) string {
	var b strings.Builder
	equal, measured := 0, 0
	b.WriteString("| agent | mode | kind of edit | equal | normalised | first difference |\n|---|---|---|---|---|---|\n")
	type key struct{ agent, version, mode, kind string }
	var order []key
	by := map[key][]row{}
	for _, r := range all {
		k := key{r.Agent, r.Version, r.Mode, r.Kind}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], r)
	}
	for _, k := range order {
		n, of, first := 0, 0, ""
		var normalised []string
		for _, r := range by[k] {
			if r.Measured {
				of++
			}
			if r.Equal {
				n++
			} else if first == "" {
				where, _, _ := strings.Cut(r.First, ": sent ") // leave out the agent's own words
				first = r.Tree + ": " + where
			}
			for _, name := range r.Normalised {
				if !slices.Contains(normalised, name) {
					normalised = append(normalised, name)
				}
			}
		}
		equal, measured = equal+n, measured+of
		fmt.Fprintf(&b, "| %s | %s | %s | %d of %d | %s | %s |\n", strings.TrimSpace(k.agent+" "+k.version), k.mode, k.kind, n, of, strings.Join(normalised, ", "), strings.ReplaceAll(first, "|", `\|`))
	}
	if measured > 0 {
		fmt.Fprintf(&b, "\n%d of %d predicted requests equal the next captured one (%.1f %%).\n", equal, measured, 100*float64(equal)/float64(measured))
	}
	return b.String()
}
