package service

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"galley/engine/facts"
)

func TestWorldIsLimitedToTheRoots(t *testing.T) {
	w := facts.NewMemory().File("/r/in.md", "in").File("/r/dir/deep.md", "deep").File("/out/key", "key").Dir("/rother").
		Link("/r/leads-out", "/out").Link("/r/leads-in", "/r/dir").Link("/r/dangling", "/out/none").Link("/alias", "/r").
		Link("/r/loop", "/r/loop").File("/etc/os-release", "ID=x")
	r := newRooted(w, []string{"/alias"})
	ask := map[string]func(string) error{
		"Stat":     func(p string) error { _, err := r.Stat(p); return err },
		"RealPath": func(p string) error { _, err := r.RealPath(p); return err },
		"ReadFile": func(p string) error { _, err := r.ReadFile(p); return err },
		"ReadHead": func(p string) error { _, err := r.ReadHead(p, 2); return err },
		"ReadDir":  func(p string) error { _, err := r.ReadDir(p); return err },
		"Git":      func(p string) error { _, err := r.Git(context.Background(), p, "status"); return err },
	}
	for op, f := range ask {
		for _, p := range []string{"/out/key", "/out", "/out/none", "/", "/rother", "/r/leads-out", "/r/leads-out/key", "/r/leads-out/none", "/r/../out/key", "/r/loop"} {
			if err := f(p); !errors.Is(err, facts.ErrRefused) {
				t.Errorf("%s %s: %v", op, p, err)
			}
		}
	}
	for _, op := range []string{"Stat", "RealPath", "ReadFile", "ReadHead"} {
		for _, p := range []string{"/r/in.md", "/alias/in.md", "/r/leads-in/deep.md"} {
			if err := ask[op](p); err != nil {
				t.Errorf("%s %s: %v", op, p, err)
			}
		}
		for _, p := range []string{"/r/none", "/r/none/none", "/r/dangling"} {
			if err := ask[op](p); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s %s: %v", op, p, err)
			}
		}
	}
	for p, want := range map[string]error{"/r/leads-out": nil, "/r/dangling": nil, "/r": nil, "/out": facts.ErrRefused, "/out/key": facts.ErrRefused, "/r/leads-out/key": facts.ErrRefused} {
		if _, err := r.Lstat(p); !errors.Is(err, want) {
			t.Errorf("Lstat %s: %v, want %v", p, err, want)
		}
	}
	if target, err := r.Readlink("/r/leads-out"); err != nil || target != "/out" {
		t.Errorf("Readlink: %q, %v", target, err)
	}
	if text, err := r.ReadFile("/etc/os-release"); err != nil || text != "ID=x" {
		t.Errorf("facts about the machine: %q, %v", text, err)
	}
	if err := ask["RealPath"]("/etc/os-release"); !errors.Is(err, facts.ErrRefused) {
		t.Errorf("as a file: %v", err)
	}
}

func TestStatusNamesNoFileAboveTheServedDirectory(t *testing.T) {
	w := facts.NewMemory().Dir("/repo/sub/deep").Dir("/own").
		OnGit("/repo/sub/deep", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/repo\n"}).
		OnGit("/repo/sub/deep", "status --short", facts.GitAnswer{Stdout: "?? ../../outside_secret_name.txt\n?? x\n"}).
		OnGit("/repo/sub/deep", "status --short -- /repo/sub", facts.GitAnswer{Stdout: "?? x\n"}).
		OnGit("/own", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/own\n"}).
		OnGit("/own", "status --short", facts.GitAnswer{Stdout: "?? y\n"})
	r := newRooted(w, []string{"/repo/sub", "/own"})
	for dir, want := range map[string]string{"/repo/sub/deep": "?? x\n", "/own": "?? y\n"} {
		answer, err := r.Git(context.Background(), dir, "status", "--short")
		if err != nil || answer.Stdout != want {
			t.Errorf("%s: %q, %v", dir, answer.Stdout, err)
		}
	}
}
