package replay

import (
	"fmt"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/logs"
)

// If a call writes a file that does not exist yet, the call creates it.
func TestCallsOfATurnAreSteps(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/p/there.go", "x")
	calls := []logs.Call{{Tool: "Write", Path: "there.go"}, {Tool: "Write", Path: "new.go"}, {Tool: "Read", Path: "/p/new.go"}, {Tool: "write", Path: "../q/new.go"}, {Tool: "Write"}, {Tool: "Bash", Path: "x"}, {Tool: "Read", Path: "a\x00b"}}
	r := &replayer{w: w, log: &logs.Log{Session: logs.Session{Cwd: "/p"}, Turns: []logs.Turn{{}, {Requests: []logs.Request{{Calls: calls[:2]}, {Calls: calls[2:]}}}}}}
	var got []string
	for _, s := range r.steps(w, 1) {
		got = append(got, fmt.Sprint(s.Act, " ", s.Path, " ", s.turn))
	}
	want := fmt.Sprint([]string{fmt.Sprint(discovery.WriteAct, " /p/there.go 1"), fmt.Sprint(discovery.CreateAct, " /p/new.go 1"), fmt.Sprint(discovery.ReadAct, " /p/new.go 1"), fmt.Sprint(discovery.CreateAct, " /q/new.go 1")})
	if fmt.Sprint(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if r.steps(w, 0) != nil {
		t.Error("a turn without requests has calls")
	}
}
