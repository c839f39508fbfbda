package cell

import (
	"slices"
	"strings"
	"testing"
)

// rows cuts a line where Wrap says.
func rows(line string, width, hang int) []string {
	cells := Cells(nil, line, 0, 0, Options{})
	starts := Wrap(cells, width, hang)
	var out []string
	for i, s := range starts {
		end := len(line)
		if i+1 < len(starts) {
			end = cells[starts[i+1]].Start
		}
		from := 0
		if s < len(cells) {
			from = cells[s].Start
		}
		out = append(out, line[from:end])
	}
	return out
}

func TestWrapBreaksAtWordsElseAnywhere(t *testing.T) {
	for _, c := range []struct {
		line        string
		width, hang int
		want        []string
	}{
		{"", 5, 0, []string{""}},
		{"hello", 5, 0, []string{"hello"}},
		{"hello world", 5, 0, []string{"hello ", "world"}},
		{"hello world", 6, 0, []string{"hello ", "world"}},
		{"hello world", 8, 0, []string{"hello ", "world"}},
		{"a bcd  x", 5, 0, []string{"a bcd ", " x"}},
		{"a bc  x", 5, 0, []string{"a ", "bc  x"}},
		{"abcdefghij", 4, 0, []string{"abcd", "efgh", "ij"}},
		{"xy abcdefghij", 4, 0, []string{"xy ", "abcd", "efgh", "ij"}},
		{"- one two three", 7, 2, []string{"- one ", "two ", "three"}},
		{"漢字漢字", 5, 0, []string{"漢字", "漢字"}},
		{"ab漢字", 3, 0, []string{"ab", "漢", "字"}},
		{"漢字。", 4, 0, []string{"漢", "字。"}},
		{"漢", 1, 0, []string{"漢"}},
		{"漢字", 1, 0, []string{"漢", "字"}},
		{"ab", 0, 0, []string{"a", "b"}},
		{"ab", 3, 9, []string{"ab"}},
		{"\u202eab", 4, 0, []string{"\u202e", "ab"}},
	} {
		if got := rows(c.line, c.width, c.hang); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d columns, hanging %d: %q, want %q", c.line, c.width, c.hang, got, c.want)
		}
	}
}

func checkWrap(t *testing.T, s string, width, hang int) {
	t.Helper()
	cells := Cells(nil, s, 0, 0, Options{})
	starts := Wrap(cells, width, hang)
	if starts[0] != 0 {
		t.Fatalf("%q: the first row starts at %d", s, starts[0])
	}
	for i, from := range starts {
		to := len(cells)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		if to <= from && len(cells) > 0 {
			t.Fatalf("%q: row %d is empty: %v", s, i, starts)
		}
		room := max(width, 1)
		if i > 0 {
			room = max(width-hang, 1)
		}
		w := 0
		for _, c := range cells[from:to] {
			w += c.Width
		}
		if last := to - 1; w > room && to-from > 1 && cells[last].blank() {
			w -= cells[last].Width // the blank at the end of a row may extend beyond it
		}
		if w > room && to-from > 1 {
			t.Fatalf("%q in %d columns, hanging %d: row %d is %d wide: %v", s, width, hang, i, w, starts)
		}
	}
}

func FuzzWrap(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s, 7, 2)
	}
	f.Add(strings.Repeat("a  bc   d", 9), 5, 1)
	f.Add("\xa6 000", 7, 74) // a word that moves to a narrower row
	f.Fuzz(func(t *testing.T, s string, width, hang int) {
		if hang < 0 || width > 1000 || width < -1000 || hang > 1000 {
			t.Skip()
		}
		checkWrap(t, s, width, hang)
	})
}

func TestATextIsWrappedIntoRows(t *testing.T) {
	for _, c := range []struct {
		text   string
		width  int
		indent int
		want   string
	}{
		{"", 10, 2, ""},
		{"", -1, 2, ""},
		{"one two", 7, 2, "one two"},
		{"one two", 6, 0, "one |two"},
		{"one two", 3, 0, "one |two"},
		{"one two", 6, 2, "one |  two"},
		{"one two three", 9, 2, "one two |  three"},
		{"one two three", 6, 2, "one |  two |  thre|  e"},
		{"abc", 0, 0, "a|b|c"},
		{"abc", -3, 0, "a|b|c"},
		{"a\tb\x1b", 20, 0, "a   b␛"},
		{"漢字漢字", 5, 1, "漢字| 漢字"},
		{"漢字漢字", 4, 0, "漢字|漢字"},
	} {
		if got := strings.Join(WrapText(c.text, c.width, c.indent), "|"); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
