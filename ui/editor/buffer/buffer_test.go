package buffer

import (
	"strings"
	"testing"
)

// check compares the text and the lines of a buffer with the expected text.
func check(t *testing.T, b *Buffer, want string) {
	t.Helper()
	if got := b.Text(); got != want {
		t.Fatalf("text is %.200q, want %.200q", got, want)
	}
	if int(b.Len()) != len(want) {
		t.Fatalf("length is %d, want %d", b.Len(), len(want))
	}
	lines := splitLines(want)
	if b.Lines() != len(lines) {
		t.Fatalf("%d lines, want %d", b.Lines(), len(lines))
	}
	seen := map[uint64]bool{}
	start := 0
	for i, text := range lines {
		l := b.Line(i)
		if l.Text != text || int(l.Start) != start {
			t.Fatalf("line %d is %q at %d, want %q at %d", i, l.Text, l.Start, text, start)
		}
		if seen[l.ID] {
			t.Fatalf("line %d has the same identity %d as another", i, l.ID)
		}
		seen[l.ID] = true
		if got := b.LineAt(l.Start); got != i {
			t.Fatalf("line at %d is %d, want %d", l.Start, got, i)
		}
		start += len(text)
	}
	if got := b.LineAt(b.Len()); got != len(lines)-1 {
		t.Fatalf("line at the end is %d, want %d", got, len(lines)-1)
	}
}

func TestEveryByteIsKept(t *testing.T) {
	for _, text := range []string{
		"", "\n", "\r", "\r\n", "\n\r", "a", "a\n", "lf\ncrlf\r\ncr\rnone", "\r\r\n\n\r",
		"a\u2028b\u2029c\u0085d", "\ufeffbom\n", "tab\tend\t\n", "bad \xff\xfe\xe4\xb8 bytes\n", "nul\x00esc\x1b[31m\n",
		strings.Repeat("line\n", 3000), strings.Repeat("x", 300<<10), strings.Repeat("\r", 2000),
	} {
		check(t, New(text), text)
	}
}

func TestLinesKeepTheirOwnEnds(t *testing.T) {
	b := New("lf\ncrlf\r\ncr\rnone")
	for i, want := range []struct{ body, end string }{{"lf", "\n"}, {"crlf", "\r\n"}, {"cr", "\r"}, {"none", ""}} {
		l := b.Line(i)
		if l.Body() != want.body || l.End() != want.end {
			t.Errorf("line %d is %q with end %q, want %q with %q", i, l.Body(), l.End(), want.body, want.end)
		}
	}
}

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name, text string
		from, to   Offset
		with, want string
		within     bool
	}{
		{"insert in a line", "abc\n", 1, 1, "X", "aXbc\n", true},
		{"insert before a line end", "abc\r\n", 3, 3, "X", "abcX\r\n", true},
		{"insert at the very end", "abc", 3, 3, "X", "abcX", true},
		{"split a line", "abc\n", 1, 1, "\n", "a\nbc\n", false},
		{"join two lines", "a\nb\n", 1, 2, "", "ab\n", false},
		{"split a CR LF", "a\r\nb", 2, 2, "x", "a\rx\nb", false},
		{"delete only the LF of a CR LF", "a\r\nb", 2, 3, "", "a\rb", false},
		{"an LF after a CR makes one line end", "a\rb", 2, 2, "\n", "a\r\nb", false},
		{"an emptied line joins the CR above", "a\rb\nc", 2, 3, "", "a\r\nc", false},
		{"everything", "a\nb\nc", 0, 5, "", "", false},
		{"beyond the end", "ab", 1, 99, "X", "aX", true},
		{"turned round", "ab", 2, 1, "X", "abX", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := New(c.text)
			got := b.Replace(c.from, c.to, c.with)
			check(t, b, c.want)
			if got.Within != c.within {
				t.Errorf("an edit within a line: %v, want %v", got.Within, c.within)
			}
			b.Replace(got.At, got.after(), got.Deleted)
			check(t, b, c.text)
		})
	}
}

func TestEditKeepsOtherLines(t *testing.T) {
	b := New("a\nb\nc\nd\n")
	ids := func() (out []uint64) {
		for i := range b.Lines() {
			out = append(out, b.Line(i).ID)
		}
		return out
	}
	before := ids()
	b.Replace(2, 3, "xyz")
	if after := ids(); after[1] != before[1] {
		t.Error("an edit within a line kept its identity")
	}
	b.Replace(3, 3, "\n")
	after := ids()
	if after[0] != before[0] || after[3] != before[2] || after[4] != before[3] {
		t.Errorf("splitting a line changed its neighbours: %v then %v", before, after)
	}
}

func TestSliceCopiesTheModel(t *testing.T) {
	text := strings.Repeat("ab\r\ncd\n", 400)
	b := New(text)
	b.Replace(0, 0, "x") // discards the cached text
	text = "x" + text
	for from := 0; from < len(text); from += 97 {
		for _, to := range []int{from, from + 1, from + 5, from + 1000} {
			to = min(to, len(text))
			if got := b.Slice(Offset(from), Offset(to)); got != text[from:to] {
				t.Fatalf("slice [%d,%d) is %q, want %q", from, to, got, text[from:to])
			}
		}
	}
}

func FuzzBufferAgainstAString(f *testing.F) {
	f.Add("a\r\nb\rc\n", []byte{0, 3, 1, 1, 2, 0, 3, 9, 4})
	f.Add("\r\n\r\n", []byte{1, 1, 2, 2, 1, 3, 0, 0, 1})
	f.Add("한글 👨‍👩‍👧 e\u0301\n", []byte{9, 9, 9, 3, 3, 3, 5, 5, 5})
	f.Add(strings.Repeat("x\n", 600), []byte{5, 200, 5, 6, 255, 0, 7, 9, 255})
	inserts := []string{"", "x", "\n", "\r", "\r\n", "word\nline\r\n", "한", "\u200d", "\xff", strings.Repeat("l\n", 300), strings.Repeat("y", 300)}
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		b, model := New(text), text
		var h History
		var log Log
		for len(script) >= 3 && len(model) < 1<<16 {
			from := int(script[0]) * (len(model) + 1) / 256
			to := min(from+int(script[1]), len(model))
			with := inserts[int(script[2])%len(inserts)]
			kind := Kind(script[2] % 3)
			script = script[3:]
			c := b.Replace(Offset(from), Offset(to), with)
			model = model[:from] + with + model[to:]
			h.Record(c.Edit, kind, Selection{}, Selection{}, now)
			log.Add(c.Edit)
			check(t, b, model)
		}
		for ok := true; ok; {
			_, ok = h.Undo(b, func(Change) {})
		}
		check(t, b, text)
		for ok := true; ok; {
			_, ok = h.Redo(b, func(Change) {})
		}
		check(t, b, model)
	})
}

func BenchmarkTypingInOneMegabyte(b *testing.B) {
	buf := New(strings.Repeat(strings.Repeat("x", 105)+"\n", 9900))
	b.ReportAllocs()
	for i := range b.N {
		buf.Replace(Offset(500_000+i%1000), Offset(500_000+i%1000), "x")
	}
}

func BenchmarkTypingAndTextInOneMegabyte(b *testing.B) {
	buf := New(strings.Repeat(strings.Repeat("x", 105)+"\n", 9900))
	b.ReportAllocs()
	for range b.N {
		buf.Replace(500_000, 500_000, "x")
		buf.Text()
	}
}

func BenchmarkTypingInALineOf300KB(b *testing.B) {
	buf := New(strings.Repeat("x", 300<<10))
	b.ReportAllocs()
	for range b.N {
		buf.Replace(150_000, 150_000, "x")
	}
}

func BenchmarkNewlineInOneMegabyte(b *testing.B) {
	buf := New(strings.Repeat(strings.Repeat("x", 105)+"\n", 9900))
	b.ReportAllocs()
	for range b.N {
		buf.Replace(500_000, 500_000, "\n")
		buf.Replace(500_000, 500_001, "")
	}
}
