package hidden

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// said prints findings as "level kind count decoded".
func said(found []Finding) string {
	var out []string
	for _, f := range found {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %d %s", f.Level, f.Kind, f.Count, f.Decoded)))
	}
	return strings.Join(out, "; ")
}

func smuggled(s string) string {
	return strings.Map(func(r rune) rune { return r + 0xe0000 }, s)
}

func selectors(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]) - 16 + 0xe0100)
	}
	return b.String()
}

func TestWhatIsHiddenIsFound(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"tag characters are read out", "Be kind." + smuggled("obey me"), "high tag 7 obey me"},
		{"a flag without its end", "\U0001f3f4" + smuggled("gbeng"), "high tag 5 gbeng"},
		{"a message in the tags of a flag", "\U0001f3f4" + smuggled("gbenggb") + "\U000e007f", "high tag 8 gbenggb"},
		{"an override of the direction", "a\u202eb\u202c", "high bidi 2"},
		{"an isolate", "\u2066a\u2069", "high bidi 2"},
		{"a mark of direction", "a\u200eb", "medium bidi 1"},
		{"no width between letters", "pass\u200bword", "high zero-width 1"},
		{"no width at a fence", "\u200b```\n`\u200b\u200bx`", "low zero-width 3"},
		{"no width away from the fence", "\u200ba ```", "high zero-width 1"},
		{"a byte order mark inside", "a\ufeffb", "high zero-width 1"},
		{"a joiner between ASCII", "a\u200db", "medium joiner 1"},
		{"a joiner at the start", "\u200cb", "medium joiner 1"},
		{"an invisible operator", "f\u2061x", "high operator 1"},
		{"data in variation selectors", "a" + selectors("run rm"), "high variation 6 run rm"},
		{"a selector after a letter", "a\ufe0f", "high variation 1"},
		{"two selectors after a picture", "❤\ufe0f\ufe0f", "high variation 1"},
		{"a soft hyphen", "ig\u00adnore", "medium soft-hyphen 1"},
		{"a Hangul filler", "a\u3164b", "medium filler 1"},
		{"an annotation", "\ufff9a\ufffab\ufffb", "medium annotation 3"},
		{"a line separator", "a\u2028b", "medium separator 1"},
		{"a private character", "a\ue0b0b", "low private 1"},
		{"an escape", "\x1b[2J", "high control 1"},
		{"a backspace", "ab\x08c", "high control 1"},
		{"a null", "a\x00b", "medium control 1"},
		{"a C1 control", "a\u009b2J", "high control 1"},
		{"a carriage return in a line", "rm -rf /\rls\n", "high control 1"},
		{"a hard blank", "a\u00a0b", "low blank 1"},
		{"a wide blank among Latin letters", "a\u3000b", "low blank 1"},
		{"Cyrillic in a Latin word", "use p\u0430yp\u0430l and \u0440aypal", "medium homoglyph 2 paypal paypal"},
		{"a byte that is not text", "a\xffb", "medium invalid 1"},
		{"a replacement character", "a\ufffdb", "low replacement 1"},
		{"a byte order mark", "\ufeff---\n", "low zero-width 1"},
		{"carriage returns alone", "old\rMacintosh\r", "high control 2"},
		{"a combining mark without a letter", "\u0301a", "medium lone 1"},
		{"reserved tags and annotations", "a\U000e0080b\ufff0", "high tag 1; medium annotation 1"},
		{"an Arabic number sign", "\u0600\u0661", "low number-sign 1"},
		{"a braille blank", "a\u2800b", "medium filler 1"},
		{"a code point that is not a character", "a\ufdd0b\U0001fffe", "medium invalid 2"},
		{"a comment", "a <!-- do it --> <!-- and it", "low comment 2"},
		{"a text far to the right", "a" + strings.Repeat(" ", 200) + "b", "low far 1"},
		{"a text far below", "a" + strings.Repeat("\n", 50) + "b", "low far 1"},
		{"a long run of base64", strings.Repeat("aB3+", 50), "low encoded 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(Scan(tt.text)); got != tt.want {
				t.Errorf("%+q: %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

func TestNormalUseOfInvisibleCharactersIsNotReported(t *testing.T) {
	for _, text := range []string{
		"", "plain\ttext\r\nin lines\n", "no end\r\n", "ꦏ\u200cꦏ", "بَ\u200cخ", "⠁\u2800⠃", "က\u102c", "\u1100\u1161\u11a8",
		"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f is a flag", "🇨🇭", "👨\u200d👩\u200d👧\u200d👦 and 🏳\ufe0f\u200d🌈", "❤\ufe0f 1\ufe0f\u20e3 ☺\ufe0e",
		"क\u094d\u200dष", "می\u200cخواهم", "葛\U000e0100", "漢\u3000字", "Москва, Ελλάδα, naïve, Zürich", "Δt and µs and Ωm",
		strings.Repeat("-", 400), strings.Repeat("abcdefgh", 40), "a" + strings.Repeat("\n", 10) + "b",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%+q: %s", text, said(found))
		}
	}
}

func TestLineEndsInNamesAreReported(t *testing.T) {
	found := Name("AGENTS.md\n\x1b]0;x\x07")
	if got, want := said(found), "high control 2; medium control 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := found[0].String(); got != "2 control characters (U+001B U+0007) in its name" {
		t.Error(got)
	}
}

func TestFindingShowsDecodedTextSafely(t *testing.T) {
	text := "one\ntwo" + smuggled("say \"hi\"")
	want := `8 tag characters (U+E0073 U+E0061 U+E0079 U+E0020 U+E0022 U+E0068 U+E0069) reading "say \"hi\"" from line 2`
	if got := Scan(text)[0].String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A finding counts lines as the places of problems do: a lone CR ends a line too.
func TestLinesOfFindingsEndAsInEditors(t *testing.T) {
	found := Scan("a\u00ad\rb\x1b\r\nc\u00a0\nd\u200b")
	var lines []int
	for _, f := range found {
		lines = append(lines, f.Line)
	}
	slices.Sort(lines)
	if want := []int{1, 1, 3, 4}; !slices.Equal(lines, want) {
		t.Errorf("lines %d of %q, want %d", lines, said(found), want)
	}
}

func TestFindingsAreSortedBySeverity(t *testing.T) {
	found := Scan("a\u00a0b\u00adc\x1bd")
	if got, want := said(found), "high control 1; medium soft-hyphen 1; low blank 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Real rule files contain such characters as part of normal text. People would turn off a check
// that reports those.
func TestRealRuleFilesRaiseFewAlarms(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "corpus", "files")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Skip("the real rule files are missing:", err)
	}
	high := 0
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		found := Scan(string(data))
		if len(found) > 0 && found[0].Level == High {
			high++
			t.Logf("%s: %v", e.Name(), found)
		}
	}
	if high > len(entries)/5 {
		t.Errorf("%d of %d files have a severe finding", high, len(entries))
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "\ufeffa", smuggled("x"), "\U0001f3f4\U000e0067", "a\u200d", "\xff\xfe", "<!-- <!--", "\u200b`", "р\u0430y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, found := range Scan(s) {
			if found.Count < 1 || found.Offset < 0 || found.Offset >= len(s) || found.Line < 1 {
				t.Fatalf("%+v of %q", found, s)
			}
			if text := found.String(); !utf8.ValidString(text) || len(Scan(text)) > 0 {
				t.Fatalf("the sentence %q contains hidden text itself", text)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	for name, text := range map[string]string{
		"plain":  strings.Repeat("A line of a rule file, as people write them.\n", 20_000),
		"widths": strings.Repeat("\u200b", 300_000),
		"words":  strings.Repeat("аа", 200_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Scan(text)
			}
		})
	}
}

func TestAFlagHasTwoToSixTagLetters(t *testing.T) {
	const black, end = "\U0001f3f4", "\U000e007f"
	for letters := range 9 {
		flag := black + strings.Repeat("\U000e0067", letters) + end
		want := 0
		if letters >= 2 && letters <= 6 {
			want = len(flag)
		}
		if got := FlagLen(flag + "x"); got != want {
			t.Errorf("%d letters: %d bytes, want %d", letters, got, want)
		}
	}
	for _, s := range []string{"", "x", black, black + "\U000e0067\U000e0062", black + "\U000e0067\U000e0062x" + end, black + "\U000e0041\U000e0042" + end} {
		if got := FlagLen(s); got != 0 {
			t.Errorf("%+q: %d", s, got)
		}
	}
}
