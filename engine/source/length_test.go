package source

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// slow counts each unit by its definition.
func slow(s string) Length {
	runes := []rune(s)
	return Length{Bytes: len(s), Runes: len(runes), UTF16: len(utf16.Encode(runes))}
}

func TestMeasureCountsEveryUnitExactly(t *testing.T) {
	ascii := strings.Repeat("a line of text.\n", 9)
	for _, s := range []string{
		"", "a", ascii, ascii + "é", "é" + ascii, "日本語", "a😀b", "😀", "👩‍👩‍👧", "\xff", "a\xffb\xed\xa0\x80c",
		"\xf0\x9f\x98", ascii + "\xf0\x9f", "\x00\x1b[31m", "\ufeffbom", strings.Repeat("é", 40), ascii[:31] + "é" + ascii,
	} {
		if got, want := Measure(s), slow(s); got != want {
			t.Errorf("%q: got %+v, want %+v", s, got, want)
		}
	}
}

// A byte that is not ASCII must be counted correctly anywhere in a long text. The same holds for a
// character of two UTF-16 units in a text that is not valid UTF-8.
func TestMeasureSeesEveryByte(t *testing.T) {
	for _, odd := range []string{"\xff", "\xff\U00010000", "\xff\uffff", "é", "\U00010000", "\x7f"} {
		for at := range 72 {
			s := strings.Repeat("a", at) + odd + strings.Repeat("b", 72-at)
			if got, want := Measure(s), slow(s); got != want {
				t.Errorf("%q at %d: got %+v, want %+v", odd, at, got, want)
			}
		}
	}
}

func TestTheAsciiBytesBeforeAnother(t *testing.T) {
	ascii := strings.Repeat("a\x7f", 36)
	for _, odd := range []string{"\x80", "\xff"} {
		for at := range 72 {
			if got := asciiRun(ascii[:at] + odd + ascii[at:]); got != at {
				t.Errorf("%d ASCII bytes before %q, want %d", got, odd, at)
			}
		}
	}
	if got := asciiRun(ascii); got != 72 {
		t.Errorf("%d ASCII bytes of 72", got)
	}
}

func TestLengthsOfPartsSumToTheWhole(t *testing.T) {
	a, b := "naïve 😀", "日本\xff"
	text := Of(a, Origin{}).Append(Of(b, Origin{}))
	if got, want := text.Measure(), slow(a+b); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestGraphemeCount(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "e\u0301": 1, "👩‍👩‍👧": 1, "🇩🇪🇫🇷": 2, "\r\n": 1} {
		if got := Graphemes(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}

func FuzzMeasure(f *testing.F) {
	f.Add("plain text that is longer than thirty-two bytes")
	f.Add("é\xff😀")
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Measure(s), slow(s); got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		if Measure(s).Runes != utf8.RuneCountInString(s) {
			t.Fatal("runes differ from utf8")
		}
	})
}

func BenchmarkMeasure(b *testing.B) {
	for name, line := range map[string]string{
		"ascii":   "Keep functions short and say why, not what.\n",
		"mixed":   "Keep functions short – and say “why”, not “what”.\n",
		"invalid": "Latin-1 caf\xe9, as old files have it.\n",
		"cjk":     "関数は短くし、理由を書いてください。\n",
	} {
		s := strings.Repeat(line, 1<<20/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Measure(s)
			}
		})
	}
}
