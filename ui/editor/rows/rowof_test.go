package rows

import (
	"sort"
	"testing"
)

// A new layout, of which nothing has been asked yet, finds the row of every byte.
func TestEveryByteHasItsRowInAFreshLayout(t *testing.T) {
	t.Parallel()
	for _, width := range []int{3, 20} {
		for i, text := range lines {
			c := NewCache(Options{Width: width, Wrap: true})
			want := whole(c, text)
			step := max(len(text)/40, 1)
			for off := 0; off <= len(text); off += step {
				fresh := NewCache(Options{Width: width, Wrap: true})
				row := sort.Search(len(want), func(i int) bool { return want[i] > off }) - 1
				if got := fresh.Get(uint64(i), text).RowOf(off); got != row {
					t.Fatalf("width %d, line %.30q: byte %d is in row %d, want %d", width, text, off, got, row)
				}
			}
			for _, n := range []int{0, len(want) - 1, len(want)} {
				fresh := NewCache(Options{Width: width, Wrap: true})
				r, ok := fresh.Get(uint64(i), text).Row(n)
				if ok != (n < len(want)) || ok && r.Start != want[n] || ok && n == len(want)-1 && r.End != len(text) {
					t.Fatalf("width %d, line %.30q: row %d of %d is %+v, %v", width, text, n, len(want), r, ok)
				}
			}
			if _, ok := c.Get(uint64(i), text).Row(-1); ok {
				t.Fatal("there is a row before the first")
			}
			if got := c.Get(uint64(i), text).Count(); got != len(want) {
				t.Fatalf("width %d, line %.30q: %d rows, want %d", width, text, got, len(want))
			}
		}
	}
	c := NewCache(Options{Width: 3})
	l := c.Get(1, "a line that does not wrap")
	if _, ok := l.Row(1); ok || l.RowOf(20) != 0 || l.Count() != 1 {
		t.Errorf("a line that does not wrap has %d rows, byte 20 is in row %d", l.Count(), l.RowOf(20))
	}
}
