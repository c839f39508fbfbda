package buffer

import (
	"testing"
	"time"
)

var now = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// desk is a buffer with its history and a clock.
type desk struct {
	b    *Buffer
	h    History
	sel  Selection
	time time.Time
}

func (d *desk) edit(from, to Offset, with string, kind Kind) {
	before := d.sel
	c := d.b.Replace(from, to, with)
	d.sel = Selection{c.after(), c.after()}
	d.h.Record(c.Edit, kind, before, d.sel, d.time)
}

func (d *desk) typeText(s string) {
	for _, r := range s {
		d.edit(d.sel.Caret, d.sel.Caret, string(r), Typing)
	}
}

func (d *desk) backspace() { d.edit(d.sel.Caret-1, d.sel.Caret, "", Erasing) }

func (d *desk) undo() { d.sel, _ = d.h.Undo(d.b, func(Change) {}) }
func (d *desk) redo() { d.sel, _ = d.h.Redo(d.b, func(Change) {}) }

func newDesk(text string) *desk { return &desk{b: New(text), time: now} }

func (d *desk) want(t *testing.T, text string, caret Offset) {
	t.Helper()
	if got := d.b.Text(); got != text || d.sel.Caret != caret {
		t.Fatalf("text %q with the caret at %d, want %q at %d", got, d.sel.Caret, text, caret)
	}
}

func TestTypingOnALineIsOneUndoStep(t *testing.T) {
	d := newDesk("")
	d.typeText("hello")
	d.undo()
	d.want(t, "", 0)
	d.redo()
	d.want(t, "hello", 5)
}

func TestANewLineBeginsANewStep(t *testing.T) {
	d := newDesk("")
	d.typeText("one\ntwo")
	d.undo()
	d.want(t, "one", 3)
	d.undo()
	d.want(t, "", 0)
}

func TestAPauseOfMoreThanASecondBeginsANewStep(t *testing.T) {
	d := newDesk("")
	d.typeText("ab")
	d.time = d.time.Add(time.Second)
	d.typeText("cd")
	d.time = d.time.Add(time.Second + time.Millisecond)
	d.typeText("ef")
	d.undo()
	d.want(t, "abcd", 4)
	d.undo()
	d.want(t, "", 0)
}

func TestMovingTheCaretStartsANewStep(t *testing.T) {
	d := newDesk("")
	d.typeText("ab")
	d.h.Break()
	d.typeText("cd")
	d.undo()
	d.want(t, "ab", 2)
}

func TestDeletingAndTypingAreSeparateSteps(t *testing.T) {
	d := newDesk("")
	d.typeText("abcd")
	d.backspace()
	d.backspace()
	d.typeText("x")
	d.want(t, "abx", 3)
	d.undo()
	d.want(t, "ab", 2)
	d.undo()
	d.want(t, "abcd", 4)
	d.undo()
	d.want(t, "", 0)
}

func TestDeletingForwardsIsOneStep(t *testing.T) {
	d := newDesk("abcd")
	d.sel = Selection{1, 1}
	d.edit(1, 2, "", Erasing)
	d.edit(1, 2, "", Erasing)
	d.undo()
	d.want(t, "abcd", 1)
}

func TestAPasteIsAStepOfItsOwn(t *testing.T) {
	d := newDesk("")
	d.typeText("a")
	d.edit(1, 1, "pasted", Whole)
	d.typeText("b")
	d.undo()
	d.want(t, "apasted", 7)
	d.undo()
	d.want(t, "a", 1)
}

func TestUndoRestoresTheSelection(t *testing.T) {
	d := newDesk("one two")
	d.sel = Selection{Anchor: 7, Caret: 4}
	d.edit(4, 7, "x", Typing)
	d.undo()
	if d.sel != (Selection{Anchor: 7, Caret: 4}) {
		t.Errorf("selection after undo is %+v", d.sel)
	}
}

func TestAGroupIsUndoneAtOnceAndInOrder(t *testing.T) {
	d := newDesk("aaa")
	d.h.Begin()
	d.edit(0, 1, "long", Whole)
	d.edit(4, 5, "", Whole)
	d.edit(4, 5, "zz", Whole)
	d.h.End()
	d.want(t, "longzz", 6)
	d.undo()
	d.want(t, "aaa", 0)
	d.redo()
	d.want(t, "longzz", 6)
}

// What is typed before a group, in it, and after it are three steps; a group within a group is
// part of it.
func TestAGroupTakesNoEditsFromOutside(t *testing.T) {
	d := newDesk("")
	d.typeText("a")
	d.h.Begin()
	d.typeText("b")
	d.h.Begin()
	d.typeText("c")
	d.h.End()
	d.h.Break()
	d.typeText("d")
	d.h.End()
	d.typeText("e")
	for _, want := range []string{"abcd", "a", ""} {
		d.undo()
		d.want(t, want, Offset(len(want)))
	}
}

func TestAnEditAfterUndoForgetsTheRest(t *testing.T) {
	d := newDesk("")
	d.typeText("a")
	d.undo()
	d.typeText("b")
	if _, ok := d.h.Redo(d.b, func(Change) {}); ok {
		t.Error("after an edit the undone step can still be redone")
	}
}

func TestSavedState(t *testing.T) {
	d := newDesk("")
	d.typeText("a")
	saved := d.h.State()
	d.typeText("b") // would be part of the previous step if saving had not ended it
	if d.h.Peek() == saved {
		t.Error("the text changed but not the state")
	}
	d.undo()
	if d.h.Peek() != saved {
		t.Error("the saved text is restored but not its state")
	}
	d.undo()
	d.typeText("a")
	if d.h.Peek() == saved {
		t.Error("another edit has the state of the saved text")
	}
}

func TestSpansFollowLaterEdits(t *testing.T) {
	type span struct{ from, to Offset }
	for _, c := range []struct {
		name     string
		from, to Offset // the edit, in a text where the span is [10,20)
		with     string
		want     span
		alive    bool
	}{
		{"typed before", 3, 3, "xx", span{12, 22}, true},
		{"typed at its start", 10, 10, "xx", span{12, 22}, true},
		{"typed inside", 15, 15, "xx", span{10, 22}, true},
		{"typed at its end", 20, 20, "xx", span{10, 20}, true},
		{"typed behind", 25, 25, "xx", span{10, 20}, true},
		{"deleted before", 0, 5, "", span{5, 15}, true},
		{"deleted inside", 12, 14, "", span{10, 18}, true},
		{"head deleted", 8, 12, "", span{8, 16}, true},
		{"tail deleted", 18, 25, "", span{10, 18}, true},
		{"swallowed", 9, 21, "y", span{}, false},
		{"replaced exactly", 10, 20, "y", span{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := New("0123456789abcdefghijklmnopqrstuvwxyz")
			var log Log
			log.Add(b.Replace(0, 0, "").Edit) // an edit of an older revision
			rev := log.Revision()
			log.Add(b.Replace(c.from, c.to, c.with).Edit)
			trail, ok := log.Since(rev)
			if !ok {
				t.Fatal("the log has forgotten the revision")
			}
			from, to, alive := trail.Forward(10, 20)
			if alive != c.alive || alive && (span{from, to} != c.want) {
				t.Errorf("span is [%d,%d) %v, want %v %v", from, to, alive, c.want, c.alive)
			}
			if alive && trail.Back(from) > 20 {
				t.Errorf("mapping back from %d gives %d", from, trail.Back(from))
			}
		})
	}
}

func TestTheLogForgetsOldRevisionsOnly(t *testing.T) {
	var log Log
	for i := range Offset(3 * keep) {
		log.Add(Edit{i, "", "x"})
	}
	if _, ok := log.Since(0); ok {
		t.Error("the first revision is still known")
	}
	trail, ok := log.Since(log.Revision() - keep)
	if !ok || len(trail) != 1 || trail[0].ins != keep {
		t.Errorf("the last %d edits give %d entries, %v", keep, len(trail), ok)
	}
	old := log.Revision()
	log.Reset()
	if _, ok := log.Since(old); ok {
		t.Error("a revision before a new text is still known")
	}
	if _, ok := log.Since(log.Revision()); !ok {
		t.Error("the current revision is not known")
	}
}

// Adjacent edits are merged into few entries. Mapping through them must equal mapping through the
// single edits.
func FuzzARunOfEditsMapsAsItsEditsDo(f *testing.F) {
	f.Add([]byte{5, 0, 1, 6, 0, 1, 7, 0, 1, 7, 1, 0, 6, 1, 0})
	f.Add([]byte{9, 2, 0, 9, 2, 0, 8, 1, 0, 3, 4, 5})
	f.Fuzz(func(t *testing.T, script []byte) {
		var merged, plain Trail
		for len(script) >= 3 {
			s := shift{Offset(script[0] % 40), Offset(script[1] % 4), Offset(script[2] % 4)}
			script = script[3:]
			merged.add(s)
			plain = append(plain, s)
		}
		for from := Offset(0); from < 40; from += 3 {
			for _, size := range []Offset{1, 4, 9} {
				a, b, ok := plain.Forward(from, from+size)
				c, d, ok2 := merged.Forward(from, from+size)
				if ok && ok2 && (a != c || b != d) {
					t.Fatalf("[%d,%d) maps to [%d,%d) in one run and to [%d,%d) edit by edit of %v", from, from+size, c, d, a, b, plain)
				}
			}
		}
	})
}
