package pi_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func skill(name string) string {
	return "---\nname: " + name + "\ndescription: what " + name + " is for\n---\nbody"
}

func TestPi(t *testing.T) {
	none := discovery.Options{}
	args := func(list ...string) discovery.Options { return discovery.Options{Args: list} }
	agenttest.Hold(t, "pi", "/p/d", []agenttest.RuleTest{
		{"above the repository", agenttest.File("/AGENTS.md", "a"), none, "/AGENTS.md", "loaded"},
		{"an empty file", agenttest.File("/p/d/AGENTS.md", ""), none, "/p/d/AGENTS.md", "loaded"},
		{"a directory of that name is skipped", func(w *facts.Memory) { w.Dir("/p/d/AGENTS.md").File("/p/d/CLAUDE.md", "c") }, none, "/p/d/CLAUDE.md", "loaded"},
		{"context files switched off", agenttest.File("/p/d/AGENTS.md", "a"), args("-nc"), "/p/d/AGENTS.md", "not loaded disabled"},
		{"pi's own folder elsewhere", func(w *facts.Memory) { w.Env("PI_CODING_AGENT_DIR", "/x").File("/x/AGENTS.md", "a") }, none, "/x/AGENTS.md", "loaded"},
		{"an empty system prompt", agenttest.File("/p/d/.pi/SYSTEM.md", ""), none, "/p/d/.pi/SYSTEM.md", "not loaded empty"},
		{"a blank system prompt", agenttest.File("/p/d/.pi/SYSTEM.md", " "), none, "/p/d/.pi/SYSTEM.md", "loaded"},
		{"a system prompt given", agenttest.File("/p/d/.pi/SYSTEM.md", "s"), args("--system-prompt", "x"), "/p/d/.pi/SYSTEM.md", "not loaded disabled"},
		{"a skill", agenttest.File("/p/d/.pi/skills/a/SKILL.md", skill("a")), none, "/p/d/.pi/skills/a/SKILL.md", "listed"},
		{"a skill up to the repository's root", agenttest.File("/p/.agents/skills/a/SKILL.md", skill("a")), none, "/p/.agents/skills/a/SKILL.md", "listed"},
		{"a skill excluded by an ignore file", func(w *facts.Memory) {
			w.File("/p/d/.pi/skills/.gitignore", "/b\n").File("/p/d/.pi/skills/a/SKILL.md", skill("a")).File("/p/d/.pi/skills/b/SKILL.md", skill("b"))
		}, none, "/p/d/.pi/skills/b/SKILL.md", "not loaded ignored"},
		{"a name that is not text", agenttest.File("/p/d/.pi/skills/a/SKILL.md", "---\nname: 1\ndescription: d\n---\n"), none, "/p/d/.pi/skills/a/SKILL.md", "not loaded front-matter"},
		{"skills switched off", agenttest.File("/p/d/.pi/skills/a/SKILL.md", skill("a")), args("--no-skills"), "/p/d/.pi/skills/a/SKILL.md", "not loaded disabled"},
		{"a prompt", agenttest.File("/p/d/.pi/prompts/a.md", "a"), none, "/p/d/.pi/prompts/a.md", "not loaded people-only"},
		{"an extension", agenttest.File("/h/.pi/agent/extensions/a.ts", "a"), none, "/h/.pi/agent/extensions/a.ts", "not known not-known"},
	})
}

// Of the parts of the request, only the user's system prompt replaces pi's own words.
func TestWhichPartReplacesPisWords(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.pi/SYSTEM.md", "S").File("/p/.pi/APPEND_SYSTEM.md", "A").File("/p/AGENTS.md", "a").File("/p/.pi/skills/a/SKILL.md", skill("a"))
	var got []string
	for _, p := range agenttest.Discover(t, w, "pi", "/p", discovery.Options{}).Parts {
		got = append(got, fmt.Sprint(p.Name, " ", p.Instead))
	}
	if want := "system true, append false, context false, skills false"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// Pi does not limit how deep it searches folders for skills. galley's search ends nevertheless.
func TestTheSearchForSkillsIsBounded(t *testing.T) {
	visits := func(depth int) int {
		w := agenttest.Repository().File("/p/.pi/skills/"+strings.Repeat("d/", depth)+"SKILL.md", skill("a"))
		count := 0
		for _, c := range agenttest.Discover(t, w, "pi", "/p", discovery.Options{}).Candidates {
			if c.Kind == discovery.Skill {
				count++
			}
		}
		return count
	}
	if near, far := visits(10), visits(40); near != 1 || far != 0 {
		t.Errorf("%d skills ten levels down, %d forty levels down; want 1 and 0", near, far)
	}
}

func TestMultilineDescriptionKeepsItsLastLineEnd(t *testing.T) {
	w := agenttest.Repository().File("/p/.pi/skills/a/SKILL.md", "---\nname: a\ndescription: |\n  one\n  two\n---\ntext\n")
	trace := agenttest.Discover(t, w, "pi", "/p", discovery.Options{})
	for _, p := range trace.Parts {
		if p.Name == "skills" && strings.Contains(p.Text.String(), "<description>one\ntwo\n</description>") {
			return
		}
	}
	t.Error("the description differs from what pi 0.73.1 sent")
}
