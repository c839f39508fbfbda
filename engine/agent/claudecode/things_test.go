package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Skills and other things that are not rule files get a verdict and a reason too.
func TestSkillsAndOtherThingsInTheRequest(t *testing.T) {
	const skillFile = "/p/.claude/skills/s/SKILL.md"
	for _, tt := range []struct {
		name  string
		build func(w *facts.Memory)
		o     discovery.Options
		path  string
		want  string
	}{
		{"a skill", agenttest.File(skillFile, "---\nname: s\ndescription: d\n---\nB"), discovery.Options{}, skillFile, "listed"},
		{"a skill for some files", agenttest.File(skillFile, "---\nname: s\npaths: \"*.ts\"\n---\nB"), discovery.Options{}, skillFile, "on demand"},
		{"a skill that only users start", agenttest.File(skillFile, "---\nname: s\ndisable-model-invocation: true\n---\nB"), discovery.Options{}, skillFile, "not loaded people-only"},
		{"a skill that the user has as well", func(w *facts.Memory) { w.File(skillFile, "B").File("/h/.claude/skills/s/SKILL.md", "U") }, discovery.Options{}, skillFile, "not loaded shadowed-by-name"},
		{"a session without skills", agenttest.File(skillFile, "B"), discovery.Options{Args: []string{"--disable-slash-commands"}}, skillFile, "not loaded disabled"},
		{"a command that a skill of its name hides", func(w *facts.Memory) { w.File(skillFile, "B").File("/p/.claude/commands/s.md", "C") }, discovery.Options{}, "/p/.claude/commands/s.md", "not loaded shadowed-by-name"},
		{"an agent", agenttest.File("/p/.claude/agents/a.md", "---\nname: a\ndescription: d\n---\nP"), discovery.Options{}, "/p/.claude/agents/a.md", "listed"},
		{"an agent without a name", agenttest.File("/p/.claude/agents/a.md", "---\ndescription: d\n---\nP"), discovery.Options{}, "/p/.claude/agents/a.md", "not loaded front-matter"},
		{"an agent without a description", agenttest.File("/p/.claude/agents/a.md", "---\nname: a\n---\nP"), discovery.Options{}, "/p/.claude/agents/a.md", "not loaded front-matter"},
		{"a style that is not selected", agenttest.File("/p/.claude/output-styles/x.md", "S"), discovery.Options{}, "/p/.claude/output-styles/x.md", "not loaded disabled"},
		{"a style selected in settings", func(w *facts.Memory) {
			w.File("/p/.claude/output-styles/x.md", "S").File("/p/.claude/settings.local.json", `{"outputStyle":"x"}`)
		}, discovery.Options{}, "/p/.claude/output-styles/x.md", "listed"},
		{"a server", agenttest.File("/p/.mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`), discovery.Options{}, "/p/.mcp.json", "listed"},
		{"a server that is switched off", func(w *facts.Memory) {
			w.File("/p/.mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`).File("/p/.claude/settings.json", `{"disabledMcpjsonServers":["a"]}`)
		}, discovery.Options{}, "/p/.mcp.json", "not loaded disabled"},
		{"a plugin", agenttest.File("/h/.claude/settings.json", `{"enabledPlugins":{"x@y":true}}`), discovery.Options{}, "/h/.claude/settings.json", "not known not-known"},
		{"a hook of another event", agenttest.File("/p/.claude/settings.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}`), discovery.Options{}, "/p/.claude/settings.json", "on demand"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository()
			tt.build(w)
			trace := agenttest.Discover(t, w, "claude-code", "/p", tt.o)
			if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
			}
		})
	}
}

// A server's address and arguments may hold secrets, so they are not shown.
func TestServerArgumentsAreNotShown(t *testing.T) {
	w := agenttest.Repository().File("/p/.mcp.json", `{"mcpServers":{"a":{"command":"x","args":["--key=secret1"]},"b":{"url":"https://u:secret2@h.example/secret3?secret4"}}}`)
	for _, c := range agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).OfKind(discovery.Server) {
		if strings.Contains(c.Detail, "secret") {
			t.Errorf("%s: %s", c.Name, c.Detail)
		}
	}
}

// Descriptions as Claude Code 2.1.332 sent them to an endpoint on the loopback.
func TestLineEndsInDescriptionsBecomeOneSpace(t *testing.T) {
	for description, want := range map[string]string{
		`"x  y\n z\t\n\nw\r\nv"`:                   "- s: x  y  z w v\n",
		"|\n  one\n    two\n\n  three":             "- s: one   two three\n",
		"A\nwhen_to_use: \"b\\n\\n c\"":            "- s: A - b  c\n",
		"<b> & c":                                  "- s: &lt;b&gt; & c\n",
		"\"" + strings.Repeat("x\\n", 2000) + "\"": "- s: " + strings.Repeat("x ", 767) + "x…\n",
	} {
		w := agenttest.Repository().File("/p/.claude/skills/s/SKILL.md", "---\nname: s\ndescription: "+description+"\n---\nt\n")
		trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
		got := ""
		for _, p := range trace.Parts {
			if p.Name == "skills" {
				got = p.Text.String()
			}
		}
		if got != want {
			t.Errorf("%.60s\n gives %.200q\n want %.200q", description, got, want)
		}
	}
}

// The order in which Claude Code 2.1.332 listed these skills and commands in a request.
func TestSkillsAndCommandsAreSortedByCollation(t *testing.T) {
	w := agenttest.Repository()
	for _, name := range []string{"A", "Delta", "E", "Z", "_x", "1", "b", "beta", "é", "z-a", "z_b"} {
		w.File("/p/.claude/skills/"+name+"/SKILL.md", "---\ndescription: D\n---\n")
	}
	for _, name := range []string{"B", "a"} {
		w.File("/p/.claude/commands/sub/"+name+".md", "---\ndescription: D\n---\n")
	}
	trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
	var got []string
	for _, p := range trace.Parts {
		if p.Name == "skills" {
			for line := range strings.Lines(p.Text.String()) {
				if name, ok := strings.CutSuffix(strings.TrimSpace(line), ": D"); ok {
					got = append(got, strings.TrimPrefix(name, "- "))
				}
			}
		}
	}
	if want := "_x 1 A b beta Delta E é Z z_b z-a sub:a sub:B"; strings.Join(got, " ") != want {
		t.Errorf("the order is %q, not %s", got, want)
	}
}
