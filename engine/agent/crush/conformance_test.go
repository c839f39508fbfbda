package crush_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/discovery"
)

// crushCase is a recorded run of Crush.
type crushCase struct {
	Tree, Home conformance.Tree
	Env        map[string]string
	Cwd        string
	Expect     struct {
		Project, Global []conformance.CrushFile
		NotLoaded       []conformance.NotLoaded `json:"not_loaded"`
		OrderIsStable   bool                    `json:"order_is_stable"`
		ContentVerbatim bool                    `json:"content_verbatim"`
		Truncated       bool
		Orders          int `json:"distinct_orders_seen_in_12_builds"`
	}
}

func TestConformanceCrush(t *testing.T) {
	conformance.Each(t, "crush", func(t *testing.T, c crushCase) {
		w, cwd := conformance.World(t, c.Tree, c.Home, c.Cwd)
		for key, value := range c.Env {
			w.Env(key, conformance.Marks(value))
		}
		trace := conformance.Trace(t, w, "crush", discovery.Options{Cwd: cwd})
		for tier, want := range map[string][]conformance.CrushFile{"project": c.Expect.Project, "global": c.Expect.Global} {
			var got []conformance.CrushFile
			for _, cand := range trace.Candidates {
				if cand.Verdict != discovery.Loaded || cand.Tier != tier {
					continue
				}
				got = append(got, conformance.CrushFile{Path: cand.Path, Bytes: cand.Used})
				data, err := w.ReadFile(cand.Path)
				verbatim := err == nil && strings.Contains(cand.Text.String(), "\n"+data+"\n")
				if verbatim != c.Expect.ContentVerbatim || (cand.Reason == discovery.Cut) != c.Expect.Truncated {
					t.Errorf("%s: verbatim %v, cut %v", cand.Path, verbatim, cand.Reason == discovery.Cut)
				}
			}
			for i := range want {
				want[i].Path = conformance.Path(want[i].Path)
			}
			byPath := func(a, b conformance.CrushFile) int { return strings.Compare(a.Path, b.Path) }
			slices.SortFunc(got, byPath)
			slices.SortFunc(want, byPath)
			if !slices.Equal(got, want) {
				t.Errorf("%s\n got %v\nwant %v", tier, got, want)
			}
		}
		if trace.Unstable == c.Expect.OrderIsStable {
			t.Errorf("the order is reported as unstable: %v", trace.Unstable)
		}
		conformance.JudgeNotLoaded(t, trace, c.Expect.NotLoaded)
	})
}
