//go:build unix

package launch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/capture/start"
)

func TestOnlyFilesOfTheRunAreRemoved(t *testing.T) {
	t.Parallel()
	tr := try(t, "writes")
	write(t, filepath.Join(tr.Project, ".fake/kept"), "the user's")
	write(t, filepath.Join(tr.Project, ".git/refs/fake/old"), "3333333333333333333333333333333333333333\n")
	r, err := Capture(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	is := func(name string, want bool) {
		t.Helper()
		if _, err := os.Stat(filepath.Join(tr.Project, name)); (err == nil) != want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
	is(".fake/state", false)
	is(".fake/kept", true)
	is("other.txt", true)
	is(".git/refs/fake/one", false)
	is(".git/refs/fake/old", true)
	is(".git/refs/heads/new", true)
	if text, _ := os.ReadFile(filepath.Join(tr.Project, "AGENTS.md")); string(text) != "edited by the user meanwhile\n" {
		t.Errorf("an edit during the run was lost: %q", text)
	}
	notes := strings.Join(r.Capture.Notes, "\n")
	for _, want := range []string{"other.txt", ".fake/kept", "AGENTS.md", "git update-ref -d refs/heads/new 2222222222222222222222222222222222222222"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %s:\n%s", want, notes)
		}
	}
}

func TestLeftoversAreListed(t *testing.T) {
	t.Parallel()
	before, after := listing{root: "/p"}, listing{files: map[string]stamp{"a\nb": {}}}
	for i := range 25 {
		after.files[fmt.Sprintf("f%02d", i)] = stamp{}
	}
	notes := before.clear(after, start.Starter{}, time.Time{})
	if len(notes) != 21 || notes[0] != `the run left "a\nb" in the project` || notes[20] != "the run left or changed 6 more in the project" {
		t.Errorf("%d notes: %q", len(notes), notes)
	}
}
