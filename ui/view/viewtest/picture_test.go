package viewtest

import "testing"

// A line is split into its text and the places where looks begin. The plain look of the line's end is
// left out, and of two looks at one place the last counts.
func TestALineIsSplitIntoTextAndLooks(t *testing.T) {
	bold, blink, plain := "\x1b[1;44m", "\x1b[5;44m", "\x1b[0m"
	for _, c := range []struct{ line, text, looks string }{
		{"", "", ""}, {"plain", "plain", ""}, {plain + "plain", "plain", ""},
		{bold + "ab" + plain, "ab", "0 (1;44)"}, {"a" + bold + "b" + plain + "c", "abc", "1 (1;44), 2 plain"}, {bold + blink + "ab" + plain, "ab", "0 (5;44)"},
		{"漢" + bold + "b", "漢b", "2 (1;44)"}, {bold + "a" + bold + "b", "ab", "0 (1;44)"}, {bold + "a" + blink + "b" + plain + " ", "ab ", "0 (1;44), 1 (5;44), 2 plain"},
	} {
		if text, looks := parts(c.line); text != c.text || looks != c.looks {
			t.Errorf("%q: %q, %q, want %q, %q", c.line, text, looks, c.text, c.looks)
		}
	}
}
