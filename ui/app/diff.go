package app

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
	// The first two lines name files: the title says what they are.
	return dialog.NewReader(title, diffLines(text)[2:])
}

// diffLines gives the lines of a unified diff their looks.
func diffLines(diff string) []dialog.Line {
	lines := plainLines(diff)
	for _, line := range lines {
		line[0].Look = diffLook(line[0].Text)
	}
	return lines
}

// plainLines cuts a text into the lines of a reader.
func plainLines(text string) []dialog.Line {
	var lines []dialog.Line
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, dialog.Plain(strings.TrimSuffix(line, "\r")))
	}
	return lines
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
