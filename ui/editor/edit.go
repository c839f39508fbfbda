package editor

import (
	"cmp"
	"strings"

	"galley/ui/editor/buffer"
)

// at returns the empty selection at an offset.
func at(off buffer.Offset) buffer.Selection { return buffer.Selection{Anchor: off, Caret: off} }

// Insert types s at the caret and replaces the selection, byte for byte.
func (e *Editor) Insert(s string) { e.put(s, buffer.Typing) }

func (e *Editor) put(s string, kind buffer.Kind) {
	from, to := e.sel.Span()
	e.replace(from, to, s, kind, at(from+buffer.Offset(len(s))))
}

// Newline types a line end of the same kind as the line end of the caret's line. If the caret
// is on a last line without a line end, Newline uses the kind of the line before.
func (e *Editor) Newline() {
	from, _ := e.sel.Span()
	s := e.lineEnd(from)
	if e.o.AutoIndent {
		l := e.buf.Line(e.buf.LineAt(from))
		before := l.Text[:from-l.Start]
		s += before[:len(before)-len(strings.TrimLeft(before, " \t"))]
	}
	e.put(s, buffer.Typing)
}

// lineEnd returns the line end of a line break that is inserted at an offset.
func (e *Editor) lineEnd(off buffer.Offset) string {
	n := e.buf.LineAt(off)
	end := e.buf.Line(n).End()
	if end == "" && n > 0 { // only the last line has no line end
		end = e.buf.Line(n - 1).End()
	}
	return cmp.Or(end, "\n")
}

// Paste inserts s as a separate undo step. In a text from outside, each LF becomes the kind of
// line end used at the caret. The text that was last copied or cut in this editor is inserted
// byte for byte.
func (e *Editor) Paste(s string) {
	if s != e.clip && strings.Contains(s, "\n") && !strings.Contains(s, "\r") {
		from, _ := e.sel.Span()
		if end := e.lineEnd(from); end != "\n" {
			s = strings.ReplaceAll(s, "\n", end)
		}
	}
	e.put(s, buffer.Whole)
}

// Copy returns the selected text, byte for byte; "" when nothing is selected.
func (e *Editor) Copy() string {
	if e.sel.Empty() {
		return ""
	}
	e.clip = strings.Clone(e.Selected())
	return e.clip
}

// Cut removes the selected text and returns it; "" if nothing is selected.
func (e *Editor) Cut() string {
	s := e.Copy()
	if s != "" {
		e.put("", buffer.Whole)
	}
	return s
}

// erase deletes the selection or, if nothing is selected, the text between the caret and an
// offset.
func (e *Editor) erase(to buffer.Offset, kind buffer.Kind) {
	from := e.sel.Caret
	if !e.sel.Empty() {
		from, to = e.sel.Span()
		kind = buffer.Whole
	}
	from, to = min(from, to), max(from, to)
	e.replace(from, to, "", kind, at(from))
}

// Backspace deletes the selection, or the grapheme before the caret.
func (e *Editor) Backspace() { e.erase(e.left(e.sel.Caret), buffer.Erasing) }

// Delete deletes the selection, or the grapheme after the caret.
func (e *Editor) Delete() { e.erase(e.right(e.sel.Caret), buffer.Erasing) }

// DeleteWordLeft deletes the selection or, if nothing is selected, the text back to the start
// of a word.
func (e *Editor) DeleteWordLeft() { e.erase(e.wordLeft(e.sel.Caret), buffer.Whole) }

// DeleteWordRight deletes the selection or, if nothing is selected, the text on to the end of a
// word.
func (e *Editor) DeleteWordRight() { e.erase(e.wordRight(e.sel.Caret), buffer.Whole) }

// left returns the caret position before an offset, and right the position after it.
func (e *Editor) left(off buffer.Offset) buffer.Offset {
	return e.buf.Prev(e.buf.At(off)).Offset()
}

func (e *Editor) right(off buffer.Offset) buffer.Offset {
	return e.buf.Next(e.buf.At(off)).Offset()
}

// bodyEnd returns the offset at which the text of a line ends, before its line feed or other line
// end.
func bodyEnd(l buffer.Line) buffer.Offset { return l.Start + buffer.Offset(len(l.Body())) }
