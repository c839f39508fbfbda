package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReasonOfAFailedSaveIsReadableAtAnyWidth(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 100, 120} {
		file := strings.Repeat("a-long-name/", 8) + "p.md"
		tell(t, setup{w: w, h: 30, file: file, text: "old\n"}, func(s *story) {
			dir := filepath.Dir(s.path(file))
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			s.types("x").press("ctrl+s").sees("Not saved: not a directory").text("xold\n")
		})
	}
}
