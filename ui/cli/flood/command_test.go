package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The command exits with 0 if the service passes every part, with 1 if it fails one, and with 2 if
// a part cannot be run. In each case the directory of the run is removed.
func TestTheStatusSaysHowTheServiceDid(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	small := []string{"-clients", "2", "-requests", "4", "-slow", "2", "-kills", "1", "-seed", "7"}
	for _, c := range []struct {
		name, manner string
		compiler     string // a script that takes the place of go
		args         []string
		want         int
		out, errs    string // the ends of both outputs
	}{
		{"a good service", "good", "", []string{"-galley", program}, 0, "no failures\n", ""},
		{"one that refuses", "refuses", "", []string{"-galley", program, "-slow", "0", "-kills", "0"}, 1, "6 failures\n", ""},
		{"one that does not start", "silent", "", []string{"-galley", program}, 2, "", "flood: the server does not start: \"no address\\n\" it does not print its address first\n"},
		{"one that is built", "silent", `[ "$1 $2 $4" = "build -o galley" ] && ln -s "` + program + `" "$3"`, nil, 2, "", "flood: the server does not start: \"no address\\n\" it does not print its address first\n"},
		{"one that cannot be built", "good", "echo no compiler; exit 3", nil, 2, "", "flood: building galley: exit status 3: no compiler\n\n"},
		{"no program", "good", "", []string{"-galley", filepath.Join(t.TempDir(), "gone")}, 2, "", "no such file or directory\n"},
		{"an unknown option", "good", "", []string{"-unknown"}, 2, "", "(default 300)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.compiler != "" {
				if runtime.GOOS == "windows" {
					return // it has no scripts
				}
				bin := t.TempDir()
				if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+c.compiler+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
				t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
			}
			temp := t.TempDir()
			for _, name := range []string{"TMPDIR", "TEMP", "TMP"} {
				t.Setenv(name, temp)
			}
			if err := os.WriteFile(filepath.Join(temp, "manner"), []byte(c.manner), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, errs strings.Builder
			got := command(append(small[:len(small):len(small)], c.args...), &out, &errs)
			if got != c.want || !strings.HasSuffix(out.String(), c.out) || !strings.HasSuffix(errs.String(), c.errs) || c.errs == "" && errs.Len() > 0 {
				t.Errorf("status %d\n%s\n%s", got, out.String(), errs.String())
			}
			if left, err := filepath.Glob(filepath.Join(temp, "galley-flood-*")); len(left) > 0 || err != nil {
				t.Errorf("%v is left, %v", left, err)
			}
		})
	}
}

func TestWithoutATemporaryDirectoryNothingIsTried(t *testing.T) {
	for _, name := range []string{"TMPDIR", "TEMP", "TMP"} {
		t.Setenv(name, filepath.Join(t.TempDir(), "gone"))
	}
	var errs strings.Builder
	if got := command(nil, io.Discard, &errs); got != 2 || !strings.HasPrefix(errs.String(), "flood: ") {
		t.Errorf("status %d, %s", got, errs.String())
	}
	if err := new(flood).inDirectory(func() error { t.Error("it begins"); return nil }); err == nil {
		t.Error("no error")
	}
}

// The help names the default numbers.
func TestTheHelpNamesTheUsualNumbers(t *testing.T) {
	var errs strings.Builder
	if got := command([]string{"-h"}, io.Discard, &errs); got != 2 {
		t.Errorf("status %d", got)
	}
	for name, usual := range map[string]string{"clients": "50", "requests": "2000", "slow": "300", "kills": "20", "seed": "1"} {
		_, after, _ := strings.Cut(errs.String(), "\n  -"+name+" ")
		if text, _, _ := strings.Cut(after, "\n  -"); !strings.HasSuffix(strings.TrimSpace(text), "(default "+usual+")") {
			t.Errorf("-%s: %s", name, text)
		}
	}
}

// If there are many failures, only the first are printed, but all are counted.
func TestFailuresAreCounted(t *testing.T) {
	var out strings.Builder
	f := &flood{out: &out}
	for i := range mostPrinted + 5 {
		f.fail("number %d", i+1)
	}
	if lines := strings.Count(out.String(), "\n"); f.failures != mostPrinted+5 || lines != mostPrinted || !strings.HasSuffix(out.String(), fmt.Sprintf("  FAILED: number %d\n", mostPrinted)) {
		t.Errorf("%d failures, %d lines:\n%s", f.failures, lines, out.String())
	}
}

func TestTheSpreadOfTimes(t *testing.T) {
	for n, want := range map[int]string{1: "median 1ms, 99% within 1ms, the slowest 1ms", 4: "median 3ms, 99% within 4ms, the slowest 4ms", 200: "median 101ms, 99% within 199ms, the slowest 200ms"} {
		var took []time.Duration
		for i := range n {
			took = append(took, time.Duration(n-i)*time.Millisecond)
		}
		if got := spread(took); got != want {
			t.Errorf("of %d: %s, want %s", n, got, want)
		}
	}
}

// A connection that is open for too long, and a client that waits beside it, are failures.
func TestLongWaitsAreNoticed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		manner string
		most   waits
		n      int
		want   []string
	}{
		{"good", waits{0, time.Minute, time.Minute}, 2, []string{"slow connection 0 was open for "}},
		{"good", waits{time.Minute, 0, time.Minute}, 2, []string{"slow connection 1 was open for "}},
		{"waits", waits{time.Minute, time.Minute, 100 * time.Millisecond}, 0, []string{"another client waited "}},
		{"refuses", waits{time.Minute, time.Minute, time.Minute}, 0, []string{"beside slow connections: 500 "}},
		{"good", waits{time.Minute, time.Minute, time.Minute}, 0, nil},
	} {
		t.Run(c.manner, func(t *testing.T) {
			t.Parallel()
			f := newFlood(t, c.manner)
			var out strings.Builder
			f.out, f.most = &out, c.most
			if err := f.slowly(c.n); err != nil || f.failures != len(c.want) {
				t.Errorf("%d failures, %v", f.failures, err)
			}
			for _, want := range append(c.want, fmt.Sprintf("%d slow connections: closed within ", c.n)) {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is not printed in\n%s", want, out.String())
				}
			}
		})
	}
}

// A service that cannot be started, or does not answer in JSON, is an error.
func TestErrorsOfTheServiceAreNamed(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(f *flood) error{
		"not a directory": func(f *flood) error { return os.WriteFile(filepath.Join(f.root, "one"), nil, 0o600) },
		"is a directory": func(f *flood) error {
			return os.MkdirAll(filepath.Join(f.root, "one", "project", "AGENTS.md"), 0o700)
		},
		"no such file": func(f *flood) error { f.program = filepath.Join(f.root, "gone"); return nil },
	} {
		f := newFlood(t, "good")
		if err := spoil(f); err != nil {
			t.Fatal(err)
		}
		if s, err := f.start("one", io.Discard); err == nil || s != nil || runtime.GOOS != "windows" && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for manner, want := range map[string]string{"cuts": "unexpected EOF", "babbles": "invalid character"} {
		s, err := newFlood(t, manner).start("one", io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.ask("GET", "/", ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", manner, err)
		}
		if _, err := s.ask("G T", "/", ""); err == nil {
			t.Error("a method with a blank is sent")
		}
		_ = s.kill()
	}
}
