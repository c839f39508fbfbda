package follow

import (
	"testing"

	"galley/engine/report"
)

// A turn shows the request with the most tokens; of equally large ones the first.
func TestATurnShowsItsLargestRequest(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs []int // -1 for a request whose usage is not in the log
		want   int   // the index of the largest; -1 if no request has a usage
	}{
		{"no request", nil, -1}, {"no usage", []int{-1, -1}, -1}, {"one", []int{5}, 0}, {"growing", []int{1, 2, 3}, 2}, {"shrinking", []int{3, 2}, 0},
		{"one without usage between", []int{2, -1, 4, -1}, 2}, {"equal", []int{4, 4}, 0}, {"nothing sent", []int{0}, 0},
	} {
		turn := &report.SessionTurn{}
		for _, n := range c.inputs {
			r := report.SessionRequest{}
			if n >= 0 {
				r.Usage = &report.SessionUsage{Input: n}
			}
			turn.Requests = append(turn.Requests, r)
		}
		got := largest(turn)
		if c.want < 0 && got != nil || c.want >= 0 && got != turn.Requests[c.want].Usage {
			t.Errorf("%s: %+v, want that of request %d", c.name, got, c.want)
		}
	}
}
