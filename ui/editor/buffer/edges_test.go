package buffer

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Each pair is the first plain character of a range and the last one. The characters beside them
// join others, or are unassigned.
func TestPlainCharactersAreTheseRanges(t *testing.T) {
	want := [][2]rune{
		{0x0, 0x9}, {0xb, 0xc}, {0xe, 0x7f}, {0xa1, 0xa8}, {0xaa, 0xac}, {0xaf, 0x2ff},
		{0xe01, 0xe30}, {0x2010, 0x2027}, {0x2500, 0x259f}, {0x3001, 0x3029}, {0x3031, 0x303c}, {0x303e, 0x3098}, {0x309b, 0x30ff},
		{0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0x1f300, 0x1f3fa}, {0x1f400, 0x1faff},
	}
	at := func(r rune) bool {
		for _, w := range want {
			if w[0] <= r && r <= w[1] {
				return true
			}
		}
		return false
	}
	for r := rune(0); r < 0x20000; r++ {
		if r >= 0x300 && r < 0xe00 { // the letters of many scripts: a sample below
			continue
		}
		if plain(r) != at(r) {
			t.Errorf("plain(%U) is %v", r, plain(r))
		}
	}
	for _, c := range []struct {
		r    rune
		want bool
	}{
		{0x300, false}, {0x36f, false}, {0x370, true}, {0x373, true}, {0x375, false}, {0x3b1, true}, {0x436, true}, {0x5d0, true},
		{0x627, true}, {0x64b, false}, {0x915, true}, {0xd4e, false}, {0xd4f, false}, {0xd54, true}, {0xdbd, true},
		{0x20000, true}, {0x2a6df, true}, {0x2fa1d, true}, {0x2ffff, false}, {0x30000, false}, {0x31350, false},
	} {
		if plain(c.r) != c.want {
			t.Errorf("plain(%U) is %v", c.r, !c.want)
		}
	}
}

// The search for a boundary goes back no further than to two plain characters.
func TestABoundaryIsSoughtFromTheNearestPlainCharacters(t *testing.T) {
	for _, c := range []struct {
		text    string
		i, want int
	}{
		{"abcd", 3, 3}, {"abcd", 1, 1}, {"abcd", 0, 0}, {"abe\u0301d", 5, 2}, {"abe\u0301d", 4, 2}, {"abe\u0301dx", 6, 6}, {"ab漢d", 4, 2}, {"ab漢d", 3, 2}, {"ab漢d", 2, 2}, {"漢", 1, 0},
		{"ab\x80\x80\x80", 4, 1}, {"\x80\x80", 1, 0}, {"a\r\nb", 3, 0}, {"ab\r\nb", 3, 1}, {"ab👨‍👩‍👧", 13, 2},
	} {
		if got := safeStart(c.text, c.i); got != c.want {
			t.Errorf("in %q from %d: %d, want %d", c.text, c.i, got, c.want)
		}
		if got := Boundary(c.text, c.i); got > c.i || got < c.want {
			t.Errorf("in %q the boundary before %d is %d", c.text, c.i, got)
		}
	}
}

func TestPlacesAtTheEndsOfTheDocument(t *testing.T) {
	b := New("aé\n")
	for _, c := range []struct{ off, at, next, prev Offset }{
		{-1, 0, 1, 0}, {0, 0, 1, 0}, {1, 1, 3, 0}, {2, 1, 3, 0}, {3, 3, 4, 1}, {4, 4, 4, 3}, {5, 4, 4, 3},
	} {
		p := b.At(c.off)
		if p.Offset() != c.at || b.Next(p).Offset() != c.next || b.Prev(p).Offset() != c.prev {
			t.Errorf("at %d: place %d, next %d, before %d; want %+v", c.off, p.Offset(), b.Next(p).Offset(), b.Prev(p).Offset(), c)
		}
	}
	for s, want := range map[string]int{"": 0, "a": 1, "\r": 1, "\r\n": 2, "\rx": 1, "\n\r": 1, "\xff": 1, "é": 2, "é\xff": 2, "e\u0301": 3, "e\u0301\xff": 3, "👍🏽": 8, "👍\xff": 4} {
		if got := Cluster(s); got != want {
			t.Errorf("the first cluster of %q has %d bytes, want %d", s, got, want)
		}
	}
	for i, want := range []int{0, 1, 1, 3, 3, 5} {
		if got := Boundary("aé\r\n", i); got != want {
			t.Errorf("the boundary at or before %d is %d, want %d", i, got, want)
		}
	}
	if got := Boundary("ab", -1) + Boundary("ab", 3); got != 2 {
		t.Errorf("offsets outside the text give boundaries with the sum %d, want 0 and 2", got)
	}
}

// sizes returns the number of lines of each chunk, and checks the count of bytes.
func sizes(t *testing.T, b *Buffer) (out []int) {
	t.Helper()
	total := 0
	for i := range b.chunks {
		n := 0
		for _, l := range b.chunks[i].lines {
			n += len(l.text)
		}
		if n != b.chunks[i].bytes {
			t.Fatalf("chunk %d says %d bytes and has %d", i, b.chunks[i].bytes, n)
		}
		total += n
		out = append(out, len(b.chunks[i].lines))
	}
	if total != b.bytes {
		t.Fatalf("the buffer says %d bytes and has %d", b.bytes, total)
	}
	return out
}

// A chunk has at most 256 lines: a larger one is cut into pieces of 128. A chunk below 64 is joined with
// the next one, the last with the one before, if both fit into one.
func TestChunksAreCutAndJoined(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("ab\n", n-1) }
	for _, c := range []struct {
		name            string
		lines           int
		from, to, grows int // the lines [from, to) are replaced by this number of lines
		before, after   []int
	}{
		{"one chunk", 256, 0, 0, 0, []int{256}, []int{256}},
		{"one line too many", 257, 0, 0, 0, []int{128, 128, 1}, []int{128, 128, 1}},
		{"grows to the limit", 255, 4, 4, 1, []int{255}, []int{256}},
		{"grows beyond the limit", 256, 4, 4, 1, []int{256}, []int{128, 128, 1}},
		{"64 lines stay alone", 384, 0, 64, 0, []int{128, 128, 128}, []int{64, 128, 128}},
		{"63 lines join the next", 384, 0, 65, 0, []int{128, 128, 128}, []int{191, 128}},
		{"63 lines in the middle join the next", 384, 130, 195, 0, []int{128, 128, 128}, []int{128, 191}},
		{"the last chunk joins the one before", 384, 300, 365, 0, []int{128, 128, 128}, []int{128, 191}},
		{"a range over three chunks", 640, 100, 500, 0, []int{128, 128, 128, 128, 128}, []int{101, 11, 128}},
		{"most of the first and all of the second", 640, 10, 256, 0, []int{128, 128, 128, 128, 128}, []int{138, 128, 128}},
		{"all but one line", 640, 0, 639, 0, []int{128, 128, 128, 128, 128}, []int{1}},
	} {
		b := New(lines(c.lines))
		if got := sizes(t, b); !slices.Equal(got, c.before) {
			t.Errorf("%s: chunks of %v lines before, want %v", c.name, got, c.before)
		}
		text := b.Text()
		with := strings.Repeat("x\n", c.grows)
		b.Replace(Offset(3*c.from), Offset(3*c.to), with)
		check(t, b, text[:3*c.from]+with+text[3*c.to:])
		if got := sizes(t, b); !slices.Equal(got, c.after) {
			t.Errorf("%s: chunks of %v lines after, want %v", c.name, got, c.after)
		}
	}
	// Chunks that do not fit together stay apart.
	b := New(lines(384))
	b.Replace(3*130, 3*130, strings.Repeat("x\n", 100))
	b.Replace(0, 3*93, "")
	if got := sizes(t, b); !slices.Equal(got, []int{35, 228, 128}) {
		t.Errorf("two chunks of 35 and 228 lines became %v", got)
	}
	b.Replace(0, 3*7, "")
	if got := sizes(t, b); !slices.Equal(got, []int{256, 128}) {
		t.Errorf("two chunks of 28 and 228 lines became %v", got)
	}
}

func TestChangesSayWhichLinesTheyTouched(t *testing.T) {
	const text = "one\ntwo\r\nthree\rfour"
	for _, c := range []struct {
		from, to Offset
		with     string
		want     Change
	}{
		{-5, -1, "x", Change{Edit{0, "", "x"}, 0, 1, 1, true}},
		{3, 3, "x", Change{Edit{3, "", "x"}, 0, 1, 1, true}},
		{3, 4, "x", Change{Edit{3, "\n", "x"}, 0, 2, 1, false}},
		{4, 4, "x", Change{Edit{4, "", "x"}, 1, 1, 1, true}},
		{4, 7, "", Change{Edit{4, "two", ""}, 1, 1, 1, true}},
		{7, 7, "\n", Change{Edit{7, "", "\n"}, 1, 1, 2, false}},
		{8, 8, "x", Change{Edit{8, "", "x"}, 1, 1, 2, false}},
		{0, 4, "", Change{Edit{0, "one\n", ""}, 0, 2, 1, false}},
		{9, 14, "", Change{Edit{9, "three", ""}, 2, 1, 1, true}},
		{15, 15, "\n", Change{Edit{15, "", "\n"}, 2, 2, 2, false}},
		{15, 19, "\n", Change{Edit{15, "four", "\n"}, 2, 2, 2, false}},
		{15, 19, "", Change{Edit{15, "four", ""}, 3, 1, 1, true}},
		{19, 99, "a\rb\n", Change{Edit{19, "", "a\rb\n"}, 3, 1, 3, false}},
		{0, 19, "", Change{Edit{0, text, ""}, 0, 4, 1, false}},
		{19, 4, "y", Change{Edit{19, "", "y"}, 3, 1, 1, true}},
	} {
		b := New(text)
		from, to := min(max(c.from, 0), 19), min(max(c.to, 0), 19)
		to = max(from, to)
		if got := b.Replace(c.from, c.to, c.with); got != c.want {
			t.Errorf("replacing [%d,%d) by %q: %+v, want %+v", c.from, c.to, c.with, got, c.want)
		}
		check(t, b, text[:from]+c.with+text[to:])
	}
}

func TestSliceOutsideTheDocumentAndOverLines(t *testing.T) {
	for _, edited := range []bool{false, true} {
		b := New("one\ntwo\nthree")
		if edited {
			b.Replace(0, 1, "o")
		}
		for _, c := range []struct {
			from, to Offset
			want     string
		}{
			{-3, 2, "on"}, {2, 2, ""}, {3, 2, ""}, {0, 4, "one\n"}, {0, 5, "one\nt"}, {3, 9, "\ntwo\nt"},
			{4, 8, "two\n"}, {8, 13, "three"}, {7, 13, "\nthree"}, {7, 99, "\nthree"}, {13, 14, ""}, {0, 13, "one\ntwo\nthree"},
		} {
			if got := b.Slice(c.from, c.to); got != c.want {
				t.Errorf("edited %v: [%d,%d) is %q, want %q", edited, c.from, c.to, got, c.want)
			}
		}
		for n, want := range map[int]string{-1: "one\n", 0: "one\n", 2: "three", 3: "three", 99: "three"} {
			if got := b.Line(n).Text; got != want {
				t.Errorf("line %d is %q, want %q", n, got, want)
			}
		}
		for off, want := range map[Offset]int{-1: 0, 0: 0, 3: 0, 4: 1, 7: 1, 8: 2, 13: 2, 99: 2} {
			if got := b.LineAt(off); got != want {
				t.Errorf("the line at %d is %d, want %d", off, got, want)
			}
		}
	}
}

// Two edits of a trail become one entry if the second continues the first.
func TestWhichEditsOfATrailAreJoined(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b shift
		want Trail
	}{
		{"typing continued", shift{5, 0, 2}, shift{7, 0, 3}, Trail{{5, 0, 5}}},
		{"typing a place further", shift{5, 0, 2}, shift{8, 0, 3}, Trail{{5, 0, 2}, {8, 0, 3}}},
		{"typing in front", shift{5, 0, 2}, shift{6, 0, 3}, Trail{{5, 0, 2}, {6, 0, 3}}},
		{"typing after a replacement", shift{5, 1, 2}, shift{7, 0, 3}, Trail{{5, 1, 2}, {7, 0, 3}}},
		{"a replacement after typing", shift{5, 0, 2}, shift{7, 1, 3}, Trail{{5, 0, 2}, {7, 1, 3}}},
		{"some of it deleted", shift{5, 0, 3}, shift{7, 1, 0}, Trail{{5, 0, 2}}},
		{"all of it deleted", shift{5, 0, 3}, shift{5, 3, 0}, Trail{{5, 0, 0}}},
		{"more than it deleted", shift{5, 0, 3}, shift{4, 4, 0}, Trail{{5, 0, 3}, {4, 4, 0}}},
		{"deleted inside it", shift{5, 0, 3}, shift{6, 1, 0}, Trail{{5, 0, 3}, {6, 1, 0}}},
		{"replaced at its end", shift{5, 0, 3}, shift{7, 1, 1}, Trail{{5, 0, 3}, {7, 1, 1}}},
		{"deleting forwards", shift{5, 2, 0}, shift{5, 3, 0}, Trail{{5, 5, 0}}},
		{"deleting backwards", shift{5, 2, 0}, shift{2, 3, 0}, Trail{{2, 5, 0}}},
		{"deleting a place before", shift{5, 2, 0}, shift{1, 3, 0}, Trail{{5, 2, 0}, {1, 3, 0}}},
		{"deleting after a replacement", shift{5, 2, 1}, shift{5, 3, 0}, Trail{{5, 2, 1}, {5, 3, 0}}},
		{"deleting before a replacement", shift{5, 2, 1}, shift{2, 3, 0}, Trail{{5, 2, 1}, {2, 3, 0}}},
		{"a replacement after deleting", shift{5, 2, 0}, shift{5, 3, 1}, Trail{{5, 2, 0}, {5, 3, 1}}},
		{"a replacement before what was deleted", shift{5, 2, 0}, shift{2, 3, 1}, Trail{{5, 2, 0}, {2, 3, 1}}},
	} {
		var got Trail
		got.Add(Edit{c.a.at, strings.Repeat("d", int(c.a.del)), strings.Repeat("i", int(c.a.ins))})
		got.Add(Edit{c.b.at, strings.Repeat("d", int(c.b.del)), strings.Repeat("i", int(c.b.ins))})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// One edit replaces [10,14) by six bytes. Every span around it is mapped forward, and every offset
// is mapped back.
func TestSpansAndOffsetsAroundOneEdit(t *testing.T) {
	trail := Trail{{10, 4, 6}}
	for _, c := range []struct {
		from, to Offset
		want     string
	}{
		{8, 9, "8-9"}, {8, 10, "8-10"}, {8, 11, "8-10"}, {8, 13, "8-10"}, {8, 14, "8-16"}, {8, 15, "8-17"},
		{9, 14, "9-16"}, {10, 14, "gone"}, {10, 15, "10-17"}, {10, 13, "gone"}, {11, 14, "gone"}, {11, 15, "16-17"},
		{13, 15, "16-17"}, {14, 15, "16-17"}, {15, 16, "17-18"},
	} {
		from, to, ok := trail.Forward(c.from, c.to)
		got := fmt.Sprintf("%d-%d", from, to)
		if !ok {
			got = "gone"
			if from != 0 || to != 0 {
				t.Errorf("what is gone of [%d,%d) is at %d-%d", c.from, c.to, from, to)
			}
		}
		if got != c.want {
			t.Errorf("[%d,%d) becomes %s, want %s", c.from, c.to, got, c.want)
		}
	}
	for off, want := range map[Offset]Offset{0: 0, 9: 9, 10: 10, 11: 10, 15: 10, 16: 14, 17: 15} {
		if got := trail.Back(off); got != want {
			t.Errorf("offset %d was %d, want %d", off, got, want)
		}
	}
	for off, want := range map[Offset]Offset{9: 9, 10: 10, 11: 15} {
		if got := (Trail{{10, 4, 0}}).Back(off); got != want {
			t.Errorf("offset %d beside what was deleted was %d, want %d", off, got, want)
		}
	}
	if got := (Trail{{3, 0, 2}, {0, 1, 0}}).Back(6); got != 5 {
		t.Errorf("an offset behind two edits was %d, want 5", got)
	}
}

func TestTheLogKeepsTheLastEditsExactly(t *testing.T) {
	var log Log
	for i := range Offset(2 * keep) {
		log.Add(Edit{2 * i, "d", "x"})
	}
	if got, ok := log.Since(0); !ok || len(got) != 2*keep || log.Revision() != 2*keep {
		t.Fatalf("of %d edits %d are known, revision %d", 2*keep, len(got), log.Revision())
	}
	log.Add(Edit{7, "d", "x"})
	if log.Revision() != 2*keep+1 {
		t.Errorf("revision %d after %d edits", log.Revision(), 2*keep+1)
	}
	if _, ok := log.Since(keep - 1); ok {
		t.Error("an edit that was dropped is still known")
	}
	got, ok := log.Since(keep)
	if !ok || len(got) != keep+1 || got[0] != (shift{2 * keep, 1, 1}) || got[keep] != (shift{7, 1, 1}) {
		t.Errorf("the edits since %d: %d, %v", keep, len(got), ok)
	}
	if got, ok := log.Since(log.Revision()); !ok || len(got) != 0 {
		t.Errorf("since the present revision: %v, %v", got, ok)
	}
	if _, ok := log.Since(log.Revision() + 1); ok {
		t.Error("a revision that is still to come is known")
	}
	log.Reset()
	if log.Revision() != 2*keep+2 {
		t.Errorf("after a new text the revision is %d", log.Revision())
	}
}

// Two edits of the same kind follow each other. They are undone in one step or in two.
func TestWhichEditsAreOneStep(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Edit
		kind Kind
		want []Edit // the edits of the last step
	}{
		{"typing goes on", Edit{3, "", "a"}, Edit{4, "", "b"}, Typing, []Edit{{3, "", "ab"}}},
		{"typing over a selection goes on", Edit{3, "xyz", "a"}, Edit{4, "", "b"}, Typing, []Edit{{3, "xyz", "ab"}}},
		{"typing somewhere else", Edit{3, "", "a"}, Edit{5, "", "b"}, Typing, []Edit{{5, "", "b"}}},
		{"typing before", Edit{3, "", "a"}, Edit{3, "", "b"}, Typing, []Edit{{3, "", "b"}}},
		{"typing over another character", Edit{3, "", "a"}, Edit{4, "x", "b"}, Typing, []Edit{{4, "x", "b"}}},
		{"a new line", Edit{3, "", "a"}, Edit{4, "", "\n"}, Typing, []Edit{{4, "", "\n"}}},
		{"deleting backwards", Edit{3, "d", ""}, Edit{2, "c", ""}, Erasing, []Edit{{2, "cd", ""}}},
		{"deleting forwards", Edit{3, "d", ""}, Edit{3, "e", ""}, Erasing, []Edit{{3, "de", ""}}},
		{"deleting a place away", Edit{3, "d", ""}, Edit{1, "b", ""}, Erasing, []Edit{{1, "b", ""}}},
		{"deleting a line end", Edit{3, "d", ""}, Edit{2, "\n", ""}, Erasing, []Edit{{2, "\n", ""}}},
		{"deleting that leaves text", Edit{3, "d", ""}, Edit{3, "e", "x"}, Erasing, []Edit{{3, "e", "x"}}},
		{"deleting after that", Edit{3, "d", "x"}, Edit{3, "x", ""}, Erasing, []Edit{{3, "x", ""}}},
		{"whole edits", Edit{3, "", "a"}, Edit{4, "", "b"}, Whole, []Edit{{4, "", "b"}}},
	} {
		var h History
		h.Record(c.a, c.kind, Selection{1, 1}, Selection{2, 2}, now)
		h.Record(c.b, c.kind, Selection{3, 3}, Selection{4, 4}, now)
		g := h.groups[h.done-1]
		if !reflect.DeepEqual(g.edits, c.want) {
			t.Errorf("%s: the last step is %+v, want %+v", c.name, g.edits, c.want)
		}
		before, steps := Selection{3, 3}, 2
		if len(g.edits[0].Inserted)+len(g.edits[0].Deleted) > len(c.b.Inserted)+len(c.b.Deleted) {
			before, steps = Selection{1, 1}, 1
		}
		if g.before != before || g.after != (Selection{4, 4}) || h.done != steps || len(h.groups) != steps {
			t.Errorf("%s: %d steps, the last from %v to %v", c.name, h.done, g.before, g.after)
		}
		if got := h.Peek(); got != uint64(steps) {
			t.Errorf("%s: the state is %d, want %d", c.name, got, steps)
		}
	}
}

func TestAStepAfterUndoOrRedoIsSeparate(t *testing.T) {
	d := newDesk("")
	if sel, ok := d.h.Undo(d.b, nil); ok || sel != (Selection{}) || d.h.State() != 0 {
		t.Error("an empty history can be undone")
	}
	d.typeText("ab")
	d.undo()
	d.redo()
	d.typeText("c")
	d.undo()
	d.want(t, "ab", 2)
	d.typeText("d") // at the end of what was typed first
	d.undo()
	d.want(t, "ab", 2)
	var told []Change
	if sel, ok := d.h.Undo(d.b, func(c Change) { told = append(told, c) }); !ok || sel != (Selection{}) {
		t.Errorf("undo gives %v, %v", sel, ok)
	}
	if want := []Change{{Edit{0, "ab", ""}, 0, 1, 1, true}}; !slices.Equal(told, want) {
		t.Errorf("undo tells %+v, want %+v", told, want)
	}
	told = nil
	sel, ok := d.h.Redo(d.b, func(c Change) { told = append(told, c) })
	if want := []Change{{Edit{0, "", "ab"}, 0, 1, 1, true}}; !ok || sel != (Selection{2, 2}) || !slices.Equal(told, want) {
		t.Errorf("redo gives %v, %v and tells %+v", sel, ok, told)
	}
	if from, to := (Selection{5, 2}).Span(); from != 2 || to != 5 || (Selection{5, 2}).Empty() || !(Selection{5, 5}).Empty() {
		t.Errorf("a selection backwards is [%d,%d)", from, to)
	}
}

// Lines that are edited without a change of a line end keep the sizes of their chunks.
func TestTypingInOneOfManyChunks(t *testing.T) {
	text := strings.Repeat("ab\n", 600)
	b := New(text)
	for _, at := range []int{1, 3 * maxChunk / 2, 900, 1799} {
		b.Replace(Offset(at), Offset(at+1), "xyz")
		text = text[:at] + "xyz" + text[at+1:]
		check(t, b, text)
		b.Replace(Offset(at), Offset(at+2), "")
		text = text[:at] + text[at+2:]
		check(t, b, text)
	}
	sizes(t, b)
}

// The whole text is put together in memory of the right size.
func TestTheWholeTextIsAllocatedOnce(t *testing.T) {
	b := New(strings.Repeat("a line\n", 1000))
	if n := testing.AllocsPerRun(10, func() {
		b.whole = false
		b.Text()
	}); n != 1 {
		t.Errorf("%v allocations", n)
	}
}
