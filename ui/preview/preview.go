// Package preview is the pane that shows the prompt as it would be sent: each
// row with a bar that tells, in shape and colour, where its bytes come from.
//
// The pane keeps a place in the text, never a row number: when the prompt is
// built anew, what the reader was looking at stays where it was. Only the rows
// on screen are laid out, so a prompt of a megabyte costs what a page costs.
package preview

import (
	"strings"

	"galley/engine"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/highlight"
)

// Pane is the preview. The zero value is not ready: use New.
type Pane struct {
	result *engine.Result
	text   string

	top    int // offset of a row's first byte: what stands at the top
	cursor int // offset of the reader's own place
	match  source.Span
	stale  bool // a newer prompt is being built

	bar     bool // the origin bar is shown
	paint   Paint
	wrap    bool
	options cell.Options

	areaW         int   // the pane's width at the last draw
	width, height int   // of the text, at the last draw
	rows          []row // what the last draw showed
	layouts       layouts
	syntax        *highlight.Highlighter
	coloured      coloured
	fences        fenceCache
	scratch       []cell.Cell
}

// New returns an empty preview.
func New(options cell.Options) *Pane {
	return &Pane{
		bar: true, wrap: true, options: options, match: source.NoSpan,
		layouts: newLayouts(), syntax: &highlight.Highlighter{},
	}
}

// SetResult shows a newly built prompt. The reader's place is kept by what is
// there: the same line, found again from the nearer end of what changed.
func (p *Pane) SetResult(r *engine.Result) {
	text := r.Text.String()
	if text != p.text {
		before := p.text
		head := source.CommonPrefix(before, text)
		tail := source.CommonSuffix(before[head:], text[head:])
		p.top = follow(before, text, head, tail, p.top)
		p.cursor = follow(before, text, head, tail, p.cursor)
		p.text = text
		p.relayout(before, head, tail)
		p.fences.changed(head)
		p.coloured = coloured{}
		if p.width > 0 {
			p.top = p.rowStart(p.top)
		}
	}
	p.result = r
	p.match = source.NoSpan
	p.stale = false
}

// SetStale says whether a newer prompt is being built; what is shown is dimmed
// until it is there.
func (p *Pane) SetStale(stale bool) { p.stale = stale }

// ToggleBar shows or hides the origin bar.
func (p *Pane) ToggleBar() { p.bar = !p.bar }

// SetOptions changes how characters are laid out.
func (p *Pane) SetOptions(o cell.Options) {
	p.options = o
	p.setRows()
}

// SetWrap lets long lines wrap, or run on past the pane's edge.
func (p *Pane) SetWrap(wrap bool) {
	p.wrap = wrap
	p.setRows()
	if p.width > 0 {
		p.top = p.rowStart(p.top)
	}
}

// Text returns the prompt's text as it is shown.
func (p *Pane) Text() string { return p.text }

// Cursor returns the offset of the reader's place.
func (p *Pane) Cursor() int { return min(p.cursor, len(p.text)) }

// Origin returns where the byte under the reader's place comes from.
func (p *Pane) Origin() (source.Origin, bool) {
	if p.result == nil || p.text == "" {
		return source.Origin{}, false
	}
	return p.result.Text.OriginAt(min(p.Cursor(), len(p.text)-1))
}

// Match marks what the template's place at offset became, and brings it into
// view. Offsets inside a tag match all that the tag put there.
func (p *Pane) Match(offset int) {
	p.match = source.NoSpan
	if p.result == nil {
		return
	}
	at, best := 0, source.NoSpan
	for _, piece := range p.result.Text.Pieces() {
		tag, span := piece.Origin.Tag, source.Span{Start: at, End: at + len(piece.Text)}
		at = span.End
		if tag == source.NoSpan || offset < tag.Start || offset > tag.End {
			continue
		}
		if piece.Origin.Kind == source.Template && tag.Len() == span.Len() {
			// Literal text corresponds byte for byte.
			span = source.Span{Start: span.Start + offset - tag.Start, End: span.Start + offset - tag.Start + 1}
		}
		best = span
		if offset < tag.End {
			break
		}
	}
	if best == source.NoSpan {
		return
	}
	p.match = source.Span{Start: min(best.Start, len(p.text)), End: min(best.End, len(p.text))}
	p.reveal(p.match.Start)
}

// GoTo puts the reader's place at an offset and shows it.
func (p *Pane) GoTo(offset int) {
	p.cursor = min(max(offset, 0), len(p.text))
	p.reveal(p.cursor)
}

// follow finds the offset in after that corresponds to offset in before, by the
// lengths of the common start and end of the two.
func follow(before, after string, head, tail, offset int) int {
	if offset <= head {
		return offset
	}
	if fromEnd := len(before) - offset; fromEnd <= tail {
		return len(after) - fromEnd
	}
	return min(head, len(after))
}

// lineStart returns the offset of the first byte of the line that holds offset.
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

// Matched returns the part of the text that the template's place became.
func (p *Pane) Matched() (source.Span, bool) { return p.match, p.match != source.NoSpan }
