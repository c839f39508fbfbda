package qwencode_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Each row shows one difference between the followed versions, observed on one path.
func TestQwenVersions(t *testing.T) {
	tests := []struct {
		name       string
		build      func(w *facts.Memory)
		path       string
		newer, old string // verdict and reason with 0.24.4 and with 0.15.10
	}{
		{"a private file of the repository", agenttest.File("/p/.qwen/QWEN.local.md", "a"), "/p/.qwen/QWEN.local.md", "loaded", ""},
		{"a link to a file that was read", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").Link("/p/QWEN.md", "AGENTS.md") }, "/p/AGENTS.md", "not loaded already-loaded", "loaded"},
		{"an empty list of paths", agenttest.File("/p/.qwen/rules/a.md", "---\npaths: []\n---\na"), "/p/.qwen/rules/a.md", "loaded", "on demand"},
		{"a command with a description", agenttest.File("/p/.qwen/commands/c.md", "---\ndescription: d\n---\na"), "/p/.qwen/commands/c.md", "listed", "not loaded people-only"},
	}
	for _, tt := range tests {
		for version, want := range map[string]string{"0.24.4": tt.newer, "0.15.10": tt.old} {
			w := agenttest.Repository()
			tt.build(w)
			trace := agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{})
			got := ""
			if len(trace.Find(tt.path)) > 0 {
				got = agenttest.ReasonOf(trace, tt.path)
			}
			if got != want {
				t.Errorf("%s, %s: %q, want %q", tt.name, version, got, want)
			}
		}
	}
}

func TestQwenSortsSkillsAmongBuiltIns(t *testing.T) {
	skill := func(name, more string) string { return "---\nname: " + name + "\n" + more + "\n---\nBody.\n" }
	w := agenttest.Repository().Dir("/p/d").
		File("/p/d/.qwen/skills/one/SKILL.md", skill("one", "description: of .qwen")).
		File("/p/d/.agents/skills/one/SKILL.md", skill("one", "description: of .agents")).
		File("/p/d/.agents/skills/batch/SKILL.md", skill("batch", "description: a & b")).
		File("/p/d/.qwen/skills/none/SKILL.md", skill("none", "")).
		File("/p/d/.qwen/skills/own/SKILL.md", skill("own", "description: d\ndisable-model-invocation: true")).
		File("/p/d/.qwen/skills/some/SKILL.md", skill("some", "description: d\npaths:\n  - 'src/**'")).
		File("/p/.qwen/skills/top/SKILL.md", skill("root", "description: not looked at")).
		File("/h/.agents/skills/user/SKILL.md", skill("user", "description: d"))
	trace := agenttest.Discover(t, w, "qwen-code", "/p/d", discovery.Options{})
	text := ""
	for _, p := range trace.Parts {
		if p.Name == "skills" {
			text = p.Text.String()
		}
	}
	older := agenttest.Discover(t, w, "qwen-code@0.15.10", "/p/d", discovery.Options{}).Parts
	if i := slices.IndexFunc(older, func(p discovery.Part) bool { return p.Name == "skills" }); i < 0 || older[i].Where != "tool skill" ||
		!strings.Contains(older[i].Text.String(), "\nof .qwen (project)\n") || strings.Contains(older[i].Text.String(), "\ndataviz\n") {
		t.Errorf("0.15.10 sends %v", older)
	}
	at := 0
	for _, want := range []string{"\nbatch\n", "\na &amp; b (project)\n", "\nloop\n", "\none\n", "\nof .qwen (project)\n", "\nqc-helper\n", "\nuser\n", "\nd (user)\n"} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is out of order in %s", want, text)
		}
		at += i
	}
	if strings.Contains(text, "not looked at") {
		t.Error("a skill of the repository's root is listed for a subdirectory")
	}
	for path, want := range map[string]string{
		"/p/d/.agents/skills/one/SKILL.md": "not loaded shadowed-by-name",
		"/p/d/.qwen/skills/none/SKILL.md":  "not loaded front-matter",
		"/p/d/.qwen/skills/own/SKILL.md":   "not loaded people-only",
		"/p/d/.qwen/skills/some/SKILL.md":  "on demand",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// The tool that starts sub-agents lists each of them in its description, so they are part of the
// request.
func TestToolDescriptionListsSubagents(t *testing.T) {
	w := agenttest.Repository().File("/p/.qwen/agents/a.md", "---\nname: aa\ndescription: Does a.\n---\nDo it well.\n").
		File("/h/.qwen/agents/b.md", "---\nname: b\n---\nDo it.\n")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	for path, want := range map[string]string{"/p/.qwen/agents/a.md": "listed", "/h/.qwen/agents/b.md": "not loaded front-matter"} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// Descriptions of skills as both versions sent them; "" means that the skill is left out.
func TestHowADescriptionIsRead(t *testing.T) {
	tests := []struct{ written, newer, old string }{
		{"|\n  one\n  two", "one\ntwo\n", "|"},
		{">\n  one\n  two", "one two\n", ">"},
		{`"a: b"`, "a: b", "a: b"},
		{"'one'", "one", "'one'"},
		{"one\n  two", "one two", "one"},
		{"one # two", "one", "one # two"},
		{"a: b", "a: b", "a: b"},
		{"12", "12", "12"},
		{"true", "true", "true"},
		{"[a, b]", "a,b", "[a, b]"},
		{"\n  - a\n  - b", "a,b", "a,b"},
		{"one\ndescription: two", "two", "two"},
		{"null", "", ""},
		{`""`, "", ""},
	}
	for _, tt := range tests {
		for version, want := range map[string]string{"0.24.4": tt.newer, "0.15.10": tt.old} {
			w := agenttest.Repository().File("/p/.qwen/skills/a/SKILL.md", "---\nname: a\ndescription: "+tt.written+"\n---\nBody.\n")
			got := ""
			for _, p := range agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{}).Parts {
				if _, after, ok := strings.Cut(p.Text.String(), "<name>\na\n</name>\n<description>\n"); ok && p.Name == "skills" {
					got, _, _ = strings.Cut(after, " (project)\n</description>")
				}
			}
			if replace := strings.NewReplacer("&quot;", `"`, "&apos;", "'", "&gt;", ">"); replace.Replace(got) != want {
				t.Errorf("%q, %s: %q, want %q", tt.written, version, got, want)
			}
		}
	}
}

func TestServersOfTheProjectAreNotTheUsers(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/h/.qwen/settings.json", `{"mcpServers":{"mine":{"command":"true"}}}`).File("/p/.qwen/settings.json", `{"mcpServers":{"ours":{"command":"true"}}}`)
	var got []string
	for _, c := range agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{}).OfKind(discovery.Server) {
		got = append(got, c.Name+" "+c.Path+" "+string(c.Verdict))
	}
	if want := []string{"ours /p/.qwen/settings.json not known", "mine /h/.qwen/settings.json listed"}; !slices.Equal(got, want) {
		t.Errorf("servers %q, want %q", got, want)
	}
}

// 0.15.10 does not read a description of several lines. It lists the sub-agent with the sign "|"
// that begins the description.
func TestTheDescriptionOfASubagentAsEachVersionReadsIt(t *testing.T) {
	w := agenttest.Repository().File("/p/.qwen/agents/a.md", "---\nname: aa\ndescription: |\n  In two\n  lines.\n---\nIts own text.\n")
	for version, want := range map[string]string{"0.24.4": "In two\nlines.\n", "0.15.10": "|"} {
		trace := agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{})
		c := trace.Find("/p/.qwen/agents/a.md")[0]
		if c.Text.String() != want || (len(c.Remarks) > 0) != (want == "|") {
			t.Errorf("%s: %q, %d remarks", version, c.Text, len(c.Remarks))
		}
	}
}
