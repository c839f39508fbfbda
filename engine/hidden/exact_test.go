package hidden

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// ranges lists the ranges of characters below a limit for which a function returns the same text,
// except "".
func ranges(limit rune, of func(r rune) string) string {
	var out []string
	last, from := "", rune(0)
	for r := rune(0); r <= limit; r++ {
		is := ""
		if r < limit {
			is = of(r)
		}
		if is == last {
			continue
		}
		switch {
		case last == "":
		case from == r-1:
			out = append(out, strings.TrimSpace(fmt.Sprintf("%X %s", from, last)))
		default:
			out = append(out, strings.TrimSpace(fmt.Sprintf("%X-%X %s", from, r-1, last)))
		}
		last, from = is, r
	}
	return strings.Join(out, ", ")
}

// The ranges of each class of characters.
func TestRangesOfCharacters(t *testing.T) {
	is := func(f func(r rune) bool) func(r rune) string {
		return func(r rune) string {
			if f(r) {
				return " "
			}
			return ""
		}
	}
	behind := func(from rune, f func(r rune) string) func(r rune) string {
		return func(r rune) string {
			if r < from {
				return ""
			}
			return f(r)
		}
	}
	all := func(marks rune) func(f func(base, mark rune) bool) func(r rune) string {
		return func(f func(base, mark rune) bool) func(r rune) string {
			return is(func(r rune) bool { return f(r, marks) })
		}
	}
	for _, c := range []struct {
		name  string
		limit rune
		of    func(r rune) string
		want  string
	}{
		{"never shown", 0x3000, func(r rune) string { return string(never(r)) }, "0-8 control, B-1F control, 7F-9F control, AD soft-hyphen, 34F soft-hyphen, 600-605 number-sign, 61C bidi, 6DD number-sign, 70F number-sign, 890-891 number-sign, 8E2 number-sign, 115F-1160 filler, 17B4-17B5 filler, 180E zero-width, 200B zero-width, 200E-200F bidi, 2028-2029 separator, 202A-202E bidi, 2060 zero-width, 2061-2065 operator, 2066-2069 bidi, 206A-206F operator"},
		{"never shown, behind", 0x12000, func(r rune) string {
			if k := never(r); r >= 0x3000 && (k == Filler || k == ZeroWidth || k == Annotation || k == NumberSign || k == Invalid) {
				return string(k)
			}
			return ""
		}, "3164 filler, FDD0-FDEF invalid, FEFF zero-width, FFA0 filler, FFF0-FFFB annotation, FFFE-FFFF invalid, 110BD number-sign, 110CD number-sign"},
		{"tags", 0xe1001, behind(0xdfff0, is(isTag)), "E0000-E00FF, E01F0-E0FFF"},
		{"selectors", 0x20000, is(variation), "180B-180D, 180F, FE00-FE0F"},
		{"selectors of ideographs", 0xe1001, behind(0xe0000, is(variation)), "E0100-E01EF"},
		{"braille", 0x20000, is(braille), "2801-28FF"},
		{"jamo", 0x20000, is(jamo), "1161-11FF, D7B0-D7C6, D7CB-D7FB"},
		{"pictures", 0x20000, is(Picture), "A9, AE, 203C, 2049, 2122, 2139, 2190-27FF, 2900-2B55, 3030, 303D, 3297, 3299, 1F000-1FAFF"},
		{"other ends of pictures", 0x20000, is(func(r rune) bool { return pictureEnd(r) && !Picture(r) }), "20E3, FE0F"},
		{"take a text or picture selector", 0x100, all(0xfe0f)(takesSelector), "23, 2A, 30-39, A9, AE"},
		{"take the text selector", 0x100, all(0xfe0e)(takesSelector), "23, 2A, 30-39, A9, AE"},
		{"take the first selector", 0x1010, all(0xfe00)(takesSelector), "30, 1000-100F"},
		{"take a Mongolian selector", 0x2000, is(func(r rune) bool {
			return takesSelector(r, 0x180b) != unicode.Is(unicode.Mongolian, r) || takesSelector(r, 0x180f) != unicode.Is(unicode.Mongolian, r)
		}), ""},
		{"eastern", 0x3400, is(func(r rune) bool { return eastern(r) && r >= 0x2f00 }), "2F00-2FD5, 3000-303F, 3041-3096, 309D-309F, 30A1-30FA, 30FD-30FF, 3131-318E, 31F0-321E, 3260-327E, 32D0-32FE, 3300-3357"},
		{"eastern, wide", 0x11000, is(func(r rune) bool { return eastern(r) && r >= 0xff00 }), "FF00-FFEF"},
	} {
		if got := ranges(c.limit, c.of); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if eastern(none) || braille(none) || Picture(none) {
		t.Error("the end of a text is a character")
	}
	for r, want := range map[rune]string{0xe0100: "", 0xe010f: "", 0xe0110: " ", 0xe0151: "a", 0xe016e: "~", 0xe016f: "", 0xfe0f: "", 0x180b: "", 0xe01ef: ""} {
		if got := selected(r); got != want {
			t.Errorf("the selector %X spells %q, want %q", r, got, want)
		}
	}
}

// hiddenAt lists the places of a text that views hide, as "offset kind size".
func hiddenAt(t *testing.T, text string) string {
	var got []string
	for i := 0; i < len(text); {
		size, kind, hide := At(text, i)
		if hide {
			got = append(got, fmt.Sprintf("%d %s %d", i, kind, size))
		}
		if hide != (kind != "") || size < 1 {
			t.Fatalf("%q at %d: %q, %v, %d bytes", text, i, kind, hide, size)
		}
		i += size
	}
	return strings.Join(got, ", ")
}

// Which characters a view hides depends on the characters around them. Each row lists the hidden
// places with their kind.
func TestWhatIsHiddenInItsContext(t *testing.T) {
	const flag, end, acute, zj, zn, vs = "\U0001f3f4", "\U000e007f", "\u0301", "\u200d", "\u200c", "\ufe0f"
	marks := func(n int) string { return strings.Repeat(acute, n) }
	for _, c := range []struct{ name, text, want string }{
		{"line ends", "a\r\n\tb\r", "5 control 1"},
		{"control characters", "\x00\x1f \x7f\u0080\u009f\u00a0\u00ac\u00ad", "0 control 1, 1 control 1, 3 control 1, 4 control 2, 6 control 2, 12 soft-hyphen 2"},
		{"not UTF-8", "a\xffb\xc3", "1 invalid 1, 3 invalid 1"},
		{"a replacement character", "\ufffd", ""},
		{"14 marks", "a" + marks(14), ""},
		{"15 marks", "a" + marks(15), ""},
		{"17 marks", "a" + marks(17), "31 lone 2, 33 lone 2"},
		{"marks without a letter", acute + "\n" + acute + "\t" + acute + "\r" + acute + "\r\n" + acute, "0 lone 2, 3 lone 2, 6 lone 2, 8 control 1, 9 lone 2, 13 lone 2"},
		{"marks behind what is hidden", "\u200b" + acute + "\x00" + acute + "\xff" + acute + " " + acute, "0 zero-width 3, 3 lone 2, 5 control 1, 6 lone 2, 8 invalid 1, 9 lone 2"},
		{"a flag", flag + smuggled("gbeng") + end, ""},
		{"a mark behind a flag", flag + smuggled("gbeng") + end + acute, "28 lone 2"},
		{"a flag of two letters", flag + smuggled("gb") + end + "x", ""},
		{"a flag of one letter", flag + smuggled("g") + end, "4 tag 4, 8 tag 4"},
		{"a flag of six letters", flag + smuggled("gbeng1") + end, ""},
		{"a flag of seven letters", flag + smuggled("gbeng12") + end, "4 tag 4, 8 tag 4, 12 tag 4, 16 tag 4, 20 tag 4, 24 tag 4, 28 tag 4, 32 tag 4"},
		{"a flag and more tags", flag + smuggled("gb") + end + smuggled("a"), "16 tag 4"},
		{"a flag of other letters", flag + smuggled("az09") + end + flag + smuggled("{a") + end + flag + smuggled("A:") + end, "28 tag 4, 32 tag 4, 36 tag 4, 44 tag 4, 48 tag 4, 52 tag 4"},
		{"a family", "👩" + zj + "👩" + zj + "👧", ""},
		{"a picture with a selector and a joiner", "❤" + vs + zj + "🔥", ""},
		{"a joiner before a letter", "❤" + zj + "a", "3 joiner 3"},
		{"a joiner behind a letter", "a" + zj + "❤", "1 joiner 3"},
		{"two joiners", "👩" + zj + zj + "👩", "4 joiner 3, 7 joiner 3"},
		{"a key", "1" + vs + "\u20e3", ""},
		{"joiners of Arabic", "\u0628" + zn + "\u0628" + zj, ""},
		{"two joiners of Arabic", "\u0628" + zn + zn + "\u0628", "5 joiner 3"},
		{"a joiner behind a mark of Devanagari", "\u0915\u094d" + zj + "\u0937", ""},
		{"braille", "\u2801\u2800\u2800\u2801", ""},
		{"blank braille", "a\u2800b \u2800\u2800", "1 filler 3, 6 filler 3, 9 filler 3"},
		{"Hangul", "\u1100\u1161\u11a8 \u1161 a\u1161", "10 lone 3, 15 lone 3"},
		{"a picture behind a joiner of a letter", "a" + zj + "👩" + acute, "1 joiner 3"},
	} {
		if s := hiddenAt(t, c.text); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// For each base with two marks after it, testdata/marks.txt records which of the two marks are
// hidden.
func TestMarksBehindEachBase(t *testing.T) {
	bases := []string{"", "a", " ", "\n", "1", "#", "é", "漢", "\u1820", "\u0628", "\u0915", "\uac00", "\u1100", "❤", "👩", "\U0001f3f4", "ក", "\u202e"}
	marks := []string{"\u0301", "\u200c", "\u200d", "\ufe0e", "\ufe0f", "\ufe00", "\U000e0100", "\u180b", "\u1161", "👩", "a"}
	short := map[Kind]byte{"": '.', Lone: 'l', Joiner: 'j', Variation: 'v', Bidi: 'b'}
	var b strings.Builder
	for _, base := range bases {
		for _, one := range marks {
			fmt.Fprintf(&b, "%+q:", base+one)
			for _, two := range marks {
				text := base + one + two
				_, first, _ := At(text, len(base))
				_, second, _ := At(text, len(base)+len(one))
				b.WriteString(" " + string(short[first]) + string(short[second]))
			}
			b.WriteByte('\n')
		}
	}
	want, err := os.ReadFile("testdata/marks.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	if len(got) != len(lines) {
		t.Errorf("%d lines, want %d", len(got), len(lines))
	}
	for i := range min(len(got), len(lines)) {
		if got[i] != lines[i] {
			t.Errorf("%s, want %s", got[i], lines[i])
		}
	}
}

// Each finding in full: its level, place and characters.
func TestWholeFindings(t *testing.T) {
	x := func(s string, n int) string { return strings.Repeat(s, n) }
	mixed := x("aB3", 53) + "+"
	for _, c := range []struct{ name, text, want string }{
		{"lines", "a\n\u202eb\n\n\u200bc\u202a\n", "high bidi 2 at 2 line 2 [202E 202A] hidden| high zero-width 1 at 8 line 4 [200B] hidden"},
		{"a mark of direction", "a\u200e\u200f\u061c", "medium bidi 3 at 1 line 1 [200E 200F 61C] hidden"},
		{"eight characters of nine", "\x01\x02\x03\x04\x05\x06\x0e\x0f\x10\x01", "medium control 10 at 0 line 1 [1 2 3 4 5 6 E F] hidden"},
		{"control characters of terminals", "\x07\x1b\u0080\r", "high control 4 at 0 line 1 [7 1B 80 D] hidden"},
		{"delete", "\x7f\x01", "medium control 2 at 0 line 1 [7F 1] hidden"},
		{"tags", "a" + smuggled(" ~") + "\U000e0001\U000e007f", `high tag 4 at 1 line 1 [E0020 E007E E0001 E007F] " ~" hidden`},
		{"byte order marks", "\ufeff\ufeff", "high zero-width 1 at 3 line 1 [FEFF] hidden| low zero-width 1 at 0 line 1 [FEFF] hidden"},
		{"at a fence", "\u200b~\u200b\u200b\u200ba", "low zero-width 4 at 0 line 1 [200B] hidden"},
		{"at no fence", "a\u200b\u200b`", "high zero-width 1 at 1 line 1 [200B] hidden| low zero-width 1 at 4 line 1 [200B] hidden"},
		{"not UTF-8", "\xff\ufdd0\ufffd", "medium invalid 2 at 0 line 1 [FDD0] hidden| low replacement 1 at 4 line 1 []"},
		{"blanks", "a\u00a0b\u3000c\u202f", "low blank 3 at 1 line 1 [A0 3000 202F]"},
		{"a blank of the east", "漢\u3000a a\u3000漢 \u3000", "low blank 1 at 16 line 1 [3000]"},
		{"private", "\ue000\U000f0000", "low private 2 at 0 line 1 [E000 F0000]"},
		{"numbers", "\u0600", "low number-sign 1 at 0 line 1 [600] hidden"},
		{"an operator", "\u2061\u206a", "high operator 2 at 0 line 1 [2061 206A] hidden"},
		{"selectors", "a" + selectors("hi"), `high variation 2 at 1 line 1 [E0158 E0159] "hi" hidden`},
		{"comments", "<!-- a -->\n<!--b--><!-- c", "low comment 3 at 0 line 1 []"},
		{"a comment within", "<!--<!-- -->-->", "low comment 1 at 0 line 1 []"},
		{"no comment", "<!- a", ""},
		{"far to the right", "a" + x(" ", 119) + "b" + x("\t", 120) + "c" + x(" ", 60) + "\r" + x(" ", 60) + "d", "high control 1 at 302 line 1 [D] hidden| low far 2 at 241 line 1 []"},
		{"far below", "a" + x("\n", 29) + "b" + x(" \r\n", 30) + "c", "low far 1 at 121 line 60 []"},
		{"blanks first", x(" ", 200) + "a" + x("\n", 40), ""},
		{"encoded", mixed + " " + mixed[1:], "low encoded 1 at 0 line 1 []"},
		{"encoded, all at once", "x " + x("aB3+/=_-", 20), "low encoded 1 at 2 line 1 []"},
		{"encoded, without digits", x("aB", 100), ""},
		{"encoded, without capitals", x("a3", 100), ""},
		{"encoded, without small letters", x("B3", 100), ""},
		{"encoded, of the first and last letters", x("azAZ09", 27), "low encoded 1 at 0 line 1 []"},
		{"encoded, of what is beside them", x("aB3", 50) + "@[`{" + x("aB3", 50) + ":,", ""},
		{"letters of another alphabet", "р\u0430ypal and \u0430pple \u0430\u0431 z\u0430\u0431", `medium homoglyph 2 at 0 line 1 [440 430] "paypal apple"`},
		{"two words of another alphabet", "\u0430pple z\u03bf", `medium homoglyph 2 at 0 line 1 [430 3BF] "apple zo"`},
		{"within a word", "1p\u0430y_", `medium homoglyph 1 at 1 line 1 [430] "pay"`},
	} {
		if got := foundText(Scan(c.text)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if got, want := foundText(Name("a\n\tp\u0430y\u202e")), `high bidi 1 at 7 line 0 [202E] in name hidden| medium control 2 at 1 line 0 [A 9] in name| medium homoglyph 1 at 3 line 0 [430] "pay" in name`; got != want {
		t.Errorf("of a name:\n%s\nwant\n%s", got, want)
	}
	long := Scan(smuggled(x("a", 500)))
	if len(long) != 1 || long[0].Count != 500 || len(long[0].Decoded) != 400 {
		t.Errorf("a long message: %+v", long)
	}
	for _, c := range []struct {
		f    Finding
		want string
	}{
		{Finding{Kind: Bidi, Count: 1, Line: 3, Points: []rune{0x202e}}, "1 character that turns the writing direction (U+202E) from line 3"},
		{Finding{Kind: Bidi, Count: 1, Line: 1}, "1 character that turns the writing direction from line 1"},
		{Finding{Kind: Bidi, Count: 1}, "1 character that turns the writing direction"},
		{Finding{Kind: Tag, Count: 2, Decoded: "a\nb", InName: true, Line: 1}, `2 tag characters reading "a\nb" in its name`},
		{Finding{Kind: Control, Count: 0, Points: []rune{1, 2, 3, 4, 5, 6, 7}}, "0 control characters (U+0001 U+0002 U+0003 U+0004 U+0005 U+0006 U+0007)"},
		{Finding{Kind: Control, Count: 9, Points: []rune{1, 2, 3, 4, 5, 6, 7, 8}}, "9 control characters (U+0001 U+0002 U+0003 …)"},
	} {
		if got := c.f.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A finding also lists the character NUL. At most mostKept places are stored; one more place sets
// crowd.
func TestPlacesOfAFinding(t *testing.T) {
	t.Parallel()
	if got := Scan("a\x00b"); len(got) != 1 || !slices.Equal(got[0].Points, []rune{0}) {
		t.Errorf("%+v", got)
	}
	var f finder
	for range mostKept {
		f.add(seen{kind: Bidi})
	}
	if f.crowd || len(f.kept) != mostKept {
		t.Errorf("%d places: %d are kept", mostKept, len(f.kept))
	}
	if f.add(seen{kind: Bidi}); !f.crowd || len(f.kept) != mostKept || f.found[0].Count != mostKept+1 {
		t.Errorf("%d places: %d are kept", mostKept+1, len(f.kept))
	}
}

func TestOperatorsBetweenOtherFormatCharacters(t *testing.T) {
	t.Parallel()
	for r := rune(0x2060); r <= 0x206f; r++ {
		want := Operator
		switch {
		case r == 0x2060:
			want = ZeroWidth
		case r >= 0x2066 && r <= 0x2069:
			want = Bidi
		}
		if got := never(r); got != want {
			t.Errorf("U+%04X is %q, want %q", r, got, want)
		}
	}
}

func TestTheCharactersBesideAnOffset(t *testing.T) {
	t.Parallel()
	for i, want := range [][2]rune{{none, 'é'}, {'\ufffd', '\ufffd'}, {'é', 'x'}, {'x', none}} {
		if got := [2]rune{previous("éx", i), next("éx", i)}; got != want {
			t.Errorf("at %d: %q, want %q", i, got, want)
		}
	}
}

func foundText(found []Finding) string {
	var all []string
	for _, f := range found {
		s := fmt.Sprintf("%s %s %d at %d line %d %X", f.Level, f.Kind, f.Count, f.Offset, f.Line, f.Points)
		if f.Decoded != "" {
			s += fmt.Sprintf(" %q", f.Decoded)
		}
		if f.InName {
			s += " in name"
		}
		if f.Hidden {
			s += " hidden"
		}
		all = append(all, s)
	}
	return strings.Join(all, "| ")
}
