package rows

import (
	"fmt"
	"strings"
	"testing"

	"galley/ui/cell"
)

// A line's hanging indent is as wide as its blanks and its bullet, but at most half of the row.
func TestRowsHangBelowTheTextOfAList(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		o    Options
		want int
	}{
		{"text", Options{}, 0}, {"  text", Options{}, 2}, {"\ttext", Options{}, 4}, {" \ttext", Options{}, 4}, {"- text", Options{}, 2}, {"* text", Options{}, 2}, {"+ text", Options{}, 2},
		{"  - text", Options{}, 4}, {"-text", Options{}, 0}, {"-", Options{}, 0}, {"- ", Options{}, 2}, {"_ text", Options{}, 0}, {"1. text", Options{}, 3}, {"12) text", Options{}, 4}, {"1234. text", Options{}, 6},
		{"12345. text", Options{}, 0}, {"1: text", Options{}, 0}, {"1.text", Options{}, 0}, {"12", Options{}, 0}, {". text", Options{}, 0}, {"0. text", Options{}, 3}, {"9) text", Options{}, 3},
		{"", Options{}, 0}, {"  - text", Options{Flush: true}, 0}, {"          text", Options{Width: 11}, 5}, {"          text", Options{Width: 20}, 10}, {"          text", Options{Width: 21}, 10}, {"\ttext", Options{Cell: cell.Options{Tab: 3}}, 3},
	} {
		if c.o.Wrap = true; c.o.Width == 0 {
			c.o.Width = 40
		}
		if got := NewCache(c.o).hang(c.text); got != c.want {
			t.Errorf("%q in %d columns hangs by %d, want %d", c.text, c.o.Width, got, c.want)
		}
	}
	if got := NewCache(Options{Width: 40}).hang("- text"); got != 0 {
		t.Errorf("a line that is not wrapped hangs by %d", got)
	}
	l := NewCache(Options{Width: 8, Wrap: true}).Get(1, "- one two three")
	var rows []string
	for i := range 3 {
		r, _ := l.Row(i)
		rows = append(rows, fmt.Sprintf("%+v %s", r, l.text[r.Start:r.End]))
	}
	if got := strings.Join(rows, "|"); got != "{Start:0 End:6 Col:0 X:0} - one |{Start:6 End:10 Col:6 X:2} two |{Start:10 End:15 Col:10 X:2} three" {
		t.Errorf("it has the rows %s", got)
	}
}

// The caret goes to the cell under a column; at the end of a row that wraps, before its last character.
func TestTheCaretGoesToTheCellUnderAColumn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		row   int
		want  string // the offsets for the columns -1 to 9
	}{
		{"one two", 4, 0, "0 0 1 2 3 3 3 3 3 3 3"}, {"one two", 4, 1, "4 4 5 6 7 7 7 7 7 7 7"}, {"- a b c d", 5, 1, "6 6 6 6 7 8 9 9 9 9 9"},
		{"漢字漢字", 4, 0, "0 0 0 3 3 3 3 3 3 3 3"}, {"e\u0301xy", 2, 0, "0 0 3 3 3 3 3 3 3 3 3"}, {"", 4, 0, "0 0 0 0 0 0 0 0 0 0 0"}, {"\tx", 10, 0, "0 0 0 0 0 1 2 2 2 2 2"},
	} {
		l := NewCache(Options{Width: c.width, Wrap: true}).Get(1, c.text)
		r, ok := l.Row(c.row)
		if !ok {
			t.Fatalf("%q has no row %d", c.text, c.row)
		}
		var got []string
		for x := -1; x < 10; x++ {
			got = append(got, fmt.Sprint(l.At(r, x)))
		}
		if all := strings.Join(got, " "); all != c.want {
			t.Errorf("row %d of %q, %+v: %s, want %s", c.row, c.text, r, all, c.want)
		}
	}
}

// The cache keeps what is asked for, and lays a line out again when its text or the options are others.
func TestTheCacheKeepsTheLinesOnScreen(t *testing.T) {
	t.Parallel()
	c := NewCache(Options{Width: 0, Wrap: true})
	if o := c.Options(); o != (Options{Width: 1, Wrap: true}) {
		t.Errorf("options %+v", o)
	}
	c.SetOptions(Options{Width: 1 << 40, Wrap: true})
	if o := c.Options(); o.Width != 1<<31-1 {
		t.Errorf("a width of %d", o.Width)
	}
	c.SetOptions(Options{Width: 4, Wrap: true})
	one := c.Get(1, "one two")
	if c.Get(1, "one two") != one || one.Count() != 2 {
		t.Error("the same line is laid out twice")
	}
	c.SetOptions(Options{Width: 4, Wrap: true})
	if c.Get(1, "one two") != one {
		t.Error("equal options drop the layouts")
	}
	if again := c.Get(1, "one two three"); again != one || again.Count() != 4 {
		t.Errorf("another text has %d rows", again.Count())
	}
	if again := c.Get(1, "one"); again != one || again.Count() != 1 {
		t.Errorf("a shorter text has %d rows", again.Count())
	}
	c.Get(1, "one two three")
	c.SetOptions(Options{Width: 40, Wrap: true})
	if again := c.Get(1, "one two three"); again == one || again.Count() != 1 {
		t.Errorf("under other options it has %d rows", again.Count())
	}

	for id := range uint64(generation) {
		c.Get(id+10, "x")
	}
	if len(c.young) != 1 || len(c.old) != generation {
		t.Fatalf("%d young, %d old", len(c.young), len(c.old))
	}
	old, young := c.old[20], c.young[generation+9]
	if old == nil || young == nil {
		t.Fatal("the layouts are not where they were put")
	}
	c.Edited(20, "y", 0)
	if old.text != "y" || young.text != "x" {
		t.Errorf("after an edit: %q and %q", old.text, young.text)
	}
	c.Keep([]uint64{20, generation + 9, 5})
	if len(c.young) != 2 || c.old != nil || c.Get(20, "y") != old || c.Get(generation+9, "x") != young {
		t.Errorf("%d are kept", len(c.young)+len(c.old))
	}
	if c.Get(30, "x"); len(c.young) != 3 {
		t.Error("a line that was dropped is there still")
	}
}

// A line that was edited is laid out again from shortly before the edit on.
func TestAnEditDropsTheRowsBehindIt(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 400)
	for _, c := range []struct{ at, kept int }{{0, 1}, {79, 1}, {110, 1}, {111, 2}, {200, 10}, {400, 30}} {
		cache := NewCache(Options{Width: 10, Wrap: true})
		l := cache.Get(1, text)
		l.Count()
		cache.Edited(1, text+"y", c.at)
		if len(l.rows) != c.kept || l.done {
			t.Errorf("an edit at %d keeps %d rows, want %d", c.at, len(l.rows), c.kept)
		}
	}
	cache := NewCache(Options{Width: 10, Wrap: true})
	l := cache.Get(1, text)
	l.Count()
	if cache.Edited(1, "- "+text, 399); len(l.rows) != 1 {
		t.Errorf("with another indent %d rows are kept", len(l.rows))
	}
	if cache.Edited(1, "", 0); !l.done || l.Count() != 1 {
		t.Errorf("an empty line has %d rows", l.Count())
	}
}

// No character is split where a line is cut into pieces.
func TestAPieceEndsBetweenCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text      string
		end, want int
	}{{"abc", 2, 2}, {"abc", 3, 3}, {"abc", 9, 3}, {"a漢b", 2, 1}, {"a漢b", 3, 1}, {"a漢b", 4, 4}, {"\x80\x80\x80\x80\x80\x80", 5, 5}, {"a😀b", 4, 1}, {"漢", 1, 1}} {
		l := &Layout{text: c.text}
		if got := l.cut(c.end); got != c.want {
			t.Errorf("%q cut before %d ends at %d, want %d", c.text, c.end, got, c.want)
		}
	}
}

// A row of plain text ends as [cell.Wrap] says.
func TestARowOfPlainTextEndsAsWrapSays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"one two three four", "aaaaaaaaaaaaaaaaaaaa", "a  b   c    d     e", "  x", "a b c d e f g h i", " ", "~ ~~ ~~~", "\x20\x7e\x20\x7e\x20"} {
		for room := 1; room < 12; room++ {
			cells := cell.Cells(nil, text, 0, 0, cell.Options{})
			starts := append(cell.Wrap(cells, room, 0), len(text))
			for i, start := range starts[:len(starts)-1] {
				next, ok := plainRow(text, start, room)
				if !ok || next != starts[i+1] {
					t.Errorf("%q from %d in %d: %d, %v; want %d", text, start, room, next, ok, starts[i+1])
				}
			}
		}
	}
	for _, other := range []string{"abc\tdef", "abcdé", "ab\x7fdef", "ab\x1fdef"} {
		if _, ok := plainRow(other, 0, 3); ok {
			t.Errorf("%q counts as plain", other)
		}
	}
	if _, ok := plainRow("abcdeé", 0, 3); !ok {
		t.Error("what is two cells behind the row decides about it")
	}
}
