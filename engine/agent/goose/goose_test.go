package goose_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/goose"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestGoose(t *testing.T) {
	before := discovery.Options{Version: "0086ae6"}
	tests := []struct {
		name  string
		build func(w *facts.Memory)
		o     discovery.Options
		path  string
		want  string
	}{
		{"both names of a directory", func(w *facts.Memory) { w.File("/p/.goosehints", "h").File("/p/AGENTS.md", "a") }, discovery.Options{}, "/p/AGENTS.md", "loaded"},
		{"from the git root down", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a") }, discovery.Options{}, "/p/AGENTS.md", "loaded"},
		{"nothing above the git root", func(w *facts.Memory) { w.File("/AGENTS.md", "a") }, discovery.Options{}, "/AGENTS.md", "not loaded above-root"},
		{"a global file", func(w *facts.Memory) { w.File("/h/.config/goose/.goosehints", "g") }, discovery.Options{}, "/h/.config/goose/.goosehints", "loaded"},
		{"a global directory elsewhere", func(w *facts.Memory) { w.Env("XDG_CONFIG_HOME", "/x").File("/x/goose/AGENTS.md", "g") }, discovery.Options{}, "/x/goose/AGENTS.md", "loaded"},
		{"configured names", func(w *facts.Memory) { w.Env("CONTEXT_FILE_NAMES", `["CLAUDE.md"]`).File("/p/CLAUDE.md", "c") }, discovery.Options{}, "/p/CLAUDE.md", "loaded"},
		{"a name that is not configured", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "c") }, discovery.Options{}, "/p/CLAUDE.md", "not loaded not-looked-for"},
		{"below, before 1.41", func(w *facts.Memory) { w.File("/p/d/e/AGENTS.md", "a") }, before, "/p/d/e/AGENTS.md", "not loaded below-cwd"},
		{"below, before 1.41, switched on", func(w *facts.Memory) { w.Env(goose.HintVariable, "TRUE").File("/p/d/e/AGENTS.md", "a") }, before, "/p/d/e/AGENTS.md", "on demand"},
		{"below", func(w *facts.Memory) { w.File("/p/d/e/AGENTS.md", "a") }, discovery.Options{}, "/p/d/e/AGENTS.md", "on demand"},
		{"the shared file of agents", func(w *facts.Memory) { w.File("/h/.agents/AGENTS.md", "g") }, discovery.Options{}, "/h/.agents/AGENTS.md", "loaded"},
		{"what agents share, before 1.41", func(w *facts.Memory) { w.File("/h/.agents/AGENTS.md", "g") }, before, "/h/.agents/AGENTS.md", "not loaded not-looked-for"},
		{"what agents share, under other names", func(w *facts.Memory) {
			w.Env("CONTEXT_FILE_NAMES", `["CLAUDE.md"]`).File("/h/.agents/AGENTS.md", "g")
		}, discovery.Options{}, "/h/.agents/AGENTS.md", "not loaded not-looked-for"},
		{"all directories elsewhere", func(w *facts.Memory) { w.Env("GOOSE_PATH_ROOT", "/x").File("/x/config/.goosehints", "g") }, discovery.Options{}, "/x/config/.goosehints", "loaded"},
		{"more than the limit", func(w *facts.Memory) {
			w.File("/p/.goosehints", strings.Repeat("x", 1<<20)).File("/p/AGENTS.md", "a")
		}, discovery.Options{}, "/p/AGENTS.md", "not loaded over-budget"},
		{"below, for what is edited elsewhere", func(w *facts.Memory) { w.Env(goose.HintVariable, "1").File("/p/d/e/AGENTS.md", "a") },
			discovery.Options{File: "/p/d/x"}, "/p/d/e/AGENTS.md", "not loaded other-files"},
		{"a link out of the repository", func(w *facts.Memory) { w.File("/q/a.md", "a").Link("/p/AGENTS.md", "/q/a.md") }, discovery.Options{}, "/p/AGENTS.md", "not loaded link-outside"},
		{"no UTF-8", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a\xff") }, discovery.Options{}, "/p/AGENTS.md", "not loaded unreadable"},
		{"empty", func(w *facts.Memory) { w.File("/p/AGENTS.md", "") }, discovery.Options{}, "/p/AGENTS.md", "not loaded empty"},
		{"blank is text", func(w *facts.Memory) { w.File("/p/AGENTS.md", " \n") }, discovery.Options{}, "/p/AGENTS.md", "loaded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository().Dir("/p/d")
			tt.build(w)
			name := "goose"
			if tt.o.Version != "" {
				name += "@" + tt.o.Version
			}
			trace := agenttest.Discover(t, w, name, "/p/d", tt.o)
			if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
				t.Errorf("%s: %q, want %q; all: %+v", tt.path, got, tt.want, trace.Candidates)
			}
		})
	}
}

func TestGooseWithoutARepositoryReadsOnlyTheDirectory(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").File("/p/AGENTS.md", "up").File("/p/d/.goosehints", "here")
	trace := agenttest.Discover(t, w, "goose", "/p/d", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/p/AGENTS.md"); got != "not loaded above-root" {
		t.Error(got)
	}
	if got := trace.Text.String(); got != "### Project Hints\nhere" {
		t.Errorf("%q", got)
	}
}

func TestGooseJoinsFilesUnderTwoHeadings(t *testing.T) {
	w := agenttest.Repository().File("/h/.config/goose/AGENTS.md", "G").File("/p/.goosehints", "1").File("/p/AGENTS.md", "2").File("/p/d/AGENTS.md", "3")
	trace := agenttest.Discover(t, w, "goose", "/p/d", discovery.Options{})
	if got, want := trace.Text.String(), "### Global Hints\nG\n\n### Project Hints\n1\n2\n3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestGooseImports(t *testing.T) {
	in := func(name, text string) string {
		return "--- Content from " + name + " ---\n" + text + "\n--- End of " + name + " ---"
	}
	tests := []struct{ name, text, want string }{
		{"in place", "see @a.md and\n@docs/b.md", "see " + in("a.md", "A") + " and\n" + in("docs/b.md", "B")},
		{"a back-tick before the reference", "`@a.md`", "`@a.md`"},
		{"a fence does not protect", "```\n@a.md\n```", "```\n" + in("a.md", "A") + "\n```"},
		{"absolute", "@/p/a.md", "@/p/a.md"},
		{"outside the repository", "@../q/x.md", "@../q/x.md"},
		{"below .git", "@.git/HEAD", "@.git/HEAD"},
		{"missing", "@nowhere.md", "@nowhere.md"},
		{"three levels", "@l1.md", in("l1.md", in("l2.md", in("l3.md", "@l4.md")))},
		{"a circular reference", "@c.md", in("c.md", "@c.md")},
		{"a name in capitals", "@NOTES", in("NOTES", "N")},
		{"an address", "me@a.md", "me@a.md"},
		{"the 65th reference", strings.Repeat("@a.md ", 65), strings.Repeat(in("a.md", "A")+" ", 64) + "@a.md "},
		{"more than 1 MiB", "@big.md @big.md", in("big.md", strings.Repeat("x", 700_000)) + " @big.md"},
		{"a file that is too long to look through", strings.Repeat("x", 128<<10) + " @a.md", strings.Repeat("x", 128<<10) + " @a.md"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository().File("/p/a.md", "A").File("/p/docs/b.md", "B").File("/q/x.md", "X").File("/p/.git/HEAD", "ref").File("/p/NOTES", "N").
				File("/p/l1.md", "@l2.md").File("/p/l2.md", "@l3.md").File("/p/l3.md", "@l4.md").File("/p/l4.md", "4").File("/p/c.md", "@c.md").
				File("/p/big.md", strings.Repeat("x", 700_000)).File("/p/AGENTS.md", tt.text)
			got := agenttest.Discover(t, w, "goose", "/p", discovery.Options{}).Text.String()
			if want := "### Project Hints\n" + tt.want; got != want {
				t.Errorf("%.300q, want %.300q", got, want)
			}
		})
	}
}

// A reference is expanded if its file and the two lines around the file's text have at most 1 MiB.
func TestTheLargestImport(t *testing.T) {
	t.Parallel()
	const frame = "--- Content from big.md ---\n\n--- End of big.md ---"
	for size, want := range map[int]bool{1<<20 - len(frame): true, 1<<20 - len(frame) + 1: false} {
		w := agenttest.Repository().File("/p/big.md", strings.Repeat("x", size)).File("/p/AGENTS.md", "@big.md")
		if got := agenttest.Discover(t, w, "goose", "/p", discovery.Options{}).Text.Len() > size; got != want {
			t.Errorf("a file of %d bytes is expanded: %v", size, got)
		}
	}
}

// The trace names the file of each reference. Each reference that is not refused counts once
// towards galley's own limit.
func TestReferencesAndTheBudget(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/AGENTS.md", "@/p/a.md @a.md @b.md").File("/p/a.md", "A").File("/p/b.md", "B")
	limits := facts.DefaultLimits
	for n, want := range []string{
		"/p/a.md not loaded import-refused; /p/a.md not loaded unreadable; /p/b.md not loaded missing",
		"/p/a.md not loaded import-refused; /p/a.md loaded ; /p/b.md not loaded unreadable",
		"/p/a.md not loaded import-refused; /p/a.md loaded ; /p/b.md loaded ",
	} {
		limits.Imports = int64(n)
		trace, over := agenttest.Limited(t, "goose", w, limits)
		var got []string
		for _, in := range trace.Find("/p/AGENTS.md")[0].Imports {
			got = append(got, in.Path+" "+string(in.Verdict)+" "+string(in.Reason))
		}
		if strings.Join(got, "; ") != want || (over == nil) != (n == 2) {
			t.Errorf("with %d imports allowed: %q; over the budget: %v", n, got, over)
		}
	}
}
