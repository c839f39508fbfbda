package source

import (
	"testing"
	"unicode/utf8"
)

// How many ill-formed bytes one replacement character stands for. According to the Encoding
// Standard, these are the longest beginning of a character, or one byte.
func TestAnIllFormedBeginningIsCutAsTheStandardSays(t *testing.T) {
	for s, want := range map[string]int{
		"\x80": 1, "\xBF\xBF": 1, "\xC0\x80": 1, "\xC1\xBF": 1, "\xC2": 1, "\xC2a": 1, "\xDF\xC0": 1, "\xDF\x7F": 1,
		"\xE0\x9F\x80": 1, "\xE0\xA0": 2, "\xE0\xA0a": 2, "\xE0\xBF\xC0": 2, "\xE1\x80": 2, "\xE1\x80\x7F": 2, "\xE1\xC0": 1, "\xED\xA0\x80": 1, "\xED\x9F": 2, "\xED\x9F\xC0": 2, "\xEF\xBF": 2, "\xEF\x7F": 1,
		"\xF0\x8F\x80\x80": 1, "\xF0\x90": 2, "\xF0\x90\x80": 3, "\xF0\x90\x80a": 3, "\xF0\x90\xC0": 2, "\xF3\x80\x80\xC0": 3, "\xF4\x90\x80\x80": 1, "\xF4\x8F\xBF": 3, "\xF4\x8F": 2, "\xF5\x80\x80\x80": 1, "\xFF": 1, "\xF1\x80\x80\xFF": 3,
		"\xE0\xC0": 1, "\xE0\xBF": 2, "\xE1\x7F": 1, "\xEC\x80": 2, "\xEC\xBF": 2, "\xEC\xC0": 1, "\xED\x7F": 1, "\xED\x80": 2, "\xEE\x7F": 1, "\xEE\x80": 2, "\xEF\xC0": 1,
		"\xF0\xBF": 2, "\xF0\xC0": 1, "\xF0\x90\xBF": 3, "\xF0\x90\x7F": 2, "\xF1\x7F": 1, "\xF1\x80": 2, "\xF3\xBF": 2, "\xF3\xC0": 1, "\xF4\x7F": 1, "\xF4\x80": 2, "\xF4\x90": 1,
	} {
		if got := IllFormed(s); got != want {
			t.Errorf("%q: %d bytes, want %d", s, got, want)
		}
	}
}

// All texts of two and three bytes that are not characters, whether they begin a character or not.
func TestEveryIllFormedBeginning(t *testing.T) {
	t.Parallel()
	begins := map[string]bool{}
	for r := rune(0x800); r <= utf8.MaxRune; r += 64 {
		if utf8.ValidRune(r) {
			begins[string(r)[:2]] = true
		}
	}
	for a := range 256 {
		for b := range 256 {
			two := string([]byte{byte(a), byte(b)})
			if r, n := utf8.DecodeRuneInString(two); r != utf8.RuneError || n > 1 {
				continue
			}
			want := 1
			if begins[two] {
				want = 2
			}
			for _, c := range []byte{0x7F, 0x80, 0xBF, 0xC0} {
				three := two + string([]byte{c})
				if _, n := utf8.DecodeRuneInString(three); n > 1 {
					continue
				}
				long := want
				if want == 2 && a >= 0xF0 && 0x80 <= c && c <= 0xBF {
					long = 3
				}
				if got := IllFormed(three); got != long {
					t.Fatalf("%x: %d, want %d", three, got, long)
				}
			}
			if got := IllFormed(two); got != want {
				t.Fatalf("%x: %d, want %d", two, got, want)
			}
		}
	}
}

func TestJavaScriptsTrimRemovesTheseCharacters(t *testing.T) {
	spaces := map[rune]bool{}
	for _, r := range "\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF" {
		spaces[r] = true
	}
	for r := rune(0); r <= 0x10000; r++ {
		if IsJSSpace(r) != spaces[r] {
			t.Errorf("U+%04X: %v", r, !spaces[r])
		}
	}
}

func TestKindsHaveNames(t *testing.T) {
	names := map[string]bool{}
	for k := Template; k <= Captured; k++ {
		name := k.String()
		if name == "" || name == "unknown" || names[name] || KindOf(name) != k {
			t.Errorf("kind %d is called %q, which is kind %d", k, name, KindOf(name))
		}
		names[name] = true
	}
	if got := (Captured + 1).String(); got != "unknown" {
		t.Errorf("a kind beyond the last is %q", got)
	}
	if KindOf("no kind") != Structure {
		t.Error("an unknown name is a kind")
	}
}

func TestASpanHoldsItsBytes(t *testing.T) {
	s := Span{3, 5}
	for offset, want := range map[int]bool{2: false, 3: true, 4: true, 5: false} {
		if s.Contains(offset) != want {
			t.Errorf("%d: %v", offset, !want)
		}
	}
	if s.Len() != 2 || NoSpan.Len() != 0 || NoSpan.Contains(-1) {
		t.Errorf("%d, %d", s.Len(), NoSpan.Len())
	}
}

// If a piece corresponds to its source byte for byte, a part of the piece has its own place in the
// source. Otherwise, it has the origin of the whole piece.
func TestAPartHasItsOwnOrigin(t *testing.T) {
	file := Origin{Kind: File, Source: "/f", Span: Span{10, 19}, Line: 4, Tag: Span{1, 5}}
	template := Origin{Kind: Template, Span: Span{20, 26}, Line: 1, Tag: Span{20, 26}}
	made := Origin{Kind: Variable, Source: "v", Span: Span{0, 100}, Tag: Span{30, 40}}
	text := Of("one\ntwo\n!", file).Append(Of("abc\nde", template), Of("value", made))
	for offset, want := range map[int]Origin{
		0: {Kind: File, Source: "/f", Span: Span{10, 11}, Line: 4, Tag: Span{1, 5}}, 3: {Kind: File, Source: "/f", Span: Span{13, 14}, Line: 4, Tag: Span{1, 5}}, 4: {Kind: File, Source: "/f", Span: Span{14, 15}, Line: 5, Tag: Span{1, 5}}, 8: {Kind: File, Source: "/f", Span: Span{18, 19}, Line: 6, Tag: Span{1, 5}},
		9: {Kind: Template, Span: Span{20, 21}, Line: 1, Tag: Span{20, 21}}, 14: {Kind: Template, Span: Span{25, 26}, Line: 2, Tag: Span{25, 26}}, 15: made, 19: made,
	} {
		if got, ok := text.OriginAt(offset); !ok || got != want {
			t.Errorf("byte %d is from %+v, want %+v", offset, got, want)
		}
	}
	for _, offset := range []int{-1, 20, 99} {
		if got, ok := text.OriginAt(offset); ok {
			t.Errorf("byte %d is from %+v", offset, got)
		}
	}
	part := text.Slice(4, 17)
	if part.String() != "two\n!abc\ndeva" || len(part.Pieces()) != 3 {
		t.Fatalf("%q in %d pieces", part, len(part.Pieces()))
	}
	for i, want := range []Origin{{Kind: File, Source: "/f", Span: Span{14, 19}, Line: 5, Tag: Span{1, 5}}, template, made} {
		if got := part.Pieces()[i].Origin; got != want {
			t.Errorf("piece %d is from %+v, want %+v", i, got, want)
		}
	}
	for _, c := range [][2]int{{-5, 3}, {17, 99}, {5, 5}, {9, 3}} {
		want := ""
		if from, to := max(c[0], 0), min(c[1], 20); from < to {
			want = text.String()[from:to]
		}
		if got := text.Slice(c[0], c[1]); got.String() != want || got.Len() != len(want) {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
	}
}

func TestATextIsTrimmed(t *testing.T) {
	blank := func(r rune) bool { return r == ' ' }
	o := Origin{Kind: File, Source: "/f", Span: Span{0, 6}}
	for s, want := range map[string]string{"  ab  ": "ab", "ab": "ab", "   ": "", "": ""} {
		if got := Of(s, o).TrimFunc(blank); got.String() != want || got.Len() != len(want) {
			t.Errorf("%q: %q", s, got)
		}
	}
	if got, _ := Of("  ab  ", o).TrimFunc(blank).OriginAt(0); got.Span != (Span{2, 3}) {
		t.Errorf("the first byte is from %v", got.Span)
	}
}

func TestAPartOfASourceWithoutLines(t *testing.T) {
	if got := (Origin{Kind: File, Span: Span{0, 4}}).slice("a\nbc", 2, 4); got != (Origin{Kind: File, Span: Span{2, 4}}) {
		t.Errorf("a part of a source without lines: %+v", got)
	}
}

// A builder does not change the texts that were added to it.
func TestABuilderLeavesItsTextsAlone(t *testing.T) {
	first := Of("a", Origin{Source: "1"}).Append(Of("b", Origin{Source: "2"}))
	var b Builder
	b.Append(first)
	b.Add("c", Origin{Source: "3"})
	b.Append(first)
	b.Add("", Origin{Source: "nothing"})
	if b.Len() != 5 {
		t.Errorf("%d bytes", b.Len())
	}
	whole := b.Text()
	if whole.String() != "abcab" || len(whole.Pieces()) != 5 || first.String() != "ab" || len(first.Pieces()) != 2 {
		t.Errorf("%q, %q", whole, first)
	}
	for i, want := range []string{"1", "2", "3", "1", "2"} {
		if got := whole.Pieces()[i].Origin.Source; got != want {
			t.Errorf("piece %d is from %q", i, got)
		}
	}
}

// Only a part of the template's own text gets a new tag, namely its own span. Other parts keep the
// tag of their piece.
func TestTheTagOfAPart(t *testing.T) {
	t.Parallel()
	whole, other := Span{Start: 5, End: 9}, Span{Start: 1, End: 3}
	for _, c := range []struct {
		kind      Kind
		tag, want Span
	}{{Template, whole, Span{Start: 6, End: 8}}, {Template, other, other}, {File, whole, whole}, {File, other, other}} {
		if got := (Origin{Kind: c.kind, Span: whole, Tag: c.tag}).slice("abcd", 1, 3); got.Tag != c.want || got.Span != (Span{Start: 6, End: 8}) {
			t.Errorf("%s %v: %+v", c.kind, c.tag, got)
		}
	}
}
