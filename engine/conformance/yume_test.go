package conformance

import (
	"context"
	"path"
	"testing"

	"galley/engine/facts"
	"galley/engine/rules"
)

// yumeWaiting are the kinds that other rooms judge.
var yumeWaiting = map[string]string{
	"compress": "fitting", "tool": "tool declarations", "advertised": "tool declarations",
	"permission": "the yume profile", "structure": "the yume profile",
}

func TestConformanceYumeLoad(t *testing.T) {
	waiting := map[string]int{}
	run(t, "yume", func(t *testing.T, c golden) {
		if yumeWaiting[c.Kind] != "" {
			waiting[c.Kind]++
			return
		}
		if c.Kind != "load" {
			t.Fatalf("unknown kind %q", c.Kind)
		}
		fields{"tree": input, "cwd": input}.allow(t, c.Input)
		fields{"text": checked}.allow(t, c.Expect)
		var files tree
		var cwd, want string
		member(t, c.Input, "tree", &files)
		member(t, c.Input, "cwd", &cwd)
		member(t, c.Expect, "text", &want)
		w := facts.NewMemory()
		if err := files.build(w, "/b/root", treeOptions{}); err != nil {
			t.Fatal(err)
		}
		agent, version, err := rules.Lookup("yume")
		if err != nil {
			t.Fatal(err)
		}
		trace, err := agent.Discover(context.Background(), w, rules.Options{Version: version, Cwd: path.Join("/b/root", cwd)})
		if err != nil {
			t.Fatal(err)
		}
		if got := trace.Text.String(); got != want {
			t.Errorf("text %q, want %q", got, want)
		}
	})
	for kind, n := range waiting {
		t.Logf("judged elsewhere: %d cases of kind %s, by %s", n, kind, yumeWaiting[kind])
	}
}
