package opencode

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile/profiletest"
)

func TestAgentFrontMatter(t *testing.T) {
	const none = "\x00" // the file defines no agent
	for _, c := range []struct{ name, text, old, newer string }{
		{"none", "Body\n", "Body", "Body"},
		{"usual", "---\ndescription: d\n---\nBody\n", "Body", "Body"},
		{"another language", "---json\n{\"description\": \"d\"}\n---\nBody\n", "Body", "Body"},
		{"longer closing line", "---\ndescription: d\n----\nBody\n", "-\nBody", "-\nBody"},
		{"four dashes", "----\na\n---\n", "----\na\n---", "----\na\n---"},
		{"only comments", "---\n# c\n---\nBody", "Body", "Body"},
		{"unclosed, and valid as a whole", "---\ndescription: d\n", "", ""},
		{"unclosed", "---\ndescription: d\nBody\n", none, "---\ndescription: d\nBody"},
		{"invalid", "---\ndescription: [unclosed\n---\nBody\n", none, "---\ndescription: [unclosed\n---\nBody"},
		{"a colon in a value", "---\ndescription: use it: often\n---\nBody\n", "Body", "Body"},
		{"a colon, and invalid elsewhere", "---\ndescription: use it: often\nmode: [\n---\nBody\n", none, none},
	} {
		for version, want := range map[string]string{"1.1.34": c.old, "1.18.33": c.newer} {
			trace, err := Discover(context.Background(), profiletest.OpenWorld().File("/p/.opencode/agent/a.md", c.text), discovery.Options{Version: version, Cwd: "/p"})
			if err != nil || trace.Failure != nil {
				t.Fatal(err, trace.Failure)
			}
			prompt, there := trace.Defined.Agents["a"]
			if got := prompt.String(); there != (want != none) || there && got != want {
				t.Errorf("%s, %s: %q, want %q", c.name, version, got, want)
			}
		}
	}
}

func TestAnAgentsName(t *testing.T) {
	for _, c := range []struct{ file, text, old, newer string }{
		{"/p/.opencode/agent/deep/a.md", "B", "deep/a", "deep/a"},
		{"/p/.opencode/agents/a.md", "---\nname: own\n---\nB", "own", "own"},
		{"/p/.opencode/agent/a.md", "---\nname: ''\n---\nB", "", ""},
		{"/h/.config/opencode/agent/x/agent/a.md", "B", "x/agent/a", "x/agent/a"},
		{"/h/.config/opencode/agents/x/agent/a.md", "B", "a", "x/agent/a"},
	} {
		for version, want := range map[string]string{"1.1.34": c.old, "1.18.33": c.newer} {
			trace, err := Discover(context.Background(), profiletest.OpenWorld().File(c.file, c.text), discovery.Options{Version: version, Cwd: "/p"})
			if err != nil || len(trace.Defined.AgentNames) != 1 || trace.Defined.AgentNames[0] != want {
				t.Errorf("%s, %s: %q, want %q", c.file, version, trace.Defined.AgentNames, want)
			}
		}
	}
}

// A skill's description as OpenCode 1.18.33 sends it.
func TestMultilineDescriptionKeepsItsLastLineEnd(t *testing.T) {
	m, err := parseMatter("---\nname: a\ndescription: |\n  one\n  two\n---\ntext\n")
	if err != nil || m.values["description"] != "one\ntwo\n" {
		t.Errorf("%q, %v", m.values["description"], err)
	}
}

// The reason why a header cannot be read is a single line. It quotes nothing from the file,
// because the file may be a link to a secret.
func TestAFaultyHeaderIsNotQuoted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"---\nname: [swordfish\n---\n", "---json\n{\"a\": swordfish}\n---\n"} {
		m := opencodeReleases["1.1.34"].readMatter(text)
		if m.broken == "" || strings.ContainsAny(m.broken, "\n") || strings.Contains(m.broken, "swordfish") {
			t.Errorf("%q: %q", text, m.broken)
		}
	}
}

// TestTabsAtTheStartOfALine lists how js-yaml 3.14.1 reads tabs. OpenCode 1.18.33 was seen to read
// them in the same way.
func TestTabsAtTheStartOfALine(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"name: a\tb\n\t\ndescription: c": `map[description:c name:a	b]`, "name: s\n\tdescription: does things": "map[description:does things name:s]", "a: 1\n\tb: 2": "map[a:1 b:2]",
		"\ta: 1": "map[a:1]", "a:\n\tb: 1": "map[a:<nil> b:1]", "a:\n\t- b": "map[a:[b]]", "a: [b,\n\tc]": "map[a:[b c]]", "a: \"b\n\tc\"": "map[a:b c]",
		"a:\n  - b\n\tc: d": "map[a:[b] c:d]", "a:\n  b: c\n\td: e": "map[a:map[b:c] d:e]",
		"\ta: 1\nb: 2": "error", "a: b\n\tc": "error", "a: b\n\t c\nd: e": "error", "a: >\n\tb": "error",
	} {
		values, err := headerValues("", "\n"+header)
		if got := fmt.Sprint(values); err != nil && want != "error" || err == nil && got != want {
			t.Errorf("%q gives %s, %v, want %s", header, got, err, want)
		}
	}
}
