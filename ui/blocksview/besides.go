package blocksview

import (
	"fmt"

	"galley/engine/prompt"
	"galley/engine/report"
	"galley/ui/cell"
)

// besides adds what there is to say below the messages: the declarations beside
// them, how an agent is started that makes its own prompt, what is made and not sent,
// how the prompt was fitted.
func (p *Pane) besides() {
	made := p.result.Prompt
	note := func(heading string, lines ...string) {
		if len(lines) == 0 {
			return
		}
		p.rows = append(p.rows, row{heading: heading})
		for _, line := range lines {
			for _, part := range wrapped(line, max(p.width-4, 20)) {
				p.rows = append(p.rows, row{note: part})
			}
		}
	}
	if len(made.Command) > 0 {
		lines := []string{report.Command(made.Command)}
		if len(made.Messages) == 0 {
			lines = append([]string{"no prompt is sent: the agent makes its own, and is started as"}, lines...)
		}
		note("started", lines...)
	}
	if n := len(made.Tools); n > 0 {
		bytes := 0
		for _, t := range made.Tools {
			bytes += t.Declaration.Len()
		}
		note("tools", fmt.Sprintf("%d declared beside the messages, in %d bytes", n, bytes))
	}
	if len(made.Removed) > 0 {
		p.rows = append(p.rows, row{heading: "made, and not sent"})
		for i := range made.Removed {
			p.rows = append(p.rows, row{message: -1, block: &made.Removed[i]})
		}
	}
	note("notes", made.Notes...)
	note("fitted", report.FitLines(p.result.Fit)...)
}

// wrapped cuts a text into rows, with what it hides made visible.
func wrapped(text string, width int) []string {
	text = cell.Visible(text)
	cells := cell.Cells(nil, text, 0, 0, cell.Options{})
	if len(cells) == 0 {
		return []string{""}
	}
	var rows []string
	starts := cell.Wrap(cells, width, 0)
	for i, from := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = cells[starts[i+1]].Start
		}
		rows = append(rows, text[cells[from].Start:end])
	}
	return rows
}

// Unsent returns the block under the bar when it is one that is made and not sent.
func (p *Pane) Unsent() (*prompt.Block, bool) {
	b, _, ok := p.current()
	if !ok || p.rows[p.selected].size != nil {
		return nil, false
	}
	return b, true
}
