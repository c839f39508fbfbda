// Package request is the tab of the preview with the JSON of the request, in the form of one
// provider's API at a time. Package wire makes these forms.
package request

import (
	"cmp"
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/report"
	"galley/engine/tool"
	"galley/engine/wire"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/view"
	"galley/ui/viewer"
	"galley/ui/words"
)

// forms makes the JSON in the form of each API. The tab shows one of them.
type forms struct {
	json   *view.Derived
	result *engine.Result
	wire   int  // index in wire.Forms
	chosen bool // whether the user chose the shown API; otherwise it is the most likely one
	bare   bool // whether secrets are shown
}

// New returns the tab before it has a prompt.
func New(host view.Host, o cell.Options) view.View {
	v := &forms{json: view.NewDerived(viewer.Options{Cell: o, Lang: highlight.JSON})}
	return &tab{OneOf: view.NewOneOf("Request", host, v.json, v), forms: v, host: host}
}

// Chosen implements [view.Choice].
func (v *forms) Chosen() (place, of int) { return v.wire, len(wire.Forms()) }

// Step implements [view.Choice].
func (v *forms) Step(step int) {
	n := len(wire.Forms())
	v.wire, v.chosen = (v.wire+step+n)%n, true
}

// Outdated implements [view.Choice]. It clears the text, which may show values that must now be
// masked.
func (v *forms) Outdated() {
	if !v.bare {
		v.json.Clear()
	}
}

// Take implements [view.Choice].
func (v *forms) Take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case view.Result:
		v.result = msg.Result
		v.suggest()
	case view.Mask:
		v.bare = !msg.On
		v.Outdated()
	}
	return nil
}

// suggest chooses the API that the request most likely uses, unless the user has chosen one.
func (v *forms) suggest() {
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

// from holds what the JSON is made from.
type from struct {
	result *engine.Result
	wire   int
	bare   bool
}

// Make implements [view.Choice].
func (v *forms) Make() tea.Cmd {
	if v.result == nil {
		return nil
	}
	r, to := v.result, wire.Forms()[v.wire]
	return v.json.Make(from{r, v.wire, v.bare}, func(context.Context) view.Made { return makeText(report.RequestOf(r, to), to.Title(), r.Model) })
}

// makeText returns the text for a request to a model. Gemini's API has the model's name in the
// address and not in the body, so the lines above the text name it.
func makeText(sent wire.Encoded, title, model string) view.Made {
	if model = cmp.Or(sent.Model, model); model != "" {
		title += " · " + model
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
