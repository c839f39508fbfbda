package facts

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// countingStats counts the calls of Stat that reach a world.
type countingStats struct {
	World
	asked int
}

func (c *countingStats) Stat(path string) (Info, error) { c.asked++; return c.World.Stat(path) }

// TestAStampTakesTheStatThatIsRecorded reads a file whose Stat is already recorded.
func TestAStampTakesTheStatThatIsRecorded(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for age, stamped := range map[time.Duration]bool{time.Hour: true, -time.Hour: false} {
		changed := time.Now().Add(-age)
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
		w := &countingStats{World: NewLive()}
		r := NewRecording(w)
		if _, err := r.Stat(Slash(name)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.ReadFile(Slash(name)); err != nil {
			t.Fatal(err)
		}
		if w.asked != 1 {
			t.Errorf("Stat was asked %d times", w.asked)
		}
		for _, q := range r.Questions() {
			if q.Op == OpReadFile && (q.Stamp != "") != stamped {
				t.Errorf("changed %v ago: stamp %q", age, q.Stamp)
			}
		}
	}
}
