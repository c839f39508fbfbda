package source

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Position is a place in a text: Offset in bytes from 0, Line and Column from 1,
// Column in code points.
type Position struct{ Offset, Line, Column int }

// Lines finds lines and columns in a text. A line ends with LF, CR LF or a lone CR,
// as in editors.
type Lines struct {
	text   string
	starts []int // the offset of each line's first byte

	once  sync.Once
	marks []mark // for finding columns far into a line
}

// mark is an offset of the text and the number of code points before this offset.
type mark struct{ offset, runes int }

// stretch is the distance between marks in bytes. At most this much of a line is counted from the
// nearest mark. A line may have a megabyte, and ten thousand columns in it may be needed.
const stretch = 4096

// NewLines indexes text in one pass.
func NewLines(text string) *Lines {
	l := &Lines{text: text, starts: []int{0}}
	for next := NextLine(text, 0); next != -1; next = NextLine(text, next) {
		l.starts = append(l.starts, next)
	}
	return l
}

// NextLine returns the offset after the first line end at or after the offset from, or -1 if no
// line end follows. The time that it takes is proportional to the length of the line, whether the
// text has LF or CR: it searches for both in windows that double in size.
func NextLine(text string, from int) int {
	for window := 128; from < len(text); window *= 2 {
		head := text[from:min(from+window, len(text))]
		lf := strings.IndexByte(head, '\n')
		if lf >= 0 {
			head = head[:lf]
		}
		if cr := strings.IndexByte(head, '\r'); cr >= 0 {
			next := from + cr + 1
			if next < len(text) && text[next] == '\n' {
				next++
			}
			return next
		}
		if lf >= 0 {
			return from + lf + 1
		}
		from += len(head)
	}
	return -1
}

// Count returns the number of lines; the empty text has one.
func (l *Lines) Count() int { return len(l.starts) }

// Start returns the offset of the first byte of the line with the given number, from 1.
func (l *Lines) Start(line int) int {
	line = min(max(line, 1), len(l.starts))
	return l.starts[line-1]
}

// Line returns the number of the line, from 1, that contains the byte at offset.
func (l *Lines) Line(offset int) int {
	return sort.SearchInts(l.starts, offset+1)
}

// Position returns the line and column of the byte at offset. An offset outside the text is moved
// to its nearest end. An invalid byte counts as one code point.
func (l *Lines) Position(offset int) Position {
	offset = min(max(offset, 0), len(l.text))
	line := l.Line(offset)
	start := l.starts[line-1]
	if offset-start > stretch {
		return Position{offset, line, l.runes(offset) - l.runes(start) + 1}
	}
	return Position{offset, line, utf8.RuneCountInString(l.text[start:offset]) + 1}
}

// runes counts the code points before an offset.
func (l *Lines) runes(offset int) int {
	l.once.Do(func() {
		at, n := 0, 0
		for at < len(l.text) {
			l.marks = append(l.marks, mark{at, n})
			next := whole(l.text, min(at+stretch, len(l.text)))
			n += utf8.RuneCountInString(l.text[at:next])
			at = next
		}
		l.marks = append(l.marks, mark{at, n})
	})
	i := sort.Search(len(l.marks), func(i int) bool { return l.marks[i].offset > offset }) - 1
	return l.marks[i].runes + utf8.RuneCountInString(l.text[l.marks[i].offset:offset])
}

// whole returns the start of the code point that contains an offset. A continuation byte without a
// first byte is a code point of its own.
func whole(text string, offset int) int {
	for at := offset; at > offset-utf8.UTFMax && at >= 0 && at < len(text); at-- {
		if utf8.RuneStart(text[at]) {
			return at
		}
	}
	return offset
}

// LineOf returns the line, from 1, of the byte at offset. It needs no index, so it is for a single
// lookup.
func LineOf(text string, offset int) int {
	return lineEnds(text[:min(max(offset, 0), len(text))]) + 1
}

// lineEnds counts the line ends in s, CR LF as one.
func lineEnds(s string) int {
	n := 0
	for next := NextLine(s, 0); next != -1; next = NextLine(s, next) {
		n++
	}
	return n
}
