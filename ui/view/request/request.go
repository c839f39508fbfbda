// Package request is the preview's tab of the request's JSON, for one provider's
// API at a time.
package request

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/report"
	"galley/engine/tool"
	"galley/engine/wire"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/highlight"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/viewer"
	"galley/ui/words"
)

// View is the tab. It is made by [New].
type View struct {
	host   view.Host
	json   *view.Derived
	result *engine.Result
	wire   int  // of wire.Forms
	chosen bool // by the user; else it is the one that the prompt is most likely sent to
	bare   bool // values that might be secret are shown
}

// New returns the tab without a prompt.
func New(host view.Host, o cell.Options) *View {
	return &View{host: host, json: view.NewDerived(viewer.Options{Cell: o, Lang: highlight.JSON})}
}

// Title implements [view.View].
func (v *View) Title() string { return "Request" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action {
	return []keymap.Action{keymap.Jump, keymap.NextAgent, keymap.PrevAgent}
}

// Hints implements [view.View].
func (v *View) Hints() []view.Hint { return view.DerivedHints }

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.json.Text.Place() }

// Extent implements [view.View].
func (v *View) Extent() view.Extent { return view.ExtentOf(v.json.Text) }

// Selected implements [view.View].
func (v *View) Selected() (text, what string) { return v.json.Text.Selected(), view.Selection }

// Search implements [view.View].
func (v *View) Search(m *search.Matcher) []view.Match { return view.SearchText(v.json.Text.Search(m)) }

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	if again, ok := v.json.Took(msg); ok {
		if again {
			if !v.bare {
				v.json.Clear() // it may show what is masked again by now
			}
			return v, v.make()
		}
		return v, nil
	}
	if v.json.Update(msg, v.host) {
		return v, nil
	}
	switch msg := msg.(type) {
	case view.Result:
		v.result = msg.Result
		v.suggest()
	case view.Mask:
		if v.bare = !msg.On; !v.bare {
			v.json.Clear()
		}
	case view.Shown:
		return v, v.make()
	case keymap.Action:
		switch msg {
		case keymap.Jump:
			v.json.Notes(v.host)
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
	return v.json.Draw(a, f, v.wire, len(wire.Forms()))
}

func (v *View) next(step int) {
	n := len(wire.Forms())
	v.wire, v.chosen = (v.wire+step+n)%n, true
}

// suggest chooses the API until the user has chosen one.
func (v *View) suggest() {
	if v.chosen {
		return
	}
	want := report.FormOf(v.result)
	for i, to := range wire.Forms() {
		if to == want {
			v.wire = i
		}
	}
}

// from is what the JSON is made of.
type from struct {
	result *engine.Result
	wire   int
	bare   bool
}

// make makes the JSON of the result, unless it is there already.
func (v *View) make() tea.Cmd {
	if v.result == nil {
		return nil
	}
	r, to := v.result, wire.Forms()[v.wire]
	return v.json.Make(from{r, v.wire, v.bare}, func(context.Context) view.Made { return made(report.RequestOf(r, to), to.Title()) })
}

// made puts together what is shown of a request.
func made(sent wire.Encoded, title string) view.Made {
	if sent.Model != "" {
		title += " · " + sent.Model
	}
	m := view.Made{Head: []string{title}, Notes: append([]string(nil), sent.Notes...)}
	for _, c := range sent.Changes {
		m.Notes = append(m.Notes, report.ChangeText(c))
	}
	switch n := len(sent.Changes); {
	case sent.Body.Kind == tool.Absent:
		m.Head = append(m.Head, sent.Notes...)
	case n > 0:
		m.Head = append(m.Head, fmt.Sprintf("%s to the tools' declarations; Enter lists them", words.Plural(n, "change")))
	case len(sent.Notes) > 1:
		m.Head = append(m.Head, words.Plural(len(sent.Notes), "note")+"; Enter lists them")
	case len(sent.Notes) == 1:
		m.Head = append(m.Head, sent.Notes[0])
	}
	if sent.Body.Kind != tool.Absent {
		m.Text = sent.Body.Indented()
	}
	return m
}
