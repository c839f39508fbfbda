package viewer

import (
	"strings"
	"testing"

	"galley/engine/source"
	"galley/ui/highlight"
)

// The known states are a stride apart, and a change discards those behind it.
func TestHighlightingStatesAreStoredAStrideApart(t *testing.T) {
	c := newFenceCache(highlight.Markdown)
	places := func() (all []int) {
		for _, m := range c.marks {
			all = append(all, m.at)
		}
		return all
	}
	text := strings.Repeat(strings.Repeat("x", stride/4-1)+"\n", 14)
	for _, step := range []struct {
		what string
		do   func()
		want []int
	}{
		{"before the first stride", func() { c.state(text, 3*stride/4) }, []int{0}},
		{"at the end", func() { c.state(text, len(text)) }, []int{0, stride, 2 * stride, 3 * stride}},
		{"once more", func() { c.state(text, len(text)); c.state(text, stride/4) }, []int{0, stride, 2 * stride, 3 * stride}},
		{"changed at a mark", func() { c.changed(2 * stride) }, []int{0, stride, 2 * stride}},
		{"changed before a mark", func() { c.changed(2*stride - 1) }, []int{0, stride}},
		{"changed at the start", func() { c.changed(0) }, []int{0}},
	} {
		step.do()
		got := places()
		if len(got) != len(step.want) {
			t.Fatalf("%s: marks at %v, want %v", step.what, got, step.want)
		}
		for i := range got {
			if got[i] != step.want[i] {
				t.Errorf("%s: marks at %v, want %v", step.what, got, step.want)
			}
		}
	}
}

// The state of a line is computed from the nearest known state before it. Here the known states
// differ from those of the text, so that the result shows which one was used.
func TestAStateIsComputedFromTheNearestKnownOne(t *testing.T) {
	start := highlight.Start(highlight.Markdown)
	text, plain := strings.Repeat("x\n", 2000), start.Next("x")
	fence, comment := plain.Next("```go"), plain.Next("<!-- x")
	for _, c := range []struct {
		what         string
		last, offset int
		want         highlight.State
	}{
		{"the text's start", 3000, 0, start},
		{"before the mark", 3000, 1998, plain},
		{"at the mark", 3000, 2000, fence},
		{"behind the mark", 3000, 2002, fence},
		{"at the last line", 3000, 3000, comment},
		{"behind the last line", 3000, 3500, comment},
		{"the last line is before the mark", 1000, 2500, fence},
		{"the last line is at the mark", 2000, 2500, fence},
		{"at the last line before the mark", 1000, 1000, comment},
	} {
		f := newFenceCache(highlight.Markdown)
		f.marks, f.last = append(f.marks, fenceMark{2000, fence}), fenceMark{c.last, comment}
		if got := f.state(text, c.offset); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
		if f.last != (fenceMark{c.offset, c.want}) {
			t.Errorf("%s: the last state is %+v", c.what, f.last)
		}
	}
}

// A long line keeps its layout when the text changes, and other lines do not.
func TestLongLinesKeepTheirLayouts(t *testing.T) {
	long := strings.Repeat("word ", longLine/5) + "!" // exactly as long as needed
	for _, c := range []struct {
		what, before, after string
		at, want            int // where the line starts before and after; -1 if its layout is dropped
	}{
		{"nothing before it changes", "a\n" + long + "\nb", "a\n" + long + "\nbb", 2, 2},
		{"a line is added before", "a\n" + long + "\nb", "a\nbc\n" + long + "\nb", 2, 5},
		{"a line is removed before", "ab\nc\n" + long + "\nb", "c\n" + long + "\nb", 5, 2},
		{"text at its start", "a\n" + long + "\nb", "a\nnew " + long + "\nb", 2, 2},
		{"another start", "a\n" + long + "\nb", "a\n-" + long[1:] + "\nb", 2, 2},
		{"text within", "a\n" + long + "\nb", "a\n" + long[:500] + "new" + long[500:] + "\nb", 2, 2},
		{"text at its end", "a\n" + long + "\nb", "a\n" + long + "new\nb", 2, 2},
		{"all from the line before on", "a\n" + long + "\nb", "x", 2, -1},
		{"a shorter line", "a\n" + long[1:] + "\nb", "a\n" + long[1:] + "\nbb", 2, -1},
	} {
		v := New(Options{})
		v.SetText(source.Literal(c.before))
		v.Fit(40, 9)
		lay, id, first := v.layoutOf(c.at), v.lineAt(c.at).id, v.layoutOf(0)
		short := v.lineAt(0).id
		v.SetText(source.Literal(c.after))
		if got := v.layouts.cache.Get(id, "x") == lay; got != (c.want >= 0) {
			t.Errorf("%s: whether the layout is kept: %v", c.what, got)
		}
		if got := v.layouts.lines[c.want]; c.want >= 0 && (got.id != id || got.end != lineEnd(c.after, c.want)) {
			t.Errorf("%s: the line is %+v, want that with id %d", c.what, got, id)
		}
		if v.layouts.cache.Get(short, "x") == first {
			t.Errorf("%s: the layout of a short line is kept", c.what)
		}
	}
}

// A double click selects these words.
func TestWordsAroundAnOffset(t *testing.T) {
	const text = "one, two_3  é漢x!\n\nnext"
	for _, c := range []struct {
		offset int
		want   string
	}{{0, "one"}, {2, "one"}, {3, ", "}, {4, ", "}, {5, "two_3"}, {9, "two_3"}, {10, "  "}, {12, "é漢x"}, {14, "é漢x"}, {17, "é漢x"}, {18, "!"}, {19, "!"}, {20, ""}, {21, "next"}, {len(text), "next"}} {
		from, to := wordAround(text, c.offset)
		if got := text[from:to]; got != c.want {
			t.Errorf("at %d: %q, want %q", c.offset, got, c.want)
		}
	}
}
