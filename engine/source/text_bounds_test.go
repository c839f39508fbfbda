package source

import "testing"

func TestOffsetsOutsideATextHaveNoPiece(t *testing.T) {
	text := Join(Literal("-"), Literal("ab"), Literal("cd"))
	for offset, want := range map[int][2]int{-2: {-1, 0}, -1: {-1, 0}, 0: {0, 0}, 1: {0, 0}, 2: {1, 2}, 3: {2, 3}, 4: {2, 3}, 5: {-1, 0}, 20: {-1, 0}} {
		if i, start := text.At(offset); i != want[0] || start != want[1] {
			t.Errorf("byte %d is in the piece %d that starts at %d, want %v", offset, i, start, want)
		}
	}
	if i, _ := (Text{}).At(0); i != -1 {
		t.Errorf("an empty text has a piece %d", i)
	}
}
