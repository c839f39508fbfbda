package document

import (
	"testing"

	"github.com/aymanbagabas/go-udiff"
)

func TestMergeTakesOneSidedChanges(t *testing.T) {
	const base = "one\ntwo\nthree\nfour\nfive\n"
	for _, c := range []struct {
		name, mine, theirs, want string
		clashes                  int
	}{
		{"nothing", base, base, base, 0},
		{"mine alone", "one\nTWO\nthree\nfour\nfive\n", base, "one\nTWO\nthree\nfour\nfive\n", 0},
		{"theirs alone", base, "one\ntwo\nthree\nfour\nFIVE\n", "one\ntwo\nthree\nfour\nFIVE\n", 0},
		{"both, apart", "ONE\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nFIVE\n", 0},
		{"both the same", "one\nTWO\nthree\nfour\nfive\n", "one\nTWO\nthree\nfour\nfive\n", "one\nTWO\nthree\nfour\nfive\n", 0},
		{"a clash", "one\nMINE\nthree\nfour\nfive\n", "one\nTHEIRS\nthree\nfour\nfive\n",
			"one\n<<<<<<< here\nMINE\n=======\nTHEIRS\n>>>>>>> on disk\nthree\nfour\nfive\n", 1},
		{"deleted here, kept there", "one\nthree\nfour\nfive\n", base, "one\nthree\nfour\nfive\n", 0},
		{"added at both ends", "zero\n" + base, base + "six\n", "zero\n" + base + "six\n", 0},
		{"no last line end", "one\ntwo\nthree\nfour\nfive", base, "one\ntwo\nthree\nfour\nfive", 0},
		{"everything deleted here", "", base, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clashes := Merge(base, c.mine, c.theirs)
			if got != c.want || clashes != c.clashes {
				t.Errorf("%q with %d conflicts, want %q with %d", got, clashes, c.want, c.clashes)
			}
		})
	}
}

// Text that one side adds directly before or after a change of the other side is part of the
// conflict, because nobody can tell which of the two comes first.
func TestTextAddedAtTheEdgeOfAChangeBelongsToIt(t *testing.T) {
	change := udiff.Edit{Start: 4, End: 8, New: "X"}
	for at, want := range map[int]bool{3: false, 4: true, 6: true, 8: true, 9: false} {
		if got := touches(udiff.Edit{Start: at, End: at, New: "Y"}, change.Start, change.End); got != want {
			t.Errorf("an addition at offset %d: %v", at, got)
		}
	}
	for _, c := range []struct {
		start, end int
		want       bool
	}{{0, 4, false}, {0, 5, true}, {4, 8, true}, {7, 9, true}, {8, 9, false}} {
		if got := touches(udiff.Edit{Start: c.start, End: c.end}, change.Start, change.End); got != c.want {
			t.Errorf("a change from %d to %d: %v", c.start, c.end, got)
		}
	}
	if !touches(udiff.Edit{Start: 4, End: 6}, 4, 4) {
		t.Error("a change that starts where the other side adds text")
	}
}

// If one side changed nothing, the result is the other side's text, byte for byte. The line edits
// between two texts, applied to the first text, give the second.
func FuzzMerge(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nX\nc\n")
	f.Add("", "a")
	f.Add("a", "")
	f.Add("a\nb", "b\na\n")
	f.Add("x\n\n\ny\n", "x\ny")
	f.Fuzz(func(t *testing.T, base, text string) {
		if got, clashes := Merge(base, text, base); got != text || clashes != 0 {
			t.Errorf("only my side changed: %q, %d conflicts, want %q", got, clashes, text)
		}
		if got, clashes := Merge(base, base, text); got != text || clashes != 0 {
			t.Errorf("only their side changed: %q, %d conflicts, want %q", got, clashes, text)
		}
		if got, clashes := Merge(base, text, text); got != text || clashes != 0 {
			t.Errorf("both sides changed alike: %q, %d conflicts, want %q", got, clashes, text)
		}
		if got, err := udiff.Apply(base, lineEdits(base, text)); err != nil || got != text {
			t.Errorf("applying the edits gives %q, %v, want %q", got, err, text)
		}
	})
}
