package term

import (
	"io"
	"os"
	"strings"
	"testing"
)

// written runs work on an output and returns what reached the terminal.
func written(t *testing.T, synchronised bool, work func(*output)) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	o := newOutput(w, synchronised)
	got := make(chan string)
	go func() {
		b, _ := io.ReadAll(r)
		got <- string(b)
	}()
	work(o)
	_ = w.Close()
	defer r.Close()
	return <-got
}

func write(t *testing.T, o *output, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if n, err := io.WriteString(o, p); n != len(p) || err != nil {
			t.Errorf("writing %q: %d, %v", p, n, err)
		}
	}
}

const altScreen = "\x1b[?1049h"

func TestOutput(t *testing.T) {
	for _, c := range []struct {
		name string
		sync bool
		work func(*output)
		want string
	}{
		{"a frame is wrapped and ends at the caret", true, func(o *output) {
			o.setCaret(4, 1, true)
			write(t, o, altScreen, "\x1b[Hone\r\ntwo", "\x1b[Htwo\r\none")
		}, altScreen +
			syncBegin + "\x1b[Hone\r\ntwo\x1b[2;5H" + cursorShow + syncEnd +
			syncBegin + cursorHide + "\x1b[Htwo\r\none\x1b[2;5H" + cursorShow + syncEnd},
		{"without synchronised output", false, func(o *output) {
			write(t, o, altScreen, "\x1b[Hone")
		}, altScreen + "\x1b[Hone"},
		{"a sequence between frames starts where bubbletea left the cursor", false, func(o *output) {
			o.setCaret(0, 0, true)
			write(t, o, altScreen, "\x1b[Hone\r\ntwo", "\x1b[2K", "\r")
		}, altScreen + "\x1b[Hone\r\ntwo\x1b[1;1H" + cursorShow + "\x1b[2;1H\x1b[2K\r"},
		{"clearing the screen is not a frame", true, func(o *output) {
			write(t, o, altScreen, "\x1b[2J", "\x1b[H")
		}, altScreen + "\x1b[2J\x1b[H"},
		{"outside the alternate screen nothing is added", true, func(o *output) {
			write(t, o, "\x1b[Hone")
		}, "\x1b[Hone"},
		{"a caret that moves alone", true, func(o *output) {
			o.setCaret(1, 0, true)
			write(t, o, altScreen, "\x1b[Hone")
			o.setCaret(2, 0, true)
			o.moveCaret()
			o.moveCaret()
			o.setCaret(0, 0, false)
			o.moveCaret()
		}, altScreen + syncBegin + "\x1b[Hone\x1b[1;2H" + cursorShow + syncEnd + "\x1b[1;3H" + cursorShow + cursorHide},
		{"a frame hides a caret that is no longer shown, once", true, func(o *output) {
			o.setCaret(1, 0, true)
			write(t, o, altScreen, "\x1b[Hone")
			o.setCaret(-1, -1, false)
			write(t, o, "\x1b[Htwo", "\x1b[Hsix")
			o.setCaret(-3, -1, true)
			write(t, o, "\x1b[Hten")
		}, altScreen + syncBegin + "\x1b[Hone\x1b[1;2H" + cursorShow + syncEnd + syncBegin + cursorHide + "\x1b[Htwo" + syncEnd +
			syncBegin + "\x1b[Hsix" + syncEnd + syncBegin + "\x1b[Hten\x1b[1;1H" + cursorShow + syncEnd},
		{"a title cannot end its sequence", false, func(o *output) {
			o.setTitle("a\x07\x1b]52;c;x\u202eb\u009c한")
			o.setTitle("a\x07\x1b]52;c;x\u202eb\u009c한")
		}, titlePush + "\x1b]2;a··]52;c;x·b·한\x07"},
		{"while it is lent nothing is written", true, func(o *output) {
			write(t, o, altScreen, "\x1b[?1049l")
			o.lend()
			write(t, o, "\x1b[Hone")
			o.setTitle("x")
			o.setCaret(1, 1, true)
			o.moveCaret()
			if o.Control("x") == nil {
				t.Error("nothing reached the clipboard")
			}
		}, altScreen + "\x1b[?1049l\x1b[0m" + cursorShow},
		{"the screen is put back once, by what is on", true, func(o *output) {
			o.setTitle("x")
			write(t, o, altScreen, "\x1b[?1002h", "\x1b[?1006h", "\x1b[?2004h", "\x1b[?2004l", cursorHide)
			o.Restore()
			o.Restore()
			write(t, o, "\x1b[Htoo late")
			o.setTitle("too late")
		}, titlePush + "\x1b]2;x\x07" + altScreen + "\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[?2004l" + cursorHide +
			"\x1b[?1002l\x1b[?1006l\x1b[?1049l\x1b[0m" + cursorShow + titlePop},
		{"after an unasked stop the modes are set again", true, func(o *output) {
			write(t, o, altScreen, "\x1b[?1002h")
			o.reassert()
		}, altScreen + "\x1b[?1002h\x1b[?1002h" + altScreen + cursorHide},
	} {
		if got := written(t, c.sync, c.work); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestBlockedTerminalDoesNotBlockTheProgram(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	repaints := make(chan struct{}, 8)
	o := newOutput(w, true)
	o.repaint = func() { repaints <- struct{}{} }
	write(t, o, altScreen, "\x1b[H"+strings.Repeat("one", 1<<20)) // more than the pipe holds
	for range 1000 {
		write(t, o, "\x1b[H"+strings.Repeat("two", 1<<10), "\x1b[2K")
	}
	if len(o.queue) != 1000*len("\x1b[2K") {
		t.Errorf("%d bytes wait", len(o.queue))
	}
	for err = nil; err == nil; err = o.Control(strings.Repeat("x", 1<<10)) {
		if len(o.queue) > maxBacklog {
			t.Fatalf("%d bytes wait", len(o.queue))
		}
	}
	got := make(chan string)
	go func() {
		b, _ := io.ReadAll(r)
		got <- string(b)
	}()
	<-repaints // the terminal reads again
	write(t, o, "\x1b[Hthree")
	_ = w.Close()
	if all := <-got; strings.Contains(all, "two") || !strings.Contains(all, "\x1b[Hthree") || strings.Count(all, "one") != 1<<20 {
		t.Error("a frame was split, or an outdated one was written")
	}
}

func TestLongTitleIsCut(t *testing.T) {
	if got := plainTitle(strings.Repeat("한", 1000)); got != strings.Repeat("한", 200) {
		t.Errorf("%d bytes", len(got))
	}
}
