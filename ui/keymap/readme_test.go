package keymap

import (
	"flag"
	"fmt"
	"os"
	"slices"
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
		"from the table in this package by `go test ./ui/keymap -update`.\n\n" +
		"No action has these keys: " + spelled(free(keys, Global)) + ".\nIn the preview these are also free: " + spelled(free(keys, Preview)) + ".\n\n" + markdown(keys)
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

// spelled returns keys as the page shows them.
func spelled(keys []string) string {
	labels := make([]string, len(keys))
	for i, k := range keys {
		labels[i] = "`" + Label(k) + "`"
	}
	return strings.Join(labels, " ")
}

// A new action can have each key that the page calls free, and no other letter.
func TestFreeKeysAreFree(t *testing.T) {
	defer func(old []Row) { table = old }(table)
	old := table
	m, _ := New(nil)
	for _, c := range []Context{Global, Preview} {
		for _, key := range append(free(m, c), "f1", "f2", "]") {
			table = append(slices.Clone(old), Row{Action: "new", Contexts: []Context{c}, Keys: []string{key}})
			if clash := build(nil).conflict(nil); (clash == nil) != slices.Contains(free(m, c), key) {
				t.Errorf("%q in %s: %+v", key, c, clash)
			}
		}
	}
}

// free returns the keys that a new action of a context can have: for Global those that no row has,
// for Preview letters and digits that mean nothing there.
func free(m *Map, c Context) (keys []string) {
	var all []string
	if c == Global {
		for i := 1; i <= 12; i++ {
			all = append(all, fmt.Sprint("f", i))
		}
		for _, r := range "abcdefghijklmnopqrstuvwxyz" {
			all = append(all, "ctrl+"+string(r), "alt+"+string(r), "alt+"+strings.ToUpper(string(r)))
		}
		for r := '!'; r < 'A'; r++ {
			all = append(all, "alt+"+string(r))
		}
	} else {
		for _, r := range "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			all = append(all, string(r))
		}
	}
	for _, key := range all {
		taken := slices.ContainsFunc(m.rows, func(r Row) bool {
			return slices.Contains(r.Keys, key) && (c == Global || applies(r, c))
		})
		if !taken && unsendable(key) == "" {
			keys = append(keys, key)
		}
	}
	return keys
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
