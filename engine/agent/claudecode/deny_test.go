package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Managed settings can contain rules about tools, and can switch off the rules of all other
// settings.
func TestManagedRulesAboutTools(t *testing.T) {
	t.Parallel()
	const user, project = "/h/.claude/settings.json", "/p/.claude/settings.json"
	deny := func(rule string) string { return `{"permissions":{"deny":["` + rule + `"]}}` }
	only := func(more string) string { return `{"allowManagedPermissionRulesOnly":true` + more + `}` }
	for _, tt := range []struct {
		name    string
		managed string
		other   map[string]string
		args    []string
		want    string // the rule files in /p that load
	}{
		{"no rules", `{}`, nil, nil, "CLAUDE.md CLAUDE.local.md"},
		{"a managed rule", deny("Read(CLAUDE.md)"), nil, nil, "CLAUDE.local.md"},
		{"a managed rule about the directory of the settings", deny("Read(/CLAUDE.md)"), nil, nil, "CLAUDE.md CLAUDE.local.md"},
		{"another rule", deny("Read(CLAUDE.md)"), map[string]string{user: deny("Read(*.local.md)")}, nil, ""},
		{"only managed rules", only(`,"permissions":{"deny":["Read(CLAUDE.md)"]}`), map[string]string{user: deny("Read(*.local.md)"), project: deny("Read")}, nil, "CLAUDE.local.md"},
		{"only managed rules, and an argument", only(""), map[string]string{user: deny("Read(*.local.md)")}, []string{"--disallowedTools", "Read(CLAUDE.md)"}, "CLAUDE.local.md"},
		{"only managed rules says the project", `{}`, map[string]string{project: only(`,"permissions":{"deny":["Read(CLAUDE.md)"]}`)}, nil, "CLAUDE.local.md"},
	} {
		w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").File("/p/CLAUDE.md", "p").File("/p/CLAUDE.local.md", "l").File("/etc/claude-code/managed-settings.json", tt.managed)
		for name, text := range tt.other {
			w.File(name, text)
		}
		var got []string
		for _, path := range agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{Args: tt.args}).Loaded {
			got = append(got, strings.TrimPrefix(path, "/p/"))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// If a rule denies a file, the reason names the rule, whatever kind of file it is.
func TestDeniedFilesNameTheRule(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").File("/p/CLAUDE.md", "@i.md").File("/p/i.md", "i").File("/p/.claude/CLAUDE.md", "d").File("/p/.claude/rules/r.md", "r").
		File("/p/sub/CLAUDE.md", "s").File("/p/sub/.claude/rules/n.md", "n").File("/p/.claude/agents/a.md", "---\nname: a\ndescription: d\n---\n").File("/p/.claude/skills/s/SKILL.md", "s").
		File("/p/.claude/settings.json", `{"permissions":{"deny":["Read(i.md)","Read(.claude/CLAUDE.md)","Read(r.md)","Read(!r.md)","Read(sub)","Read(r.*)","Agent(a)","Skill"]}}`)
	trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
	for name, rule := range map[string]string{"i.md": "Read(i.md)", ".claude/CLAUDE.md": "Read(.claude/CLAUDE.md)", ".claude/rules/r.md": "Read(r.*)", "sub/CLAUDE.md": "Read(sub)", "sub/.claude/rules/n.md": "Read(sub)", ".claude/agents/a.md": "Agent(a)", ".claude/skills/s/SKILL.md": "Skill"} {
		found := trace.Find("/p/" + name)
		if len(found) != 1 || found[0].Verdict != discovery.NotLoaded || found[0].Reason != discovery.Disabled || found[0].Detail != "the permissions deny "+rule {
			t.Errorf("%s: %+v, want it not loaded because of %s", name, found, rule)
		}
	}
}

// A denied sub-agent is not in the list that the model gets, even if it is built in. If all are
// denied, the request lacks the list.
func TestDeniedAgentsAreNotListed(t *testing.T) {
	t.Parallel()
	list := func(rules string) string {
		w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").File("/p/.claude/agents/a.md", "---\nname: a\ndescription: d\n---\n").File("/p/.claude/settings.json", `{"permissions":{"deny":[`+rules+`]}}`)
		part, there := partOf(agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}), "agents")
		if !there {
			return "no list"
		}
		var names []string
		for line := range strings.SplitSeq(part.Text.String(), "\n") {
			if name, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), ": "); ok {
				names = append(names, name)
			}
		}
		return strings.Join(names, " ")
	}
	for rules, want := range map[string]string{
		`"Bash"`: "a claude Explore general-purpose Plan statusline-setup",
		`"Agent(Explore)", "Task(Plan)", "Agent(plan)"`:                                    "a claude general-purpose statusline-setup",
		`"Agent(a)", "Agent(claude)"`:                                                      "Explore general-purpose Plan statusline-setup",
		`"Agent(a)", "Agent(claude)", "Agent(Explore)", "Agent(general-purpose)", "Agent"`: "no list",
	} {
		if got := list(rules); got != want {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}

// In a deny rule, a path that begins with "~/" is relative to the home. This was measured in a
// project in the home.
func TestDeniedPathInTheHome(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Dir("/h/p/.git").Env("HOME", "/h").File("/h/p/CLAUDE.md", "p").File("/h/p/CLAUDE.local.md", "l").File("/h/p/.claude/settings.json", `{"permissions":{"deny":["Read(~/p/CLAUDE.md)","Read(~/CLAUDE.local.md)"]}}`)
	if got := agenttest.Discover(t, w, "claude-code", "/h/p", discovery.Options{}).Loaded; len(got) != 1 || got[0] != "/h/p/CLAUDE.local.md" {
		t.Errorf("%q, want only the local file", got)
	}
}
