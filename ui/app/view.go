package app

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/report"
	"galley/ui/budgetbar"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/layout"
)

// View draws one frame: always exactly as many lines as the terminal has, each
// exactly as wide.
func (w *Workbench) View() string {
	if w.quitting || w.width <= 0 || w.height <= 0 {
		return ""
	}
	if w.session.Pending() > 0 && w.frame != "" {
		// More input is there already: the frame after it shows all of it at once.
		return w.frame
	}
	w.matchPreview()
	w.grid.Reset(w.width, w.height, w.styles.Base)
	screen := w.grid.Area(0, 0, w.width, w.height)
	x, y, visible := w.draw(screen)
	if w.dialog != nil {
		x, y, visible = w.dialog.Draw(screen, w.styles)
	}
	screen.Overlay(w.width-1, 0, 1, w.height, w.styles.Edge)
	w.session.SetCaret(x, y, visible)
	w.frame = w.grid.String()
	return w.frame
}

// draw paints the panes and returns where the real cursor belongs.
func (w *Workbench) draw(screen cell.Area) (x, y int, visible bool) {
	l := &w.layout
	if l.Mode == layout.Tiny {
		screen.Put(0, 0, "galley: make the window larger (20x5 or more)", w.styles.Base)
		return 0, 0, false
	}
	w.drawFrame(screen)
	for _, pane := range panes {
		r := l.Body(pane)
		if r.Empty() {
			continue
		}
		px, py, shown := w.drawPane(pane, screen.Sub(r.X, r.Y, r.W, r.H))
		if pane == w.focus {
			x, y, visible = px+r.X, py+r.Y, shown
		}
	}
	w.drawBudget(screen)
	w.drawFooter(screen)
	if w.focus == layout.Template {
		w.editor.DrawCompletion(screen, w.styles, x, y)
	}
	return x, y, visible
}

func (w *Workbench) drawPane(pane layout.Pane, a cell.Area) (x, y int, visible bool) {
	focused := pane == w.focus
	switch pane {
	case layout.Template:
		return w.editor.Draw(a, w.styles, focused)
	case layout.Preview:
		switch w.tab {
		case tabBlocks:
			return w.blocks.Draw(a, w.styles, focused)
		case tabRules:
			return w.rules.Draw(a, w.styles, focused)
		case tabRequest:
			return w.requestView.draw(w, a, w.requestView.choice, len(report.Wires()), focused)
		case tabDiff:
			all := w.againsts()
			return w.diffView.draw(w, a, w.chosenAgainst(all), len(all), focused)
		}
		w.preview.SetStale(w.stale())
		return w.preview.Draw(a, w.styles, focused)
	default:
		return w.inspector.Draw(a, w.styles, focused)
	}
}

func (w *Workbench) drawBudget(screen cell.Area) {
	r := w.layout.Budget
	if r.Empty() || w.result == nil {
		return
	}
	text, look := w.problemNote()
	budgetbar.Draw(screen.Sub(r.X, r.Y, r.W, r.H), w.styles, w.gauges(), text, look, w.stale())
}

// problemNote counts the problems for the strip's right end.
func (w *Workbench) problemNote() (string, cell.Style) {
	problems := w.problems()
	worst, any := diag.Worst(problems)
	switch {
	case !any:
		return "no problems", w.styles.Muted
	case worst >= diag.Warning:
		return "~ " + plural(len(problems), "problem"), w.styles.Warning
	default:
		return "i " + plural(len(problems), "note"), w.styles.Info
	}
}

// drawFooter shows the news while there is any, else what stands under the caret,
// else the keys that help here;
// the caret's place stands at the right.
func (w *Workbench) drawFooter(screen cell.Area) {
	r := w.layout.Footer
	if r.Empty() {
		return
	}
	a := screen.Sub(r.X, r.Y, r.W, r.H)
	right := w.placeNote()
	width := a.W
	if n := cell.Width(right); n+2 < a.W {
		width = a.W - n - 1
		a.Put(width-1, 0, " "+right+" ", w.styles.Muted)
		width -= 2
	}
	left := a.Sub(0, 0, width, 1)
	if w.note.text != "" {
		look := w.styles.Base
		if w.note.warn {
			look = w.styles.Warning
		}
		left.Put(0, 0, " "+cell.Shorten(cell.Visible(w.note.text), width-3)+" ", look)
		return
	}
	if text, look := w.hover(); text != "" {
		left.Put(0, 0, " "+cell.Shorten(cell.Visible(text), width-3)+" ", look)
		return
	}
	x := left.Put(0, 0, " ", w.styles.Muted)
	for _, h := range w.hints() {
		key := w.keys.Hint(h.action)
		if key == "" || x+cell.Width(key)+cell.Width(h.word)+3 > width {
			continue
		}
		x = left.Put(x, 0, key+" ", w.styles.Key)
		x = left.Put(x, 0, h.word+"  ", w.styles.Muted)
	}
}

// hint is an action worth a place in the footer, with the word it has there.
type hint struct {
	action keymap.Action
	word   string
}

var (
	commonHints = []hint{
		{keymap.Palette, "palette"}, {keymap.Help, "help"}, {keymap.NextPane, "pane"}, {keymap.Save, "save"}, {keymap.Quit, "quit"},
	}
	editorHints  = []hint{{keymap.InsertVariable, "insert"}, {keymap.Jump, "to preview"}, {keymap.Undo, "undo"}, {keymap.Find, "find"}}
	previewHints = []hint{{keymap.Jump, "to template"}, {keymap.CopyPrompt, "copy all"}, {keymap.ToggleOrigins, "origins"}}
	blocksHints  = []hint{{keymap.Jump, "to its text"}, {keymap.CompareProfiles, "compare with a profile"}, {keymap.CopyPrompt, "copy all"}}
	derivedHints = []hint{{keymap.NextAgent, "next"}, {keymap.Jump, "all notes"}, {keymap.Diff, "compare with"}}
	varHints     = []hint{
		{keymap.Jump, "to use"}, {keymap.OverrideValue, "set"}, {keymap.UnsetValue, "unset"}, {keymap.ClearOverride, "clear"}, {keymap.Filter, "filter"},
	}
)

// hints are the actions worth a place in the footer, by what has the focus.
func (w *Workbench) hints() []hint {
	switch w.focus {
	case layout.Variables:
		return slices.Concat(commonHints, varHints)
	case layout.Preview:
		if w.derivedOf(w.tab) != nil {
			return slices.Concat(commonHints, derivedHints)
		}
		if w.tab == tabBlocks {
			return slices.Concat(commonHints, blocksHints)
		}
		return slices.Concat(commonHints, previewHints)
	default:
		return slices.Concat(commonHints, editorHints)
	}
}

// placeNote says where the caret is and how the file is written.
func (w *Workbench) placeNote() string {
	if w.focus == layout.Preview {
		return ""
	}
	pos := w.editor.Position()
	parts := []string{fmt.Sprintf("%d:%d", pos.Line, pos.Column)}
	if n := w.editor.Selection().Len(); n > 0 {
		parts = append([]string{plural(n, "byte") + " selected"}, parts...)
	}
	if form := w.form(); form != "" {
		parts = append(parts, form)
	}
	return strings.Join(parts, "  ")
}

func (w *Workbench) setTitle() {
	name := w.request.Cwd
	if w.doc != nil {
		name = w.doc.Path()
	}
	w.session.SetTitle("galley " + w.tilde(name))
}
