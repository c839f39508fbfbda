package budgetbar

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/budget"
	"galley/ui/style"
	"galley/ui/words"
)

// limits returns each limit with its name. In the brief form, the limits with the largest use
// come first.
func (s Strip) limits(st *style.Styles, f form) (all items) {
	limits, text := slices.Clone(s.Limits), limit
	if f.brief {
		text = shortLimit
		slices.SortStableFunc(limits, func(a, b budget.Gauge) int { return -cmp.Compare(a.Share(), b.Share()) })
	}
	if f.tight {
		text = tinyLimit
	}
	for _, g := range limits {
		full := look(g, st)
		if s.Stale {
			full = st.Stale
		}
		all = append(all, item{{text(g), full}})
	}
	return all
}

// limit returns a provider's limit and how much of it is used, such as "claude ≈82/200k tokens
// <1%".
func limit(g budget.Gauge) string {
	return g.Provider + " " + sign(g) + words.Rounded(g.Used) + "/" + words.Rounded(g.Max) + " " + unit(g.Unit) + mark(g) + " " + words.Percent(g.Share())
}

// shortLimit returns a shorter form of limit, such as "claude <1% of 200k tokens".
func shortLimit(g budget.Gauge) string {
	return g.Provider + " " + words.Percent(g.Share()) + " of " + words.Rounded(g.Max) + " " + unit(g.Unit) + mark(g)
}

// tinyLimit names only the limit, such as "your limit 13k".
func tinyLimit(g budget.Gauge) string { return g.Provider + " " + words.Rounded(g.Max) + mark(g) }

// exceeded names the n providers whose limits are exceeded.
func (s Strip) exceeded(st *style.Styles) (names item, n int) {
	var over []string
	for _, g := range s.Limits {
		if g.State == budget.Over {
			over = append(over, g.Provider)
		}
	}
	look := st.GaugeOver
	if s.Stale {
		look = st.Stale
	}
	return item{{"OVER: " + strings.Join(over, ", "), look}}, len(over)
}
