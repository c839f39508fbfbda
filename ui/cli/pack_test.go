package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
)

// If an import was killed, the next import removes the files that it left in a pack.
func TestImportRemovesLeftoversOfAKilledImport(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	left := dir + "/packs/opencode/.SKILLS_INTRO.txt.galley-" + strings.Repeat("0", 40)
	if err := os.MkdirAll(filepath.Dir(left), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(left, []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-30 * 24 * time.Hour)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, World: facts.NewMemory().Dir(dir).File(dir+"/text.txt", "real\n"), Dir: dir}
	if status := Run(context.Background(), env, []string{"pack", "import", "opencode", "text.txt", "--entry", "SKILLS_INTRO", "--to", "packs"}); status != exitFine {
		t.Fatal(status, out.String())
	}
	entries, err := os.ReadDir(filepath.Dir(left))
	if err != nil || len(entries) != 1 || entries[0].Name() != "SKILLS_INTRO.txt" {
		t.Errorf("the pack contains %v, %v", entries, err)
	}
}
