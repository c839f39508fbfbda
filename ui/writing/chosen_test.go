package writing

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestWhatWasChosenIsRememberedForEachProject(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	holds := func(project string, want Chosen) {
		t.Helper()
		if got, ok := Recall(dir, project); got != want || ok != (want != Chosen{}) {
			t.Errorf("%s: %+v, want %+v", project, got, want)
		}
	}
	keep := func(c Chosen) {
		t.Helper()
		if err := Remember(dir, c); err != nil {
			t.Fatal(err)
		}
	}
	holds("/a", Chosen{})
	a, b := Chosen{"/a", "codex@1", "", "openai/m", ""}, Chosen{"/b", "claude-code@2", "id", "", ""}
	keep(a)
	keep(b)
	holds("/a", a)
	holds("/b", b)
	keep(Chosen{Project: "/a", Model: "n", For: "opencode"})
	holds("/a", a) // a model that is stored for one agent does not change the rest
	if got := RecallModel(dir, "/a", "opencode") + RecallModel(dir, "/a", "kilo"); got != "n" {
		t.Errorf("the models for one agent: %q", got)
	}
	keep(Chosen{Project: "/a", For: "opencode"})
	keep(Chosen{Project: "/a", Model: "m"})
	holds("/a", Chosen{Project: "/a", Model: "m"})
	keep(Chosen{Project: "/a"})
	holds("/a", Chosen{})
	holds("/b", b)
	if info, err := os.Stat(filepath.Join(dir, chosenFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has the mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory has the mode %v, %v", info.Mode(), err)
	}
	if all, _ := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("%d files are left", len(all))
	}
	if err := os.WriteFile(filepath.Join(dir, chosenFile), []byte("{ broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds("/b", Chosen{})
	if err := os.WriteFile(filepath.Join(dir, chosenFile), []byte(`[{"project":"/b","profile":"x"},{"project":7}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	holds("/b", Chosen{}) // a damaged file is ignored as a whole
	for i := range mostChosen + 5 {
		keep(Chosen{Project: fmt.Sprint("/", i), Profile: "x"})
	}
	holds("/4", Chosen{})
	holds("/5", Chosen{"/5", "x", "", "", ""})
	if err := Remember("", a); err != nil {
		t.Error(err)
	}
}
