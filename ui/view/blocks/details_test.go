package blocks

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/budget"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func of(kind source.Kind, from, text string) source.Text {
	return source.Of(text, source.Origin{Kind: kind, Source: from, Line: 1, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

// A section is found by its title, and Enter opens the file that it comes from.
func TestASectionIsFoundAndOpened(t *testing.T) {
	r := result([]string{"."})
	r.Prompt.Messages[0].Blocks[0].Text = of(source.File, "/p/one.md", "# One\nx\n").Append(of(source.File, "/p/two.md", "# Two\ny\n"), source.Literal("# Own\nz\n"))
	text := r.Prompt.Messages[0].Blocks[0].Text.String()
	host := &viewtest.Host{}
	v := shown(host, r)
	v.Update(keymap.NextAgent)
	find := func(text string) view.Match {
		m, err := search.Compile(search.Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		found := v.Search(m)
		if len(found) != 1 {
			t.Fatalf("%q is found %d times", text, len(found))
		}
		return found[0]
	}
	for _, c := range []struct{ title, opened, edited string }{{"One", "/p/one.md", "/p/one.md"}, {"Two", "/p/two.md", "/p/two.md"}, {"Own", "", ""}} {
		host.Opened, host.Edited, host.Dialog, host.Said, host.Place = "", "", nil, "", view.Place{}
		v.list.GoTo(find(c.title).Row)
		v.Update(keymap.EditRule)
		if v.Update(keymap.Jump); host.Opened != c.opened || host.Edited != c.edited || host.Dialog != nil {
			t.Errorf("%s: opened %q, edited %q, a dialog %T", c.title, host.Opened, host.Edited, host.Dialog)
		}
		if own := c.opened == ""; own != (host.Said == "This block does not come from a file") || own != strings.HasPrefix(text[host.Place.Span.Start:], "# Own") {
			t.Errorf("%s: said %q, shown at %+v", c.title, host.Said, host.Place)
		}
	}
}

// A declaration is shown with indents if it is JSON, otherwise as it is.
func TestADeclarationIsShownWithIndents(t *testing.T) {
	for text, want := range map[string]string{`{"name":"a","list":[1]}`: "{\n  \"name\": \"a\",\n  \"list\": [\n    1\n  ]\n}", `{"name":`: `{"name":`} {
		r := result([]string{"x"})
		r.Prompt.Tools = []prompt.Tool{{Name: "a", Declaration: source.Literal(text)}}
		host := &viewtest.Host{}
		v := shown(host, r)
		v.Update(view.Move{End: 1})
		v.Update(keymap.Jump)
		var rows []string
		for _, row := range viewtest.Draw(60, 12, func(a cell.Area) { host.Dialog.Draw(a, viewtest.Styles()) }) {
			if row = strings.TrimRight(strings.Trim(row, " │"), " "); row != "" && !strings.ContainsAny(row, "┌└") {
				rows = append(rows, row)
			}
		}
		if got := strings.Join(rows, "\n"); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s is shown as\n%s\nwant\n%s", text, got, want)
		}
	}
}

// The details of a block say how often it changes, and that it has stand-ins, even if these are a
// single byte.
func TestHowOftenABlockChanges(t *testing.T) {
	const values = "with its values, such as the directory and the day, but not within a session"
	static, session := prompt.Block{Lifetime: prompt.Static, Text: source.Literal("x")}, prompt.Block{Lifetime: prompt.Session}
	if got := changes(&static); got != lasts[prompt.Static] || got == "" {
		t.Errorf("own words: %q", got)
	}
	static.Text = static.Text.Append(of(source.Variable, "prompt:cwd", "/p"))
	session.Text = static.Text
	if got := changes(&static); got != values {
		t.Errorf("with a value: %q", got)
	}
	if got := changes(&session); got != lasts[prompt.Session] {
		t.Errorf("with a value in a session: %q", got)
	}
	r := result([]string{"."})
	r.Prompt.Messages[0].Blocks[0].Text = of(source.StandIn, "a/b", ".")
	if got := shown(&viewtest.Host{}, r).Details(); !strings.Contains(got, "; stand-ins for the agent's own words") {
		t.Errorf("%q", got)
	}
}

// What fitting has cut is listed after the blocks.
func TestWhatWasFittedIsListed(t *testing.T) {
	r := result([]string{"x"})
	r.Fit = &budget.Fitted{Limit: budget.Limit{Provider: "gemini", Max: 9, Unit: "bytes"}, Used: 1}
	v := shown(&viewtest.Host{}, r)
	if rows := strings.Join(viewtest.Rows(v, 80, 12), "\n"); !strings.Contains(rows, "gemini: 1 of 9 bytes: it fits without changes") {
		t.Errorf("not listed in\n%s", rows)
	}
}

// A file of one byte is a file of the block too.
func TestTheShortestFileOfABlockOpens(t *testing.T) {
	r := result([]string{"xy"})
	r.Prompt.Messages[0].Blocks[0].Text = of(source.File, "/p/one.md", "x").Append(of(source.File, "/p/two.md", "y"))
	host := &viewtest.Host{}
	if shown(host, r).Update(keymap.EditRule); host.Edited != "/p/one.md" || host.Line != 1 {
		t.Errorf("it opens %s at %d", host.Edited, host.Line)
	}
}

// The title of a section ends before the column of sizes.
func TestTheTitleOfASectionIsShortened(t *testing.T) {
	long := strings.Repeat("title ", 20)
	v := shown(&viewtest.Host{}, result([]string{"# " + long + "\nx\n## Two " + long + "\ny\n"}))
	v.Update(keymap.NextAgent)
	var got []string
	for _, row := range viewtest.Rows(v, 60, 6) {
		if strings.Contains(row, "title") {
			got = append(got, row)
		}
	}
	if want := []string{
		"     title title title title ti…                ≈125    49%",
		"       Two title title title ti…                ≈130    51%",
	}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Sorted by size, the sections of all levels begin in one column.
	v.Update(keymap.SortBlocks)
	for _, row := range viewtest.Rows(v, 60, 6) {
		if title := strings.TrimLeft(row, " "); strings.Contains(row, "title") && len(row)-len(title) != 5 {
			t.Errorf("%q", row)
		}
	}
}
