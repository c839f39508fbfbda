package copilotcli

import (
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/source"
)

// Which characters are removed and which are sent was measured with Copilot CLI 1.0.102.
func TestTextsAreSentWithoutUnseenCharactersAndComposed(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain",
		"\u00ad\u180e\u200b\u200c\u200e\u200f\ufeff\U000e0001":                                          "",
		"\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069":          "",
		"\U000e0020\U000e0041\U000e007f":                                                                "",
		"a\u200db \u2065\u206a\u206f\u061c\u180d\u180f\u2028\u202f\ufff9\U000e0000\U000e001f\U000e0080": "a\u200db \u2065\u206a\u206f\u061c\u180d\u180f\u2028\u202f\ufff9\U000e0000\U000e001f\U000e0080",
		"e\u0301 \u212b \ufb01 \u2000 \u2126 \u1100\u1161 \u0958":                                       "\u00e9 \u00c5 \ufb01 \u2002 \u03a9 \uac00 \u0915\u093c",
		"e\u200b\u0301 x":  "\u00e9 x",
		"\x00\x07\x1b\x7f": "\x00\x07\x1b\x7f",
	} {
		got := asSent(source.Of(in, discovery.FileOrigin("/f", 0, len(in), 1)))
		if got.String() != want {
			t.Errorf("%+q is sent as %+q, want %+q", in, got.String(), want)
		}
	}
}

func TestEachByteThatIsSentKeepsItsPlace(t *testing.T) {
	in := "one\u200b two e\u0301 three"
	got := asSent(source.Of(in, discovery.FileOrigin("/f", 0, len(in), 1)))
	for _, p := range got.Pieces() {
		of := in[p.Origin.Span.Start:p.Origin.Span.End]
		if p.Origin.Kind != source.File || p.Text != of && p.Text != strings.ReplaceAll(of, "\u200b", "") && of != "e\u0301" {
			t.Errorf("%+q is said to be %+q of the file", p.Text, of)
		}
	}
}
