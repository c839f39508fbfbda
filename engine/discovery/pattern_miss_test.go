package discovery

import (
	"strings"
	"testing"
)

func TestAlmostMatchingPatternsGetASuggestion(t *testing.T) {
	for _, tt := range []struct {
		pattern, file, want string // want is "" if nothing is to be suggested
		by                  *Dialect
	}{
		{"src/**/*.ts", "src/a/x.ts", "", Picomatch}, // the pattern matches the file
		{"src/**.ts", "src/a/x.ts", "src/**/*.ts", Picomatch},
		{"src/*.ts", "src/a/x.ts", "src/**/*.ts", Picomatch},
		{"src/**/*.js", "src/a/x.ts", "src/**/*.ts", Picomatch},
		{"**/*.md", "src/a/x.ts", "", Picomatch}, // the pattern is for another kind of file
		{"**/*.js", "src/a/x.ts", "**/*.ts", Picomatch},
		{"Src/**", "src/a/x.ts", "src/**", Picomatch},
		{"src/**/*.TS", "src/a/x.ts", "src/**/*.ts", Picomatch},
		{"src", "src/a/x.ts", "src/**", Picomatch},
		{"src/", "src/a/x.ts", "src/**", Picomatch},
		{"/src/**", "src/a/x.ts", "src/**", Picomatch},
		{"*.ts", "src/a/x.ts", "**/*.ts", Picomatch},
		{`src\a\*`, "src/a/x.ts", "src/a/*", Picomatch},
		{`"src/**"`, "src/a/x.ts", "src/**", Picomatch},
		{"src/**/*.{js, ts}", "src/a/x.ts", "src/**/*.{js,ts}", Picomatch},
		{"a/*.ts", "src/a/x.ts", "src/a/*.ts", Picomatch},
		{"app/src/**", "src/a/x.ts", "src/**", Picomatch},
		{"scr/**", "src/a/x.ts", "src/**", Picomatch},
		{`["docs/**", "src/**"]`, "src/a/x.ts", "src/**", Picomatch},
		{"docs/**, src/**", "src/a/x.ts", "src/**", Picomatch},
		{"src/a/x", "src/a/x.ts", "src/a/x.ts", Picomatch},
		{"src/**/x", "src/a/x.ts", "src/**/x.ts", Picomatch},
		{"src/a/y", "src/a/x.ts", "", Picomatch}, // the pattern names another file
		{"./src/**", "src/a/x.ts", "src/**", ClaudeGlobs},
		{"docs/**", "src/a/x.ts", "", Picomatch},
		{"!src/**.ts", "src/a/x.ts", "", Picomatch},
		{"", "src/a/x.ts", "", Picomatch},
		{"SRC/a/*.ts", "src/a/x.ts", "", ClaudeGlobs}, // Claude Code ignores case
		{"src/**.ts", "src/a/x.ts", "src/**/*.ts", ClaudeGlobs},
	} {
		c := &Candidate{Verdict: Later, Patterns: []string{tt.pattern}, base: "/p", dialect: tt.by}
		m, missed := c.PatternMiss("/p/" + tt.file)
		if m.Mended != tt.want || missed != (tt.want != "") {
			t.Errorf("%q for %s: %+v, want %q", tt.pattern, tt.file, m, tt.want)
		}
		if missed && (m.Why == "" || !tt.by.Covers([]string{m.Mended}, tt.file)) {
			t.Errorf("%q: suggestion %q does not match %s or lacks a reason", tt.pattern, m.Mended, tt.file)
		}
	}
}

func TestReasonWhyAPatternDoesNotMatch(t *testing.T) {
	for pattern, want := range map[string]string{
		"./src/**": "it begins with ./: patterns are relative to /p without it",
		"src/a/x":  "it has no extension, and the path has .ts",
	} {
		c := &Candidate{Verdict: Later, Patterns: []string{pattern}, base: "/p", dialect: ClaudeGlobs}
		if m, _ := c.PatternMiss("/p/src/a/x.ts"); m.Why != want {
			t.Errorf("%q: %q, want %q", pattern, m.Why, want)
		}
	}
}

// If a rule has very many patterns, galley examines only the first ones.
func TestOnlySomePatternsOfARuleAreExamined(t *testing.T) {
	patterns := strings.Split(strings.Repeat("docs/**,", mostMended)+"src/**.ts", ",")
	c := &Candidate{Verdict: Later, Patterns: patterns, base: "/p", dialect: Picomatch}
	if m, missed := c.PatternMiss("/p/src/a/x.ts"); missed {
		t.Errorf("mended %+v", m)
	}
	c.Patterns = patterns[1:]
	if _, missed := c.PatternMiss("/p/src/a/x.ts"); !missed {
		t.Error("the last examined pattern was skipped")
	}
}
