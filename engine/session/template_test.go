package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/template"
)

func TestWithoutAPlaceTheTemplateIsBuiltIn(t *testing.T) {
	t.Parallel()
	g := NewGlobal("")
	if text, stored, err := g.Text(); text != template.Default || stored || err != nil {
		t.Errorf("got %q, %v, %v", text, stored, err)
	}
	if err := g.Set("x"); err == nil || err.Error() != "no directory for the global template: set HOME or XDG_CONFIG_HOME" {
		t.Errorf("got %v", err)
	}
}

func TestSavingTheTemplateIsTriedAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "system-prompt.md")
	folder := func() {
		if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var clock watch
	g := NewGlobal(path)
	g.sleep = clock.waiting(0).sleep
	folder()
	if err := g.Set("x"); err == nil || !strings.HasPrefix(err.Error(), "the global template cannot be stored: ") {
		t.Errorf("got %v", err)
	}
	if len(clock.slept) != 20 || clock.slept[0] != 0 || clock.slept[19] != 19*time.Millisecond {
		t.Errorf("slept %v", clock.slept)
	}
	clock.slept = nil
	clock.woken = func(n int) {
		if n == 3 {
			_ = os.RemoveAll(path)
		}
	}
	if err := g.Set("x"); err != nil || len(clock.slept) != 3 {
		t.Errorf("got %v, slept %v", err, clock.slept)
	}
	clock = watch{}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := g.Set("y"); !errors.Is(err, document.ErrReadOnly) || len(clock.slept) > 0 {
		t.Errorf("a read-only file: %v, slept %v", err, clock.slept)
	}
	if text, stored, err := g.Text(); text != "x" || !stored || err != nil {
		t.Errorf("got %q, %v, %v", text, stored, err)
	}
}

func TestAnUnreadableTemplateIsAnError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "system-prompt.md")
	if err := os.WriteFile(path, []byte("\xff\xfeu\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	g := NewGlobal(path)
	if _, _, err := g.Text(); err == nil || !strings.HasPrefix(err.Error(), "the global template cannot be read: ") {
		t.Errorf("got %v", err)
	}
	if found, err := g.Find(facts.NewMemory().Dir("/p"), "/p"); err == nil || found.Text != "" || found.BuiltIn {
		t.Errorf("found %+v, %v", found, err)
	}
	w := facts.NewMemory().File("/p/.galley/system-prompt.md", "x").Mode("/p/.galley/system-prompt.md", 0)
	if _, err := g.Find(w, "/p"); err == nil || !strings.HasPrefix(err.Error(), "the project's template cannot be read: ") {
		t.Errorf("the project's own: %v", err)
	}
}
