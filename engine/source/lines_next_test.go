package source

import (
	"slices"
	"strings"
	"testing"
)

func TestNextLineKnowsEveryLineEndWhereverItFalls(t *testing.T) {
	for _, pad := range []int{0, 1, 126, 127, 128, 129, 383, 384, 1000} {
		x := strings.Repeat("x", pad)
		for _, c := range []struct {
			text string
			want int
		}{
			{x, -1},
			{x + "\n", pad + 1},
			{x + "\r", pad + 1},
			{x + "\r\n", pad + 2},
			{x + "\r\r\n", pad + 1},
			{x + "\n\r", pad + 1},
			{x + "\ry\n", pad + 1},
			{x + "\ny\r", pad + 1},
		} {
			if got := NextLine(c.text, 0); got != c.want {
				t.Errorf("%d bytes and %q: %d, want %d", pad, c.text[pad:], got, c.want)
			}
		}
	}
}

func TestTheLineOfAByte(t *testing.T) {
	for text, want := range map[string][]int{"": {1, 1}, "a": {1, 1, 1}, "\n": {1, 2, 2}, "a\r\nb\rc\n": {1, 1, 2, 2, 2, 3, 3, 4, 4}} {
		for at, line := range want {
			if got := LineOf(text, at); got != line {
				t.Errorf("%q at %d: line %d, want %d", text, at, got, line)
			}
		}
	}
	if got := LineOf("a\nb", -1); got != 1 {
		t.Errorf("before the text: line %d", got)
	}
}

// Each byte of a line end belongs to the line that it ends.
func TestTheIndexedLineOfAByte(t *testing.T) {
	for text, want := range map[string][]int{"": {1}, "a": {1, 1}, "\n": {1, 2}, "a\r\nb\rc\n": {1, 1, 1, 2, 2, 3, 3, 4}, "\n\r\n\r": {1, 2, 2, 3, 4}} {
		lines := NewLines(text)
		for at, line := range want {
			if got := lines.Line(at); got != line {
				t.Errorf("%q at %d: line %d, want %d", text, at, got, line)
			}
		}
	}
}

func TestTheStartOfEachLine(t *testing.T) {
	for text, want := range map[string][]int{"": {0}, "a": {0}, "\n": {0, 1}, "\r\n\n\ra": {0, 2, 3, 4}, "a\nb\n": {0, 2, 4}} {
		if got := NewLines(text).starts; !slices.Equal(got, want) {
			t.Errorf("%q: lines begin at %v, want %v", text, got, want)
		}
	}
}

// In a text with only one kind of line end, the search for the other kind must not run to the end
// of the text at every line.
func TestLineEndsAreFoundInOnePass(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		text := strings.Repeat("x"+end, 1<<19)
		if got := NewLines(text).Count(); got != 1<<19+1 {
			t.Errorf("%q: %d lines", end, got)
		}
	}
}
