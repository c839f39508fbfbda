package budgetbar

import (
	"strings"
	"testing"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/view/viewtest"
)

func TestGaugeIsNeverEmptyOrOverfull(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  string
	}{
		{0, ""}, {1e-9, "▏"}, {0.5, "███"}, {0.52, "███▏"}, {1, "██████"}, {3, "██████"}, {-1, ""},
	} {
		if got := bar(c.share, 6); got != c.want {
			t.Errorf("%g is %q, want %q", c.share, got, c.want)
		}
	}
}

func gauge(used, limit int, unit budget.Unit, basis token.Basis, state budget.State) budget.Gauge {
	g := budget.Gauge{Limit: budget.Limit{Provider: "claude", Unit: unit, Max: limit}, Used: used, State: state}
	g.Count.Basis = basis
	return g
}

func TestNamesOfLimits(t *testing.T) {
	for _, c := range []struct {
		g           budget.Gauge
		long, short string
	}{
		{gauge(1000, 2000, budget.Tokens, token.Exact, budget.OK), "claude 1.0k/2.0k tokens 50%", "claude 50% of 2.0k tokens"},
		{gauge(1000, 2000, budget.Tokens, token.Assumed, budget.OK), "claude ~1.0k/2.0k tokens 50%", "claude 50% of 2.0k tokens"},
		{gauge(1900, 2000, budget.Tokens, token.Estimate, budget.Warning), "claude ≈1.9k/2.0k tokens ! 95%", "claude 95% of 2.0k tokens !"},
		{gauge(40_000, 32_000, budget.UTF16, token.Estimate, budget.Over), "claude 40k/32k characters OVER 125%", "claude 125% of 32k characters OVER"},
	} {
		if got := limit(c.g); got != c.long {
			t.Errorf("%q, want %q", got, c.long)
		}
		if got := shortLimit(c.g); got != c.short {
			t.Errorf("%q, want %q", got, c.short)
		}
	}
}

func count(n int) token.Count { return token.Count{Tokens: n, Basis: token.Exact, Method: "m"} }

// The context window comes first and keeps its numbers longest. Limits are dropped as a whole, the
// most exceeded ones last. The message about problems stays.
func TestBarDropsWhatDoesNotFit(t *testing.T) {
	limits := []budget.Gauge{gauge(100_000, 200_000, budget.Tokens, token.Exact, budget.OK), gauge(40_000, 32_000, budget.UTF16, token.Exact, budget.Over)}
	limits[1].Provider = "gemini"
	window := Window{Model: "claude-x", Max: 200_000, Used: count(100_000)}
	draw := func(w int) string {
		return viewtest.Draw(w, 1, func(a cell.Area) {
			Draw(a, viewtest.Styles(), Strip{Window: window, Limits: limits, Note: "2 problems"})
		})[0]
	}
	for w, want := range map[int][]string{
		140: {"claude-x 100k/200k tokens ██████······ 50%", "claude 100k/200k tokens 50%", "gemini 40k/32k characters OVER 125%", "2 problems"},
		100: {"claude-x 100k/200k tokens ██████······ 50%", "gemini 125% of 32k characters OVER", "2 problems"},
		60:  {"claude-x 100k/200k tokens 50%   OVER: gemini", "2 problems"},
		40:  {"claude-x 100k/200k 50%", "2 problems"},
		30:  {"100k/200k", "2 problems"},
	} {
		for _, part := range want {
			if got := draw(w); !strings.Contains(got, part) {
				t.Errorf("%d columns: %q lacks %q", w, got, part)
			}
		}
	}
	if got := draw(100); strings.Contains(got, "claude 50%") {
		t.Errorf("100 columns: a limit that is far away is shown although it does not fit: %q", got)
	}
	for w := range 40 {
		draw(w)
	}
}

func TestWindowReportsMissingParts(t *testing.T) {
	for _, c := range []struct {
		w    Window
		want string
	}{
		{Window{Choose: "^L", Used: count(82)}, "82 tokens, no model: choose one (^L)"},
		{Window{Model: "mine", Used: count(82)}, "mine 82 tokens, window unknown"},
		{Window{Model: "mine", Choose: "^L", Used: count(82)}, "mine 82 tokens, window unknown: ^L chooses a known model"},
		{Window{Model: "m-6", Like: "m-5", Max: 100, Used: count(50)}, "m-6 50/~100 tokens ██████······ 50% window assumed"},
		{Window{Model: "m", Max: 100, Used: count(90), Parts: []Part{{"system", count(60)}, {"tools", count(30)}}}, "m 90/100 tokens ! ██████████▊· 90%   system 60   tools 30"},
		{Window{Model: "m", Max: 100, Used: count(50), Parts: []Part{{"system", count(50)}}, StandIns: true}, "m 50/100 tokens ██████······ 50%   with stand-ins   system 50"},
		{Window{Model: "m", Max: 100, Used: count(50), Counting: true}, "m 50/100 tokens ██████······ 50% counting…"},
		{Window{Model: "m", Max: 100, Used: count(50), StandIns: true, AtLeast: true}, "m 50/100 tokens ██████······ 50%   at least, with stand-ins"},
		{Window{Model: "m", Max: 100, Used: count(50), Price: "$0.01"}, "m 50/100 tokens ██████······ 50%  $0.01 a request"},
		{Window{Model: "m-6", Like: "m-5", Max: 100, Used: count(50), Price: "$0.01"}, "m-6 50/~100 tokens ██████······ 50% window assumed  $0.01 a request"},
		{Window{Model: "m", Max: 100, Used: count(200)}, "m 200/100 tokens OVER ████████████ 200%"},
	} {
		got := viewtest.Draw(90, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), Strip{Window: c.w}) })[0]
		if strings.TrimSpace(got) != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// If the context window is not known, the gauge never warns.
func TestAnUnknownWindowIsShownWithoutAlarm(t *testing.T) {
	st := viewtest.Styles()
	drawn := func(draw func(a cell.Area)) string {
		g := cell.NewGrid(60, 1)
		draw(g.Area(0, 0, 60, 1))
		return g.String()
	}
	for _, c := range []struct {
		stale bool
		look  cell.Style
	}{{false, st.Gauge}, {true, st.Stale}} {
		got := drawn(func(a cell.Area) { Draw(a, st, Strip{Window: Window{Model: "m", Used: count(5000)}, Stale: c.stale}) })
		want := drawn(func(a cell.Area) { a.Put(1, 0, "m 5.0k tokens, window unknown", c.look) })
		if got != want {
			t.Errorf("stale %v: %q, want %q", c.stale, got, want)
		}
	}
}

// If there is little room, the details of the window are shortened before the parts of the request
// are left out. The note at the right is never shortened.
func TestThePartsOfARequestOutlastItsBar(t *testing.T) {
	w := Window{Model: "model", Max: 100, Used: count(50), StandIns: true, Parts: []Part{{"system", count(20)}, {"messages", count(10)}, {"tools", count(20)}}}
	for width, want := range map[int]string{
		92: "model 50/100 tokens ██████······ 50%   with stand-ins   system 20   messages 10   tools 20",
		86: "model 50/100 tokens ███··· 50%   with stand-ins   system 20   messages 10   tools 20",
		80: "model 50/100 tokens ███··· 50%   stand-ins   system 20   messages 10   tools 20",
		73: "model 50/100 tokens 50%   stand-ins   system 20   messages 10   tools 20",
		69: "model 50/100 50%   stand-ins   sys 20   msg 10   tools 20",
		55: "model 50/100 50%   sys 20   msg 10   tools 20",
		45: "model 50/100 50%  sys 20  msg 10  tools 20",
	} {
		if got := strings.TrimSpace(viewtest.Draw(width, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), Strip{Window: w}) })[0]); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	note := strings.Repeat("n", 30)
	for width := range 160 {
		got := viewtest.Draw(width, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), Strip{Window: w, Note: note}) })[0]
		if width > 33 && !strings.HasSuffix(strings.TrimSpace(got), note) || strings.Contains(got, "n"+"m") {
			t.Errorf("%d columns: the note is not whole: %q", width, got)
		}
	}
}

// If there are several limits, a narrow bar names all that are exceeded, and no others.
func TestEveryExceededLimitIsNamed(t *testing.T) {
	var limits []budget.Gauge
	for i, state := range []budget.State{budget.Over, budget.OK, budget.Warning, budget.Over} {
		g := gauge(100_000, 80_000, budget.Tokens, token.Exact, state)
		g.Provider = string("abcd"[i])
		limits = append(limits, g)
	}
	s := Strip{Window: Window{Choose: "^L", Used: count(100_000)}, Limits: limits, Note: "note"}
	for width, want := range map[int]string{
		90: "100k tokens, no model: choose one (^L)   OVER: a, d", 64: "100k tokens, no model: choose one (^L)   OVER: a, d", 47: "100k tokens, no model (^L)   OVER: a, d", 46: "100k tokens, no model (^L)  OVER: a, d",
	} {
		got := viewtest.Draw(width, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), s) })[0]
		if !strings.HasPrefix(got, " "+want+"  ") || !strings.HasSuffix(strings.TrimSpace(got), "note") {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// To make room for a single limit, the bar of the window is left out first. A limit that is
// exceeded and does not fit is named if there is room for the name.
func TestASingleLimitBesideTheWindow(t *testing.T) {
	limits := []budget.Gauge{gauge(40_000, 32_000, budget.UTF16, token.Exact, budget.Over)}
	s := Strip{Window: Window{Model: "model", Max: 100, Used: count(50)}, Limits: limits}
	for width, want := range map[int]string{
		23: "model 50/100 50% …", 24: "model 50/100 tokens 50%", 25: "model 50/100 tokens 50%", 26: "model 50/100 tokens 50% …", 30: "model 50/100 tokens 50% …", 31: "model 50/100 50%  OVER: claude",
		37: "model 50/100 50%   OVER: claude", 38: "model 50/100 50%   OVER: claude", 39: "model 50/100 tokens 50%   OVER: claude", 60: "model 50/100 tokens ███··· 50%   OVER: claude",
		61: "model 50/100 tokens 50%   claude 125% of 32k characters OVER", 67: "model 50/100 tokens 50%   claude 125% of 32k characters OVER", 68: "model 50/100 tokens ███··· 50%   claude 125% of 32k characters OVER",
		74: "model 50/100 tokens ██████······ 50%   claude 125% of 32k characters OVER", 75: "model 50/100 tokens ██████······ 50%   claude 40k/32k characters OVER 125%",
	} {
		if got := strings.TrimSpace(viewtest.Draw(width, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), s) })[0]); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// A limit that the user typed stays in a narrow bar, in which the price makes room for it.
func TestALimitOfTheUsersOwnIsVisible(t *testing.T) {
	own := gauge(97, 100, budget.Tokens, token.Exact, budget.Warning)
	own.Provider, own.Source = "your limit", budget.Typed
	s := Strip{Window: Window{Model: "model", Max: 1000, Used: count(97), Price: "$0.18", StandIns: true}, Limits: []budget.Gauge{own}}
	for width, want := range map[int]string{
		38: "model 97/1.0k 10%  your limit 100 !", 70: "model 97/1.0k 10%  $0.18   stand-ins   your limit 97% of 100 tokens !",
		110: "model 97/1.0k tokens █▏·········· 10%  $0.18 a request   with stand-ins   your limit 97/100 tokens ! 97%",
	} {
		if got := strings.TrimSpace(viewtest.Draw(width, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), s) })[0]); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}
