package engine

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
)

func TestHiddenTextInTemplateAndFilesIsAProblem(t *testing.T) {
	w := facts.NewMemory().File("/p/AGENTS.md", "one\ntwo\U000e0068\U000e0069\n").File("/p/fine.md", "\ufeffa\u00a0b 👨\u200d👩 <!-- c -->\n")
	r, err := New(w).Render(context.Background(), Request{Cwd: "/p", Template: Template{
		Text: "a\u202eb\n[if file:AGENTS.md]\n[file:AGENTS.md]\n[endif]\n[file:fine.md]\n"}})
	if err != nil {
		t.Fatal(err)
	}
	var found []diag.Problem
	for _, p := range r.Problems {
		if p.Code == diag.HiddenText {
			found = append(found, p)
		}
	}
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	if p := found[0]; p.Start.Line != 1 || p.Start.Column != 2 || p.End.Column != 3 {
		t.Errorf("in the template: %+v", p)
	}
	if p := found[1]; p.Start.Line != 3 || !strings.Contains(p.Message, `AGENTS.md holds 2 tag characters (U+E0068 U+E0069) reading "hi" from line 2`) {
		t.Errorf("the file's: %+v", p)
	}
	if !strings.Contains(r.Text.String(), "two\U000e0068\U000e0069") {
		t.Error("the sent bytes changed")
	}
}

// After a key in a template or a file, only the changed part is scanned. The findings equal those
// of a workbench that scans the text for the first time.
func TestKeyUpdatesFindings(t *testing.T) {
	render := func(w *Workbench, text string) (found []diag.Problem) {
		r, err := w.Render(context.Background(), Request{Cwd: "/p", Template: Template{Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Problems {
			if p.Code == diag.HiddenText {
				found = append(found, p)
			}
		}
		return found
	}
	world := facts.NewMemory().File("/p/AGENTS.md", "one\u202e\n")
	w := New(world)
	for _, text := range []string{"a\n\nb\u202e\n", "a\u202e\n\nb\u202e\n", "a\n\n\nb\u202e\n", "a\n\nb\n[file:AGENTS.md]\n", "a\n\nb\n", "a\u202e\n\nb\u202e\n"} {
		if got, want := render(w, text), render(New(world), text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	world.File("/p/AGENTS.md", "one\n\ntwo\u200b\n")
	w.Refresh()
	if got, want := render(w, "[file:AGENTS.md]"), render(New(world), "[file:AGENTS.md]"); len(want) != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("the file changed: %v, want %v", got, want)
	}
}
