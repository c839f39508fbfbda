package claudecode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// The files that Claude Code 2.1.332 was seen to load with calls of Read, if rules below the
// working directory import files that have paths of their own.
func TestImportsOfNestedRulesWaitForTheirOwnPaths(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/pkg/src/x.ts", "x").File("/p/pkg/src/y.py", "y").File("/p/CLAUDE.md", "@pkg/docs/launch.md")
	for name, text := range map[string]string{
		".claude/rules/1.md": "---\npaths: '*.ts'\n---\n1\n@../../docs/py1.md\n@../../docs/all1.md\n",
		".claude/rules/2.md": "---\npaths: '*.py'\n---\n2\n",
		".claude/rules/3.md": "3\n@../../docs/py3.md\n@../../docs/all3.md\n@2.md\n@../../docs/ts3.md\n@../../docs/chain1.md\n@../../docs/launch.md\n@../../docs/all1.md\n@../../docs/base.md\n@../../docs/other.md\n@/outside.md\n",
		"docs/py1.md":        "---\npaths: '*.py'\n---\npy1\n", "docs/all1.md": "all1\n",
		"docs/py3.md": "---\npaths: '*.py'\n---\npy3\n", "docs/all3.md": "all3\n", "docs/ts3.md": "---\npaths: '*.ts'\n---\nts3\n",
		"docs/launch.md": "---\npaths: '*.ts'\n---\nlaunch\n", "docs/base.md": "---\npaths: src/*.ts\n---\nbase\n", "docs/other.md": "---\npaths: pkg/src/*.ts\n---\nother\n",
		"docs/chain1.md": "chain1\n@chain2.md", "docs/chain2.md": "---\npaths: '*.ts'\n---\nchain2\n@chain3.md", "docs/chain3.md": "chain3\n@chain4.md",
		"docs/chain4.md": "---\npaths: '*.ts'\n---\nchain4\n@chain5.md", "docs/chain5.md": "chain5\n",
	} {
		w.File("/p/pkg/"+name, text)
	}
	w.File("/outside.md", "outside")
	const ts, py = "/p/pkg/src/x.ts", "/p/pkg/src/y.py"
	const all, tsOnly, pyOnly = "all1 3 all3 chain1 chain3", "1 ts3 chain2 chain4 base", "py1 2 py3"
	for _, tt := range []struct {
		touched []string
		want    string
	}{
		{[]string{ts}, all + " " + tsOnly}, {[]string{py}, all + " " + pyOnly},
		{[]string{ts, py}, all + " " + tsOnly + ", " + pyOnly}, {[]string{py, ts, py}, all + " " + pyOnly + ", " + tsOnly + ", "},
	} {
		trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{Touched: tt.touched})
		var calls []string
		for _, touch := range trace.Touched {
			var files []string
			for _, name := range touch.New {
				name = name[strings.LastIndexByte(name, '/')+1:]
				files = append(files, strings.TrimSuffix(name, ".md"))
			}
			calls = append(calls, strings.Join(files, " "))
		}
		if got := strings.Join(calls, ", "); got != tt.want {
			t.Errorf("%v brings\n%s, want\n%s", tt.touched, got, tt.want)
		}
	}
}
