package token

import (
	"runtime"
	"strings"
	"testing"
	"unicode"
)

// The same sentence has 15 tokens in one encoding and 16 in another. Both are correct, so a count
// must always name its encoding.
func TestReport37CountsNameTheirEncoding(t *testing.T) {
	const text = "Hello, world! This is an example. ttttt abc ddd"
	want := []uint32{9906, 11, 1917, 0, 1115, 374, 459, 3187, 13, 259, 5683, 5683, 40122, 294, 634}
	if got := ids(cl100k, text); !equal(got, want) {
		t.Errorf("cl100k_base: %v, want %v", got, want)
	}
	for _, name := range Encodings() {
		e, _ := Encoding(name)
		if n := e.Count(text); n.Method != e.Method() || n.Method == "" {
			t.Errorf("%s: %+v does not name its encoding", name, n)
		}
	}
	a, _ := Encoding(CL100k)
	b, _ := Encoding(O200k)
	if a.Count(text).Method == b.Count(text).Method {
		t.Error("two encodings have the same name")
	}
}

func ids(e *byteEncoding, text string) []uint32 {
	e.load()
	w := new(worker[uint32])
	var list []uint32
	for i := 0; i < len(text); {
		end := e.next(text, i)
		e.table.tokens(&w.merger, text[i:end], hashOf(text[i:end]))
		list = append(list, w.symbols...)
		i = end
	}
	return list
}

func equal(a, b []uint32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestIDs(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, Text string
			O200k      []uint32 `json:"o200k_ids"`
			CL100k     []uint32 `json:"cl100k_ids"`
		}
	}
	golden(t, "tokens-openai.json", &file)
	for _, c := range file.Cases {
		if c.O200k != nil && !equal(ids(o200k, c.Text), c.O200k) {
			t.Errorf("%s: o200k_base %v, want %v", c.Name, ids(o200k, c.Text), c.O200k)
		}
		if c.CL100k != nil && !equal(ids(cl100k, c.Text), c.CL100k) {
			t.Errorf("%s: cl100k_base %v, want %v", c.Name, ids(cl100k, c.Text), c.CL100k)
		}
	}
}

// A long piece is merged with another algorithm than a short one. Both must have the same result.
func TestLongPiecesMergeLikeShortOnes(t *testing.T) {
	r := newRandom(4)
	for _, e := range []*byteEncoding{o200k, cl100k} {
		e.load()
		for range 200 {
			piece := strings.Repeat("ab", r.IntN(5)) + randomText(r, 12) + strings.Repeat("=", r.IntN(70))
			if len(piece) < 2 || len(piece) > 3*longPiece {
				continue
			}
			var short, long merger
			e.table.merge(&long, piece)
			short.reset(len(piece))
			for i := range len(piece) {
				short.symbols = append(short.symbols, e.table.start[piece[i]])
				if i > 0 {
					short.ranks = append(short.ranks, e.table.first[int(piece[i-1])<<8|int(piece[i])])
				}
			}
			long.reset(len(piece))
			long.symbols, long.ranks = append(long.symbols, short.symbols...), append(long.ranks, short.ranks...)
			long.runLong(&e.table.pairs)
			short.runShort(&e.table.pairs)
			if !equal(short.symbols, long.symbols) {
				t.Errorf("%s: %q becomes %v, or as a long piece %v", e.name, piece, short.symbols, long.symbols)
			}
		}
	}
}

// The table of classes is built from the ranges of package unicode and must agree with it for every
// code point.
func TestClassesAgreeWithUnicode(t *testing.T) {
	pages := *classPages()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := other
		switch {
		case r == '\n' || r == '\r':
			want = newline
		case unicode.Is(unicode.White_Space, r):
			want = space
		case unicode.In(r, unicode.Lu, unicode.Lt):
			want = upper
		case unicode.Is(unicode.Ll, r):
			want = lower
		case unicode.In(r, unicode.Lm, unicode.Lo):
			want = both
		case unicode.Is(unicode.M, r):
			want = mark
		case unicode.Is(unicode.N, r):
			want = number
		}
		if got := pages[r>>8][r&0xFF]; got != want {
			t.Fatalf("U+%04X: class %b, want %b", r, got, want)
		}
		if r < 0x80 && asciiClass[r] != want {
			t.Fatalf("U+%04X: class %b in the ASCII table, want %b", r, asciiClass[r], want)
		}
	}
}

func TestCountingAllocatesNothingOnceWarm(t *testing.T) {
	text := repeated("The quick brown fox; 你好，世界 — naïve `code(x[1], \"y\")`\n\n")
	for name, text := range map[string]string{"plain": text, "invalid": text + "\xff\xfe"} {
		for _, encoding := range Encodings() {
			e, _ := Encoding(encoding)
			e.Count(text)
			if n := testing.AllocsPerRun(20, func() { e.Count(text) }); n != 0 {
				t.Errorf("%s, %s text: %v allocations", encoding, name, n)
			}
		}
	}
}

// A loaded vocabulary may use at most 20 MB of memory.
func TestVocabulariesAreSmallOnTheHeap(t *testing.T) {
	for name, load := range loads {
		before := heapInUse()
		table := load()
		if grown := heapInUse() - before; grown > 20<<20 {
			t.Errorf("%s holds %d bytes", name, grown)
		}
		runtime.KeepAlive(table)
	}
}

func heapInUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestSeveralGoroutinesCountAtOnce(t *testing.T) {
	text := repeated("a line of words, and 中文\n")
	for _, name := range Encodings() {
		e, _ := Encoding(name)
		want := e.Count(text)
		done := make(chan Count)
		for range 8 {
			go func() { done <- e.Count(text) }()
		}
		for range 8 {
			if got := <-done; got != want {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
	}
}
