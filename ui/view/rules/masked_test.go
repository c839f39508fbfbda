package rules

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/keymap"
	"galley/ui/view"
)

// editorHost records which file is to be opened in an editor.
type editorHost struct {
	view.Host
	edited string
}

func (h *editorHost) Edit(path string, _, _ int) tea.Cmd { h.edited = path; return nil }
func (h *editorHost) Say(string)                         {}

// A file whose path is masked is opened by its real path.
func TestEditingAFileWithAMaskedPathOpensTheRealFile(t *testing.T) {
	key := strings.Join([]string{"sk", "very", "secret"}, "-")
	w := facts.NewMemory()
	w.Env("TOKEN", key)
	w.File("/home/u/p/opencode.json", `{"instructions": ["d-{env:TOKEN}/r.md"]}`)
	w.File("/home/u/p/d-"+key+"/r.md", "the rules\n")
	var registry *agent.Registry
	traces, _, err := discovery.Survey(context.Background(), w, registry.SurveyAgents(), discovery.Options{Cwd: "/home/u/p"})
	if err != nil {
		t.Fatal(err)
	}
	host := &editorHost{}
	v := New(host, Options{World: w, Request: func() engine.Request { return engine.Request{Cwd: "/home/u/p"} }})
	v.discovered(discoveredMsg{traces: traces})
	v.show("opencode")
	for range v.length() {
		e, ok := v.selected()
		if ok && strings.HasSuffix(e.Path, "/r.md") && e.Verdict == discovery.Loaded {
			if strings.Contains(e.Path, key) {
				t.Errorf("shown is %s", e.Path)
			}
			v.Update(keymap.EditRule)
			if host.edited != "/home/u/p/d-"+key+"/r.md" {
				t.Errorf("opened %q", host.edited)
			}
			return
		}
		v.list.Move(1)
	}
	t.Fatal("the file is not listed")
}
