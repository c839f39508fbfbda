package app

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/dialog"
)

// linesMsg brings the lines of a dialog that waits for them.
type linesMsg struct {
	reader *dialog.Reader
	lines  []dialog.Line
}

// comparedMsg brings the tables of a comparison to the dialog that waits for them.
type comparedMsg struct {
	reader *dialog.Reader
	lines  func(width int) []dialog.Line
}

// compareProfiles holds the profile that is shown and another one side by side:
// who provides what, when it changes, the sections, the sizes. It belongs to the
// blocks.
func (w *Workbench) compareProfiles() tea.Cmd {
	if w.result == nil {
		return nil
	}
	if w.tab != tabBlocks {
		w.say("Profiles are compared in the Blocks tab")
		return nil
	}
	now := w.result.Profile
	var items []dialog.Item
	for _, p := range profile.All() {
		if name := profile.FullName(p); name != now {
			items = append(items, dialog.Item{Label: name, Value: p})
		}
	}
	w.dialog = dialog.NewList("Compare "+now+" with", "", items, func(item dialog.Item) tea.Cmd {
		return w.compareTables(item.Value.(profile.Profile))
	})
	return nil
}

// compareTables opens the tables of the comparison with a profile. Both prompts are
// built off the key path, without the workbench's own memory.
func (w *Workbench) compareTables(other profile.Profile) tea.Cmd {
	agent, _ := profile.Lookup(w.result.Profile)
	reader := dialog.NewReader(w.result.Profile+" and "+profile.FullName(other), []dialog.Line{{part("Being made…", muted)}})
	w.dialog = reader
	request, bench := w.shownRequest(), engine.New(w.o.World)
	return func() tea.Msg {
		var sides [2]profile.Side
		for i, p := range []profile.Profile{agent, other} {
			request.Profile = profile.FullName(p)
			r, err := bench.Render(context.Background(), request)
			if err != nil {
				return linesMsg{reader, []dialog.Line{dialog.Plain(err.Error())}}
			}
			sides[i] = profile.Side{Profile: p, Prompt: r.Masked().Prompt}
		}
		tables := report.ComparisonTables(profile.Compare(sides[0], sides[1]))
		return comparedMsg{reader, func(width int) []dialog.Line { return tableLines(tables, width) }}
	}
}

// tableLines lays tables out in a width, one below the other.
func tableLines(tables []report.ComparisonTable, width int) []dialog.Line {
	var lines []dialog.Line
	for i, t := range tables {
		if i > 0 {
			lines = append(lines, nil)
		}
		columns := columnWidths(t.Rows, width)
		for j, row := range t.Rows {
			look := base
			if j == 0 {
				look = title
			}
			for _, text := range tableRow(row, columns) {
				lines = append(lines, dialog.Line{part(text, look)})
			}
		}
		if t.Note != "" {
			for _, text := range cut(t.Note, width) {
				lines = append(lines, dialog.Line{part(text, muted)})
			}
		}
	}
	return lines
}

// columnGap stands between two columns.
const columnGap = "  "

// columnWidths gives every column what it needs, and where that is too much takes
// from the widest ones.
func columnWidths(rows [][]string, width int) []int {
	var columns []int
	for _, row := range rows {
		for i, text := range row {
			if i == len(columns) {
				columns = append(columns, 1)
			}
			columns[i] = max(columns[i], cell.Width(cell.Visible(text)))
		}
	}
	sum := len(columnGap) * (len(columns) - 1)
	for _, n := range columns {
		sum += n
	}
	for ; sum > width; sum-- {
		widest := 0
		for i, n := range columns {
			if n > columns[widest] {
				widest = i
			}
		}
		if columns[widest] <= 1 {
			break
		}
		columns[widest]--
	}
	return columns
}

// tableRow lays a row out: what is wider than its column goes on below.
func tableRow(row []string, columns []int) []string {
	var lines []string
	cells := make([][]string, len(row))
	rows := 0
	for i, text := range row {
		cells[i] = cut(text, columns[i])
		rows = max(rows, len(cells[i]))
	}
	for y := range rows {
		line := ""
		for i := range cells {
			text := ""
			if y < len(cells[i]) {
				text = cells[i][y]
			}
			line += cell.Pad(text, columns[i]) + columnGap
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}
