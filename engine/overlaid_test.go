package engine

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/template"
	"galley/engine/wire"
)

// ruled returns a project with rule files that many agents load.
func ruled() *facts.Memory {
	return project().File("/p/CLAUDE.md", "Claude's rules.\n@docs/more.md\n").File("/p/docs/more.md", "More.\n").File("/p/GEMINI.md", "Gemini's rules.\n").
		File("/home/u/.claude/CLAUDE.md", "My rules.\n")
}

// typed returns unsaved texts that all contain n: four of existing files, and one of a new file.
func typed(n int) []facts.Unsaved {
	return []facts.Unsaved{
		{Path: "/p/AGENTS.md", Text: "# Rules\nBe brief. " + strings.Repeat("x", n) + "\n"},
		{Path: "/p/CLAUDE.md", Text: fmt.Sprintf("Claude's rules, %d.\n@docs/more.md\n", n)},
		{Path: "/p/GEMINI.md", Text: fmt.Sprintf("Gemini, %d.\n", n)},
		{Path: "/p/docs/more.md", Text: fmt.Sprintf("More, %d.\n", n)},
		{Path: "/p/.opencode/AGENTS.md", Text: "New.\n"},
	}
}

// onDisk saves the texts in the world and returns it.
func onDisk(w *facts.Memory, texts []facts.Unsaved) *facts.Memory {
	for _, u := range texts {
		w.File(u.Path, u.Text)
	}
	return w
}

// seen returns the parts of a result that people and agents see.
func seen(r *Result) any {
	var bodies []string
	for _, m := range r.Prompt.Messages {
		bodies = append(bodies, string(m.Role), m.Text().String())
	}
	return []any{bodies, r.Text.String(), r.Length, r.Tokens, r.Problems, r.Values, r.Prompt.Notes}
}

// profileRequests returns a request for each prompt that galley can assemble.
func profileRequests() map[string]Request {
	all := map[string]Request{}
	for _, p := range New(ruled()).Agents().Profiles() {
		r := request("[file:AGENTS.md] [file:.opencode/AGENTS.md] [prompt:cwd]\n")
		r.Profile = p.Name()
		all[p.Name()] = r
	}
	return all
}

func TestUnsavedTextsEqualSavedTexts(t *testing.T) {
	for name, r := range profileRequests() {
		want := seen(render(t, New(onDisk(ruled(), typed(3))), r))
		bench := New(ruled())
		for _, n := range []int{1, 2, 3} { // the user edits the texts three times
			r.Unsaved = typed(n)
			got := seen(render(t, bench, r))
			if n == 3 && !reflect.DeepEqual(got, want) {
				t.Errorf("%s: unsaved texts give\n%v, saved texts\n%v", name, got, want)
			}
		}
		slices.Reverse(r.Unsaved)
		if got := seen(render(t, bench, r)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the order of the unsaved texts matters", name)
		}
		r.Unsaved = nil
		if got, want := seen(render(t, bench, r)), seen(render(t, New(ruled()), r)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the texts are still used after they were removed", name)
		}
	}
}

func TestTextsThatTheFilesHoldChangeNothing(t *testing.T) {
	for name, r := range profileRequests() {
		want := seen(render(t, New(ruled()), r))
		r.Unsaved = []facts.Unsaved{{Path: "/p/AGENTS.md", Text: "# Rules\nBe brief.\n"}, {Path: "/home/u/.claude/CLAUDE.md", Text: "My rules.\n"}}
		bench := New(ruled())
		if got := seen(render(t, bench, r)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, not %v", name, got, want)
		}
		// A cached answer that was made with these texts must not be used after the next edit.
		r.Unsaved[0].Text = "Another.\n"
		if got, want := seen(render(t, bench, r)), seen(render(t, New(ruled().File("/p/AGENTS.md", "Another.\n")), r)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the old text is still used", name)
		}
	}
}

// capturedRules returns a capture of a request that Claude Code sent in the project that ruled
// makes.
func capturedRules(t *testing.T) *capture.Capture {
	t.Helper()
	world := ruled()
	bench := New(world)
	asked := bench.Agents().Ask("claude-code", "")
	trace := profileTrace(t, world, asked)
	var rules strings.Builder
	for _, p := range trace.Parts {
		rules.WriteString(p.Text.String())
	}
	body := fmt.Sprintf(`{"model":"claude-sonnet-4-5","max_tokens":1,"system":[{"type":"text","text":"own words"}],"messages":[{"role":"user","content":[{"type":"text","text":%q}]}]}`, rules.String())
	c := &capture.Capture{ID: "x", Agent: "claude-code", Version: asked.Version, Cwd: "/p", Form: wire.Anthropic, Model: "claude-sonnet-4-5", Body: []byte(body)}
	if err := capture.Understand(context.Background(), c, trace, world, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

func profileTrace(t *testing.T, w facts.World, asked discovery.SurveyAgent) *discovery.Trace {
	t.Helper()
	traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{asked}, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	return traces[0]
}

func TestACapturedPromptIsPredictedWithTheUnsavedText(t *testing.T) {
	r := request("")
	r.Capture = capturedRules(t)
	bench := New(ruled())
	if res := render(t, bench, r); res.Provenance.Basis != Captured || !strings.Contains(res.Text.String(), "Claude's rules.\n") {
		t.Fatalf("the capture is %q, %v", res.Text, res.Provenance)
	}
	for _, n := range []int{4, 5} {
		r.Unsaved = typed(n)
		res := render(t, bench, r)
		text := res.Text.String()
		if res.Provenance.Basis != Predicted || !strings.Contains(text, fmt.Sprintf("Claude's rules, %d.", n)) || !strings.Contains(text, fmt.Sprintf("More, %d.", n)) {
			t.Errorf("with unsaved texts the prompt is %q, %v", text, res.Provenance)
		}
		want := render(t, New(onDisk(ruled(), typed(n))), r)
		if text != want.Text.String() {
			t.Errorf("saved, it would be %q", want.Text)
		}
	}
}

// A key in one file must not read the disk at all.
func TestTypingIntoAFileAsksTheDiskNothing(t *testing.T) {
	for name, r := range profileRequests() {
		disk := &asks{World: ruled()}
		bench := New(disk)
		r.Unsaved = typed(1)
		render(t, bench, r)
		before := disk.n.Load()
		for n := range 5 {
			r.Unsaved = typed(n + 2)
			render(t, bench, r)
		}
		if n := disk.n.Load() - before; n != 0 {
			t.Errorf("%s: five keys read the disk %d times", name, n)
		}
	}
}

// asks counts the calls that reach a disk.
type asks struct {
	facts.World
	n atomic.Int64
}

func (a *asks) Stat(p string) (facts.Info, error)        { a.n.Add(1); return a.World.Stat(p) }
func (a *asks) Lstat(p string) (facts.Info, error)       { a.n.Add(1); return a.World.Lstat(p) }
func (a *asks) RealPath(p string) (string, error)        { a.n.Add(1); return a.World.RealPath(p) }
func (a *asks) ReadDir(p string) ([]facts.Entry, error)  { a.n.Add(1); return a.World.ReadDir(p) }
func (a *asks) ReadFile(p string) (string, error)        { a.n.Add(1); return a.World.ReadFile(p) }
func (a *asks) ReadHead(p string, n int) (string, error) { a.n.Add(1); return a.World.ReadHead(p, n) }

func TestAnAnswerThatReadsNoUnsavedTextIsKept(t *testing.T) {
	bench := New(ruled())
	r := request(template.Default)
	r.Profile, r.Unsaved = "opencode", []facts.Unsaved{{Path: "/p/notes.md", Text: "a"}}
	render(t, bench, r)
	k := bench.knowledge().under(r.Unsaved, 0)
	first := len(k.traces)
	var kept *discoveryResult
	for _, f := range k.traces {
		kept = f
	}
	r.Unsaved = []facts.Unsaved{{Path: "/p/notes.md", Text: "b"}}
	render(t, bench, r)
	for _, f := range k.traces {
		if len(k.traces) != first || f != kept {
			t.Error("a file that no rule names caused another discovery")
		}
	}
}

func TestWatcherGetsStateOnDisk(t *testing.T) {
	disk := ruled()
	r := request("[file:AGENTS.md]\n")
	r.Profile, r.Unsaved = "opencode", typed(1)
	for _, q := range render(t, New(disk), r).Questions {
		if q.Changed(disk) {
			t.Errorf("%s %s counts as changed, although nothing on disk is", q.Op, q.Arg)
		}
	}
}

func TestTheFateOfAFileThatIsStillToBeMade(t *testing.T) {
	bench := New(ruled().Remove("/p/CLAUDE.md"))
	r := request("")
	for file, wanted := range map[string]bool{"/p/CLAUDE.md": true, "/p/sub/CLAUDE.md": false} {
		r.Profile, r.File = "claude-code", []string{file}
		if f := render(t, bench, r).File; strings.HasPrefix(f.Why, "it does not exist yet") != wanted {
			t.Errorf("%s: %+v", file, f)
		}
	}
}

func TestTheFateOfAFileFollowsWhatIsTyped(t *testing.T) {
	bench := New(ruled())
	r := request("")
	r.Profile, r.File = "opencode", []string{"/p/AGENTS.md"}
	if f := render(t, bench, r).File; f.Agent != "opencode" || len(f.Candidates) == 0 || f.Candidates[0].Verdict != discovery.Loaded {
		t.Errorf("AGENTS.md: %+v", f)
	}
	r.File = []string{"/p/sub/AGENTS.md"}
	r.Unsaved = []facts.Unsaved{{Path: "/p/sub/AGENTS.md", Text: "new"}}
	if f := render(t, bench, r).File; f.Instead != "/p/AGENTS.md" {
		t.Errorf("a file that no agent looks for: %+v", f)
	}
	r.Profile = "template"
	if f := render(t, bench, r).File; f.Agent != "" {
		t.Errorf("the template alone belongs to an agent: %+v", f)
	}
	r.Capture, r.File = capturedRules(t), []string{"/p/docs/more.md"}
	if f := render(t, bench, r).File; f.Agent != "claude-code" || len(f.Imports) != 1 || f.Imports[0].Verdict != discovery.Loaded {
		t.Errorf("an imported file: %+v", f)
	}
}
