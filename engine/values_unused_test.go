package engine

import (
	"strings"
	"testing"
	"time"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/variable"
)

func stateOf(res *Result, key string) variable.Value {
	for _, v := range res.Values {
		if v.Key == key {
			return v.Value
		}
	}
	return variable.Value{}
}

// The state of variables that the template does not name is found in the background, while the
// user types. git runs only once for it, and the next result has the state.
func TestUnusedVariablesShowTheirState(t *testing.T) {
	world := project().OnGit("/p", "status --short", facts.GitAnswer{Stdout: ""})
	bench := New(world)
	r := request("x")
	if v := stateOf(render(t, bench, r), "git:branch"); v.State != variable.Missing || !strings.Contains(v.Detail, "was not asked for") {
		t.Errorf("git is asked although nobody waits for it: %+v", v)
	}
	if !bench.AskUnused(t.Context(), r) {
		t.Fatal("nothing is known afterwards")
	}
	r.AllValues = true
	res := render(t, bench, r)
	if v := stateOf(res, "git:branch"); v.State != variable.Present || v.Text != "main" {
		t.Errorf("git:branch %+v", v)
	}
	if v := stateOf(res, "git:status"); v.State != variable.Present || v.Text != "" {
		t.Errorf("a clean tree has no empty status: %+v", v)
	}
	outside := New(facts.NewMemory().Dir("/p"))
	if v := stateOf(render(t, outside, r), "git:branch"); v.State != variable.Missing || strings.Contains(v.Detail, "not asked") {
		t.Errorf("outside a repository: %+v", v)
	}
}

func TestForeignDateIsReported(t *testing.T) {
	world := project().Clock(time.Date(2026, 2, 6, 4, 30, 0, 0, time.UTC)).SetZone(time.FixedZone("west", -10*3600))
	res := render(t, New(world), request("On [system:date]."))
	if v := stateOf(res, "system:date"); v.Text != "2026-02-06" || !strings.Contains(v.Detail, "2026-02-05") {
		t.Errorf("%+v", v)
	}
	found := false
	for _, p := range res.Problems {
		found = found || p.Code == diag.AssumedFact && p.Start.Column == 4 && strings.Contains(p.Message, "here it is 2026-02-05")
	}
	if !found {
		t.Errorf("problems %v", res.Problems)
	}
	if res := render(t, New(world.SetZone(time.UTC)), request("On [system:date].")); len(res.Problems) > 0 {
		t.Errorf("on the same date: %v", res.Problems)
	}
	if res := render(t, New(world.SetZone(time.FixedZone("west", -10*3600))), request("x")); len(res.Problems) > 0 {
		t.Errorf("a template that does not use the date: %v", res.Problems)
	}
}
