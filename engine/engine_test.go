package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/template"
	"galley/engine/variable"
)

func project() *facts.Memory {
	return facts.NewMemory().
		Env("HOME", "/home/u").
		File("/p/AGENTS.md", "# Rules\nBe brief.\n").
		OnGit("/p", "rev-parse --abbrev-ref HEAD", facts.GitAnswer{Stdout: "main\n"})
}

func request(text string) Request {
	return Request{Template: Template{Path: "/p/t.md", Text: text}, Cwd: "/p", Config: config.Default()}
}

func render(t *testing.T, w *Workbench, r Request) *Result {
	t.Helper()
	res, err := w.Render(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestTheDefaultTemplate(t *testing.T) {
	r := request(template.Default)
	r.Revision = 7
	res := render(t, New(project()), r)
	want := "You are a helpful coding assistant.\n\n\n# Rules\nBe brief.\n\n\n\nThe current working directory is /p.\n"
	if res.Text.String() != want || res.System.String() != want || res.Revision != 7 || res.Profile != "template" {
		t.Errorf("got %q, revision %d, profile %s", res.Text, res.Revision, res.Profile)
	}
	var ids []string
	for i, b := range res.Prompt.Messages[0].Blocks {
		ids = append(ids, b.ID)
		if s := res.Blocks[i].Span; res.Text.Slice(s.Start, s.End).String() != b.Text.String() {
			t.Errorf("block %s does not have the span %v", b.ID, s)
		}
	}
	if !slices.Equal(ids, []string{"template", "file:AGENTS.md", "template#2"}) {
		t.Errorf("blocks: %v", ids)
	}
	if res.Values[0].Key != "file:AGENTS.md" || len(res.Values[0].Uses) != 2 {
		t.Errorf("values: %+v", res.Values)
	}
	if res.Length.Bytes != len(want) || len(res.Budgets) != 3 || res.Budgets[1].Used != len(want) {
		t.Errorf("sizes: %+v %+v", res.Length, res.Budgets)
	}
	var files []string
	for _, q := range res.Questions {
		if q.Path() != "" {
			files = append(files, q.Path())
		}
	}
	if !slices.Contains(files, "/p/AGENTS.md") {
		t.Errorf("the watcher does not get the file: %v", res.Questions)
	}
}

func TestAnEmptyTemplateIsNoMessage(t *testing.T) {
	res := render(t, New(project()), request(""))
	if len(res.Prompt.Messages) != 0 || res.Text.Len() != 0 || len(res.Blocks) != 0 || len(res.Budgets) != 3 {
		t.Errorf("got %+v", res)
	}
}

func TestWorldIsReadOnceUntilInvalidated(t *testing.T) {
	w := &counting{World: project()}
	bench := New(w)
	text := "[git:branch] [file:AGENTS.md]"
	for i := range 20 {
		render(t, bench, request(text+strings.Repeat("x", i)))
	}
	if git, reads := w.git.Load(), w.reads.Load(); git != 1 || reads != 1 {
		t.Errorf("git ran %d times, the file was read %d times, for 20 keys", git, reads)
	}
	w.World.(*facts.Memory).File("/p/AGENTS.md", "new rules")
	if got := render(t, bench, request(text)).Text.String(); strings.Contains(got, "new rules") {
		t.Errorf("the world was read without Refresh: %q", got)
	}
	bench.Refresh()
	if got := render(t, bench, request(text)).Text.String(); got != "main new rules" {
		t.Errorf("after Refresh: %q", got)
	}
}

func TestGitRunsOnlyWhenATagNamesIt(t *testing.T) {
	w := &counting{World: project()}
	bench := New(w)
	r := request("[prompt:cwd] git:branch")
	res := render(t, bench, r)
	if w.git.Load() != 0 {
		t.Fatalf("git ran %d times", w.git.Load())
	}
	var got []string
	for _, v := range res.Values {
		got = append(got, fmt.Sprintf("%s %s %d", v.Key, v.State, len(v.Uses)))
	}
	want := []string{
		"prompt:cwd value 1", "system:time value 0", "system:date value 0", "system:os value 0", "system:hostname value 0",
		"prompt:model missing 0", "prompt:conversation_id missing 0", "prompt:workspace_id missing 0",
		"git:branch missing 0", "git:status missing 0",
	}
	slices.Sort(got[1:])
	slices.Sort(want[1:])
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestNamedOnlyAsksForNoOtherVariable(t *testing.T) {
	res := render(t, New(project(), NamedOnly()), request("[prompt:cwd]"))
	if len(res.Values) != 1 || res.Values[0].Key != "prompt:cwd" {
		t.Errorf("values: %+v", res.Values)
	}
	for _, q := range res.Questions {
		if q.Op == facts.OpHostname || q.Path() == "/etc/os-release" {
			t.Errorf("asked %s %s", q.Op, q.Arg)
		}
	}
}

func TestUnmeasuredIsTheSameText(t *testing.T) {
	want, got := render(t, New(project()), request(template.Default)), render(t, New(project(), Unmeasured()), request(template.Default))
	if got.Text.String() != want.Text.String() || !reflect.DeepEqual(got.Problems, want.Problems) || got.Blocks != nil || got.Budgets != nil {
		t.Errorf("got %+v", got)
	}
}

func TestOverridesNeedNoWorld(t *testing.T) {
	w := &counting{World: project()}
	r := request("[file:AGENTS.md]|[git:branch]|[if system:date]dated[else]undated[endif]")
	r.Overrides = []variable.Override{{Key: "file:AGENTS.md", Text: "mine"}, {Key: "git:branch", Text: "topic"}, {Key: "system:date", Unset: true}}
	res := render(t, New(w), r)
	if got := res.Text.String(); got != "mine|topic|undated" || w.git.Load() > 0 || slices.ContainsFunc(res.Questions, func(q facts.Question) bool { return q.Path() != "" }) {
		t.Errorf("got %q; git ran %d times, queries %v", got, w.git.Load(), res.Questions)
	}
	if !res.Values[0].Overridden {
		t.Errorf("got %+v", res.Values[0])
	}
}

func TestPrecedence(t *testing.T) {
	r := request("[prompt:model]")
	r.Config.Model, r.Config.Profile = "openai/gpt-5", "tmplate"
	if res := render(t, New(project()), r); res.Text.String() != "gpt-5" || res.Provider != "openai" {
		t.Errorf("the configuration's: %q %q", res.Text, res.Provider)
	}
	r.Scenario, _ = scenario.Parse("s.toml", "model = 'anthropic/claude/x'\nconversation_id = 'c'")
	if res := render(t, New(project()), r); res.Text.String() != "claude/x" || res.Provider != "anthropic" {
		t.Errorf("the scenario's: %q %q", res.Text, res.Provider)
	}
	r.Provider, r.Model = "google", "gemini-3"
	res := render(t, New(project()), r)
	if res.Text.String() != "gemini-3" || res.Provider != "google" || res.Profile != "template" {
		t.Errorf("the request's: %q %q %q", res.Text, res.Provider, res.Profile)
	}
	if len(res.Problems) != 2 || res.Problems[0].Code != diag.UnknownModel || res.Problems[1].Code != diag.UnknownWord {
		t.Errorf("want an unknown model and an unknown profile reported: %+v", res.Problems)
	}
}

func TestProblemsOfSettingsAreInTheList(t *testing.T) {
	r := request("[nope:x]")
	r.Problems = []diag.Problem{{Code: diag.BadFile, File: "/p/.galley/config.toml"}}
	res := render(t, New(project()), r)
	if len(res.Problems) != 2 || res.Problems[0].Code != diag.UnknownType || res.Problems[1].Code != diag.BadFile {
		t.Errorf("got %+v", res.Problems)
	}
}

func TestCancelledRenderHasNoEffect(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &counting{World: project()}
	w.onGit = cancel
	bench := New(w)
	if res, err := bench.Render(ctx, request("[git:branch]")); !errors.Is(err, context.Canceled) || res != nil {
		t.Fatalf("got %v, %v", res, err)
	}
	w.onGit = nil
	if got := render(t, bench, request("[git:branch]")).Text.String(); got != "main" {
		t.Errorf("the cancelled answer was cached: %q", got)
	}
}

// A workbench that has rendered other requests must give the same result as a new one.
func TestEarlierRendersHaveNoEffect(t *testing.T) {
	texts := []string{
		"", "a", "[file:AGENTS.md]", "x[file:AGENTS.md]y[file:gone]", "[if file:AGENTS.md]é[else]z[endif][system:time]",
		"[if", "[note: x] {{cwd}}", template.Default, "[git:branch][git:branch]", "a",
	}
	world := project()
	bench := New(world)
	for range 3 {
		for _, text := range texts {
			for _, keep := range []string{"keep", "drop"} {
				r := request(text)
				r.Config.Unknown = keep
				got, want := render(t, bench, r), render(t, New(world), r)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%q:\ngot  %+v\nwant %+v", text, got, want)
				}
			}
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	bench := New(project())
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			for n := range 20 {
				text := strings.Repeat("x", n%5) + "[file:AGENTS.md]"
				if n == 10 {
					bench.Refresh()
				}
				res, err := bench.Render(context.Background(), request(text))
				if err != nil || res.Length.Bytes != n%5+18 {
					t.Errorf("%d: %v", i, err)
				}
			}
		})
	}
	wait.Wait()
}

func TestEveryByteHasAnOrigin(t *testing.T) {
	res := render(t, New(project()), request(template.Default+"[else] [ else ] [nope:x]"))
	at := 0
	for _, p := range res.Text.Pieces() {
		if p.Text == "" || p.Origin.Kind.String() == "unknown" {
			t.Errorf("a hole at %d", at)
		}
		at += len(p.Text)
	}
	if at != res.Text.Len() {
		t.Errorf("pieces cover %d of %d", at, res.Text.Len())
	}
}

// counting counts the calls of git and the reads of AGENTS.md.
type counting struct {
	facts.World
	git, reads atomic.Int32
	onGit      func()
}

func (c *counting) Git(ctx context.Context, dir string, args ...string) (facts.GitAnswer, error) {
	c.git.Add(1)
	if c.onGit != nil {
		c.onGit()
		return facts.GitAnswer{}, ctx.Err()
	}
	return c.World.Git(ctx, dir, args...)
}

func (c *counting) ReadFile(path string) (string, error) {
	if path == "/p/AGENTS.md" {
		c.reads.Add(1)
	}
	return c.World.ReadFile(path)
}
