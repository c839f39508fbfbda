package buffer

import "testing"

func TestALineIsItsBodyAndItsEnd(t *testing.T) {
	for text, want := range map[string][2]string{
		"": {"", ""}, "a": {"a", ""}, "\n": {"", "\n"}, "\r\n": {"", "\r\n"}, "\r": {"", "\r"}, "a\n": {"a", "\n"}, "a\r\n": {"a", "\r\n"}, "a\r": {"a", "\r"}, "\r\r\n": {"\r", "\r\n"},
	} {
		l := Line{Text: text}
		if l.Body() != want[0] || l.End() != want[1] {
			t.Errorf("%q: %q and %q", text, l.Body(), l.End())
		}
	}
}
