package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Each front matter was tried in a rule file of its own with both releases, which then read
// /p/src/api/x.ts. The rule was in the request from the start, behind the text of that file, or not
// at all.
func TestPathsOfRulesAreParsedAsInQwenCode(t *testing.T) {
	const always, onRead, never = "loaded", "on demand", "not loaded other-files"
	for _, c := range []struct{ front, newer, older string }{
		{`paths: ["src/**"]`, onRead, never},
		{"paths: ['src/**']", onRead, never},
		{"paths: [src/**]", onRead, never},
		{`paths: ["docs/**", "src/**"]`, onRead, never},
		{"paths: [\n  \"docs/**\",\n  \"src/**\"\n]", onRead, never},
		{"paths: [src/**/*.{ts,tsx}]", never, never},
		{`paths: ["src/**/*.{ts,tsx}"]`, onRead, never},
		{"paths: [**/*.ts]", never, never},
		{"description: a: b\npaths: [\"src/**\"]", never, never},
		{"paths:\n  - \"src/**\"", onRead, onRead},
		{"paths:\n  - 'src/**'", onRead, never},
		{"paths:\n- src/**", onRead, always},
		{"paths:\n    - src/**", onRead, always},
		{"paths:\n  - **/*.ts", onRead, onRead},
		{"paths: src/**", onRead, onRead},
		{`paths: "src/**"`, onRead, onRead},
		{"paths: 'src/**'", onRead, never},
		{"paths: docs/**,src/**", never, never},
		{`paths: "docs/**, src/**"`, never, never},
		{"paths: **/*.ts", onRead, onRead},
		{"paths: 7", always, always},
		{"paths: [7]", never, never},
		{"paths: true", always, always},
		{`paths: "src/[a]pi/**"`, onRead, onRead},
		{`paths: ["src/[a]pi/**"]`, onRead, never},
		{`paths: "[s]rc/**"`, onRead, onRead},
		{"paths: {src,docs}/**", onRead, onRead},
		{"paths: []", always, never},
		{"paths:", always, always},
		{"paths:\n  a: src/**", always, always},
		{"paths: [{a: b}]", always, never},
		{"x:\n  paths: docs/**", always, always},
		{"paths: |\n  src/**", never, never},
		{"paths: >-\n  src/**", onRead, never},
		{"paths: src/** # c", onRead, never},
		{"paths: docs/**\npaths: src/**", onRead, onRead},
		{"paths:\n  - null", always, never},
		{"paths:\n  - null\n  - src/**", onRead, onRead},
		{"paths: [[src/**, docs/**]]", never, never},
		{"paths:\nx: 1\n  - src/**", always, onRead},
		{`paths: "src\\/**"`, onRead, onRead},
		{"paths: [false]", never, never},
		{"paths: [[null, src/**]]", onRead, never},
		{"paths: [[{a: b}], src/**]", always, never},
		{"x:\n  a: 1\npaths: src/**", onRead, onRead},
		{"paths:\n  paths: docs/**", always, always},
		{"paths: \"docs/**\"\npaths:\n  a: 1", always, always},
		{"paths:\n  - \"src/**\"\nx:\n  - docs/**", onRead, onRead},
		{`paths: ["docs/**,src/**"]`, never, never},
	} {
		for version, want := range map[string]string{"0.24.4": c.newer, "0.15.10": c.older} {
			w := agenttest.Repository().File("/p/src/api/x.ts", "x").File("/p/.qwen/rules/a.md", "---\n"+c.front+"\n---\nA\n")
			trace := agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{File: "/p/src/api/x.ts"})
			if got := agenttest.ReasonOf(trace, "/p/.qwen/rules/a.md"); got != want {
				t.Errorf("%s, %q: %s, want %s", version, c.front, got, want)
			}
		}
	}
}

func TestBracketedListReadAsOnePatternIsReported(t *testing.T) {
	const quotes, lines = "put each pattern, and each text with a colon, in quotes", "write each pattern on its own line"
	for _, c := range []struct{ front, newer, older string }{
		{`paths: ["src/**"]`, "", lines},
		{`paths: [src/**, docs/**]`, "", lines},
		{`paths: [**/*.ts]`, quotes, lines},
		{"description: a: b\npaths: [\"src/**\"]", quotes, lines},
		{`paths: "[s]rc/**"`, "", ""},
		{"paths:\n  - \"[s]rc/**\"", "", ""},
		{"paths:\n  - src/**", "", ""},
	} {
		for version, want := range map[string]string{"0.24.4": c.newer, "0.15.10": c.older} {
			w := agenttest.Repository().File("/p/.qwen/rules/a.md", "---\n"+c.front+"\n---\nA\n")
			trace := agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{})
			var said []string
			for _, remark := range trace.Find("/p/.qwen/rules/a.md")[0].Remarks {
				if strings.Contains(remark.Detail, "in brackets") {
					said = append(said, remark.Detail)
				}
			}
			if got := strings.Join(said, "; "); (want == "") != (got == "") || !strings.Contains(got, want) {
				t.Errorf("%s, %q: %q, want %q", version, c.front, got, want)
			}
		}
	}
}
