// Package viewer shows a long text to read: wrapped or scrolled sideways, coloured, searchable, and
// optionally with a bar beside each row whose shape and colour show where the row's bytes come
// from.
//
// The viewer stores an offset in the text and never the number of a row: when the text changes, the
// place that the user reads stays where it is. It lays out only the rows on the screen, so a text
// of a megabyte is as fast as a page.
package viewer

import (
	"strings"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/style"
)

// Paint returns the style of a line, which depends on how the line starts, or false if the
// highlighter decides.
type Paint func(line string, st *style.Styles) (cell.Style, bool)

// Options say how a viewer shows its text.
type Options struct {
	Cell    cell.Options
	Lang    highlight.Lang
	Paint   Paint // may be nil
	Origins bool  // whether to show the bar that tells where the bytes come from
	// Ground returns the style of the background; nil means that of the screen.
	Ground func(*style.Styles) cell.Style
	// Name returns names for the row that contains an offset. The first name that fits is drawn
	// as the label at the right end of the row. If known is false, the origin's own label is
	// drawn. Name may be nil.
	Name func(offset int, o source.Origin) (names []string, known bool)
	// Runs returns the styles of the parts of the line that starts at an offset, in order; nil
	// means that the highlighter decides.
	Runs func(start int, st *style.Styles) []Run
}

// Run is a part of a line in one style. Its offsets are relative to the start of the line.
type Run struct {
	Start, End int
	Look       cell.Style
}

// Viewer shows one text. The zero value is not usable; call [New].
type Viewer struct {
	source source.Text
	text   string

	top      int // offset of a byte in the first row of the window
	cursor   int // offset of the reading position
	revealed int // offset that was last scrolled into view
	left     int // the column at the left edge, if lines do not wrap
	match    source.Span
	found    []source.Span // the matches of a search, in order
	stale    bool          // whether a newer text is being made

	selected selection
	kept     [2]int // the values of top and cursor to which Return goes back

	bar      bool // whether the origin bar is shown
	paint    Paint
	ground   func(*style.Styles) cell.Style
	runs     func(start int, st *style.Styles) []Run
	name     func(offset int, o source.Origin) (names []string, known bool)
	labelled labelled // as of the last draw
	wrap     bool
	options  cell.Options

	areaW         int   // the area's width at the last draw
	width, height int   // the size of the text at the last draw
	rows          []row // the rows that the last draw showed
	layouts       layouts
	syntax        *highlight.Highlighter
	coloured      coloured
	fences        fenceCache
	scratch       []cell.Cell
}

// New returns a viewer without text.
func New(o Options) *Viewer {
	return &Viewer{
		bar: o.Origins, paint: o.Paint, ground: o.Ground, runs: o.Runs, name: o.Name, wrap: true, options: o.Cell, match: source.NoSpan,
		layouts: newLayouts(), syntax: &highlight.Highlighter{}, fences: newFenceCache(o.Lang),
	}
}

// SetText shows another text. The reading position stays on the same line, which SetText finds from
// the nearer end of the change.
func (v *Viewer) SetText(t source.Text) {
	text := t.String()
	if text != v.text {
		v.found, v.selected = nil, selection{}
		v.rows = v.rows[:0] // they are ranges of the earlier text
		before := v.text
		head := source.CommonPrefix(before, text)
		tail := source.CommonSuffix(before[head:], text[head:])
		v.top = moved(before, text, head, tail, v.top)
		v.cursor = moved(before, text, head, tail, v.cursor)
		v.text = text
		v.relayout(before, head, tail)
		v.fences.changed(head)
		v.coloured = coloured{}
	}
	v.source = t
	v.match = source.NoSpan
	v.stale = false
}

// SetStale says whether a newer text is being computed. Until it arrives, the text is dimmed.
func (v *Viewer) SetStale(stale bool) { v.stale = stale }

// ToggleBar shows or hides the origin bar.
func (v *Viewer) ToggleBar() { v.bar = !v.bar }

// SetOptions changes the layout of characters.
func (v *Viewer) SetOptions(o cell.Options) {
	v.options = o
	v.setRows()
}

// SetWrap says whether long lines wrap or extend beyond the edge of the pane.
func (v *Viewer) SetWrap(wrap bool) {
	v.wrap, v.left = wrap, 0
	v.setRows()
}

// Text returns the text that is shown.
func (v *Viewer) Text() string { return v.text }

// Cursor returns the offset of the reading position.
func (v *Viewer) Cursor() int { return min(v.cursor, len(v.text)) }

// Origin returns where the byte at the reading position comes from.
func (v *Viewer) Origin() (source.Origin, bool) {
	if v.text == "" {
		return source.Origin{}, false
	}
	return v.source.OriginAt(min(v.Cursor(), len(v.text)-1))
}

// Mark marks a span of the text and scrolls to its start; source.NoSpan removes the mark.
func (v *Viewer) Mark(span source.Span) { v.MarkAt(span, span.Start) }

// MarkAt marks a span like Mark, but scrolls to offset.
func (v *Viewer) MarkAt(span source.Span, offset int) {
	v.match = span
	if span != source.NoSpan {
		v.match = source.Span{Start: min(span.Start, len(v.text)), End: min(span.End, len(v.text))}
		v.reveal(offset)
		v.follow(offset)
	}
}

// Marked returns the marked span, or source.NoSpan.
func (v *Viewer) Marked() source.Span { return v.match }

// GoTo puts the reading position at an offset and shows it.
func (v *Viewer) GoTo(offset int) {
	v.cursor = min(max(offset, 0), len(v.text))
	v.reveal(v.cursor)
	v.follow(v.cursor)
}

// GoToTop puts the reading position at an offset and shows it near the top of the window.
func (v *Viewer) GoToTop(offset int) {
	v.cursor = min(max(offset, 0), len(v.text))
	v.top, v.revealed = v.startOf(v.step(v.spotOf(v.cursor), -min(2, v.height/3))), v.cursor
	v.follow(v.cursor)
}

// moved returns the offset in after that corresponds to an offset in before. head and tail are the
// lengths of the start and the end that both texts have in common.
func moved(before, after string, head, tail, offset int) int {
	if offset <= head {
		return offset
	}
	if fromEnd := len(before) - offset; fromEnd <= tail {
		return len(after) - fromEnd
	}
	return min(head, len(after))
}

// lineStart returns the offset of the first byte of the line that contains offset.
func lineStart(text string, offset int) int {
	return strings.LastIndexByte(text[:min(offset, len(text))], '\n') + 1
}

// lineEnd returns the offset of the line feed at the end of the line that contains offset, or the
// length of the text.
func lineEnd(text string, offset int) int {
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(text)
}
