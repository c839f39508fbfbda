package inspector

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/variable"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestVariablesAreAsInThePictures(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "# Rules\n\nBe brief.\n").File("/p/long.md", strings.Repeat("long ", 200)).Dir("/p/dir")
	request := engine.Request{Cwd: "/p", AllValues: true, Overrides: []variable.Override{{Key: "prompt:os", Text: "plan9"}}, Template: engine.Template{Text: "In [prompt:cwd] and [prompt:cwd] on [prompt:os].\n[file:AGENTS.md]\n[file:long.md][file:none.md][file:dir][no:such][if git:branch]x[endif]\n", Path: "/p/t.md"}}
	r, err := engine.New(w).Render(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var p viewtest.Pictures
	var done []string
	host := &viewtest.Host{}
	v := New(host, Options{
		Override: func(o variable.Override) tea.Cmd { done = append(done, fmt.Sprintf("override %+v", o)); return nil },
		Clear:    func(key string) (tea.Cmd, bool) { done = append(done, "clear "+key); return nil, key == "prompt:os" },
		Insert:   func(key string) tea.Cmd { done = append(done, "insert "+key); return nil },
		Offer:    func() { done = append(done, "offer") },
		Hint:     func(a keymap.Action) string { return "^" + string(a) },
	})
	p.View("before there is a prompt", v, 90, 4)
	p.Words(v)
	viewtest.Send(v, view.Result{Result: r, Request: request})
	p.Tour(host, v, 90, 14, viewtest.Everywhere()...)
	for range 9 {
		for _, action := range v.Keys() {
			p.Tour(host, v, 90, 14, viewtest.Steps(action)...)
		}
		p.Say("done %q", done)
		done = nil
		p.Tour(host, v, 90, 14, viewtest.Steps(view.Move{Rows: 1})...)
	}
	p.Search(host, v, 90, 14, "prompt")
	for _, size := range [][2]int{{20, 6}, {40, 8}, {60, 20}, {140, 30}} {
		p.View("at another size", v, size[0], size[1])
	}
	p.Compare(t, "variables.txt")
}
