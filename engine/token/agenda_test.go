package token

import (
	"slices"
	"testing"
)

func TestAgendaPopsTheLeast(t *testing.T) {
	r := newRandom(7)
	var a agenda
	for range 50 {
		ranks := make([]uint32, r.IntN(200))
		var want []uint64
		for i := range ranks {
			ranks[i] = none
			if r.IntN(3) > 0 {
				ranks[i] = uint32(r.IntN(50))
				want = append(want, entry(ranks[i], i))
			}
		}
		a.start(ranks)
		for step := 0; ; step++ {
			if step < 400 && r.IntN(3) > 0 {
				e := entry(uint32(r.IntN(1000)), r.IntN(200))
				a.push(e)
				want = append(want, e)
				continue
			}
			e, ok := a.pop()
			if !ok {
				break
			}
			least := slices.Min(want)
			if e != least {
				t.Fatalf("step %d: %d, want %d", step, e, least)
			}
			want = slices.Delete(want, slices.Index(want, least), slices.Index(want, least)+1)
		}
		if len(want) > 0 {
			t.Fatalf("%d entries were lost", len(want))
		}
	}
}
