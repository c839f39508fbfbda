package main

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"galley/engine/discovery"
)

// A thing that is only in the request counts as missing, a thing that is only in the list counts
// as extra, and a thing that galley does not know counts as neither.
func TestThingsAreCountedInRequestAndList(t *testing.T) {
	t.Parallel()
	trace := new(discovery.Trace)
	add := func(path string, verdict discovery.Verdict) {
		trace.Candidates = append(trace.Candidates, discovery.Candidate{Path: path, Verdict: verdict})
	}
	add("/r/both", discovery.Loaded)
	add("/h/extra", discovery.Listed)
	add("/r/unknown", discovery.Unknown)
	add("/r/unknown2", discovery.Unknown)
	add("/r/neither", discovery.NotLoaded)
	var l listed
	l.compare(&tree{home: "/h", root: "/r"}, []thing{{"rule", "/r/both", "zqa"}, {"skill", "/h/extra", "zqb"}, {"rule", "/r/unknown", "zqc"}, {"rule", "/r/unknown2", "zqd"}, {"rule", "/r/neither", "zqe"}, {"rule", "/r/sub/sent", "zqf"}}, trace, "zqa zqc zqf")
	if want := (listed{Sent: 3, Unknown: 2, Missing: []string{"rule sub/sent"}, Extra: []string{"skill ~/extra"}}); !reflect.DeepEqual(l, want) {
		t.Errorf("%+v", l)
	}
}

// broken is an output that nobody reads.
type broken struct{ writes int }

func (b *broken) Write([]byte) (int, error) { b.writes++; return 0, errors.New("broken pipe") }

func TestAServerWithoutAReaderEnds(t *testing.T) {
	t.Parallel()
	var out broken
	serveTools("s", strings.NewReader(strings.Repeat(`{"id":1,"method":"tools/list"}`+"\n", 3)), &out)
	if out.writes != 1 {
		t.Errorf("%d answers are written", out.writes)
	}
	var text strings.Builder
	serveTools("s", strings.NewReader("no JSON\n"+`{"method":"notifications/initialized"}`+"\n"+`{"id":"a","method":"ping"}`+"\n"), &text)
	var answer map[string]any
	if err := json.Unmarshal([]byte(text.String()), &answer); err != nil || answer["id"] != "a" || strings.Count(text.String(), "\n") != 1 {
		t.Errorf("%q, %v", text.String(), err)
	}
}
