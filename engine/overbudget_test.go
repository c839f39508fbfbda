package engine

import (
	"context"
	"errors"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
)

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
		bench := New(w, Within(limits))
		for range 2 { // what is known by now counts again
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
	w := facts.NewMemory().File("/p/GEMINI.md", strings.Repeat("@./c.md ", 50)).File("/p/c.md", strings.Repeat("x", 1000)).Env("HOME", "/h")
	limits := facts.DefaultLimits
	limits.Output = 10_000
	bench := New(w, Within(limits))
	for range 2 {
		_, err := bench.Render(context.Background(), Request{Profile: "gemini-cli", Cwd: "/p"})
		if !errors.Is(err, facts.ErrOverBudget) || !strings.Contains(err.Error(), "/p/GEMINI.md") {
			t.Errorf("error %v", err)
		}
	}
}

// A result must not depend on what was asked before it.
func TestTheBudgetOfARenderDoesNotDependOnEarlierOnes(t *testing.T) {
	w := facts.NewMemory().File("/p/a", "1").File("/p/b", "2").File("/p/c", "3")
	limits := facts.DefaultLimits
	limits.Files = 2
	bench := New(w, Within(limits))
	for _, text := range []string{"[file:a][file:b]", "[file:b][file:c]", "[file:c][file:a]", "[file:a][file:b]"} {
		if _, err := bench.Render(context.Background(), Request{Template: Template{Text: text}, Cwd: "/p"}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := bench.Render(context.Background(), Request{Template: Template{Text: "[file:a][file:b][file:c]"}, Cwd: "/p"}); !errors.Is(err, facts.ErrOverBudget) {
		t.Errorf("three files of two that are all known: %v", err)
	}
}
