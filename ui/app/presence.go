package app

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
)

// presenceMsg says who else has the template's file open, and how to take back
// that this program has.
type presenceMsg struct {
	others []document.Other
	leave  func()
}

// announce tells other galleys that the template's file is open here, and asks
// whether it is open in one of them. It is a courtesy: nothing depends on it, so
// what goes wrong with it is not told.
func (w *Workbench) announce() tea.Cmd {
	if w.o.StateDir == "" || w.doc == nil {
		return nil
	}
	presence, path, now := document.NewPresence(w.o.StateDir), w.doc.Path(), w.o.Clock()
	return func() tea.Msg {
		others, _ := presence.Others(path)
		leave, _ := presence.Open(path, now)
		return presenceMsg{others, leave}
	}
}

func (w *Workbench) announced(msg presenceMsg) {
	w.Withdraw()
	w.withdraw = msg.leave
	if len(msg.others) == 0 {
		return
	}
	o := msg.others[0]
	w.warn(fmt.Sprintf("This file is open in another galley too (process %d on %s, since %s): whoever saves second is asked",
		o.PID, o.Host, o.Since.Local().Format(time.Kitchen)))
}

// Withdraw takes back that the file is open here; for the program's end.
func (w *Workbench) Withdraw() {
	if w.withdraw != nil {
		w.withdraw()
		w.withdraw = nil
	}
}
