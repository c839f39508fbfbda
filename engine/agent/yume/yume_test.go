package yume_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestYumeLoadsTheFirstReadableFile(t *testing.T) {
	w := facts.NewMemory().File("/p/CLAUDE.md", "a").Mode("/p/CLAUDE.md", 0).File("/p/.claude/CLAUDE.md", "\ufeffb").
		File("/p/claude.md", "c").File("/CLAUDE.md", "up")
	trace := agenttest.Discover(t, w, "yume", "/p", discovery.Options{})
	if got := trace.Text.String(); got != "\ufeffb" {
		t.Errorf("text %q, with its byte order mark", got)
	}
	for path, want := range map[string]string{
		"/p/CLAUDE.md": "not loaded unreadable", "/p/claude.md": "not loaded shadowed-by-kind", "/CLAUDE.md": "not loaded above-root",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestOpenagenticSaysWhyNot(t *testing.T) {
	base := func() *facts.Memory { return agenttest.Repository().File("/p/AGENTS.md", "a") }
	tests := []struct {
		name string
		w    *facts.Memory
		o    discovery.Options
		path string
		want string
	}{
		{"without the project source nothing is loaded", base(), discovery.Options{Sources: []string{}}, "/p/AGENTS.md", "not loaded disabled"},
		{"a star crosses directories", base().File("/p/d/e/x.md", "x").File("/p/opencode.json", `{"instructions":["d/*.md"]}`),
			discovery.Options{}, "/p/d/e/x.md", "loaded"},
		{"two stars want a directory", base().File("/p/top.md", "x").File("/p/opencode.json", `{"instructions":["**/top.md"]}`),
			discovery.Options{}, "**/top.md", "not loaded no-match"},
		{"a URL is not fetched unasked", base().File("/p/opencode.json", `{"instructions":["https://x/y"]}`),
			discovery.Options{}, "https://x/y", "not known would-fetch"},
		{"memory repeats the local file", agenttest.Repository().File("/p/CLAUDE.md", "c"), discovery.Options{Sources: []string{"project", "claude"}},
			"/p/CLAUDE.md", "loaded, loaded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := agenttest.ReasonOf(agenttest.Discover(t, tt.w, "openagentic", "/p", tt.o), tt.path); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
			}
		})
	}
}

func TestYumeAndOpenagenticOnADisk(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	for _, key := range []string{"XDG_CONFIG_HOME", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG_CONTENT",
		"OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "OPENCODE_DISABLE_PROJECT_CONFIG"} {
		t.Setenv(key, "")
		os.Unsetenv(key)
	}
	agenttest.WriteTree(t, root, map[string]string{"p/.git": "x", "p/CLAUDE.md": "rules", "p/d/f": "", "p/docs/b.md": "b", "p/docs/a.md": "a",
		"p/opencode.jsonc": `{"instructions": ["docs/*.md",]}`})
	p := func(names ...string) (out []string) {
		for _, n := range names {
			out = append(out, filepath.Join(root, "p", n))
		}
		return out
	}
	if got := agenttest.Discover(t, facts.NewLive(), "yume", p("")[0], discovery.Options{}).Loaded; !slices.Equal(got, p("CLAUDE.md")) {
		t.Errorf("yume: %q", got)
	}
	got := agenttest.Discover(t, facts.NewLive(), "openagentic", p("d")[0], discovery.Options{}).Loaded
	if want := p("CLAUDE.md", "docs/a.md", "docs/b.md"); !slices.Equal(got, want) {
		t.Errorf("openagentic: %q, want %q", got, want)
	}
}
