package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/wire"
)

// TestAPictureOfTheFolderFollowsTheFolder captures an agent that sends a listing of its working
// directory. After files and a folder are added, the predicted request must list them.
func TestAPictureOfTheFolderFollowsTheFolder(t *testing.T) {
	for name, items := range map[string]int{"gemini-cli": 200, "qwen-code": 20} {
		t.Run(name, func(t *testing.T) {
			agents, ctx := agent.Known(), context.Background()
			world := func() *facts.Memory { return measuredProject().File("/p/main.go", "package main\n").Dir("/p/.git") }
			asked := agents.Ask(name, "")
			named, _ := agents.Starts(name)
			picture := "/p/\n├───AGENTS.md\n├───main.go\n└───.git/..."
			body := fmt.Sprintf(`{"model":"m","messages":[{"role":"system","content":"Own words."},{"role":"user","content":%q}]}`, fmt.Sprintf("Showing up to %d items:\n\n%s\nSay ok.", items, picture))
			c := &capture.Capture{ID: "x", Agent: name, Version: asked.Version, Mode: start.Headless, Cwd: "/p", Project: "/p", Form: wire.Chat, Model: "m", Body: []byte(body)}
			trace := profile.Discover(ctx, world(), asked, named.Start.Asked("/p", start.Headless, nil))
			if err := capture.Understand(ctx, c, trace, world(), named.Start.Facts); err != nil {
				t.Fatal(err)
			}
			r := Request{Cwd: "/p", Profile: name, Capture: c, Template: Template{BuiltIn: true}}
			if got := render(t, New(world()), r); !strings.Contains(got.Text.String(), picture) {
				t.Errorf("the captured picture:\n%s", got.Text)
			}
			got := render(t, New(world().File("/p/b.go", "package main\n").File("/p/sub/c.go", "package sub\n")), r)
			want := "/p/\n├───AGENTS.md\n├───b.go\n├───main.go\n├───.git/...\n└───sub/\n    └───c.go\nSay ok."
			if !strings.Contains(got.Text.String(), want) || got.Provenance.Basis != Predicted {
				t.Errorf("%s:\n%s\nwant\n%s", got.Provenance.Basis, got.Text, want)
			}
		})
	}
}
