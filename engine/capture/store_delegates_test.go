package capture

import (
	"testing"
	"time"

	"galley/engine/capture/start"
)

func TestSubAgentsRequestIsNotTheMainOne(t *testing.T) {
	s := Store{t.TempDir()}
	keep := func(at time.Time, sub, main string) *Capture {
		c := made("codex", "1", at)
		c.Project, c.Cwd, c.Mode, c.Subagent, c.Main = "/p", "/p", start.Headless, sub, main
		if err := s.Save(c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	main := keep(day, "", "")
	keep(day.Add(time.Minute), "helper", main.ID)
	newest := keep(day.Add(time.Hour), "helper", main.ID)
	keep(day.Add(time.Hour), "orphan", "codex-20250101-000000-0000")
	if got := s.Newest("codex", "/p", "/p"); got == nil || got.ID != main.ID {
		t.Errorf("the newest capture is %v", got)
	}
	library := Library{Store: s}
	if all := library.Of("codex"); len(all) != 1 || all[0].ID != main.ID {
		t.Errorf("words come from %d captures", len(all))
	} else if again := library.Of("codex"); len(again) != 1 || again[0] != all[0] {
		t.Errorf("asked again, words come from %v, want those that were read", again)
	}
	got := s.Delegates("codex", "/p", "/p")
	if len(got) != 1 || got["helper"].ID != newest.ID {
		t.Errorf("sub-agents: %v", got)
	}
	if got := s.Delegates("codex", "/p", "/p/sub"); len(got) != 0 {
		t.Errorf("a capture of another directory: %v", got)
	}
}
