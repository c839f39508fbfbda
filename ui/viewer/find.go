package viewer

import (
	"fmt"
	"strings"

	"galley/engine/source"
	"galley/ui/editor/search"
)

// mostFound is the number of matches at which a search stops, because nobody steps through more.
const mostFound = 10_000

// Search returns the matches in the text, in order.
func (v *Viewer) Search(m *search.Matcher) []source.Span {
	var found []source.Span
	m.Each(v.text, 0, len(v.text), func(s source.Span) bool {
		found = append(found, s)
		return len(found) < mostFound
	})
	return found
}

// Sideways scrolls by columns if lines do not wrap, up to the end of the longest line
// in the window.
func (v *Viewer) Sideways(columns int) {
	if v.wrap {
		return
	}
	widest := 0
	for _, r := range v.rows {
		end := v.lineAt(r.line).end
		widest = max(widest, v.layoutOf(r.line).Column(end-r.line))
	}
	v.left = min(max(v.left+columns, 0), max(widest-v.width, 0))
}

// follow scrolls sideways as little as possible to show an offset, if lines do not
// wrap.
func (v *Viewer) follow(offset int) {
	if v.wrap || v.width == 0 {
		return
	}
	start := lineStart(v.text, offset)
	column := v.layoutOf(start).Column(offset - start)
	margin := min(8, v.width/3)
	if column < v.left {
		v.left = max(column-margin, 0)
	} else if column >= v.left+v.width {
		v.left = column - v.width + 1 + margin
	}
}

// Lines returns the first and the last line that the window shows, from 1, and the number of lines.
func (v *Viewer) Lines() (first, last, total int) {
	top, shown, _ := v.Extent()
	first = source.LineOf(v.text, top)
	last = first + strings.Count(v.text[top:min(top+shown, len(v.text))], "\n")
	return first, last, v.count()
}

// count returns the number of lines of the text.
func (v *Viewer) count() int { return strings.Count(strings.TrimSuffix(v.text, "\n"), "\n") + 1 }

// Place returns the line of the reading position and the number of lines, as text. If that line was
// scrolled out of the window, it returns the first line in the window instead.
func (v *Viewer) Place() string {
	switch {
	case v.text == "":
		return ""
	case v.height > 0 && !v.inWindow(v.Cursor()):
		return fmt.Sprintf("from line %d of %d", v.lineOf(v.top), v.count())
	}
	return fmt.Sprintf("line %d of %d", v.lineOf(v.Cursor()), v.count())
}

// lineOf returns the number of the line at an offset. The empty row after the last line
// end belongs to the last line.
func (v *Viewer) lineOf(offset int) int { return min(source.LineOf(v.text, offset), v.count()) }
