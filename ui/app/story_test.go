package app

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/template"
	"galley/ui/keymap"
	"galley/ui/style"
	"galley/ui/term"
)

// story is a workbench and its user: it presses keys and checks the screen. It runs in a synctest
// bubble, where time passes only when nothing else can run, so waiting costs nothing and no story
// depends on the speed of the machine.
type story struct {
	t     *testing.T
	o     Options
	bench *Model
	world *facts.Memory
	cwd   string // the same in the world and on the disk, because documents are always on disk
	w, h  int

	msgs chan tea.Msg
	sent []tea.Msg // messages that the workbench sent to bubbletea itself
	quit bool

	checked   string   // the last frame that passed checkFrame
	lines     []string // its lines
	checkedAt int      // and its width
	shown     string   // the last frame that screen returned
	rows      []string // its rows
}

// setup is the initial state of a story.
type setup struct {
	w, h  int
	file  string // the template's file, in the working directory; "" for the built-in template
	text  string // its content; if absent, the file does not exist
	fresh bool   // the file does not exist yet
	theme string
	files map[string]string // in the world, relative to the working directory
	world func(w *facts.Memory, cwd string)
	with  func(o *Options)
}

// tell runs a story.
func tell(t *testing.T, b setup, run func(s *story)) {
	t.Helper()
	root := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, root, b)
		defer time.Sleep(leaving)
		s.start()
		run(s)
	})
}

// leaving is how long a story waits at its end for goroutines that sleep, such as the clock of the
// regular expressions: a bubble must be empty when it ends.
const leaving = 2 * time.Minute

func newStory(t testing.TB, root string, b setup) *story {
	home := filepath.Join(root, "home")
	s := &story{cwd: filepath.Join(home, "src", "app"), w: b.w, h: b.h, msgs: make(chan tea.Msg, 1<<12)}
	s.t, _ = t.(*testing.T)
	if s.w == 0 {
		s.w, s.h = 120, 40
	}
	if err := os.MkdirAll(s.cwd, 0o755); err != nil {
		t.Fatal(err)
	}
	s.world = facts.NewMemory().Env("HOME", home).Env("GEMINI_CLI_TRUST_WORKSPACE", "true").Dir(s.cwd)
	for name, text := range b.files {
		s.world.File(s.cwd+"/"+name, text)
		s.write(t, s.path(name), text)
	}
	if b.world != nil {
		b.world(s.world, s.cwd)
	}
	keys, _ := keymap.New(nil)
	s.o = Options{
		World:    s.world,
		Engine:   engine.New(s.world),
		Request:  engine.Request{Cwd: s.cwd, Provider: "anthropic", Model: "claude-sonnet-4-5"},
		SaveAs:   filepath.Join(s.cwd, ".galley", "system-prompt.md"),
		StateDir: filepath.Join(root, "state"),
		Keys:     keys,
		Themes:   style.Names(),
		Theme:    "dark",
		Styles:   styles,
		Mouse:    true,
	}
	if b.theme != "" {
		s.o.Theme = b.theme
	}
	if b.file == "" {
		s.o.BuiltIn = true
		s.o.Request.Template = engine.Template{Text: template.Default, BuiltIn: true}
	} else {
		name := s.path(b.file)
		if !b.fresh {
			s.write(t, name, b.text)
		}
		s.o.BuiltIn, s.o.SaveAs = b.fresh, name
		s.o.Document = s.load(t, name)
	}
	if b.with != nil {
		b.with(&s.o)
	}
	return s
}

func styles(name string) *style.Styles {
	t, err := style.Builtin(name)
	if err != nil {
		panic(err)
	}
	st := style.Load(t, termenv.TrueColor)
	st.Paint(t, termenv.TrueColor)
	return st
}

func (s *story) path(name string) string { return filepath.Join(s.cwd, name) }

func (s *story) load(t testing.TB, name string) *document.Document {
	t.Helper()
	d, err := document.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (s *story) write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// start opens the workbench as bubbletea would.
func (s *story) start() *story {
	s.t.Helper()
	s.bench = New(s.o)
	s.run(s.bench.Init())
	return s.resize(s.w, s.h)
}

// again starts the program once more on the same file.
func (s *story) again() *story {
	s.t.Helper()
	s.quit, s.sent = false, nil
	s.msgs = make(chan tea.Msg, 1<<12)
	if s.o.Document != nil {
		s.o.Document = s.load(s.t, s.o.Document.Path())
	}
	return s.start()
}

// run runs a command as bubbletea does: in the background, with its message queued.
func (s *story) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msgs := s.msgs
	go func() { msgs <- cmd() }()
}

// send sends the workbench a message and waits for all its consequences.
func (s *story) send(msg tea.Msg) *story {
	s.t.Helper()
	s.update(msg)
	return s.settle()
}

func (s *story) update(msg tea.Msg) {
	_, cmd := s.bench.Update(msg)
	s.run(cmd)
}

// settle waits until only timers are left.
func (s *story) settle() *story {
	s.t.Helper()
	for {
		synctest.Wait()
		select {
		case msg := <-s.msgs:
			s.take(msg)
		default:
			s.frame()
			return s
		}
	}
}

func (s *story) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.run(cmd)
		}
		return
	case tea.QuitMsg:
		s.quit = true
		return
	}
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() { // a sequence of commands
			s.take(v.Index(i).Interface().(tea.Cmd)())
		}
		return
	}
	s.sent = append(s.sent, msg)
	s.update(msg)
}

// pass lets time pass.
func (s *story) pass(d time.Duration) *story {
	s.t.Helper()
	const step = 100 * time.Millisecond
	for ; d > 0; d -= step {
		time.Sleep(min(d, step))
		if synctest.Wait(); len(s.msgs) > 0 { // only messages change the screen
			s.settle()
		}
	}
	return s
}

func (s *story) resize(w, h int) *story {
	s.t.Helper()
	s.w, s.h = w, h
	s.checked, s.rows = "", nil
	return s.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// keyTypes are bubbletea's special keys by name.
var keyTypes = func() map[string]tea.KeyType {
	all := map[string]tea.KeyType{}
	for k := tea.KeyType(-128); k < 128; k++ {
		if name := (tea.Key{Type: k}).String(); name != "" && k != tea.KeyRunes {
			if _, taken := all[name]; !taken || k >= 0 {
				all[name] = k
			}
		}
	}
	return all
}()

// message returns the message for a key, given by its name in the key table.
func message(name string) tea.Msg {
	rest, alt := strings.CutPrefix(name, "alt+")
	switch k, special := keyTypes[rest]; {
	case rest == " ":
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}
	case special:
		return tea.KeyMsg{Type: k, Alt: alt}
	case len([]rune(rest)) == 1:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rest), Alt: alt}
	default:
		return term.KeyName(name)
	}
}

// press presses keys by name. If a question is open, it waits first, because people read a
// question before they answer it.
func (s *story) press(names ...string) *story {
	s.t.Helper()
	for _, name := range names {
		if s.bench.screen.Asking() {
			s.pass(300 * time.Millisecond)
		}
		s.send(message(name))
	}
	return s
}

// types types text, key by key.
func (s *story) types(text string) *story {
	s.t.Helper()
	for _, r := range text {
		switch r {
		case '\n':
			s.press("enter")
		case ' ':
			s.press(" ")
		default:
			s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
	return s
}

// pastes pastes text as a terminal with bracketed paste does.
func (s *story) pastes(text string) *story {
	s.t.Helper()
	lines := strings.Count(text, "\n") + 1
	return s.send(term.PasteMsg{Text: text, Lines: lines, Bytes: len(text)})
}

// mouse sends a mouse event at a cell.
func (s *story) mouse(x, y int, button tea.MouseButton, action tea.MouseAction) *story {
	s.t.Helper()
	return s.send(tea.MouseMsg{X: x, Y: y, Button: button, Action: action})
}

// click clicks on the first place of the screen that shows text, count times in quick succession.
func (s *story) click(text string, count int) *story {
	s.t.Helper()
	x, y := s.find(text)
	for range count {
		s.mouse(x, y, tea.MouseButtonLeft, tea.MouseActionPress)
		s.mouse(x, y, tea.MouseButtonLeft, tea.MouseActionRelease)
	}
	return s
}

func (s *story) wheel(x, y, notches int) *story {
	s.t.Helper()
	button := tea.MouseButtonWheelDown
	if notches < 0 {
		button, notches = tea.MouseButtonWheelUp, -notches
	}
	for range notches {
		s.mouse(x, y, button, tea.MouseActionPress)
	}
	return s
}
