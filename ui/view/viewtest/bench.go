package viewtest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/screen"
	"galley/ui/style"
)

// Bench acts as a user of one part of the workbench. It passes the messages of commands back to
// that part, sends keys to the open dialog, and checks the screen. S is the type of the test,
// which embeds Bench. Each step returns an S, so that steps can be chained.
type Bench[S any] struct {
	T      testing.TB
	Screen *screen.Screen
	Self   S
	// Update handles a message. It returns false for a message of another part.
	Update func(tea.Msg) (tea.Cmd, bool)
}

// NewScreen returns a screen of 120 by 40 cells with the given clock.
func NewScreen(clock func() time.Time) *screen.Screen {
	s := screen.New(screen.Options{Clock: clock, Styles: func(string) *style.Styles { return Styles() }})
	s.Resize(120, 40)
	return s
}

// Run runs a command and all commands that follow from its message.
func (b *Bench[S]) Run(cmd tea.Cmd) S {
	if cmd == nil {
		return b.Self
	}
	msg := cmd()
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() { // the message is a batch or a sequence of commands
			b.Run(v.Index(i).Interface().(tea.Cmd))
		}
	} else if msg != nil {
		next, _ := b.Update(msg)
		b.Run(next)
	}
	return b.Self
}

// Does calls key as if the user had pressed a key of the workbench, and runs the returned
// command.
func (b *Bench[S]) Does(key func() tea.Cmd) S { return b.Run(b.Screen.Input(key)) }

// Press passes keys to the open dialog: enter, esc, down, space, and clear, which empties a field.
// It types any other text. A second passes before each key, so that a question that the user did
// not request accepts the key.
func (b *Bench[S]) Press(keys ...string) S {
	b.T.Helper()
	special := map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "down": tea.KeyDown, "space": tea.KeySpace, "clear": tea.KeyCtrlU}
	for _, name := range keys {
		var msgs []tea.KeyMsg
		if k, ok := special[name]; ok {
			msgs = append(msgs, tea.KeyMsg{Type: k})
		} else {
			for _, r := range name {
				msgs = append(msgs, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		}
		for _, msg := range msgs {
			if b.Screen.Dialog() == nil {
				b.T.Fatalf("no dialog is open for %s", name)
			}
			time.Sleep(time.Second) // in a synctest bubble, where it takes no time
			b.Screen.Pressed(msg)
			b.Does(func() tea.Cmd { return b.Screen.Key(msg) })
		}
	}
	return b.Self
}

// Dialog returns the text of the open dialog, or "".
func (b *Bench[S]) Dialog() string {
	if b.Screen.Dialog() == nil {
		return ""
	}
	w, h := b.Screen.Size()
	return strings.Join(Draw(w, h, func(a cell.Area) { b.Screen.Draw(a, Styles()) }), "\n")
}

// Sees fails the test unless the open dialog contains the texts.
func (b *Bench[S]) Sees(texts ...string) S {
	b.T.Helper()
	got := b.Dialog()
	for _, text := range texts {
		if !strings.Contains(got, text) {
			b.T.Fatalf("%q is not in the dialog:\n%s", text, got)
		}
	}
	return b.Self
}

// Misses fails the test if the open dialog contains one of the texts.
func (b *Bench[S]) Misses(texts ...string) S {
	b.T.Helper()
	got := b.Dialog()
	for _, text := range texts {
		if strings.Contains(got, text) {
			b.T.Fatalf("%q is in the dialog:\n%s", text, got)
		}
	}
	return b.Self
}

// Hears fails the test unless the message on the screen equals want; "" means no message. It
// then clears the message.
func (b *Bench[S]) Hears(want string) S { b.T.Helper(); return b.told(want, false) }

// Warned fails the test unless the warning on the screen equals want; see [Bench.Hears].
func (b *Bench[S]) Warned(want string) S { b.T.Helper(); return b.told(want, true) }

func (b *Bench[S]) told(want string, bad bool) S {
	b.T.Helper()
	if got, warn := b.Screen.News(); !strings.Contains(got, want) || want != "" && warn != bad || want == "" && got != "" {
		b.T.Fatalf("the news is %q (bad: %v), want %q (%v)", got, warn, want, bad)
	}
	b.Screen.ClearNews()
	return b.Self
}
