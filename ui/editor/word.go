package editor

import (
	"unicode"
	"unicode/utf8"

	"galley/ui/editor/buffer"
)

// class sorts characters for word moves: a run of one class is a word.
type class uint8

const (
	space class = iota
	lineEnd
	letter
	ideograph
	kana
	punctuation
)

func classOf(r rune) class {
	switch {
	case r == '\n' || r == '\r':
		return lineEnd
	case r < utf8.RuneSelf:
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			return letter
		case r == ' ' || r == '\t':
			return space
		}
		return punctuation
	case unicode.IsSpace(r):
		return space
	case unicode.Is(unicode.Han, r):
		return ideograph
	case unicode.In(r, unicode.Hiragana, unicode.Katakana), r == 'ー':
		return kana
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return letter
	}
	return punctuation
}

// wordLeft returns the start of the word before an offset, skipping blanks; a line end is a word
// by itself.
func (e *Editor) wordLeft(off buffer.Offset) buffer.Offset {
	w := e.walk(off)
	w.back()
	if w.class() == lineEnd {
		return w.off()
	}
	for w.class() == space && w.i > 0 {
		w.back()
	}
	for c := w.class(); w.i > 0; {
		i := w.i
		if w.back(); w.class() != c {
			w.i = i
			break
		}
	}
	return w.off()
}

// wordRight returns the end of the word after an offset, skipping blanks.
func (e *Editor) wordRight(off buffer.Offset) buffer.Offset {
	w := e.walk(off)
	if w.class() == lineEnd {
		return e.right(off)
	}
	for w.class() == space {
		w.next()
	}
	for c := w.class(); c != lineEnd && w.class() == c; {
		w.next()
	}
	return w.off()
}

// wordAround returns the word, or the run of blanks, that contains the cluster at an offset. At
// a line's end it returns the word before the offset.
func (e *Editor) wordAround(off buffer.Offset) (from, to buffer.Offset) {
	w := e.walk(off)
	if w.class() == lineEnd && w.i > 0 {
		w.back()
	}
	c := w.class()
	if c == lineEnd {
		return off, off
	}
	mid := w.i
	for w.class() == c {
		w.next()
	}
	to = w.off()
	for w.i = mid; w.i > 0; {
		i := w.i
		if w.back(); w.class() != c {
			w.i = i
			break
		}
	}
	return w.off(), to
}

// walker steps through the text by clusters. It keeps the line that it looked up last, so that
// word moves are fast in long lines.
type walker struct {
	e *Editor
	l buffer.Line
	i int
}

func (e *Editor) walk(off buffer.Offset) *walker {
	l := e.buf.Line(e.buf.LineAt(off))
	return &walker{e, l, int(off - l.Start)}
}

func (w *walker) off() buffer.Offset { return w.l.Start + buffer.Offset(w.i) }

func (w *walker) class() class {
	if w.i >= len(w.l.Text) {
		return lineEnd
	}
	r, _ := utf8.DecodeRuneInString(w.l.Text[w.i:])
	return classOf(r)
}

func (w *walker) next() {
	w.i += buffer.Cluster(w.l.Text[w.i:])
}

// back steps to the cluster before. From a line's start it steps into the line before, and at
// the start of the text it does not move.
func (w *walker) back() {
	if w.i > 0 {
		w.i = buffer.Boundary(w.l.Text, w.i-1)
		return
	}
	*w = *w.e.walk(w.e.left(w.l.Start))
}
