package rules

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/words"
)

// mostShown is the most bytes of a rule file that are shown.
const mostShown = 256 << 10

// readMsg carries the text of a file to show.
type readMsg struct {
	entry entry
	text  string
	err   error
	asked screen.Ticket
}

// open opens the file under the bar in the editor pane, at its first hidden text. It creates a
// missing rule file for which an agent looks, and shows the text of a fetched document.
func (v *View) open() tea.Cmd {
	e, ok := v.selected()
	if !ok {
		return nil
	}
	path := v.realPath(e.path())
	switch {
	case !facts.IsAbs(path) || e.ref == nil && e.RealPath == "" && !e.missing():
		return v.readIt()
	case e.ref == nil && e.missing() && strings.HasSuffix(e.path(), "/"):
		v.host.Say(e.Shown + ": the directory does not exist")
		return nil
	case e.ref == nil && e.missing():
		return v.make(path)
	}
	return v.host.OpenFile(path, view.FilePlace{Line: e.hiddenLine()})
}

// missing reports whether an agent would read a file at the entry's path but no file exists
// there.
func (e entry) missing() bool {
	return e.Verdict == discovery.NotLoaded && e.Reason == discovery.Missing && !strings.ContainsAny(e.Path, "*?{")
}

// hiddenLine returns the line of the first hidden text of the file, or 0.
func (e entry) hiddenLine() int {
	found := e.Hidden
	if e.ref != nil {
		found = e.ref.Hidden
	}
	for _, f := range found {
		if !f.InName {
			return f.Line
		}
	}
	return 0
}

// readIt shows the text of the file under the bar in the form in which agents get it.
func (v *View) readIt() tea.Cmd {
	e, ok := v.selected()
	if !ok {
		return nil
	}
	if why := e.nothingThere(); why != "" {
		v.host.Say(why)
		return nil
	}
	msg := readMsg{entry: e, text: e.Text.String(), asked: v.host.Ticket()} // the text of a fetched document
	if e.RealPath == "" && e.ref == nil {
		return v.read(msg)
	}
	world, path := v.o.Request().Overlaid(v.o.World), v.realPath(e.path())
	return func() tea.Msg {
		msg.text, msg.err = world.ReadHead(path, mostShown)
		return msg
	}
}

func (v *View) read(msg readMsg) tea.Cmd {
	if msg.err != nil {
		v.host.Warn(v.mask(words.Reason(msg.err)))
		return nil
	}
	return v.host.Answer(msg.asked, "a rule file", func() tea.Cmd {
		v.host.Open(dialog.NewReader(v.host.Short(msg.entry.path()), msg.entry.lines(v.cover(msg.text))))
		return nil
	})
}

// lines returns the text of a file as lines to show. A description of hidden text comes first,
// and an inserted line shows where an agent cuts the text.
func (e entry) lines(text string) []dialog.Line {
	found, size, cut := e.Hidden, e.Bytes, len(text)
	if e.ref != nil {
		found, size = e.ref.Hidden, 0
	} else if e.Reason == discovery.Cut && e.Verdict == discovery.Loaded && e.Used < len(text) {
		cut = e.Used
	}
	var lines []dialog.Line
	for _, f := range found {
		lines = append(lines, dialog.Text("hidden: "+f.String(), levelLook(f.Level)))
	}
	if len(found) > 0 {
		lines = append(lines, dialog.Plain(""))
	}
	lines = append(lines, dialog.PlainLines(text[:cut])...)
	if cut < len(text) {
		lines = append(lines, dialog.Text(fmt.Sprintf("──── cut at byte %d: what follows does not reach the model ────", cut), dialog.Warning))
		lines = append(lines, dialog.PlainLines(text[cut:])...)
	}
	if int64(len(text)) < size {
		lines = append(lines, dialog.Text("… the rest is not shown", dialog.Warning))
	}
	return lines
}

// path returns the path of an entry's file.
func (e entry) path() string {
	if e.ref != nil {
		return e.ref.Path
	}
	return e.Path
}

// nothingThere returns the reason why no text can be shown, or "".
func (e entry) nothingThere() string {
	switch {
	case e.ref != nil && (e.ref.Path == "" || e.ref.Reason == discovery.Missing):
		return e.ref.Ref + ": " + e.ref.Reason.Text()
	case e.ref == nil && e.RealPath == "" && e.Verdict != discovery.Loaded:
		return e.Shown + ": " + e.Reason.Text()
	}
	return ""
}

func levelLook(l hidden.Level) dialog.Look {
	return func(st *style.Styles) cell.Style {
		switch l {
		case hidden.High:
			return st.Error
		case hidden.Medium:
			return st.Warning
		}
		return st.Muted
	}
}

// foundMsg says where to open a file.
type foundMsg struct {
	path         string
	line, column int
	err          error
}

// edit opens the file under the bar in the user's own editor. The caret is at the first hidden
// text or, if the bar is on a reference to a missing file, at the reference. A missing rule
// file is opened in the editor pane instead.
func (v *View) edit() tea.Cmd {
	e, ok := v.selected()
	switch {
	case !ok:
		return nil
	case e.ref != nil && e.ref.Verdict == discovery.Loaded:
		return v.host.Edit(v.realPath(e.ref.Path), 1, 1)
	case e.ref != nil:
		return find(v.o.World, v.realPath(e.Path), e.ref.Offset)
	case e.missing():
		return v.open()
	case e.RealPath == "":
		v.host.Say(e.Shown + ": " + e.Reason.Text())
		return nil
	}
	return v.host.Edit(v.realPath(e.Path), max(e.hiddenLine(), 1), 1)
}

// find returns a command that finds the line and column of an offset in a file.
func find(world facts.World, path string, offset int) tea.Cmd {
	return func() tea.Msg {
		text, err := world.ReadFile(path)
		at := source.NewLines(text).Position(min(offset, len(text)))
		return foundMsg{path, at.Line, at.Column, err}
	}
}
