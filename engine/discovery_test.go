package engine

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestDiscoveryIsCachedUntilRefresh(t *testing.T) {
	world := repository()
	bench := New(world)
	r := request("Mine.")
	r.Profile, r.Model = "opencode", "anthropic/claude-sonnet-4-5"
	first := render(t, bench, r)
	if !strings.Contains(first.Text.String(), "Instructions from: /p/AGENTS.md\n# Rules\nBe brief.\n") {
		t.Fatal(first.Text)
	}
	asked := func(res *Result, path string) bool {
		return slices.ContainsFunc(res.Questions, func(q facts.Question) bool { return q.Path() == path })
	}
	for _, path := range []string{"/p/AGENTS.md", "/p/opencode.json", "/home/u/.claude/CLAUDE.md", "/p/docs/part3"} {
		if !asked(first, path) {
			t.Errorf("the watcher does not get %s", path)
		}
	}
	if !slices.IsSortedFunc(first.Questions, func(a, b facts.Question) int { return strings.Compare(a.Op+"\x00"+a.Arg, b.Op+"\x00"+b.Arg) }) {
		t.Error("the questions are not sorted")
	}

	world.File("/p/AGENTS.md", "# Rules\nBe kind.\n")
	r.Template.Text = "Mine, changed."
	if res := render(t, bench, r); !strings.Contains(res.Text.String(), "Be brief.") || !asked(res, "/p/AGENTS.md") {
		t.Error("a key press read the world again, or lost the questions to watch")
	}
	bench.Refresh()
	if res := render(t, bench, r); !strings.Contains(res.Text.String(), "Be kind.") {
		t.Error("Refresh did not read the world again")
	}
}

func TestOtherOptionsRunAnotherDiscovery(t *testing.T) {
	world := repository()
	bench := New(world)
	r := request("Mine.")
	r.Profile, r.Model = "openagentic", "p/m"
	with := render(t, bench, r).Text.String()
	r.Scenario.SettingSources = &[]string{}
	without := render(t, bench, r).Text.String()
	r.Scenario.SettingSources = nil
	if again := render(t, bench, r).Text.String(); again != with || without == with || !strings.Contains(with, "/p/AGENTS.md") {
		t.Errorf("with %q\nwithout %q", with, without)
	}
}

func TestMergeQuestions(t *testing.T) {
	q := func(args ...string) (all []facts.Question) {
		for _, a := range args {
			all = append(all, facts.Question{Op: a[:1], Arg: a[1:]})
		}
		return all
	}
	for _, c := range [][2][]facts.Question{
		{nil, q("aa")}, {q("aa"), nil}, {q("aa", "ac", "ba"), q("ab", "ac", "bb")}, {q("b1"), q("a1", "b1", "c1")}, {nil, nil},
	} {
		if got, want := merged(c[0], c[1]), union(c[0], c[1]); !slices.Equal(got, want) {
			t.Errorf("%v and %v: %v, want %v", c[0], c[1], got, want)
		}
	}
}
