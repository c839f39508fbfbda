package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"galley/engine/agent"
)

var update = flag.Bool("update", false, "record the trees")

func TestWhatTheCommandIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	var last []row
	var measured []listed
	for _, named := range agent.Known().Startable() {
		last = append(last, row{Agent: named.Name, Mode: "headless", Tree: "plain", Kind: "rename", Measured: true, Equal: true})
		measured = append(measured, listed{Agent: named.Name, Tree: 0, Things: 3})
	}
	full := filepath.Join(dir, "full")
	if err := os.MkdirAll(full, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	for name, err := range map[string]error{"results": write(filepath.Join(full, "results.jsonl"), last), "lists": write(filepath.Join(full, "lists.jsonl"), measured), "file": write(file, last)} {
		if err != nil {
			t.Fatal(name, err)
		}
	}
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"v7"}}`
	for _, c := range []struct {
		args, in, out, errs string
		want                int
	}{
		{"", "", "", "table: name a directory with -dir\n", 2},
		{"-x", "", "", "flag provided but not defined: -x", 2},
		{"-dir " + full + " -print", "", fmt.Sprintf("%d of %d predicted requests equal the next captured one (100.0 %%).\n", len(last), len(last)), "", 0},
		{"-dir " + full + " -trees plain", "", fmt.Sprintf("%d of %d predicted requests equal the next captured one (100.0 %%).\n", len(last), len(last)), "", 0},
		{"-dir " + full + " -lists 1", "", "| 1 | 1 | 3 | 0 | 0 |  |  |\n", "", 0},
		{"-dir " + full + "/new -agents nobody", "", "first difference |\n|---|---|---|---|---|---|\n", "", 0},
		{"-dir " + file + " -print", "", "", "not a directory\n", 3},
		{"-mcp zed", initialize + "\n", `{"id":1,"jsonrpc":"2.0","result":{"capabilities":{"tools":{}},"protocolVersion":"v7","serverInfo":{"name":"zed","version":"1"}}}` + "\n", "", 0},
		{"-mcp zed", `{"id":"a","method":"tools/list"}` + "\n" + "not JSON\n" + `{"method":"tools/list"}` + "\n",
			`{"id":"a","jsonrpc":"2.0","result":{"tools":[{"description":"Asks zed","inputSchema":{"properties":{},"type":"object"},"name":"probe"}]}}` + "\n", "", 0},
		{"-mcp zed", `{"id":2,"method":"resources/list"}` + "\n" + `{"id":3,"method":"prompts/list"}` + "\n" + `{"id":4,"method":"ping","pad":"` + strings.Repeat("x", 100_000) + `"}`,
			`{"id":2,"jsonrpc":"2.0","result":{"resources":[]}}` + "\n" + `{"id":3,"jsonrpc":"2.0","result":{"prompts":[]}}` + "\n" + `{"id":4,"jsonrpc":"2.0","result":{}}` + "\n", "", 0},
	} {
		var out, errs strings.Builder
		got := command(strings.Fields(c.args), strings.NewReader(c.in), &out, &errs)
		whole := strings.HasPrefix(c.args, "-mcp")
		if got != c.want || whole && out.String() != c.out || !strings.HasSuffix(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) || (c.errs == "") != (errs.Len() == 0) {
			t.Errorf("%s: status %d\n%s\n%s", c.args, got, out.String(), errs.String())
		}
	}
}

// A number makes the same tree on every system; -update records the trees.
func TestTreesOfNumbersAreAsRecorded(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range 3 {
		made, err := newTree(filepath.Join(isolated(t), "above"), "codex", "plain")
		if err != nil {
			t.Fatal(err)
		}
		things, err := plant(made, n)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %d, in %s\n", n, strings.TrimPrefix(made.cwd, made.base))
		for _, one := range things {
			fmt.Fprintf(&b, "%s %s %s %q\n", one.kind, one.word, strings.TrimPrefix(one.path, made.base), strings.ReplaceAll(text(t, one.path), program, "PROGRAM"))
		}
	}
	const name = "testdata/trees.txt"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, got := strings.Split(text(t, name), "\n"), strings.Split(b.String(), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("line %d is %q, recorded is %q", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}

func TestATreeThatCannotBeMadeSaysWhy(t *testing.T) {
	dir := isolated(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newTree(filepath.Join(file, "x"), "codex", "plain"); err == nil {
		t.Error("a tree below a file is made")
	}
	made, err := newTree(filepath.Join(dir, "above"), "codex", "plain")
	if err != nil {
		t.Fatal(err)
	}
	if err := made.edit(filepath.Join(dir, "none"), strings.ToUpper); err == nil || made.n != 0 {
		t.Errorf("a file that does not exist is edited: %v", err)
	}
	if err := made.git([]string{"status"}, []string{"no-such-command"}); err == nil || !strings.HasPrefix(err.Error(), "git no-such-command: exit status ") {
		t.Errorf("%v", err)
	}
	for _, k := range kinds {
		if k.name != "import" {
			continue
		}
		if err := os.Mkdir(filepath.Join(made.root, "extra.md"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := k.edit(made); err == nil {
			t.Error("a file is written over a directory")
		}
	}
	if err := os.Mkdir(filepath.Join(made.root, ".claude"), 0o500); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(made.root, "part"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if things, err := plant(made, 1); err == nil || things != nil {
		t.Errorf("%d things are put below a file", len(things))
	}
	if runtime.GOOS == "windows" {
		return
	}
	t.Setenv("PATH", dir)
	if _, err := newTree(filepath.Join(dir, "again"), "codex", "plain"); err == nil || !strings.HasPrefix(err.Error(), "git init: ") {
		t.Errorf("without git: %v", err)
	}
}
