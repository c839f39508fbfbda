package transfer_test

import (
	"context"
	"fmt"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/transfer"
)

// everyone returns the names of all agents in the list that have a discovery.
func everyone() (names []string) {
	for _, a := range agent.Known().SurveyAgents() {
		names = append(names, a.Agent)
	}
	return names
}

func TestAPlanShowsWhatEveryAgentLoadsWithTheChangesMade(t *testing.T) {
	for _, tt := range []struct {
		name string
		file string
		make func(*facts.Memory)
	}{
		{"a file alone", "/p/AGENTS.md", func(*facts.Memory) {}},
		{"files that others read", "/p/AGENTS.md", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "Mine.\n").File("/p/GEMINI.md", "Mine.\n").File("/p/.cursorrules", "Old.\n")
		}},
		{"a link to the file that is changed", "/p/docs/rules.md", func(w *facts.Memory) {
			w.File("/p/docs/rules.md", "Do so.\n").File("/p/CLAUDE.md", "Mine.\n").Link("/p/CRUSH.md", "CLAUDE.md")
		}},
		{"a link to what a change makes", "/p/AGENTS.md", func(w *facts.Memory) { w.Link("/p/WARP.md", "GEMINI.md").Link("/p/QWEN.md", "CLAUDE.md") }},
		{"a folder that is a link", "/p/.cursor/rules/a.mdc", func(w *facts.Memory) {
			w.File("/p/.cursor/rules/a.mdc", "---\nglobs: src/**\n---\nUse REST.\n").Dir("/p/shared").Link("/p/.claude", "shared").Link("/p/.windsurf", "shared")
		}},
		{"more folders than are noted", "/p/AGENTS.md", func(w *facts.Memory) {
			for i := range discovery.BelowWatched + 5 {
				w.Dir(fmt.Sprintf("/p/d%d/e", i))
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository().File("/p/AGENTS.md", "Do so.\n").File("/h/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`)
			tt.make(w)
			p := plan(t, w, tt.file, everyone()...)
			if len(p.Changes) == 0 {
				t.Fatal("the plan changes nothing")
			}
			for side, world := range map[*[]*discovery.Trace]facts.World{&p.Before: w, &p.After: p.World} {
				fresh, _, err := discovery.Survey(context.Background(), world, agent.Known().SurveyAgents(), discovery.Options{Cwd: "/p"})
				if err != nil {
					t.Fatal(err)
				}
				for i, trace := range *side {
					if got, want := loads(trace), loads(fresh[i]); got != want {
						t.Errorf("%s: the plan says %s, but the agent loads %s", trace.Agent, got, want)
					}
				}
			}
		})
	}
}

func loads(t *discovery.Trace) string {
	s := t.Text.String()
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.Kind == discovery.Rule {
			s += fmt.Sprintf("; %s %s %s", c.Path, c.Verdict, c.Reason)
		}
	}
	return s
}

// counting counts the reads of the disk.
type counting struct {
	*facts.Memory
	reads int
}

func (c *counting) ReadFile(name string) (string, error) {
	c.reads++
	return c.Memory.ReadFile(name)
}

func TestAPlanReadsTheDiskOnceAndAsksAnAgentAgainOnlyForWhatItSees(t *testing.T) {
	work := func(n int) (reads, discoveries int) {
		w := &counting{Memory: agenttest.Repository()}
		for i := range n {
			w.File(fmt.Sprintf("/p/.claude/rules/%d.md", i), "---\npaths: 'src/**'\n---\nUse REST.\n")
		}
		all := agent.Known().SurveyAgents()
		for i := range all {
			ask := all[i].Discover
			all[i].Discover = func(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
				discoveries++
				return ask(ctx, w, o)
			}
		}
		o := transfer.Options{File: "/p/.claude/rules/1.md", Project: "/p", To: everyone(), All: all, Options: discovery.Options{Cwd: "/p"}}
		if _, err := transfer.Make(context.Background(), w, o); err != nil {
			t.Fatal(err)
		}
		return w.reads, discoveries
	}
	reads, discoveries := work(20)
	more, again := work(80)
	if more > 4*reads || more > 80+reads {
		t.Errorf("%d files read with 20 rules, %d with 80", reads, more)
	}
	if again != discoveries || discoveries > 4*len(everyone()) {
		t.Errorf("%d discoveries of %d agents with 20 rules, %d with 80", discoveries, len(everyone()), again)
	}
}
