package hidden

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// parts are the parts of random texts: all kinds of hidden text, characters that make hidden ones
// visible or legitimate, line ends and gaps.
var parts = []string{
	"a", "word ", "\n", "\n", "\r\n", "\r", "\t", " ", strings.Repeat(" ", 119), strings.Repeat(" ", 130), strings.Repeat("\n", 29), strings.Repeat("\n", 31),
	"<!--", "-->", "<!", "--", strings.Repeat("Ab1+", 45), strings.Repeat("aB2", 30), "\ufeff", "\u200b", "`", "~", "\u200d", "\u200c", "\u202e", "\u200e", "é", "e\u0301", "\u0301",
	"\U0001f3f4", "\U000e0067", "\U000e0062", "\U000e007f", "\U000e0041", "👩", "💻", "\ufe0f", "\ufe00", "раураl", "pа", "а", "\xff", "\xe2", "\x80", "\x82", "\x1b[2J", "\x00", "\u3000", "中", "\u00a0",
	"\ufffd", "\ue000", "\u2800", "⠁", "\u1160", "한", "\u0600", "\u00ad", "\u2028",
}

func text(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

// After any edit, even one that cuts a character in two, Next finds what a scan of the whole text
// finds.
func TestNextFindsWhatAScanFinds(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		now := text(r, 60)
		l := NewScanned(now)
		for step := range 150 {
			at := r.IntN(len(now) + 1)
			end := at + min(r.IntN(4), len(now)-at)
			if r.IntN(12) == 0 {
				end = at + r.IntN(len(now)-at+1)
			}
			now = now[:at] + text(r, r.IntN(4)) + now[end:]
			if len(now) < 40 {
				now += text(r, 40)
			}
			l = l.Next(now)
			if want := Scan(now); !reflect.DeepEqual(l.Findings(), want) {
				t.Fatalf("seed %d, step %d, edit at %d of %q:\n%v\nwant\n%v", seed, step, at, now, l.Findings(), want)
			}
		}
	}
}

// If a text has more findings than are stored, Next scans this text and the next one completely.
func TestNextOfATextWithTooManyFindings(t *testing.T) {
	crowd := strings.Repeat("a\u200b\n", mostKept+1)
	l := NewScanned(crowd)
	for _, now := range []string{crowd + "\u202e", "\u202e" + crowd, "a\u200b\n", crowd[:len(crowd)/2]} {
		if l = l.Next(now); !reflect.DeepEqual(l.Findings(), Scan(now)) {
			t.Errorf("%d bytes: %v, want %v", len(now), l.Findings(), Scan(now))
		}
	}
}

// A key causes a scan of its own line only, however long the text is.
func TestKeyScansOnlyItsLine(t *testing.T) {
	const line = "A line – with the usual characters.\n"
	for _, lines := range []int{1000, 4000} {
		now := strings.Repeat(line, lines)
		middle := len(line)*(lines/2) + 3
		l := NewScanned(now)
		if l.fresh != len(now) {
			t.Errorf("%d lines: the first scan covers %d bytes of %d", lines, l.fresh, len(now))
		}
		if l = l.Next(now[:middle] + "\u200b" + now[middle:]); l.fresh > 2*len(line) || len(l.Findings()) != 1 {
			t.Errorf("%d lines: a key scans %d bytes: %v", lines, l.fresh, l.Findings())
		}
	}
}
