package diff

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// key looks like a key that must not be shown.
const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"

// desk is a tab whose project has a rule file, an older template in git, another on disk, saved
// renders and a conversation.
func desk(t *testing.T) (*Tab, *viewtest.Host) {
	t.Helper()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "First rule.\n").File("/p/t.md", "on disk\n").
		File("/p/system.txt", "only the system text\n").
		File("/p/all.json", `{"schema":1,"messages":[{"role":"system","text":"saved system"},{"role":"user","text":"saved user"}]}`).
		OnGit("/p", "cat-file blob HEAD:./t.md", facts.GitAnswer{Stdout: "\ufeffat HEAD\n"})
	store := session.New(t.TempDir())
	t.Cleanup(func() { store.Close() })
	_, _, err := store.Prompt(context.Background(), "c-1", session.Location{Cwd: "/elsewhere"}, func(context.Context) (session.Draft, error) {
		return session.Draft{Profile: "template", Text: "kept", Messages: []session.Message{{Role: "system", Text: "kept " + key}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	load := func(path string) (*document.Document, error) {
		text, err := w.ReadFile(path)
		if err != nil {
			return nil, err
		}
		disk := filepath.Join(t.TempDir(), "t.md")
		if err := os.WriteFile(disk, []byte(text), 0o600); err != nil {
			return nil, err
		}
		return document.Load(disk)
	}
	request := engine.Request{Cwd: "/p", Template: engine.Template{Text: "My template in [prompt:conversation_id].\n", Path: "/p/t.md"}}
	result, err := engine.New(w).Render(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	host := &viewtest.Host{}
	v := New(host, Options{World: w, Sessions: store, File: func() string { return "/p/t.md" }, Load: load})
	v.View().Update(view.Result{Result: result, Request: request})
	return v, host
}

// Each of the prompts is compared with the present one: what only the other says is removed, what
// only this one says is added.
func TestEachOtherIsCompared(t *testing.T) {
	for _, c := range []struct {
		with  other
		want  []string
		never string
	}{
		{other{name: "HEAD", rev: "HEAD"}, []string{"against HEAD", "-at HEAD", "+My template in"}, "\ufeff"},
		{other{name: "a revision", rev: "v9"}, []string{"against a revision", "not a git repository"}, "+My template"},
		{other{name: "disk", disk: true}, []string{"against disk", "-on disk", "+My template in"}, ""},
		{other{name: "an agent", profile: "opencode@1.18.33"}, []string{"against an agent", "-Instructions from", "First rule."}, ""},
		{other{name: "s", saved: "system.txt"}, []string{"against s", "only the system text:", "-only the system text", "+My template in"}, ""},
		{other{name: "a", saved: "all.json"}, []string{"against a", "-saved system", "-saved user", "+My template in"}, "only the system text:"},
		{other{name: "g", saved: "gone.txt"}, []string{"against g", "gone.txt cannot be read: "}, "+My template"},
		{other{name: "c", kept: "c-1"}, []string{"against c", "version 1, built on ", " under template", "also changed: the template, files or values that the prompt reads, the directory", "-kept [key]", "+My template in c-1."}, key},
		{other{name: "d", kept: "c-2"}, []string{"against d", "not stored"}, "+My template"},
	} {
		v, _ := desk(t)
		v.compareWith(c.with)
		v.saved, v.kept = []string{c.with.saved}, []session.Summary{{ID: "c-1"}, {ID: "c-2"}}
		s := sides{bench: engine.New(v.o.World), world: v.o.World, store: v.o.Sessions, load: v.o.Load, request: v.request, file: "/p/t.md"}
		m := s.makeText(context.Background(), c.with)
		all := strings.Join(m.Head, "\n") + "\n" + m.Text
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%+v: %q is missing in\n%s", c.with, want, all)
			}
		}
		if c.never != "" && strings.Contains(all, c.never) {
			t.Errorf("%+v: %q is in\n%s", c.with, c.never, all)
		}
	}
}

// A comparison that newer work has cancelled says so, and does not show a part of a result.
func TestACancelledComparisonIsEmpty(t *testing.T) {
	v, _ := desk(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, with := range []other{{disk: true}, {saved: "system.txt"}, {kept: "c-1"}} {
		s := sides{bench: engine.New(v.o.World), world: v.o.World, store: v.o.Sessions, load: v.o.Load, request: v.request, file: "/p/t.md"}
		if m := s.makeText(ctx, with); m.Text != "" || len(m.Head) != 2 || m.Head[1] != context.Canceled.Error() {
			t.Errorf("%+v: head %q, text %q", with, m.Head, m.Text)
		}
	}
}

func TestAMissingTemplateIsNamed(t *testing.T) {
	v, _ := desk(t)
	s := sides{bench: engine.New(v.o.World), world: v.o.World, request: v.request, file: "/p/t.md", load: func(string) (*document.Document, error) { return nil, errors.New("it is gone") }}
	if m := s.makeText(context.Background(), other{disk: true}); len(m.Head) != 2 || m.Head[1] != "t.md cannot be read: it is gone" {
		t.Errorf("head %q", m.Head)
	}
}

// Agents write the date of the place or of UTC: when the days differ, the comparison says so.
func TestTheDayIsNotedWhenItDiffers(t *testing.T) {
	for hour, noted := range map[int]bool{12: false, 23: true} {
		w := facts.NewMemory().File("/p/s.txt", "saved\n").Clock(time.Date(2026, 3, 4, hour, 0, 0, 0, time.UTC)).SetZone(time.FixedZone("east", 2*60*60))
		s := sides{bench: engine.New(w), world: w, request: engine.Request{Cwd: "/p", Template: engine.Template{Text: "T"}}}
		m := s.makeText(context.Background(), other{saved: "s.txt"})
		if got := strings.Contains(strings.Join(m.Head, "\n"), "the date is 2026-03-04 in UTC and 2026-03-05 here"); got != noted {
			t.Errorf("at %d o'clock UTC it is noted: %v", hour, got)
		}
	}
}

// The user chooses what to compare with from a list: the conversations join it when the store has
// answered, and a saved render is asked for by its path.
func TestTheOtherIsChosenFromAList(t *testing.T) {
	v, host := desk(t)
	drawn := ""
	choose := func(typed string) tea.Cmd {
		cmd := v.Choose()
		if cmd == nil {
			t.Fatal("the conversations are not listed")
		}
		list := host.Dialog.(*dialog.List)
		for _, one := range cmd().(tea.BatchMsg) {
			send(v, one())
		}
		list.SetText(typed)
		drawn = strings.Join(viewtest.Draw(110, 30, func(a cell.Area) { list.Draw(a, viewtest.Styles()) }), "\n")
		_, then := list.Key(tea.KeyMsg{Type: tea.KeyEnter})
		return then
	}
	for typed, want := range map[string]other{
		"git's HEAD":       {name: "the template at git's HEAD", rev: "HEAD"},
		"conversation c-1": {name: "conversation c-1", kept: "c-1"},
	} {
		host.Shown = ""
		if choose(typed); v.other != want || host.Shown != "Diff" {
			t.Errorf("%q chooses %+v and shows %q", typed, v.other, host.Shown)
		}
	}
	if choose("conversation c-1"); !strings.Contains(drawn, "its stored prompt: template, version 1 of ") {
		t.Errorf("the conversation is offered as\n%s", drawn)
	}
	host.Shown = ""
	if choose("a saved render"); host.Shown != "" || host.Asked != "Compare with a saved render" {
		t.Errorf("for a saved render %q is asked for, and %q shown", host.Asked, host.Shown)
	}
}

// If the prompts of two agents are compared, the user's files come first, under the agents' names.
// Everything that does not fit into the head is in the notes.
func TestTwoAgentsAreComparedByTheUsersFiles(t *testing.T) {
	v, _ := desk(t)
	v.request.Profile = "codex"
	s := sides{bench: engine.New(v.o.World), world: v.o.World, request: v.request, file: "/p/t.md"}
	m := s.makeText(context.Background(), other{name: "opencode", profile: "opencode"})
	if len(m.Head) < 4 || !strings.HasPrefix(m.Head[1], "your files in both: AGENTS.md") || !strings.Contains(strings.Join(m.Head, "\n"), "messages of codex@") {
		t.Errorf("head %q", m.Head)
	}
	if strings.Join(m.Notes, "\n") != strings.Join(m.Head[1:], "\n") || !strings.Contains(m.Text, "[stand-in for the agent's own words: ") {
		t.Errorf("notes %q, text:\n%s", m.Notes, m.Text)
	}
}

// Without an agent the other prompt has the name that its row in the list explains.
func TestTheTemplateAloneIsNamedInTheHead(t *testing.T) {
	v, _ := desk(t)
	s := sides{bench: engine.New(v.o.World), world: v.o.World, request: v.request, file: "/p/t.md"}
	for name, want := range map[string]string{"template": "against the template alone", "codex": "against codex"} {
		if m := s.makeText(context.Background(), other{name: name, profile: name}); m.Head[0] != want {
			t.Errorf("%s: the head is %q", name, m.Head)
		}
	}
}
