//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command exits with 0 if the program passes every input, with 1 if it fails one, and with 2
// if an input cannot be run.
func TestTheStatusSaysHowTheProgramDid(t *testing.T) {
	good, bad := script(t, "echo a message >&2; exit 0"), script(t, "exit 2")
	bin := t.TempDir()
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	near, none := "^a template of near tags$", "^nothing of this name$"
	for _, c := range []struct {
		name     string
		compiler string // the script that takes the place of go
		temp     string
		args     []string
		want     int
		out      []string // texts that are printed
		errs     string   // how the message begins
	}{
		{"good", "exit 9", t.TempDir(), []string{"-galley", good, "-run", "^a template of ifs$"}, 0, []string{"input ", "a template of ifs  ", " 0 "}, ""},
		{"with messages", "exit 9", t.TempDir(), []string{"-galley", good, "-run", "^a template of ifs$", "-v"}, 0, []string{"\n    a message\n"}, ""},
		{"bad", "exit 9", t.TempDir(), []string{"-galley", bad, "-run", near}, 1, []string{"\n1 inputs went over 2s or 256 MB, failed, or grew too fast\n"}, ""},
		{"none matches", "exit 9", t.TempDir(), []string{"-galley", bad, "-run", none}, 0, []string{"input "}, ""},
		{"it is built", `[ "$1 $2 $4" = "build -o galley" ] && cp "` + bad + `" "$3"`, t.TempDir(), []string{"-run", near}, 1, []string{"\n1 inputs went over "}, ""},
		{"it cannot be built", "echo no compiler; exit 3", t.TempDir(), nil, 2, nil, "hostile: building galley: exit status 3: no compiler\n"},
		{"not an expression", "exit 9", t.TempDir(), []string{"-galley", good, "-run", "("}, 2, nil, "hostile: error parsing regexp: "},
		{"no directory", "exit 9", filepath.Join(t.TempDir(), "gone"), []string{"-galley", good}, 2, nil, "hostile: stat "},
		{"an unknown option", "exit 9", t.TempDir(), []string{"-unknown"}, 2, nil, "flag provided but not defined: -unknown\n"},
	} {
		if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+c.compiler+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		if got := command(c.args, c.temp, &out, &errs); got != c.want || !strings.HasPrefix(errs.String(), c.errs) || (errs.Len() > 0) != (c.errs != "") {
			t.Errorf("%s: status %d\n%s\n%s", c.name, got, out.String(), errs.String())
		}
		for _, want := range c.out {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is not printed in\n%s", c.name, want, out.String())
			}
		}
		if left, err := filepath.Glob(filepath.Join(c.temp, "galley-hostile-*")); len(left) > 0 || err != nil {
			t.Errorf("%s: %v is left, %v", c.name, left, err)
		}
	}
}
