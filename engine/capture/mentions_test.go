package capture

import (
	"encoding/json"
	"fmt"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/wire"
)

// galley does not predict the description of some sub-agents. If such a sub-agent is new or gone,
// the next request differs from the capture, and the sub-agent's file counts as changed.
func TestWhatAnAgentMentionsChangesAfterACapture(t *testing.T) {
	listed := func(name, path string) discovery.Candidate {
		return discovery.Candidate{Kind: discovery.Subagent, Name: name, Path: path, Verdict: discovery.Listed, Detail: "the tool names it"}
	}
	skill := discovery.Candidate{Kind: discovery.Skill, Name: "s", Path: "/s", Verdict: discovery.Listed, Text: source.Literal("- s")}
	unlisted := discovery.Candidate{Kind: discovery.Subagent, Name: "off", Path: "/off"}
	a, b, moved := listed("a", "/a"), listed("b", "/b"), listed("a", "/other")
	server := discovery.Candidate{Kind: discovery.Server, Name: "srv", Verdict: discovery.Listed, Detail: "its tools"}
	trace := func(all ...discovery.Candidate) *discovery.Trace { return &discovery.Trace{Candidates: all} }
	for _, one := range []struct {
		name      string
		then, now *discovery.Trace
		changes   string
		changed   string
	}{
		{"nothing", trace(a, skill), trace(a, unlisted), "[]", "[]"},
		{"the first", trace(), trace(a), "[{{agent a /a} false the tool names it}]", "[/a]"},
		{"one more, which has no file", trace(a), trace(a, server), "[{{MCP server srv } false its tools}]", "[srv]"},
		{"one is gone", trace(a, b), trace(b), "[{{agent a /a} true }]", "[/a]"},
		{"another file defines it", trace(a), trace(moved), "[{{agent a /other} false the tool names it} {{agent a /a} true }]", "[/other /a]"},
		{"two of one name in one file", trace(a, a), trace(a, a), "[]", "[]"},
		{"two files that change are each named once", trace(), trace(a, listed("a2", "/a")), "[{{agent a /a} false the tool names it} {{agent a2 /a} false the tool names it}]", "[/a]"},
	} {
		w := facts.NewMemory()
		c := &Capture{Form: wire.Chat, Body: []byte(`{"messages":[{"role":"user","content":"ok"}]}`), read: new(reading)}
		if err := Understand(t.Context(), c, one.then, w, nil); err != nil {
			t.Fatal(err)
		}
		stored, err := json.Marshal(c.Attribution)
		if err != nil {
			t.Fatal(err)
		}
		c.Attribution = nil
		if err := json.Unmarshal(stored, &c.Attribution); err != nil {
			t.Fatal(err)
		}
		next, _, err := c.Predict(t.Context(), one.now, w, nil, map[string]string{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(c.MentionChanges(one.now)); got != one.changes || fmt.Sprint(next.Changed) != one.changed {
			t.Errorf("%s: %s, changed %v; want %s, %s", one.name, got, next.Changed, one.changes, one.changed)
		}
		c.Attribution.Mentions = nil
		if got := c.MentionChanges(one.now); got != nil {
			t.Errorf("%s: the capture does not say what was mentioned, but %v", one.name, got)
		}
	}
	if got := new(Capture).MentionChanges(trace(a)); got != nil {
		t.Errorf("without an attribution: %v", got)
	}
}
