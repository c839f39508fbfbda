package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/diag"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/style"
	"galley/ui/view"
)

// problemList is the list from which the user chooses a problem.
type problemList struct {
	m    *Model
	open *dialog.List // nil while it is closed
}

// rows returns the rows of the list. none is the text that the list shows if it has no rows.
func (l *problemList) rows() (items []dialog.Item, none string) {
	m := l.m
	wide := 0
	for _, p := range m.prompts.Problems() {
		if p.File == "" && p.Start.Line > 0 {
			wide = max(wide, len(fmt.Sprintf("%d:%d", p.Start.Line, p.Start.Column)))
		}
	}
	for _, p := range m.prompts.Problems() {
		where := ""
		if p.Start.Line > 0 {
			where = fmt.Sprintf("%d:%d", p.Start.Line, p.Start.Column)
		}
		switch {
		case p.File != "":
			where = strings.TrimSuffix(m.short.Short(p.File)+":"+where, ":")
		case where == "":
			where = "settings"
		}
		items = append(items, dialog.Item{
			Label: style.SeveritySign(p.Severity) + " " + cell.Pad(where, max(wide, cell.Width(where))) + "  " + m.short.InText(p.Message), Detail: l.hint(p), Key: string(p.Code), Value: p,
		})
	}
	none = "No problems."
	if m.prompts.Checkup().Checking() {
		none = "No problems so far; the rule files are still being checked."
	}
	return items, none
}

// show opens the list. When the user chooses a problem, the caret moves to the place of the
// problem.
func (l *problemList) show() {
	m := l.m
	items, none := l.rows()
	l.open = dialog.NewList("Problems", none, items, func(item dialog.Item) tea.Cmd {
		p := item.Value.(diag.Problem)
		var cmd tea.Cmd
		switch {
		case p.File == "" && p.Start.Line > 0:
			cmd = m.jumps.jumpTo(view.Place{Span: p.Span})
		case p.File != "":
			cmd = host{m}.OpenFile(m.short.Full(p.File), view.FilePlace{Line: p.Start.Line, Column: p.Start.Column})
		}
		m.screen.Say(strings.TrimSuffix(m.short.InText(p.Message)+": "+l.hint(p), ": "))
		return cmd
	}).Telling()
	m.screen.Open(l.open)
}

// hint returns what to do about a problem. Where the command line's hint names a flag, this
// hint names a key.
func (l *problemList) hint(p diag.Problem) string {
	hint := l.m.short.InText(p.Hint)
	if key := l.m.keys.Hint(keymap.ChooseModel); key != "" && strings.Contains(hint, "--model") {
		hint += "; here " + key + " chooses one"
	}
	return hint
}

// refresh brings the open list up to date: a search of the rule files or a
// new prompt may end while it is open.
func (l *problemList) refresh() {
	if l.open == nil || l.m.screen.Dialog() != dialog.Dialog(l.open) {
		l.open = nil
		return
	}
	items, none := l.rows()
	l.open.Refresh(none, items)
}
