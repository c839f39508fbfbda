package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/files"
	"galley/ui/layout"
	"galley/ui/screen"
	"galley/ui/view"
)

// host implements [view.Host].
type host struct{ m *Model }

func (h host) Say(text string)       { h.m.screen.Say(text) }
func (h host) Warn(text string)      { h.m.screen.Warn(text) }
func (h host) Open(d dialog.Dialog)  { h.m.screen.Open(d) }
func (h host) Ticket() screen.Ticket { return h.m.screen.Ticket() }

func (h host) Answer(t screen.Ticket, about string, open func() tea.Cmd) tea.Cmd {
	return h.m.screen.Answer(t, about, open)
}

func (h host) GoTo(p view.Place) tea.Cmd { return h.m.jumps.jumpTo(p) }

func (h host) OpenFile(path string, at view.FilePlace) tea.Cmd {
	h.m.jumps.remember()
	return h.m.files.Open(path, files.Place(at))
}

func (h host) Show(title string) tea.Cmd {
	h.m.setFocus(layout.Preview)
	return h.m.tabs.show(title)
}

func (h host) Edit(path string, line, column int) tea.Cmd {
	return h.m.session.Edit(path, line, column)
}
func (h host) Copy(what, text string) tea.Cmd { return h.m.editing.copyText(what, text) }

func (h host) Short(path string) string { return h.m.short.Short(path) }

func (h host) AskPath(title, ending string, take func(path string) tea.Cmd) tea.Cmd {
	return h.m.askPath(title, "", ending, take)
}

func (h host) AskFile(title string, take func(path string) tea.Cmd) tea.Cmd {
	return h.m.opened.askFile(title, take)
}
