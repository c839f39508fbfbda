//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Sub-agents are added beside the files that exist, and none of those is written again.
func TestSubAgentsLeaveWrittenFilesAlone(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	tr := &tree{base: base, home: base + "/home", root: base + "/work", cwd: base + "/work", places: map[string]string{}, rand: rand.New(rand.NewPCG(1, 1))}
	for range 60 {
		tr.subagents(".claude/agents")
	}
	if tr.err != nil || tr.marked != len(tr.places) {
		t.Fatalf("%d marks in %d places, %v", tr.marked, len(tr.places), tr.err)
	}
	files := 0
	err := filepath.WalkDir(base, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files++
		}
		return err
	})
	if err != nil || files != tr.marked || len(tr.texts) != files || len(tr.written) == 0 || len(tr.written) >= files {
		t.Errorf("%d files with %d marks, %d texts, %d in the project, %v", files, tr.marked, len(tr.texts), len(tr.written), err)
	}
	for _, name := range tr.written {
		if !strings.HasPrefix(name, ".claude/agents/") {
			t.Errorf("%s lies elsewhere", name)
		}
	}
}
