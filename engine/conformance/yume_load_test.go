package conformance

import (
	"context"
	"path"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// judgeYumeLoad judges what is loaded from a directory.
func judgeYumeLoad(t *testing.T, c golden) {
	t.Helper()
	var files tree
	var cwd, want string
	member(t, c.Input, "tree", &files)
	member(t, c.Input, "cwd", &cwd)
	member(t, c.Expect, "text", &want)
	w := facts.NewMemory()
	if err := files.build(w, "/b/root", treeOptions{}); err != nil {
		t.Fatal(err)
	}
	agent, version, err := agent.Known().Lookup("yume")
	if err != nil {
		t.Fatal(err)
	}
	trace, err := agent.Discover(context.Background(), w, discovery.Options{Version: version, Cwd: path.Join("/b/root", cwd)})
	if err != nil {
		t.Fatal(err)
	}
	if got := trace.Text.String(); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}
