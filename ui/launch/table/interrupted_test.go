//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture/start"
)

// A measurement that is interrupted ends with the reason and starts no agent.
func TestAnInterruptedMeasurementEnds(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(context.Background())
	stop()
	dir := t.TempDir()
	if err := run(stopped, io.Discard, io.Discard, dir, "pi", "headless", "plain", false); !errors.Is(err, context.Canceled) {
		t.Errorf("the edits: %v", err)
	}
	if err := lists(stopped, io.Discard, io.Discard, dir, "pi", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("the lists: %v", err)
	}
	if entries, err := os.ReadDir(dir); len(entries) > 0 || err != nil {
		t.Errorf("left are %v, %v", entries, err)
	}
}

func TestWhatCannotBeMeasuredSaysWhy(t *testing.T) {
	t.Parallel()
	dir := isolated(t)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	silent := agent.Agent{Name: "silent", Start: &start.Starter{Program: "no-such-agent", NoInteractive: "it has no screen"}}
	for _, c := range []struct {
		mode start.Mode
		dir  string
		tree string
		want string
	}{
		{start.Interactive, dir, "plain", "not measured: it has no screen"},
		{start.Headless, dir, "strange", `unknown tree "strange"; there are plain, several and odd`},
		{start.Headless, file, "plain", "not a directory"},
	} {
		if rows, err := measure(context.Background(), io.Discard, c.dir, silent, c.mode, c.tree); rows != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v", c.mode, c.tree, err)
		}
	}
	if got := list(context.Background(), file, silent, 4); !strings.Contains(got.Failed, "not a directory") || got.Agent != "silent" || got.Tree != 4 || got.Things != 0 {
		t.Errorf("%+v", got)
	}
	if err := run(context.Background(), io.Discard, io.Discard, filepath.Join(file, "x"), "", "headless", "plain", true); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("%v", err)
	}
}

// The trees have rule files in several places, or rule files of an unusual form.
func TestTreesHaveTheirRules(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"plain":   {"project/CLAUDE.md": "# Rules of the project\n\nKeep functions short. Write tests first.\n", "project/main.go": "package main\n"},
		"several": {"project/CLAUDE.md": "# Rules of the project\n", "project/part/CLAUDE.md": "# Rules of the part\n\n> Keep functions short.", "home/.claude/CLAUDE.md": "# Everywhere\n", "project/part/main.go": "package main\n"},
		"odd":     {"project/CLAUDE.md": "\r\n# Règles «du» projet\r\n"},
	} {
		made, err := newTree(filepath.Join(isolated(t), "above"), "claude-code", name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "several" != strings.HasSuffix(made.cwd, "/part") || !strings.HasPrefix(made.cwd, made.root) || made.main() != made.root+"/CLAUDE.md" {
			t.Errorf("%s: the agent works in %s", name, made.cwd)
		}
		for _, dir := range []string{made.home, made.root, made.cwd} {
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("%s: %s has the mode %v, %v", name, dir, info.Mode(), err)
			}
		}
		if info, err := os.Stat(made.main()); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: the rule file has the mode %v, %v", name, info.Mode(), err)
		}
		for path, begins := range files {
			if got := text(t, filepath.Join(made.base, path)); !strings.HasPrefix(got, begins) {
				t.Errorf("%s: %s holds %q", name, path, got)
			}
		}
	}
}
