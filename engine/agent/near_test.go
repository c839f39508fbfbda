package agent_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// slips returns the words that one typing mistake makes of a word: a letter left out, doubled or
// swapped with the next, a plural s added or dropped, another case.
func slips(word string) []string {
	mid := len(word) / 2
	out := []string{
		word[:mid] + word[mid+1:],
		word[:mid] + word[mid:mid+1] + word[mid:],
		strings.ToUpper(word), strings.ToLower(word),
	}
	if mid+1 < len(word) && word[mid] != word[mid+1] {
		out = append(out, word[:mid]+word[mid+1:mid+2]+word[mid:mid+1]+word[mid+2:])
	}
	if short, plural := strings.CutSuffix(word, "s"); plural {
		out = append(out, short)
	} else {
		out = append(out, word+"s")
	}
	return slices.DeleteFunc(discovery.Unique(out), func(s string) bool { return s == word })
}

// misspelt returns the paths that result from one typing mistake in one part of a path or in its
// extension.
func misspelt(name string) (out []string) {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		dot := ""
		if strings.HasPrefix(part, ".") {
			dot, part = ".", part[1:]
		}
		word, ext, dotted := strings.Cut(part, ".")
		if dotted {
			ext = "." + ext
		}
		changed := slices.Clone(parts)
		for _, slip := range slips(word) {
			changed[i] = dot + slip + ext
			out = append(out, strings.Join(changed, "/"))
		}
		if i == len(parts)-1 && ext != "" {
			for _, other := range []string{".txt", ".markdown", ".mdx", ""} {
				if changed[i] = dot + word + strings.TrimSuffix(ext, path.Ext(ext)) + other; !strings.HasSuffix(ext, other) || other == "" {
					out = append(out, strings.Join(changed, "/"))
				}
			}
		}
	}
	return out
}

// command reports whether name may be the agent's executable, which some projects keep beside the
// rule files.
func command(name string) bool {
	return name == strings.ToLower(name) && len(name) < 8 && !strings.ContainsAny(name, "./")
}

func TestMisspelledNamesAreReported(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		var names []string
		for _, name := range a.RuleNames.Names {
			names = append(names, misspelt(name)...)
		}
		for _, f := range a.RuleNames.Folders {
			if f.Borrowed {
				continue
			}
			end := ".md"
			if len(f.Ends) > 0 {
				end = f.Ends[0]
			}
			for _, dir := range misspelt(f.Dir) {
				names = append(names, dir+"/style"+end)
			}
			for _, other := range []string{".txt", ".text", ".rst", ".md", ".mdc", ""} {
				if name := "style" + other; len(f.Ends) > 0 && !slices.ContainsFunc(f.Ends, func(e string) bool { return strings.HasSuffix(name, e) }) {
					names = append(names, f.Dir+"/"+name)
				}
			}
		}
		for _, name := range names {
			w := agenttest.Repository().File("/p/"+name, "Be brief.\n")
			if command(name) {
				continue
			}
			one := answersFor(t, w, "/p/"+name, a.Name)[0]
			if one.Verdict != discovery.NotLoaded {
				t.Logf("%s reads %s", a.Name, name)
				continue
			}
			if one.Meant == "" {
				t.Errorf("explain: %s for %s: %s", name, a.Name, one.Why)
			}
			found := examined(t, w, "/p", a.Name)
			if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "near-miss /p/"+name) }) {
				t.Errorf("doctor: %s for %s: %q", name, a.Name, found)
			}
		}
	}
}

// Doctor reports a rule file below the session's directory exactly once if explain says that the
// agent does not load it, and otherwise not at all.
func TestEachRuleFileBelowIsListedOnce(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		for _, name := range a.RuleNames.Names {
			file := "/p/a/b/" + name
			found := examined(t, agenttest.Repository().File(file, "Be brief.\n"), "/p", "zed", a.Name)
			about := slices.DeleteFunc(found, func(s string) bool { return !strings.HasPrefix(s, "unread-file "+file) })
			one := answersFor(t, agenttest.Repository().File(file, "Be brief.\n"), file, a.Name)[0]
			if unread := one.Verdict == discovery.NotLoaded; unread != (len(about) == 1) {
				t.Errorf("%s for %s: explain says %s, doctor %q", name, a.Name, one.Verdict, found)
			}
		}
	}
}

// nearMisses makes a project with one file. It returns the project and doctor's advice about near
// misses.
func nearMisses(t *testing.T, agent, file string) (*facts.Memory, string) {
	t.Helper()
	w := agenttest.Repository().File("/p/"+file, "---\nname: x\ndescription: what it does\n---\nBe brief.\n")
	var hints []string
	for _, p := range doctored(t, w, agent) {
		if p.Code == diag.NearMiss {
			hints = append(hints, p.Hint)
		}
	}
	return w, strings.Join(hints, "; ")
}

func TestSlipsInSkillsEndingsAndDots(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ agent, file, hint string }{
		{"claude-code", ".claude/skill/x/SKILL.md", "move it to /p/.claude/skills/x/SKILL.md"},
		{"claude-code", ".claude/skills/x/SKILLS.md", "rename it to SKILL.md"},
		{"claude-code", ".claude/skills/x.md", "move it to /p/.claude/skills/x/SKILL.md"},
		{"claude-code", ".claude/skills/README.md", ""},
		{"opencode", ".opencode/skills/x/skill.md", "rename it to SKILL.md"},
		{"opencode", ".opencode/skill/x/SKILL.md", ""},
		{"qwen-code", ".qwen/skils/x/SKILL.md", "move it to /p/.qwen/skills/x/SKILL.md"},
		{"codex", ".codex/skills/x/Skill.md", "rename it to SKILL.md"},
		{"pi", ".pi/skills/loose.md", ""},
		{"cursor", ".cursor/rules/a.MDC", "rename it to a.mdc"},
		{"copilot-cli", ".github/instructions/a.Instructions.md", ""},
		{"goose", "goosehints", "rename it to .goosehints"},
		{"cursor", "cursorrules", "rename it to .cursorrules"},
		{"zed", "rules", ""},
		{"crush", "CRUSH.loca.md", "rename it to CRUSH.local.md"},
	} {
		w, hints := nearMisses(t, tt.agent, tt.file)
		if hints != tt.hint {
			t.Errorf("%s, %s: %q, want %q", tt.agent, tt.file, hints, tt.hint)
		}
		for _, a := range answersFor(t, w, "/p/"+tt.file, tt.agent) {
			if tt.hint != "" && (a.Verdict != discovery.NotLoaded || a.Remedy != tt.hint) {
				t.Errorf("explain %s, %s: %s, %q, want %q", tt.agent, tt.file, a.Verdict, a.Remedy, tt.hint)
			}
		}
	}
}

func doctored(t *testing.T, w facts.World, name string) []diag.Problem {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	traces, _, err := discovery.Survey(t.Context(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	return discovery.Doctor(t.Context(), w, traces)
}
