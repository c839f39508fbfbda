package claudecode_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/claudecode"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestClaude(t *testing.T) {
	tests := []struct {
		name  string
		build func(w *facts.Memory)
		o     discovery.Options
		path  string
		want  string
	}{
		{"AGENTS.md beside a CLAUDE.md", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "C").File("/p/AGENTS.md", "A") }, discovery.Options{},
			"/p/AGENTS.md", "not loaded shadowed-by-kind"},
		{"a CLAUDE.md at the root of the file system, which is not looked at", func(w *facts.Memory) { w.File("/CLAUDE.md", "C").File("/p/AGENTS.md", "A") }, discovery.Options{},
			"/p/AGENTS.md", "loaded"},
		{"the user's CLAUDE.md keeps no AGENTS.md out", func(w *facts.Memory) { w.File("/h/.claude/CLAUDE.md", "C").File("/p/AGENTS.md", "A") }, discovery.Options{},
			"/p/AGENTS.md", "loaded"},
		{"a setting of the project does not choose the files", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "C").File("/p/AGENTS.md", "A").File("/p/.claude/settings.json",
				`{"pluginConfigs":{"agents-md@builtin":{"options":{"instructionFiles":"claude-md-and-agents-md"}}}}`)
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded shadowed-by-kind"},
		{"managed files only", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "C").File("/h/.claude/settings.json",
				`{"pluginConfigs":{"agents-md@builtin":{"options":{"instructionFiles":"managed-only"}}}}`)
		}, discovery.Options{}, "/p/CLAUDE.md", "not loaded disabled"},
		{"a link to a loaded file", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "C").Link("/p/AGENTS.md", "CLAUDE.md").File("/h/.claude/settings.json",
				`{"pluginConfigs":{"agents-md@builtin":{"options":{"instructionFiles":"claude-md-and-agents-md"}}}}`)
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded already-loaded"},
		{"without the local source", func(w *facts.Memory) { w.File("/p/CLAUDE.local.md", "L") },
			discovery.Options{Sources: []string{"user", "project"}}, "/p/CLAUDE.local.md", "not loaded disabled"},
		{"without the project source", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "L") },
			discovery.Options{Sources: []string{"user"}}, "/p/CLAUDE.md", "not loaded disabled"},
		{"an added directory, with the variable", func(w *facts.Memory) {
			w.File("/q/CLAUDE.md", "Q").Env("CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "1")
		}, discovery.Options{Directories: []string{"/q"}}, "/q/CLAUDE.md", "loaded"},
		{"an added directory's AGENTS.md", func(w *facts.Memory) {
			w.File("/q/AGENTS.md", "Q").Env("CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "1")
		}, discovery.Options{Directories: []string{"/q"}}, "/q/AGENTS.md", "not loaded not-looked-for"},
		{"a rule for the file that is edited", func(w *facts.Memory) { w.File("/p/.claude/rules/a.md", "---\npaths: [\"src/**/*.{ts,tsx}\"]\n---\nA") },
			discovery.Options{File: "/p/src/x/y.tsx"}, "/p/.claude/rules/a.md", "on demand"},
		{"a rule for another file", func(w *facts.Memory) { w.File("/p/.claude/rules/a.md", "---\npaths: \"src/**, lib/**\"\n---\nA") },
			discovery.Options{File: "/p/test/y.ts"}, "/p/.claude/rules/a.md", "not loaded other-files"},
		{"a star without a slash holds at any depth", func(w *facts.Memory) { w.File("/p/.claude/rules/a.md", "---\npaths: \"*.md\"\n---\nA") },
			discovery.Options{File: "/p/docs/y.md"}, "/p/.claude/rules/a.md", "on demand"},
		{"a bad bracket matches nothing", func(w *facts.Memory) { w.File("/p/.claude/rules/a.md", "---\npaths: \"[z-\"\n---\nA") },
			discovery.Options{File: "/p/[z-"}, "/p/.claude/rules/a.md", "not loaded front-matter"},
		{"a file below, for what is edited elsewhere", func(w *facts.Memory) { w.File("/p/a/CLAUDE.md", "A").Dir("/p/b") },
			discovery.Options{File: "/p/b/x"}, "/p/a/CLAUDE.md", "not loaded other-files"},
		{"a rule linked to outside the project", func(w *facts.Memory) { w.File("/q/r.md", "R").Link("/p/.claude/rules/r.md", "/q/r.md") }, discovery.Options{},
			"/p/.claude/rules/r.md", "not loaded needs-approval"},
		{"rules below the directory", func(w *facts.Memory) { w.File("/p/s/.claude/rules/r.md", "R") }, discovery.Options{},
			"/p/s/.claude/rules/r.md", "on demand"},
		{"a file of more than 4 MiB", func(w *facts.Memory) { w.File("/p/CLAUDE.md", strings.Repeat("x", 4<<20+1)) }, discovery.Options{},
			"/p/CLAUDE.md", "not loaded over-limit"},
		{"a lower-case name", func(w *facts.Memory) { w.File("/p/claude.md", "C") }, discovery.Options{}, "/p/claude.md", "not loaded wrong-case"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git")
			tt.build(w)
			trace := agenttest.Discover(t, w, "claude-code", "/p", tt.o)
			if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
				t.Errorf("%s: %q, want %q; all: %+v", tt.path, got, tt.want, trace.Candidates)
			}
		})
	}
}

func TestClaudeImports(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // each "reference verdict reason"
	}{
		{"a file", "see @a.md", []string{"@a.md loaded"}},
		{"an address is not an import", "mail me@a.md", nil},
		{"a decorator is not an import", "use @Override here", nil},
		{"a package name is not a file", "use @scope/pkg", []string{"@scope/pkg not loaded missing"}},
		{"a Windows path", `see @docs\b.md`, []string{`@docs not loaded missing`}},
		{"a fragment", "see @a.md#part", []string{"@a.md#part loaded"}},
		{"a full stop after the path", "see @a.md.", []string{"@a.md. not loaded missing"}},
		{"a blank in the path", "@My Notes.md", []string{"@My not loaded missing"}},
		{"quotes", `@"a.md"`, []string{`@"a.md" not loaded import-refused`}},
		{"twice", "@a.md @./a.md", []string{"@a.md loaded", "@./a.md not loaded already-loaded"}},
		{"a file that imports itself", "@c1.md", []string{"@c1.md loaded", "@c2.md loaded", "@c1.md not loaded already-loaded"}},
		{"four hops", "@h1.md", []string{"@h1.md loaded", "@h2.md loaded", "@h3.md loaded", "@h4.md loaded", "@h5.md not loaded import-depth"}},
		{"the home", "@~/x.md", []string{"@~/x.md not loaded needs-approval"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := facts.NewMemory().Env("HOME", "/h").File("/h/x.md", "X").Dir("/p/.git").
				File("/p/a.md", "A").File("/p/docs/b.md", "B").File("/p/My Notes.md", "N").
				File("/p/c1.md", "@c2.md").File("/p/c2.md", "@c1.md").
				File("/p/h1.md", "@h2.md").File("/p/h2.md", "@h3.md").File("/p/h3.md", "@h4.md").File("/p/h4.md", "@h5.md").File("/p/h5.md", "5").
				File("/p/CLAUDE.md", tt.text)
			trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
			var got []string
			var list func(imports []discovery.Import)
			list = func(imports []discovery.Import) {
				for _, in := range imports {
					got = append(got, strings.TrimSpace(in.Ref+" "+string(in.Verdict)+" "+string(in.Reason)))
					list(in.Imports)
				}
			}
			list(trace.Find("/p/CLAUDE.md")[0].Imports)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestClaudeRemovesBlockComments(t *testing.T) {
	for text, want := range map[string]string{
		"a\n<!-- x -->\nb\n":             "a\nb\n",
		"a\n<!-- x\ny -->\nb\n":          "a\nb\n",
		"a <!-- inline --> b\n":          "a <!-- inline --> b\n",
		"<!-- x --> rest\n":              " rest\n",
		"```\n<!-- kept -->\n```\n":      "```\n<!-- kept -->\n```\n",
		"a\n<!-- never closed\nb\n":      "a\n<!-- never closed\nb\n",
		"<!-- a --><!-- b -->\nc":        "c",
		"    <!-- indented: code -->\nb": "    <!-- indented: code -->\nb",
	} {
		if got := claudecode.WithoutBlockComments(discovery.Decode("f", text, 0)).String(); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestClaudeCountsBraceAlternatives(t *testing.T) {
	for pattern, want := range map[string]int{
		"a": 1, "{a,b}": 2, "{a,b}/{c,d,e}": 6, "{a,{b,c}}x": 3, `\{a,b}`: 1, "{a": 1,
		strings.Repeat("{a,b}", 40): 1 << 24,
	} {
		if got, _ := discovery.Alternatives(pattern); got != want {
			t.Errorf("%s has %d alternatives, want %d", pattern, got, want)
		}
	}
	if many := strings.Repeat("{a,b}", 12); discovery.ClaudeGlobs.Covers([]string{many}, "aaaaaaaaaaaa") || !discovery.ClaudeGlobs.Covers([]string{many}, many) {
		t.Error("a pattern with too many alternatives was not taken literally")
	}
}
