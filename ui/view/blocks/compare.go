package blocks

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

// comparedMsg carries the tables of a comparison to the dialog that waits for them.
type comparedMsg struct {
	reader *dialog.Reader
	lines  func(width int) []dialog.Line
}

// compare asks for another profile, with which to compare the shown one.
func (v *View) compare() {
	if v.result == nil {
		return
	}
	now := v.result.Profile
	var items []dialog.Item
	for _, p := range v.agents.Profiles() {
		if name := profile.FullName(p); name != now {
			items = append(items, dialog.Item{Label: name, Value: p})
		}
	}
	v.host.Open(dialog.NewList("Compare "+now+" with", "", items, func(item dialog.Item) tea.Cmd {
		return v.compareWith(item.Value.(profile.Profile))
	}))
}

// compareWith opens the tables that compare the shown profile with another. It builds both
// prompts in the background, with an engine that is not used for anything else.
func (v *View) compareWith(other profile.Profile) tea.Cmd {
	agent, _ := v.agents.Profile(v.result.Profile)
	reader := dialog.NewReader(v.result.Profile+" and "+profile.FullName(other), []dialog.Line{dialog.Text("Working…", dialog.Muted)})
	v.host.Open(reader)
	request, bench := v.request, engine.New(v.world, engine.WithAgents(v.agents))
	if v.cancel != nil {
		v.cancel() // an earlier comparison is no longer needed
	}
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(context.Background())
	return func() tea.Msg {
		var sides [2]profile.Side
		for i, p := range []profile.Profile{agent, other} {
			request.Profile = profile.FullName(p)
			r, err := bench.Render(ctx, request)
			if err != nil {
				return comparedMsg{reader, func(int) []dialog.Line { return []dialog.Line{dialog.Plain(err.Error())} }}
			}
			sides[i] = profile.Side{Profile: p, Prompt: r.Masked().Prompt}
		}
		tables := report.ComparisonTables(profile.Compare(sides[0], sides[1]))
		return comparedMsg{reader, func(width int) []dialog.Line { return tableLines(tables, width) }}
	}
}

// tableLines arranges tables one below the other in lines of a width.
func tableLines(tables []report.ComparisonTable, width int) []dialog.Line {
	var lines []dialog.Line
	for i, t := range tables {
		if i > 0 {
			lines = append(lines, nil)
		}
		columns := columnWidths(t.Rows, width)
		for j, row := range t.Rows {
			look := dialog.Base
			if j == 0 {
				look = dialog.Accent
			}
			for _, text := range tableRow(row, columns) {
				lines = append(lines, dialog.Text(text, look))
			}
		}
		if t.Note != "" {
			for _, text := range cell.WrapText(t.Note, width, 2) {
				lines = append(lines, dialog.Text(text, dialog.Muted))
			}
		}
	}
	return lines
}

// columnGap separates two columns of a table.
const columnGap = "  "

// columnWidths returns the width of each column. A column is as wide as its longest text; if
// not all columns fit into width, the widest are made narrower.
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

// tableRow returns the lines of a row. Text that is wider than its column wraps.
func tableRow(row []string, columns []int) []string {
	var lines []string
	cells := make([][]string, len(row))
	var rows int
	for i, text := range row {
		cells[i] = cell.WrapText(text, columns[i], 2)
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
