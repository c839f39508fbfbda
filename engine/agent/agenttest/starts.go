package agenttest

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/capture/start"
	"galley/engine/facts"
)

// Started is a case of [Starts]: what Build adds to a repository at /p with a home at /h, and how
// the agent is started there. The prompt is "go" and the directory /p/d unless In has others.
type Started struct {
	Name  string
	Build func(w *facts.Memory)
	In    start.Input
}

// Starts writes for each case how the agent is started: the plan with its notes, the programs that
// run, and the facts about the machine. It compares this with what testdata/starts.txt records.
func Starts(t testing.TB, name string, all []Started) {
	t.Helper()
	a, _ := known(t, name)
	var b strings.Builder
	for _, one := range all {
		in := one.In
		in.Cwd, in.Prompt = cmp.Or(in.Cwd, "/p/d"), cmp.Or(in.Prompt, "go")
		w := Repository().Dir(in.Cwd)
		one.Build(w)
		in.World, in.Home, in.Project, in.Scratch = w, "/h", "/p", "/s"
		fmt.Fprintf(&b, "== %s\n", one.Name)
		planned(&b, a.Start, in)
		p, _ := a.Start.Headless(in)
		for _, note := range p.Notes {
			fmt.Fprintf(&b, "note: %s\n", note)
		}
		if of := a.Start.FactsOf(); of != nil {
			for _, fact := range of(context.Background(), w, in.Cwd) {
				fmt.Fprintf(&b, "fact %s: %q\n", fact.Name, fact.Text)
			}
		}
		if a.Start.Override != nil {
			with, err := a.Start.Override(in, "/s/prompt.md", strings.Repeat("x", 128<<10))
			fmt.Fprintf(&b, "replaces %q, stays %q, %v\n", with.Replaces, with.Stays, err)
		}
	}
	Recorded(t, "starts.txt", b.String())
}
