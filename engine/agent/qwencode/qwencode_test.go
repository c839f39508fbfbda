package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The program was seen to send these files in this order.
func TestQwenOrdersByNameThenDepth(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/b/home").Dir("/b/top/r/.git").
		File("/b/home/.qwen/QWEN.md", "GQ\n").File("/b/home/.qwen/AGENTS.md", "GA\n").
		File("/b/top/r/QWEN.md", "RQ\n").File("/b/top/r/AGENTS.md", "RA\n").
		File("/b/top/AGENTS.md", "UP\n").File("/b/AGENTS.md", "UPUP\n").
		File("/b/top/r/a/QWEN.md", "see @missing.md\n~~~\n@x.md\n~~~\n\n    @x.md\n\n    code\n").
		File("/b/top/r/a/x.md", "X\n").
		File("/b/top/r/.qwen/rules/one.md", "RULE\n").
		File("/b/top/r/.qwen/rules/two.md", "---\npaths: [\"*.go\"]\n---\nCOND\n").
		File("/b/home/.qwen/rules/g.md", "GRULE\n").
		File("/b/home/.qwen/output-language.md", "LANG\n")
	block := func(kind, name, text string) string {
		return "--- " + kind + " from: " + name + " ---\n" + text + "\n--- End of " + kind + " from: " + name + " ---"
	}
	want := strings.Join([]string{
		block("Context", "../../../home/.qwen/QWEN.md", "GQ"),
		block("Context", "../QWEN.md", "RQ"),
		block("Context", "QWEN.md", "see @missing.md\n~~~\n@x.md\n~~~\n\n    @x.md\n\n    code"),
		block("Context", "../../../home/.qwen/AGENTS.md", "GA"),
		block("Context", "../../AGENTS.md", "UP"),
		block("Context", "../AGENTS.md", "RA"),
		block("Context", "../../../home/.qwen/output-language.md", "LANG"),
		block("Rule", "../../home/.qwen/rules/g.md", "GRULE"),
		block("Rule", ".qwen/rules/one.md", "RULE"),
	}, "\n\n")
	trace := agenttest.Discover(t, w, "qwen-code", "/b/top/r/a", discovery.Options{})
	if got := trace.Text.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := agenttest.ReasonOf(trace, "/b/AGENTS.md"); got != "not loaded above-root" {
		t.Errorf("/b/AGENTS.md: %s", got)
	}
	if got := agenttest.ReasonOf(trace, "/b/top/r/.qwen/rules/two.md"); got != "on demand" {
		t.Errorf("a rule with paths: %s", got)
	}
}

func TestQwen(t *testing.T) {
	tests := []struct {
		name  string
		build func(w *facts.Memory)
		o     discovery.Options
		path  string
		want  string
	}{
		{"a rule for the file that is edited", func(w *facts.Memory) { w.File("/p/.qwen/rules/a.md", "---\npaths: src/**/*.go\n---\nA") },
			discovery.Options{File: "/p/src/x/y.go"}, "/p/.qwen/rules/a.md", "on demand"},
		{"a rule for another file", func(w *facts.Memory) { w.File("/p/.qwen/rules/a.md", "---\npaths: src/**/*.go\n---\nA") },
			discovery.Options{File: "/p/y.go"}, "/p/.qwen/rules/a.md", "not loaded other-files"},
		{"a comma does not separate patterns", func(w *facts.Memory) { w.File("/p/.qwen/rules/a.md", "---\npaths: \"*.go,*.md\"\n---\nA") },
			discovery.Options{File: "/p/y.go"}, "/p/.qwen/rules/a.md", "not loaded other-files"},
		{"a list as it is written", func(w *facts.Memory) { w.File("/p/.qwen/rules/a.md", "---\npaths:\n  - \"*.go\"\n---\nA") },
			discovery.Options{File: "/p/y.go"}, "/p/.qwen/rules/a.md", "on demand"},
		{"a text file is not a rule", func(w *facts.Memory) { w.File("/p/.qwen/rules/a.txt", "A") }, discovery.Options{},
			"/p/.qwen/rules/a.txt", "not loaded not-looked-for"},
		{"a rule that is a link", func(w *facts.Memory) { w.File("/p/r.md", "A").Link("/p/.qwen/rules/a.md", "/p/r.md") }, discovery.Options{},
			"/p/.qwen/rules/a.md", "not loaded not-regular"},
		{"configured names replace both", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "C").File("/p/AGENTS.md", "A").File("/p/.qwen/settings.json", `{"context":{"fileName":"CLAUDE.md"}}`)
		}, discovery.Options{}, "/p/CLAUDE.md", "loaded"},
		{"an extension's file", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/qwen-extension.json", `{"name":"e"}`).File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/QWEN.md", "loaded"},
		{"a file that the extension names", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/qwen-extension.json", `{"name":"e","contextFileName":"R.md"}`).File("/h/.qwen/extensions/e/R.md", "R").File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/R.md", "loaded"},
		{"the default name of an extension that names another", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/qwen-extension.json", `{"name":"e","contextFileName":["R.md","S.md"]}`).File("/h/.qwen/extensions/e/S.md", "S").File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/QWEN.md", ""},
		{"an extension that is linked", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/.qwen-extension-install.json", `{"type":"link","source":"/src/e"}`).File("/src/e/qwen-extension.json", `{"name":"e"}`).File("/src/e/QWEN.md", "E")
		}, discovery.Options{}, "/src/e/QWEN.md", "loaded"},
		{"an extension that was copied", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/.qwen-extension-install.json", `{"type":"local","source":"/src/e"}`).File("/src/e/QWEN.md", "E").
				File("/h/.qwen/extensions/e/qwen-extension.json", `{"name":"e"}`).File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/QWEN.md", "loaded"},
		{"an extension without its description", func(w *facts.Memory) { w.File("/h/.qwen/extensions/e/QWEN.md", "E") }, discovery.Options{},
			"/h/.qwen/extensions/e/QWEN.md", "not loaded disabled"},
		{"an extension whose description is not JSON", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/qwen-extension.json", `{`).File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/QWEN.md", "not loaded disabled"},
		{"an extension whose description nests too deep to be read", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/qwen-extension.json", `{"name":"e","x":`+strings.Repeat("[", 2000)+strings.Repeat("]", 2000)+`}`).File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/QWEN.md", "not loaded disabled"},
		{"an extension with a rejected name", func(w *facts.Memory) {
			w.File("/h/.qwen/extensions/e/qwen-extension.json", `{"name":"e e"}`).File("/h/.qwen/extensions/e/QWEN.md", "E")
		}, discovery.Options{}, "/h/.qwen/extensions/e/QWEN.md", "not loaded disabled"},
		{"a blank file", func(w *facts.Memory) { w.File("/p/QWEN.md", " \n") }, discovery.Options{}, "/p/QWEN.md", "not loaded empty"},
		{"a file below", func(w *facts.Memory) { w.File("/p/s/QWEN.md", "Q") }, discovery.Options{}, "/p/s/QWEN.md", "not loaded below-cwd"},
		{"its own memory beyond 200 lines", func(w *facts.Memory) {
			w.File("/h/.qwen/projects/-p/memory/MEMORY.md", strings.Repeat("- x\n", 300))
		}, discovery.Options{}, "/h/.qwen/projects/-p/memory/MEMORY.md", "loaded cut"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git")
			tt.build(w)
			trace := agenttest.Discover(t, w, "qwen-code", "/p", tt.o)
			if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
				t.Errorf("%s: %q, want %q; all: %+v", tt.path, got, tt.want, trace.Candidates)
			}
		})
	}
}

// The reference of an import that exceeds galley's limits stays in the text.
func TestImportsEndWithTheBudget(t *testing.T) {
	t.Parallel()
	limits := facts.DefaultLimits
	limits.Output = 3
	w := agenttest.Repository().File("/p/QWEN.md", "@a.md").File("/p/a.md", "text")
	trace, over := agenttest.Limited(t, "qwen-code", w, limits)
	in := trace.Find("/p/QWEN.md")[0].Imports
	if over == nil || over.What != "bytes of text" || over.Place != "/p/QWEN.md" || len(in) != 1 || in[0].Reason != discovery.Unreadable {
		t.Errorf("over the budget: %+v; imports %+v", over, in)
	}
	const settings = "/p/.qwen/settings.json"
	agenttest.Exceeds(t, "qwen-code", agenttest.Repository().File(settings, `{"a":`+strings.Repeat("[", facts.MaxDepth+1)), settings)
	const trust = "/h/.qwen/trustedFolders.json"
	agenttest.Exceeds(t, "qwen-code", agenttest.Repository().File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File(trust, strings.Repeat("[", facts.MaxDepth+1)), trust)
}

// galley does not insert a file that is too large for it to read; the reference stays in the text.
func TestAnImportThatIsTooLarge(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().SetFileCap(10).File("/p/QWEN.md", "@a.md").File("/p/a.md", "more than ten")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	if in := trace.Find("/p/QWEN.md")[0].Imports; len(in) != 1 || in[0].Reason != discovery.TooLarge || !strings.Contains(trace.Text.String(), "@a.md") {
		t.Errorf("imports %+v in %q", in, trace.Text.String())
	}
}

// Qwen Code 0.24.4 was seen to send this text.
func TestFlatFormatPutsImportsAfterTheirFile(t *testing.T) {
	w := agenttest.Repository().File("/h/.qwen/settings.json", `{"context":{"importFormat":"flat"}}`).File("/h/.qwen/output-language.md", "English.\n").
		File("/p/AGENTS.md", "A @./two.md @missing.md @~/x.md @./three.txt\n").File("/p/two.md", "\nTwo @./four @three.txt\n").File("/p/three.txt", "Three @three.txt\n").File("/p/four", "Four\n")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	file := func(name, text string) string {
		return "--- File: " + name + " ---\n" + text + "\n--- End of File: " + name + " ---"
	}
	context := func(name, text string) string {
		return "--- Context from: " + name + " ---\n" + text + "\n--- End of Context from: " + name + " ---"
	}
	want := context("AGENTS.md", strings.Join([]string{
		file("/p/AGENTS.md", "A @./two.md @missing.md @~/x.md @./three.txt"), file("/p/three.txt", "Three @three.txt"), file("/p/two.md", "Two @./four @three.txt"), file("/p/four", "Four"),
	}, "\n\n")) + "\n\n" + context("../h/.qwen/output-language.md", file("/h/.qwen/output-language.md", "English."))
	if got := trace.Text.String(); got != want {
		t.Errorf("the text is\n%s\nnot\n%s", got, want)
	}
}

func TestSkillsAreSortedByCollationWithDescriptionsUnchanged(t *testing.T) {
	w := agenttest.Repository().
		File("/p/.qwen/skills/Delta/SKILL.md", "---\nname: Delta\ndescription: |\n  one\n  two\n---\n").File("/p/.qwen/skills/beta/SKILL.md", "---\nname: beta\ndescription: B\n---\n")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	for _, p := range trace.Parts {
		if s := p.Text.String(); p.Name == "skills" {
			if beta, delta := strings.Index(s, "\nbeta\n"), strings.Index(s, "\nDelta\n"); beta < 0 || delta < beta || strings.Index(s, "\nextension-creator\n") < delta {
				t.Errorf("the order is %s", s)
			}
			if !strings.Contains(s, "<description>\none\ntwo\n (project)\n</description>") {
				t.Errorf("the description differs from what was sent: %s", s)
			}
		}
	}
}
