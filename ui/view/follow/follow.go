// Package follow is the tab of the preview about a session: which rules are loaded as the session
// reaches files, what its sub-agents get, what remains after compaction, what was in finished
// sessions, how other agents can read a rule, and what a branch changes. Each of these steps is a
// stack of levels: Enter goes from a row to the level below it, and Back returns.
package follow

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/facts"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
)

// Options configure the tab.
type Options struct {
	Cell   cell.Options
	World  facts.World
	Agents *agent.Registry // nil means the agents that galley follows
	// Request returns the current request, whose directory and options the pages use.
	Request func() engine.Request
	// Open returns the path of the rule file in the editor pane, or "" for the
	// template. It may be nil.
	Open func() string
	// Hint returns the label of an action's key, or "". It may be nil.
	Hint func(keymap.Action) string
}

// View is the tab. [New] makes it.
type View struct {
	host  view.Host
	o     Options
	stack map[keymap.Action][]*level // the levels of each step, the outermost first
	at    keymap.Action              // the step on screen, or "" for the list of steps
	menu  *level
	agent string   // the agent that the user chose
	whose string   // the agent whose prompt the workbench shows
	paths []string // the absolute paths of the walk
	rule  string   // the file to transfer, absolute, or ""
	wrote bool     // whether a transfer was written in this session, so that it can be undone
	to    []string // the agents that shall read the rule file after a transfer
	rev   string   // the revision to compare the branch with, or "" for the default

	everywhere bool  // whether sessions of other projects are listed too
	marked     *side // the side to compare with the next one that the user marks
	hidden     bool  // whether another tab is shown

	result  *engine.Result
	capture *capture.Capture // capture is the capture from which the result was made, or nil
	unsaved []facts.Unsaved  // the texts from which the newest prompt was made
	asked   uint64           // how many times files may have changed
	looks   view.Looks
}

// Rule chooses the rule file to transfer, by its absolute path.
type Rule struct{ Path string }

// New returns the tab before it has any page.
func New(host view.Host, o Options) *View {
	v := &View{host: host, o: o, stack: map[keymap.Action][]*level{}, looks: view.Looks{Wrap: true, Cell: o.Cell}}
	v.menu = v.newLevel(menu())
	return v
}

// Title implements [view.View].
func (v *View) Title() string { return "Follow" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action {
	keys := append([]keymap.Action{keymap.Jump, keymap.EditRule, keymap.ExportPage}, Steps()...)
	l := v.level()
	if l != v.menu {
		keys = append(keys, keymap.Back)
	}
	if l.subject.ofAgent {
		keys = append(keys, keymap.NextAgent, keymap.PrevAgent, keymap.ChooseAgent)
	}
	for action := range l.subject.does {
		keys = append(keys, action)
	}
	return keys
}

// Hints implements [view.View].
func (v *View) Hints() []view.Hint {
	l := v.level()
	hints := slices.DeleteFunc(slices.Clone(l.subject.hints), func(h view.Hint) bool { return !v.can(h.Action) })
	if l.subject.ofAgent {
		hints = append(hints, view.Hint{Action: keymap.NextAgent, Word: "next agent"})
	}
	if l != v.menu {
		hints = append(hints, view.Hint{Action: keymap.Back, Word: "back"})
	}
	return hints
}

// can reports whether an action has an effect on the shown level or on the row under the bar.
func (v *View) can(action keymap.Action) bool {
	l := v.level()
	r, ok := l.current()
	switch action {
	case keymap.Jump:
		return ok && !l.reads() && r.enter != nil
	case keymap.EditRule:
		return ok && facts.IsAbs(r.path)
	case keymap.RemovePath:
		return ok && slices.Contains(v.paths, r.path)
	case keymap.Mark:
		return ok && r.agent != ""
	case keymap.TakeBack:
		return v.wrote
	case keymap.CompareProfiles: // if some rows have a side, only these can be compared
		return ok && r.side != nil || !slices.ContainsFunc(l.page.rows, func(r row) bool { return r.side != nil })
	case keymap.Write:
		return l.page.plan != nil
	}
	return true
}

// Crumb implements [view.View].
func (v *View) Crumb() string {
	if l := v.level(); l.reads() {
		return l.text.Place()
	}
	return v.level().list.Place()
}

// Extent implements [view.View].
func (v *View) Extent() view.Extent {
	if l := v.level(); l.reads() {
		return view.ExtentOf(l.text)
	}
	return view.ListExtent(&v.level().list)
}

// Selected implements [view.View]. It returns the selected part of a text, or the name of the row
// under the bar.
func (v *View) Selected() (text, what string) {
	l := v.level()
	if l.reads() {
		return l.text.Selected(), view.Selection
	}
	if r, ok := l.current(); ok {
		return r.name, "the name"
	}
	return "", ""
}

// Search implements [view.View].
func (v *View) Search(m *search.Matcher) []view.Match {
	l := v.level()
	if l.reads() {
		return view.SearchText(l.text.Search(m))
	}
	return view.SearchRows(m, len(l.page.rows), func(i int) string { return l.page.rows[i].searchText() })
}

// level returns the level that is shown.
func (v *View) level() *level {
	if all := v.stack[v.at]; len(all) > 0 {
		return all[len(all)-1]
	}
	return v.menu
}

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	for l := range v.levels {
		if again, ok := l.took(msg); ok {
			return v, v.came(l, again)
		}
	}
	l := v.level()
	switch msg := msg.(type) {
	case view.Result:
		if !slices.Equal(v.unsaved, msg.Request.Unsaved) {
			v.unsaved = msg.Request.Unsaved
			v.asked++
		}
		v.result, v.capture = msg.Result, msg.Request.Capture
		if name, _, _ := strings.Cut(msg.Result.Profile, "@"); name != v.whose {
			v.agent, v.whose = name, name
		}
	case view.Changed, view.Saved:
		v.asked++
	case view.Agent:
		v.agent = msg.Name
	case view.Looks:
		v.looks = msg
		for l := range v.levels {
			view.ReadText(l.text, msg)
		}
	case view.Click:
		if l.click(msg) {
			return v, v.enter()
		}
	case view.Shown:
		v.hidden = false
		return v, v.make()
	case view.Hidden:
		v.hidden = true
	case doneMsg:
		return v, v.done(msg)
	case Rule:
		if msg.Path != v.chosenRule() { // another file starts without marks
			v.to = nil
		}
		v.rule = msg.Path
		for l := range v.levels {
			if l.subject.came != nil {
				l.subject.came(v, l)
			}
		}
	case pollMsg:
		if msg.of.polling = false; msg.of == v.level() && !v.hidden {
			msg.of.making.Forget()
			return v, v.make()
		}
	case keymap.Action:
		return v, tea.Batch(v.do(msg), v.make())
	default:
		if _, moves := msg.(view.Move); moves && len(l.page.rows) == 0 && l.making.Running() {
			v.host.Say("The list is still being made")
			break
		}
		l.update(msg)
	}
	return v, nil
}

// came is called when the page of a level has been made. again reports that the page must be
// made once more.
func (v *View) came(l *level, again bool) tea.Cmd {
	if l.subject.came != nil {
		l.subject.came(v, l)
	}
	if again && l == v.level() {
		return v.make()
	}
	return nil
}

// levels yields all levels, including those that are not shown.
func (v *View) levels(yield func(*level) bool) {
	if !yield(v.menu) {
		return
	}
	for _, all := range v.stack {
		for _, l := range all {
			if !yield(l) {
				return
			}
		}
	}
}

// make makes the page of the shown level unless it is up to date.
func (v *View) make() tea.Cmd {
	l := v.level()
	from := from{}
	if !l.subject.fixed {
		from.asked = v.asked
	}
	if l.subject.ofAgent {
		from.agent = v.chosen()
	}
	if l.subject.of != nil {
		from.of = l.subject.of(v)
	}
	made := l.making.Make(from, l.subject.make(v))
	if l.subject.polls && !l.polling {
		l.polling = true
		return tea.Batch(made, poll(l))
	}
	return made
}

// from has the values from which a page is made.
type from struct {
	asked uint64
	agent string
	of    any
}

// do runs an action on the level that is shown.
func (v *View) do(action keymap.Action) tea.Cmd {
	if do := v.level().subject.does[action]; do != nil {
		return do(v)
	}
	switch action {
	case keymap.ExportPage:
		return v.export()
	case keymap.Jump:
		return v.enter()
	case keymap.EditRule:
		if r, ok := v.level().current(); ok && facts.IsAbs(r.path) {
			return v.host.Edit(r.path, 1, 1)
		}
		v.host.Say("The chosen row is not a file")
	case keymap.Back:
		v.back()
	case keymap.NextAgent:
		v.next(1)
	case keymap.PrevAgent:
		v.next(-1)
	case keymap.ChooseAgent:
		v.chooseAgent()
	default:
		v.show(action)
	}
	return nil
}

// show shows a step at its last level. If the step is already shown, it shows the step's outermost
// level.
func (v *View) show(step keymap.Action) {
	for _, s := range steps() {
		if s.action != step {
			continue
		}
		if v.at == step {
			for _, l := range v.stack[step][1:] {
				l.making.Cancel()
			}
			v.stack[step] = v.stack[step][:1]
		} else if len(v.stack[step]) == 0 {
			v.stack[step] = []*level{v.newLevel(s.subject)}
		}
		v.at = step
	}
}

// into adds a level and shows it.
func (v *View) into(s subject) {
	v.stack[v.at] = append(v.stack[v.at], v.newLevel(s))
}

// enter runs the action of Enter for the row under the bar.
func (v *View) enter() tea.Cmd {
	l := v.level()
	if r, ok := l.current(); ok && !l.reads() && r.enter != nil {
		return tea.Batch(r.enter(v), v.make())
	}
	return nil
}

// back returns to the level above, or from the outermost level to the list of steps.
func (v *View) back() {
	all := v.stack[v.at]
	if len(all) < 2 {
		v.at = ""
		return
	}
	all[len(all)-1].making.Cancel()
	v.stack[v.at] = all[:len(all)-1]
}

// chosen returns the agent whose discovery is shown: the agent of the shown prompt if galley knows
// which files it looks for, otherwise the first one.
func (v *View) chosen() string {
	all := v.agents().Discoverers()
	return all[v.place(all)].Name
}

func (v *View) place(all []agent.Agent) int {
	return max(slices.IndexFunc(all, func(a agent.Agent) bool { return a.Name == v.agent }), 0)
}

// next chooses the agent that comes a number of places later in the list.
func (v *View) next(step int) {
	all := v.agents().Discoverers()
	v.agent = all[(v.place(all)+step+len(all))%len(all)].Name
}

// chooseAgent lists the agents to choose one.
func (v *View) chooseAgent() {
	var items []dialog.Item
	for _, a := range v.agents().Discoverers() {
		items = append(items, dialog.Item{Label: a.Title, Detail: a.Name, Value: a.Name})
	}
	v.host.Open(dialog.NewList("Whose "+v.level().subject.title, "", items, func(item dialog.Item) tea.Cmd {
		v.agent = item.Value.(string)
		return v.make()
	}))
}

// agents returns the agents, beginning with the one whose prompt is shown.
func (v *View) agents() *agent.Registry { return v.o.Agents.Leading(v.o.Request().Profile) }
