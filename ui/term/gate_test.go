//go:build !windows

package term

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// patience limits the wait for something that must come. A passing test never waits that long.
const patience = time.Minute

// line is a gate on a pseudo terminal in raw mode.
type line struct {
	t    *testing.T
	end  *os.File // the terminal's side
	gate *gate
	msgs chan tea.Msg
}

func newLine(t *testing.T) *line {
	t.Helper()
	end, tty, err := pty.Open()
	if err != nil {
		t.Skipf("this system has no pseudo terminals: %v", err)
	}
	if _, err := term.MakeRaw(tty.Fd()); err != nil {
		t.Fatal(err)
	}
	l := &line{t: t, end: end, msgs: make(chan tea.Msg)}
	stop := make(chan struct{})
	l.gate = newGate(tty, func(m tea.Msg) {
		select {
		case l.msgs <- m:
		case <-stop:
		}
	})
	if err := l.gate.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		close(stop)
		l.gate.stop()
		end.Close()
		tty.Close()
	})
	return l
}

func (l *line) write(s string) {
	go func() { _, _ = l.end.WriteString(s) }()
}

// until collects the messages up to Ctrl+Q.
func (l *line) until() []tea.Msg {
	l.t.Helper()
	var got []tea.Msg
	late := time.After(patience)
	for {
		select {
		case m := <-l.msgs:
			if k, ok := m.(tea.KeyMsg); ok && k.String() == "ctrl+q" {
				return got
			}
			got = append(got, m)
		case <-late:
			l.t.Fatalf("no more messages after %d", len(got))
		}
	}
}

func TestMouseBurstLeaksNoKey(t *testing.T) {
	l := newLine(t)
	const n = 2000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\x1b[<%d;%d;%dM", 64+i%2, 100+i%100, 1+i%40)
	}
	l.write(b.String() + "\x11")
	got := l.until()
	for i, m := range got {
		if want := mouseEvent(64+i%2, 99+i%100, i%40); m != tea.Msg(want) {
			t.Fatalf("message %d is %v, want %v", i, m, want)
		}
	}
	if len(got) != n {
		t.Errorf("%d of %d events arrived", len(got), n)
	}
}

func TestPasteMarkAtEveryReadBoundary(t *testing.T) {
	l := newLine(t)
	for fill := 240; fill <= 270; fill++ {
		before := strings.Repeat("x", 8)
		l.write(before + "\x1b[200~" + strings.Repeat("y\r", (fill-8)/2) + "\x1b[201~\x11")
		got := l.until()
		want := show(typedKeys(before)) + fmt.Sprintf(" paste(%q)", strings.Repeat("y\n", (fill-8)/2))
		if show(got) != want {
			t.Fatalf("fill %d: %s", fill, show(got))
		}
	}
}

func TestMegabyteIsOnePaste(t *testing.T) {
	l := newLine(t)
	text := strings.Repeat("a line of the text, 한 🙂\n", 1<<20/28)
	l.write("\x1b[200~" + text + "\x1b[201~\x11")
	got := l.until()
	if len(got) != 1 || got[0].(PasteMsg).Text != text {
		t.Fatalf("%d messages instead of the paste", len(got))
	}
}

func TestUnmarkedPasteIsOneMessage(t *testing.T) {
	l := newLine(t)
	text := strings.Repeat("a line of the text\r", 150)
	l.write(text + "\x11")
	got := l.until()
	if len(got) != 1 || got[0].(PasteMsg).Text != strings.ReplaceAll(text, "\r", "\n") || !got[0].(PasteMsg).Inferred {
		t.Fatalf("%d messages instead of the paste: %.200s", len(got), show(got))
	}
}

func TestEscapeThenMouseOnALine(t *testing.T) {
	l := newLine(t)
	l.write("\x1b")
	if m := <-l.msgs; show([]tea.Msg{m}) != "esc" {
		t.Fatalf("got %v", m)
	}
	l.write("[<65;107;38M\x11")
	if got := show(l.until()); got != "mouse(106,37 wheel down)" {
		t.Errorf("got %s", got)
	}
}

func TestOpenPasteLetsCtrlCThrough(t *testing.T) {
	l := newLine(t)
	l.write("\x1b[200~never ended")
	late := time.After(patience)
	for pressed := false; !pressed; {
		select {
		case <-time.After(2 * interruptGap):
			l.write("\x03")
		case m := <-l.msgs:
			if p, ok := m.(PasteMsg); ok && p.Text == "never ended" && p.Unterminated {
				pressed = true
			}
		case <-late:
			t.Fatal("Ctrl+C was lost")
		}
	}
	if m := <-l.msgs; show([]tea.Msg{m}) != "ctrl+c" {
		t.Errorf("after the paste came %v", m)
	}
}

func TestReleasedTerminalIsNotRead(t *testing.T) {
	l := newLine(t)
	l.write("a\x11")
	l.until()
	l.gate.pause()
	l.write("meant for the other program")
	other := make([]byte, 100)
	n, err := l.gate.in.Read(other)
	if err != nil || n == 0 {
		t.Fatalf("the other program read %d bytes: %v", n, err)
	}
	got := string(other[:n])
	for len(got) < len("meant for the other program") { // it may arrive in several reads
		n, _ := l.gate.in.Read(other)
		got += string(other[:n])
	}
	if err := l.gate.resume(); err != nil {
		t.Fatal(err)
	}
	l.write("b\x11")
	if back := show(l.until()); back != "b" {
		t.Errorf("after it: %s", back)
	}
}

func TestEndOfTheTerminalIsReported(t *testing.T) {
	l := newLine(t)
	l.write("x")
	if m := <-l.msgs; show([]tea.Msg{m}) != "x" {
		t.Fatalf("got %v", m)
	}
	_ = l.end.Close()
	select {
	case m := <-l.msgs:
		if e, ok := m.(EndMsg); !ok || e.Err == nil {
			t.Errorf("got %#v", m)
		}
	case <-time.After(patience):
		t.Error("the message did not arrive")
	}
}

func TestPendingIsFollowedByAMessage(t *testing.T) {
	l := newLine(t)
	l.write("abc\x1b[?1;2c")
	var got []tea.Msg
	seen := 0
	late := time.After(patience)
	for {
		select {
		case m := <-l.msgs:
			if _, idle := m.(idleMsg); idle {
				if seen == 0 {
					t.Error("an end was reported that nobody waited for")
				}
				return
			}
			got = append(got, m)
			seen += l.gate.pending()
			if len(got) == 1 { // by then the others must have been read, however slow the machine
				for l.gate.pending() == 0 {
					time.Sleep(time.Millisecond)
				}
			}
		case <-late:
			t.Fatalf("the waiting does not end after %s", show(got))
		}
	}
}
