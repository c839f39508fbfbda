package qwencode_test

import (
	"path"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/discovery"
)

// qwenCase is a recorded run of Qwen Code.
type qwenCase struct {
	Tree, Home conformance.Tree
	Cwd        string
	Env        map[string]string
	Expect     struct {
		Loaded    []string                `json:"loaded_display_paths_relative_to_cwd"`
		Joined    *string                 `json:"joined_text"`
		Imported  []string                `json:"imported_in_order"`
		Literal   string                  `json:"literal_remains"`
		NotLoaded []conformance.NotLoaded `json:"not_loaded"`
	}
}

func TestConformanceQwen(t *testing.T) {
	conformance.Each(t, "qwen", func(t *testing.T, c qwenCase) {
		w, cwd := conformance.World(t, c.Tree, c.Home, c.Cwd)
		for name, value := range c.Env {
			w.Env(name, value)
		}
		trace := conformance.Trace(t, w, "qwen-code@0.15", discovery.Options{Cwd: cwd})
		var want []string
		for _, shown := range c.Expect.Loaded {
			want = append(want, path.Join(cwd, shown))
		}
		conformance.EqualLists(t, "loaded", trace.Loaded, want)
		text := trace.Text.String()
		if c.Expect.Joined != nil && text != conformance.Marks(*c.Expect.Joined) {
			t.Errorf("text\n got %q\nwant %q", text, *c.Expect.Joined)
		}
		if !strings.Contains(text, c.Expect.Literal) {
			t.Errorf("%q does not remain in %q", c.Expect.Literal, text)
		}
		if c.Expect.Imported != nil {
			var got []string
			for _, cand := range trace.Candidates {
				got = append(got, conformance.Imports(cand.Imports)...)
			}
			conformance.EqualLists(t, "imported", got, conformance.Paths(c.Expect.Imported))
		}
		conformance.JudgeNotLoaded(t, trace, c.Expect.NotLoaded)
		conformance.JudgeAllExplained(t, w, "qwen-code@0.15", trace, discovery.Options{Cwd: cwd})
	})
}
