package source

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// The marks in a long line are used to find a column far into it. The result must equal counting
// from the beginning of the line, for any bytes.
func TestColumnsFarIntoALine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "é", "漢", "😀", "\xff", "\x80\x80\x80\x80\x80", "\xe6\xbc", "\xf0\x9f\x98", "bcdefgh"}
	var b strings.Builder
	for b.Len() < 6*stretch {
		b.WriteString(parts[r.IntN(len(parts))])
		if r.IntN(20000) == 0 {
			b.WriteByte('\n')
		}
	}
	text := b.String()
	lines := NewLines(text)
	for range 3000 {
		offset := r.IntN(len(text) + 1)
		got := lines.Position(offset)
		start := strings.LastIndexByte(text[:offset], '\n') + 1
		if want := utf8.RuneCountInString(text[start:offset]) + 1; got.Column != want || got.Offset != offset {
			t.Fatalf("offset %d: %+v, want column %d", offset, got, want)
		}
	}
}

func TestTheStartOfACodePoint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text         string
		offset, want int
	}{{"é", 1, 0}, {"\x80\x80", 1, 1}, {"a😀", 1, 1}, {"a😀", 2, 1}, {"a😀", 4, 1}, {"a😀", 5, 5}, {"a\x80\x80\x80\x80", 4, 4}, {"a\x80\x80\x80\x80", 3, 0}, {"ab", 1, 1}, {"", 0, 0}} {
		if got := whole(c.text, c.offset); got != c.want {
			t.Errorf("%q at %d: %d, want %d", c.text, c.offset, got, c.want)
		}
	}
}

// If a mark would be within a character, it is moved to the end of the character.
func TestMarksStandBetweenCharacters(t *testing.T) {
	for _, c := range []string{"é", "漢", "😀"} {
		for shift := range 4 {
			text := strings.Repeat("a", shift) + strings.Repeat(c, 3*stretch)
			lines := NewLines(text)
			for n := range 3 * stretch / 100 {
				offset := shift + n*100*len(c)
				if got := lines.Position(offset).Column; got != shift+n*100+1 {
					t.Fatalf("%s after %d: offset %d is in column %d, want %d", c, shift, offset, got, shift+n*100+1)
				}
			}
		}
	}
}

// A column is counted from the start of its own line, also when a long line is not the first one.
func TestColumnsOfALongLineBelowAnother(t *testing.T) {
	t.Parallel()
	lines := NewLines(strings.Repeat("é", 2*stretch) + "\r\n" + strings.Repeat("a", 3*stretch))
	for offset, want := range map[int]Position{
		4*stretch - 2: {4*stretch - 2, 1, 2 * stretch}, 4 * stretch: {4 * stretch, 1, 2*stretch + 1}, 4*stretch + 1: {4*stretch + 1, 1, 2*stretch + 2},
		4*stretch + 2: {4*stretch + 2, 2, 1}, 5*stretch + 2: {5*stretch + 2, 2, stretch + 1}, 5*stretch + 3: {5*stretch + 3, 2, stretch + 2}, 7*stretch + 2: {7*stretch + 2, 2, 3*stretch + 1},
	} {
		if got := lines.Position(offset); got != want {
			t.Errorf("offset %d: %+v, want %+v", offset, got, want)
		}
	}
}
