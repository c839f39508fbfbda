package engine

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

// A key must not resolve any value again that the template already named, however many there are.
func TestKeyResolvesNoValueAgain(t *testing.T) {
	for _, n := range []int{2000, 4 * 2000} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[note:%d]\n", i)
		}
		bench := New(facts.NewMemory())
		r := request(b.String())
		render(t, bench, r)
		k := bench.knowledge()
		keys := bench.parse(r.Template.Text).tree.Keys()
		before := k.find(r.settle().session(k.world), keys)
		if len(before) != n || slices.Contains(before, nil) {
			t.Errorf("%d keys: some are not cached", n)
		}
		r.Template.Text += "x [note:new]"
		render(t, bench, r)
		if after := k.find(r.settle().session(k.world), keys); !slices.Equal(before, after) {
			t.Errorf("%d keys: some were resolved again", n)
		}
	}
}

// The cache of values must not grow without a limit when templates no longer name the values.
func TestUnusedKeysAreEvicted(t *testing.T) {
	bench := New(facts.NewMemory())
	k := bench.knowledge()
	for i := range 3 * mostKnown / 100 {
		var b strings.Builder
		for j := range 100 {
			fmt.Fprintf(&b, "[note:%d-%d]", i, j)
		}
		render(t, bench, request(b.String()))
	}
	if known := len(k.known[request("").settle().session(k.world)]); known > mostKnown+100 || known != k.many && k.many > mostKnown+100 {
		t.Errorf("%d keys are cached, counted as %d; want at most %d", known, k.many, mostKnown)
	}
}

// If a template has many unknown names, the memory that a key allocates is proportional to their
// number. It does not allocate for each possible misspelling.
func TestUnknownNamesAllocateLittle(t *testing.T) {
	allocs := func(n int) float64 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[note:%d]\n", i)
		}
		bench := New(facts.NewMemory())
		r := request(b.String())
		i := 0
		return testing.AllocsPerRun(10, func() {
			i++
			r.Template.Text = b.String() + strings.Repeat("x", i)
			render(t, bench, r)
		})
	}
	runtime.GC()
	if few, many := allocs(1000), allocs(4000); many > 2*few {
		t.Errorf("%.0f allocations for 1000 names, %.0f for 4000: only so many problems are listed", few, many)
	}
}
