package facts

import (
	"fmt"
	"testing"
)

func TestWhatIsDerivedIsComputedOnceForARecording(t *testing.T) {
	runs := 0
	count := func(w World, key string) int {
		return Derived(w, key, func(World) (int, bool) { runs++; return runs, true })
	}
	world := NewMemory().File("/a", "a")
	r := NewRecording(world)
	if first, again := count(r, "k"), count(Bounded(r), "k"); first != 1 || again != 1 {
		t.Errorf("computed %d times: %d, then %d", runs, first, again)
	}
	if n := count(r, "other"); n != 2 {
		t.Errorf("another key gave %d", n)
	}
	if n := count(NewRecording(world), "k"); n != 3 {
		t.Errorf("another recording gave %d", n)
	}
	// Of two recordings, the lower one stores the derived value, and the upper one records the
	// questions.
	read := func(w World) string {
		return Derived(w, "text", func(w World) (string, bool) { text, _ := w.ReadFile("/a"); return text, true })
	}
	for range 2 {
		upper := NewRecording(Bounded(r))
		if text := read(upper); text != "a" {
			t.Errorf("read %q", text)
		}
		if q := upper.Questions(); len(q) == 0 || q[0].Op != OpReadFile || q[0].Digest == "" {
			t.Errorf("noted %v", q)
		}
	}
	// A world that may answer differently from the recording below it shares no derived value.
	if n := count(NewOverlay(r, 0, nil), "k"); n != 4 {
		t.Errorf("an overlay gave %d", n)
	}
	if n := count(world, "k"); n != 5 || count(world, "k") != 6 {
		t.Errorf("without a recording it gave %d", n)
	}
}

// sameFiles is a world with other variables and the same files.
type sameFiles struct{ World }

func (s sameFiles) SameFiles() World { return s.World }

func TestWorldsOverTheSameFilesShareWhatIsDerived(t *testing.T) {
	t.Parallel()
	base := NewRecording(NewMemory())
	middle, upper := NewRecording(sameFiles{base}), NewRecording(NewBudget(DefaultLimits).World(base))
	for _, w := range []World{sameFiles{middle}, upper, base} {
		if got := Derived(w, "k", func(w World) (string, bool) { _, _ = w.Stat("/a"); return "first", true }); got != "first" {
			t.Errorf("got %q", got)
		}
	}
	for name, r := range map[string]*Recording{"base": base, "middle": middle, "upper": upper} {
		if got := ops(r.Questions()); got != "stat /a" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := Derived(NewMemory(), "k", func(World) (string, bool) { return "without a recording", false }); got != "without a recording" {
		t.Errorf("got %q", got)
	}
	r := NewRecording(NewMemory())
	for i := range mostDerived {
		Derived(r, fmt.Sprint(i), func(World) (int, bool) { return i, true })
	}
	if Derived(r, "0", func(World) (int, bool) { return -1, true }) != 0 || Derived(r, "one more", func(World) (int, bool) { return 1, true }) != 1 || len(r.derived) != 1 {
		t.Errorf("%d values are kept", len(r.derived))
	}
}

func TestTruncatedValueIsNotKept(t *testing.T) {
	w := Bounded(NewRecording(NewMemory().File("/a", "a")))
	for BudgetOf(w).Charge("/a", Amounts{Files: 1 << 20}) == nil {
	}
	runs := 0
	for range 2 {
		Derived(w, "k", func(World) (int, bool) { runs++; return runs, true })
	}
	if runs != 2 {
		t.Errorf("computed %d times, want twice", runs)
	}
}

func TestIncompleteValueIsNotKept(t *testing.T) {
	r := NewRecording(NewMemory())
	runs := 0
	for range 2 {
		Derived(r, "k", func(World) (int, bool) { runs++; return runs, false })
	}
	if runs != 2 {
		t.Errorf("computed %d times, want twice", runs)
	}
}

func TestARecordingKeepsABoundedNumberOfValues(t *testing.T) {
	for _, n := range []int{mostDerived, 4 * mostDerived} {
		r := NewRecording(NewMemory())
		for i := range n {
			Derived(r, fmt.Sprint(i), func(World) (int, bool) { return i, true })
		}
		if len(r.derived) > mostDerived {
			t.Errorf("%d of %d values are kept", len(r.derived), n)
		}
	}
}
