package term

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// late feeds the start of a stream, waits, feeds the rest and flushes. Like the gate, it also
// flushes whenever nothing arrives for longer than the parser waits.
func late(begun, rest string, delay, gap time.Duration) []tea.Msg {
	var p parser
	now := epoch
	got := p.feed([]byte(begun), now)
	wait := func(d time.Duration) {
		now = now.Add(d)
		for at := p.Deadline(); !at.IsZero() && !now.Before(at); at = p.Deadline() {
			got = append(got, p.Flush(at)...)
		}
	}
	wait(delay)
	if gap == 0 {
		got = append(got, p.feed([]byte(rest), now)...)
	} else {
		for i := range len(rest) {
			got = append(got, p.feed([]byte(rest[i:i+1]), now)...)
			wait(gap)
		}
	}
	wait(time.Minute)
	return got
}

// typedText returns the text that messages type.
func typedText(msgs []tea.Msg) string {
	var b strings.Builder
	for _, msg := range msgs {
		if k, ok := msg.(tea.KeyMsg); ok && !k.Alt {
			if k.Type == tea.KeyRunes || k.Type == tea.KeySpace {
				b.WriteString(string(k.Runes))
			} else {
				b.WriteString("<" + k.String() + ">")
			}
		}
	}
	return b.String()
}

var answers = []string{
	"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "\x1b]10;rgb:ff/ff/ff\x07", "\x1b]4;12;rgb:0000/ffff/0000\x1b\\", "\x1b]11;rgba:0000/0000/0000/ffff\x07",
	"\x1b]52;c;aGVsbG8gd29ybGQ=\x07", "\x1b]52;c;aGVsbG8gd29ybGQ=\x1b\\",
	"\x1bP1$r0;1m\x1b\\", "\x1bP1+r544e=787465726d\x1b\\", "\x1bP!|00000000\x1b\\",
	"\x1b[?62;22c", "\x1b[>41;370;0c", "\x1b[24;80R", "\x1b[?2026;2$y", "\x1b[?997;1n", "\x1b[?1u", "\x1b[48;24;80;480;800t",
	"\x1b[<65;107;38M", "\x1b[<0;3;4m",
}

// proseAnswers are control strings that may contain any text.
var proseAnswers = []string{"\x1bP>|xterm(370)\x1b\\", "\x1b_Gi=31;OK\x1b\\", "\x1b^private\x1b\\", "\x1bXstart of string\x1b\\", "\x1b]lTitle of it\x1b\\"}

func TestTheRestOfAStalledAnswerIsNeverTyped(t *testing.T) {
	for _, answer := range append(answers, proseAnswers...) {
		for cut := 2; cut < len(answer); cut++ {
			for _, delay := range []time.Duration{600 * time.Millisecond, 3 * time.Second, 9 * time.Second, time.Hour} {
				if cut == 2 && delay > chordWait {
					continue // after this time, ESC and one byte count as an Alt combination
				}
				for _, after := range []string{"", "x"} {
					if got := typedText(late(answer[:cut], answer[cut:]+after, delay, 0)); got != after {
						t.Errorf("%q stalled for %v before %q: typed %q", answer[:cut], delay, answer[cut:]+after, got)
					}
				}
			}
		}
	}
}

func TestTheRestOfAStalledAnswerIsNeverTypedByteByByte(t *testing.T) {
	for _, answer := range answers {
		for cut := 3; cut < len(answer); cut++ {
			for _, gap := range []time.Duration{time.Millisecond, 600 * time.Millisecond, 2 * time.Second} {
				if got := typedText(late(answer[:cut], answer[cut:], gap, gap)); got != "" {
					t.Errorf("%q, then %q with %v between bytes: typed %q", answer[:cut], answer[cut:], gap, got)
				}
			}
		}
	}
	for _, answer := range proseAnswers {
		for cut := 3; cut < len(answer); cut++ {
			if got := typedText(late(answer[:cut], answer[cut:], 600*time.Millisecond, 50*time.Millisecond)); got != "" {
				t.Errorf("%q, then %q: typed %q", answer[:cut], answer[cut:], got)
			}
		}
	}
}

func TestShortReportsThatStallAreNotTyped(t *testing.T) {
	for _, c := range []struct{ begun, rest, want string }{
		{"\x1b[", "I", ""}, {"\x1b[", "O", ""}, {"\x1b[", "A", "<up>"},
		{"\x1b[M", " #$", ""}, {"\x1b[M ", "#$", ""}, {"\x1b[M #", "$", ""},
		{"\x1b", "]11;rgb:1e1e/1e1e/2e2e\x1b\\", "<esc>"}, {"\x1b", "P1$r0m\x1b\\", "<esc>"},
	} {
		if got := typedText(late(c.begun, c.rest, 700*time.Millisecond, 0)); got != c.want {
			t.Errorf("%q, then %q: typed %q, want %q", c.begun, c.rest, got, c.want)
		}
	}
}

func TestTextTypedAfterAStalledAnswerIsKept(t *testing.T) {
	for _, answer := range append(answers, proseAnswers...) {
		for cut := 2; cut < len(answer)-1; cut++ {
			if strings.HasSuffix(answer[:cut], "\x1b") {
				continue
			}
			for _, text := range []string{"hello, world", "[if x]", "Write prose.", "zebra"} {
				for _, gap := range []time.Duration{60 * time.Millisecond, 300 * time.Millisecond} {
					if got := typedText(late(answer[:cut], text, 600*time.Millisecond, gap)); got != text {
						t.Errorf("%q stalled, then %q typed: got %q", answer[:cut], text, got)
					}
				}
			}
		}
	}
	// This also holds for keys that end a string or begin one.
	for _, c := range []struct{ text, want string }{
		{"\r", "<enter>"}, {"\x7f", "<backspace>"}, {"\x1b[A", "<up>"}, {"a\x1b", "a<esc>"}, {"\x18", "<ctrl+x>"}, {"fe", "fe"}, {"é", "é"}, {"\x1b[<0;1;1M", ""},
	} {
		if got := typedText(late("\x1b]11;rgb:1e1e/1e", c.text, 600*time.Millisecond, 0)); got != c.want {
			t.Errorf("then %q: typed %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTypedBytesThatFitAStalledAnswerWaitForABoundedTime(t *testing.T) {
	for begun, most := range map[string]time.Duration{"\x1b]11;rgb:1e1e/": restWait, "\x1bP>|xt": proseMost} {
		var p parser
		p.feed([]byte(begun), epoch)
		now := epoch.Add(time.Minute)
		p.Flush(now)
		p.feed([]byte("e"), now)
		if d := p.Deadline(); d.IsZero() || d.Sub(now) > most {
			t.Errorf("%q: delayed until %v after the key", begun, d.Sub(now))
		}
	}
	// While somebody goes on typing, the text must appear after a while.
	var p parser
	p.feed([]byte("\x1bP>|xt"), epoch)
	now, got := epoch.Add(time.Minute), []tea.Msg(nil)
	for range 40 {
		got = append(got, p.feed([]byte("e"), now)...)
		now = now.Add(100 * time.Millisecond)
	}
	if n := len(typedText(got)); n < 39-int(proseMost/(100*time.Millisecond)) {
		t.Errorf("%d of 40 keys arrived", n)
	}
}
