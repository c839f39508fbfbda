package capture

import (
	"path/filepath"
	"testing"
	"time"

	"galley/engine/capture/start"
)

func TestWordsComeFromTheLastCaptureOfTheVersion(t *testing.T) {
	s := Store{filepath.Join(t.TempDir(), "captures")}
	keep := func(agent, version string, mode start.Mode, after time.Duration, gaps map[string]string) map[string]string {
		t.Helper()
		c := made(agent, version, day.Add(after))
		c.Mode, c.Attribution = mode, &Attribution{Gaps: gaps}
		if err := s.Save(c); err != nil {
			t.Fatal(err)
		}
		got, err := s.Load(c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return got.Attribution.Gaps
	}
	keep("pi", "1", start.Headless, 0, map[string]string{"intro": "old", "list": "words"})
	keep("pi", "2", start.Headless, time.Hour, map[string]string{"intro": "of another version"})
	keep("pi", "1", start.Interactive, time.Hour, map[string]string{"intro": "of another mode"})
	keep("codex", "1", start.Headless, time.Hour, map[string]string{"intro": "of another agent"})
	if got := keep("pi", "1", start.Headless, 2*time.Hour, map[string]string{"intro": "new"}); len(got) != 2 || got["intro"] != "new" || got["list"] != "words" {
		t.Errorf("from a later capture: %v", got)
	}
	if got := keep("pi", "1", start.Headless, 3*time.Hour, nil); got["intro"] != "new" || got["list"] != "words" {
		t.Errorf("from a capture without words: %v", got)
	}
	if got := keep("pi", "3", start.Headless, 4*time.Hour, nil); len(got) != 0 {
		t.Errorf("from a capture of a new version: %v", got)
	}
}
