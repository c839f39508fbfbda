package blocks

import (
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// blockOf returns a block of pieces, each of a kind.
func blockOf(pieces ...source.Piece) *prompt.Block {
	return &prompt.Block{Text: source.FromPieces(pieces)}
}

func pieceOf(kind source.Kind, from, text string) source.Piece {
	return source.Piece{Text: text, Origin: source.Origin{Kind: kind, Source: from}}
}

// The origin of a block is that of most of its bytes. If several origins have equally many, it is
// the first of them.
func TestTheOriginOfABlock(t *testing.T) {
	for _, c := range []struct {
		b    *prompt.Block
		want source.Kind
	}{
		{blockOf(), source.Structure},
		{blockOf(pieceOf(source.File, "a", "1234"), pieceOf(source.Import, "b", "1234")), source.File},
		{blockOf(pieceOf(source.File, "a", "1234"), pieceOf(source.Import, "b", "12345")), source.Import},
		{blockOf(pieceOf(source.File, "a", "123"), pieceOf(source.Import, "b", "1234"), pieceOf(source.File, "a", "12")), source.File},
		{blockOf(pieceOf(source.Structure, "", "1234"), pieceOf(source.Import, "b", "1234")), source.Structure},
	} {
		if got := mainOrigin(c.b); got != c.want {
			t.Errorf("%+v is mainly %v, want %v", c.b.Text.Pieces(), got, c.want)
		}
	}
}

// A block is opened as a file if most of it, or all but the agent's frame, is from files.
func TestABlockOfAFileInItsFrame(t *testing.T) {
	frame, own := pieceOf(source.Structure, "", "<frame>"), pieceOf(source.Template, "", "own words")
	for _, c := range []struct {
		b    *prompt.Block
		want bool
	}{
		{blockOf(frame, pieceOf(source.File, "a", "a")), true},
		{blockOf(frame, pieceOf(source.Import, "a", "a")), true},
		{blockOf(own, pieceOf(source.File, "a", "a")), false},
		{blockOf(own, pieceOf(source.Import, "a", "a")), false},
		{blockOf(own, pieceOf(source.File, "a", "a longer text")), true},
		{blockOf(own, pieceOf(source.Import, "a", "a longer text")), true},
		{blockOf(frame, pieceOf(source.File, "", "a")), false},
	} {
		if got := framed(c.b); got != c.want {
			t.Errorf("%+v is framed: %v", c.b.Text.Pieces(), got)
		}
	}
}

// A long text of a file that is sent once is not marked as sent twice.
func TestATextSentOnceIsNotMarked(t *testing.T) {
	r := made()
	r.Prompt.Messages[1].Blocks[0].Text = source.Literal("other words")
	v := New(&viewtest.Host{}, agenttest.Repository(), agent.Known())
	v.Update(view.Result{Result: r})
	if rows := strings.Join(viewtest.Rows(v, 110, 34), "\n"); strings.Contains(rows, "sent twice") {
		t.Errorf("\n%s", rows)
	}
	for range v.rows {
		if v.Details(); strings.Contains(v.Details(), "more than once") {
			t.Errorf("%s", v.Details())
		}
		v.Update(view.Move{Rows: 1})
	}
}

// Notes wrap in the width of the pane, but not in less than twenty columns.
func TestNotesWrap(t *testing.T) {
	for note, want := range map[string]int{"aaaaaaaaa bbbbbbbbbb": 1, "aaaaaaaaa bbbbbbbbbbb": 2} {
		for _, width := range []int{10, 24} {
			r := made()
			r.Prompt.Notes, r.Prompt.Command = []string{note}, nil
			v := New(&viewtest.Host{}, agenttest.Repository(), agent.Known())
			v.Update(view.Result{Result: r})
			viewtest.Rows(v, width, 30)
			got := 0
			for _, row := range v.rows {
				if row.note != "" {
					got++
				}
			}
			if got != want {
				t.Errorf("in %d columns %q has %d rows, want %d", width, note, got, want)
			}
		}
	}
}

// Small shares at the end of the bar get a column each, as far as there is room.
func TestSmallSharesOfTheBar(t *testing.T) {
	v := New(&viewtest.Host{}, agenttest.Repository(), agent.Known())
	v.Update(view.Result{Result: made()})
	for _, c := range []struct {
		shares []int
		want   string
	}{
		{[]int{9990, 1, 1, 1}, " " + strings.Repeat("▓", 37) + "█"}, {[]int{9990, 0, 1, 1}, " " + strings.Repeat("▓", 37) + "▒"}, {[]int{1, 9990, 1, 0}, " ▓" + strings.Repeat("█", 36) + "▒"},
		{[]int{1, 1, 0, 0}, " " + strings.Repeat("▓", 19) + strings.Repeat("█", 19)}, {[]int{0, 0, 0, 0}, ""},
	} {
		v.shares = nil
		for i, kind := range []string{report.ShareAgent, report.ShareTemplate, report.ShareRules, report.ShareSkills} {
			v.shares = append(v.shares, report.Share{Kind: kind, Name: kind, Tokens: c.shares[i]})
		}
		if got := viewtest.Draw(40, leastMakeup, func(a cell.Area) { v.drawMakeup(a, viewtest.Styles()) })[0]; got != c.want {
			t.Errorf("%v:\n%q, want\n%q", c.shares, got, c.want)
		}
	}
}
