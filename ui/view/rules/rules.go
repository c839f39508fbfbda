// Package rules is the preview's tab of rule discovery: for one agent, every place
// that it looks at from here, in its order, with what became of it and why; or all
// agents side by side.
package rules

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/list"
	"galley/ui/view"
	"galley/ui/words"
)

// Options are what the tab looks at.
type Options struct {
	World  facts.World
	Agents *agent.Registry // nil: those that galley follows
	// Watch watches what discovery asked; nil: it is made again whenever
	// [view.Changed] tells of a change.
	Watch *facts.Watch
	// Request says where and how to look.
	Request func() engine.Request
}

// View is the tab. It is made by [New].
type View struct {
	host   view.Host
	o      Options
	traces []*discovery.Trace // as they are shown
	found  []*discovery.Trace // as they are: values that might be secret are in them
	real   map[string]string  // the paths of files, by those that are shown
	bare   bool               // values are shown as they are
	rows   []row              // of the agent on screen
	matrix bool               // all agents side by side, in place of the rows
	table  discovery.Matrix
	agent  int
	list   list.List

	asked  uint64             // how often discovery was asked for
	cancel context.CancelFunc // of the discovery that runs
}

// row is a candidate, one of the references in it, or a note at the end.
type row struct {
	candidate *discovery.Candidate
	reference *report.ImportRow // nil: the candidate itself
	note      string
}

// New returns the tab before it has looked.
func New(host view.Host, o Options) *View { return &View{host: host, o: o} }

// Title implements [view.View].
func (v *View) Title() string { return "Rules" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action {
	return []keymap.Action{keymap.Jump, keymap.NextAgent, keymap.PrevAgent, keymap.AllAgents, keymap.EditRule}
}

// Hints implements [view.View].
func (v *View) Hints() []view.Hint {
	return []view.Hint{
		{Action: keymap.Jump, Word: "read it"}, {Action: keymap.NextAgent, Word: "next agent"}, {Action: keymap.AllAgents, Word: "all agents"}, {Action: keymap.EditRule, Word: "edit"},
	}
}

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.list.Place() }

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	if view.ReadList(&v.list, msg) {
		return v, nil
	}
	switch msg := msg.(type) {
	case view.Shown:
		if v.empty() {
			return v, v.discover()
		}
	case view.Changed:
		if !v.empty() && (msg.ByUser || v.o.Watch == nil) {
			return v, v.discover()
		}
	case view.Mask:
		if v.bare == msg.On {
			v.bare = !msg.On
			v.setTraces(v.shown())
		}
	case view.Agent:
		v.show(msg.Name)
	case view.Click:
		if v.list.Click(msg.Y-headRows) && msg.Count == 2 {
			return v, v.open()
		}
	case keymap.Action:
		return v, v.do(msg)
	case discoveredMsg:
		v.discovered(msg)
	case changedMsg:
		return v, v.changed(msg)
	case readMsg:
		return v, v.read(msg)
	case foundMsg:
		if msg.err != nil {
			v.host.Warn(v.mask(words.Reason(msg.err)))
			return v, nil
		}
		return v, v.host.Edit(msg.path, msg.line, msg.column)
	}
	return v, nil
}

func (v *View) do(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Jump:
		return v.open()
	case keymap.NextAgent:
		v.next(1)
	case keymap.PrevAgent:
		v.next(-1)
	case keymap.AllAgents:
		v.toggleMatrix()
	case keymap.EditRule:
		return v.edit()
	}
	return nil
}

// arrange makes the rows of the agent on screen.
func (v *View) arrange() {
	defer func() {
		bar, _ := v.list.Bar()
		v.list.SetRows(v.length(), bar)
	}()
	v.rows, v.table = nil, discovery.Matrix{}
	t := v.trace()
	if t == nil {
		return
	}
	if v.matrix {
		v.table = discovery.NewMatrix(v.traces)
		return
	}
	for _, c := range t.ByKind() {
		v.rows = append(v.rows, row{candidate: c})
		for _, r := range report.ImportRows(c.Imports) {
			v.rows = append(v.rows, row{candidate: c, reference: &r})
		}
	}
	for _, note := range t.Notes {
		v.rows = append(v.rows, row{note: note})
	}
}

// length is how many rows there are.
func (v *View) length() int {
	if v.matrix {
		return len(v.table.Rows)
	}
	return len(v.rows)
}

// goFirst puts the bar on what is loaded first, else on the first row.
func (v *View) goFirst() {
	v.list.First()
	for i, r := range v.rows {
		if r.candidate != nil && r.candidate.Verdict == discovery.Loaded {
			v.list.GoTo(i)
			return
		}
	}
}

// setTraces shows what the agents found; the agent and the bar stay where they
// are.
func (v *View) setTraces(traces []*discovery.Trace) {
	name, first := "", v.empty()
	if t := v.trace(); t != nil {
		name = t.Agent
	}
	v.traces = traces
	v.agent = 0
	for i, t := range traces {
		if t.Agent == name {
			v.agent = i
		}
	}
	if v.arrange(); first {
		v.goFirst()
	}
}

// empty reports whether nothing has been found out yet.
func (v *View) empty() bool { return len(v.traces) == 0 }

// trace returns the trace on screen, nil when there is none.
func (v *View) trace() *discovery.Trace {
	if v.agent >= len(v.traces) {
		return nil
	}
	return v.traces[v.agent]
}

// Agent names the agent on screen, "" before anything was found out.
func (v *View) Agent() string {
	if t := v.trace(); t != nil {
		return t.Agent
	}
	return ""
}

// next shows another agent.
func (v *View) next(step int) {
	if n := len(v.traces); n > 0 {
		v.agent = (v.agent + step + n) % n
		if v.matrix {
			return // another column of the same rows
		}
		v.arrange()
		v.goFirst()
	}
}

// show shows an agent by its name.
func (v *View) show(name string) {
	for i, t := range v.traces {
		if t.Agent == name {
			v.agent = i
			v.arrange()
			v.goFirst()
		}
	}
}

// toggleMatrix shows all agents side by side, a row for each file and a column for
// each agent, or goes back to one agent.
func (v *View) toggleMatrix() {
	v.matrix = !v.matrix
	v.arrange()
	v.goFirst()
}

// entry is what the bar stands on: a candidate, or one of the references in it.
type entry struct {
	discovery.Candidate
	ref *discovery.Import // nil: the candidate itself
}

// selected returns the entry under the bar; false on a note.
func (v *View) selected() (entry, bool) {
	i, ok := v.list.Bar()
	switch {
	case !ok:
		return entry{}, false
	case v.matrix:
		return v.cellEntry(i)
	case v.rows[i].candidate == nil:
		return entry{}, false
	}
	e := entry{Candidate: *v.rows[i].candidate}
	if r := v.rows[i].reference; r != nil {
		e.ref = &r.Import
	}
	return e, true
}

// Search implements [view.View]; it looks at the files' names, the references and
// the notes.
func (v *View) Search(m *search.Matcher) []view.Match {
	return view.SearchRows(m, v.length(), func(i int) string {
		switch {
		case v.matrix:
			return v.table.Rows[i].Shown()
		case v.rows[i].candidate == nil:
			return v.rows[i].note
		case v.rows[i].reference != nil:
			return v.rows[i].reference.Import.Ref
		default:
			return v.rows[i].candidate.Shown
		}
	})
}
