package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/budget"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/budgetbar"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// openBudgets shows each provider's gauge in full, with what its number is worth,
// what each block of the prompt costs, and how it is fitted to its limit.
func (w *Workbench) openBudgets() tea.Cmd {
	if w.result == nil {
		return nil
	}
	var lines []dialog.Line
	for _, g := range w.gauges() {
		lines = append(lines, gaugeLines(g)...)
	}
	if line, ok := w.windowLine(); ok {
		lines = append(lines, line)
	}
	lines = append(lines, nil, w.lengthLine(), nil)
	lines = append(lines, dialog.Line{part(fmt.Sprintf("%-34s %9s %9s %11s %9s", "Block", "bytes", "UTF-16", "code points", "tokens"), title)})
	for _, b := range w.result.Blocks {
		name := cell.Pad(cell.Shorten(cell.Visible(w.result.Prompt.Messages[b.Message].Blocks[b.Block].Title), 34), 34)
		lines = append(lines, dialog.Line{
			part(name, base),
			part(fmt.Sprintf(" %9s %9s %11s %9s", budgetbar.Number(b.Length.Bytes), budgetbar.Number(b.Length.UTF16),
				budgetbar.Number(b.Length.Runes), tokens(b.Tokens)), muted),
		})
	}
	return w.withFitting(lines)
}

func gaugeLines(g budget.Gauge) []dialog.Line {
	look := func(st *style.Styles) cell.Style { return st.Gauge }
	switch g.State {
	case budget.Warning:
		look = func(st *style.Styles) cell.Style { return st.GaugeWarning }
	case budget.Over:
		look = func(st *style.Styles) cell.Style { return st.GaugeOver }
	}
	return []dialog.Line{{
		part(cell.Pad(g.Provider, 8), title),
		part(cell.Pad(budgetbar.Full(g), 28), look),
		part(fmt.Sprintf(" %3.0f%%  ", g.Share()*100), look),
		part(worth(g.Count), muted),
	}}
}

// windowLine holds the prompt against the context window of the model that it is
// for, where the catalogue knows it.
func (w *Workbench) windowLine() (dialog.Line, bool) {
	means := w.result.Means
	model := means.Row
	if model.ContextWindow <= 0 {
		return nil, false
	}
	count := w.result.Tokens.Tokens
	text := fmt.Sprintf("%s of %s tokens, the window of %s: %.1f%%", tokens(count), budgetbar.Number(model.ContextWindow),
		cell.Visible(model.Name+means.RowNote()), 100*float64(count.Tokens)/float64(model.ContextWindow))
	if usd, ok := model.Cost(count.Tokens); ok {
		text += fmt.Sprintf("; $%.4f each time, by the prices of %s", usd, token.PriceDate)
	}
	return dialog.Line{part(cell.Pad("model", 8), title), part(text, base)}, true
}

// worth says what a number of tokens is based on.
func worth(c token.Count) string {
	switch c.Basis {
	case token.Exact:
		return fmt.Sprintf("%s tokens, exact by %s", budgetbar.Number(c.Tokens), c.Method)
	case token.Assumed:
		return fmt.Sprintf("%s tokens by %s, assumed for this model", budgetbar.Number(c.Tokens), c.Method)
	default:
		return fmt.Sprintf("≈%s tokens, %s to %s, estimated by %s",
			budgetbar.Number(c.Tokens), budgetbar.Number(c.Low), budgetbar.Number(c.High), c.Method)
	}
}

func tokens(c token.Count) string {
	sign := map[token.Basis]string{token.Exact: "", token.Assumed: "~"}
	s, ok := sign[c.Basis]
	if !ok {
		s = "≈"
	}
	return s + budgetbar.Number(c.Tokens)
}

// lengthLine is the prompt's length in every unit. Graphemes are counted here and
// nowhere else: they cost far more than the others.
func (w *Workbench) lengthLine() dialog.Line {
	l := w.result.Length
	return dialog.Line{part(strings.Join([]string{
		plural(l.Bytes, "byte"), plural(l.UTF16, "UTF-16 unit"), plural(l.Runes, "code point"),
		plural(source.Graphemes(w.result.Text.String()), "grapheme"),
	}, ", ")+"; the template has "+plural(w.editor.Words(), "word"), base)}
}

func part(text string, look func(*style.Styles) cell.Style) dialog.Part {
	return dialog.Part{Text: text, Look: look}
}

func base(st *style.Styles) cell.Style  { return st.Base }
func muted(st *style.Styles) cell.Style { return st.Muted }
func title(st *style.Styles) cell.Style { return st.Accent }
