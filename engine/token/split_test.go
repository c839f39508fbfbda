package token

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestSplitters(t *testing.T) {
	o200k.load()
	cl100k.load()
	for _, c := range []struct {
		name, text string
		o200k      []string
		cl100k     []string // nil if the pieces are those of o200k
	}{
		{"words", "the quick fox", []string{"the", " quick", " fox"}, nil},
		{"camel case", "XMLHttpRequest iPhone", []string{"XMLHttp", "Request", " i", "Phone"}, []string{"XMLHttpRequest", " iPhone"}},
		{"capitals before a letter without case", "ABC中D", []string{"ABC中", "D"}, []string{"ABC中D"}},
		{"prefix", "(foo\tbar'sup", []string{"(foo", "\tbar's", "up"}, []string{"(foo", "\tbar", "'s", "up"}},
		{"several spaces", "foo   bar", []string{"foo", "  ", " bar"}, nil},
		{"contractions", "don't DON'T it'ſ", []string{"don't", " DON'T", " it'ſ"}, []string{"don", "'t", " DON", "'T", " it", "'ſ"}},
		{"no word border after a contraction", "don'tt", []string{"don't", "t"}, []string{"don", "'t", "t"}},
		{"numbers by three", "1234567", []string{"123", "456", "7"}, nil},
		{"symbols take line ends", "!!\n\n//\n//x", []string{"!!\n\n//\n//", "x"}, []string{"!!\n\n", "//\n", "//", "x"}},
		{"blank lines", "a \n \n  b", []string{"a", " \n \n", " ", " b"}, nil},
		{"blanks at the end", "a \t ", []string{"a", " \t "}, nil},
		{"a mark starts a word", "\u0301ABC", []string{"\u0301", "ABC"}, []string{"\u0301ABC"}},
		{"a mark before a word", "\u0301abc", []string{"\u0301abc"}, nil},
		{"other spaces do not join symbols", "\u00a0!", []string{"\u00a0", "!"}, nil},
	} {
		want := c.cl100k
		if want == nil {
			want = c.o200k
		}
		if got := pieces(o200k, c.text); !slices.Equal(got, c.o200k) {
			t.Errorf("%s: o200k_base cuts %q, want %q", c.name, got, c.o200k)
		}
		if got := pieces(cl100k, c.text); !slices.Equal(got, want) {
			t.Errorf("%s: cl100k_base cuts %q, want %q", c.name, got, want)
		}
	}
}

func pieces(e *byteEncoding, text string) []string {
	var list []string
	for i := 0; i < len(text); {
		end := e.next(text, i)
		list = append(list, text[i:end])
		i = end
	}
	return list
}

func TestInvalidSubparts(t *testing.T) {
	for text, want := range map[string]string{
		"plain é":          "plain é",
		"\xe2\x82":         "\uFFFD",
		"\xed\xa0\x80":     "\uFFFD\uFFFD\uFFFD",
		"\xff\xfe":         "\uFFFD\uFFFD",
		"\xf0\x9f\x98b":    "\uFFFDb",
		"\xf4\x90\x80\x80": "\uFFFD\uFFFD\uFFFD\uFFFD",
		"a\xc3":            "a\uFFFD",
		"\xe0\x9f\xbf":     "\uFFFD\uFFFD\uFFFD",
		"\uFFFD":           "\uFFFD",
	} {
		if got, _ := validUTF8(text, nil); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// For any text, the pieces joined are the text, counting in two parts gives the same total, and
// nothing panics.
func FuzzSplit(f *testing.F) {
	for _, s := range mixed {
		f.Add(s+s+" "+s, 3)
	}
	f.Add("a> </b>\n\n  /x'll \u0301A中b", 2)
	names := Encodings()
	f.Fuzz(func(t *testing.T, text string, at int) {
		valid, _ := validUTF8(text, nil)
		if !utf8.ValidString(valid) {
			t.Fatalf("%q becomes valid as %q", text, valid)
		}
		for _, e := range []*byteEncoding{o200k, cl100k} {
			e.load()
			joined := ""
			for _, piece := range pieces(e, valid) {
				if piece == "" {
					t.Fatalf("%s: an empty piece in %q", e.name, valid)
				}
				joined += piece
			}
			if joined != valid {
				t.Fatalf("%s: the pieces of %q add up to %q", e.name, valid, joined)
			}
		}
		for _, name := range names {
			s := schemes[name]
			whole := s.sum(text)
			if at >= 0 && at < len(text) && s.cut(text[:at], text[at:]) {
				if parts := s.sum(text[:at]).plus(s.sum(text[at:])); parts != whole {
					t.Errorf("%s: %q | %q count %+v, the whole text %+v", name, text[:at], text[at:], parts, whole)
				}
			}
			if all := s.upTo(text, len(text)); all != whole {
				t.Errorf("%s: up to the end %q counts %+v, the whole text %+v", name, text, all, whole)
			}
		}
	})
}

// The texts have many borders between the classes of the split rules. The counts on both sides of
// a cut are tested at every offset.
func TestCutsAddUp(t *testing.T) {
	r := newRandom(3)
	for range 300 {
		text := randomText(r, 25)
		for _, name := range Encodings() {
			s := schemes[name]
			whole := s.sum(text)
			for at := range text {
				if !s.cut(text[:at], text[at:]) {
					continue
				}
				if parts := s.sum(text[:at]).plus(s.sum(text[at:])); parts != whole {
					t.Fatalf("%s: %q | %q count %+v, the whole text %+v", name, text[:at], text[at:], parts, whole)
				}
			}
		}
	}
}
