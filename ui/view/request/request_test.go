package request

import (
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/tool"
	"galley/engine/wire"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
	"galley/ui/viewer"
)

func TestTheHeadOfARequestSaysWhatWasChanged(t *testing.T) {
	body, _, err := tool.ParseJSON(`{"a":1}`)
	if err != nil {
		t.Fatal(err)
	}
	change := tool.Change{Tool: "t", Path: "/x", Action: "removed", Why: "why"}
	for _, c := range []struct {
		name string
		sent wire.Encoded
		head string
		all  int
		text bool
	}{
		{"nothing to say", wire.Encoded{Body: body}, "Title", 0, true},
		{"a model", wire.Encoded{Body: body, Model: "m"}, "Title · m", 0, true},
		{"a model in the address", wire.Encoded{Form: wire.Gemini, Body: body}, "Title · g", 0, true},
		{"one note", wire.Encoded{Body: body, Notes: []string{"one"}}, "Title|one", 1, true},
		{"two notes", wire.Encoded{Body: body, Notes: []string{"one", "two"}}, "Title|2 notes; Enter lists them", 2, true},
		{"a change", wire.Encoded{Body: body, Notes: []string{"one"}, Changes: []tool.Change{change}}, "Title|1 change to the tools' declarations; Enter lists them", 2, true},
		{"nothing is sent", wire.Encoded{Notes: []string{"one", "two"}, Changes: []tool.Change{change}}, "Title|one|two", 3, false},
	} {
		model := ""
		if c.sent.Form == wire.Gemini {
			model = "g"
		}
		m := makeText(c.sent, "Title", model)
		if head := strings.Join(m.Head, "|"); head != c.head || len(m.Notes) != c.all || (m.Text != "") != c.text {
			t.Errorf("%s: head %q, %d notes, text %q", c.name, head, len(m.Notes), m.Text)
		}
	}
	if m := makeText(wire.Encoded{Body: body, Changes: []tool.Change{change}}, "T", ""); m.Notes[0] != "t/x: removed: why" || m.Text != body.Indented() {
		t.Errorf("%q, %q", m.Notes, m.Text)
	}
}

func TestChosenFormStays(t *testing.T) {
	v := &forms{json: view.NewDerived(newOptions())}
	n := len(wire.Forms())
	if v.Make() != nil {
		t.Error("a request was made without a prompt")
	}
	v.Take(view.Result{Result: &engine.Result{Provider: "openai"}})
	first, of := v.Chosen()
	if of != n || v.chosen {
		t.Errorf("%d of %d", first, of)
	}
	for _, c := range []struct{ step, want int }{{1, (first + 1) % n}, {-1, first}, {-1, (first - 1 + n) % n}} {
		v.Step(c.step)
		if got, _ := v.Chosen(); got != c.want || !v.chosen {
			t.Errorf("a step of %d leads to %d, want %d", c.step, got, c.want)
		}
	}
	was, _ := v.Chosen()
	for _, provider := range []string{"anthropic", "openai", "gemini"} {
		v.Take(view.Result{Result: &engine.Result{Provider: provider}})
		if got, _ := v.Chosen(); got != was {
			t.Errorf("a new prompt for %s changes the user's choice to %d", provider, got)
		}
	}
}

func TestOutdatedMaskedRequestIsHidden(t *testing.T) {
	host := &viewtest.Host{}
	tab := New(host, newOptions().Cell)
	tab.Update(view.Result{Result: &engine.Result{}})
	_, cmd := tab.Update(view.Shown{})
	if cmd == nil {
		t.Fatal("no request was made")
	}
	tab.Update(cmd())
	shows := func() bool { return !strings.Contains(strings.Join(viewtest.Rows(tab, 60, 10), "\n"), "Being made") }
	if !shows() {
		t.Fatal("the request is not shown")
	}
	if tab.Update(keymap.Jump); host.Dialog == nil && host.Said == "" {
		t.Error("the notes are not listed")
	}
	v := &forms{json: view.NewDerived(newOptions())}
	v.Take(view.Mask{On: false})
	if !v.bare {
		t.Error("values are still masked")
	}
	if v.Take(view.Mask{On: true}); v.bare {
		t.Error("values are still shown")
	}
}

func newOptions() viewer.Options { return viewer.Options{} }
