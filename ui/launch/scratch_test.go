package launch

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestScratchOfAKilledRunIsRemovedAtTheNextStart(t *testing.T) {
	root := filepath.Join(t.TempDir(), "scratch")
	dead := 1 << 22 // greater than any process id
	write(t, filepath.Join(root, strconv.Itoa(dead)+"-0123456789ab/cfg/settings.json"), "secret")
	write(t, filepath.Join(root, strconv.Itoa(os.Getppid())+"-0123456789ab/cfg/settings.json"), "in use")
	// Directories with names that galley does not give stay, even if they are old.
	others := []string{strconv.Itoa(dead), "notes-1", "notes"}
	for _, name := range others {
		write(t, filepath.Join(root, name, "mine"), "kept")
	}
	s, err := newScratch(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(root, name, "mine")); err != nil {
			t.Errorf("%s was removed, although it does not belong to a run", name)
		}
	}
	if _, err := os.Stat(filepath.Join(root, strconv.Itoa(dead)+"-0123456789ab")); err == nil {
		t.Error("the configuration of a killed run remains")
	}
	if _, err := os.Stat(filepath.Join(root, strconv.Itoa(os.Getppid())+"-0123456789ab")); err != nil {
		t.Error("the configuration of a running run was removed")
	}
	if info, err := os.Stat(s.dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v %v", info, err)
	}
}
