package keymap

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write KEYS.md")

// KEYS.md is made from the table that dispatches keys.
func TestThePageOfKeysIsAsTheTableHasIt(t *testing.T) {
	keys, problems := New(nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := "# Keys\n\nOnly keys that every terminal sends are used. Some hosts keep a few for themselves (`Ctrl+Q` and `Ctrl+S` under flow\n" +
		"control, `Ctrl+B` under tmux): every vital action has a second key, and all can be set anew in the configuration.\n" +
		"`galley keys` prints them as they are set; `F1` shows those that work where you are. This page is made from the table\n" +
		"in this package by `go test ./ui/keymap -update`.\n\n" + keys.Markdown()
	data, err := os.ReadFile("KEYS.md")
	if err == nil && string(data) == want {
		return
	}
	if !*update {
		t.Fatal("KEYS.md does not list the keys as they are: run go test ./ui/keymap -update")
	}
	if err := os.WriteFile("KEYS.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
