package term

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// The rest of a string that is too long is skipped up to its end, even if it arrives in several
// reads.
func TestTheRestOfATooLongStringIsSkipped(t *testing.T) {
	begun := "\x1b]52;c;" + strings.Repeat("Y", maxString)
	for _, c := range []struct {
		reads []string
		want  string
	}{
		{[]string{"ab\x07x"}, "x"},
		{[]string{"more", "ab\x07", "x"}, "x"},
		{[]string{"ab\x1b\\x"}, "x"},
		{[]string{"ab\x1b", "\\x"}, "x"},
		{[]string{"ab\x18x"}, "x"},
		{[]string{"ab\x1ax"}, "x"},
		{[]string{"ab\x1b[Ax"}, "up x"},
		{[]string{"ab\x1b", "[A"}, "up"},
		{[]string{"\x07"}, ""},
	} {
		var p parser
		now := epoch
		if got := show(p.feed([]byte(begun), now)); got != `unknown("\x1b]")` {
			t.Fatalf("the beginning: %.80s", got)
		}
		var got []tea.Msg
		for _, read := range c.reads {
			now = now.Add(time.Millisecond)
			got = append(got, p.feed([]byte(read), now)...)
		}
		if show(got) != c.want {
			t.Errorf("%q: %s, want %s", c.reads, show(got), c.want)
		}
	}
}

func TestMalformedReportsAreNotKeys(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[<0;1M": `unknown("\x1b[<0;1M")`, "\x1b[<0;1;2;3M": `unknown("\x1b[<0;1;2;3M")`, "\x1b[<0;;2M": `unknown("\x1b[<0;;2M")`, "\x1b[<0;99999999999999999999;2M": `unknown("\x1b[<0;99999999999999999999;2M")`,
		"\x1b[<64;1;1m": "mouse(0,0 wheel up)", "\x1b[<32;1;1m": "mouse(0,0 left motion)", "\x1b[<128;2;3M": "mouse(1,2 backward press)", "\x1b[<129;2;3M": "mouse(1,2 forward press)",
		"\x1b[<3;1;1M": "mouse(0,0 release)", "\x1b[<35;4;5M": "mouse(3,4 motion)", "\x1b[<28;1;1M": "mouse(0,0 ctrl+alt+shift+left press)", "\x1b[<1;1;1M": "mouse(0,0 middle press)",
		"\x1b[M\x1f!!x": `unknown("\x1b[M") ctrl+_ ! ! x`, "\x1b[M !\x1fx": `unknown("\x1b[M")   ! ctrl+_ x`,
		"\x1b[<0;0;5Mx": `unknown("\x1b[<0;0;5M") x`, "\x1b[<0;5;0mx": `unknown("\x1b[<0;5;0m") x`, "\x1b[<0;0;0Mx": `unknown("\x1b[<0;0;0M") x`,
		"\x1b[M  !x": `unknown("\x1b[M  !") x`, "\x1b[M ! x": `unknown("\x1b[M ! ") x`, "\x1b[M   x": `unknown("\x1b[M   ") x`, "\x1b[M !!x": "mouse(0,0 left press) x",
		"\x1b[1 qx": `unknown("\x1b[1 q") x`, "\x1b[1/qx": `unknown("\x1b[1/q") x`, "\x1b[ /x": `unknown("\x1b[ /x")`, "\x1b[1/5x": `unknown("\x1b[1/") 5 x`, "\x1b[?0qx": `unknown("\x1b[?0q") x`, "\x1b[1\x7f": `unknown("\x1b[1") backspace`,
		"\x1b[[": `unknown("\x1b[[")`, "\x1b[[Fx": `unknown("\x1b[[F") x`, "\x1b[[\x01": `unknown("\x1b[[") ctrl+a`, "\x1b[[\x7f": `unknown("\x1b[[") backspace`, "\x1b[[A": "f1",
	} {
		if got := show(feed(in)); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestTheClipboardSaysWhatItLacks(t *testing.T) {
	x11 := map[string]string{"DISPLAY": ":0"}
	for _, c := range []struct {
		name         string
		desk         desk
		method, file string
		noTerminal   bool
		want         string
	}{
		{"no terminal", desk{os: "linux"}, ClipboardOSC52, "", true, "not copied: no terminal to send it to"},
		{"no file", desk{os: "linux"}, ClipboardFile, "", false, "not copied: the configuration names no file to copy to"},
		{"nothing at all", desk{os: "linux"}, "", "", true, "not copied: no graphical session (neither $WAYLAND_DISPLAY nor $DISPLAY is set)"},
		{"macOS without its tool", desk{os: "darwin"}, ClipboardNative, "", false, "not copied: no clipboard tool is installed (pbcopy)"},
		{"Windows without its tool", desk{os: "windows"}, ClipboardNative, "", false, "not copied: no clipboard tool is installed (powershell.exe)"},
		{"Wayland and X11 without a tool", desk{os: "linux", env: map[string]string{"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}}, ClipboardNative, "", false, "not copied: no clipboard tool is installed (wl-copy or xclip or xsel)"},
		{"Termux", desk{os: "linux", env: map[string]string{"TERMUX_VERSION": "1"}, tools: []string{"termux-clipboard-set"}}, "", "", true, "copied with termux-clipboard-set"},
		{"a tool that fails, and nothing else", desk{os: "linux", env: x11, tools: []string{"xclip"}, fail: true}, "", "", true, "not copied: xclip failed: exit status 1"},
		{"a file below a file", desk{os: "linux"}, ClipboardFile, "parts_test.go/x", false, "not copied: mkdir parts_test.go: not a directory"},
	} {
		if strings.Contains(c.want, "mkdir") && runtime.GOOS == "windows" {
			continue
		}
		clip := c.desk.clipboard()
		clip.Method, clip.File = c.method, c.file
		if c.noTerminal {
			clip.Terminal = nil
		}
		if r := clip.Copy("text"); r.Message != c.want || r.OK != strings.HasPrefix(c.want, "copied") {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	broken := (&desk{os: "linux", env: map[string]string{"TMUX": "x"}}).clipboard()
	sends := 0
	broken.Terminal = func(string) error {
		if sends++; sends == 2 {
			return errors.New("it is gone")
		}
		return nil
	}
	if r := broken.Copy("text"); r.OK || r.Message != "not copied: it is gone" {
		t.Errorf("a terminal that goes: %+v", r)
	}
	broken.Terminal = func(string) error { return errors.New("it is gone") }
	if r := broken.Copy("text"); r.OK || r.Message != "not copied: it is gone" {
		t.Errorf("a terminal that is gone: %+v", r)
	}
	for method, want := range map[string]string{ClipboardNone: `not pasted: clipboard = "none" in the configuration`, ClipboardFile: "not pasted: open " + filepath.Join("none", "x") + ": "} {
		c := &Clipboard{Method: method, File: filepath.Join("none", "x")}
		if m, err := c.Paste(); err == nil || !strings.HasPrefix(err.Error(), want) || m.Text != "" {
			t.Errorf("%s: %v", method, err)
		}
	}
	var plain Clipboard
	if plain.env("PATH") != os.Getenv("PATH") || plain.has("no-such-program-of-galley") || plain.goos() != runtime.GOOS {
		t.Error("without replacements the machine's own are used")
	}
}

func TestAClosedOutputWritesNothing(t *testing.T) {
	sent := written(t, true, func(o *output) {
		if !strings.Contains(o.Name(), "|") || o.Fd() != o.file.Fd() {
			t.Errorf("its name is %s", o.Name())
		}
		write(t, o, altScreen)
		o.setTitle("before")
		if err := o.Close(); err != nil {
			t.Error(err)
		}
		write(t, o, "after")
		o.setTitle("after")
		o.reassert()
		if err := o.Control("after"); err == nil {
			t.Error("a sequence after the end")
		}
		o.Restore()
	})
	if strings.Contains(sent, "after") || !strings.HasPrefix(sent, altScreen) || strings.Count(sent, "\x1b[?") != 1 {
		t.Errorf("written %q", sent)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := io.WriteString(w, "in"); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	b := make([]byte, 4)
	if n, err := newOutput(r, false).Read(b); string(b[:n]) != "in" || err != nil {
		t.Errorf("read %q, %v", b[:n], err)
	}
	var o output
	o.modes = map[string]bool{}
	for _, p := range []string{"\x1b[?25", "\x1b[?1000;1006h\x1b[?2004lx\x1b[?1049h", "\x1b[?1000l"} {
		o.note([]byte(p))
	}
	if len(o.modes) != 4 || o.modes["1000"] || !o.modes["1006"] || o.modes["2004"] || !o.modes["1049"] {
		t.Errorf("the modes are %v", o.modes)
	}
}

// broken is a program that panics where it is told to.
type broken struct{ where string }

func (b broken) fail(where string) {
	if b.where == where {
		panic("it broke in " + where)
	}
}

func (b broken) Init() tea.Cmd { b.fail("Init"); return nil }

func (b broken) Update(tea.Msg) (tea.Model, tea.Cmd) {
	b.fail("Update")
	return b, func() tea.Msg {
		b.fail("a command")
		return tea.BatchMsg{nil, func() tea.Msg { b.fail("a command of a batch"); return "fine" }}
	}
}

func (b broken) View() string { b.fail("View"); return "shown" }

// Wherever a program panics, it ends, after it has been asked once to save its work.
func TestAPanicAnywhereEndsTheProgram(t *testing.T) {
	for _, where := range []string{"", "Init", "Update", "a command", "a command of a batch", "View"} {
		saved, woken := 0, 0
		lost := errors.New("not saved")
		g := &guard{model: broken{where}, rescue: func() error { saved++; return lost }, wake: func() { woken++ }}
		var quits bool
		update := func(msg tea.Msg) tea.Cmd {
			_, cmd := g.Update(msg)
			return cmd
		}
		run := func(cmd tea.Cmd) {
			var all []tea.Cmd
			if cmd != nil {
				all = append(all, cmd)
			}
			for len(all) > 0 {
				switch msg := all[0](); msg := msg.(type) {
				case tea.QuitMsg:
					quits = true
				case tea.BatchMsg:
					all = append(all, slices.DeleteFunc(msg, func(c tea.Cmd) bool { return c == nil })...)
				case crashMsg:
					if next := update(msg); next != nil {
						all = append(all, next)
					}
				}
				all = all[1:]
			}
		}
		run(g.Init())
		run(update("hi"))
		view := g.View()
		if where == "" {
			if quits || g.crash != nil || view != "shown" || saved != 0 || woken != 0 {
				t.Errorf("without a panic: %v, %q", g.crash, view)
			}
			continue
		}
		if where == "View" {
			run(update("woken"))
		}
		if !quits || g.crash == nil || g.crash.Error() != "galley has crashed: it broke in "+where || !strings.Contains(string(g.crash.Stack), "fail") || g.crash.Unsaved != lost || saved != 1 || (woken == 1) != (where == "View") {
			t.Errorf("%s: ends %v, %v, asked to save %d times, woken %d times", where, quits, g.crash, saved, woken)
		}
		if g.View() != "" {
			t.Errorf("%s: a crashed program is drawn", where)
		}
	}
	again := &guard{model: broken{"Update"}, rescue: func() error { panic("the rescue too") }}
	if _, cmd := again.Update("hi"); cmd == nil || again.crash == nil || again.crash.Unsaved != nil {
		t.Errorf("a rescue that panics: %v", again.crash)
	}
	if _, cmd := again.Update("more"); cmd == nil {
		t.Error("it goes on")
	} else if _, ok := cmd().(tea.QuitMsg); !ok {
		t.Error("it does not end")
	}
}

// The session remembers how the mouse is reported, and how the program was asked to end.
func TestASessionFiltersMessages(t *testing.T) {
	s := &Session{quits: make(chan struct{}, 1), gone: make(chan error, 1)}
	for _, c := range []struct {
		msg  tea.Msg
		want string
	}{
		{tea.EnableMouseCellMotion(), "cells"}, {tea.EnableMouseAllMotion(), "all"}, {"other", "all"}, {tea.DisableMouse(), "none"},
	} {
		if got := s.filter(nil, c.msg); got != c.msg {
			t.Errorf("%T becomes %T", c.msg, got)
		}
		mouse := "none"
		if s.mouse != nil {
			mouse = map[tea.Msg]string{tea.EnableMouseCellMotion(): "cells", tea.EnableMouseAllMotion(): "all"}[s.mouse()]
		}
		if mouse != c.want {
			t.Errorf("after %T the mouse is reported for %s, want %s", c.msg, mouse, c.want)
		}
	}
	for range 2 { // nobody waits for the second one
		s.filter(nil, tea.Quit())
		s.filter(nil, EndMsg{Err: io.EOF})
	}
	if len(s.quits) != 1 || len(s.gone) != 1 || <-s.gone != io.EOF {
		t.Error("an end is not passed on once")
	}
	if s.filter(nil, EndMsg{}); len(s.gone) != 0 {
		t.Error("an end without an error is one of the terminal")
	}
	s.opts.Filter = func(m tea.Model, msg tea.Msg) tea.Msg { return []any{m, msg}[1].(string) + " filtered" }
	if got := s.filter(&guard{model: broken{}}, "x"); got != "x filtered" {
		t.Errorf("the program's own filter makes %v", got)
	}
	defer func() {
		if v := recover(); v != "boom" {
			t.Errorf("a rescued panic is %v", v)
		}
	}()
	func() {
		var none *Session
		defer none.Rescue()
	}()
	var none *Session
	if got := none.Exec(nil, func(err error) tea.Msg { return err })(); got != errNoTerminal {
		t.Errorf("a program without a terminal: %v", got)
	}
	defer none.Rescue()
	panic("boom")
}
