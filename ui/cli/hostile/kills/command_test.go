//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// beside returns a directory for the command. The file manner in it says how the workbench
// behaves.
func beside(t *testing.T, manner string) string {
	t.Helper()
	temp := t.TempDir()
	if err := os.WriteFile(filepath.Join(temp, "manner"), []byte(manner), 0o600); err != nil {
		t.Fatal(err)
	}
	return temp
}

// The command exits with 0 only if nothing was lost and every round could be made, and removes its
// directory.
func TestTheStatusSaysWhetherTextWasLost(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(t.TempDir(), "gone")
	for _, c := range []struct {
		name, temp string
		args       []string
		want       int
		out, errs  string // the beginnings of both outputs
	}{
		{"a good workbench", beside(t, "good"), []string{"-n", "2", "-galley", program}, 0, "seed 5: 2 kills (1 while typing, 0 at a save, 1 at a restore), ", ""},
		{"one that forgets", beside(t, "forgetful"), []string{"-n", "1", "-galley", program}, 1, "seed 5: 1 kills (1 while typing, 0 at a save, 0 at a restore), ", "kills: "},
		{"no kills", beside(t, "good"), []string{"-n", "0", "-galley", program}, 0, "seed 5: 0 kills ", ""},
		{"no program", beside(t, "good"), []string{"-n", "1", "-galley", gone}, 1, "", "kills: kill 1 (seed 5): "},
		{"no program for the last start", beside(t, "good"), []string{"-n", "0", "-galley", gone}, 1, "", "kills: fork/exec " + gone},
		{"no directory", gone, []string{"-n", "0", "-galley", program}, 1, "", "kills: stat "},
		{"an unknown option", t.TempDir(), []string{"-unknown"}, 1, "", "flag provided but not defined: -unknown\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out, errs strings.Builder
			got := command(append([]string{"-seed", "5"}, c.args...), c.temp, &out, &errs)
			if got != c.want || !strings.HasPrefix(out.String(), c.out) || !strings.HasPrefix(errs.String(), c.errs) || (errs.Len() > 0) != (c.want != 0) {
				t.Errorf("status %d\n%s\n%s", got, out.String(), errs.String())
			}
			if left, err := filepath.Glob(filepath.Join(c.temp, "galley-kills-*")); len(left) > 0 || err != nil {
				t.Errorf("%v is left, %v", left, err)
			}
		})
	}
}

func TestTheProgramIsBuilt(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	for does, want := range map[string]string{
		`[ "$1 $2 $4" = "build -o galley" ] && ln -s "` + program + `" "$3"`: "", "echo no compiler; exit 3": "kills: building galley: exit status 3: no compiler\n\n",
	} {
		if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+does+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		var errs strings.Builder
		if got := command([]string{"-n", "0"}, beside(t, "good"), io.Discard, &errs); (got != 0) != (want != "") || errs.String() != want {
			t.Errorf("%s: status %d, %s", does, got, errs.String())
		}
	}
}

func TestFiguresAreText(t *testing.T) {
	f := figures{kills: [3]int{1, 2, 4}, saves: 8, typed: 16, torn: 32, wrong: 64, left: 300, offered: 172, restored: 11, lostBytes: 12, tooOld: 256, lostAge: 1234567 * time.Nanosecond}
	want := `7 kills (1 while typing, 2 at a save, 4 at a restore), 8 saves, 16 bytes typed
partly written files 32; wrong texts 64; texts offered 172 of 300, restored 11
lost at most 12 bytes, the oldest typed 1ms before the kill; lost although older than 250ms: 256 times
temporary files of saves: 2000 after the kills, 512 after one more start
`
	left := counts{2000, 512}
	if got := f.text(left); got != want {
		t.Errorf("%s", got)
	}
	if got := f.faults(left); got != 32+64+256+512+128 {
		t.Errorf("%d faults", got)
	}
}

func TestTheHelpNamesTheUsualNumber(t *testing.T) {
	var errs strings.Builder
	if got := command([]string{"-h"}, "", io.Discard, &errs); got != 1 || !strings.Contains(errs.String(), "how many kills, 1000 at most (default 60)\n") {
		t.Errorf("status %d, %s", got, errs.String())
	}
}
