package rules

import (
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestRulesAreAsInThePictures(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "# Rules\n\nBe brief.\nSee @docs/more.md and @gone.md\n").File("/p/CLAUDE.md", "# Rules\n\nBe brief.\nSee @docs/more.md and @gone.md\n").
		File("/p/docs/more.md", "More.\nIn lines.\n").File("/h/.claude/CLAUDE.md", "Hidden\u202e here.\n").File("/p/d/CLAUDE.md", "below\n").File("/p/GEMINI.md", " \n").
		File("/p/.claude/rules/go.md", "---\npaths: '**/*.go'\n---\nUse gofmt.\n").File("/p/.cursor/rules/a.mdc", "---\nalwaysApply: \"true\"\n---\nA\n").File("/p/.gitignore", "CLAUDE.local.md\n").File("/p/CLAUDE.local.md", "mine\n").
		File("/p/Agents.MD", strings.Repeat("long ", 9000)).File("/p/.claude/skills/s/SKILL.md", "---\nname: s\ndescription: what s is for\n---\nBody.\n")
	var p viewtest.Pictures
	host := &viewtest.Host{}
	v := New(host, Options{World: w, Agents: agent.Known(), Request: func() engine.Request { return engine.Request{Cwd: "/p"} }})
	p.View("before discovery", v, 100, 5)
	viewtest.Send(v, view.Agent{Name: "claude-code"})
	viewtest.Send(v, view.Shown{})
	p.Words(v)
	const width, height = 120, 34
	p.Tour(host, v, width, height, viewtest.Everywhere()...)
	for range 11 {
		p.Tour(host, v, width, height, viewtest.Step{What: "the next row", Msg: view.Move{Rows: 1}})
	}
	p.Tour(host, v, width, height, viewtest.Steps(keymap.Jump, keymap.ReadRule, keymap.EditRule, keymap.NextAgent, keymap.PrevAgent, keymap.PrevAgent, keymap.ChooseAgent, view.Agent{Name: "codex"}, view.Move{End: 1}, keymap.Jump, view.Agent{Name: "gemini-cli"},
		view.Click{X: 4, Y: 6, Count: 1}, view.Scroll{Rows: 2, X: 4, Y: 6}, view.Scroll{Rows: 2, X: 60, Y: 6}, view.Agent{Name: "cursor"}, view.Mask{On: false}, view.Mask{On: true}, view.Changed{ByUser: true},
		keymap.AllAgents, view.Move{Rows: 1}, view.Move{Rows: 5}, keymap.Jump, keymap.ReadRule, view.Click{X: 90, Y: 12, Count: 1}, keymap.NextAgent, view.Move{End: 1}, view.Move{End: -1}, keymap.AllAgents)...)
	p.Search(host, v, width, height, "md")
	p.Search(host, v, width, height, "opencode")
	for _, name := range []string{"claude-code", "cursor"} {
		viewtest.Send(v, view.Agent{Name: name})
		for _, size := range [][2]int{{30, 10}, {50, 14}, {70, 20}, {90, 40}, {160, 40}, {120, 4}} {
			p.View(name, v, size[0], size[1])
		}
	}
	viewtest.Send(v, keymap.AllAgents)
	for _, size := range [][2]int{{30, 10}, {60, 14}, {90, 24}, {160, 40}} {
		p.View("all agents", v, size[0], size[1])
	}
	p.Compare(t, "rules.txt")
}
