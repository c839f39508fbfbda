package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
)

// within sets the limits of each render of a workbench.
func within(limits facts.Amounts) Option { return func(w *Workbench) { w.most = limits } }

func TestAPromptThatGrowsOverTheBudgetIsRefused(t *testing.T) {
	ctx := context.Background()
	big := strings.Repeat("x", 1000)
	w := facts.NewMemory().File("/p/a", big).File("/p/b", big).File("/p/c", big)
	limits := facts.DefaultLimits
	limits.Output, limits.Files = 10_000, 2
	for name, c := range map[string]struct {
		template string
		place    string
		what     string
	}{
		"within":          {strings.Repeat("[file:a]", 9), "", ""},
		"one file often":  {strings.Repeat("[file:a]", 11), "/p/.galley/system-prompt.md", "bytes of text"},
		"very often":      {strings.Repeat("[file:a]", 40_000), "/p/.galley/system-prompt.md", "bytes of text"},
		"too many files":  {"[file:a][file:b][file:c]", "", "files read"},
		"in a condition":  {"[if file:a][if file:b][if file:c]x[endif][endif][endif]", "", "files read"},
		"nothing of them": {"plain", "", ""},
	} {
		bench := New(w, within(limits))
		for range 2 { // in the second run, cached answers must count as well
			_, err := bench.Render(ctx, Request{Template: Template{Path: "/p/.galley/system-prompt.md", Text: c.template}, Cwd: "/p"})
			var over *OverBudgetError
			if (c.what != "") != errors.As(err, &over) {
				t.Errorf("%s: error %v", name, err)
			}
			if over == nil {
				continue
			}
			p := over.Problem
			if p.Code != diag.OverBudget || p.Severity != diag.Error || p.Hint == "" || !strings.Contains(p.Message, c.what) || c.place != "" && p.File != c.place {
				t.Errorf("%s: problem %+v", name, p)
			}
			if !errors.Is(err, facts.ErrOverBudget) {
				t.Errorf("%s: %v does not match", name, err)
			}
		}
	}
}

func TestADiscoveryOverTheBudgetLeavesNoPrompt(t *testing.T) {
	w := facts.NewMemory().File("/p/GEMINI.md", strings.Repeat("@./c.md ", 50)).File("/p/c.md", strings.Repeat("x", 1000)).Env("HOME", "/h").
		Env("GEMINI_CLI_TRUST_WORKSPACE", "true")
	limits := facts.DefaultLimits
	limits.Output = 10_000
	bench := New(w, within(limits))
	for range 2 {
		_, err := bench.Render(context.Background(), Request{Profile: "gemini-cli", Cwd: "/p"})
		if !errors.Is(err, facts.ErrOverBudget) || !strings.Contains(err.Error(), "/p/GEMINI.md") {
			t.Errorf("error %v", err)
		}
	}
}

// The state on disk of the file that exceeded the budget is recorded for the watcher, which then
// reports the file only if it changes.
func TestFileOverTheBudgetIsWatched(t *testing.T) {
	w := facts.NewMemory().File("/p/a", strings.Repeat("x", 600)).File("/p/b", strings.Repeat("y", 600)).File("/p/c", "z")
	limits := facts.DefaultLimits
	limits.Read = 1000
	_, err := New(w, within(limits)).Render(context.Background(), Request{Template: Template{Text: "[file:a][file:b]"}, Cwd: "/p"})
	over, ok := errors.AsType[*OverBudgetError](err)
	if !ok {
		t.Fatalf("error %v", err)
	}
	for _, path := range []string{"/p/a", "/p/b"} {
		if !slices.ContainsFunc(over.Questions, func(q facts.Question) bool { return q.Op == facts.OpReadFile && q.Path() == path }) {
			t.Errorf("%s is not watched: %v", path, over.Questions)
		}
	}
	again := facts.NewRecording(w)
	for _, q := range over.Questions {
		if q.Op == facts.OpReadFile {
			_, _ = again.ReadFile(q.Path())
		}
	}
	for _, q := range again.Questions() {
		if !slices.Contains(over.Questions, q) {
			t.Errorf("%s counts as changed at once", q.Path())
		}
	}
}

// A result must not depend on earlier renders.
func TestTheBudgetOfARenderDoesNotDependOnEarlierOnes(t *testing.T) {
	w := facts.NewMemory().File("/p/a", "1").File("/p/b", "2").File("/p/c", "3")
	limits := facts.DefaultLimits
	limits.Files = 2
	bench := New(w, within(limits))
	for _, text := range []string{"[file:a][file:b]", "[file:b][file:c]", "[file:c][file:a]", "[file:a][file:b]"} {
		if _, err := bench.Render(context.Background(), Request{Template: Template{Text: text}, Cwd: "/p"}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := bench.Render(context.Background(), Request{Template: Template{Text: "[file:a][file:b][file:c]"}, Cwd: "/p"}); !errors.Is(err, facts.ErrOverBudget) {
		t.Errorf("three files, of which two are cached: %v", err)
	}
}

// reached counts the calls that reach a world.
type reached struct {
	facts.World
	mu    sync.Mutex
	asked []string
}

func (r *reached) note(what, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, what+" "+name)
}

func (r *reached) Stat(name string) (facts.Info, error) {
	r.note("stat", name)
	return r.World.Stat(name)
}
func (r *reached) Lstat(name string) (facts.Info, error) {
	r.note("lstat", name)
	return r.World.Lstat(name)
}
func (r *reached) Readlink(name string) (string, error) {
	r.note("readlink", name)
	return r.World.Readlink(name)
}
func (r *reached) RealPath(name string) (string, error) {
	r.note("realpath", name)
	return r.World.RealPath(name)
}
func (r *reached) ReadDir(name string) ([]facts.Entry, error) {
	r.note("readdir", name)
	return r.World.ReadDir(name)
}
func (r *reached) ReadFile(name string) (string, error) {
	r.note("read", name)
	return r.World.ReadFile(name)
}
func (r *reached) ReadHead(name string, limit int) (string, error) {
	r.note("head", name)
	return r.World.ReadHead(name, limit)
}
func (r *reached) Git(ctx context.Context, dir string, args ...string) (facts.GitAnswer, error) {
	r.note("git", dir)
	return r.World.Git(ctx, dir, args...)
}
func (r *reached) Fetch(ctx context.Context, url string) (facts.Response, error) {
	r.note("fetch", url)
	return r.World.Fetch(ctx, url)
}

// A profile's assembly reads more files than discovery finds: settings, packs and others of its
// own. With an empty budget, a render must read none of them.
func TestNoProfileReadsPastTheBudget(t *testing.T) {
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		memory := facts.NewMemory().Env("HOME", "/h").Env("PATH", "/bin").Dir("/p/.git")
		for _, file := range []string{"CLAUDE.md", "GEMINI.md", "QWEN.md", "AGENTS.md", "opencode.json", ".gemini/settings.json", ".claude/settings.json", ".codex/config.toml", "a"} {
			memory.File("/p/"+file, "{}").File("/h/"+file, "{}")
		}
		w := &reached{World: memory}
		request := Request{Profile: name, Cwd: "/p", Template: Template{Text: "[file:a][git:branch][if file:b]x[endif]"}}
		if _, err := New(w).Render(context.Background(), request); err != nil || len(w.asked) == 0 {
			t.Errorf("%s: %d questions, %v", name, len(w.asked), err)
		}
		w.asked = nil
		_, err := New(w, within(facts.Amounts{Output: 1 << 20, Imports: 100, Expansions: 100, Steps: 1000})).Render(context.Background(), request)
		if len(w.asked) > 1 || !errors.Is(err, facts.ErrOverBudget) { // one read may reach the world, because it is charged when its size is known
			t.Errorf("%s: %v, and it read %q", name, err, w.asked)
		}
	}
}
