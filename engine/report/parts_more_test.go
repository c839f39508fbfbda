package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/logs"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// The rule files that a log names at its launch and in its turns, by their absolute paths.
func TestTheRuleFilesThatALogNames(t *testing.T) {
	t.Parallel()
	log := &logs.Log{Launch: logs.Launch{Rules: []logs.Rule{{Path: "A.md"}, {Path: "B.md of /q"}}}, Turns: []logs.Turn{{Rules: []logs.Rule{{Path: "sub/C.md"}}}, {Rules: []logs.Rule{{Path: "/r/D.md"}, {Path: "E.md of q"}}}}}
	log.Cwd = "/p"
	var got []string
	for name, had := range hadOf(log) {
		got = append(got, fmt.Sprint(name, " ", had))
	}
	slices.Sort(got)
	if want := "/p/A.md true|/p/E.md of q true|/p/sub/C.md true|/q/B.md true|/r/D.md true"; strings.Join(got, "|") != want {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "|"), want)
	}
}

func TestHowMuchOfALogWasRead(t *testing.T) {
	t.Parallel()
	for whole, want := range map[bool]string{true: "the whole log was read", false: "only its last turns were read"} {
		if got := (&SessionLog{Whole: whole}).Read(); got != want {
			t.Errorf("%v: %s", whole, got)
		}
	}
}

// Which pieces of a text a page shows, and which kind the text has: that of a file if it has one,
// otherwise the kind with the most bytes.
func TestThePiecesOfAPage(t *testing.T) {
	t.Parallel()
	text := func(pieces ...source.Piece) source.Text { return source.FromPieces(pieces) }
	piece := func(kind source.Kind, s string) source.Piece {
		return source.Piece{Text: s, Origin: source.Origin{Kind: kind, Source: "/A.md", Line: 2}}
	}
	for _, c := range []struct {
		text       source.Text
		left, rest int
		want       string
	}{
		{text(), 9, 9, "structure []"},
		{text(piece(source.Captured, "ab"), piece(source.StandIn, "ab")), 9, 5, `captured [captured "ab" stand-in "ab"]`},
		{text(piece(source.Captured, "ab"), piece(source.StandIn, "abc")), 9, 4, `stand-in [captured "ab" stand-in "abc"]`},
		{text(piece(source.File, "a"), piece(source.StandIn, "abc")), 9, 5, `file [file "a" stand-in "abc"]`},
		{text(piece(source.Captured, "ab"), piece(source.StandIn, "abc")), 3, 0, `stand-in [captured "ab" stand-in "a"]`},
		{text(piece(source.Captured, "ab"), piece(source.StandIn, "abc")), 2, 0, `stand-in [captured "ab"]`},
	} {
		left := c.left
		kind, pieces := pagePieces(c.text, &left, func(s string) string { return s })
		var all []string
		for _, p := range pieces {
			all = append(all, fmt.Sprintf("%s %q", p.Kind, p.Text))
			if want := pageWords[p.Kind] + ": /A.md, line 2"; p.From != want {
				t.Errorf("%s, want %s", p.From, want)
			}
		}
		if got := fmt.Sprint(kind, " ", all); got != c.want || left != c.rest {
			t.Errorf("%s, %d bytes left, want %s, %d", got, left, c.want, c.rest)
		}
	}
}

// A page shows the blocks open that the user may have written, and the agent's own ones closed.
// The legend has the kinds that occur on the page, also those of tools.
func TestWhatAPageOpensAndItsLegend(t *testing.T) {
	t.Parallel()
	kinds := []source.Kind{source.Structure, source.Template, source.File, source.Pack, source.StandIn, source.Captured}
	m := prompt.Message{Role: prompt.System}
	for _, kind := range kinds {
		m.Blocks = append(m.Blocks, prompt.Block{ID: kind.String(), Title: kind.String(), Text: source.Of("text", source.Origin{Kind: kind})})
	}
	r := &engine.Result{Prompt: prompt.Prompt{Messages: []prompt.Message{m}, Tools: []prompt.Tool{{Name: "a", Declaration: source.Literal("{}")}}}}
	r.Blocks = budget.NewMeter(budget.Estimates, nil).Measure(r.Prompt, budget.Options{}).Blocks
	var b strings.Builder
	if err := Page(&b, r, PageOptions{Count: func(_, text string) token.Count { return token.Count{Tokens: len(text)} }}); err != nil {
		t.Fatal(err)
	}
	var open []string
	for i, kind := range kinds {
		switch id := fmt.Sprintf("<details id=\"b%d\"", i+1); {
		case strings.Contains(b.String(), id+" open>"):
			open = append(open, kind.String())
		case !strings.Contains(b.String(), id+">"):
			t.Errorf("block %d is missing", i+1)
		}
	}
	if got := strings.Join(open, " "); got != "template file stand-in" {
		t.Errorf("open: %s", got)
	}
	_, legend, _ := strings.Cut(b.String(), "<p class=\"legend\">")
	legend, _, _ = strings.Cut(legend, "</p>")
	var want string
	for _, kind := range append(kinds[:5:5], source.Tool, source.Captured) {
		want += "<span><b class=\"f-" + kind.String() + "\"></b>" + pageWords[kind.String()] + "</span>"
	}
	if strings.ReplaceAll(legend, "&#39;", "'") != want {
		t.Errorf("legend %s\nwant %s", legend, want)
	}
}
