package opencode

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

// OpenCode compacts a conversation that has as many tokens as the model's window less those that
// are kept free for the answer, or 0 if this is negative. 1.1.34 compacts it one token later.
func TestWhenAConversationIsCompacted(t *testing.T) {
	t.Parallel()
	for i, of := range []map[int]int{{200_000: 168_000, 32_000: 0, 32_001: 1, 10: 0}, {200_000: 168_001, 32_000: 1, 32_001: 2, 10: 1}} {
		p := Profiles[i].(opencode)
		rule := compactionRule
		if p.oldForm {
			rule = compactionRule1134
		}
		for window, want := range of {
			if got := rule.Limit(window); got != want {
				t.Errorf("%s: a window of %d tokens is left for %d, want %d", profile.FullName(p), window, got, want)
			}
		}
		in := profile.Input{BuiltIn: true, Cwd: "/p", World: profiletest.OpenWorld(), Scenario: scenario.Scenario{Provider: "anthropic", Model: "claude-sonnet-4-5"}}
		made := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User, Blocks: []prompt.Block{{Text: source.Literal("hello")}}}}}
		all := p.Compactions(t.Context(), in, made, 5000)
		if len(all) != 1 || all[0].Limit != rule.Limit(all[0].Window) || all[0].Tokens != 5000 || all[0].By != rule.By {
			t.Errorf("%s: %+v", profile.FullName(p), all)
		}
	}
}

// The estimate also counts the calls of tools.
func TestTheEstimateCountsCalls(t *testing.T) {
	t.Parallel()
	m := prompt.Message{Role: prompt.Assistant, Blocks: []prompt.Block{{Text: source.Literal("ok")}}}
	const bare = `[{"role":"assistant","content":[{"type":"text","text":"ok"}]}]`
	if got, want := estimate([]prompt.Message{m}), (len(bare)+2)/4; got != want {
		t.Errorf("without a call: %d, want %d", got, want)
	}
	m.Calls = []prompt.Call{{Name: "read", Arguments: "{}"}}
	const call = `,{"toolName":"read","input":"{}"}`
	if got, want := estimate([]prompt.Message{m}), (len(bare)+len(call)+2)/4; got != want {
		t.Errorf("with a call: %d, want %d", got, want)
	}
}

// inOrder returns the members of an object in their order, up to the first one that cannot be
// read.
func TestMembersInOrder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`{"b":{},"a":{"x":1}}`: "b a", `{"b":{},"a":x}`: "b", `{"b":{},5:1}`: "b", `[]`: "", ``: "", `{}`: ""} {
		var names []string
		for _, n := range inOrder(json.RawMessage(text)) {
			names = append(names, n.name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// The session's model is that of the scenario, or else of the settings, or else of a capture.
func TestTheModelOfTheSession(t *testing.T) {
	t.Parallel()
	usual := profile.Input{}
	usual.Usual.Provider, usual.Usual.Model = "up", "um"
	named := usual
	named.Scenario.Provider, named.Scenario.Model = "sp", "sm"
	set := discovery.Defined{Model: "dp/dm", ModelShown: "dp/dm", ModelFrom: "which the agent's settings name"}
	for _, c := range []struct {
		in       profile.Input
		d        discovery.Defined
		want     string
		problems string
	}{
		{named, set, "sp sm", ""},
		{usual, set, "dp dm", "no model is named; this is the prompt for dp/dm, which the agent's settings name"},
		{usual, discovery.Defined{}, "up um", "no model is named; this is the prompt for um, as OpenCode chose it in your capture"},
		{profile.Input{}, discovery.Defined{}, " ", "no model is named; this is the prompt for an unknown model"},
	} {
		provider, model, problems := SessionModel(c.in, &discovery.Trace{Defined: c.d})
		var said []string
		for _, p := range problems {
			said = append(said, p.Message)
		}
		if got := provider + " " + model; got != c.want || strings.Join(said, "; ") != c.problems {
			t.Errorf("%q, %q; want %q, %q", got, said, c.want, c.problems)
		}
	}
}

// The mode of an agent comes from the settings, or else from OpenCode, or else is "all".
func TestModesOfAgents(t *testing.T) {
	t.Parallel()
	d := discovery.Defined{
		AgentSettings: map[string]discovery.AgentSettings{"own": {}, "sub": {Mode: "subagent"}, "off": {DisabledBy: "disable"}, "general": {Mode: "primary"}},
		Agents:        map[string]source.Text{"prompted": source.Literal("P")},
	}
	for name, want := range map[string]string{"own": "all true", "prompted": "all true", "sub": "subagent true", "off": "all false", "general": "primary true", "explore": "subagent true", "nobody": " false"} {
		if mode, there := agentMode(d, name); fmt.Sprint(mode, " ", there) != want {
			t.Errorf("%s: %q %v, want %s", name, mode, there, want)
		}
	}
}

// How patterns of permissions match.
func TestWildcards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true}, {"git *", "git", true}, {"git *", "git status", true}, {"git *", "gits", false}, {"git*", "gits", true}, {"g?t", "get", true}, {"g?t", "gt", false},
		{"a.b", "axb", false}, {"a.b", "a.b", true}, {"a*c", "a\nc", true}, {"b", "abc", false},
	} {
		if got := wildcard(c.pattern, c.name); got != c.want {
			t.Errorf("%q of %q: %v", c.pattern, c.name, got)
		}
	}
}

// A new rule replaces the rule for the same tool and pattern at its place. A rule for a whole tool
// replaces all rules for that tool.
func TestPermit(t *testing.T) {
	t.Parallel()
	rule := func(tool, pattern, action string) discovery.Permission {
		return discovery.Permission{Tool: tool, Pattern: pattern, Action: action}
	}
	old := []discovery.Permission{rule("bash", "a", "deny"), rule("edit", "*", "ask"), rule("bash", "b", "ask")}
	for _, c := range []struct {
		tool, pattern string
		whole         bool
		want          []discovery.Permission
	}{
		{"bash", "b", false, []discovery.Permission{old[0], old[1], rule("bash", "b", "allow")}},
		{"bash", "*", true, []discovery.Permission{rule("bash", "*", "allow"), old[1]}},
		{"read", "*", true, append(slices.Clone(old), rule("read", "*", "allow"))},
		{"bash", "c", false, append(slices.Clone(old), rule("bash", "c", "allow"))},
	} {
		if got := permit(old, c.tool, c.pattern, "allow", c.whole); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: %v, want %v", c.tool, c.pattern, got, c.want)
		}
	}
}

func TestTextsOfReferences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"// x": true, " \t// x": true, "x // y": false, "/ x": false, " \t": false, "": false} {
		if got := commented(text); got != want {
			t.Errorf("%q is a comment: %v", text, got)
		}
	}
	if line, found := LineWith("a\nb c\nd", "c"); line != "b c" || !found {
		t.Errorf("%q, %v", line, found)
	}
	if line, found := LineWith("a\nb", "c"); line != "" || found {
		t.Errorf("%q, %v", line, found)
	}
	if got := replaceOnce("a x b x", "x", "[$$ $& $` $']"); got != "a [$ x a   b x] b x" {
		t.Errorf("%q", got)
	}
	if got := replaceOnce("a", "x", "y"); got != "a" {
		t.Errorf("%q", got)
	}
	if got := QuoteColons("---\nname: a: b\nother: c\n---\nBody: x"); got != "---\nname: |-\n  a: b\nother: c\n---\nBody: x" {
		t.Errorf("%q", got)
	}
	if got := Choose(nil, "p", "m"); got.File != "" {
		t.Errorf("%+v", got)
	}
}
