package files

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
)

// presenceMsg says which other galleys have a file open, and how to remove this galley's own note.
type presenceMsg struct {
	file   *File
	others []document.Other
	leave  func()
}

// announce tells other galleys that the file is open here, and asks whether it is open in one of
// them. Its errors are not reported, because nothing depends on them.
func (f *File) announce() tea.Cmd {
	if f.in.o.StateDir == "" || f.doc == nil {
		return nil
	}
	presence, path, now := document.NewPresence(f.in.o.StateDir), f.doc.Path(), f.in.o.Clock()
	return func() tea.Msg {
		others, _ := presence.Others(path)
		leave, _ := presence.Open(path, now)
		return presenceMsg{f, others, leave}
	}
}

func (f *File) announced(msg presenceMsg) {
	f.leave()
	f.withdraw = msg.leave
	if len(msg.others) == 0 {
		return
	}
	o := msg.others[0]
	f.in.screen.Warn(fmt.Sprintf("This file is also open in another galley (process %d on %s, since %s): whoever saves second is asked",
		o.PID, o.Host, o.Since.Local().Format("15:04")))
}

// leave removes the note that the file is open here.
func (f *File) leave() {
	if f.withdraw != nil {
		f.withdraw()
		f.withdraw = nil
	}
}
