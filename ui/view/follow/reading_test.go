package follow

import (
	"fmt"
	"strings"
	"testing"

	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// lines returns a text of n numbered lines, every fourth of which is long.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s, line %d\n", []string{"# A title", "- a list", "+ a sum", strings.Repeat("a long line ", 6)}[i%4], i+1)
	}
	return b.String()
}

// A text one level further in is read, selected and searched in every way, as a diff or not.
func TestATextIsReadAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	for _, diff := range []bool{false, true} {
		b := open(t, project()).sends(keymap.Survive)
		b.into(still("a text", page{head: []string{"A text", "and what it is"}, text: lines(40), diff: diff}))
		b.run(b.make())
		p.Say("=== a text, a diff: %v", diff)
		p.Words(b.View)
		p.Tour(&b.host.Host, b.View, 40, 12, viewtest.Everywhere()...)
		p.Tour(&b.host.Host, b.View, 40, 12, viewtest.Steps(view.Click{X: 4, Y: 4, Count: 1}, view.Drag{X: 9, Y: 6}, keymap.Jump, keymap.EditRule, view.Unselect{}, view.Move{Rows: 2},
			view.Looks{Cell: cell.Options{ShowSpace: true}}, view.Sideways{Columns: 7})...)
		p.Search(&b.host.Host, b.View, 40, 12, "list")
		p.View("at another size", b.View, 24, 6)
		p.View("without room for the text", b.View, 24, 3)
	}
	p.Compare(t, "reading.txt")
}

// Wrapping changes in the levels that are not on screen too.
func TestAllLevelsWrapAlike(t *testing.T) {
	b := open(t, project()).sends(keymap.Survive)
	for range 2 {
		b.into(still("a text", page{head: []string{"A text"}, text: strings.Repeat("long ", 60) + "\nend\n"}))
		b.run(b.make())
	}
	b.sees("end").sends(view.Looks{}, keymap.Back)
	rows := viewtest.Rows(b.View, 40, 6)
	if strings.TrimSpace(rows[3]) != "end" || !strings.HasPrefix(strings.TrimSpace(rows[2]), "long long") {
		t.Errorf("the level further out is wrapped still:\n%s", strings.Join(rows, "\n"))
	}
}
