package follow

import (
	"testing"

	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestStepsAreAsInThePictures(t *testing.T) {
	w := project().File("/p/AGENTS.md", "# Rules\n\nBe brief.\n").File("/p/.claude/agents/a.md", "---\nname: helper\ndescription: helps\ntools: Read\n---\nYou help.\n").File("/h/.claude/CLAUDE.md", "User's.\n")
	var p viewtest.Pictures
	for _, s := range steps() {
		if s.action == keymap.Sessions {
			continue // its page looks for new requests again and again
		}
		b := open(t, w)
		tour := func(steps ...viewtest.Step) {
			for _, one := range steps {
				b.sends(one.Msg)
				p.Tour(&b.host.Host, b.View, 100, 22, viewtest.Step{What: one.What})
			}
		}
		p.Say("=== %s", s.action)
		b.sends(Rule{Path: "/p/CLAUDE.md"}, s.action)
		tour(viewtest.Steps(view.Shown{})...)
		p.Words(b.View)
		for _, typed := range []string{"src/x.ts", "/p/src/new.go"} {
			b.host.typed = typed
			b.sends(keymap.AddPath)
		}
		tour(viewtest.Everywhere()...)
		tour(viewtest.Steps(keymap.Mark, keymap.Jump, view.Move{Rows: 1}, keymap.Mark, keymap.Jump, keymap.Back, view.Move{Rows: 2}, keymap.Jump, keymap.EditRule, keymap.ReadRule, keymap.NextAgent, keymap.PrevAgent, keymap.RemovePath, keymap.ChooseAgent, keymap.Back)...)
		if b.Details() != "" {
			p.Say("told %q", b.Details())
		}
		p.Search(&b.host.Host, b.View, 100, 22, "claude")
		for _, size := range [][2]int{{30, 10}, {60, 14}, {140, 30}} {
			p.View("at another size", b.View, size[0], size[1])
		}
	}
	p.Compare(t, "follow.txt")
}
