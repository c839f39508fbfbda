package facts

import (
	"fmt"
	"reflect"
	"testing"
)

// A recording on top of another one gets the same digests as without it. It takes the digest of a
// long answer from the recording below and does not compute it again.
func TestCachedAnswerIsNotDigestedAgain(t *testing.T) {
	allocs := map[int]float64{}
	for _, n := range []int{1000, 4000} {
		w := NewMemory().File("/p/a", "text")
		for i := range n {
			w.File(fmt.Sprintf("/p/d/%d", i), "")
		}
		below := NewRecording(w)
		ask := func(world World) []Question {
			r := NewRecording(world)
			_, _ = r.ReadDir("/p/d")
			_, _ = r.ReadFile("/p/a")
			_, _ = r.ReadFile("/p/nothing")
			_, _ = r.Stat("/p/d")
			return r.Questions()
		}
		want := ask(w)
		for range 2 {
			if got := ask(NewBudget(DefaultLimits).World(below)); !reflect.DeepEqual(got, want) {
				t.Errorf("%d entries: %v, want %v", n, got, want)
			}
		}
		allocs[n] = testing.AllocsPerRun(5, func() { ask(NewBudget(DefaultLimits).World(below)) })
	}
	if allocs[4000] > allocs[1000]+10 {
		t.Errorf("%.0f allocations for 4000 entries, %.0f for 1000", allocs[4000], allocs[1000])
	}
}

// If the budget refuses a question, the question does not get the digest of the answer in the
// recording below.
func TestRefusedQuestionHasItsOwnDigest(t *testing.T) {
	below := NewRecording(NewMemory().File("/p/a", "text"))
	_, _ = below.ReadFile("/p/a")
	r := NewRecording(NewBudget(Amounts{}).World(below))
	_, err := r.ReadFile("/p/a")
	if err == nil {
		t.Fatal("a budget of zero refuses nothing")
	}
	if got := r.Questions()[0].Digest; got == below.Questions()[0].Digest || got != digest(nil, err) {
		t.Errorf("digest %q", got)
	}
}
