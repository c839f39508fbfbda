package text

import (
	"context"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/prompt"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestThePromptIsAsInThePictures(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "# Rules\n\nBe brief.\nSee @docs/more.md, and write a line that is long enough to be wrapped twice in the pane, or nearly so.\n").File("/p/docs/more.md", "More.\n")
	var p viewtest.Pictures
	for _, c := range []struct {
		profile string
		from    string
		steps   []viewtest.Step
	}{
		{"template", "", viewtest.Everywhere()}, {"opencode", "", viewtest.Steps(view.Move{End: 1}, view.Move{Rows: -2})}, {"gemini-cli", "", viewtest.Steps(view.Move{Rows: 4}, view.Move{End: 1})},
	} {
		request := engine.Request{Cwd: "/p", Profile: c.profile, Template: engine.Template{Text: "In [prompt:cwd] and [prompt:none].\n[file:AGENTS.md]\n[if file:none]never[endif]The end.\n", Path: "/p/t.md"}}
		r, err := engine.New(w).Render(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		host := &viewtest.Host{}
		v := New(host, cell.Options{})
		p.View(c.profile+", before there is a prompt", v, 70, 4)
		p.Words(v)
		viewtest.Send(v, view.Result{Result: r, Request: request})
		p.Tour(host, v, 70, 12, c.steps...)
		for _, action := range v.Keys() {
			p.Tour(host, v, 70, 12, viewtest.Steps(view.Move{Rows: 1}, action)...)
		}
		p.Tour(host, v, 70, 12, viewtest.Steps(view.Move{End: -1}, keymap.Jump, view.Looks{Wrap: false}, view.Sideways{Columns: 6}, view.Looks{Wrap: true}, view.Click{X: 8, Y: 2, Count: 2}, view.Drag{X: 12, Y: 3})...)
		p.Search(host, v, 70, 12, "be")
		for at := range 60 {
			if at%7 == 0 {
				v.Match(nil, at)
				span, ok := v.Matched()
				p.Say("the place %d of the template is %v %v", at, span, ok)
			}
		}
		p.View("the last place", v, 70, 12)
	}
	empty := New(&viewtest.Host{}, cell.Options{})
	empty.Update(view.Result{Result: &engine.Result{}})
	p.View("an empty prompt", empty, 60, 4)
	empty.Update(view.Result{Result: &engine.Result{Prompt: prompt.Prompt{Command: []string{"agent", "--prompt", "some words that are too many for a row"}, Notes: []string{"a note that takes more than one row of this pane", "another"}}}})
	p.View("an agent that makes its own", empty, 36, 14)
	p.Compare(t, "text.txt")
}
