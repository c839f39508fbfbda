package opencode

import (
	"context"
	"slices"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile/profiletest"
)

func TestReadToolLoadsRuleFilesNearTheFile(t *testing.T) {
	w := profiletest.OpenWorld().File("/p/a/b/AGENTS.md", "b\n").File("/p/a/CLAUDE.md", "a\n").File("/p/a/CONTEXT.md", "no\n").
		File("/p/a/b/x.txt", "").File("/p/a/e/AGENTS.md", "").File("/p/a/e/x.txt", "").File("/pq/AGENTS.md", "beside\n").File("/pq/x.txt", "")
	for _, c := range []struct {
		read string
		want []string
	}{
		{"a/b/x.txt", []string{"/p/a/b/AGENTS.md", "/p/a/CLAUDE.md"}},
		{"a/b/AGENTS.md", []string{"/p/a/CLAUDE.md"}},
		{"a/e/x.txt", []string{"/p/a/CLAUDE.md"}},
		{"../pq/x.txt", []string{"/pq/AGENTS.md"}},
		{"x.txt", nil},
	} {
		trace, err := Discover(context.Background(), w, discovery.Options{Version: "1.18.33", Cwd: "/p", Touched: []string{c.read}})
		if err != nil || len(trace.Touched) != 1 || !slices.Equal(trace.Touched[0].New, c.want) {
			t.Errorf("%s: %+v, %v", c.read, trace.Touched, err)
		}
	}
	trace, _ := Discover(context.Background(), w, discovery.Options{Version: "1.18.33", Cwd: "/p", Touched: []string{"a/b/x.txt"}})
	want := "\n\n<system-reminder>\nInstructions from: /p/a/b/AGENTS.md\nb\n\n\nInstructions from: /p/a/CLAUDE.md\na\n\n</system-reminder>"
	if got := trace.Touched[0].Appended.String(); got != want {
		t.Errorf("%q", got)
	}
}
