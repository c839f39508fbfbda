package textutil_test

import (
	"strings"
	"testing"

	"galley/engine/textutil"
)

func TestPlural(t *testing.T) {
	for _, tt := range []struct {
		n     int
		thing string
		want  string
	}{{0, "byte", "0 bytes"}, {1, "byte", "1 byte"}, {2, "byte", "2 bytes"}, {1, "match", "1 match"}, {3, "match", "3 matches"}} {
		if got := textutil.Plural(tt.n, tt.thing); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.n, tt.thing, got, tt.want)
		}
	}
}

// A text is never cut inside a character, and a text that fits is returned unchanged.
func TestATextIsCutBetweenCharacters(t *testing.T) {
	const text = "aé€𝄞"
	for most, want := range []string{"", "a", "a", "aé", "aé", "aé", "aé€", "aé€", "aé€", "aé€", text, text} {
		if got := textutil.Clip(text, most); got != want {
			t.Errorf("%d bytes: %q, want %q", most, got, want)
		}
		if got := textutil.Shorten(text, most); strings.HasSuffix(got, "…") == (want == text) || strings.TrimSuffix(got, "…") != want {
			t.Errorf("%d bytes, marked: %q", most, got)
		}
	}
}

// If a text is not valid UTF-8, there may be no beginning of a character before the cut. Nothing
// of the text is left then.
func TestATextOfInvalidBytesIsCutAtItsBeginning(t *testing.T) {
	if got := textutil.Clip("\x80\x80\x80", 1); got != "" {
		t.Errorf("%q is left", got)
	}
}

func TestTheFirstLineEndsAtAnyLineEnd(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "a\nb": "a", "a\r\nb": "a", "\na": ""} {
		if got := textutil.FirstLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestASmallPriceIsNotNothing(t *testing.T) {
	for usd, want := range map[float64]string{0: "$0.0000", 0.00002: "<$0.0001", 0.0001: "$0.0001", 0.02336: "$0.0234", 12: "$12.0000"} {
		if got, assumed := textutil.Dollars(usd), textutil.AssumedDollars(usd); got != want || assumed != strings.Replace("~"+want, "~<", "<", 1) {
			t.Errorf("%g is %s, want %s", usd, got, want)
		}
	}
}
