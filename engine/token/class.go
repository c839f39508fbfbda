package token

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// class is what a splitter must know about a character. The values are bits, so that one operation
// tests for several classes.
type class uint8

const (
	upper   class = 1 << iota // Lu, Lt
	lower                     // Ll
	both                      // Lm, Lo: letters that count as both upper and lower case
	mark                      // Mn, Mc, Me
	number                    // Nd, Nl, No
	space                     // White_Space except CR and LF
	newline                   // CR and LF
	other                     // everything else: punctuation, symbols, controls, unassigned

	letter = upper | lower | both
	blank  = space | newline
)

// asciiClass has the classes of the ASCII characters. Most characters of most texts are ASCII, and
// this table avoids a lookup in the large one.
var asciiClass = func() (t [utf8.RuneSelf]class) {
	for r := range t {
		switch {
		case 'a' <= r && r <= 'z':
			t[r] = lower
		case 'A' <= r && r <= 'Z':
			t[r] = upper
		case '0' <= r && r <= '9':
			t[r] = number
		case r == '\n' || r == '\r':
			t[r] = newline
		case r == ' ' || '\t' <= r && r <= '\r':
			t[r] = space
		default:
			t[r] = other
		}
	}
	return t
}()

// classPage covers 256 code points.
type classPage [256]class

// classPages returns the table of all code points, in pages. Pages that contain only the class
// other are shared. The table is filled from package unicode when the first vocabulary is loaded,
// because searching the ranges of unicode for every character would cost more than counting.
var classPages = sync.OnceValue(func() *[(unicode.MaxRune + 1) / 256]*classPage {
	pages := new([(unicode.MaxRune + 1) / 256]*classPage)
	plain := new(classPage)
	for i := range plain {
		plain[i] = other
	}
	for i := range pages {
		pages[i] = plain
	}
	set := func(r rune, c class) {
		page := &pages[r>>8]
		if *page == plain {
			own := *plain
			*page = &own
		}
		(*page)[r&0xFF] = c
	}
	for _, row := range []struct {
		class  class
		tables []*unicode.RangeTable
	}{
		{upper, []*unicode.RangeTable{unicode.Lu, unicode.Lt}},
		{lower, []*unicode.RangeTable{unicode.Ll}},
		{both, []*unicode.RangeTable{unicode.Lm, unicode.Lo}},
		{mark, []*unicode.RangeTable{unicode.Mn, unicode.Mc, unicode.Me}},
		{number, []*unicode.RangeTable{unicode.Nd, unicode.Nl, unicode.No}},
		{space, []*unicode.RangeTable{unicode.White_Space}},
	} {
		for _, table := range row.tables {
			for _, in := range table.R16 {
				for r := rune(in.Lo); r <= rune(in.Hi); r += rune(in.Stride) {
					set(r, row.class)
				}
			}
			for _, in := range table.R32 {
				for r := rune(in.Lo); r <= rune(in.Hi); r += rune(in.Stride) {
					set(r, row.class)
				}
			}
		}
	}
	set('\n', newline)
	set('\r', newline)
	return pages
})

// classes returns the classes of characters. Make one with newClasses.
type classes struct {
	pages *[(unicode.MaxRune + 1) / 256]*classPage
}

func newClasses() classes { return classes{classPages()} }

// at returns the class and the length in bytes of the character at s[i]. At the end of the text,
// the class is 0. The text must be valid UTF-8.
func (c classes) at(s string, i int) (class, int) {
	if i >= len(s) {
		return 0, 0
	}
	if b := s[i]; b < utf8.RuneSelf {
		return asciiClass[b], 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return c.pages[r>>8][r&0xFF], n
}

// before returns the class of the character before s[i]. At the start of the text, the class is 0.
func (c classes) before(s string, i int) class {
	r, n := utf8.DecodeLastRuneInString(s[:i])
	if n == 0 {
		return 0
	}
	return c.pages[r>>8][r&0xFF]
}
