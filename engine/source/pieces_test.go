package source

import (
	"fmt"
	"testing"
)

func TestTextFromPieces(t *testing.T) {
	a, b := Origin{Source: "a", Tag: NoSpan}, Origin{Source: "b", Tag: NoSpan}
	text := FromPieces([]Piece{{"x", a}, {"", b}, {"yz", b}, {"x", a}})
	if got := fmt.Sprint(text.Pieces(), text.Len(), text.String()); got != fmt.Sprint([]Piece{{"x", a}, {"yz", b}, {"x", a}}, 4, "xyzx") {
		t.Errorf("the text is %s", got)
	}
	for offset, want := range []int{0, 1, 1, 2} {
		if i, start := text.At(offset); i != want || start != []int{0, 1, 3}[want] {
			t.Errorf("offset %d is in piece %d, which begins at %d", offset, i, start)
		}
	}
	var b2 Builder
	b2.Grow(2)
	if cap(b2.text.pieces) < 2 || cap(b2.text.starts) < 2 || b2.Len() != 0 {
		t.Error("no room is reserved")
	}
	for from := -1; from <= 5; from++ {
		for to := -1; to <= 5; to++ {
			want := ""
			if lo, hi := max(from, 0), min(to, 4); lo < hi {
				want = "xyzx"[lo:hi]
			}
			if got := text.Slice(from, to); got.String() != want || got.Len() != len(want) {
				t.Errorf("from %d to %d: %q, want %q", from, to, got.String(), want)
			}
		}
	}
	if got := (Text{}).Slice(0, 0); got.Len() != 0 {
		t.Errorf("of the empty text: %q", got.String())
	}
}

func TestStartOfALineIsWithinTheText(t *testing.T) {
	l := NewLines("ab\ncd\r\ne")
	for line, want := range map[int]int{-1: 0, 0: 0, 1: 0, 2: 3, 3: 7, 4: 7} {
		if got := l.Start(line); got != want {
			t.Errorf("line %d begins at %d, want %d", line, got, want)
		}
	}
	if l.Count() != 3 {
		t.Errorf("%d lines", l.Count())
	}
}
