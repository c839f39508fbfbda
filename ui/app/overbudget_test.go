package app

import (
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/facts"
)

// big is a text that fits four times into a prompt, but not five times.
var big = strings.Repeat("words\n", int(facts.DefaultLimits.Output)/5/6)

// If a prompt exceeds what one render may use, the previous prompt stays on the screen until a
// smaller one follows.
func TestPreviewStaysIfAPromptExceedsTheBudget(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "good [file:little.txt]", files: map[string]string{"little.txt": "words\n", "big.txt": big}}, func(s *story) {
		s.press("alt+1")
		s.press("ctrl+end").pastes(strings.Repeat("[file:big.txt]", 6)).settle()
		s.sees("The prompt could not be built")
		if now := s.bench.prompts.Result().Text; now.String() != "good words" && now.String() != "good words\n" {
			t.Errorf("the last valid prompt was replaced by %.80q", now.String())
		}
		s.press("ctrl+a").types("small").settle()
		if now := s.bench.prompts.Result(); now.Text.String() != "small" {
			t.Errorf("the prompt is %.80q", now.Text.String())
		}
	})
}

// The first prompt exceeds the budget. Its files are watched nevertheless, so the prompt appears
// when one of them becomes smaller.
func TestPromptAppearsWhenItFitsTheBudgetAgain(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "see" + strings.Repeat(" [file:big.txt]", 6), files: map[string]string{"big.txt": big},
		with: func(o *Options) {
			o.Engine = engine.New(o.World)
			o.Watch, _ = facts.NewWatch(o.World, facts.WatchOptions{PollOnly: true})
		},
	}, func(s *story) {
		defer s.o.Watch.Close()
		s.sees("The prompt could not be built")
		s.world.File(s.cwd+"/big.txt", "little\n")
		s.pass(4 * time.Second)
		if now := s.bench.prompts.Result(); now == nil || !strings.HasPrefix(now.Text.String(), "see little") {
			t.Errorf("the prompt was not assembled again: %v", now)
		}
	})
}
