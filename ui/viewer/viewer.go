// Package viewer shows a long text to read: wrapped or scrolled sideways, coloured,
// searchable, and optionally with a bar beside each row whose shape and colour show
// where its bytes come from.
//
// The viewer stores an offset in the text, never a row number: when the text changes,
// what the reader was looking at stays in place. Only the rows on screen are laid
// out, so a text of a megabyte is as fast as a page.
package viewer

import (
	"strings"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/style"
)

// Paint returns the style of a whole line, by how it starts; false leaves it to the
// highlighter.
type Paint func(line string, st *style.Styles) (cell.Style, bool)

// Options say how a viewer shows its text.
type Options struct {
	Cell    cell.Options
	Lang    highlight.Lang
	Paint   Paint // may be nil
	Origins bool  // the bar that shows where the bytes come from
	// Ground is the background style; nil means the screen's.
	Ground func(*style.Styles) cell.Style
	// Name returns the label at the right end of the row of an offset: names in the
	// order in which they are tried until one fits. known is false if the origin's
	// own label should be used. Name may be nil.
	Name func(offset int, o source.Origin) (names []string, known bool)
	// Runs returns the styles of the line that starts at an offset, in order; nil
	// leaves them to the highlighter.
	Runs func(start int, st *style.Styles) []Run
}

// Run is a part of a line with one style. Its offsets are relative to the line's
// start.
type Run struct {
	Start, End int
	Look       cell.Style
}

// Viewer shows one text. The zero value is not ready: use New.
type Viewer struct {
	source source.Text
	text   string

	top      int // offset of the first byte at the top of the window
	cursor   int // offset of the reading position
	revealed int // offset that was last scrolled into view
	left     int // the column at the left edge, if lines do not wrap
	match    source.Span
	found    []source.Span // what a search found, in order
	stale    bool          // a newer text is being made

	selected selection
	kept     [2]int // the top and the cursor to which Return goes back

	bar      bool // the origin bar is shown
	paint    Paint
	ground   func(*style.Styles) cell.Style
	runs     func(start int, st *style.Styles) []Run
	name     func(offset int, o source.Origin) (names []string, known bool)
	labelled labelled // at the last draw
	wrap     bool
	options  cell.Options

	areaW         int   // the area's width at the last draw
	width, height int   // of the text, at the last draw
	rows          []row // what the last draw showed
	layouts       layouts
	syntax        *highlight.Highlighter
	coloured      coloured
	fences        fenceCache
	scratch       []cell.Cell
}

// New returns a viewer without text.
func New(o Options) *Viewer {
	v := &Viewer{
		bar: o.Origins, paint: o.Paint, ground: o.Ground, runs: o.Runs, name: o.Name, wrap: true, options: o.Cell, match: source.NoSpan,
		layouts: newLayouts(), syntax: &highlight.Highlighter{},
	}
	v.fences.lang = o.Lang
	return v
}

// SetText shows another text. The reader's position stays on the same line, which is
// found from the nearer end of the change.
func (v *Viewer) SetText(t source.Text) {
	text := t.String()
	if text != v.text {
		v.found, v.selected = nil, selection{}
		v.rows = v.rows[:0] // they are ranges of the text before
		before := v.text
		head := source.CommonPrefix(before, text)
		tail := source.CommonSuffix(before[head:], text[head:])
		v.top = moved(before, text, head, tail, v.top)
		v.cursor = moved(before, text, head, tail, v.cursor)
		v.text = text
		v.relayout(before, head, tail)
		v.fences.changed(head)
		v.coloured = coloured{}
		if v.width > 0 {
			v.top = v.rowStart(v.top)
		}
	}
	v.source = t
	v.match = source.NoSpan
	v.stale = false
}

// SetStale says whether newer text is being computed; until then the text is dimmed.
func (v *Viewer) SetStale(stale bool) { v.stale = stale }

// ToggleBar shows or hides the origin bar.
func (v *Viewer) ToggleBar() { v.bar = !v.bar }

// SetOptions changes the layout of characters.
func (v *Viewer) SetOptions(o cell.Options) {
	v.options = o
	v.setRows()
}

// SetWrap makes long lines wrap, or extend past the pane's edge.
func (v *Viewer) SetWrap(wrap bool) {
	v.wrap, v.left = wrap, 0
	v.setRows()
	if v.width > 0 {
		v.top = v.rowStart(v.top)
	}
}

// Text returns the text that is shown.
func (v *Viewer) Text() string { return v.text }

// Cursor returns the offset of the reader's position.
func (v *Viewer) Cursor() int { return min(v.cursor, len(v.text)) }

// Origin returns where the byte at the reader's position comes from.
func (v *Viewer) Origin() (source.Origin, bool) {
	if v.text == "" {
		return source.Origin{}, false
	}
	return v.source.OriginAt(min(v.Cursor(), len(v.text)-1))
}

// Mark marks a span of the text and brings its start into view; source.NoSpan
// marks nothing.
func (v *Viewer) Mark(span source.Span) { v.MarkAt(span, span.Start) }

// MarkAt marks a span of the text as Mark does, and brings an offset into view.
func (v *Viewer) MarkAt(span source.Span, offset int) {
	v.match = span
	if span != source.NoSpan {
		v.match = source.Span{Start: min(span.Start, len(v.text)), End: min(span.End, len(v.text))}
		offset = min(offset, len(v.text))
		v.reveal(offset)
		v.follow(offset)
	}
}

// Marked returns the marked span, or source.NoSpan.
func (v *Viewer) Marked() source.Span { return v.match }

// GoTo puts the reader's position at an offset and shows it.
func (v *Viewer) GoTo(offset int) {
	v.cursor = min(max(offset, 0), len(v.text))
	v.reveal(v.cursor)
	v.follow(v.cursor)
}

// GoToTop puts the reader's position at an offset and shows it near the top of the
// window.
func (v *Viewer) GoToTop(offset int) {
	v.cursor = min(max(offset, 0), len(v.text))
	if v.width > 0 && v.height > 0 {
		v.top, v.revealed = v.startOf(v.step(v.spotOf(v.cursor), -min(2, v.height/3))), v.cursor
	}
	v.follow(v.cursor)
}

// moved finds the offset in after that corresponds to offset in before, by the
// lengths of the common start and end of the two.
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

// lineEnd returns the offset of the line feed that ends the line at offset, or
// the text's length.
func lineEnd(text string, offset int) int {
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(text)
}
