package engine

import (
	"context"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
)

func TestWhatATemplateAndItsFilesHideIsAProblem(t *testing.T) {
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
		t.Errorf("the template's own: %+v", p)
	}
	if p := found[1]; p.Start.Line != 3 || !strings.Contains(p.Message, `AGENTS.md holds 2 tag characters (U+E0068 U+E0069) reading "hi" from line 2`) {
		t.Errorf("the file's: %+v", p)
	}
	if !strings.Contains(r.Text.String(), "two\U000e0068\U000e0069") {
		t.Error("the bytes that are sent changed")
	}
}
