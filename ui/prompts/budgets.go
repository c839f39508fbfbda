package prompts

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/budgetbar"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
	"galley/ui/words"
)

// Budgets opens a dialog about the providers' limits. It shows each limit in full, how the
// number was counted, the size of each block of the prompt, and how the prompt is fitted to its
// limit. templateWords is the number of words in the template.
func (p *Prompts) Budgets(templateWords int) tea.Cmd {
	if p.result == nil {
		return nil
	}
	var lines []dialog.Line
	lines = append(lines, p.windowLines()...)
	if limits := p.Fitting().providers(); len(limits) > 0 {
		lines = append(lines, nil, dialog.Line{part("Limits of providers", dialog.Accent)})
		for _, g := range limits {
			lines = append(lines, gaugeLines(g)...)
		}
	}
	lines = append(lines, nil, lengthLine(p.result, templateWords), nil)
	lines = append(lines, p.blockLines()...)
	return p.withFitting(lines)
}

// wideTable is the least width of a screen on which the table of blocks has all its columns.
const wideTable = 100

// blockLines returns a table of the blocks with the sizes that the agent sends. A stand-in counts
// with the measured size of the words that it replaces.
func (p *Prompts) blockLines() []dialog.Line {
	width, _ := p.screen.Size()
	wide := width >= wideTable
	name := 34
	if !wide {
		name = 28
	}
	row := func(bytes, utf16, runes, tokens string) string {
		if !wide {
			return fmt.Sprintf(" %8s %8s %9s", bytes, utf16, tokens)
		}
		return fmt.Sprintf(" %9s %9s %12s %9s", bytes, utf16, runes, tokens)
	}
	lines := []dialog.Line{{part(cell.Pad("Block", name)+row("bytes", "UTF-16", "code points", "tokens"), dialog.Accent)}}
	titles := map[string]int{}
	for i, b := range p.result.Blocks {
		size := b.Size
		if whole := p.result.Whole.Blocks; i < len(whole) {
			size = whole[i]
		}
		block := p.result.Prompt.Messages[b.Message].Blocks[b.Block]
		title := cell.Visible(block.Title)
		if titles[block.Title]++; titles[block.Title] > 1 {
			title = fmt.Sprintf("%s #%d", title, titles[block.Title])
		}
		line := dialog.Line{
			part(cell.Pad(cell.Shorten(title, name), name), dialog.Base),
			part(row(strconv.Itoa(size.Length.Bytes), strconv.Itoa(size.Length.UTF16), strconv.Itoa(size.Length.Runes), tokens(size.Tokens)), dialog.Muted),
		}
		switch block.StandInBytes() {
		case 0:
		case block.Text.Len():
			line = append(line, part("  stand-in", dialog.Info))
		default:
			line = append(line, part("  partly stand-in", dialog.Info))
		}
		lines = append(lines, line)
	}
	return lines
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
		part(fmt.Sprintf(" %5s  ", words.Percent(g.Share())), look),
		part(worth(g.Count), dialog.Muted),
	}}
}

// windowLines returns lines that compare the request with its model's context window. They also say
// what the request consists of, and what the signs before numbers mean.
func (p *Prompts) windowLines() (lines []dialog.Line) {
	w, means := p.Window(), p.result.Means
	head := tokens(w.Used) + " tokens, no model: choose one"
	if w.Choose != "" {
		head += " (" + w.Choose + ")"
	}
	switch {
	case w.Model != "" && w.Max == 0:
		head = tokens(w.Used) + " tokens; the window of " + cell.Visible(w.Model) + " is not known"
		if w.Choose != "" {
			head += "; " + w.Choose + " chooses a known model"
		}
	case w.Like != "":
		head = fmt.Sprintf("%s of %s tokens: %s; %s is not in the catalogue: galley assumes the window of %s", tokens(w.Used), strconv.Itoa(w.Max),
			words.Percent(float64(w.Used.Tokens)/float64(w.Max)), cell.Visible(w.Model), w.Like)
	case w.Model != "":
		head = fmt.Sprintf("%s of %s tokens, the window of %s: %s", tokens(w.Used), strconv.Itoa(w.Max),
			cell.Visible(means.Row.Name+means.RowNote()), words.Percent(float64(w.Used.Tokens)/float64(w.Max)))
	}
	if w.Model != "" {
		head += "; " + cell.Visible(report.PriceLine(means, w.Used.Tokens))
		if _, _, ok := means.Cost(w.Used.Tokens); ok {
			head += ", at the prices of " + token.PriceDate
		}
	}
	lines = append(lines, dialog.Line{part(cell.Pad("model", 10), dialog.Accent), part(head, dialog.Base)})
	if len(p.result.Provenance.Words) > 0 {
		lines = append(lines, dialog.Line{part(cell.Pad("words", 10), dialog.Info), part(cell.Visible(report.WordsText(p.result.Provenance)), dialog.Base)})
	}
	if text := report.ReplacedText(p.result); text != "" {
		lines = append(lines, dialog.Line{part(cell.Pad("stand-in", 10), dialog.Info), part(cell.Visible(text), dialog.Base)})
	}
	for _, one := range w.Parts {
		lines = append(lines, dialog.Line{part(cell.Pad(one.Name, 10), dialog.Muted), part(worth(one.Count), dialog.Base)})
	}
	return append(lines, dialog.Line{part("≈ marks an estimate, ~ a count with the vocabulary of the most similar model", dialog.Muted)})
}

// worth says how exact a number of tokens is.
func worth(c token.Count) string {
	switch c.Basis {
	case token.Exact:
		return fmt.Sprintf("%s tokens, exact with %s", strconv.Itoa(c.Tokens), c.Method)
	case token.Assumed:
		return fmt.Sprintf("%s tokens with %s, assumed for this model", strconv.Itoa(c.Tokens), c.Method)
	default:
		return fmt.Sprintf("≈%s tokens, %s to %s, estimated with %s",
			strconv.Itoa(c.Tokens), strconv.Itoa(c.Low), strconv.Itoa(c.High), c.Method)
	}
}

func tokens(c token.Count) string { return c.Basis.Sign() + strconv.Itoa(c.Tokens) }

// lengthLine returns a prompt's length in every unit. Graphemes are counted only
// here, because counting them is slow.
func lengthLine(r *engine.Result, templateWords int) dialog.Line {
	l, graphemes := r.Length, 0
	for _, m := range r.Prompt.Messages {
		graphemes += source.Graphemes(m.Text().String())
	}
	return dialog.Line{part("shown     ", dialog.Muted), part(strings.Join([]string{
		words.Plural(l.Bytes, "byte"), words.Plural(l.UTF16, "UTF-16 unit"), words.Plural(l.Runes, "code point"),
		words.Plural(graphemes, "grapheme"),
	}, ", ")+"; the template has "+words.Plural(templateWords, "word"), dialog.Base)}
}

func part(text string, look dialog.Look) dialog.Part { return dialog.Part{Text: text, Look: look} }
