package blocks

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/scenario"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestBlocksAreAsInThePictures(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "# Rules\n\nBe brief.\n\n## Go\n\nUse gofmt.\n\n### Tests\n\n"+strings.Repeat("Write tests. ", 40)+"\n").File("/p/d/CLAUDE.md", "# Rules\n\nBe brief.\n")
	s, problems := scenario.Parse("s.toml", "append_prompt = \"Appended.\"\n[[history]]\nrole = \"user\"\ntext = \"Do it.\"\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var p viewtest.Pictures
	for _, profile := range []string{"template", "opencode"} {
		request := engine.Request{Cwd: "/p", Profile: profile, Model: "claude-sonnet-4-5", Template: engine.Template{Text: "Before [file:AGENTS.md] and after [file:AGENTS.md].\n", Path: "/p/t.md"}, Scenario: s}
		r, err := engine.New(w).Render(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		host := &viewtest.Host{}
		v := New(host, w, agent.Known())
		p.View(profile+", before there is a prompt", v, 80, 4)
		p.Words(v)
		v.Update(view.Result{Result: r, Request: request})
		p.Tour(host, v, 100, 16, viewtest.Everywhere()...)
		p.Tour(host, v, 100, 22, viewtest.Steps(keymap.NextAgent, keymap.NextAgent, view.Move{Rows: 2}, keymap.Jump, keymap.ShowInText, keymap.EditRule, keymap.PrevAgent, keymap.SortBlocks, keymap.SortBlocks, keymap.CompareProfiles, view.Move{End: 1}, keymap.Jump, keymap.EditRule, view.Click{X: 1, Y: 3, Count: 2})...)
		p.Search(host, v, 100, 16, "e")
		for _, width := range []int{30, 40, 56, 72, 140} {
			p.View(profile, v, width, 12)
		}
	}
	v := New(&viewtest.Host{}, w, agent.Known())
	v.Update(view.Result{Result: &engine.Result{}})
	p.View("a prompt without a message", v, 60, 4)
	p.View("in one row", v, 60, 1)
	p.Compare(t, "blocks.txt")
}
