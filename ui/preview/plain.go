package preview

import (
	"galley/engine"
	"galley/engine/report"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/style"
)

// Paint is the look of a whole line by what stands at its start; false leaves it to
// the highlighter.
type Paint func(line string, st *style.Styles) (cell.Style, bool)

// NewText returns a pane for a text that was made of a prompt and is none itself:
// it has no origins. paint may be nil.
func NewText(options cell.Options, lang highlight.Lang, paint Paint) *Pane {
	p := New(options)
	p.bar, p.paint, p.fences.lang = false, paint, lang
	return p
}

// SetText shows another text; the reader's place is kept as by SetResult.
func (p *Pane) SetText(text string) { p.SetResult(&engine.Result{Text: source.Literal(text)}) }

// drawEmpty says why there is nothing to show.
func (p *Pane) drawEmpty(a cell.Area, st *style.Styles) {
	command := p.result.Prompt.Command
	if len(command) == 0 {
		a.Put(0, 0, "No message is sent: the template is empty.", st.Muted)
		return
	}
	y := put(a, 0, "No prompt is sent: the agent makes its own. It is started as", st.Base)
	y = put(a, y+1, report.Command(command), st.Accent)
	for _, note := range p.result.Prompt.Notes {
		y = put(a, y+1, note, st.Muted)
	}
}

// put writes a text over as many rows as it takes and returns the row after it.
func put(a cell.Area, y int, text string, look cell.Style) int {
	cells := cell.Cells(nil, cell.Visible(text), 0, 0, cell.Options{})
	starts := cell.Wrap(cells, max(a.W, 1), 0)
	for i, from := range starts {
		end := len(cells)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		a.PutCells(0, y, cells[from:end], func(int) cell.Style { return look })
		y++
	}
	return y
}
