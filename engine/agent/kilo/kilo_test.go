package kilo_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestKilo(t *testing.T) {
	none := discovery.Options{}
	agenttest.Hold(t, "kilo", "/p/d", []agenttest.RuleTest{
		{"the user's file", agenttest.File("/h/.config/kilo/AGENTS.md", "a"), none, "/h/.config/kilo/AGENTS.md", "loaded"},
		{"Claude's, behind it", func(w *facts.Memory) { w.File("/h/.config/kilo/AGENTS.md", "a").File("/h/.claude/CLAUDE.md", "c") }, none, "/h/.claude/CLAUDE.md", "not loaded shadowed-by-global"},
		{"Claude's alone", agenttest.File("/h/.claude/CLAUDE.md", "c"), none, "/h/.claude/CLAUDE.md", "loaded"},
		{"a link out of the project", func(w *facts.Memory) { w.File("/x.md", "x").Link("/p/d/AGENTS.md", "/x.md") }, none, "/p/d/AGENTS.md", "not loaded outside-root"},
		{"a link within it", func(w *facts.Memory) { w.File("/p/x.md", "x").Link("/p/d/AGENTS.md", "../x.md") }, none, "/p/d/AGENTS.md", "loaded"},
		{"a variable in a project's file", agenttest.File("/p/d/AGENTS.md", "a {env:X}"), none, "/p/d/AGENTS.md", "not loaded import-refused"},
		{"one that is not a variable", agenttest.File("/p/d/AGENTS.md", "a ${env:X}"), none, "/p/d/AGENTS.md", "loaded"},
		{"one behind slashes", agenttest.File("/p/d/AGENTS.md", "// {env:X}"), none, "/p/d/AGENTS.md", "loaded"},
		{"a reference out of the project", func(w *facts.Memory) { w.File("/x.md", "x").File("/p/d/AGENTS.md", "{file:/x.md}") }, none, "/p/d/AGENTS.md", "not loaded import-refused"},
		{"an empty file", agenttest.File("/p/d/AGENTS.md", ""), none, "/p/d/AGENTS.md", "not loaded empty"},
		{"the project switched off", func(w *facts.Memory) { w.Env("KILO_DISABLE_PROJECT_CONFIG", "1").File("/p/d/AGENTS.md", "a") }, none, "/p/d/AGENTS.md", "not loaded disabled"},
		{"the home's rules", agenttest.File("/h/.kilo/rules/a.md", "a"), none, "/h/.kilo/rules/a.md", "loaded"},
		{"the same name in the other folder", func(w *facts.Memory) { w.File("/p/d/.kilo/rules/a.md", "a").File("/p/d/.kilocode/rules/a.md", "b") }, none, "/p/d/.kilocode/rules/a.md", "not loaded shadowed-by-name"},
		{"rules above", agenttest.File("/p/.kilo/rules/a.md", "a"), none, "/p/.kilo/rules/a.md", ""},
		{"instructions", func(w *facts.Memory) { w.File("/p/kilo.json", `{"instructions":["x.md"]}`).File("/p/x.md", "x") }, none, "/p/x.md", "loaded"},
		{"below", agenttest.File("/p/d/e/AGENTS.md", "a"), none, "/p/d/e/AGENTS.md", "on demand"},
		{"below, another kind", func(w *facts.Memory) { w.File("/p/d/e/AGENTS.md", "a").File("/p/d/e/CLAUDE.md", "c") }, none, "/p/d/e/CLAUDE.md", "not loaded shadowed-by-kind"},
		{"a skill without a name", agenttest.File("/p/d/.kilo/skills/a/SKILL.md", "---\ndescription: d\n---\n"), none, "/p/d/.kilo/skills/a/SKILL.md", "not loaded front-matter"},
		{"a skill in a hidden folder", func(w *facts.Memory) {
			w.File("/p/d/.kilo/skills/.a/SKILL.md", "---\nname: a\ndescription: d\n---\n").File("/p/d/.kilo/skills/b/SKILL.md", "---\nname: b\ndescription: d\n---\n")
		}, none, "/p/d/.kilo/skills/b/SKILL.md", "listed"},
		{"a command", agenttest.File("/p/d/.kilo/command/a.md", "a"), none, "/p/d/.kilo/command/a.md", "not loaded people-only"},
		{"a server", agenttest.File("/p/kilo.json", `{"mcp":{"m":{"type":"local"}}}`), none, "/p/kilo.json", "listed"},
		{"a server switched off", agenttest.File("/p/kilo.json", `{"mcp":{"m":{"enabled":false}}}`), none, "/p/kilo.json", "not loaded disabled"},
	})
}

func TestReferencesInRuleFilesAreReplaced(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a {file:x.md} b {file:none.md}.\n").File("/p/x.md", " inner \n")
	trace := agenttest.Discover(t, w, "kilo", "/p", discovery.Options{})
	if got := trace.Text.String(); got != "Instructions from: /p/AGENTS.md\na inner b .\n" {
		t.Errorf("the text is %q", got)
	}
}

// Outside a repository, files above the working directory are found but their text is not sent.
// They still exclude the other kinds of files.
func TestFileAboveTheDirectoryExcludesOthersButIsNotSent(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h").File("/AGENTS.md", "a").File("/p/CLAUDE.md", "c")
	trace := agenttest.Discover(t, w, "kilo", "/p", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/AGENTS.md") + "; " + agenttest.ReasonOf(trace, "/p/CLAUDE.md"); got != "not loaded outside-root; not loaded shadowed-by-kind" {
		t.Error(got)
	}
}

// If AGENTS.md in a directory on the way to the working directory is a link to itself, Kilo loads
// no AGENTS.md at all. The same holds for each other name.
func TestALinkToItselfEndsTheSearchForItsKind(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"AGENTS.md":  {"/p/AGENTS.md": "not loaded unreadable", "/p/d/e/AGENTS.md": "not loaded unreadable", "/p/d/AGENTS.md": "not loaded unreadable", "/p/CLAUDE.md": "loaded"},
		"CONTEXT.md": {"/p/AGENTS.md": "loaded", "/p/d/e/AGENTS.md": "loaded", "/p/CLAUDE.md": "not loaded shadowed-by-kind"},
	} {
		w := agenttest.Repository().File("/p/AGENTS.md", "A").File("/p/d/e/AGENTS.md", "B").File("/p/CLAUDE.md", "C").Link("/p/d/"+name, name)
		trace := agenttest.Discover(t, w, "kilo", "/p/d/e", discovery.Options{})
		for path, verdict := range want {
			if got := agenttest.ReasonOf(trace, path); got != verdict {
				t.Errorf("with a loop of %s, %s is %q, want %q", name, path, got, verdict)
			}
		}
	}
}

// The same holds if the link to itself is in the working directory.
func TestALinkToItselfInTheWorkingDirectory(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/AGENTS.md", "A").File("/p/CLAUDE.md", "C").Link("/p/d/AGENTS.md", "AGENTS.md")
	trace := agenttest.Discover(t, w, "kilo", "/p/d", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/p/AGENTS.md") + "; " + agenttest.ReasonOf(trace, "/p/CLAUDE.md"); got != "not loaded unreadable; loaded" {
		t.Error(got)
	}
}

// galley does not look at the instructions after the one that exceeds the budget.
func TestTooManyInstructions(t *testing.T) {
	t.Parallel()
	limits := facts.DefaultLimits
	limits.Imports = 2
	w := agenttest.Repository().File("/p/kilo.json", `{"instructions":["a.md","b.md","c.md","d.md"]}`)
	if trace, over := agenttest.Limited(t, "kilo", w, limits); over == nil || over.What != "imports" || !slices.Equal(trace.Entries, []string{"a.md", "b.md", "c.md"}) {
		t.Errorf("over the budget: %v, entries %q", over, trace.Entries)
	}
	const settings = "/p/kilo.json"
	agenttest.Exceeds(t, "kilo", agenttest.Repository().File(settings, `{"a":`+strings.Repeat("[", facts.MaxDepth+1)), settings)
}

// Kilo 7.7.7 was seen to read kilo.json and kilo.jsonc in the administrator's folder. Their
// instructions may name files outside the project, and come after all others.
func TestTheAdministratorsSettings(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/etc/kilo/kilo.jsonc", `{"instructions":["/o/a.md"]} // all`).File("/etc/kilo/kilo.json", `{"instructions":["/o/b.md"]}`).
		File("/p/kilo.json", `{"instructions":["c.md","/o/d.md"]}`).File("/o/a.md", "a").File("/o/b.md", "b").File("/p/c.md", "c").File("/o/d.md", "d")
	trace := agenttest.Discover(t, w, "kilo", "/p", discovery.Options{})
	if want := []string{"/p/c.md", "/o/a.md", "/o/b.md"}; !slices.Equal(trace.Loaded, want) {
		t.Errorf("loaded %v, want %v", trace.Loaded, want)
	}
	w = agenttest.Repository().Env("KILO_TEST_MANAGED_CONFIG_DIR", "/m").File("/m/opencode.json", `{"instructions":["/o/a.md"]}`).File("/o/a.md", "a")
	if trace := agenttest.Discover(t, w, "kilo", "/p", discovery.Options{}); !slices.Equal(trace.Loaded, []string{"/o/a.md"}) {
		t.Errorf("from another folder: %v", trace.Loaded)
	}
}
