package crush_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/discovery"
)

func TestConformanceCrushCaptured(t *testing.T) {
	conformance.Each(t, "crush-captured", func(t *testing.T, c conformance.CapturedCase) {
		w, trace := conformance.JudgeCaptured(t, conformance.CapturedAgent{Name: "crush@37f36e9"}, c)
		if c.Expect.Project == nil || c.Expect.Global == nil || c.Expect.OrderIsStable == nil || c.Expect.ContentVerbatim == nil || c.Expect.Truncated == nil {
			t.Fatal("the case does not state what Crush loads")
		}
		for tier, want := range map[string][]conformance.CrushFile{"project": *c.Expect.Project, "global": *c.Expect.Global} {
			var got []conformance.CrushFile
			for _, one := range trace.Candidates {
				if one.Verdict != discovery.Loaded || one.Tier != tier {
					continue
				}
				data, err := w.ReadFile(one.Path)
				got = append(got, conformance.CrushFile{Path: one.Path, Bytes: len(data)})
				if verbatim := err == nil && strings.Contains(one.Text.String(), "\n"+data+"\n"); verbatim != *c.Expect.ContentVerbatim || (one.Reason == discovery.Cut) != *c.Expect.Truncated {
					t.Errorf("%s: verbatim %v, reason %q", one.Path, verbatim, one.Reason)
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
		if trace.Unstable == *c.Expect.OrderIsStable {
			t.Errorf("the order is reported as unstable: %v", trace.Unstable)
		}
	})
}
