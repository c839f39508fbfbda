package budgetbar

import (
	"strings"
	"testing"

	"galley/engine/budget"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/view/viewtest"
)

func TestSharesAreRoundedSoThatNothingLooksLikeNothing(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  string
	}{
		{0, "0%"}, {0.00001, "<1%"}, {0.009, "<1%"}, {0.01, "1%"}, {0.999, "99%"}, {1, "100%"}, {1.5, "150%"}, {9.99, "999%"}, {10, ">999%"}, {1e6, ">999%"},
	} {
		if got := percent(c.share); got != c.want {
			t.Errorf("%g is %s, want %s", c.share, got, c.want)
		}
	}
}

func TestTheBarIsAHairlineAtLeastAndFullAtMost(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  string
	}{
		{0, ""}, {1e-9, "▏"}, {0.5, "███"}, {0.52, "███▏"}, {1, "██████"}, {3, "██████"}, {-1, ""},
	} {
		if got := Bar(c.share, 6); got != c.want {
			t.Errorf("%g is %q, want %q", c.share, got, c.want)
		}
	}
}

func TestNumbersAreGroupedAndRounded(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1 000", 1234567: "1 234 567", -1234: "-1 234", -123: "-123"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) is %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.0k", 9949: "9.9k", 9999: "10k", 12499: "12k", 12500: "13k", 999_499: "999k", 999_500: "1.0M", 1_500_000: "1.5M"} {
		if got := Rounded(n); got != want {
			t.Errorf("Rounded(%d) is %q, want %q", n, got, want)
		}
	}
}

func gauge(used, limit int, unit budget.Unit, basis token.Basis, state budget.State) budget.Gauge {
	g := budget.Gauge{Limit: budget.Limit{Provider: "claude", Unit: unit, Max: limit}, Used: used, State: state}
	g.Count.Basis = basis
	return g
}

func TestAGaugeSaysWhatItsNumberIsWorth(t *testing.T) {
	for _, c := range []struct {
		g    budget.Gauge
		want string
	}{
		{gauge(1000, 2000, budget.Tokens, token.Exact, budget.OK), "1 000/2 000 tok"},
		{gauge(1000, 2000, budget.Tokens, token.Assumed, budget.OK), "~1 000/2 000 tok"},
		{gauge(1000, 2000, budget.Tokens, token.Estimate, budget.Warning), "≈1 000/2 000 tok !"},
		{gauge(2001, 2000, budget.UTF16, token.Estimate, budget.Over), "2 001/2 000 chars OVER"},
	} {
		if got := Long(c.g); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// What does not fit is left out as a whole: the bars first, then gauges from the
// right, and what is said about problems stays.
func TestTheStripLeavesOutWhatDoesNotFit(t *testing.T) {
	gauges := []budget.Gauge{gauge(100_000, 200_000, budget.Tokens, token.Exact, budget.OK), gauge(40_000, 32_000, budget.UTF16, token.Exact, budget.Over)}
	gauges[1].Provider = "gemini"
	draw := func(w int) string {
		return viewtest.Draw(w, 1, func(a cell.Area) { Draw(a, viewtest.Styles(), gauges, "2 problems", cell.Style{}, false) })[0]
	}
	for w, want := range map[int][]string{
		120: {"claude 100 000/200 000 tok ███··· 50%", "gemini 40 000/32 000 chars OVER ██████ 125%", "2 problems"},
		80:  {"claude 100k/200k tok", "gemini 40k/32k chars OVER", "2 problems"},
		40:  {"claude 100k/200k tok", "2 problems"},
	} {
		for _, part := range want {
			if got := draw(w); !strings.Contains(got, part) {
				t.Errorf("%d columns: %q lacks %q", w, got, part)
			}
		}
	}
	if got := draw(40); strings.Contains(got, "gemini") {
		t.Errorf("40 columns: a part of a gauge is drawn: %q", got)
	}
	for w := range 30 {
		draw(w)
	}
}
