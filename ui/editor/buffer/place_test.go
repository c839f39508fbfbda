package buffer

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

func places(b *Buffer) (out []Offset) {
	p := b.At(0)
	for {
		out = append(out, p.Offset())
		next := b.Next(p)
		if next == p {
			return out
		}
		p = next
	}
}

func TestCaretRestsBetweenGraphemesOnly(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Offset
	}{
		{"", []Offset{0}},
		{"ab", []Offset{0, 1, 2}},
		{"a\r\nb", []Offset{0, 1, 3, 4}},
		{"\r\r\n\n", []Offset{0, 1, 3, 4}},
		{"마ㄹ", []Offset{0, 3, 6}},
		{"\u1112\u1161\u11ab.", []Offset{0, 9, 10}}, // conjoining jamo form one syllable
		{"e\u0301x", []Offset{0, 3, 4}},
		{"👨‍👩‍👧x", []Offset{0, 18, 19}},
		{"🇩🇪🇫🇷", []Offset{0, 8, 16}},
		{"👍🏽!", []Offset{0, 8, 9}},
		{"क्षि.", []Offset{0, 12, 13}},
		{"\xff\xfe\u0301b", []Offset{0, 1, 2, 4, 5}},
		{"\xe4\xb8", []Offset{0, 1, 2}},
		{"\u0600a\u0600\xffb", []Offset{0, 3, 5, 6, 7}}, // the Arabic number sign joins what follows, but no invalid byte
		{"\r\u0301\n\ta", []Offset{0, 1, 3, 4, 5, 6}},
		{"x\u200by", []Offset{0, 1, 4, 5}},
	} {
		b := New(c.text)
		got := places(b)
		if len(got) != len(c.want) {
			t.Errorf("%q has places %v, want %v", c.text, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q has places %v, want %v", c.text, got, c.want)
				break
			}
		}
		for i := len(got) - 1; i > 0; i-- {
			if p := b.Prev(Place{got[i]}); p.Offset() != got[i-1] {
				t.Errorf("%q: before %d comes %d, want %d", c.text, got[i], p.Offset(), got[i-1])
			}
		}
	}
}

// The fast path may report a boundary only where the tables have one too, because it decides where
// a search for boundaries may start.
func TestPlainCharactersNeverJoin(t *testing.T) {
	var all []rune
	for r := rune(0); r < 0x30000; r++ {
		if utf8.ValidRune(r) && plain(r) {
			all = append(all, r)
		}
	}
	if len(all) < 50_000 {
		t.Fatalf("only %d plain characters were found", len(all))
	}
	partners := []rune{'a', 'é', 'ж', 'क', 'の', '한', '漢', '👍', 'ا', 'ก'}
	for _, r := range all {
		for _, q := range partners {
			for _, s := range []string{string([]rune{r, q}), string([]rune{q, r})} {
				g := graphemes.FromString(s)
				g.Next()
				if _, size := utf8.DecodeRuneInString(s); g.End() != size {
					t.Fatalf("%U and %U join", []rune(s)[0], []rune(s)[1])
				}
			}
		}
	}
}

func FuzzBoundariesFromAnywhere(f *testing.F) {
	f.Add("a\r\n👨‍👩‍👧🇩🇪🇫🇷e\u0301\xff\xe4\xb8한글")
	f.Add("\u200d\u200d\u0301\xf0\x9f")
	f.Add(strings.Repeat("🇩", 9) + "\r\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for i := 0; i <= len(s); i++ {
			if n := Cluster(s[at:]); i == at+n && n > 0 {
				at = i
			}
			if got := Boundary(s, i); got != at {
				t.Fatalf("boundary of %q at or before %d is %d, want %d", s, i, got, at)
			}
		}
	})
}

func BenchmarkBoundaryInALineOf300KBOfHangul(b *testing.B) {
	s := strings.Repeat("한", 100<<10)
	b.ReportAllocs()
	for range b.N {
		Boundary(s, 200_000)
	}
}

func BenchmarkClusterOfAFamily(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		Cluster("👨‍👩‍👧x")
	}
}

// The first and the last characters of each range that never join, and their neighbours.
func TestRangesOfPlainCharacters(t *testing.T) {
	for r, want := range map[rune]bool{
		0: true, '\t': true, '\n': false, '\r': false, 0x7f: true, 0x80: false, 0xa0: false, 0xa1: true, 0xa9: false, 0xad: false, 0xae: false, 0xaf: true, 0x2ff: true, 0x300: false,
		0x36f: false, 0x370: true, 0x483: false, 0xd4d: false, 0xd4e: false, 0xd05: true, 0xe00: false, 0xe01: true, 0xe30: true, 0xe31: false, 0xe32: false,
		0x200f: false, 0x2010: true, 0x2027: true, 0x2028: false, 0x24ff: false, 0x2500: true, 0x259f: true, 0x25a0: false,
		0x3000: false, 0x3001: true, 0x3029: true, 0x302a: false, 0x3030: false, 0x3031: true, 0x303c: true, 0x303d: false, 0x303e: true, 0x3098: true, 0x3099: false, 0x309a: false, 0x309b: true, 0x30ff: true, 0x3100: false,
		0x33ff: false, 0x3400: true, 0x9fff: true, 0xa000: false, 0xabff: false, 0xac00: true, 0xd7a3: true, 0xd7a4: false, 0x1ffff: false, 0x20000: true, 0x31350: false,
		0x1f2ff: false, 0x1f300: true, 0x1f3fa: true, 0x1f3fb: false, 0x1f3ff: false, 0x1f400: true, 0x1faff: true, 0x1fb00: false,
	} {
		if got := plain(r); got != want {
			t.Errorf("%U is plain: %v, want %v", r, got, want)
		}
	}
}
