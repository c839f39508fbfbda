//go:build !windows

package term

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

func TestSessionRestoresTheScreen(t *testing.T) {
	s := newProbe(t)
	for _, m := range []ansi.Mode{ansi.ModeMouseButtonEvent, ansi.ModeMouseExtSgr, ansi.ModeBracketedPaste, ansi.ModeAltScreenSaveCursor} {
		if !s.mode(m) {
			t.Errorf("mode %v is not on", m)
		}
	}
	s.keys("\x1b[<0;5;6M")
	s.shows("mouse 4,5")
	s.keys("q")
	s.endsSound(0, "after: fine")
	if !strings.Contains(s.sent(), "\x1b]2;probe\x07") {
		t.Error("the title was not set")
	}
}

func TestResizeStormEndsAtTheLastSize(t *testing.T) {
	s := newProbe(t)
	s.mu.Lock()
	s.emu.Resize(120, 40)
	s.mu.Unlock()
	for i := range 200 {
		if err := resize(s.end, uint16(1+i%90), uint16(1+i%30)); err != nil {
			t.Fatal(err)
		}
	}
	if err := resize(s.end, 77, 9); err != nil {
		t.Fatal(err)
	}
	s.shows("size 77x9")
	s.keys("x")
	s.shows("key x")
	s.keys("q")
	s.endsSound(0, "after: fine")
}

func TestCursorFollowsTheCaret(t *testing.T) {
	s := newProbe(t)
	for i, k := range []string{"x", "\x1b[A"} {
		s.keys(k)
		want := []string{"key x", "key up"}[i]
		eventually(t, "the cursor stands behind "+want, s.text, func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			at := s.emu.CursorPosition()
			return at.X == len(want) && at.Y == i+1 && !s.emu.CursorHidden()
		})
	}
	s.keys("q")
	s.endsSound(0, "after: fine")
}

func TestEachFrameIsSynchronised(t *testing.T) {
	s := newProbe(t)
	s.keys("x")
	s.shows("key x")
	s.keys("q")
	s.endsSound(0, "after: fine")
	raw := s.sent()
	if n := strings.Count(raw, syncBegin); n == 0 || n != strings.Count(raw, syncEnd) {
		t.Fatalf("%d begin, %d end", n, strings.Count(raw, syncEnd))
	}
	for _, part := range strings.Split(raw, syncBegin)[1:] {
		frame, after, _ := strings.Cut(part, syncEnd)
		if !strings.Contains(frame, frameBegin) {
			t.Errorf("not a frame: %q", frame)
		}
		if strings.Contains(after, "size 60x12") {
			t.Errorf("a frame outside: %q", after)
		}
	}
}

func TestPasteReachesTheProgramAsOneMessage(t *testing.T) {
	s := newProbe(t)
	s.keys("\x1b[200~" + strings.Repeat("a line\r", 685) + "\x1b[201~")
	s.shows("pasted 685 lines, 4795 bytes")
	s.keys("q")
	s.endsSound(0, "after: fine")
}

func TestCopyGoesToTheTerminalBetweenFrames(t *testing.T) {
	s := newProbe(t)
	s.keys("c")
	s.shows("sent to the terminal (OSC 52)")
	s.keys("q")
	s.endsSound(0, "after: fine")
	if !strings.Contains(s.sent(), "\x1b]52;c;Y29waWVkIHRleHQ=\x07") {
		t.Error("nothing was sent")
	}
}

func TestPanicRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for key, where := range map[string]string{"1": "in Update", "2": "in a command", "3": "in a sequence", "4": "in View"} {
		t.Run(where, func(t *testing.T) {
			s := newProbe(t)
			s.keys(key)
			s.endsSound(70, "after: galley has crashed: "+where+", stack true")
			s.rescued("rescued")
		})
	}
}

func TestSignalLetsTheProgramStoreItsWork(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV} {
		t.Run(sig.String(), func(t *testing.T) {
			s := newProbe(t)
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			s.endsSound(128+int(sig), "after: ended by the signal")
			s.rescued("kept")
		})
	}
}

func TestHangingProgramIsEnded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("needs several seconds, until the grace period is over")
	}
	s := newProbe(t)
	s.keys("x5")
	s.shows("key x")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.endsSound(128+int(syscall.SIGTERM), "not all of it")
	s.rescued("rescued")
}

func TestClosedTerminalLetsTheProgramStoreItsWork(t *testing.T) {
	t.Parallel()
	s := newProbe(t)
	s.tty.Close()
	s.end.Close()
	_ = s.cmd.Wait()
	if got := s.cmd.ProcessState.ExitCode(); got != 128+int(syscall.SIGHUP) {
		t.Errorf("exit code %d", got)
	}
	s.rescued("kept")
}

func TestEditorGetsAndReturnsTheTerminal(t *testing.T) {
	script := filepath.Join(t.TempDir(), "my editor")
	body := "#!/bin/sh\nprintf 'EDITING %s\\r\\n' \"$*\"\nread line\nprintf 'typed <%s>\\r\\n' \"$line\"\nread line\nexit 4\n"
	if err := os.WriteFile(script, []byte(body), 0o755); err != nil {
		t.Fatal(err)
	}
	s := newProbe(t, "VISUAL='"+script+"' -x")
	s.keys("e")
	s.shows("EDITING -x some.txt")
	if s.mode(ansi.ModeAltScreenSaveCursor) || s.mode(ansi.ModeMouseButtonEvent) || s.mode(ansi.ModeBracketedPaste) {
		t.Error("the editor inherited galley's modes")
	}
	s.keys("qqq\n")
	s.shows("typed <qqq>")
	s.keys("\n")
	s.shows("edited exit status 4")
	eventually(t, "the mouse is back", s.text, func() bool {
		return s.mode(ansi.ModeMouseButtonEvent) && s.mode(ansi.ModeMouseExtSgr) && s.mode(ansi.ModeBracketedPaste)
	})
	if strings.Contains(s.text(), "EDITING") {
		t.Error("the editor's text is still on the screen")
	}
	s.keys("x")
	s.shows("key x") // the first key after it
	s.keys("q")
	s.endsSound(0, "after: fine")
}

func TestSuspendedByTheShellAndResumed(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash for job control")
	}
	for name, stop := range map[string]func(*screen){
		"by key":    func(s *screen) { s.keys("\x1a") },
		"from afar": func(s *screen) { s.signalProbe(syscall.SIGTSTP) },
		"at once":   func(s *screen) { s.signalProbe(syscall.SIGSTOP) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newScreen(t, bash, "--norc", "--noediting", "-i")
			s.cmd.Env = append(s.cmd.Env, "PS1=shell> ", "PROBE="+os.Args[0], "HISTFILE=")
			s.start()
			s.shows("shell>")
			s.keys(probeVar + "=1 \"$PROBE\"; echo left\n")
			s.shows("size 60x12")
			stop(s)
			if name != "at once" { // at once: nobody is asked, and the prompt of the shell is on our screen
				eventually(t, "the screen is given up", s.text, func() bool {
					return !s.mode(ansi.ModeAltScreenSaveCursor) && !s.mode(ansi.ModeMouseButtonEvent) && !s.mode(ansi.ModeBracketedPaste)
				})
			}
			s.shows("Stopped")
			s.keys("echo in the shell\n")
			s.shows("in the shell")
			s.keys("fg\n")
			s.shows("size 60x12")
			eventually(t, "the modes are back", s.text, func() bool {
				return s.mode(ansi.ModeAltScreenSaveCursor) && s.mode(ansi.ModeMouseButtonEvent) && s.mode(ansi.ModeBracketedPaste)
			})
			s.keys("x")
			s.shows("key x")
			s.keys("q")
			s.shows("after: fine")
			s.keys("exit\n")
			_ = s.cmd.Wait()
		})
	}
}

func TestOpenRequiresATerminal(t *testing.T) {
	end, tty, err := pty.Open()
	if err != nil {
		t.Skipf("this system has no pseudo terminals: %v", err)
	}
	defer end.Close()
	defer tty.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	named := func(name string) func(string) string {
		return func(v string) string { return map[string]string{"TERM": name}[v] }
	}
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"output into a file", Options{In: tty, Out: file, Env: named("xterm")}, "standard output is not a terminal"},
		{"a dumb terminal", Options{In: tty, Out: tty, Env: named("dumb")}, "TERM=dumb"},
		{"an unnamed terminal", Options{In: tty, Out: tty, Env: named("")}, "TERM is not set"},
	} {
		_, err := open(c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "galley render") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := open(Options{In: tty, Out: tty, Env: named("xterm")}); err != nil {
		t.Errorf("a terminal: %v", err)
	}
}

func TestPipedInputLeavesTheKeysToTheTerminal(t *testing.T) {
	s := newScreen(t, "sh", "-c", "echo piped text | \"$0\"", os.Args[0])
	s.cmd.Env = append(s.cmd.Env, probeVar+"=1")
	s.start()
	s.shows("size 60x12")
	s.keys("x")
	s.shows("key x")
	s.keys("q")
	s.endsSound(0, "after: fine")
}

func TestSessionWithoutATerminalIsHarmless(t *testing.T) {
	var s *Session
	s.SetCaret(1, 2, true)
	s.SetTitle("x")
	if n := s.Pending(); n != 0 {
		t.Errorf("%d pending", n)
	}
	if m := s.Copy("x")().(CopiedMsg); m.OK || m.Message == "" {
		t.Errorf("copy: %+v", m)
	}
	if m := s.Paste()().(ClipboardFailedMsg); m.Message == "" {
		t.Errorf("paste: %+v", m)
	}
	if m := s.Edit("f", 1, 1)().(EditedMsg); m.Err == nil {
		t.Errorf("edit: %+v", m)
	}
}
