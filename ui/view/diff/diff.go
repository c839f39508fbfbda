// Package diff is the preview's tab that compares the prompt with another build of
// it: under another profile, of the template at git's HEAD or on disk, with a saved
// render, with a conversation's kept prompt.
package diff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/engine/session"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/highlight"
	"galley/ui/keymap"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/viewer"
	"galley/ui/words"
)

// Options are what the tab compares with.
type Options struct {
	Cell     cell.Options
	World    facts.World
	Agents   *agent.Registry // nil: those that galley follows
	Sessions *session.Store  // nil: no conversations are kept
	// File is the template's path, "" while it has no text on the disk.
	File func() string
	// Load reads the template as it is on disk. It may block.
	Load func(path string) (*document.Document, error)
}

// View is the tab. It is made by [New].
type View struct {
	host    view.Host
	o       Options
	diff    *view.Derived
	result  *engine.Result
	request engine.Request
	other   other             // what was chosen, of [View.others]
	saved   []string          // the paths of saved renders that were asked for
	kept    []session.Summary // the conversations, as of when they were last asked for
	// bench builds both sides: apart from the workbench's own engine, whose memory is
	// for the next key. It is made again when the world is asked again.
	bench   *engine.Workbench
	asked   uint64 // how often the world was asked again
	benchOf uint64 // what asked was when bench was made
}

// New returns the tab without a prompt.
func New(host view.Host, o Options) *View {
	paint := func(line string, st *style.Styles) (cell.Style, bool) { return dialog.DiffLook(line)(st), true }
	return &View{host: host, o: o, diff: view.NewDerived(viewer.Options{Cell: o.Cell, Lang: highlight.Plain, Paint: paint})}
}

// other is something to compare the prompt with: one of these.
type other struct {
	name    string
	profile string // another profile
	rev     string // the template at a revision
	disk    bool   // the template as it is on disk
	saved   string // the path of a saved render
	kept    string // the id of a conversation
}

// Title implements [view.View].
func (v *View) Title() string { return "Diff" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action {
	return []keymap.Action{keymap.Jump, keymap.NextAgent, keymap.PrevAgent}
}

// Hints implements [view.View].
func (v *View) Hints() []view.Hint { return view.DerivedHints }

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.diff.Text.Place() }

// Extent implements [view.View].
func (v *View) Extent() view.Extent { return view.ExtentOf(v.diff.Text) }

// Selected implements [view.View].
func (v *View) Selected() (text, what string) { return v.diff.Text.Selected(), view.Selection }

// Search implements [view.View].
func (v *View) Search(m *search.Matcher) []view.Match { return view.SearchText(v.diff.Text.Search(m)) }

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	if again, ok := v.diff.Took(msg); ok {
		if again {
			return v, v.make()
		}
		return v, nil
	}
	if v.diff.Update(msg, v.host) {
		return v, nil
	}
	switch msg := msg.(type) {
	case view.Result:
		v.result, v.request = msg.Result, msg.Request
	case view.Changed, view.Saved:
		v.asked++
	case view.Shown:
		return v, v.make()
	case conversationsMsg:
		v.took(msg)
	case keymap.Action:
		switch msg {
		case keymap.Jump:
			v.diff.Notes(v.host)
		case keymap.NextAgent:
			v.next(1)
		case keymap.PrevAgent:
			v.next(-1)
		}
		return v, v.make()
	}
	return v, nil
}

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	all := v.others()
	return v.diff.Draw(a, f, v.chosen(all), len(all))
}

// others lists what the prompt can be compared with: the template as it was first,
// then the other profiles, the saved renders, the conversations.
func (v *View) others() []other {
	var all []other
	if v.o.File() != "" {
		all = append(all, other{name: "the template at git's HEAD", rev: "HEAD"}, other{name: "the template on disk", disk: true})
	}
	now := ""
	if v.result != nil {
		now = v.result.Profile
	}
	for _, p := range v.o.Agents.Profiles() {
		if name := profile.FullName(p); name != now {
			all = append(all, other{name: name, profile: name})
		}
	}
	for _, name := range v.saved {
		all = append(all, other{name: name, saved: name})
	}
	for _, c := range v.kept {
		all = append(all, conversation(c))
	}
	return all
}

func conversation(c session.Summary) other { return other{name: "conversation " + c.ID, kept: c.ID} }

// chosen is the index of what was chosen, 0 once that is not to be had any more.
func (v *View) chosen(all []other) int { return max(slices.Index(all, v.other), 0) }

func (v *View) next(step int) {
	all := v.others()
	v.other = all[(v.chosen(all)+step+len(all))%len(all)]
}

// from is what the difference is made of.
type from struct {
	revision uint64 // of the result
	asked    uint64
	with     other
}

// make compares the result with what was chosen, unless that is shown already.
// Both sides are built again, in one moment and without the workbench's own memory.
func (v *View) make() tea.Cmd {
	if v.result == nil {
		return nil
	}
	all := v.others()
	with := all[v.chosen(all)]
	if v.bench == nil || v.benchOf != v.asked {
		v.bench, v.benchOf = engine.New(v.o.World, engine.WithAgents(v.o.Agents)), v.asked
	}
	s := sides{bench: v.bench, world: v.o.World, store: v.o.Sessions, load: v.o.Load, request: v.request, file: facts.Slash(v.o.File())}
	return v.diff.Make(from{v.result.Revision, v.asked, with}, func(ctx context.Context) view.Made { return s.made(ctx, with) })
}

// made makes what is shown of a comparison. It may block.
func (s sides) made(ctx context.Context, with other) view.Made {
	m := view.Made{Head: []string{"against " + with.name}}
	a, b, notes, err := s.of(ctx, with)
	if err != nil {
		m.Head = append(m.Head, err.Error())
		return m
	}
	if note := report.DayNote(s.world); note != "" {
		notes = append(notes, note)
	}
	d := report.DiffOf(a, b, notes...)
	m.Head = append(m.Head, report.DiffSummary(d)...)
	for _, block := range d.Blocks {
		m.Notes = append(m.Notes, report.BlockChange(block))
	}
	// The first two lines name the sides: the head says them.
	if lines := strings.SplitN(d.Diff, "\n", 3); len(lines) == 3 {
		m.Text = strings.TrimSuffix(lines[2], "\n")
	}
	return m
}

// Choose asks what to compare with and shows the difference. The conversations
// come into the list when their store has answered.
func (v *View) Choose() tea.Cmd {
	var items []dialog.Item
	for _, o := range v.others() {
		if o.kept == "" {
			items = append(items, item(o))
		}
	}
	items = append(items, dialog.Item{Label: "a saved render…", Detail: "a file that `galley render` wrote", Value: other{}})
	open := dialog.NewList("Compare with", "", items, func(item dialog.Item) tea.Cmd {
		if with := item.Value.(other); with != (other{}) {
			return v.compareWith(with)
		}
		return v.host.AskPath("Compare with a saved render", v.compareWithSaved)
	})
	v.host.Open(open)
	store := v.o.Sessions
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		list, err := store.List(context.Background())
		return conversationsMsg{open, list, err}
	}
}

// conversationsMsg brings the conversations to the list of what to compare with.
type conversationsMsg struct {
	open *dialog.List
	list []session.Summary
	err  error
}

func (v *View) took(msg conversationsMsg) {
	if msg.err != nil {
		v.host.Warn(words.Reason(msg.err))
		return
	}
	v.kept = msg.list
	for _, c := range msg.list {
		item := item(conversation(c))
		item.Detail = fmt.Sprintf("its kept prompt: %s, version %d of %s", c.Profile, c.Version, c.Built.Local().Format("2 Jan 15:04"))
		msg.open.Append(item)
	}
}

func item(o other) dialog.Item {
	item := dialog.Item{Label: o.name, Value: o}
	switch {
	case o.profile != "":
		item.Detail = "another agent's prompt"
	case o.saved != "":
		item.Detail = "a saved render"
	}
	return item
}

func (v *View) compareWith(with other) tea.Cmd {
	v.other = with
	return v.host.Show(v.Title())
}

// compareWithSaved compares with a file, which is offered from then on.
func (v *View) compareWithSaved(name string) tea.Cmd {
	if !slices.Contains(v.saved, name) {
		v.saved = append(v.saved, name)
	}
	return v.compareWith(other{name: name, saved: name})
}
