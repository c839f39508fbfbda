package viewtest

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/view"
)

// drawn is a view that shows how it is drawn and has its cursor on a row.
type drawn struct {
	view.View
	row     int
	visible bool
}

func (d drawn) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	a.Put(0, 1, "row 1  ", f.Styles.Accent)
	return 0, d.row, d.visible
}

func TestAViewIsDrawnAsRows(t *testing.T) {
	if got := Rows(drawn{}, 8, 3); !slices.Equal(got, []string{"", "row 1", ""}) {
		t.Errorf("drawn %q", got)
	}
	for _, d := range []drawn{{row: 2, visible: true}, {row: 0, visible: true}, {row: 2}} {
		want := d.row
		if !d.visible {
			want = -1
		}
		if got := Bar(d, 8, 3); got != want {
			t.Errorf("the bar of %+v is on row %d, want %d", d, got, want)
		}
	}
}

func TestHostRecordsItsCalls(t *testing.T) {
	h := &Host{}
	h.Say("said")
	h.Warn("warned")
	h.Open(dialog.NewQuestion("", ""))
	h.GoTo(view.Place{})
	h.GoTo(view.Place{Span: source.Span{Start: 3}})
	h.OpenFile("/f", view.FilePlace{Line: 2})
	h.Show("Rules")
	h.Edit("/e", 4, 5)
	h.Answer(h.Ticket(), "late", func() tea.Cmd { return nil })
	if h.Said != "said" || h.Warned != "warned" || h.Dialog == nil || h.Went != 2 || h.Place.Span.Start != 3 || h.Opened != "/f" || h.At.Line != 2 ||
		h.Shown != "Rules" || h.Edited != "/e" || h.Line != 4 || h.Column != 5 || h.Late != "late" || h.Short("/x") != "/x" {
		t.Errorf("it notes %+v", h)
	}
	h = &Host{}
	never := func(string) tea.Cmd { t.Error("a path is given"); return nil }
	if h.Copy("the name", "text") != nil || h.AskPath("Which", ".md", never) != nil || h.AskFile("File", never) != nil {
		t.Error("something follows")
	}
	if *h != (Host{Copied: "the name", CopiedText: "text", Asked: "Which"}) {
		t.Errorf("it notes %+v", h)
	}
}

// The text of a host has only the fields with a value.
func TestOnlySetFieldsOfAHostAreWritten(t *testing.T) {
	for want, h := range map[string]Host{
		"":          {},
		" Said:yes": {Said: "yes"},
		" Place:{In:1 Span:{Start:3}} Went:2 At:{Line:4 Text:x}": {Place: view.Place{In: view.Prompt, Span: source.Span{Start: 3}}, Went: 2, At: view.FilePlace{Line: 4, Text: "x"}},
	} {
		if got := setFields(h); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

type bench struct{ Bench[*bench] }

// Messages from commands are sent to the view, through batches and sequences, until no command
// follows.
func TestBenchRunsAllCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		send := func(s string) tea.Cmd { return func() tea.Msg { return s } }
		b := &bench{}
		b.Bench = Bench[*bench]{T: t, Screen: NewScreen(time.Now), Self: b, Update: func(msg tea.Msg) (tea.Cmd, bool) {
			text, ok := msg.(string)
			if !ok {
				return nil, false // the blinking cursor of a field
			}
			got = append(got, text)
			if msg == "first" {
				return send("follows"), true
			}
			return nil, true
		}}
		b.Run(tea.Batch(send("first"), tea.Sequence(send("second"), send("third")), nil)).Run(nil).Run(func() tea.Msg { return nil })
		if !slices.Equal(got, []string{"first", "follows", "second", "third"}) {
			t.Errorf("it got %q", got)
		}
		typed := ""
		b.Does(func() tea.Cmd {
			b.Screen.Open(dialog.NewField("Title", "note", "old", func(text string) tea.Cmd { typed = text; return send("taken") }))
			return nil
		}).Sees("Title", "note", "old").Misses("new").Press("clear", "new", "enter")
		if typed != "new" || got[len(got)-1] != "taken" || b.Dialog() != "" {
			t.Errorf("typed %q, got %q, open %q", typed, got, b.Dialog())
		}
		nothing := func() tea.Cmd { return nil }
		for i, same := range []*bench{b.Run(nil), b.Does(nothing), b.Press(), b.Sees(), b.Misses(), b.Hears(""), b.Warned("")} {
			if same != b {
				t.Errorf("step %d goes on with another bench", i)
			}
		}
		b.Screen.Say("good news")
		b.Hears("good").Hears("")
		b.Screen.Warn("bad news")
		b.Warned("bad").Warned("")
	})
}
