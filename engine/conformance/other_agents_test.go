package conformance

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What the cases of Codex, Claude Code, Crush and Qwen Code share: a workspace,
// a home beside it, and paths relative to the one or the other.
const (
	otherWorkspace = "/b/root"
	otherHome      = "/b/home"
)

// otherMarks replaces the mark of the workspace.
func otherMarks(s string) string {
	return strings.NewReplacer("{WS}", otherWorkspace, "{HOME}", otherHome).Replace(s)
}

// otherPath is a path of a case made absolute.
func otherPath(s string) string {
	switch {
	case strings.HasPrefix(s, "~/"):
		return path.Join(otherHome, s[2:])
	case strings.HasPrefix(s, "$CODEX_HOME/"):
		return path.Join(otherHome, ".codex", strings.TrimPrefix(s, "$CODEX_HOME/"))
	case strings.HasPrefix(s, "MANAGED:"):
		return path.Join("/etc/claude-code", strings.TrimPrefix(s, "MANAGED:"))
	}
	return path.Join(otherWorkspace, s)
}

func otherPaths(list []string) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, otherPath(s))
	}
	return out
}

// notLoaded is a path with a reason for people.
type notLoaded struct{ Path, Reason string }

// otherCase reads a case strictly and calls judge for each of a folder.
func otherCase[C any](t *testing.T, folder string, judge func(*testing.T, C)) {
	t.Helper()
	for _, name := range list(t, folder) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var c C
			decode(t, claims(t, data), &c)
			judge(t, c)
		})
	}
}

// otherWorld builds a workspace and a home.
func otherWorld(t *testing.T, files, home tree, cwd string) (w *facts.Memory, dir string) {
	t.Helper()
	w = facts.NewMemory().Env("HOME", otherHome).Dir(otherHome)
	if err := files.build(w, otherWorkspace, treeOptions{Marks: otherMarks}); err != nil {
		t.Fatal(err)
	}
	if err := home.build(w, otherHome, treeOptions{Marks: otherMarks}); err != nil {
		t.Fatal(err)
	}
	dir = path.Join(otherWorkspace, cwd)
	return w.Dir(dir), dir
}

// otherTrace runs the discovery of an agent.
func otherTrace(t *testing.T, w facts.World, name string, o discovery.Options) *discovery.Trace {
	t.Helper()
	agent, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	o.Version = version
	trace, err := agent.Discover(context.Background(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	if trace.Failure != nil {
		t.Fatal(trace.Failure)
	}
	return trace
}

// judgeNotLoaded holds what a case says is not loaded: in no list, and with a
// reason where the trace has it.
func judgeNotLoaded(t *testing.T, trace *discovery.Trace, want []notLoaded) {
	t.Helper()
	for _, n := range want {
		full := otherPath(n.Path)
		if slices.Contains(trace.Loaded, full) {
			t.Errorf("%s is loaded; it is not to be: %s", full, n.Reason)
		}
		for _, c := range trace.Find(full) {
			if c.Verdict == discovery.Loaded || c.Reason == "" && c.Detail == "" {
				t.Errorf("%s: %s %q; it is not to be loaded: %s", full, c.Verdict, c.Reason, n.Reason)
			}
		}
	}
}

func equalLists(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %q\nwant %q", what, got, want)
	}
}
