package profiletest

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// failing is a test that records its failures instead of reporting them.
type failing struct {
	testing.TB
	said []string
}

func (f *failing) Helper() {}

func (f *failing) Errorf(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

func (f *failing) Fatal(args ...any) {
	f.said = append(f.said, "fatal: "+fmt.Sprint(args...))
	runtime.Goexit()
}

// failures runs a test, which may end early, and returns the failures that it recorded.
func failures(run func(t testing.TB)) []string {
	f := new(failing)
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

func TestAnInputHasTheScenarioAndTheFiles(t *testing.T) {
	in := With(t, `model = "m"`, "/p/a.md", "A", "/p/d/b.md", "B")
	if in.Scenario.Model != "m" || in.Cwd != "/p" || !in.BuiltIn {
		t.Errorf("%+v", in)
	}
	for name, want := range map[string]string{"/p/a.md": "A", "/p/d/b.md": "B"} {
		if got, err := in.World.ReadFile(name); got != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if all, err := With(t, "").World.ReadDir("/p"); len(all) != 0 || err != nil {
		t.Errorf("without files there are %v, %v", all, err)
	}
	if said := failures(func(t testing.TB) { With(t, `nonsense = [`) }); len(said) != 1 {
		t.Errorf("a scenario with a fault: %q", said)
	}
}

func made() prompt.Prompt {
	return prompt.Prompt{
		Messages: []prompt.Message{
			{Role: prompt.System, Blocks: []prompt.Block{{ID: "a"}, {ID: "b"}}},
			{Role: prompt.User, Blocks: []prompt.Block{{ID: "c", Text: source.Literal("x")}}},
		},
		Tools: []prompt.Tool{{Name: "read"}, {Name: "write"}},
	}
}

func TestAPromptInShort(t *testing.T) {
	p := made()
	if got, want := Shape(p), []string{"system: a, b", "user: c"}; !slices.Equal(got, want) {
		t.Errorf("its shape is %q", got)
	}
	if got := IDs(p.Messages[0].Blocks); got != "a b" {
		t.Errorf("its blocks are %q", got)
	}
	if got := ToolNames(p); got != "read write" {
		t.Errorf("its tools are %q", got)
	}
	if got := Codes([]diag.Problem{{Code: "one"}, {Code: "two"}}); got != "one two" {
		t.Errorf("the codes are %q", got)
	}
	if got := Text("x"); !got.Given || got.Text != "x" {
		t.Errorf("a text is %+v", got)
	}
}

func TestAnUnexpectedShapeFails(t *testing.T) {
	ExpectShape(t, "right", made(), "system: a, b", "user: c")
	for name, want := range map[string][]string{"no message": nil, "one less": {"system: a, b"}, "another": {"system: a, b", "user: d"}} {
		if said := failures(func(t testing.TB) { ExpectShape(t, name, made(), want...) }); len(said) != 1 || !strings.HasPrefix(said[0], name+"\n") {
			t.Errorf("%s: said %q", name, said)
		}
	}
}

// seen is a profile that keeps its input.
type seen struct {
	profile.Profile
	in *profile.Input
}

func (s seen) Assemble(_ context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	*s.in = in
	return made(), []diag.Problem{{Code: "one"}}
}

func TestAPromptIsAssembledInARepository(t *testing.T) {
	var in profile.Input
	p, problems := Assembled(t, seen{in: &in}, profile.Input{TemplateText: "t"})
	if len(p.Messages) != 2 || Codes(problems) != "one" {
		t.Errorf("%+v, %v", p, problems)
	}
	if in.Cwd != "/p" || in.TemplateText != "t" {
		t.Errorf("the input is %+v", in)
	}
	w := in.World
	if got, _ := w.ReadFile("/p/AGENTS.md"); got == "" {
		t.Error("its world has no rule file")
	}
	if got, err := w.Git(context.Background(), "/p", "rev-parse", "--show-toplevel"); got.Stdout != "/p\n" || err != nil {
		t.Errorf("it is in no repository: %+v, %v", got, err)
	}
	if got, want := w.Now(), time.Date(2026, 11, 27, 23, 30, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("its clock says %s", got)
	}
	if home, _ := w.LookupEnv("HOME"); home != "/h" {
		t.Errorf("its home is %q", home)
	}
	own := facts.NewMemory().Dir("/p")
	if Assembled(t, seen{in: &in}, profile.Input{World: own}); in.World != facts.World(own) {
		t.Error("a world of the test's own is replaced")
	}
}
