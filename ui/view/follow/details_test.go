package follow

import (
	"testing"

	"galley/engine/report"
)

func TestTheDetailsOfATurnAddUpItsRequests(t *testing.T) {
	used := &report.SessionUsage{Input: 10, CacheRead: 4, Output: 3}
	counted := &report.SessionCount{Tokens: 7, Basis: "exact"}
	lacking := &report.SessionCount{Tokens: 7, Basis: "exact", Lacks: "its tools"}
	broke, call := &report.SessionBreak{}, report.SessionCall{}
	for _, c := range []struct {
		requests []report.SessionRequest
		want     string
	}{
		{nil, "at ten: 0 requests, 0 calls of tools; by the provider 0 tokens in, 0 of them from the cache, 0 out. look at it"},
		{[]report.SessionRequest{{}}, "at ten: 1 request, 0 calls of tools; by the provider 0 tokens in, 0 of them from the cache, 0 out. look at it"},
		{[]report.SessionRequest{{Usage: used, Galley: counted, Calls: []report.SessionCall{call}, Broke: broke}},
			"at ten: 1 request, 1 call of tools; by the provider 10 tokens in, 4 of them from the cache, 3 out; galley counts 7 in the last one; the cache broke 1 time. look at it"},
		{[]report.SessionRequest{{Usage: used, Galley: counted, Calls: []report.SessionCall{call}, Broke: broke}, {Usage: used, Broke: broke, Calls: []report.SessionCall{call, call}}},
			"at ten: 2 requests, 3 calls of tools; by the provider 20 tokens in, 8 of them from the cache, 6 out; the cache broke 2 times. look at it"},
		{[]report.SessionRequest{{}, {Galley: lacking}},
			"at ten: 2 requests, 0 calls of tools; by the provider 0 tokens in, 0 of them from the cache, 0 out; galley counts 7 in the last one without its tools, which the log lacks. look at it"},
	} {
		if got := turnDetails(&report.SessionTurn{At: "at ten", Prompt: "look at it", Requests: c.requests}); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
