package session

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/facts"
)

// layout is the largest of the real repositories in the test data.
const layout = "RooCodeInc__Roo-Code.json"

// project creates the files of the repository that layout describes in a temporary directory.
func project(b *testing.B) string {
	base := os.Getenv("GALLEY_CORPUS")
	if base == "" {
		base = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	data, err := os.ReadFile(filepath.Join(base, "layouts", layout))
	if err != nil {
		b.Skipf("the layouts of real repositories are missing: %v", err)
	}
	var files map[string]*string
	if err := json.Unmarshal(data, &files); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if text == nil {
			text = new(string)
		}
		if err := os.WriteFile(path, []byte(*text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return facts.Slash(dir)
}

// BenchmarkTurn compares the first turn of a conversation with a later one. In the first turn, the
// prompt is built from the project's rule files. In a later one, the stored prompt is sent. The
// time to store the prompt, which depends on the disk, is not measured.
func BenchmarkTurn(b *testing.B) {
	w := facts.NewLive()
	r := engine.Request{
		Template: engine.Template{Text: `You are a coding agent.
[if file:AGENTS.md][file:AGENTS.md][endif]
[if file:.roo/rules/rules.md][file:.roo/rules/rules.md][endif]
[if file:.roo/rules-code/use-safeWriteJson.md][file:.roo/rules-code/use-safeWriteJson.md][endif]
Directory: [prompt:cwd], on [system:os], [system:date].
`},
		Cwd: project(b), Config: config.Default(), Profile: "opencode", Model: "claude-sonnet-4-5", Provider: "anthropic",
	}
	build := func(ctx context.Context) (Draft, error) {
		res, err := engine.New(w).Render(ctx, r)
		if err != nil {
			return Draft{}, err
		}
		return DraftOf(r, res), nil
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := build(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("later", func(b *testing.B) {
		s := New(b.TempDir())
		defer func() { _ = s.Close() }()
		at := LocationOf(w, r)
		if _, _, err := s.Prompt(context.Background(), "c", at, build); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, reused, err := s.Prompt(context.Background(), "c", at, build); err != nil || !reused {
				b.Fatal(reused, err)
			}
		}
	})
}
