package diff

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestDifferencesAreAsInThePictures(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "First rule.\n").File("/p/t.md", "My template\nin [prompt:cwd].\n").File("/p/saved.txt", "My saved template\n").
		OnGit("/p", "show HEAD:./t.md", facts.GitAnswer{Stdout: "My old template\n"})
	request := engine.Request{Cwd: "/p", Template: engine.Template{Text: "My new template\nin [prompt:cwd].\n" + strings.Repeat("same\n", 12) + "[file:AGENTS.md]", Path: "/p/t.md"}}
	result, err := engine.New(w).Render(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var p viewtest.Pictures
	host := &viewtest.Host{}
	tab := New(host, Options{World: w, Agents: agent.Known(), File: func() string { return "/p/t.md" }, Load: func(path string) (*document.Document, error) {
		disk := filepath.Join(t.TempDir(), "t.md")
		text, err := w.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(disk, []byte(text), 0o600); err != nil {
			return nil, err
		}
		return document.Load(disk)
	}})
	v := tab.View()
	p.View("before there is a prompt", v, 90, 5)
	viewtest.Send(v, view.Shown{})
	v.Update(view.Result{Result: result, Request: request})
	p.Words(v)
	p.Tour(host, v, 90, 14, viewtest.Steps(view.Shown{}, keymap.NextAgent)...)
	p.Tour(host, v, 90, 14, viewtest.Everywhere()...)
	p.Tour(host, v, 90, 14, viewtest.Steps(keymap.NextAgent, keymap.NextAgent, keymap.Jump, keymap.PrevAgent, keymap.PrevAgent, keymap.PrevAgent, keymap.PrevAgent, view.Changed{}, view.Saved{}, view.Shown{})...)
	p.Search(host, v, 90, 14, "template")
	do := func(what string, cmd tea.Cmd) {
		for cmd != nil {
			_, cmd = v.Update(cmd())
		}
		p.Tour(host, v, 90, 14, viewtest.Step{What: what, Msg: view.Shown{}})
	}
	do("with another profile", tab.compareWith(other{name: "opencode@1.18.33", profile: "opencode@1.18.33"}))
	do("with a saved render", tab.compareWithSaved("/p/saved.txt"))
	do("with one that is gone", tab.compareWithSaved("/p/gone.txt"))
	if cmd := tab.Choose(); cmd != nil {
		viewtest.Send(v, cmd())
	}
	list, ok := host.Dialog.(*dialog.List)
	if !ok {
		t.Fatal("nothing to choose is offered")
	}
	list.SetText("saved")
	p.Tour(host, v, 90, 14, viewtest.Step{What: "the choice", Msg: view.Unselect{}})
	p.Compare(t, "diff.txt")
}
