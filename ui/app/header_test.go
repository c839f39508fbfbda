package app

import (
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/source"
	"galley/engine/wire"
	"galley/ui/cell"
)

func TestTopLineShowsAgentAndBasis(t *testing.T) {
	t.Parallel()
	b := setup{w: 160, h: 40, with: func(o *Options) { o.Request.Profile = "opencode" }}
	tell(t, b, func(s *story) {
		s.sees("opencode@", "stand-ins for the agent's own words, 29.9 kB", "anthropic/claude-sonnet-4-5", "TEMPLATE  not sent")
		for _, w := range []int{120, 100, 80, 60, 40} {
			s.resize(w, 24).runs()
			if w >= 60 {
				s.sees("opencode")
			}
		}
	})
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "x\n"}, func(s *story) {
		s.sees("p.md ─ no agent: the template alone").types("y").sees("p.md ●")
	})
}

// The age of a capture shows how far its prompt can be trusted, so the top line keeps it longest.
// It drops the words that the template is not sent, because the title of the template's pane says
// this too.
func TestTopLineKeepsAgeOfCapture(t *testing.T) {
	t.Parallel()
	b := setup{w: 120, h: 30, with: func(o *Options) {
		o.Request.Profile = "claude-code"
		o.Request.Capture = &capture.Capture{
			Agent: "claude-code", Version: "2.1.332", Created: o.World.Now().Add(-3 * time.Hour), Form: wire.Anthropic, Model: "claude-opus-5-5", Attribution: &capture.Attribution{},
			Body: []byte(`{"model":"claude-opus-5-5","system":"S","messages":[{"role":"user","content":"hi"}]}`),
		}
	}}
	tell(t, b, func(s *story) {
		s.sees("claude-code", "captured 3 hours ago", "TEMPLATE  not sent").resize(100, 24).runs().sees("captured 3 hours ago")
		s.resize(84, 24).runs().sees("captured 3 h ago").resize(80, 24).runs().sees("captured ─")
	})
	for basis, want := range map[engine.Basis]string{engine.Captured: "captured 1 h ago", engine.Predicted: "predicted: 2 changes"} {
		forms := describeProvenance(&engine.Result{Provenance: engine.Provenance{Basis: basis, Age: time.Hour, Changed: []string{"a", "b"}}})
		if forms[1] != want || !strings.HasSuffix(forms[0], "1 hour ago") {
			t.Errorf("%v is told as %q", basis, forms)
		}
	}
}

func TestTheTopLineSaysWhatStandInsStandFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		standIns budget.StandIns
		want     string
	}{{budget.StandIns{Blocks: 2, Real: 47_700}, "stand-ins for 47.7 kB"}, {budget.StandIns{Blocks: 2, Unknown: 1, Real: 500}, "stand-ins for at least 500 B"}, {budget.StandIns{Blocks: 2, Unknown: 2}, "stand-ins, size unknown"}} {
		r := &engine.Result{}
		r.Whole.StandIns = c.standIns
		if got := describeProvenance(r); len(got) != 3 || got[1] != c.want {
			t.Errorf("%q, want %q in short", got, c.want)
		}
	}
}

// A name that is shortened loses its directories before a part of the file's own name.
func TestTopLineKeepsTheFilesOwnName(t *testing.T) {
	t.Parallel()
	b := setup{w: 80, h: 24, file: ".galley/system-prompt.md", text: "x\n", with: func(o *Options) { o.Request.Profile = "claude-code" }}
	tell(t, b, func(s *story) {
		s.types("y").sees("─ system-prompt.md ● ─")
	})
}

// Two spaces separate the words of a title from a tab without the active tab's colour.
func TestWordsOfATitleStandApartFromTheTabs(t *testing.T) {
	t.Parallel()
	b := setup{w: 120, h: 30, file: "p.md", text: "x\n", with: func(o *Options) { o.Request.Profile = "claude-code" }}
	tell(t, b, func(s *story) {
		s.press("ctrl+n").types("AGENTS.md").press("enter").settle().sees("template │ AGENTS.md not loaded").press("alt+T").settle().sees("template │ AGENTS.md  as ")
	})
}

func TestTheTopLineFitsItsWidth(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "a-rather-long-name-of-a-template.md", text: "x\n"}, func(s *story) {
		for w := range 200 {
			for _, word := range s.bench.paint.header(w) {
				if end := word.x + cell.Width(word.text); w > 10 && end > w {
					t.Fatalf("%d columns: %q ends at %d", w, word.text, end)
				}
			}
		}
	})
}

func TestTheLegendNamesEveryOrigin(t *testing.T) {
	t.Parallel()
	said := map[source.Kind]bool{}
	for _, o := range origins {
		said[o.kind] = true
	}
	for k := source.Structure; k <= source.Captured; k++ {
		if !said[k] {
			t.Errorf("%v is not explained", k)
		}
	}
	tell(t, setup{}, func(s *story) {
		s.press("alt+G").sees("What the signs and colours mean", "captured", "your template's own text")
	})
}

func TestQuestionMarkShowsTheKeysOfThePane(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, text: "a\n"}, func(s *story) {
		s.press("alt+R").settle().press("?").sees("Here, in Rules", "choose agent").press("esc")
		s.press("alt+2", "?").sees("Here, in VARIABLES", "unset").press("esc")
	})
}

// An action chosen by name from the palette need not belong to the tab that is shown.
func TestActionOfAnotherTabShowsThatTab(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, text: "a\n"}, func(s *story) {
		s.press("ctrl+p").types("agents side").press("enter").settle().sees("● at launch")
		s.press("ctrl+p").types("another profile").press("enter").sees("Compare template with").press("esc")
	})
}
