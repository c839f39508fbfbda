package app

import (
	"strings"

	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/layout"
)

// panes are those that can have the focus, in their order.
var panes = []layout.Pane{layout.Template, layout.Variables, layout.Preview}

func (w *Workbench) setFocus(pane layout.Pane) {
	if pane == w.focus {
		return
	}
	w.focus, w.steady = pane, false
	w.editor.CloseCompletion()
	w.arrange()
}

// closeDialog closes the dialog that was open unless another one has taken its
// place.
func (w *Workbench) closeDialog(was dialog.Dialog, done bool) {
	if !done || w.dialog != was {
		return
	}
	w.dialog = nil
	if c, ok := was.(*chain); ok {
		c.next()
	}
}

// chain is a dialog that opens another one when it closes.
type chain struct {
	dialog.Dialog
	next func()
}

// shorten spells a path for people: below the home directory with a tilde, below
// the working directory relative to it.
func (w *Workbench) shorten(p string) string {
	if rest, ok := strings.CutPrefix(p, w.request.Cwd+"/"); ok {
		return rest
	}
	return w.tilde(p)
}

func (w *Workbench) tilde(p string) string {
	home := facts.Home(w.o.World)
	if home == "" || home == "/" {
		return p
	}
	if p == home {
		return "~"
	}
	if rest, ok := strings.CutPrefix(p, home+"/"); ok {
		return "~/" + rest
	}
	return p
}
