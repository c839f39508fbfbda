package ui

import (
	"context"
	"fmt"
	"path"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/highlight"
	"galley/ui/preview"
	"galley/ui/style"
)

// diffView is the tab that compares the prompt with another build of it.
type diffView struct {
	derived
	choice int // of [Workbench.againsts]
	// bench builds both sides: apart from the workbench's own engine, whose memory is
	// for the next key.
	bench *engine.Workbench
	of    uint64 // how often the world had been asked anew when it was made
}

func newDiffView(o cell.Options) diffView {
	paint := func(line string, st *style.Styles) (cell.Style, bool) { return diffLook(line)(st), true }
	return diffView{derived: derived{pane: preview.NewText(o, highlight.Plain, paint)}}
}

func (v *diffView) next(step, n int) { v.choice = (v.choice + step + n) % n }

// against is something to compare the prompt with.
type against struct {
	name    string
	profile string // another profile
	rev     string // the template at a revision
	disk    bool   // the template as it is on disk
}

// againsts lists what the prompt can be compared with: the template as it was
// first, then the other profiles.
func (w *Workbench) againsts() []against {
	var all []against
	if w.doc != nil && !w.builtIn {
		all = append(all, against{name: "the template at git's HEAD", rev: "HEAD"}, against{name: "the template on disk", disk: true})
	}
	now := ""
	if w.result != nil {
		now = w.result.Profile
	}
	for _, p := range profile.All() {
		if name := profile.FullName(p); name != now {
			all = append(all, against{name: name, profile: name})
		}
	}
	return all
}

// makeDiff returns what compares the result that is shown with what is chosen. Both
// sides are built anew, in one moment and without the workbench's own memory.
func (w *Workbench) makeDiff() func(derivedMsg) derivedMsg {
	v := &w.diffView
	if v.bench == nil || v.of != w.asked {
		v.bench, v.of = engine.New(w.o.World), w.asked
	}
	all := w.againsts()
	with := all[min(v.choice, len(all)-1)]
	bench, world, request, file := v.bench, w.o.World, w.shownRequest(), w.templatePath()
	return func(msg derivedMsg) derivedMsg {
		msg.head = []string{"against " + with.name}
		other, err := with.request(world, request, facts.Slash(file))
		if err != nil {
			msg.head = append(msg.head, err.Error())
			return msg
		}
		a, err := bench.Render(context.Background(), other)
		if err != nil {
			msg.err = err
			return msg
		}
		b, err := bench.Render(context.Background(), request)
		if err != nil {
			msg.err = err
			return msg
		}
		var notes []string
		if note := report.DayNote(world); note != "" {
			notes = append(notes, note)
		}
		d := report.DiffOf(report.SideOf(with.name, a), report.SideOf("now", b), notes...)
		msg.head = append(msg.head, report.DiffSummary(d)...)
		for _, block := range d.Blocks {
			msg.notes = append(msg.notes, report.BlockChange(block))
		}
		// The first two lines name the sides: the head says them.
		if lines := strings.SplitN(d.Diff, "\n", 3); len(lines) == 3 {
			msg.text = strings.TrimSuffix(lines[2], "\n")
		}
		return msg
	}
}

// request is the request of the other side.
func (with against) request(w facts.World, r engine.Request, file string) (engine.Request, error) {
	switch {
	case with.profile != "":
		r.Profile = with.profile
	case with.rev != "":
		text, err := facts.Revision(context.Background(), w, file, with.rev)
		if err != nil {
			return r, err
		}
		r.Template.Text = strings.TrimPrefix(text, "\ufeff")
	case with.disk:
		doc, err := document.Load(file)
		if err != nil {
			return r, fmt.Errorf("%s cannot be read: %w", path.Base(file), err)
		}
		r.Template.Text = doc.Text()
	}
	return r, nil
}

// openDiff asks what to compare with and shows the difference.
func (w *Workbench) openDiff() {
	var items []dialog.Item
	for i, a := range w.againsts() {
		item := dialog.Item{Label: a.name, Value: i}
		if a.profile != "" {
			item.Detail = "another agent's prompt"
		}
		items = append(items, item)
	}
	w.dialog = dialog.NewList("Compare with", "", items, func(item dialog.Item) tea.Cmd {
		w.diffView.choice = item.Value.(int)
		return w.showTab(tabDiff)
	})
}

// openDerivedNotes lists all there is to say of a derived view.
func (w *Workbench) openDerivedNotes() {
	d := w.derivedOf(w.tab)
	if d == nil || len(d.notes) == 0 {
		w.say("There is nothing more to say of it")
		return
	}
	var lines []dialog.Line
	for _, note := range d.notes {
		lines = append(lines, dialog.Plain(note))
	}
	w.dialog = dialog.NewReader(d.head[0], lines)
}
