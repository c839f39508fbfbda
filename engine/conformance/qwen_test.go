package conformance

import (
	"path"
	"strings"
	"testing"

	"galley/engine/discovery"
)

// qwenCase is a case of Qwen Code.
type qwenCase struct {
	Tree, Home tree
	Cwd        string
	Expect     struct {
		Loaded    []string    `json:"loaded_display_paths_relative_to_cwd"`
		Joined    *string     `json:"joined_text"`
		Imported  []string    `json:"imported_in_order"`
		Literal   string      `json:"literal_remains"`
		NotLoaded []notLoaded `json:"not_loaded"`
	}
}

func TestConformanceQwen(t *testing.T) {
	otherCase(t, "qwen", func(t *testing.T, c qwenCase) {
		w, cwd := otherWorld(t, c.Tree, c.Home, c.Cwd)
		trace := otherTrace(t, w, "qwen-code@0.15", discovery.Options{Cwd: cwd})
		var want []string
		for _, shown := range c.Expect.Loaded {
			want = append(want, path.Join(cwd, shown))
		}
		equalLists(t, "loaded", trace.Loaded, want)
		text := trace.Text.String()
		if c.Expect.Joined != nil && text != otherMarks(*c.Expect.Joined) {
			t.Errorf("text\n got %q\nwant %q", text, *c.Expect.Joined)
		}
		if !strings.Contains(text, c.Expect.Literal) {
			t.Errorf("%q does not remain in %q", c.Expect.Literal, text)
		}
		if c.Expect.Imported != nil {
			var got []string
			for _, cand := range trace.Candidates {
				got = append(got, imported(cand.Imports)...)
			}
			equalLists(t, "imported", got, otherPaths(c.Expect.Imported))
		}
		judgeNotLoaded(t, trace, c.Expect.NotLoaded)
	})
}

// imported lists the imports that loaded, each before those in it.
func imported(list []discovery.Import) (out []string) {
	for _, in := range list {
		if in.Verdict == discovery.Loaded {
			out = append(append(out, in.Path), imported(in.Imports)...)
		}
	}
	return out
}
