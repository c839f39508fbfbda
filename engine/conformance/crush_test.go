package conformance

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
)

// crushFile is a file with its bytes on disk.
type crushFile struct {
	Path  string
	Bytes int
}

// crushCase is a case of Crush.
type crushCase struct {
	Tree, Home tree
	Env        map[string]string
	Cwd        string
	Expect     struct {
		Project, Global []crushFile
		NotLoaded       []notLoaded `json:"not_loaded"`
		OrderIsStable   bool        `json:"order_is_stable"`
		ContentVerbatim bool        `json:"content_verbatim"`
		Truncated       bool
		Orders          int `json:"distinct_orders_seen_in_12_builds"`
	}
}

func TestConformanceCrush(t *testing.T) {
	otherCase(t, "crush", func(t *testing.T, c crushCase) {
		w, cwd := otherWorld(t, c.Tree, c.Home, c.Cwd)
		for key, value := range c.Env {
			w.Env(key, otherMarks(value))
		}
		trace := otherTrace(t, w, "crush", discovery.Options{Cwd: cwd})
		for tier, want := range map[string][]crushFile{"project": c.Expect.Project, "global": c.Expect.Global} {
			var got []crushFile
			for _, cand := range trace.Candidates {
				if cand.Verdict != discovery.Loaded || cand.Tier != tier {
					continue
				}
				got = append(got, crushFile{cand.Path, cand.Used})
				data, err := w.ReadFile(cand.Path)
				verbatim := err == nil && strings.Contains(cand.Text.String(), "\n"+data+"\n")
				if verbatim != c.Expect.ContentVerbatim || (cand.Reason == discovery.Cut) != c.Expect.Truncated {
					t.Errorf("%s: verbatim %v, cut %v", cand.Path, verbatim, cand.Reason == discovery.Cut)
				}
			}
			for i := range want {
				want[i].Path = otherPath(want[i].Path)
			}
			byPath := func(a, b crushFile) int { return strings.Compare(a.Path, b.Path) }
			slices.SortFunc(got, byPath)
			slices.SortFunc(want, byPath)
			if !slices.Equal(got, want) {
				t.Errorf("%s\n got %v\nwant %v", tier, got, want)
			}
		}
		if trace.Unstable == c.Expect.OrderIsStable {
			t.Errorf("the order is said to be unstable: %v", trace.Unstable)
		}
		judgeNotLoaded(t, trace, c.Expect.NotLoaded)
	})
}
