package blocks

import (
	"strings"
	"testing"

	"galley/engine/report"
	"galley/ui/cell"
)

func TestTablesFitTheirWidth(t *testing.T) {
	tables := []report.ComparisonTable{{
		Rows: [][]string{{"HEAD", "A", "B"}, {"short", strings.Repeat("word ", 30), "日本語 " + strings.Repeat("x", 50)}},
		Note: strings.Repeat("note ", 30),
	}}
	for _, width := range []int{200, 80, 40, 20} {
		words := 0
		for _, line := range tableLines(tables, width) {
			if n := cell.Width(line[0].Text); n > width {
				t.Errorf("%d columns: a line has %d: %q", width, n, line[0].Text)
			}
			words += strings.Count(line[0].Text, "word")
		}
		if width >= 40 && words != 30 {
			t.Errorf("%d columns: %d of 30 words are there", width, words)
		}
	}
}
