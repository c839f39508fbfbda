package qwencode_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// listed calls file for each of the names and makes the file that it returns. It returns the names
// of the things of this kind that the agent then lists.
func listed(t *testing.T, kind discovery.Kind, names []string, file func(i int, name string) (path, text string)) (got []string) {
	t.Helper()
	w := agenttest.Repository()
	for i, name := range names {
		w.File(file(i, name))
	}
	for _, c := range agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{}).OfKind(kind) {
		if c.Verdict == discovery.Listed {
			got = append(got, c.Name)
		}
	}
	slices.Sort(got)
	return got
}

// The names that Qwen Code 0.24.4 and 0.15.10 were seen to list.
func TestNamesOfSkillsAndSubagents(t *testing.T) {
	long := strings.Repeat("n", 50)
	names := []string{"a_b", "-ab", ".ab", "_ab", "ab_", "A-b", "a:b", "a.b", "été", "中", "1a", "a/b", "a b", "a+b", "a,b", "a(b", "a~b", "[ab", "@ab", "it's", long, long + "n", "Main"}
	got := listed(t, discovery.Skill, names, func(i int, name string) (string, string) {
		return fmt.Sprintf("/p/.qwen/skills/s%d/SKILL.md", i), "---\nname: " + name + "\ndescription: d\n---\nThe text of it.\n"
	})
	if want := []string{"-ab", ".ab", "1a", "A-b", "Main", "_ab", "a.b", "a:b", "a_b", "ab_", long, long + "n", "été", "中"}; !slices.Equal(got, want) {
		t.Errorf("skills %q\n want %q", got, want)
	}
	got = listed(t, discovery.Subagent, names, func(i int, name string) (string, string) {
		return fmt.Sprintf("/p/.qwen/agents/s%d.md", i), "---\nname: " + name + "\ndescription: d\n---\nThe text of it.\n"
	})
	if want := []string{"1a", "A-b", "a_b", long, "été"}; !slices.Equal(got, want) {
		t.Errorf("sub-agents %q\n want %q", got, want)
	}
}

// A sub-agent needs a text of at least ten characters. Both versions were seen to list only those.
func TestTextOfASubagent(t *testing.T) {
	texts := []string{"", "B", "123456789", "1234567890", "  \n1234 67890\n\n"}
	got := listed(t, discovery.Subagent, texts, func(i int, text string) (string, string) {
		return fmt.Sprintf("/p/.qwen/agents/s%d.md", i), fmt.Sprintf("---\nname: text%d\ndescription: d\n---\n%s", i, text)
	})
	if want := []string{"text3", "text4"}; !slices.Equal(got, want) {
		t.Errorf("listed %q, want %q", got, want)
	}
}

// The origin of what the request says about a sub-agent is the beginning of the sub-agent's file.
func TestTheOriginOfASubagentsDescription(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.qwen/agents/a.md", "---\nname: one\ndescription: does one\n---\nYou are it, in full.\n")
	agents := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{}).OfKind(discovery.Subagent)
	if len(agents) != 1 {
		t.Fatalf("%d sub-agents", len(agents))
	}
	if o := agents[0].Text.Pieces()[0].Origin; o.Source != "/p/.qwen/agents/a.md" || o.Line != 1 || o.Span.Start != 0 || o.Span.End != 40 || agents[0].Text.String() != "does one" {
		t.Errorf("%q of %+v", agents[0].Text.String(), o)
	}
}
