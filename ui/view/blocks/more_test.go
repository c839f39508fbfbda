package blocks

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// formed shows the prompt with blocks of every form.
func formed() (*View, *viewtest.Host) {
	host := &viewtest.Host{}
	v := New(host, agenttest.Repository(), agent.Known())
	v.Update(view.Result{Result: made()})
	return v, host
}

// on moves the bar to a block.
func (v *View) on(t *testing.T, title string) {
	t.Helper()
	i := slices.IndexFunc(v.rows, func(r row) bool { return r.block != nil && r.section == nil && r.block.Title == title })
	if i < 0 {
		t.Fatalf("%s is not listed", title)
	}
	v.list.GoTo(i)
}

// A block with text of several files asks which file to open. The file opens at its first text in
// the block.
func TestAFileOfABlockIsChosen(t *testing.T) {
	v, host := formed()
	v.on(t, "Files")
	v.Update(keymap.Jump)
	list, ok := host.Dialog.(*dialog.List)
	if !ok {
		t.Fatal("no list is open")
	}
	rows := strings.Join(viewtest.Draw(80, 12, func(a cell.Area) { list.Draw(a, viewtest.Styles()) }), "\n")
	for _, want := range []string{"Which file of Files", "/p/a.md  5 bytes of the block", "/p/b.md  4 bytes of the block"} {
		if !strings.Contains(rows, want) {
			t.Errorf("%q is not in\n%s", want, rows)
		}
	}
	list.Key(tea.KeyMsg{Type: tea.KeyDown})
	list.Key(tea.KeyMsg{Type: tea.KeyEnter})
	if host.Opened != "/p/b.md" || host.At != (view.FilePlace{Offset: 70}) {
		t.Errorf("opened %q at %+v", host.Opened, host.At)
	}
}

// The sections of an open block are sorted with the blocks; equal ones stay in their order.
func TestSectionsAreSortedWithTheBlocks(t *testing.T) {
	v, host := formed()
	v.on(t, "R.md")
	v.Update(keymap.NextAgent)
	sections := func() string {
		var all []string
		for _, r := range v.rows {
			if r.section != nil {
				all = append(all, r.section.Title)
			}
		}
		return strings.Join(all, " ")
	}
	if got := sections(); got != "A B C" {
		t.Errorf("in their order: %s", got)
	}
	v.Update(keymap.SortBlocks)
	if got := sections(); got != "C B A" {
		t.Errorf("by size: %s", got)
	}
	v.on(t, "Own words")
	host.Said = ""
	if v.Update(keymap.NextAgent); host.Said != "This block has no headings" {
		t.Errorf("of a block without headings it says %q", host.Said)
	}
	for range 2 { // the second time, the block is closed already
		v.on(t, "R.md")
		v.Update(keymap.PrevAgent)
	}
	if got := sections(); got != "" {
		t.Errorf("closed: %s", got)
	}
}

// Besides its size, the details of a block have its stand-ins, its repeated text, and when it
// changes.
func TestABlockIsDescribed(t *testing.T) {
	v, _ := formed()
	for title, want := range map[string]string{
		"Stand-in": "Stand-in; stand-ins for the agent's own words, whose size is not known; changes: never",
		"Part":     "Part; stand-ins for the agent's own words, but their size in the request is known: 1005 bytes; changes: from session to session",
		"Long":     "Long; the prompt contains this text more than once; changes: not known; from /p/l.md",
		"Gone":     "Gone; changes: not known",
		"Files":    "Files; changes: from session to session; from /p/a.md, /p/b.md",
	} {
		v.on(t, title)
		if got := v.Details(); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
	gone := row{block: &v.result.Prompt.Removed[0]}
	gone.block.Text = source.Of("x", source.Origin{Kind: source.StandIn})
	if got := standIn(gone, 1); got != "stand-ins for the agent's own words" {
		t.Errorf("of a block that is not sent: %q", got)
	}
}

// If columns of a table are equally wide, the left one is narrowed first.
func TestEqualColumnsGiveWayFromTheLeft(t *testing.T) {
	rows := [][]string{{"aaaaa", "bbbbb"}}
	for width, want := range map[int]string{12: "[5 5]", 11: "[4 5]", 10: "[4 4]", 9: "[3 4]"} {
		if got := fmt.Sprint(columnWidths(rows, width)); got != want {
			t.Errorf("in %d columns: %s, want %s", width, got, want)
		}
	}
}

// The sizes of tools are known if the declarations are as large as what is sent.
func TestSizesOfToolsAreKnownFromTheirDeclarations(t *testing.T) {
	v, _ := formed()
	for whole, want := range map[int]bool{0: true, 15: true, 16: true, 17: false, 900: false} {
		r := made()
		r.Whole.Tools.Length.Bytes = whole
		v.Update(view.Result{Result: r})
		if got := v.toolSizesKnown(); got != want {
			t.Errorf("%d bytes are sent for declarations of %d: known %v", whole, v.toolBytes, got)
		}
		tool := &r.Prompt.Tools[0]
		tokens, told := v.toolTokens(tool), v.toolDetails(tool)
		if want != (tokens == 1000) || want != strings.HasPrefix(told, "read: a declared tool, 15 bytes, ≈1000 tokens, 10% of the request; ") || want == strings.Contains(told, "stand-ins") {
			t.Errorf("%d bytes: %d tokens, told %q", whole, tokens, told)
		}
	}
}

// What is sent may be larger than the declarations by an eighth. If it is larger than that, the
// declarations are stand-ins.
func TestDeclarationsMayWeighAnEighthLess(t *testing.T) {
	v, _ := formed()
	v.toolBytes = 720
	for whole, want := range map[int]bool{700: true, 810: true, 811: false} {
		if v.result.Whole.Tools.Length.Bytes = whole; v.toolSizesKnown() != want {
			t.Errorf("%d bytes are sent for %d: known %v", whole, v.toolBytes, !want)
		}
	}
}

// If a block has texts from several files, the longest counts. If texts are equally long, the
// first of them counts.
func TestTheLongestTextOfAFileCounts(t *testing.T) {
	of := func(kind source.Kind, text string) source.Text {
		return source.Of(text, source.Origin{Kind: kind, Source: "/f"})
	}
	for want, text := range map[string]source.Text{
		"long": of(source.File, "a").Append(of(source.Import, " long\n"), of(source.File, "b")), "ab": of(source.File, "ab").Append(of(source.Template, "longest of all"), of(source.File, "cd")), "": source.Literal("x"),
	} {
		if got := fileText(&prompt.Block{Text: text}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A note wraps at two columns before the edge.
func TestANoteWrapsBeforeTheEdge(t *testing.T) {
	for n, want := range map[int]int{45: 1, 46: 1, 47: 2, 92: 2, 93: 3} {
		r := made()
		r.Prompt.Notes = []string{strings.Repeat("n", n)}
		v := New(&viewtest.Host{}, agenttest.Repository(), agent.Known())
		v.Update(view.Result{Result: r})
		viewtest.Rows(v, 50, 30)
		rows := 0
		for _, r := range v.rows {
			if strings.HasPrefix(r.note, "nn") || r.note == "n" {
				rows++
			}
		}
		if rows != want {
			t.Errorf("a note of %d columns takes %d rows, want %d", n, rows, want)
		}
	}
}

// After compaction some blocks are gone: the sign before a block says so, and the head explains it.
func TestBlocksSayWhatCompactionLeaves(t *testing.T) {
	host := &viewtest.Host{}
	v := New(host, agenttest.Repository(), agent.Known())
	r := made()
	r.Profile = "claude-code@" + agent.Known().Ask("claude-code", "").Version
	v.Update(view.Result{Result: r})
	var p viewtest.Pictures
	for _, width := range []int{30, 40, 56, 72, 120} {
		p.View("after compaction", v, width, 24)
	}
	for range v.list.Length() {
		p.Say("%q", v.Details())
		v.Update(view.Move{Rows: 1})
	}
	p.Compare(t, "afterwards.txt")
}
