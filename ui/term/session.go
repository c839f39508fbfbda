package term

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"

	_ "galley/ui/quiet" // sets the background colour before bubbletea asks for it
)

// fps is the most frames per second: bubbletea's maximum.
const fps = 120

// Options are the options of a session. The zero value is for a program on the terminal in which it
// was started.
type Options struct {
	In, Out   *os.File            // default: standard input and output
	Env       func(string) string // default: os.Getenv
	Mouse     bool                // whether the program starts with mouse reporting
	Title     string              // the window's title at the start; if "" it is not set
	Clipboard string              // a clipboard method; "" means auto
	CopyFile  string              // where the method "file" writes; "" forbids it
	AltWait   time.Duration       // how long after its Esc the key of an Alt combination may come; 0 means a time that depends on the connection

	// Filter is bubbletea's filter. It gets the program's own model.
	Filter func(tea.Model, tea.Msg) tea.Msg

	// Rescue saves the program's work when the program cannot do so itself. It is called in the
	// goroutine of the event loop after a panic. It is called in another goroutine, while the event
	// loop hangs, if the program has not ended EndGrace after an EndMsg or after it quit. The error
	// says what could not be saved.
	Rescue func() error
}

// Session is one run of a program on a terminal. A nil Session is for tests of a program without a
// terminal: its methods do nothing and say so in their results.
type Session struct {
	opts  Options
	in    *os.File
	ours  bool // whether the session itself opened the input
	out   *output
	clip  *Clipboard
	gate  *gate
	prog  *tea.Program
	saved *term.State // the state of the terminal before the session
	mouse tea.Cmd     // switches the mouse on again; nil if it is off
	lent  atomic.Bool // whether another program uses the terminal
	exit  func(code int)

	signals chan os.Signal
	quits   chan struct{} // closed when the program quits by itself
	gone    chan error    // receives why the terminal can no longer be read
}

// errNoTerminal is the error of a nil Session.
var errNoTerminal = errors.New("no terminal")

// open finds the terminal for a program. It writes to standard output. It reads from standard input
// or, if that is a pipe or a file, from the controlling terminal. The error says what is missing
// and what to do about it.
func open(o Options) (*Session, error) {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Env == nil {
		o.Env = os.Getenv
	}
	if !term.IsTerminal(o.Out.Fd()) {
		return nil, errors.New("standard output is not a terminal, and the workbench needs one; `galley render` prints the prompt")
	}
	switch name := o.Env("TERM"); {
	case name == "dumb":
		return nil, errors.New("this terminal cannot position text (TERM=dumb), which the workbench needs; `galley render` prints the prompt")
	case name == "" && runtime.GOOS != "windows":
		return nil, errors.New("TERM is not set, so galley does not know this terminal; set it, or use `galley render`, which prints the prompt")
	}
	s := &Session{opts: o, in: o.In, exit: os.Exit, signals: make(chan os.Signal, 8), quits: make(chan struct{}, 1), gone: make(chan error, 1)}
	if !term.IsTerminal(o.In.Fd()) {
		tty, err := openTerminal()
		if err != nil {
			return nil, fmt.Errorf("standard input is not a terminal, and galley cannot read keys from another terminal: %w", err)
		}
		s.in, s.ours = tty, true
	}
	s.out = newOutput(o.Out, true)
	s.clip = &Clipboard{Method: o.Clipboard, File: o.CopyFile, Terminal: s.out.Control, Env: o.Env}
	return s, nil
}

// Run opens a session, builds the program for it, and runs the program to its end.
func Run(build func(*Session) tea.Model, o Options) (tea.Model, error) {
	s, err := open(o)
	if err != nil {
		return nil, err
	}
	return s.Run(build(s))
}

// Run runs a program and returns its last model. It restores the terminal in any case. The error is
// an [*Ended] if a signal or the loss of the terminal ended the program, and a [*Crash] if it
// panicked.
func (s *Session) Run(model tea.Model) (tea.Model, error) {
	if s.ours {
		defer s.in.Close()
	}
	idle, idleEnd, err := os.Pipe()
	if err != nil {
		return model, err
	}
	defer idle.Close()
	defer idleEnd.Close()

	if s.saved, err = term.GetState(s.in.Fd()); err != nil {
		return model, fmt.Errorf("the terminal's state cannot be read: %w", err)
	}
	if err := s.raw(); err != nil {
		return model, err
	}
	defer s.restore()

	g := &guard{model: model, rescue: s.opts.Rescue, wake: func() { go s.prog.Quit() }}
	options := []tea.ProgramOption{
		tea.WithInput(idle), // gate reads the terminal instead
		tea.WithOutput(s.out),
		tea.WithAltScreen(),
		tea.WithFPS(fps),
		tea.WithoutSignalHandler(),
		tea.WithFilter(s.filter),
	}
	if s.opts.Mouse {
		options = append(options, tea.WithMouseCellMotion())
		s.mouse = tea.EnableMouseCellMotion
	}
	s.prog = tea.NewProgram(g, options...)
	s.gate = newGate(s.in, s.prog.Send)
	s.gate.altWait = altTimeout(s.opts)
	s.out.repaint = func() { s.prog.Send(tea.ClearScreen()) }
	if s.opts.Title != "" {
		s.out.setTitle(s.opts.Title)
	}
	if err := s.gate.Start(); err != nil {
		return model, fmt.Errorf("the terminal cannot be read: %w", err)
	}
	defer s.gate.stop()
	ended := make(chan struct{})
	watch := s.watchSignals(ended)
	_, err = s.prog.Run()
	close(ended)
	end := <-watch

	switch {
	case g.crash != nil:
		return g.model, g.crash
	case end != nil:
		return g.model, end
	}
	return g.model, err
}

// restore restores the terminal. It gives up after restoreTime, because the terminal may have
// stopped reading.
func (s *Session) restore() {
	within(restoreTime, func() {
		if s.saved != nil {
			_ = term.Restore(s.in.Fd(), s.saved)
		}
		s.out.Restore()
	})
}

// altTimeout returns how long a single ESC waits for more bytes. The time is longer over a
// network, where the two bytes of an Alt combination may arrive separately.
func altTimeout(o Options) time.Duration {
	for _, name := range []string{"SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"} {
		if o.AltWait == 0 && o.Env(name) != "" {
			return remoteWait
		}
	}
	return o.AltWait
}

// restoreTime is how long restoring a terminal may take.
const restoreTime = 300 * time.Millisecond

// within runs the function do. It returns when do has ended, or after the time wait if do takes
// longer.
func within(wait time.Duration, do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// raw switches the terminal to raw mode.
func (s *Session) raw() error {
	if _, err := term.MakeRaw(s.in.Fd()); err != nil {
		return fmt.Errorf("the terminal cannot be switched to reading single keys: %w", err)
	}
	return nil
}

// Rescue must be deferred at the top of a goroutine that is not a command. If the goroutine panics,
// it restores the terminal before the process ends.
func (s *Session) Rescue() {
	v := recover()
	if v == nil {
		return
	}
	if s != nil {
		s.restore()
	}
	panic(v)
}

// filter records the state of the mouse, and handles suspension by giving the terminal away.
func (s *Session) filter(m tea.Model, msg tea.Msg) tea.Msg {
	switch msg {
	case tea.Quit():
		select {
		case s.quits <- struct{}{}:
		default:
		}
	case tea.EnableMouseCellMotion():
		s.mouse = tea.EnableMouseCellMotion
	case tea.EnableMouseAllMotion():
		s.mouse = tea.EnableMouseAllMotion
	case tea.DisableMouse():
		s.mouse = nil
	case tea.SuspendMsg{}:
		if !canSuspend {
			return nil
		}
		return s.lendTo(func() error { suspend(); return nil }, func(error) tea.Msg { return tea.ResumeMsg{} })()
	}
	if e, ok := msg.(EndMsg); ok && e.Err != nil {
		select {
		case s.gone <- e.Err:
		default:
		}
	}
	if s.opts.Filter != nil {
		return s.opts.Filter(m.(*guard).model, msg)
	}
	return msg
}

// SetCaret sets where the terminal's cursor is, in cells from the top left corner of the screen.
func (s *Session) SetCaret(x, y int, visible bool) {
	if s != nil {
		s.out.setCaret(x, y, visible)
	}
}

// SetTitle sets the window's title. Unprintable characters are replaced.
func (s *Session) SetTitle(title string) {
	if s != nil {
		s.out.setTitle(title)
	}
}

// Pending returns how many input messages wait behind this one; see [gate.pending].
func (s *Session) Pending() int {
	if s == nil || s.gate == nil {
		return 0
	}
	return s.gate.pending()
}

// Copy returns a command that copies text and reports the outcome with a [CopiedMsg].
func (s *Session) Copy(text string) tea.Cmd {
	return func() tea.Msg {
		if s == nil {
			return CopiedMsg{Result{Message: "not copied: no terminal"}}
		}
		return CopiedMsg{s.clip.Copy(text)}
	}
}

// Paste returns a command that returns the clipboard's [PasteMsg], or a
// [ClipboardFailedMsg].
func (s *Session) Paste() tea.Cmd {
	return func() tea.Msg {
		if s == nil {
			return ClipboardFailedMsg{"not pasted: no terminal"}
		}
		m, err := s.clip.Paste()
		if err != nil {
			return ClipboardFailedMsg{err.Error()}
		}
		return m
	}
}

// Edit returns a command that edits a file in the user's editor, at a line and a
// column counted from 1, and returns an [EditedMsg].
func (s *Session) Edit(path string, line, column int) tea.Cmd {
	if s == nil {
		return func() tea.Msg { return EditedMsg{path, errNoTerminal} }
	}
	cmd, err := editorCommand(s.opts.Env, exec.LookPath, path, line, column)
	if err != nil {
		return func() tea.Msg { return EditedMsg{path, err} }
	}
	return s.Exec(cmd, func(err error) tea.Msg { return EditedMsg{path, err} })
}

// Exec returns a command that gives the terminal to another program. When that program has ended
// and the screen and the mouse are restored, the command returns the result of done.
func (s *Session) Exec(cmd *exec.Cmd, done func(error) tea.Msg) tea.Cmd {
	if s == nil {
		return func() tea.Msg { return done(errNoTerminal) }
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.in, s.out.file, s.out.file
	return s.lendTo(cmd.Run, done)
}

// lendTo returns a command that gives the terminal away for as long as the function run takes.
// Afterwards bubbletea restores the screen but not the mouse, and does not clear what the other
// program left on the screen.
func (s *Session) lendTo(run func() error, done func(error) tea.Msg) tea.Cmd {
	return tea.Exec(&loan{s, run}, func(err error) tea.Msg {
		return tea.Sequence(s.mouse, tea.ClearScreen, tea.WindowSize(), func() tea.Msg { return done(err) })()
	})
}

// loan is the command that bubbletea runs after it has given the terminal away and before it
// takes the terminal back.
type loan struct {
	s   *Session
	run func() error
}

func (l *loan) Run() error {
	s := l.s
	s.lent.Store(true)
	s.gate.pause()
	s.out.lend()
	_ = term.Restore(s.in.Fd(), s.saved)
	err := l.run()
	back := s.raw()
	s.out.reclaim()
	if e := s.gate.resume(); back == nil {
		back = e
	}
	s.lent.Store(false)
	if back != nil {
		// Without a terminal, the program can only end.
		go s.prog.Send(EndMsg{Err: back})
	}
	return err
}

// The streams are already those of the terminal. A wrapper would not be a terminal for the other
// program.
func (*loan) SetStdin(io.Reader)  {}
func (*loan) SetStdout(io.Writer) {}
func (*loan) SetStderr(io.Writer) {}

// EndGrace is how long a program may take to quit after an [EndMsg], and to end after it has
// quit. When this time is over, its work is saved and the process exits.
const EndGrace = 600 * time.Millisecond
