package app

import (
	"fmt"
	"strings"

	"galley/ui/cell"
	"galley/ui/layout"
)

// drawFrame draws the borders, the header on the upper one, and the panes' names.
func (w *Workbench) drawFrame(screen cell.Area) {
	l := &w.layout
	l.DrawFrame(screen, w.styles.Border, w.styles.BorderFocused)
	w.drawHeader(screen)
	for _, pane := range panes {
		r := l.Titles[pane]
		if r.Empty() {
			continue
		}
		look := w.styles.Title
		if pane == w.focus {
			look = w.styles.TitleFocused
		}
		a := screen.Sub(r.X, r.Y, r.W, 1)
		x := a.Put(0, 0, " "+w.title(pane)+" ", look)
		if pane == layout.Preview {
			x = w.drawTabs(a, x)
		}
		if aside := w.aside(pane); aside != "" && x+cell.Width(aside)+2 <= r.W {
			a.Put(x, 0, aside+" ", w.styles.Muted)
		}
	}
}

func (w *Workbench) title(pane layout.Pane) string {
	switch pane {
	case layout.Template:
		return "TEMPLATE"
	case layout.Preview:
		return "PREVIEW"
	default:
		return "VARIABLES"
	}
}

// aside is what a title says besides the pane's name.
func (w *Workbench) aside(pane layout.Pane) string {
	switch pane {
	case layout.Template:
		if index, total, more := w.editor.FindCount(); w.editor.Finding() {
			return found(index, total, more)
		}
		if now, _ := w.templateAs(); now != "" {
			return "as " + now
		}
	case layout.Preview:
		if text := w.waiting(); text != "" || w.result == nil || w.result.Fit == nil {
			return text
		}
		return "fitted"
	case layout.Variables:
		if f := w.inspector.Filter(); f != "" {
			return "filter: " + cell.Visible(f)
		}
	}
	return ""
}

func found(index, total int, more bool) string {
	switch {
	case total == 0:
		return "no match"
	case more:
		return fmt.Sprintf("match %d of %d+", index, total)
	default:
		return fmt.Sprintf("match %d of %d", index, total)
	}
}

// waiting says what a stale preview waits for.
func (w *Workbench) waiting() string {
	if !w.stale() {
		return ""
	}
	return "building the prompt…"
}

// drawHeader puts on the top line the program, the directory, the template's file
// and whether it is saved, the profile and the model.
func (w *Workbench) drawHeader(screen cell.Area) {
	r := w.layout.Header
	if r.Empty() {
		return
	}
	a := screen.Sub(r.X, r.Y, r.W, 1)
	name, state := w.fileName()
	parts := []string{w.tilde(w.request.Cwd), name, w.profileName()}
	// The file's name matters most on a narrow screen, then the profile.
	room := r.W - len(" galley ") - 3*len(" ─ ") - cell.Width(state)
	for _, i := range []int{0, 2, 1} {
		over := total(parts) - room
		if over <= 0 {
			break
		}
		keep := cell.Width(parts[i]) - over
		if keep < 6 {
			parts[i] = ""
			continue
		}
		parts[i] = cell.ShortenStart(parts[i], keep)
	}
	x := a.Put(1, 0, " galley ", w.styles.HeaderName) + 1
	for i, part := range parts {
		if part == "" {
			continue
		}
		look := w.styles.Header
		if i == 1 {
			part += state
			if w.dirty() {
				look = w.styles.Dirty
			}
		}
		x = a.Put(x, 0, " "+part+" ", look) + 1
	}
}

func total(parts []string) int {
	n := 0
	for _, p := range parts {
		if p != "" {
			n += cell.Width(p) + 3
		}
	}
	return n
}

// fileName is what the template is called, and a sign when it is not saved.
func (w *Workbench) fileName() (name, state string) {
	if w.dirty() {
		state = " ●"
	}
	switch {
	case w.doc == nil:
		return "built-in template", state
	case w.builtIn:
		return cell.Visible(w.shorten(w.doc.Path())), " (new)" + state
	case w.gone:
		return cell.Visible(w.shorten(w.doc.Path())), " (gone)" + state
	default:
		return cell.Visible(w.shorten(w.doc.Path())), state
	}
}

// profileName is the profile and the model the prompt is made for.
func (w *Workbench) profileName() string {
	name := w.request.Profile
	model := strings.TrimPrefix(w.request.Provider+"/"+w.request.Model, "/")
	if w.result != nil {
		name = w.result.Profile
		model = strings.TrimPrefix(w.result.Provider+"/"+w.result.Model, "/")
	}
	if model != "" {
		name += " · " + model
	}
	return cell.Visible(name)
}
