package app

import (
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/facts"
)

// A prompt that takes more than one render may use is not shown, and what was shown
// before stays, until there is a smaller one.
func TestThePreviewStaysWhenAPromptIsOverTheBudget(t *testing.T) {
	limits := facts.DefaultLimits
	limits.Output = 1000
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "good [file:big.txt]", files: map[string]string{"big.txt": strings.Repeat("words\n", 50)},
		with: func(o *Options) { o.Engine = engine.New(o.World, engine.Within(limits)) },
	}, func(s *story) {
		s.press("alt+1")
		s.press("ctrl+end").types(strings.Repeat("[file:big.txt]", 4)).settle()
		s.sees("The prompt could not be built")
		if now := s.bench.prompts.Result().Text.String(); !strings.HasPrefix(now, "good words") || len(now) > 1000 {
			t.Errorf("the last good prompt is gone; there is %.80q", now)
		}
		s.press("ctrl+a").types("small").settle()
		if now := s.bench.prompts.Result(); now.Text.String() != "small" {
			t.Errorf("the prompt is %.80q", now.Text.String())
		}
	})
}

// The first prompt is over the budget already: its files are watched all the same, so
// the prompt appears when one of them gets smaller.
func TestAPromptThatBeganOverTheBudgetAppearsWhenAFileGetsSmaller(t *testing.T) {
	limits := facts.DefaultLimits
	limits.Output = 1000
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "see [file:big.txt]", files: map[string]string{"big.txt": strings.Repeat("words\n", 500)},
		with: func(o *Options) {
			o.Engine = engine.New(o.World, engine.Within(limits))
			o.Watch, _ = facts.NewWatch(o.World, facts.WatchOptions{PollOnly: true})
		},
	}, func(s *story) {
		defer s.o.Watch.Close()
		s.sees("The prompt could not be built")
		s.world.File(s.cwd+"/big.txt", "little\n")
		s.pass(4 * time.Second)
		if now := s.bench.prompts.Result(); now == nil || !strings.HasPrefix(now.Text.String(), "see little") {
			t.Errorf("the prompt is not made again: %v", now)
		}
	})
}
