package conformance

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The cases of Codex, Claude Code, Crush and Qwen Code have a workspace and a home beside it.
// Their paths are relative to one of the two.
const (
	Workspace = "/b/root"
	Home      = "/b/home"
)

// Marks replaces the marks that stand for the workspace and for the home.
func Marks(s string) string {
	return strings.NewReplacer("{WS}", Workspace, "{HOME}", Home).Replace(s)
}

// Path returns the absolute form of a path in a case.
func Path(s string) string {
	switch {
	case strings.HasPrefix(s, "~/"):
		return facts.Join(Home, s[2:])
	case strings.HasPrefix(s, "$CODEX_HOME/"):
		return facts.Join(Home, ".codex", strings.TrimPrefix(s, "$CODEX_HOME/"))
	case strings.HasPrefix(s, "MANAGED:"):
		return facts.Join("/etc/claude-code", strings.TrimPrefix(s, "MANAGED:"))
	}
	return facts.Join(Workspace, s)
}

func Paths(list []string) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, Path(s))
	}
	return out
}

// NotLoaded is the path of a file that must not be loaded, with the reason in words.
type NotLoaded struct{ Path, Reason string }

// Each decodes every case of a folder and calls judge for it. Unknown fields fail the test.
func Each[C any](t *testing.T, folder string, judge func(*testing.T, C)) {
	t.Helper()
	eachFile(t, folder, func(t *testing.T, name string) {
		var c C
		Decode(t, Claims(t, read(t, name)), &c)
		judge(t, c)
	})
}

// World makes a world with a workspace and a home. It also returns the absolute path of the
// working directory.
func World(t testing.TB, files, home Tree, cwd string) (w *facts.Memory, dir string) {
	t.Helper()
	w = facts.NewMemory().Env("HOME", Home)
	BuildTrees(t, w, TreeOptions{Marks: Marks}, At(Workspace, files), At(Home, home))
	dir = facts.Join(Workspace, cwd)
	return w.Dir(dir), dir
}

// Trace runs an agent's discovery and returns its trace. An agent that would not start fails the
// test.
func Trace(t testing.TB, w facts.World, name string, o discovery.Options) *discovery.Trace {
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

// JudgeNotLoaded checks the files that must not be loaded according to a case. If the trace
// mentions such a file, it must give a reason.
func JudgeNotLoaded(t testing.TB, trace *discovery.Trace, want []NotLoaded) {
	t.Helper()
	for _, n := range want {
		full := Path(n.Path)
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

func EqualLists(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %q\nwant %q", what, got, want)
	}
}
