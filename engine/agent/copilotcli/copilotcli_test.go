package copilotcli_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestCopilotCLI(t *testing.T) {
	const scoped = "---\napplyTo: \"src/**/*.ts, docs/*.md\"\n---\nA"
	agenttest.Hold(t, "copilot-cli", "/p/d", []agenttest.RuleTest{
		{"the root's instructions", agenttest.File("/p/.github/copilot-instructions.md", "a"), discovery.Options{}, "/p/.github/copilot-instructions.md", "loaded"},
		{"the root's AGENTS.md", agenttest.File("/p/AGENTS.md", "a"), discovery.Options{}, "/p/AGENTS.md", "loaded"},
		{"a skill whose name one for people has", func(w *facts.Memory) {
			w.File("/p/.agents/skills/a/SKILL.md", "---\nname: a\ndescription: d\ndisable-model-invocation: true\n---\n").File("/h/.copilot/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n")
		}, discovery.Options{}, "/h/.copilot/skills/a/SKILL.md", "not loaded shadowed-by-name"},
		{"another case of a name that is a link to nothing", func(w *facts.Memory) {
			w.Link("/p/AGENTS.md", "nothing.md").File("/p/Agents.md", "a")
		}, discovery.Options{}, "/p/Agents.md", "loaded"},
		{"AGENTS.md of the directory", agenttest.File("/p/d/AGENTS.md", "a"), discovery.Options{}, "/p/d/AGENTS.md", "loaded"},
		{"AGENTS.md below", agenttest.File("/p/d/e/AGENTS.md", "a"), discovery.Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"CLAUDE.md of the root", agenttest.File("/p/CLAUDE.md", "a"), discovery.Options{}, "/p/CLAUDE.md", "loaded"},
		{"CLAUDE.md of the directory", agenttest.File("/p/d/CLAUDE.md", "a"), discovery.Options{}, "/p/d/CLAUDE.md", "loaded"},
		{"the user's", agenttest.File("/h/.copilot/copilot-instructions.md", "a"), discovery.Options{}, "/h/.copilot/copilot-instructions.md", "loaded"},
		{"a further directory", func(w *facts.Memory) {
			w.Env("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", "/x, /y").File("/y/AGENTS.md", "a")
		}, discovery.Options{}, "/y/AGENTS.md", "on demand"},
		{"instructions for some files", agenttest.File("/p/.github/instructions/a/b.instructions.md", scoped), discovery.Options{}, "/p/.github/instructions/a/b.instructions.md", "on demand"},
		{"for this file", agenttest.File("/p/.github/instructions/b.instructions.md", scoped), discovery.Options{File: "/p/docs/x.md"}, "/p/.github/instructions/b.instructions.md", "on demand"},
		{"for another file", agenttest.File("/p/.github/instructions/b.instructions.md", scoped), discovery.Options{File: "/p/docs/y/x.md"}, "/p/.github/instructions/b.instructions.md", "not loaded other-files"},
		{"without applyTo", agenttest.File("/p/.github/instructions/b.instructions.md", "A"), discovery.Options{}, "/p/.github/instructions/b.instructions.md", "loaded"},
		{"instructions that leave the CLI out", agenttest.File("/p/.github/instructions/b.instructions.md", "---\nexcludeAgent: cloud-agent\n---\nA"), discovery.Options{}, "/p/.github/instructions/b.instructions.md", "not loaded excluded"},
		{"a rule that leaves the CLI out", agenttest.File("/p/.claude/rules/b.md", "---\nexcludeAgent: [coding-agent]\n---\nA"), discovery.Options{}, "/p/.claude/rules/b.md", "not loaded excluded"},
		{"a rule that leaves another agent out", agenttest.File("/p/.claude/rules/b.md", "---\nexcludeAgent: code-review\n---\nA"), discovery.Options{}, "/p/.claude/rules/b.md", "loaded"},
		{"another name", agenttest.File("/p/.github/instructions/b.md", "A"), discovery.Options{}, "/p/.github/instructions/b.md", "not loaded not-looked-for"},
		{"a pattern without a slash", agenttest.File("/p/.github/instructions/b.instructions.md", "---\napplyTo: \"*.ts\"\n---\n"), discovery.Options{File: "/p/a/x.ts"},
			"/p/.github/instructions/b.instructions.md", "not loaded other-files"},
	})
}

func TestAnOptionDropsEveryRuleFile(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/.github/instructions/a.instructions.md", "---\napplyTo: 'src/**'\n---\nx").File("/p/d/AGENTS.md", "d")
	trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{Args: []string{"--no-custom-instructions"}, Touched: []string{"d/x.go"}})
	if len(trace.Loaded) > 0 {
		t.Errorf("loaded %q", trace.Loaded)
	}
	for _, c := range trace.Candidates {
		if c.Verdict == discovery.Loaded || c.Verdict == discovery.Later {
			t.Errorf("%s is %s", c.Path, c.Verdict)
		}
	}
	if got := agenttest.ReasonOf(trace, "/p/AGENTS.md"); got != "not loaded disabled" {
		t.Error(got)
	}
}

// If several links lead to one file, a tool's call loads the file once, under its own name, even
// if it was already loaded at launch. A copy of the file with the same text is loaded too.
func TestAFileBehindLinksComesOnceWithACall(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "root").File("/p/a/AGENTS.md", "one").File("/p/a/CLAUDE.md", "one").
		File("/p/b/AGENTS.md", "two").Link("/p/b/CLAUDE.md", "AGENTS.md").Link("/p/c/AGENTS.md", "../b/AGENTS.md").Link("/p/d/AGENTS.md", "../AGENTS.md").
		File("/p/.github/instructions/a.instructions.md", "---\napplyTo: \"a/**\"\n---\nx").Link("/p/.github/instructions/b.instructions.md", "a.instructions.md")
	trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{Touched: []string{"a/x", "b/x", "c/x", "d/x"}})
	for i, want := range []string{"AGENTS.md CLAUDE.md .github/instructions/a.instructions.md", "b/AGENTS.md", "", "AGENTS.md"} {
		touch := trace.Touched[i]
		text := touch.Appended.String()
		for _, name := range strings.Fields(want) {
			if !strings.Contains(text, "instructions from "+name+".") && !strings.Contains(text, "instructions from a/"+name+".") {
				t.Errorf("%s: %s is not among %q", touch.Path, name, text)
			}
		}
		if got := strings.Count(text, "<system_reminder>"); got != len(strings.Fields(want)) || len(touch.New) != got {
			t.Errorf("%s loads %d texts from %q, want %q", touch.Path, got, touch.New, want)
		}
	}
}

func TestOnlyTextsThatAreSentLoseUnseenCharacters(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "A\u200bB\n@one.md\n@t\u200bwo.md\n").File("/p/one.md", "C\u200bD\n").File("/p/two.md", "no\n").
		File("/p/.github/instructions/all.instructions.md", "---\napplyTo: \"**\"\n---\nE\u200bF\n").
		File("/p/.github/instructions/some.instructions.md", "---\napplyTo: \"**/*.zz\"\ndescription: G\u200bH\n---\n")
	trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{})
	text := ""
	for _, p := range trace.Parts {
		text += p.Text.String()
	}
	for _, want := range []string{"AB\n", "CD\n", "EF\n", "@two.md\n", "| G\u200bH |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%+q is not sent: %+q", want, text)
		}
	}
	if strings.Contains(text, "\nno\n") {
		t.Error("a reference with an unseen character is expanded")
	}
}

// Both in instructions and in rules, the key applyTo limits a file. The key paths limits the file only
// if applyTo is missing. Copilot CLI 1.0.102 was seen to list each limited file in its table, and to
// send the others whole.
func TestApplyToAndPathsLimitBothKindsOfRules(t *testing.T) {
	for front, table := range map[string]string{
		"applyTo:\n  - src/**\n  - lib/**": "src/**, lib/**",
		"applyTo: 'src/**'\npaths: '**'":   "src/**",
		"applyTo: '**'\npaths: 'lib/**'":   "",
		"applyTo: ['**']\npaths: 'src/**'": "",
		"applyTo:\npaths: 'src/**'":        "",
		"applyTo: ''\npaths: 'src/**'":     "",
		"applyTo: 5\npaths: 'src/**'":      "",
		"applyTo: []\npaths: 'src/**'":     "",
		"paths: 'src/**'":                  "src/**",
		"paths:\n  - src/**\n  - '**'":     "src/**, **",
		"paths: []\napplyTo: 'x/**'":       "x/**",
		"paths: [\napplyTo: 'x'":           "x",
		"applyTo: ' src/** , '":            "src/**",
		"applyTo: '{a,b}/**'":              "{a,b}/**",
		"globs: 'x/**'":                    "",
	} {
		for _, name := range []string{"/p/.github/instructions/a.instructions.md", "/p/.claude/rules/a.MD"} {
			w := agenttest.Repository().File(name, "---\n"+front+"\n---\nText.\n")
			trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{})
			want := "loaded"
			if table != "" {
				want = "on demand"
			}
			text := trace.Parts[len(trace.Parts)-1].Text.String()
			if got := agenttest.ReasonOf(trace, name); got != want || table != "" && !strings.Contains(text, "| "+table+" | '") {
				t.Errorf("%q in %s: %s, want %s with %q in %s", front, name, got, want, table, text)
			}
		}
	}
}

// Copilot CLI resolves the path of a reference in the file system before it compares the path with
// those that it has expanded. A reference through a directory that does not exist cannot be
// resolved and stays as it is.
func TestAReferenceByWayOfAMissingDirectoryIsNotExpanded(t *testing.T) {
	for _, there := range []bool{false, true} {
		w := agenttest.Repository().File("/p/AGENTS.md", "@./one.md\n@./more/../one.md\n").File("/p/one.md", "One.")
		want := 0
		if there {
			w.Dir("/p/more")
			want = 1
		}
		trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{})
		text := trace.Parts[len(trace.Parts)-1].Text.String()
		if got := strings.Count(text, `skipped="already-loaded"`); got != want || strings.Count(text, "One.") != 1 {
			t.Errorf("with the directory %v: %d are said to be expanded already, want %d, in %s", there, got, want, text)
		}
	}
}

// Copilot CLI 1.0.102 was seen to send a file twice if two links lead to it and the file's imports
// are expanded at only one of them. It was also seen to load on demand the files of directories
// beside the session's.
func TestSameTextWithOtherImportsAndDirectoriesBeside(t *testing.T) {
	w := agenttest.Repository().File("/p/one/rules.md", "See @../three.txt.\n").File("/p/three.txt", "Three.\n").
		Link("/p/.github/copilot-instructions.md", "../one/rules.md").Link("/p/GEMINI.md", "one/rules.md").Link("/p/CLAUDE.md", "GEMINI.md")
	trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{})
	for path, want := range map[string]string{"/p/.github/copilot-instructions.md": "loaded", "/p/CLAUDE.md": "loaded", "/p/GEMINI.md": "not loaded already-loaded"} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	w = agenttest.Repository().Dir("/p/web/src").File("/p/AGENTS.md", "root\n").File("/p/web/AGENTS.md", "web\n").File("/p/web/other/AGENTS.md", "other\n").File("/p/web/other/f.txt", "x").
		File("/p/x/AGENTS.md", "x\n").File("/p/x/y/GEMINI.md", "y\n").File("/p/x/y/.github/instructions/i.instructions.md", "---\napplyTo: '**'\n---\ni\n").File("/p/x/y/z/f.txt", "x")
	trace = agenttest.Discover(t, w, "copilot-cli", "/p/web/src", discovery.Options{Touched: []string{"/p/x/y/z/f.txt", "/p/web/other/f.txt"}})
	var got []string
	for _, on := range trace.Touched {
		got = append(got, on.New...)
	}
	if want := []string{"/p/x/y/GEMINI.md", "/p/x/y/.github/instructions/i.instructions.md", "/p/x/AGENTS.md", "/p/web/other/AGENTS.md"}; !slices.Equal(got, want) {
		t.Errorf("on demand %q, want %q", got, want)
	}
}

// The reference that exceeds galley's limits stays in the text as it is, as do all references
// after it.
func TestImportsEndWithTheBudget(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		limit func(*facts.Amounts)
		want  string
	}{
		"imports":       {func(a *facts.Amounts) { a.Imports = 1 }, "@a.md loaded ;"},
		"bytes of text": {func(a *facts.Amounts) { a.Output = 3 }, "@a.md not loaded unreadable;"},
	} {
		limits := facts.DefaultLimits
		c.limit(&limits)
		w := agenttest.Repository().File("/p/AGENTS.md", "@a.md @b.md @c.md").File("/p/a.md", "text").File("/p/b.md", "b")
		trace, over := agenttest.Limited(t, "copilot-cli", w, limits)
		got := ""
		for _, in := range trace.Find("/p/AGENTS.md")[0].Imports {
			got += in.Ref + " " + string(in.Verdict) + " " + string(in.Reason) + ";"
		}
		if got != c.want || over == nil || over.What != what || over.Place != "/p/AGENTS.md" {
			t.Errorf("%s: %s; over the budget: %+v", what, got, over)
		}
	}
}
