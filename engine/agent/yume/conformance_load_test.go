package yume_test

import (
	"context"
	"path"
	"testing"

	"galley/engine/agent"
	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// judgeYumeLoad checks which files are loaded in a directory.
func judgeYumeLoad(t *testing.T, c conformance.Case) {
	t.Helper()
	var files conformance.Tree
	var cwd, want string
	conformance.Member(t, c.Input, "tree", &files)
	conformance.Member(t, c.Input, "cwd", &cwd)
	conformance.Member(t, c.Expect, "text", &want)
	w := facts.NewMemory()
	if err := files.Build(w, "/b/root", conformance.TreeOptions{}); err != nil {
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
