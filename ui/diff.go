package ui

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// diffReader shows how after differs from before, as a unified diff.
func (w *Workbench) diffReader(title, before, after string) *dialog.Reader {
	text := udiff.Unified("-", "+", before, after)
	if text == "" {
		return dialog.NewReader(title, []dialog.Line{dialog.Plain("They are the same.")})
	}
	var lines []dialog.Line
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if i < 2 {
			continue // the two file names: the title says them
		}
		lines = append(lines, dialog.Line{{Text: line, Look: diffLook(line)}})
	}
	return dialog.NewReader(title, lines)
}

func diffLook(line string) func(*style.Styles) cell.Style {
	switch {
	case strings.HasPrefix(line, "+"):
		return func(st *style.Styles) cell.Style { return st.Added }
	case strings.HasPrefix(line, "-"):
		return func(st *style.Styles) cell.Style { return st.Removed }
	case strings.HasPrefix(line, "@@"):
		return func(st *style.Styles) cell.Style { return st.Accent }
	default:
		return func(st *style.Styles) cell.Style { return st.Base }
	}
}
