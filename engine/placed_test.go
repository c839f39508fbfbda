package engine

import (
	"slices"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/profile"
	"galley/engine/source"
)

// A workbench keeps the parsed trees of the last four templates. A tree that is used again counts
// as the newest.
func TestTheLastTemplatesAreKept(t *testing.T) {
	t.Parallel()
	w := New(facts.NewMemory())
	trees := map[string]*parsing{}
	for _, text := range []string{"a", "b", "c", "d"} {
		trees[text] = w.parse(text)
	}
	if w.parse("a") != trees["a"] {
		t.Error("the oldest of four is parsed again")
	}
	w.parse("e")
	if w.parse("a") != trees["a"] || w.parse("c") != trees["c"] || w.parse("d") != trees["d"] || w.parse("b") == trees["b"] {
		t.Error("the tree that was asked for last is dropped, or the oldest is kept")
	}
}

func TestACapturedPromptUsesNoTemplate(t *testing.T) {
	t.Parallel()
	p := &capturedProfile{}
	if got := p.TemplateAs(); !slices.Equal(got, []string{"none"}) || p.Separator().String() != "\n\n" {
		t.Errorf("%q, %q", got, p.Separator())
	}
}

func TestOnlyAnExtendedTemplateNamesTools(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h")
	for _, c := range []struct {
		extensions []string
		chosen     string
		tools      bool
		agent      string
	}{{nil, "codex", false, ""}, {[]string{"other"}, "codex", false, ""}, {[]string{"other", "tool"}, "codex", true, "codex"}, {[]string{"tool"}, "", true, profile.Default}} {
		r := Request{Profile: c.chosen, Cwd: "/p"}
		r.Config.Template.Extensions = c.extensions
		if got := r.session(w); got.Tools != c.tools || got.Agent != c.agent || got.Home != "/h" || got.Cwd != "/p" || got.ProjectFilesOnly {
			t.Errorf("%q: %+v", c.extensions, got)
		}
	}
}

// If templates may read only the project's files, a link in the project does not lead to files
// outside.
func TestAPackOfTheProjectStaysInIt(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/q/a.txt", "other").Link("/p/pack", "/q").File("/p/own/a.txt", "own")
	for files, want := range map[string]bool{"": true, "any": true, "project": false} {
		r := Request{Cwd: "/p"}
		r.Config.Files = files
		if text, err := PackWorld(w, r).ReadFile("/p/pack/a.txt"); (err == nil) != want || want && text != "other" {
			t.Errorf("files %q: %q, %v", files, text, err)
		}
		if text, err := PackWorld(w, r).ReadFile("/p/own/a.txt"); err != nil || text != "own" {
			t.Errorf("files %q: %q, %v", files, text, err)
		}
	}
}

func TestAHarmlessHiddenCharacterIsInformation(t *testing.T) {
	t.Parallel()
	for level, want := range map[hidden.Level]diag.Severity{hidden.Low: diag.Info, hidden.Low + 1: diag.HiddenText.Severity()} {
		if got := hiddenProblem(hidden.Finding{Level: level}, source.Span{End: 2}, "m"); got.Severity != want || got.Code != diag.HiddenText || got.Message != "m" || got.Span.End != 2 {
			t.Errorf("%v: %+v", level, got)
		}
	}
	if diag.HiddenText.Severity() == diag.Info {
		t.Error("every hidden character is information")
	}
}
