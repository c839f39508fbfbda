package term

import (
	"strings"
	"testing"
	"time"
)

func TestUnterminatedPasteEnds(t *testing.T) {
	t.Run("after a silence", func(t *testing.T) {
		var p parser
		got := p.feed([]byte("\x1b[200~lost"), epoch)
		got = append(got, p.Flush(p.Deadline().Add(-1))...)
		if len(got) != 0 {
			t.Fatalf("too early: %s", show(got))
		}
		got = append(got, p.Flush(p.Deadline())...)
		got = append(got, p.feed([]byte("\x03"), epoch.Add(time.Minute))...)
		if want := `paste("lost") ctrl+c`; show(got) != want {
			t.Errorf("got %s, want %s", show(got), want)
		}
		if m := got[0].(PasteMsg); !m.Unterminated {
			t.Error("the missing end is not reported")
		}
	})
	t.Run("by Ctrl+C", func(t *testing.T) {
		var p parser
		got := p.feed([]byte("\x1b[200~lost"), epoch)
		got = append(got, p.feed([]byte("x"), epoch.Add(time.Second))...)
		got = append(got, p.feed([]byte("\x03"), epoch.Add(1500*time.Millisecond))...)
		if want := `paste("lostx") ctrl+c`; show(got) != want {
			t.Errorf("got %s, want %s", show(got), want)
		}
	})
}

func TestHugePasteComesInParts(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("한글\r\n", maxPaste/4)
	got := feed("\x1b[200~" + text + "\x1b[201~")
	var b strings.Builder
	for i, m := range got {
		p := m.(PasteMsg)
		if last := i == len(got)-1; p.More == last {
			t.Errorf("part %d of %d: More is %v", i+1, len(got), p.More)
		}
		if p.Invalid > 0 {
			t.Errorf("part %d splits a character", i+1)
		}
		b.WriteString(p.Text)
	}
	if len(got) < 2 || b.String() != strings.ReplaceAll(text, "\r\n", "\n") {
		t.Errorf("%d parts do not add up to the text", len(got))
	}
}

func TestPasteIsCleaned(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     PasteMsg
	}{
		{"line ends", "a\r\nb\rc\n", PasteMsg{Text: "a\nb\nc\n", Lines: 3}},
		{"tabs stay", "a\tb", PasteMsg{Text: "a\tb", Lines: 1}},
		{"controls are counted", "a\x1b[31mb\x00\x7f\u0085c", PasteMsg{Text: "a[31mbc", Lines: 1, Controls: 4}},
		{"bytes that are not UTF-8", "a\xff\xfeé\xc3", PasteMsg{Text: "aé", Lines: 1, Invalid: 3}},
		{"the replacement character is a character", "\ufffd", PasteMsg{Text: "\ufffd", Lines: 1}},
		{"nothing", "", PasteMsg{}},
	} {
		c.want.Bytes = len(c.want.Text)
		if got := clean([]byte(c.in)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	m := clean([]byte("a\x1bb\xff\n"))
	m.Unterminated = true
	want := "pasted 1 line, 3 bytes; left out 1 control character; left out 1 byte of invalid UTF-8; the terminal did not mark the end, so it may be incomplete"
	if got := m.Summary(); got != want {
		t.Errorf("summary: %s", got)
	}
}

// A read may begin anywhere inside a paste, so a ^C at its start is normally a byte of the pasted
// text. Only after the terminal has been silent does it mean that somebody wants to leave an
// endless paste.
func TestAControlCWhereAReadBeginsIsPartOfThePaste(t *testing.T) {
	var p parser
	got := p.feed([]byte("\x1b[200~one "), epoch)
	got = append(got, p.feed([]byte("\x03two"), epoch.Add(interruptGap-time.Millisecond))...)
	got = append(got, p.feed([]byte(" three\x1b[201~"), epoch.Add(interruptGap))...)
	if len(got) != 1 || !strings.Contains(show(got), "two three") {
		t.Errorf("got %s", show(got))
	}
}
