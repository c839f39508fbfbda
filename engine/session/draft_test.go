package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/template"
)

func render(t *testing.T, w facts.World, r engine.Request) Draft {
	t.Helper()
	res, err := engine.New(w).Render(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return DraftOf(r, res)
}

func asked(text string) engine.Request {
	return engine.Request{
		Template: engine.Template{Text: text}, Cwd: "/p", Provider: "anthropic", Model: "opus", Config: config.Default(),
		Scenario: scenario.Scenario{WorkspaceID: "w"},
	}
}

func TestADraftHoldsWhatWasRendered(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/AGENTS.md", "Rules.\n").SetHostname("box")
	r := asked("Be brief.\n[file:AGENTS.md]In [prompt:cwd].")
	d := render(t, w, r)
	if d.Text != "Be brief.\nRules.\nIn /p." || d.Workspace != "w" || d.Profile != "template" || d.Provider != "anthropic" || d.Model != "opus" {
		t.Errorf("got %+v", d)
	}
	if !reflect.DeepEqual(d.Messages, []Message{{"system", d.Text}}) || len(d.Blocks) != 3 {
		t.Fatalf("got %+v, %+v", d.Messages, d.Blocks)
	}
	if b := d.Blocks[1]; b.ID != "file:AGENTS.md" || d.Text[b.Start:b.End] != "Rules.\n" || b.Lifetime != "session" {
		t.Errorf("got %+v", b)
	}
	p := d.Prompt()
	if p.SystemText(source.Text{}).String() != d.Text || len(p.Messages[0].Blocks) != 3 || p.Messages[0].Blocks[1].Text.String() != "Rules.\n" {
		t.Errorf("as a prompt: %+v", p)
	}
	if at := LocationOf(w, r); at != (Location{"/p", "box"}) {
		t.Errorf("place: %+v", at)
	}
	r.Scenario.Hostname = "elsewhere"
	if at := LocationOf(w, r); at.Host != "elsewhere" {
		t.Errorf("the host of the scenario: %+v", at)
	}
}

func TestFactsAreStable(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/AGENTS.md", "Rules.\n").Clock(time.Unix(1, 0))
	first := render(t, w, asked("[file:AGENTS.md][system:time]"))
	if again := render(t, w.Clock(time.Unix(2, 0)), asked("[file:AGENTS.md][system:time]")); again.Facts != first.Facts || again.Text == first.Text {
		t.Errorf("only the time changed: %+v, %+v", first, again)
	}
	if changed := render(t, w.File("/p/AGENTS.md", "x"), asked("[file:AGENTS.md][system:time]")); changed.Facts == first.Facts {
		t.Error("a file changed, but the facts are the same")
	}
}

func TestADraftAsAPrompt(t *testing.T) {
	t.Parallel()
	d := longDraft()
	d.Blocks = append(d.Blocks, Block{ID: "of no message", Message: 4}, Block{ID: "before all", Message: -1}, Block{ID: "d", Title: "D", Lifetime: "turn", Message: 3, Start: 7, End: 13})
	var got []string
	for _, m := range d.Prompt().Messages {
		for _, b := range m.Blocks {
			got = append(got, fmt.Sprintf("%s %s %s %s %q %q", m.Role, b.ID, b.Title, b.Lifetime, b.Before.String(), b.Text.String()))
		}
		if len(m.Blocks) == 0 {
			got = append(got, string(m.Role))
		}
	}
	want := []string{`system a A static "" "system"`, `user b B session "the " "first"`, `user c C turn "" " context"`, "user", `system d D turn "system " "prompt"`}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestDriftSaysWhereAndWhy(t *testing.T) {
	t.Parallel()
	kept := &Kept{Location: here, Draft: draft("one\nüwo\nthree\n")}
	if d := Compare(kept, here, kept.Draft); !d.Same || d.Diff != "" || len(d.Changed) > 0 || d.First != (source.Position{}) {
		t.Errorf("nothing changed: %+v", d)
	}
	now := draft("one\nüWo\nthree\n")
	now.Model = "sonnet"
	d := Compare(kept, Location{"/q", "box"}, now)
	if d.Same || d.First != (source.Position{Offset: 6, Line: 2, Column: 2}) {
		t.Errorf("first difference: %+v", d)
	}
	if !strings.Contains(d.Diff, "-üwo\n+üWo\n") || !reflect.DeepEqual(d.Changed, []string{"template", "cwd", "model"}) {
		t.Errorf("got %+v", d)
	}
	if d := Compare(kept, Location{here.Cwd, "another host"}, kept.Draft); !reflect.DeepEqual(d.Changed, []string{"host"}) {
		t.Errorf("on another host: %+v", d)
	}
	implied, named, other := *kept, kept.Draft, kept.Draft
	implied.Provider, named.Provider, other.Provider, other.Model = "", "anthropic", "openai", "gpt"
	if d := Compare(&implied, here, named); len(d.Changed) > 0 {
		t.Errorf("the provider of the same model: %+v", d)
	}
	if d := Compare(&implied, here, other); !reflect.DeepEqual(d.Changed, []string{"provider", "model"}) {
		t.Errorf("another provider's model: %+v", d)
	}
	longer := Compare(kept, here, draft(kept.Text+"more"))
	if longer.Same || longer.First.Offset != len(kept.Text) {
		t.Errorf("a longer one: %+v", longer)
	}
	further := kept.Draft
	further.Messages = append([]Message{}, further.Messages...)
	further.Messages = append(further.Messages, Message{"user", "context"})
	if d := Compare(kept, here, further); d.Same || !strings.Contains(d.Diff, "+--- user ---\n+context") {
		t.Errorf("a further message: %+v", d)
	}
}

func TestTheGlobalTemplateIsAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "galley", "system-prompt.md")
	g := NewGlobal(path)
	if text, stored, err := g.Text(); text != template.Default || stored || err != nil {
		t.Errorf("none: %q, %v, %v", text, stored, err)
	}
	for _, text := range []string{"a\r\nb", "", "no line end", "\ufeffmarked", "[file:x]\n"} {
		if err := g.Set(text); err != nil {
			t.Fatal(err)
		}
		if got, stored, err := NewGlobal(path).Text(); got != text || !stored || err != nil {
			t.Errorf("got %q, %v, %v; want %q", got, stored, err, text)
		}
	}
	if err := os.WriteFile(path, []byte("edited by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := g.Text(); got != "edited by hand" {
		t.Errorf("an edit was not noticed: %q", got)
	}
	if err := os.WriteFile(path, []byte("\xff\xfeu\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := g.Text(); err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16: %v", err)
	}
	if err := NewGlobal("").Set("x"); err == nil {
		t.Error("stored nowhere")
	}
}

func TestATemplateIsReadWholeWhileItIsWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "system-prompt.md")
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			g := NewGlobal(path) // another program would open the file in the same way
			text := strings.Repeat(fmt.Sprint(i), 50_000)
			for range 10 {
				if err := g.Set(text); err != nil {
					t.Error(err)
				}
			}
		})
		wait.Go(func() {
			g := NewGlobal(path)
			for range 50 {
				text, stored, err := g.Text()
				if err != nil || stored && (len(text) != 50_000 || strings.Count(text, text[:1]) != len(text)) {
					t.Errorf("a partial read: %d bytes, %v", len(text), err)
				}
			}
		})
	}
	wait.Wait()
}

func TestAProjectsOwnTemplateComesFirst(t *testing.T) {
	t.Parallel()
	g := NewGlobal(filepath.Join(t.TempDir(), "system-prompt.md"))
	w := facts.NewMemory().Dir("/p").Dir("/q").File("/p/.galley/system-prompt.md", "\ufeffown")
	find := func(cwd string) engine.Template {
		found, err := g.Find(w, cwd)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if got := find("/q"); !got.BuiltIn || got.Text != template.Default {
		t.Errorf("built in: %+v", got)
	}
	if err := g.Set(""); err != nil {
		t.Fatal(err)
	}
	if got := find("/q"); got.BuiltIn || got.Text != "" || got.Path != g.Path() {
		t.Errorf("the global template: %+v", got)
	}
	if got := find("/p"); got.Text != "own" || got.Path != "/p/.galley/system-prompt.md" {
		t.Errorf("its own: %+v", got)
	}
	w.Mode("/p/.galley/system-prompt.md", 0)
	if _, err := g.Find(w, "/p"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("an unreadable template: %v", err)
	}
}
