package diff

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/session"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// compared returns the tab for the prompt of a template in a project with a rule file.
func compared(t *testing.T, file string) (*Tab, *viewtest.Host, *facts.Memory) {
	t.Helper()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/.git").File("/p/AGENTS.md", "First rule.\n")
	request := engine.Request{Cwd: "/p", Template: engine.Template{Text: "My template.\n"}}
	result, err := engine.New(w).Render(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	host := &viewtest.Host{}
	v := New(host, Options{World: w, File: func() string { return file }})
	v.View().Update(view.Result{Result: result, Request: request})
	return v, host, w
}

// send sends a message to the tab and runs all commands that follow.
func send(v *Tab, msg tea.Msg) {
	_, cmd := v.View().Update(msg)
	for range 10 {
		if cmd == nil {
			return
		}
		_, cmd = v.View().Update(cmd())
	}
}

func TestAPromptIsComparedWithAnotherAgents(t *testing.T) {
	v, host, w := compared(t, "")
	v.compareWith(other{name: "opencode@1.18.33", profile: "opencode@1.18.33"})
	if host.Shown != "Diff" {
		t.Errorf("shown is %q", host.Shown)
	}
	send(v, view.Shown{})
	text := func() string { return v.diff.Text.Text() }
	if !strings.Contains(text(), "First rule.") || strings.HasPrefix(text(), "---") {
		t.Errorf("the difference is\n%s", text())
	}
	if rows := viewtest.Rows(v.View(), 100, 20); !strings.Contains(rows[0], "against opencode@1.18.33") {
		t.Errorf("the head is %q", rows[0])
	}
	w.File("/p/AGENTS.md", "Second rule.\n")
	send(v, view.Changed{})
	send(v, view.Shown{})
	if !strings.Contains(text(), "Second rule.") || strings.Contains(text(), "First rule.") {
		t.Errorf("after a change the difference is\n%s", text())
	}
	w.File("/p/AGENTS.md", "Third rule.\n")
	send(v, view.Saved{})
	send(v, view.Shown{})
	if !strings.Contains(text(), "Third rule.") {
		t.Errorf("after a save the difference is\n%s", text())
	}
}

func TestComparedPromptCycles(t *testing.T) {
	v, _, _ := compared(t, "")
	at, of := v.Chosen()
	if at != 0 || of < 20 {
		t.Fatalf("chosen %d of %d", at, of)
	}
	for _, o := range v.others() {
		if o.rev != "" || o.disk {
			t.Errorf("a template without a file is compared with %q", o.name)
		}
		if o.name == v.result.Profile {
			t.Errorf("the prompt is compared with itself, %s", o.name)
		}
	}
	for _, c := range []struct{ step, want int }{{1, 1}, {1, 2}, {-1, 1}, {-1, 0}, {-1, of - 1}, {1, 0}} {
		if v.Step(c.step); true {
			if got, _ := v.Chosen(); got != c.want {
				t.Errorf("a step of %d leads to %d, want %d", c.step, got, c.want)
			}
		}
	}
	send(v, keymap.NextAgent)
	if got, _ := v.Chosen(); got != 1 {
		t.Errorf("the key selects %d", got)
	}
	v.compareWithSaved("/r.txt")
	v.compareWithSaved("/r.txt")
	if _, n := v.Chosen(); n != of+1 {
		t.Errorf("a saved render is offered %d times", n-of)
	}
	if at, n := v.Chosen(); at != n-1 {
		t.Errorf("option %d of %d is chosen", at, n)
	}
	v.other = other{name: "gone"}
	if at, _ := v.Chosen(); at != 0 {
		t.Errorf("after it was removed, option %d is chosen", at)
	}
	v, _, _ = compared(t, "/p/t.md")
	if all := v.others(); all[0].rev != "HEAD" || !all[1].disk {
		t.Errorf("a template with a file is compared first with %+v, %+v", all[0], all[1])
	}
}

func TestWithoutAPromptNothingIsCompared(t *testing.T) {
	v := New(&viewtest.Host{}, Options{World: facts.NewMemory(), File: func() string { return "" }})
	if v.Make() != nil {
		t.Error("something was computed")
	}
}

// The prompt of the last commit is among the first rows of the list, and listed once. It is not
// the default.
func TestThePromptAtHEADIsListedAtOnce(t *testing.T) {
	for file, want := range map[string]int{"": 1, "/p/t.md": 2} {
		v, _, _ := compared(t, "")
		v.o.File = func() string { return file }
		v.addRevision("HEAD")
		v.addRevision("HEAD~1")
		all := v.others()
		if got := slices.Index(all, past("HEAD")); got != want || slices.Contains(all[want+1:], past("HEAD")) || !slices.Contains(all, past("HEAD~1")) {
			t.Errorf("with the template %q it is row %d, want %d; %v", file, got, want, all)
		}
	}
}

func TestConversationsAppearWhenLoaded(t *testing.T) {
	v, host, _ := compared(t, "")
	if v.Choose(); host.Dialog == nil {
		t.Fatal("without a store the list does not open at once")
	}
	open, of := host.Dialog.(*dialog.List), len(v.others())
	v.Take(conversationsMsg{open: open, list: []session.Summary{{ID: "c1", Profile: "p", Version: 2}}})
	if all := v.others(); len(all) != of+1 || all[of].kept != "c1" || all[of].name != "conversation c1" {
		t.Errorf("%d more options, the last is %+v", len(all)-of, all[len(all)-1])
	}
	v.Take(conversationsMsg{open: open, err: errors.New("the store is damaged")})
	if len(v.others()) != of+1 || host.Warned != "the store is damaged" {
		t.Errorf("warned %q", host.Warned)
	}
	for _, c := range []struct {
		of     other
		detail string
	}{{other{name: "a", profile: "a"}, "another agent's prompt"}, {other{name: "t", profile: profile.Default}, "no agent: the template alone"}, {other{name: "b", saved: "b"}, "a saved render"}, {other{name: "c", rev: "HEAD"}, "only the template of the last commit, with today's rule files"},
		{other{name: "d", disk: true}, "the template without its unsaved changes"}, {other{name: "e", past: "HEAD"}, "all rule files and the template as in that revision"}} {
		if got := item(c.of); got.Label != c.of.name || got.Detail != c.detail || got.Value != c.of {
			t.Errorf("%+v", got)
		}
	}
}
