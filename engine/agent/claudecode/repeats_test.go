package claudecode_test

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
)

// An import creates an entry with the text of the imported file. This does not count as a
// repetition; only a second entry of that file repeats the text.
func TestImportDoesNotRepeatItsOwnEntry(t *testing.T) {
	for _, tt := range []struct {
		name   string
		build  func(w *facts.Memory)
		loaded string
		twice  string // what doctor reports as repeated
	}{
		{"one import", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "@a.md\n").File("/p/a.md", "A\n") },
			"/p/CLAUDE.md /p/a.md", ""},
		{"two imports of one file", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "@a.md and @./a.md\n").File("/p/a.md", "A\n") },
			"/p/CLAUDE.md /p/a.md", ""},
		{"an import of an imported file", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "@a.md\n").File("/p/a.md", "A @b.md\n").File("/p/b.md", "B\n")
		}, "/p/CLAUDE.md /p/a.md /p/b.md", ""},
		{"two files import it", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "@a.md\n").File("/p/CLAUDE.local.md", "too @a.md\n").File("/p/a.md", "A\n")
		}, "/p/CLAUDE.md /p/a.md /p/CLAUDE.local.md", ""},
		{"an import of a rule", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "@.claude/rules/r.md\n").File("/p/.claude/rules/r.md", "R\n")
		}, "/p/CLAUDE.md /p/.claude/rules/r.md", ""},
		{"an import of a file loaded before", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "C\n").File("/p/CLAUDE.local.md", "@CLAUDE.md\n")
		}, "/p/CLAUDE.md /p/CLAUDE.local.md", ""},
		{"a link and an import of one file", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "@a.md\n").File("/p/a.md", "A\n").Link("/p/CLAUDE.local.md", "a.md")
		}, "/p/CLAUDE.md /p/a.md", ""},
		{"an import of a copy", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "@a.md @b.md\n").File("/p/a.md", "A\n").File("/p/b.md", "A\n")
		},
			"/p/CLAUDE.md /p/a.md /p/b.md", "/p/b.md"},
		{"copies", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "C\n").File("/p/CLAUDE.local.md", "C\n") },
			"/p/CLAUDE.md /p/CLAUDE.local.md", "/p/CLAUDE.local.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository()
			tt.build(w)
			a, version, err := agent.Known().Lookup("claude-code")
			if err != nil {
				t.Fatal(err)
			}
			traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(traces[0].Loaded, " "); got != tt.loaded {
				t.Errorf("loaded %s, want %s", got, tt.loaded)
			}
			var twice []string
			for _, p := range discovery.Doctor(context.Background(), w, traces) {
				if strings.Contains(p.Hint, "remove one of them") {
					twice = append(twice, p.File)
				}
			}
			if got := strings.Join(twice, " "); got != tt.twice {
				t.Errorf("doctor reports %q as repeated, want %q", got, tt.twice)
			}
			var scan, explained strings.Builder
			if err := report.ScanText(&scan, traces); err != nil {
				t.Fatal(err)
			}
			for _, name := range traces[0].Loaded {
				answers, err := discovery.Explain(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"}, name)
				if err != nil {
					t.Fatal(err)
				}
				if err := report.ExplainText(&explained, name, answers); err != nil {
					t.Fatal(err)
				}
			}
			for what, said := range map[string]string{"scan": loadedLines(scan.String()), "explain": loadedLines(explained.String())} {
				if again := strings.Contains(said, "loaded twice: "); again != (tt.twice != "") {
					t.Errorf("%s is reported as already loaded: %t\n%s", what, again, said)
				}
			}
		})
	}
}

// loadedLines returns the lines of a scan that are about loaded files.
func loadedLines(scan string) string {
	var out []string
	for l := range strings.SplitSeq(scan, "\n") {
		if strings.Contains(l, " loaded, ") || strings.HasPrefix(l, "loaded ") {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
