//go:build unix

package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
)

var update = flag.Bool("update", false, "record the trees")

// The same number always makes the same tree, so that a tree that differs can be made again.
func TestTreesAreAsRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	temp := t.TempDir()
	base := filepath.Join(temp, "tree")
	short := func(made *tree, s string) string { return strings.ReplaceAll(made.short(s), temp, "TEMP") }
	for _, name := range []string{"claude-code", "codex", "gemini-cli", "opencode"} {
		a, ok := agent.Known().Starts(name)
		if !ok {
			t.Fatalf("%s is not started", name)
		}
		for n := range 5 {
			made, err := plant(base, a, 3, n, n == 1)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "== %s %d, works in %s, %d marks, dirs %q\n", name, n, short(made, made.cwd), made.marked, made.dirs)
			err = filepath.WalkDir(base, func(path string, e os.DirEntry, err error) error {
				if err != nil {
					return err
				}
				rel := strings.TrimPrefix(path, base+"/")
				switch {
				case e.Type()&os.ModeSymlink != 0:
					to, err := os.Readlink(path)
					fmt.Fprintf(&b, "%s -> %s\n", rel, short(made, to))
					return err
				case e.Name() == ".git" && e.IsDir():
					fmt.Fprintf(&b, "%s/\n", rel)
					return filepath.SkipDir
				case e.Type().IsRegular():
					text, err := os.ReadFile(path)
					if err != nil && !os.IsPermission(err) {
						return err
					}
					sum := sha256.Sum256([]byte(short(made, string(text))))
					fmt.Fprintf(&b, "%s %d bytes %x %s\n", rel, len(short(made, string(text))), sum[:4], strings.Join(marksIn(string(text)), " "))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for mark, place := range made.places {
				if place == "" {
					t.Errorf("%s of tree %d is in no file", mark, n)
				}
			}
			places := []string{}
			for mark, place := range made.places {
				places = append(places, mark+" "+short(made, place))
			}
			slices.Sort(places)
			fmt.Fprintf(&b, "places %q\n", places)
		}
	}
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/trees.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/trees.txt")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d is %q, want %q; -update records the trees", i+1, got[min(i, len(got)-1)], line)
		}
	}
}

func TestARowIsReadAsItWasWritten(t *testing.T) {
	r := row{Agent: "pi", Version: "1", Seed: 2, Tree: 3, Outcome: differs, Loaded: 4, Differences: []string{"one", "two\xff"}, Seconds: 1.26}
	if got, want := r.String(), "pi 1 seed 2 tree 3: differs, 4 loaded (1.3 s)\n  one\n  two?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	name := filepath.Join(t.TempDir(), "state")
	if have, err := read(name); len(have) != 0 || err != nil {
		t.Errorf("without a file: %v, %v", have, err)
	}
	line, err := json.Marshal(stored{row{Agent: "pi", Seed: 2, Tree: 3, Things: true, Loaded: 9}, "/bin/pi"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("{}\n"+string(line)+"\n{\"agent\":\"pi\",\"tr"), 0o600); err != nil {
		t.Fatal(err)
	}
	have, err := read(name)
	if got := have[key{"pi", "/bin/pi", 2, 3, true}]; len(have) != 1 || got.Loaded != 9 || err != nil {
		t.Errorf("%v, %v", have, err)
	}
	if _, err := read(filepath.Join(name, "below")); err == nil {
		t.Error("a state that cannot be read gives no error")
	}
}

// A tree whose result is stored is not measured again, unless it differed and the user wants such
// trees to be run again.
func TestARunTakesWhatIsMeasured(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "pi")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, "state.jsonl")
	var lines string
	for n, outcome := range []string{same, refused, differs, unusable, differs} {
		line, err := json.Marshal(stored{row{Agent: "pi", Seed: 5, Tree: n, Outcome: outcome, Seconds: 1}, program})
		if err != nil {
			t.Fatal(err)
		}
		lines += string(line) + "\n"
	}
	if err := os.WriteFile(state, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for trees, want := range map[int]int{5: 2, 4: 1, 2: 0} {
		d := &differential{out: io.Discard, state: state, program: program, seed: 5}
		if got, err := d.run(context.Background(), "pi", trees, -1); got != want || err != nil {
			t.Errorf("%d trees: %d differ, want %d; %v", trees, got, want, err)
		}
		if to, err := os.Readlink(filepath.Join(state+".trees", "bin", "pi", "pi")); to != program || err != nil {
			t.Errorf("the program that starts is %s, %v", to, err)
		}
		if !strings.HasPrefix(d.path, filepath.Join(state+".trees", "bin", "pi")+":") {
			t.Errorf("the path is %s", d.path)
		}
	}
	if text, err := os.ReadFile(state); string(text) != lines {
		t.Errorf("the state is changed: %q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	again := &differential{out: io.Discard, state: state, program: program, seed: 5, again: true}
	if got, err := again.run(ctx, "pi", 5, -1); got != 0 || err != nil {
		t.Errorf("an interrupted run: %d differ, %v", got, err)
	}
	var out strings.Builder
	first := &differential{out: &out, state: state, program: program, seed: 6}
	if got, err := first.run(ctx, "pi", 5, -1); got != 0 || err != nil || out.Len() > 0 {
		t.Errorf("a run that is interrupted before its first tree: %d differ, %v\n%s", got, err, out.String())
	}
	for name, d := range map[string]*differential{"nobody": {out: io.Discard, state: state, program: program}, "pi": {out: io.Discard, state: state, program: filepath.Join(dir, "gone")}} {
		if _, err := d.run(context.Background(), name, 1, -1); err == nil {
			t.Errorf("%s with %s runs", name, d.program)
		}
	}
}
