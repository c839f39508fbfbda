package rules

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// Layouts of real repositories, when they are there, under every agent: no
// trace may be odd, whatever people keep.
func TestLayoutsOfRealRepositories(t *testing.T) {
	dir := os.Getenv("GALLEY_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	names, _ := filepath.Glob(filepath.Join(dir, "layouts", "*.meta.json"))
	if len(names) == 0 {
		t.Skip("no layouts of real repositories here: set GALLEY_CORPUS to the corpus")
	}
	for _, meta := range names {
		t.Run(strings.TrimSuffix(filepath.Base(meta), ".meta.json"), func(t *testing.T) {
			w, dirs := layout(t, meta)
			for _, cwd := range dirs {
				for _, file := range []string{"", path.Join(cwd, "src/x.ts")} {
					traces, _, err := Survey(context.Background(), w, AllAgents(), Options{Cwd: cwd, File: file})
					if err != nil {
						t.Fatal(err)
					}
					for _, trace := range traces {
						if trace.Failure == nil {
							checkTrace(t, trace)
						}
						t.Logf("%s in %s: %d of %d loaded, %d bytes", trace.Agent, cwd, len(trace.Loaded), len(trace.Candidates), trace.Text.Len())
					}
					NewMatrix(traces)
				}
			}
		})
	}
}

// layout builds a repository at /r; dirs are its root and the deepest directory
// with a rule file.
func layout(t *testing.T, meta string) (w *facts.Memory, dirs []string) {
	t.Helper()
	read := func(name string, to any) {
		data, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(data, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var files map[string]*string
	var about struct{ Symlinks map[string]string }
	read(strings.TrimSuffix(meta, ".meta.json")+".json", &files)
	read(meta, &about)
	w = facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/r/.git")
	deepest := "/r"
	for name, text := range files {
		if _, link := about.Symlinks[name]; link || strings.HasSuffix(name, "/") {
			continue
		}
		full := path.Join("/r", name)
		if text == nil {
			text = new(string)
		}
		w.File(full, *text)
		if dir := path.Dir(full); slices.Contains([]string{"AGENTS.md", "CLAUDE.md", "GEMINI.md"}, path.Base(full)) &&
			cmp.Or(cmp.Compare(strings.Count(dir, "/"), strings.Count(deepest, "/")), cmp.Compare(deepest, dir)) > 0 {
			deepest = dir
		}
	}
	for name, target := range about.Symlinks {
		w.Link(path.Join("/r", name), target)
	}
	return w, []string{"/r", deepest}
}
