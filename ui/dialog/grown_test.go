package dialog_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/ui/dialog"
)

// A reader at its end shows earlier lines in the rows that a higher screen adds.
func TestAReaderFillsAScreenThatGrows(t *testing.T) {
	var lines []dialog.Line
	for i := range 20 {
		lines = append(lines, dialog.Plain(fmt.Sprintf("line %02d", i)))
	}
	r := dialog.NewReader("A file", lines)
	shown(r, 60, 10)
	press(r, "end")
	first, last := "line 13", "line 19"
	if s := shown(r, 60, 10); !strings.Contains(s, last) || strings.Contains(s, "line 05") {
		t.Fatalf("at the end:\n%s", s)
	}
	if s := shown(r, 60, 18); !strings.Contains(s, last) || !strings.Contains(s, "line 06") || !strings.Contains(s, first) {
		t.Errorf("on a higher screen:\n%s", s)
	}
}
