package keymap

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write KEYS.md")

// KEYS.md is generated from the table that dispatches keys.
func TestPageOfKeysIsUpToDate(t *testing.T) {
	keys, problems := New(nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := "# Keys\n\ngalley uses only keys that every terminal sends. Some programs around it take a few of them (`Ctrl+Q` and `Ctrl+S` under flow\n" +
		"control, `Ctrl+B` under tmux), so every vital action has a second key, and the configuration can change all keys.\n" +
		"`galley keys` prints the keys as your configuration sets them; `F1` shows those that work where you are. This page is made\n" +
		"from the table in this package by `go test ./ui/keymap -update`.\n\n" + markdown(keys)
	data, err := os.ReadFile("KEYS.md")
	if err == nil && string(data) == want {
		return
	}
	if !*update {
		t.Fatal("KEYS.md is out of date: run go test ./ui/keymap -update")
	}
	if err := os.WriteFile("KEYS.md", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// contexts lists the contexts in the order of the help.
func contexts() []Context { return []Context{Global, Editor, Inspector, Preview, List, Field} }

// markdown returns the table of all keys for KEYS.md.
func markdown(m *Map) string {
	var b strings.Builder
	for _, s := range m.Help("") {
		b.WriteString("### " + s.Group + "\n\n| Keys | What it does | Action |\n| --- | --- | --- |\n")
		for _, e := range s.Entries {
			for i, k := range e.Keys {
				if i > 0 {
					b.WriteString(", ")
				} else {
					b.WriteString("| ")
				}
				b.WriteString("`" + strings.ReplaceAll(k, "|", `\|`) + "`")
			}
			b.WriteString(" | " + strings.ReplaceAll(e.Title, "|", `\|`) + " | `" + string(e.Action) + "` |\n")
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
