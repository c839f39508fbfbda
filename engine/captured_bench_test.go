package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/wire"
)

// BenchmarkKeyUnderACapture measures one key in a rule file of 60 KB while a captured prompt is
// shown.
func BenchmarkKeyUnderACapture(b *testing.B) {
	rules := strings.Repeat("Keep functions short and say what they do.\n", 1400)
	world := facts.NewMemory().Env("HOME", "/home/u").Dir("/p/.git").File("/p/CLAUDE.md", rules)
	bench := New(world)
	ctx, asked := context.Background(), bench.Agents().Ask("claude-code", "")
	named, _ := bench.Agents().Starts("claude-code")
	trace := profile.Discover(ctx, world, asked, named.Start.Asked("/p", start.Headless, nil))
	var text strings.Builder
	for _, p := range trace.Parts {
		text.WriteString(p.Text.String())
	}
	body := fmt.Sprintf(`{"model":"claude-sonnet-4-5","max_tokens":1,"system":[{"type":"text","text":%q}],"messages":[{"role":"user","content":[{"type":"text","text":%q}]}]}`,
		strings.Repeat("The agent's own words.\n", 2000), text.String())
	c := &capture.Capture{ID: "x", Agent: "claude-code", Version: asked.Version, Mode: start.Headless, Cwd: "/p", Form: wire.Anthropic, Model: "claude-sonnet-4-5", Body: []byte(body)}
	if err := capture.Understand(ctx, c, trace, world, nil); err != nil {
		b.Fatal(err)
	}
	store := capture.Store{Dir: b.TempDir()} // a stored capture is decoded only once
	if err := store.Save(c); err != nil {
		b.Fatal(err)
	}
	c, err := store.Load("last")
	if err != nil {
		b.Fatal(err)
	}
	r := Request{Cwd: "/p", Profile: "claude-code", Capture: c, Template: Template{BuiltIn: true}}
	for n := 0; b.Loop(); n++ {
		r.Unsaved = []facts.Unsaved{{Path: "/p/CLAUDE.md", Text: fmt.Sprintf("Key %d.\n%s", n, rules)}}
		res, err := bench.Render(ctx, r)
		if err != nil || res.Provenance.Basis != Predicted {
			b.Fatal(err, res.Provenance)
		}
	}
}

// BenchmarkOpenWithCaptures measures how long it takes at the start to find the newest capture of
// a directory in a full store.
func BenchmarkOpenWithCaptures(b *testing.B) {
	store := capture.Store{Dir: b.TempDir()}
	for range capture.MaxCaptures {
		c := &capture.Capture{Agent: "claude-code", Version: "2.1.332", Mode: start.Headless, Project: "/p", Cwd: "/p", Attribution: &capture.Attribution{}, Body: []byte(strings.Repeat("x", 60<<10))}
		if err := store.Save(c); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if store.Newest("claude-code", "/p", "/p") == nil {
			b.Fatal("no capture")
		}
	}
}
