package blocks

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/budget"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestTablesAreLaidOutInTheirWidth(t *testing.T) {
	rows := [][]string{{"name", "a", "long column"}, {"x", "bb", "a text that wraps here"}}
	for _, c := range []struct {
		width int
		want  []int
	}{{99, []int{4, 2, 22}}, {32, []int{4, 2, 22}}, {31, []int{4, 2, 21}}, {14, []int{4, 2, 4}}, {13, []int{3, 2, 4}}, {8, []int{1, 1, 2}}, {7, []int{1, 1, 1}}, {3, []int{1, 1, 1}}} {
		if got := columnWidths(rows, c.width); !slices.Equal(got, c.want) {
			t.Errorf("in %d columns: %v, want %v", c.width, got, c.want)
		}
	}
	if got := columnWidths(nil, 5); got != nil {
		t.Errorf("a table without rows has columns %v", got)
	}
	if got, want := tableRow([]string{"ab", "one two three", ""}, []int{3, 7, 2}), []string{"ab   one two", "       three"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	st := viewtest.Styles()
	var got []string
	for _, line := range tableLines([]report.ComparisonTable{{Rows: rows, Note: "a note that wraps in this width"}, {Rows: rows[:1]}}, 24) {
		text := ""
		for _, part := range line {
			look := map[bool]string{true: "head", false: ""}[part.Look(st) == dialog.Accent(st)]
			if part.Look(st) == dialog.Muted(st) {
				look = "note"
			}
			text += look + "|" + part.Text
		}
		got = append(got, text)
	}
	want := []string{"head|name  a   long column", "|x     bb  a text that", "|            wraps here", "note|a note that wraps in ", "note|  this width", "", "head|name  a  long column"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// made is a prompt with blocks of every form: from files, partly stand-ins, twice, and one that is not sent.
func made() *engine.Result {
	piece := func(kind source.Kind, from string, line int, text string) source.Text {
		return source.Of(text, source.Origin{Kind: kind, Source: from, Line: line, Span: source.Span{Start: 10 * line, End: 10*line + len(text)}})
	}
	long := strings.Repeat("x", leastTwice)
	rules := "# A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree three\n"
	system := []prompt.Block{
		{ID: "own", Title: "Own words", Lifetime: prompt.Static, Text: source.Literal("own")},
		{ID: "stand", Title: "Stand-in", Lifetime: prompt.Static, Text: piece(source.StandIn, "a/b", 0, "stand-in")},
		{ID: "part", Title: "Part", Lifetime: prompt.Session, Text: source.Literal("own ").Append(piece(source.StandIn, "a/b", 0, "words"))},
		{ID: "file:/p/R.md", Title: "R.md", Lifetime: prompt.Session, Text: piece(source.File, "/p/R.md", 3, rules)},
		{ID: "files", Title: "Files", Lifetime: prompt.Session, Text: piece(source.Structure, "", 0, "<f>\n").Append(piece(source.File, "/p/a.md", 1, "a\n"), piece(source.Import, "/p/b.md", 7, "b\nb\n"), piece(source.File, "/p/a.md", 4, "aa\n"))},
		{ID: "own", Title: "Own words", Lifetime: prompt.Turn, Text: source.Literal("again")},
		{ID: "long", Title: "Long", Text: piece(source.File, "/p/l.md", 0, " "+long+"\n")},
		{ID: "mixed", Title: "Mixed", Text: source.Literal("template words").Append(piece(source.Variable, "git:branch", 0, "main"), piece(source.File, "/p/m.md", 2, "m"))},
	}
	user := []prompt.Block{{ID: "long", Title: "Long", Text: piece(source.File, "/q/l.md", 0, long)}, {ID: "short", Title: "Own words", Text: piece(source.File, "/q/s.md", 0, long[1:])}, {ID: "short2", Title: "Short", Text: piece(source.Import, "/q/s.md", 0, long[1:])}}
	r := &engine.Result{Profile: "template", Prompt: prompt.Prompt{
		Messages: []prompt.Message{{Role: prompt.System, Blocks: system}, {Role: prompt.User, Blocks: user}},
		Removed:  []prompt.Block{{ID: "gone", Title: "Gone", Text: source.Literal("gone words")}}, Notes: []string{"a note of the prompt"}, Command: []string{"agent", "--file", "a b"},
		Tools: []prompt.Tool{{Name: "read", Declaration: source.Literal(`{"name":"read"}`)}},
	}}
	count := func(n int) token.Count {
		return token.Count{Tokens: n, Basis: token.Exact, Low: n, High: n, Method: "test"}
	}
	for m, message := range r.Prompt.Messages {
		for b, block := range message.Blocks {
			n := block.Text.Len()
			size := budget.Size{Length: source.Length{Bytes: n, UTF16: n - 1, Runes: n - 2}, Tokens: count(n * (b + 1))}
			r.Blocks = append(r.Blocks, engine.BlockSize{Message: m, Block: b, Size: size})
			if block.ID == "part" {
				size.Length.Bytes += 1000
			}
			r.Whole.Blocks = append(r.Whole.Blocks, size)
		}
	}
	r.Whole.System, r.Whole.Messages, r.Whole.Tools = budget.Size{Tokens: count(4000)}, budget.Size{Tokens: count(5000)}, budget.Size{Length: source.Length{Bytes: 15}, Tokens: count(1000)}
	return r
}

func TestBlocksOfEveryFormAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	host := &viewtest.Host{}
	v := New(host, agenttest.Repository(), agent.Known())
	v.Update(view.Result{Result: made()})
	step := func(action keymap.Action) {
		host.Opened, host.Edited, host.Said, host.Dialog, host.Place = "", "", "", nil, view.Place{}
		viewtest.Send(v, action)
		text, what := v.Selected()
		p.Say("%s: opened %q at %+v, edited %q:%d, said %q, dialog %T, went to %v %v, selected %d bytes of %q, %s", action, host.Opened, host.At, host.Edited, host.Line, host.Said, host.Dialog, host.Place.In, host.Place.Span, len(text), what, v.Crumb())
	}
	p.View("all", v, 110, 34)
	for range 16 {
		for _, action := range []keymap.Action{keymap.Jump, keymap.ShowInText, keymap.EditRule, keymap.NextAgent} {
			step(action)
		}
		p.Say("details %q", v.Details())
		v.Update(view.Move{Rows: 1})
	}
	p.View("with its sections", v, 110, 40)
	step(keymap.SortBlocks)
	p.View("sorted", v, 110, 40)
	for range 4 {
		step(keymap.PrevAgent)
		v.Update(view.Move{Rows: 2})
	}
	step(keymap.SortBlocks)
	for _, w := range []int{39, 40, 41, 55, 56, 57, 71, 72, 73, 90} {
		p.View("at a limit", v, w, 9)
	}
	for _, h := range []int{2, 3, 5, 9, 10, 11, 14} {
		p.View("a height", v, 60, h)
	}
	bare := made()
	bare.Prompt.Messages, bare.Blocks, bare.Prompt.Notes, bare.Prompt.Tools, bare.Prompt.Removed = nil, nil, nil, nil, nil
	bare.Whole = budget.Whole{}
	v.Update(view.Result{Result: bare})
	p.View("an agent that makes its own", v, 60, 9)
	if v.share(5) != "" {
		t.Errorf("%q", v.share(5))
	}
	p.Compare(t, "forms.txt")
}

func TestTwoProfilesAreComparedInTheBackground(t *testing.T) {
	host := &viewtest.Host{}
	w := agenttest.Repository()
	v := New(host, w, agent.Known())
	viewtest.Send(v, keymap.CompareProfiles)
	if host.Dialog != nil {
		t.Error("without a prompt there is something to compare")
	}
	request := engine.Request{Cwd: "/p", Profile: "yume-gemini", Template: engine.Template{Text: "T\n"}}
	r, err := engine.New(w).Render(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	v.Update(view.Result{Result: r, Request: request})
	other, _ := v.agents.Profile("yume-openai")
	first, second := v.compareWith(other), v.compareWith(other)
	lines := func(msg any) (text string) {
		for _, line := range msg.(comparedMsg).lines(100) {
			for _, part := range line {
				text += part.Text
			}
			text += "\n"
		}
		return text
	}
	if got := lines(first()); !strings.Contains(got, context.Canceled.Error()) {
		t.Errorf("the comparison before is not cancelled:\n%s", got)
	}
	made := second()
	v.Update(made)
	if got := strings.Join(viewtest.Draw(110, 30, func(a cell.Area) { host.Dialog.Draw(a, viewtest.Styles()) }), "\n"); strings.Contains(got, "Being made") || !strings.Contains(got, "yume-openai") {
		t.Errorf("the dialog shows\n%s", got)
	}
	var sides [2]profile.Side
	for i, name := range []string{"yume-gemini", "yume-openai"} {
		request.Profile = name
		r, err := engine.New(w).Render(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := v.agents.Profile(name)
		sides[i] = profile.Side{Profile: p, Prompt: r.Masked().Prompt}
	}
	want := comparedMsg{lines: func(width int) []dialog.Line {
		return tableLines(report.ComparisonTables(profile.Compare(sides[0], sides[1])), width)
	}}
	if got := lines(made); got != lines(want) {
		t.Errorf("it compares\n%s\nwant\n%s", got, lines(want))
	}
	if got := lines(made); !strings.Contains(got[:strings.Index(got, "\n")], " yume-gemini ") || !strings.HasSuffix(got[:strings.Index(got, "\n")], " yume-openai") || strings.Contains(got, context.Canceled.Error()) {
		t.Errorf("%s", got)
	}
}
