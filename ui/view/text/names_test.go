package text

import (
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// result returns a prompt of two messages with one block of each kind.
func result() *engine.Result {
	of := func(text string, kind source.Kind, from string) source.Text {
		return source.Of(text, source.Origin{Kind: kind, Source: from, Line: 1, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
	}
	line := source.Literal("\n")
	r := &engine.Result{}
	r.Prompt.Messages = []prompt.Message{
		{Role: prompt.System, Blocks: []prompt.Block{
			{Title: "Tone", Text: of("Be kind.", source.Captured, "message-0.0")},
			{Title: "Tools", Before: line, Text: of("Use them.", source.Captured, "message-0.0")},
			{Title: "message-0.1", Before: line, Text: of("***", source.Captured, "message-0.1")},
		}},
		{Role: prompt.User, Blocks: []prompt.Block{
			{Title: "Identity", Text: of("[words of the agent]", source.StandIn, "agent/identity")},
			{Title: "Rules", Before: line, Text: of("Use tabs.", source.File, "/p/AGENTS.md")},
			{Title: "State", Before: line, Text: of("clean tree", source.Variable, "own:git status")},
			{Title: "Framed", Before: line, Text: source.Literal("## ").Append(of("long words of the agent", source.StandIn, "agent/framed"))},
			{Title: "Joined", Text: of("[more of its words, to the end of the row]\nand a second row", source.StandIn, "agent/joined")},
		}},
	}
	var texts []source.Text
	for _, m := range r.Prompt.Messages {
		texts = append(texts, m.Text())
	}
	r.Text = source.Join(source.Literal("\n\n"), texts...)
	return r
}

func screen(t *testing.T, w int) []string {
	t.Helper()
	v := New(&viewtest.Host{}, cell.Options{})
	v.Update(view.Result{Result: result()})
	return viewtest.Rows(v, w, 12)
}

func TestAStandInSaysSoAndACapturedTextIsNamedByItsBlock(t *testing.T) {
	rows := screen(t, 90)
	for text, label := range map[string]string{
		"Be kind.":             "Tone",
		"Use them.":            "Tools",
		"***":                  "captured",
		"[words of the agent]": "stand-in: Identity",
		"Use tabs.":            "AGENTS.md 1-1",
		"## long words":        "stand-in: Framed",
		"clean tree":           "git status",
		"and a second row":     "stand-in: Joined", // the block begins in the row before
	} {
		found := false
		for _, row := range rows {
			if strings.Contains(row, text) {
				found = true
				if !strings.HasSuffix(strings.TrimRight(row, " "), "  "+label) {
					t.Errorf("the row %q does not end with %q", row, label)
				}
			}
		}
		if !found {
			t.Errorf("no row contains %q", text)
		}
	}
	if all := strings.Join(rows, "\n"); strings.Contains(all, "message-0") {
		t.Errorf("a text has a number instead of a title:\n%s", all)
	}
}

func TestStandInIsMarkedInNarrowPanes(t *testing.T) {
	for _, row := range screen(t, 34) {
		if strings.Contains(row, "[words of the agent]") && !strings.HasSuffix(strings.TrimRight(row, " "), "  stand-in") {
			t.Errorf("the row %q does not say that it is a stand-in", row)
		}
	}
}

// A block is named as a stand-in if more than half of it is, and only where the block begins.
func TestABlockIsAStandInIfMoreThanHalfOfItIs(t *testing.T) {
	for _, c := range []struct {
		ours, offset int
		want         string
	}{{5, 0, ""}, {6, 0, "stand-in: T|stand-in"}, {6, 1, ""}, {6, 10, ""}, {6, -1, ""}} {
		v := &View{blocks: []placed{{prompt.Block{Title: "T"}, source.Span{Start: 0, End: 10}, c.ours}}}
		names, known := v.name(c.offset, source.Origin{Kind: source.Pack})
		if got := strings.Join(names, "|"); got != c.want || known != (c.want != "") {
			t.Errorf("%d of 10 bytes, at %d: %q, %v; want %q", c.ours, c.offset, got, known, c.want)
		}
	}
}
