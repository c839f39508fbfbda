package claudecode

import (
	"strings"
	"testing"
)

// Texts in the list of skills as Claude Code 2.1.332 sent them to an endpoint on the loopback.
func TestVisibleDescriptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\u0628\u064e\u200c\u0629.":               "\u0628\u064e\u200c\u0629.",
		"\u0627\u200c\u0628.":                     "\u0627 \u0628.",
		"\u0628\u200c\u0621.":                     "\u0628 \u0621.",
		"\u0628\u200c\u064e\u0629.":               "\u0628 \u064e\u0629.",
		"\u0628\u200d\u0629.":                     "\u0628 \u0629.",
		"\u200c\u0628.":                           " \u0628.",
		"\u0915\u094d\u200c\u0937.":               "\u0915\u094d\u200c\u0937.",
		"\u0915\u094d\u200da.":                    "\u0915\u094d a.",
		"\u0d4d\u200d\u0d15.":                     "\u0d4d \u0d15.",
		"\u0712\u200c\u0713.":                     "\u0712 \u0713.",
		"\U0001f469\u200d\U0001f4bb.":             "\U0001f469\u200d\U0001f4bb.",
		"\U0001f469\U0001f3fd\u200d\U0001f4bb.":   "\U0001f469\U0001f3fd\u200d\U0001f4bb.",
		"\U0001f3c3\u200d\u2642\ufe0f.":           "\U0001f3c3\u200d\u2642\ufe0f.",
		"\U0001f3c3\u200d\u2642.":                 "\U0001f3c3 \u2642.",
		"\U0001f441\ufe0f\u200d\U0001f5e8\ufe0f.": "\U0001f441\ufe0f\u200d\U0001f5e8\ufe0f.",
		"\U0001f600\u200d\U0001f600.":             "\U0001f600 \U0001f600.",
		"\u2764\u200d\U0001f525.":                 "\u2764 \U0001f525.",
		"#\ufe0f\u20e3.":                          "#\ufe0f\u20e3.",
		"1\ufe0f.":                                "1 .",
		"\u2764\ufe0e.":                           "\u2764 .",
		"\u2764\ufe0f\ufe0f.":                     "\u2764\ufe0f .",
		"\u261d\ufe0f\U0001f3fd.":                 "\u261d\ufe0f\U0001f3fd.",
		"\U0001f3f4" + tags("gbsct") + ".":        "\U0001f3f4" + tags("gbsct") + ".",
		"\U0001f3f4" + tags("usca") + ".":         "\U0001f3f4 .",
		"\U0001f3f4\U0001f3f4" + tags("gbeng") + "x" + tags("gbeng") + ".": "\U0001f3f4\U0001f3f4" + tags("gbeng") + "x .",
		"a" + tags("gbsct") + ".":                          "a .",
		"\U0001f3f4" + tags("gbsct") + tags("hello") + ".": "\U0001f3f4" + tags("gbsct") + " .",
		"a\x1b\u00e9b.":                                    "a\u00e9b.",
		"a\x1b\x07b.":                                      "a b.",
		"a\x1b\x1bb.":                                      "a.",
		"a\x1b[\x07mb.":                                    "ab.",
		"a\x1b(\u00e9b.":                                   "ab.",
		"a\x1b.":                                           "a",
	} {
		if got := visible(text); got != want {
			t.Errorf("%+q: %+q, want %+q", text, got, want)
		}
	}
}

// The work for a hostile text grows only with its length: work that grew with the square would not end.
func TestVisibleDescriptionsAreNoLongerThanTheText(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"\x1b", "\x1b]", "\x1b[1", "\u200d", "\U0001f3f4", "\U000e0067", "\u0628\u064e", "\u094d\u200c", "\u2764\ufe0f\u200d"} {
		for _, n := range []int{20_000, 80_000} {
			text := strings.Repeat(piece, n)
			if got := visible(text); len(got) > len(text) {
				t.Errorf("%d times %+q: %d bytes of %d", n, piece, len(got), len(text))
			}
		}
	}
}
