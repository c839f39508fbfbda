package cell_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"galley/engine/hidden"
	"galley/engine/report"
	"galley/ui/cell"
)

// contexts are the neighbours with which each character is tested: some that may join with it, and
// some that do not.
var contexts = [][2]string{
	{"", ""}, {"a", "b"}, {"ب", "ب"}, {" ", " "}, {"0", "1"}, {"क\u094d", "ष"}, {"ꦏ", "ꦏ"}, {"بَ", "ب"}, {"👩", "👩"}, {"👩🏽\u200d", "👩"},
	{"❤", ""}, {"漢", "字"}, {"ᠠ", ""}, {"🏴", ""}, {"🏴\U000e0067\U000e0062", "\U000e0067\U000e007f"}, {"🏴\U000e0067\U000e0062\U000e007f", "x"},
	{"`", "`"}, {"⠁", "⠃"}, {"e\u0301", ""}, {"\ufe0f", "x"}, {"❤\ufe0f", ""}, {"\u200d", "👩"}, {"\u0600", "1"}, {"한", ""}, {"ᄀ", "ᅡ"},
	{"\x1b", "x"}, {"\xff", ""}, {"\ufeff", ""}, {"\u200b", "\u0301"}, {"\u034f", "\u0301"}, {"က", "\u102c"}, {"", "\u20e3"}, {"\u3164", "\ufe0f"},
	{"e" + strings.Repeat("\u0301", 13), "\u0301\u0301\u0301"}, {"👩" + strings.Repeat("\u200d👩", 7), "\u200d👩"}, {strings.Repeat("क\u094d", 9), "\u094d"},
}

// The screen, terminal output and problems must agree on each character, alone and between
// neighbours.
func TestEveryViewAgreesOnWhatIsHidden(t *testing.T) {
	t.Parallel()
	var all, some []rune
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) || alike(r) && r%61 != 0 {
			continue
		}
		if all = append(all, r); sampled(r) {
			some = append(some, r)
		}
	}
	wrong := 0
	for n, around := range contexts {
		tried := some
		if n == 0 {
			tried = all
		}
		for _, r := range tried {
			wrong += disagreement(t, around[0]+string(r)+around[1])
		}
		for c := range 0x100 {
			if c != '\n' && c != '\t' {
				wrong += disagreement(t, around[0]+string([]byte{byte(c)})+around[1])
			}
		}
		if wrong > 40 {
			t.FailNow()
		}
	}
}

// alike reports whether a character is one of the hundreds of thousands that are unassigned or private, of
// which a sample is tried.
func alike(r rune) bool { return r >= 0x32000 && r < 0xe0000 || r >= 0xe1000 }

// sampled selects the characters to try in every context: all that join or hide and those in their
// ranges, and some of the others.
func sampled(r rune) bool {
	return r < 0x700 || r >= 0x2000 && r < 0x2100 || r >= 0xe0000 && r < 0xe0200 || r%1021 == 0 || r >= 0xfe00 && r < 0x10000 || r >= 0xd7b0 && r < 0xd800 ||
		r < 0xe0200 && unicode.In(r, unicode.M, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

func disagreement(t *testing.T, text string) int {
	screen, terminal := cell.Visible(text), report.Safe(text)
	marks := 0
	for _, c := range cell.Cells(nil, text, 0, 0, cell.Options{}) {
		if c.Kind == cell.Mark || c.Kind == cell.Invalid {
			marks++
		}
	}
	told := 0
	for _, f := range hidden.Scan(text) {
		if f.Hidden {
			told += f.Count
		}
	}
	if screen == terminal && marks == told && cell.Visible(screen) == screen {
		return 0
	}
	t.Errorf("%+q: the screen %+q, the terminal %+q; %d marks, %d reported", text, screen, terminal, marks, told)
	return 1
}
