// Package rules is the tab of the preview about the discovery of rules. On the left it shows the
// agents and how much they load. On the right it shows every place where the chosen agent looks
// for rules, grouped by outcome, with the full reason. It can also show all agents side by side.
// The discoveries run in the background.
package rules

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/list"
	"galley/ui/view"
	"galley/ui/words"
)

// Options configure the tab.
type Options struct {
	World  facts.World
	Agents *agent.Registry // nil means the agents that galley follows
	// Watch watches the files that the discoveries have looked for. If it is nil, discovery runs
	// again at every [view.Changed].
	Watch *facts.Watch
	// Request returns the request, which says where and how agents look.
	Request func() engine.Request
	// Hint returns the key of an action, or ""; it may be nil.
	Hint func(keymap.Action) string
	// Misnamed returns the files whose names are almost a name for which the agent looks.
	// Secrets in the names are masked. The list has only the files found so far. Misnamed may
	// be nil.
	Misnamed func(agent string) []string
}

// View is the tab. [New] makes it.
type View struct {
	host   view.Host
	o      Options
	traces []*discovery.Trace // with secrets masked
	found  []*discovery.Trace // with secrets unmasked
	real   map[string]string  // the real path of each file, by its path on the screen
	bare   bool               // whether secrets are shown
	rows   []row              // the rows of the shown agent
	matrix bool               // whether all agents are shown side by side
	table  discovery.Matrix
	counts []count // for each trace
	agent  int     // the index of the chosen agent in traces
	kept   int     // the agent to which Return goes back
	wanted string  // the agent asked for by name, or ""
	whose  string  // the agent whose prompt the workbench shows
	list   list.List
	agents list.List
	at     places

	unsaved []facts.Unsaved // the unsaved texts from which the newest prompt was made
	stale   bool            // whether the unsaved texts differ from those of the traces

	asked  uint64             // the number of discoveries that were started
	cancel context.CancelFunc // cancels the running discovery
}

// actions has the function that the view calls for each of its keys.
var actions = view.Actions[*View]{
	{keymap.Jump, (*View).open},
	{keymap.NextAgent, view.Now(func(v *View) { v.next(1) })},
	{keymap.PrevAgent, view.Now(func(v *View) { v.next(-1) })},
	{keymap.ChooseAgent, view.Now((*View).chooseAgent)},
	{keymap.AllAgents, view.Now((*View).toggleMatrix)},
	{keymap.ReadRule, (*View).readIt},
	{keymap.EditRule, (*View).edit},
}

// New returns the tab before the first discovery.
func New(host view.Host, o Options) *View {
	if o.Hint == nil {
		o.Hint = func(keymap.Action) string { return "" }
	}
	v := &View{host: host, o: o}
	v.list.Skip = func(i int) bool { return !v.matrix && i < len(v.rows) && v.rows[i].heading != "" }
	return v
}

// Title implements [view.View].
func (v *View) Title() string { return "Rules" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action { return actions.Keys() }

// Hints implements [view.View].
func (v *View) Hints() []view.Hint {
	enter := "edit"
	if e, ok := v.selected(); ok && e.ref == nil && e.missing() {
		enter = "create"
	}
	return []view.Hint{
		{Action: keymap.Jump, Word: enter}, {Action: keymap.ReadRule, Word: "read"}, {Action: keymap.NextAgent, Word: "next agent"},
		{Action: keymap.ChooseAgent, Word: "choose agent"}, {Action: keymap.AllAgents, Word: "all agents"},
	}
}

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.list.Place() }

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	switch msg := msg.(type) {
	case view.Reveal:
		if msg.Match.Row < 0 {
			v.choose(-1 - msg.Match.Row)
			return v, nil
		}
	case view.Keep:
		v.kept = v.agent
	case view.Return:
		if v.agent != v.kept {
			v.choose(v.kept)
		}
	case view.Scroll:
		if v.at.agents.has(msg.X, msg.Y) {
			v.agents.Scroll(msg.Rows)
			return v, nil
		}
	}
	switch msg := msg.(type) {
	case view.Result:
		if !slices.Equal(v.unsaved, msg.Request.Unsaved) {
			v.unsaved, v.stale = msg.Request.Unsaved, true
		}
		if name, _, _ := strings.Cut(msg.Result.Profile, "@"); name != v.whose {
			if v.whose = name; len(v.found) > 0 {
				v.found = v.ordered(v.found)
				v.setTraces(v.shown())
			}
			if known := func(t *discovery.Trace) bool { return t.Agent == name }; v.empty() || slices.ContainsFunc(v.traces, known) {
				v.show(name)
			}
		}
	case view.Shown:
		if v.empty() || v.stale {
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
		return v, v.click(msg)
	case keymap.Action:
		return v, actions.Do(v, msg)
	case discoveredMsg:
		v.discovered(msg)
	case changedMsg:
		return v, v.changed(msg)
	case readMsg:
		return v, v.read(msg)
	case costMsg:
		return v, v.askMake(msg)
	case foundMsg:
		if msg.err != nil {
			v.host.Warn(v.mask(words.Reason(msg.err)))
			return v, nil
		}
		return v, v.host.Edit(msg.path, msg.line, msg.column)
	default:
		view.ReadList(&v.list, msg)
	}
	return v, nil
}

// setTraces shows new traces. The chosen agent and the row of the bar stay the same.
func (v *View) setTraces(traces []*discovery.Trace) {
	name, first := v.Agent(), v.empty()
	under := ""
	if e, ok := v.selected(); ok && e.ref == nil {
		under = e.Path
	}
	if v.wanted != "" {
		name, first, v.wanted = v.wanted, true, ""
	}
	v.traces, v.table, v.counts = traces, discovery.NewMatrix(traces), counted(traces)
	v.agent = max(slices.IndexFunc(traces, func(t *discovery.Trace) bool { return t.Agent == name }), 0)
	v.agents.SetRows(len(traces), v.agent)
	if v.arrange(); first {
		v.goFirst()
		return
	}
	// A file that has just been made moves to another group. Keep the bar on it.
	if i := slices.IndexFunc(v.rows, func(r row) bool { return r.candidate != nil && r.reference == nil && r.candidate.Path == under }); i >= 0 {
		v.list.GoTo(i)
	}
}

// empty reports whether the first result has not arrived yet.
func (v *View) empty() bool { return len(v.traces) == 0 }

// trace returns the trace on screen, or nil before the first result.
func (v *View) trace() *discovery.Trace {
	if v.agent >= len(v.traces) {
		return nil
	}
	return v.traces[v.agent]
}

// Agent returns the name of the agent on screen, or "" before the first result.
func (v *View) Agent() string {
	if t := v.trace(); t != nil {
		return t.Agent
	}
	return ""
}

// next shows the agent that comes a number of places later in the list.
func (v *View) next(step int) {
	if n := len(v.traces); n > 0 {
		v.choose((v.agent + step + n) % n)
	}
}

// choose shows an agent by its index.
func (v *View) choose(agent int) {
	v.agent = agent
	v.agents.GoTo(agent)
	if v.matrix {
		return // the rows stay the same, and only another column is chosen
	}
	v.arrange()
	v.goFirst()
}

// show shows the agent with the given name. If the first result has not arrived, it does so
// later.
func (v *View) show(name string) {
	i := slices.IndexFunc(v.traces, func(t *discovery.Trace) bool { return t.Agent == name })
	if i < 0 {
		v.wanted = name
		return
	}
	v.wanted = ""
	v.choose(i)
}

// toggleMatrix switches between one agent and all agents side by side with a row for each file.
func (v *View) toggleMatrix() {
	v.matrix = !v.matrix
	v.arrange()
	v.goFirst()
}

// entry is the subject of a row: a candidate, or a reference in a candidate.
type entry struct {
	discovery.Candidate
	ref *discovery.Import // nil for the candidate itself
}

// selected returns the entry under the bar. The second result is false if the bar is on a note.
func (v *View) selected() (entry, bool) {
	i, ok := v.list.Bar()
	switch {
	case !ok:
		return entry{}, false
	case v.matrix:
		return v.cellEntry(i)
	case v.rows[i].elsewhere != nil:
		return someEntry(v.rows[i].elsewhere)
	case v.rows[i].candidate == nil:
		return entry{}, false
	}
	e := entry{Candidate: *v.rows[i].candidate}
	if r := v.rows[i].reference; r != nil {
		e.ref = &r.Import
	}
	return e, true
}

// Extent implements [view.View].
func (v *View) Extent() view.Extent { return view.ListExtent(&v.list) }

// Selected implements [view.View]. It returns the path of the file under the bar as the screen
// shows it.
func (v *View) Selected() (text, what string) {
	e, ok := v.selected()
	if !ok {
		return "", ""
	}
	if e.ref != nil {
		return e.ref.Path, "the path"
	}
	return e.Shown, "the path"
}

// Search implements [view.View]. It searches the rows of the shown agent: the names of files,
// references and notes. The names of agents follow, so that a user who types a file's name does
// not choose another agent on the way. A match in an agent's name has a negative row.
func (v *View) Search(m *search.Matcher) []view.Match {
	found := view.SearchRows(m, v.length(), func(i int) string {
		if v.matrix {
			return v.table.Rows[i].Shown()
		}
		return v.rows[i].text()
	})
	for _, agent := range view.SearchRows(m, len(v.traces), func(i int) string { return v.traces[i].Agent }) {
		agent.Row = -1 - agent.Row
		found = append(found, agent)
	}
	return found
}
