package prompts

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
	"galley/ui/words"
)

// Budgets shows each provider's gauge in full, with what its number is worth,
// what each block of the prompt costs, and how it is fitted to its limit.
// templateWords is how many words the template has.
func (p *Prompts) Budgets(templateWords int) tea.Cmd {
	if p.result == nil {
		return nil
	}
	var lines []dialog.Line
	for _, g := range p.Gauges() {
		lines = append(lines, gaugeLines(g)...)
	}
	if line, ok := p.windowLine(); ok {
		lines = append(lines, line)
	}
	lines = append(lines, nil, p.lengthLine(templateWords), nil)
	lines = append(lines, dialog.Line{part(fmt.Sprintf("%-34s %9s %9s %11s %9s", "Block", "bytes", "UTF-16", "code points", "tokens"), dialog.Accent)})
	for _, b := range p.result.Blocks {
		name := cell.Pad(cell.Shorten(cell.Visible(p.result.Prompt.Messages[b.Message].Blocks[b.Block].Title), 34), 34)
		lines = append(lines, dialog.Line{
			part(name, dialog.Base),
			part(fmt.Sprintf(" %9s %9s %11s %9s", budgetbar.Number(b.Length.Bytes), budgetbar.Number(b.Length.UTF16),
				budgetbar.Number(b.Length.Runes), tokens(b.Tokens)), dialog.Muted),
		})
	}
	return p.withFitting(lines)
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
		part(cell.Pad(g.Provider, 8), dialog.Accent),
		part(cell.Pad(budgetbar.Full(g), 33), look),
		part(fmt.Sprintf(" %3.0f%%  ", g.Share()*100), look),
		part(worth(g.Count), dialog.Muted),
	}}
}

// windowLine holds the prompt against the context window of the model that it is
// for, where the catalogue knows it.
func (p *Prompts) windowLine() (dialog.Line, bool) {
	means := p.result.Means
	model := means.Row
	if model.ContextWindow <= 0 {
		return nil, false
	}
	count := p.result.Tokens.Tokens
	text := fmt.Sprintf("%s of %s tokens, the window of %s: %.1f%%", tokens(count), budgetbar.Number(model.ContextWindow),
		cell.Visible(model.Name+means.RowNote()), 100*float64(count.Tokens)/float64(model.ContextWindow))
	if usd, ok := model.Cost(count.Tokens); ok {
		text += fmt.Sprintf("; $%.4f each time, by the prices of %s", usd, token.PriceDate)
	}
	return dialog.Line{part(cell.Pad("model", 8), dialog.Accent), part(text, dialog.Base)}, true
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
func (p *Prompts) lengthLine(templateWords int) dialog.Line {
	l := p.result.Length
	return dialog.Line{part(strings.Join([]string{
		words.Plural(l.Bytes, "byte"), words.Plural(l.UTF16, "UTF-16 unit"), words.Plural(l.Runes, "code point"),
		words.Plural(source.Graphemes(p.result.Text.String()), "grapheme"),
	}, ", ")+"; the template has "+words.Plural(templateWords, "word"), dialog.Base)}
}

func part(text string, look dialog.Look) dialog.Part { return dialog.Part{Text: text, Look: look} }
