package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"galley/engine/compare"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

func side(name string, messages ...prompt.Message) compare.Side {
	return compare.Side{Name: name, Messages: messages}
}

func says(role prompt.Role, blocks ...[2]string) prompt.Message {
	m := prompt.Message{Role: role}
	for _, b := range blocks {
		m.Blocks = append(m.Blocks, prompt.Block{ID: b[0], Title: b[0], Lifetime: prompt.Session, Text: source.Literal(b[1])})
	}
	return m
}

func TestDiffShowsWhereACacheEnds(t *testing.T) {
	a := side("before", says(prompt.System, [2]string{"head", "Grüße\n"}, [2]string{"rules", "be brief ü\nend\n"}, [2]string{"gone", "x\n"}), says(prompt.User, [2]string{"moved", "m"}))
	b := side("after", says(prompt.System, [2]string{"head", "Grüße\n"}, [2]string{"rules", "be brief ö\nend\n"}, [2]string{"new", "y\n"}), says(prompt.Assistant, [2]string{"ack", "ok"}), says(prompt.User, [2]string{"moved", "m"}))
	d := DiffOf(a, b, "a note")
	f := d.First
	if d.Same || f == nil || f.Role != "system" || f.Block != "rules" || f.Line != 2 || f.Column != 10 || f.Kept != len("Grüße\nbe brief ") || f.Offset != f.Kept || f.Lifetime != "session" {
		t.Fatalf("got %+v", f)
	}
	var b1, b2 bytes.Buffer
	if err := DiffText(&b1, d); err != nil {
		t.Fatal(err)
	}
	golden(t, "diff.txt", b1.String())
	if err := Encode(&b2, d); err != nil {
		t.Fatal(err)
	}
	golden(t, "diff.json", b2.String())
}

func TestDiffOfEqualPromptsIsEmpty(t *testing.T) {
	a := side("a", says(prompt.System, [2]string{"x", "text"}))
	if d := DiffOf(a, a); !d.Same || d.Diff != "" || d.First != nil || strings.Join(DiffSummary(d), "") != "the same, byte for byte" {
		t.Errorf("got %+v", d)
	}
	// Only the tools differ. They come first in a cache, so no part of the prompt stays in it.
	b := a
	b.Tools = []prompt.Tool{{Name: "t", Declaration: source.Literal("{}")}}
	if d := DiffOf(a, b); d.Same || d.Tools != "changed" || d.First != nil {
		t.Errorf("got %+v", d)
	}
	// In the first pair, one side has one more message. In the second pair, the same words have
	// another role.
	longer := side("b", append(a.Messages, says(prompt.User, [2]string{"u", "hi"}))...)
	for _, d := range []Diff{DiffOf(a, longer), DiffOf(longer, a)} {
		if d.Same || d.First == nil || d.First.Message != 1 || d.First.Kept != 4 || d.Diff == "" {
			t.Errorf("got %+v", d)
		}
	}
	if d := DiffOf(a, side("c", says(prompt.User, [2]string{"x", "text"}))); d.Same || d.First == nil || d.First.Kept != 0 {
		t.Errorf("got %+v", d.First)
	}
}

func TestASavedRenderIsReadAgain(t *testing.T) {
	r := result(t, sample)
	var b bytes.Buffer
	if err := RenderJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	saved, all := SavedSide("f", b.String())
	if d := DiffOf(saved, SideOf("now", r)); !all || !d.Same {
		t.Errorf("got %+v", d)
	}
	saved, all = SavedSide("f", SystemText(r))
	if d := DiffOf(saved, SystemSide("now", r)); all || !d.Same {
		t.Errorf("got %+v", d)
	}
	if d := DiffOf(saved, SystemSide("now", result(t, "y"+sample))); d.Same || d.First.Kept != 0 || len(d.Blocks) > 0 {
		t.Errorf("got %+v", d)
	}
	// This text begins with a brace, but is not a saved result.
	if _, all := SavedSide("f", `{"schema": "x"}`); all {
		t.Error("read as a saved result")
	}
}

func TestTwoDatesInOnePromptAreReported(t *testing.T) {
	w := facts.NewMemory().Clock(time.Date(2026, 2, 6, 1, 0, 0, 0, time.UTC)).SetZone(time.FixedZone("W", -5*3600))
	if got := DayNote(w); !strings.Contains(got, "2026-02-06 in UTC and 2026-02-05 here") {
		t.Errorf("got %q", got)
	}
	if got := DayNote(facts.NewMemory()); got != "" {
		t.Errorf("got %q", got)
	}
}
