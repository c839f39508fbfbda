package app

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/session"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/highlight"
	"galley/ui/preview"
	"galley/ui/style"
)

// diffView is the tab that compares the prompt with another build of it.
type diffView struct {
	derived
	with  against           // what was chosen, of [Workbench.againsts]
	saved []string          // the paths of saved renders that were asked for
	kept  []session.Summary // the conversations, as of when they were last asked for
	// bench builds both sides: apart from the workbench's own engine, whose memory is
	// for the next key.
	bench *engine.Workbench
	of    uint64 // how often the world had been asked anew when it was made
}

func newDiffView(o cell.Options) diffView {
	paint := func(line string, st *style.Styles) (cell.Style, bool) { return diffLook(line)(st), true }
	return diffView{derived: derived{pane: preview.NewText(o, highlight.Plain, paint)}}
}

// against is something to compare the prompt with: one of these.
type against struct {
	name    string
	profile string // another profile
	rev     string // the template at a revision
	disk    bool   // the template as it is on disk
	saved   string // the path of a saved render
	kept    string // the id of a conversation
}

// againsts lists what the prompt can be compared with: the template as it was
// first, then the other profiles, the saved renders, the conversations.
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
	for _, name := range w.diffView.saved {
		all = append(all, against{name: name, saved: name})
	}
	for _, c := range w.diffView.kept {
		all = append(all, againstKept(c))
	}
	return all
}

func againstKept(c session.Summary) against { return against{name: "conversation " + c.ID, kept: c.ID} }

// chosenAgainst is the index of what was chosen, 0 once it can be chosen no more.
func (w *Workbench) chosenAgainst(all []against) int {
	return max(slices.Index(all, w.diffView.with), 0)
}

// makeDiff returns what compares the result that is shown with another. Both
// sides are built anew, in one moment and without the workbench's own memory.
func (w *Workbench) makeDiff(with against) func(derivedMsg) derivedMsg {
	v := &w.diffView
	if v.bench == nil || v.of != w.asked {
		v.bench, v.of = engine.New(w.o.World), w.asked
	}
	c := comparing{bench: v.bench, world: w.o.World, store: w.o.Sessions, request: w.shownRequest(), file: facts.Slash(w.templatePath())}
	return func(msg derivedMsg) derivedMsg {
		msg.head = []string{"against " + with.name}
		a, b, notes, err := c.sides(context.Background(), with)
		if err != nil {
			msg.head = append(msg.head, err.Error())
			return msg
		}
		if note := report.DayNote(c.world); note != "" {
			notes = append(notes, note)
		}
		d := report.DiffOf(a, b, notes...)
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

// comparing is what the two sides of a comparison are made from.
type comparing struct {
	bench   *engine.Workbench
	world   facts.World
	store   *session.Store
	request engine.Request // of what is shown
	file    string         // the template's
}

// sides makes what is compared: the other prompt, and the one here in the form that
// can be held against it.
func (c comparing) sides(ctx context.Context, with against) (was, now report.Side, notes []string, err error) {
	switch {
	case with.saved != "":
		return c.savedSides(ctx, with)
	case with.kept != "":
		return c.keptSides(ctx, with)
	}
	other, err := with.request(c.world, c.request, c.file)
	if err != nil {
		return was, now, nil, err
	}
	a, err := c.bench.Render(ctx, other)
	if err != nil {
		return was, now, nil, err
	}
	b, err := c.bench.Render(ctx, c.request)
	if err != nil {
		return was, now, nil, err
	}
	return report.SideOf(with.name, a), report.SideOf("now", b), nil, nil
}

// savedSides holds the text of a file against what is here: all its messages when
// the file has them, else the system text.
func (c comparing) savedSides(ctx context.Context, with against) (was, now report.Side, notes []string, err error) {
	at := facts.Resolve(facts.Slash(c.request.Cwd), facts.Slash(with.saved))
	text, err := c.world.ReadFile(at)
	if err != nil {
		return was, now, nil, fmt.Errorf("%s cannot be read: %w", with.saved, err)
	}
	r, err := c.bench.Render(ctx, c.request)
	if err != nil {
		return was, now, nil, err
	}
	was, all := report.SavedSide(with.name, text)
	if all {
		return was, report.SideOf("now", r), nil, nil
	}
	return was, report.SystemSide("now", r), []string{"the system text alone: the file holds no other messages"}, nil
}

// keptSides holds a conversation's kept prompt against what would be built for that
// conversation now.
func (c comparing) keptSides(ctx context.Context, with against) (was, now report.Side, notes []string, err error) {
	kept, err := c.store.Get(ctx, with.kept)
	if err != nil {
		return was, now, nil, err
	}
	c.request.Scenario.ConversationID = kept.ID
	r, err := c.bench.Render(ctx, c.request)
	if err != nil {
		return was, now, nil, err
	}
	was = report.Side{Name: with.name, Saved: true}
	for _, m := range kept.Messages {
		was.Messages = append(was.Messages, report.SavedMessage(prompt.Role(m.Role), m.Text))
	}
	notes = []string{fmt.Sprintf("version %d, built on %s under %s", kept.Version, kept.Built.Local().Format("2 January at 15:04"), kept.Profile)}
	drift := session.Compare(kept, session.PlaceOf(c.world, c.request), session.DraftOf(c.request, r))
	if len(drift.Changed) > 0 {
		notes = append(notes, "changed besides: "+strings.Join(drift.Changed, ", "))
	}
	return was, report.SideOf("now", r), notes, nil
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

// openDiff asks what to compare with and shows the difference. The conversations
// come into the list when their store has answered.
func (w *Workbench) openDiff() tea.Cmd {
	var items []dialog.Item
	for _, a := range w.againsts() {
		if a.kept == "" {
			items = append(items, againstItem(a))
		}
	}
	items = append(items, dialog.Item{Label: "a saved render…", Detail: "a file that `galley render` wrote", Value: against{}})
	open := dialog.NewList("Compare with", "", items, func(item dialog.Item) tea.Cmd {
		if with := item.Value.(against); with != (against{}) {
			return w.compareWith(with)
		}
		w.askPath("Compare with a saved render", w.compareWithSaved)
		return nil
	})
	w.dialog = open
	store := w.o.Sessions
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		list, err := store.List(context.Background())
		return comparableMsg{open, list, err}
	}
}

// comparableMsg brings the conversations to the list of what to compare with.
type comparableMsg struct {
	open *dialog.List
	list []session.Summary
	err  error
}

func (w *Workbench) tookComparable(msg comparableMsg) {
	if msg.err != nil {
		w.warn(msg.err.Error())
		return
	}
	w.diffView.kept = msg.list
	for _, c := range msg.list {
		item := againstItem(againstKept(c))
		item.Detail = fmt.Sprintf("its kept prompt: %s, version %d of %s", c.Profile, c.Version, c.Built.Local().Format("2 Jan 15:04"))
		msg.open.Append(item)
	}
}

func againstItem(a against) dialog.Item {
	item := dialog.Item{Label: a.name, Value: a}
	switch {
	case a.profile != "":
		item.Detail = "another agent's prompt"
	case a.saved != "":
		item.Detail = "a saved render"
	}
	return item
}

func (w *Workbench) compareWith(with against) tea.Cmd {
	w.diffView.with = with
	return w.showTab(tabDiff)
}

// compareWithSaved compares with a file, which is offered from then on.
func (w *Workbench) compareWithSaved(name string) tea.Cmd {
	if !slices.Contains(w.diffView.saved, name) {
		w.diffView.saved = append(w.diffView.saved, name)
	}
	return w.compareWith(against{name: name, saved: name})
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
