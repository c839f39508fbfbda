package kilo_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// The sub-agents that Kilo 7.7.7 was seen to list.
func TestSubagents(t *testing.T) {
	agent := func(header string) string { return "---\n" + header + "\n---\n\nBody.\n" }
	w := agenttest.Repository().Dir("/p/sub")
	for file, text := range map[string]string{
		"/p/.kilo/agent/sub.md": agent("description: d\nmode: subagent"), "/p/.kilo/agent/all.md": agent("description: d\nmode: all"), "/p/.kilo/agent/none.md": agent("description: d"),
		"/p/.kilo/agent/nodesc.md": agent("mode: subagent"), "/p/.kilo/agent/hidden.md": agent("description: d\nhidden: true"), "/p/.kilo/agent/named.md": agent("name: other\ndescription: d"),
		"/p/.kilo/agent/bad.md": agent("description: [x\nmode: primary"), "/p/.kilo/agent/colon.md": agent("description: a: d\nmode: subagent"), "/p/.kilo/agent/bare.md": "Bare.\n",
		"/p/.kilo/agent/deep/er.md": agent("description: d"), "/p/.kilocode/agents/old.md": agent("description: d"), "/p/sub/.kilo/agent/near.md": agent("description: d"), "/h/.config/kilo/agent/mine.md": agent("description: d"),
		"/p/.kilo/agent/primary.md": agent("description: d\nmode: primary"), "/p/.kilo/agent/off.md": agent("description: d\ndisable: true"), "/p/.kilo/agent/number.md": agent("description: 5"),
		"/p/.kilo/modes/mode.md": agent("description: d"), "/p/.opencode/agent/oc.md": agent("description: d"), "/p/.claude/agents/cl.md": agent("name: cl\ndescription: d"),
		"/p/.kilo/agent/twice.md": agent("description: first"), "/p/.kilo/agents/twice.md": agent("description: second"), "/p/.kilo/agent/text.txt": agent("description: d"),
	} {
		w.File(file, text)
	}
	var got []string
	for _, c := range agenttest.Discover(t, w, "kilo", "/p/sub", discovery.Options{}).OfKind(discovery.Subagent) {
		if c.Verdict == discovery.Listed {
			got = append(got, c.Name)
		}
		if (c.Path == "/p/.kilo/agents/twice.md") != (c.Verdict == discovery.Listed) && strings.Contains(c.Path, "twice") {
			t.Errorf("%s: %s", c.Path, c.Verdict)
		}
	}
	slices.Sort(got)
	if want := []string{"all", "bad", "bare", "colon", "deep/er", "hidden", "mine", "near", "nodesc", "none", "old", "other", "sub", "twice"}; !slices.Equal(got, want) {
		t.Errorf("listed %q\n want %q", got, want)
	}
}

// The skills with unusual headers that Kilo 7.7.7 was seen to list.
func TestSkillHeaders(t *testing.T) {
	for header, want := range map[string]bool{
		"name: a: b\ndescription: d": true, "name: s\ndescription: a: b": true, "name: a b\ndescription: d": true,
		"name: [x\ndescription: d": false, "name: s\ndescription: [x": false, "name: \"s\ndescription: d": false, "description: d": false, "name: 5\ndescription: d": false, "name: [s]\ndescription: d": false,
	} {
		w := agenttest.Repository().File("/p/.kilo/skills/s/SKILL.md", "---\n"+header+"\n---\n")
		skills := agenttest.Discover(t, w, "kilo", "/p", discovery.Options{}).OfKind(discovery.Skill)
		if len(skills) != 1 || (skills[0].Verdict == discovery.Listed) != want {
			t.Errorf("%q: %+v", header, skills)
		}
	}
}
