package blocks

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// result is a prompt of messages, each a list of the texts of its blocks. The blocks of all
// messages have the same ids.
func result(messages ...[]string) view.Result {
	r := &engine.Result{}
	var texts []source.Text
	for m, blocks := range messages {
		msg := prompt.Message{Role: prompt.System}
		if m > 0 {
			msg.Role = prompt.User
		}
		for b, text := range blocks {
			block := prompt.Block{ID: fmt.Sprint("block", b), Title: fmt.Sprintf("Message %d block %d", m, b), Text: source.Literal(text)}
			if b > 0 {
				block.Before = source.Literal("\n--\n")
			}
			msg.Blocks = append(msg.Blocks, block)
			size := engine.BlockSize{Message: m, Block: b}
			size.Length.Bytes, size.Length.UTF16, size.Tokens.Tokens = len(text), len(text), len(text)
			r.Blocks = append(r.Blocks, size)
		}
		r.Prompt.Messages = append(r.Prompt.Messages, msg)
		texts = append(texts, msg.Text())
	}
	r.Text = source.Join(source.Literal("\n\n"), texts...)
	r.Length.Bytes = r.Text.Len()
	r.Whole.System.Tokens = token.Count{Tokens: r.Text.Len(), Method: "test"}
	return view.Result{Result: r}
}

func shown(host *viewtest.Host, r view.Result) *View {
	v := New(host, facts.NewMemory(), agent.Known())
	v.Update(r)
	return v
}

func TestEnterGoesToTheFirstByteOfTheBlockInEveryMessage(t *testing.T) {
	r := result([]string{"first", "second"}, []string{"third", "fourth", "fifth"}, []string{"sixth"})
	host := &viewtest.Host{}
	v := shown(host, r)
	text := r.Text.String()
	for _, want := range []string{"first", "second", "third", "fourth", "fifth", "sixth"} {
		v.Update(keymap.Jump)
		if got := text[host.Place.Span.Start:]; host.Place.In != view.Prompt || !strings.HasPrefix(got, want) {
			t.Errorf("Enter jumps to %q, want %q", got, want)
		}
		v.Update(view.Move{Rows: 1})
	}
}

func TestTheBarStaysOnItsBlockOfItsMessage(t *testing.T) {
	host := &viewtest.Host{}
	v := shown(host, result([]string{"a", "b"}, []string{"c", "d"}))
	v.Update(view.Move{Rows: 4})
	if r, _ := v.current(); r.block.Title != "Message 1 block 1" {
		t.Fatalf("the bar is on %q", r.block.Title)
	}
	v.Update(result([]string{"a", "b", "new"}, []string{"c", "d"}))
	if r, _ := v.current(); r.block.Title != "Message 1 block 1" {
		t.Errorf("the bar went to %q", r.block.Title)
	}
}

func TestBarSkipsHeadingsAtTheEnds(t *testing.T) {
	v := shown(&viewtest.Host{}, result(many("a", 12), many("b", 12)))
	viewtest.Rows(v, 80, 8)
	v.Update(view.Move{End: 1})
	rows := viewtest.Rows(v, 80, 8)
	if r, _ := v.current(); r.block.Title != "Message 1 block 11" || !strings.Contains(strings.Join(rows, "\n"), "Message 1 block 11") {
		t.Errorf("the end is %q:\n%s", r.block.Title, strings.Join(rows, "\n"))
	}
	v.Update(view.Move{End: -1})
	if rows := viewtest.Rows(v, 80, 8); !strings.HasPrefix(rows[1], " system ") || viewtest.Bar(v, 80, 8) != 2 {
		t.Errorf("at the start the heading is not visible:\n%s", strings.Join(rows, "\n"))
	}
	for range 13 {
		v.Update(view.Move{Rows: 1})
	}
	if r, _ := v.current(); r.block.Title != "Message 1 block 1" {
		t.Errorf("13 down is %q", r.block.Title)
	}
}

func many(text string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = text
	}
	return all
}

func TestSharesAreOfTheWholePrompt(t *testing.T) {
	rows := viewtest.Rows(shown(&viewtest.Host{}, result([]string{strings.Repeat("x", 50), strings.Repeat("y", 46)})), 80, 6)
	for i, want := range []string{"50%", "46%"} { // four bytes separate the two
		if !strings.HasSuffix(rows[2+i], want) {
			t.Errorf("%q, want %s", rows[2+i], want)
		}
	}
}

func TestNumbersAreDroppedOnNarrowPanes(t *testing.T) {
	v := shown(&viewtest.Host{}, result([]string{"text"}))
	for width, want := range map[int]string{80: "lasts", 60: "chars", 45: "tokens"} {
		if head := viewtest.Rows(v, width, 5)[0]; !strings.Contains(head, want) {
			t.Errorf("%d columns: %q lacks %q", width, head, want)
		}
	}
	if head := viewtest.Rows(v, 30, 5)[0]; head != " block" {
		t.Errorf("30 columns: %q", head)
	}
	for w := range 40 {
		for h := range 5 {
			viewtest.Rows(v, w, h)
			v.Update(view.Click{X: w, Y: h, Count: 1})
		}
	}
}

func TestUnsentBlockCanOnlyBeRead(t *testing.T) {
	r := result([]string{"sent"})
	r.Prompt.Removed = []prompt.Block{{ID: "gone", Title: "Left out", Text: source.Literal("what it said")}}
	host := &viewtest.Host{}
	v := shown(host, r)
	v.Update(view.Move{End: 1})
	v.Update(keymap.Jump)
	if host.Went != 0 || host.Dialog == nil {
		t.Error("an unsent block has a place in the prompt")
	}
}

func TestSearchGoesToABlockByItsTitle(t *testing.T) {
	v := shown(&viewtest.Host{}, result([]string{"a", "b"}, []string{"c"}))
	m, _ := search.Compile(search.Query{Text: "message 1"})
	found := v.Search(m)
	if len(found) != 1 {
		t.Fatalf("found %+v", found)
	}
	v.Update(view.Reveal{Match: found[0]})
	if r, _ := v.current(); r.block.Title != "Message 1 block 0" {
		t.Errorf("the bar is on %q", r.block.Title)
	}
}

// A new comparison cancels the previous one.
func TestANewComparisonCancelsTheOneBefore(t *testing.T) {
	host := &viewtest.Host{}
	r := result([]string{"a"})
	r.Profile = "template"
	v := shown(host, r)
	first := func() tea.Cmd {
		v.Update(keymap.CompareProfiles)
		_, cmd := host.Dialog.(*dialog.List).Key(tea.KeyMsg{Type: tea.KeyEnter})
		return cmd
	}
	one := first()
	first()
	if msg := one().(comparedMsg); !strings.Contains(msg.lines(80)[0][0].Text, "cancel") {
		t.Errorf("the first comparison was not cancelled: %q", msg.lines(80)[0][0].Text)
	}
}

// After a new prompt the bar stays on its block, and does not move to a block with the same id in
// another message.
func TestTheBarStaysOnItsBlock(t *testing.T) {
	r := result([]string{"first", "second"}, []string{"third", "fourth"}, []string{"fifth", "sixth"})
	v := shown(&viewtest.Host{}, r)
	for i, row := range v.rows {
		if row.size == nil {
			continue
		}
		v.list.SetRows(len(v.rows), i)
		v.Update(result([]string{"first", "second"}, []string{"third", "fourth"}, []string{"fifth", "changed"}))
		if now, ok := v.current(); !ok || now.message != row.message || now.block.ID != row.block.ID {
			t.Errorf("from block %s of message %d to %s of %d", row.block.ID, row.message, now.block.ID, now.message)
		}
	}
}

func TestABlockOpensToItsHeadings(t *testing.T) {
	text := "intro\n# One\nshort\n# Two\n" + strings.Repeat("long\n", 50)
	host := &viewtest.Host{}
	r := result([]string{text, "plain"})
	v := shown(host, r)
	v.Update(keymap.NextAgent)
	rows := strings.Join(viewtest.Rows(v, 80, 20), "\n")
	for _, want := range []string{"before the first heading", "One", "Two", "256"} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q is missing:\n%s", want, rows)
		}
	}
	v.Update(view.Move{Rows: 2})
	v.Update(keymap.Jump)
	if got := r.Text.String()[host.Place.Span.Start:]; !strings.HasPrefix(got, "# One") {
		t.Errorf("Enter jumps to %.10q", got)
	}
	v.Update(keymap.PrevAgent)
	if rows := strings.Join(viewtest.Rows(v, 80, 20), "\n"); strings.Contains(rows, "before the first") {
		t.Errorf("it does not close:\n%s", rows)
	}
	v.Update(view.Move{End: 1})
	if v.Update(keymap.NextAgent); host.Said != "This block has no headings" {
		t.Errorf("%q", host.Said)
	}
}

func TestBlocksAreSortedBySize(t *testing.T) {
	r := result([]string{"a", "bbbb"}, []string{"cc"})
	for i, n := range []int{1, 4, 2} {
		r.Blocks[i].Tokens.Tokens = n
	}
	v := shown(&viewtest.Host{}, r)
	v.Update(view.Move{End: 1})
	v.Update(keymap.SortBlocks)
	if r, _ := v.current(); r.block.Title != "Message 0 block 1" {
		t.Errorf("the bar is on %s, not on the heaviest block", r.block.Title)
	}
	rows := viewtest.Rows(v, 80, 6)
	for i, want := range []string{"Message 0 block 1", "Message 1 block 0", "Message 0 block 0"} {
		if !strings.Contains(rows[1+i], want) {
			t.Errorf("row %d is %q, want %s", i, rows[1+i], want)
		}
	}
}

func TestTheFileOfABlockOpensAtTheLineOfItsHeading(t *testing.T) {
	text := "# One\nx\n# Two\ny\n"
	r := result([]string{text})
	r.Prompt.Messages[0].Blocks[0].Text = source.Of(text, source.Origin{Kind: source.File, Source: "/p/AGENTS.md", Line: 1, Span: source.Span{Start: 0, End: len(text)}, Tag: source.NoSpan})
	host := &viewtest.Host{}
	v := shown(host, r)
	v.Update(keymap.NextAgent)
	v.Update(view.Move{Rows: 2})
	v.Update(keymap.EditRule)
	if host.Edited != "/p/AGENTS.md" || host.Line != 3 {
		t.Errorf("it opens %s at %d", host.Edited, host.Line)
	}
}

func TestATextThatIsSentTwiceIsMarked(t *testing.T) {
	text := strings.Repeat("a rule\n", 50)
	r := result([]string{text, text})
	for i := range r.Prompt.Messages[0].Blocks {
		r.Prompt.Messages[0].Blocks[i].Text = source.Of(text, source.Origin{Kind: source.File, Source: "/p/AGENTS.md", Tag: source.NoSpan})
	}
	if rows := viewtest.Rows(shown(&viewtest.Host{}, r), 100, 8); !strings.Contains(rows[2], "sent twice") || !strings.Contains(rows[3], "sent twice") {
		t.Errorf("%q", rows)
	}
}

func TestBarShowsMakeupOfTheRequest(t *testing.T) {
	r := result([]string{"mine", strings.Repeat("a rule\n", 50)})
	r.Prompt.Messages[0].Blocks[0].Text = source.Of("mine", source.Origin{Kind: source.Template, Tag: source.NoSpan})
	r.Prompt.Messages[0].Blocks[1].Text = source.Of(strings.Repeat("a rule\n", 50), source.Origin{Kind: source.File, Source: "/p/AGENTS.md", Tag: source.NoSpan})
	r.Blocks[0].Tokens.Tokens, r.Blocks[1].Tokens.Tokens = 10, 90
	r.Whole.System.Tokens = token.Count{Tokens: 200, Basis: token.Exact, Method: "m"} // this includes the text between the blocks
	rows := viewtest.Rows(shown(&viewtest.Host{}, r), 100, 12)
	if !strings.Contains(rows[1], "template ≈10 5%") || !strings.Contains(rows[1], "rule files ≈90 45%") || strings.Count(rows[0], "▒") < 80 {
		t.Errorf("%q\n%q", rows[0], rows[1])
	}
}

// If a block has the same fate after every event, it is listed once.
func TestCommonFateOfABlockIsListedOnce(t *testing.T) {
	r := result([]string{"first"})
	r.Profile = "claude-code@" + versionOf(t, "claude-code")
	v := shown(&viewtest.Host{}, r)
	told := v.afterwards(v.rows[1])
	if want := "; after compaction, clear and resume: sent, because every request contains the system message"; told != want {
		t.Errorf("told %q, want %q", told, want)
	}
}

func versionOf(t *testing.T, name string) string {
	t.Helper()
	found, _, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return found.Versions[0].Name
}

// Two blocks with the same title are distinguished by a number.
func TestBlocksOfOneTitleAreNumbered(t *testing.T) {
	r := result([]string{"first", "second"}, []string{"third"})
	for i := range r.Result.Prompt.Messages {
		for j := range r.Result.Prompt.Messages[i].Blocks {
			r.Result.Prompt.Messages[i].Blocks[j].Title = "Environment"
		}
	}
	v := shown(&viewtest.Host{}, r)
	var got []string
	for _, row := range v.rows {
		if row.block != nil {
			got = append(got, v.title(row))
		}
	}
	if want := "Environment, Environment #2, Environment #3"; strings.Join(got, ", ") != want {
		t.Errorf("titles %q, want %s", got, want)
	}
}

func TestTheFirstColumnExplainsItsSigns(t *testing.T) {
	v := shown(&viewtest.Host{}, result([]string{"first"}))
	if got := v.firstColumn(200); got != "block" {
		t.Errorf("without signs: %q", got)
	}
	v.after.Known = true
	for width, want := range map[int]string{200: "block, after compaction: + sent  – gone  ? not known", 40: "block (+ stays after compaction)", 29: "block", 10: "block"} {
		if got := v.firstColumn(width); got != want {
			t.Errorf("in %d columns: %q, want %q", width, got, want)
		}
	}
}

// A static block about the place and the day changes with them and counts as environment, even if
// it is the second such block.
func TestAnEnvironmentChangesWithThePlaceAndTheDay(t *testing.T) {
	r := result([]string{"first", "second"})
	for i, id := range []string{"harness", "environment#2"} {
		r.Prompt.Messages[0].Blocks[i].ID, r.Prompt.Messages[0].Blocks[i].Lifetime = id, prompt.Static
	}
	v := shown(&viewtest.Host{}, r)
	v.Update(view.Move{End: -1})
	if got := v.Details(); !strings.Contains(got, "changes: never") {
		t.Errorf("the harness: %s", got)
	}
	v.Update(view.Move{End: 1})
	if got := v.Details(); !strings.Contains(got, "changes: with its values, such as the directory and the day") {
		t.Errorf("the environment: %s", got)
	}
	if !slices.ContainsFunc(v.shares, func(s report.Share) bool { return s.Kind == report.ShareEnvironment }) {
		t.Errorf("shares %+v", v.shares)
	}
}

// If a block has many files, the first ones are named, each once.
func TestAFewFilesOfABlockAreNamed(t *testing.T) {
	r := result([]string{"first"})
	var b source.Builder
	for _, name := range []string{"a", "b", "a", "c", "d", "e", "f", "g", "h"} {
		b.Add(name, source.Origin{Kind: source.File, Source: "/p/" + name + ".md"})
	}
	r.Prompt.Messages[0].Blocks[0].Text = b.Text()
	v := shown(&viewtest.Host{}, r)
	v.Update(view.Move{End: -1})
	if _, got, _ := strings.Cut(v.Details(), "; from "); !strings.HasPrefix(got, "/p/a.md, /p/b.md, /p/c.md, /p/d.md, /p/e.md, /p/f.md") || strings.Contains(got, "g.md") {
		t.Errorf("named: %s", got)
	}
}
