// Package diff is the tab of the preview that compares the prompt with another one. The other
// prompt is that of another profile, of a git revision, of the template at HEAD or on disk, a
// saved render, or the stored prompt of a conversation. It is built in the background.
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
	"galley/ui/highlight"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/viewer"
	"galley/ui/words"
)

// Options configure the tab.
type Options struct {
	Cell     cell.Options
	World    facts.World
	Agents   *agent.Registry // nil means the agents that galley follows
	Sessions *session.Store  // nil if no conversations are stored
	// File returns the template's path, or "" if it is not on disk.
	File func() string
	// Load reads the template as it is on disk. It may block.
	Load func(path string) (*document.Document, error)
}

// Tab compares the prompt with one other prompt at a time. [New] makes it.
type Tab struct {
	host    view.Host
	view    *view.OneOf
	o       Options
	diff    *view.Derived
	result  *engine.Result
	request engine.Request
	other   other             // the prompt to compare with, one of [Tab.others]
	saved   []string          // paths of saved renders that the user named
	kept    []session.Summary // the conversations at the time of the last list
	revs    []string          // the git revisions at the time of the last list, and those that the user typed
	// bench builds both sides. It is not the workbench's own engine, because the caches of that
	// engine are for the next key press. bench is made again when files may have changed.
	bench   *engine.Workbench
	asked   uint64 // how many times files may have changed
	benchOf uint64 // the value of asked when bench was made
}

// New returns the tab without a prompt.
func New(host view.Host, o Options) *Tab {
	paint := func(line string, st *style.Styles) (cell.Style, bool) { return dialog.DiffLook(line)(st), true }
	v := &Tab{host: host, o: o, diff: view.NewDerived(viewer.Options{Cell: o.Cell, Lang: highlight.Plain, Paint: paint})}
	v.view = view.NewOneOf("Diff", host, v.diff, v)
	return v
}

// View returns the view that the pane shows.
func (v *Tab) View() view.View { return v.view }

// other is something with which to compare the prompt. name is always set, and at most one of
// the other fields.
type other struct {
	name    string
	profile string // another profile
	rev     string // the template at a revision
	disk    bool   // the template as it is on disk
	saved   string // the path of a saved render
	kept    string // the id of a conversation
	past    string // the git revision whose files make the prompt
}

// Chosen implements [view.Choice].
func (v *Tab) Chosen() (place, of int) {
	all := v.others()
	return v.chosen(all), len(all)
}

// Step implements [view.Choice].
func (v *Tab) Step(step int) {
	all := v.others()
	v.other = all[(v.chosen(all)+step+len(all))%len(all)]
}

// Outdated implements [view.Choice]. The earlier comparison remains until the next one is made.
func (v *Tab) Outdated() {}

// Take implements [view.Choice].
func (v *Tab) Take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case view.Result:
		v.result, v.request = msg.Result, msg.Request
	case view.Changed, view.Saved:
		v.asked++
	case conversationsMsg:
		v.took(msg)
	case revisionsMsg:
		v.tookRevisions(msg)
	}
	return nil
}

// others returns what the prompt can be compared with: earlier versions of the template, the other
// profiles, the saved renders, and the conversations.
func (v *Tab) others() []other {
	var all []other
	if v.o.File() != "" {
		all = append(all, other{name: "the template at git's HEAD", rev: "HEAD"}, other{name: "the template on disk", disk: true})
	}
	earlier, now := len(all), ""
	if v.result != nil {
		now = v.result.Profile
	}
	for _, p := range v.o.Agents.Profiles() {
		if name := profile.FullName(p); name != now {
			all = append(all, other{name: name, profile: name})
		}
	}
	// The first entry is the default, so it stays first.
	all = slices.Insert(all, min(max(earlier, 1), len(all)), past("HEAD"))
	for _, rev := range v.revs {
		all = append(all, past(rev))
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

// chosen returns the index of the prompt that was chosen, or 0 if it is no longer in the list.
func (v *Tab) chosen(all []other) int { return max(slices.Index(all, v.other), 0) }

// from holds what a diff is made from.
type from struct {
	revision uint64 // the revision of the result
	asked    uint64
	with     other
}

// Make implements [view.Choice]. It compares the result with the chosen prompt. It builds both
// prompts at the same time, with an engine that is not used for anything else.
func (v *Tab) Make() tea.Cmd {
	if v.result == nil {
		return nil
	}
	all := v.others()
	with := all[v.chosen(all)]
	if v.bench == nil || v.benchOf != v.asked {
		v.bench, v.benchOf = engine.New(v.o.World, engine.WithAgents(v.o.Agents)), v.asked
	}
	s := sides{agents: v.o.Agents, bench: v.bench, world: v.o.World, store: v.o.Sessions, load: v.o.Load, request: v.request, file: facts.Slash(v.o.File())}
	return v.diff.Make(from{v.result.Revision, v.asked, with}, func(ctx context.Context) view.Made { return s.makeText(ctx, with) })
}

// makeText returns the text of a comparison. It may block.
func (s sides) makeText(ctx context.Context, with other) view.Made {
	title := "against " + with.name
	if with.profile == profile.Default {
		title = "against the template alone"
	}
	m := view.Made{Head: []string{title}}
	sides, err := s.of(ctx, with)
	if err != nil {
		m.Head = append(m.Head, err.Error())
		return m
	}
	notes := sides.notes
	if note := report.DayNote(s.world); note != "" {
		notes = append(notes, note)
	}
	var d report.Diff
	if sides.agents {
		d = report.AgentsDiffOf(sides.was, sides.now, facts.Slash(s.request.Cwd), notes...)
	} else {
		d = report.DiffOf(sides.was, sides.now, notes...)
	}
	m.Notes = report.DiffSummary(d) // in full, because the head may not have room for all
	m.Head = append(m.Head, m.Notes...)
	if sides.agents {
		d.Blocks = nil
	}
	for _, block := range d.Blocks {
		m.Notes = append(m.Notes, report.BlockChange(block))
	}
	// Leave out the first two lines, which name the sides, because the head names them too.
	if lines := strings.SplitN(d.Text(), "\n", 3); len(lines) == 3 {
		m.Text = strings.TrimSuffix(lines[2], "\n")
	}
	return m
}

// Choose asks which prompt to compare with, and shows the diff. It adds the conversations to the
// list when the store has answered.
func (v *Tab) Choose() tea.Cmd {
	var items []dialog.Item
	for _, o := range v.others() {
		if o.kept == "" && (o.past == "" || o.past == "HEAD") {
			items = append(items, item(o))
		}
	}
	items = append(items, dialog.Item{Label: "a saved render…", Detail: "a file that `galley render` wrote", Value: other{}})
	items = append(items, dialog.Item{Label: "a revision…", Detail: "a branch, a tag or a commit, with all its rule files", Value: other{past: typedRevision}})
	open := dialog.NewList("Compare with", "", items, func(item dialog.Item) tea.Cmd {
		switch with := item.Value.(other); {
		case with.past == typedRevision:
			return v.chooseRevision()
		case with != (other{}):
			return v.compareWith(with)
		}
		return v.host.AskPath("Compare with a saved render", "", v.compareWithSaved)
	})
	v.host.Open(open)
	store := v.o.Sessions
	if store == nil {
		return v.listRevisions(open)
	}
	return tea.Batch(v.listRevisions(open), func() tea.Msg {
		list, err := store.List(context.Background())
		return conversationsMsg{open, list, err}
	})
}

// conversationsMsg carries the conversations for an open list.
type conversationsMsg struct {
	open *dialog.List
	list []session.Summary
	err  error
}

func (v *Tab) took(msg conversationsMsg) {
	if msg.err != nil {
		v.host.Warn(words.Reason(msg.err))
		return
	}
	v.kept = msg.list
	for _, c := range msg.list {
		item := item(conversation(c))
		item.Detail = fmt.Sprintf("its stored prompt: %s, version %d of %s", c.Profile, c.Version, c.Built.Local().Format("2 Jan 15:04"))
		msg.open.Append(item)
	}
}

func item(o other) dialog.Item {
	item := dialog.Item{Label: o.name, Value: o}
	switch {
	case o.profile == profile.Default:
		item.Detail = "no agent: the template alone"
	case o.profile != "":
		item.Detail = "another agent's prompt"
	case o.saved != "":
		item.Detail = "a saved render"
	case o.past != "":
		item.Detail = "all rule files and the template as in that revision"
	case o.rev != "":
		item.Detail = "only the template of the last commit, with today's rule files"
	case o.disk:
		item.Detail = "the template without its unsaved changes"
	}
	return item
}

func (v *Tab) compareWith(with other) tea.Cmd {
	v.other = with
	return v.host.Show(v.view.Title())
}

// compareWithSaved compares the prompt with a file, and adds the file to the prompts in the list
// of comparisons.
func (v *Tab) compareWithSaved(name string) tea.Cmd {
	if !slices.Contains(v.saved, name) {
		v.saved = append(v.saved, name)
	}
	return v.compareWith(other{name: name, saved: name})
}
