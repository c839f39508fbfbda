package session

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

func TestJSONOfAVersion(t *testing.T) {
	t.Parallel()
	k := &Kept{
		ID: "c", Location: Location{Cwd: "/p", Host: "box"}, Version: 2, Reason: Moved, Digest: "d",
		Draft: Draft{
			Workspace: "w", Profile: "pi", Provider: "anthropic", Model: "opus", Text: "héllo", Template: "t", Facts: "f",
			Messages: []Message{{"system", "héllo"}},
			Blocks:   []Block{{ID: "b", Title: "B", Lifetime: "static", StandIn: true, Message: 0, Start: 1, End: 3}},
		},
		Built: time.Unix(5, 0).UTC(), Created: time.Unix(3, 0).UTC(),
	}
	const summary = `"id":"c","version":2,"reason":"moved","workspace":"w","cwd":"/p","host":"box","profile":"pi","provider":"anthropic","model":"opus",` +
		`"bytes":6,"digest":"d","template":"t","built":"1970-01-01T00:00:05Z","created":"1970-01-01T00:00:03Z"`
	want := `{"schema":1,` + summary + `,"facts":"f","text":"héllo","messages":[{"role":"system","text":"héllo"}],` +
		`"blocks":[{"id":"b","title":"B","lifetime":"static","standIn":true,"message":0,"start":1,"end":3}]}`
	if got, err := json.Marshal(k.Shape()); err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	if got, err := json.Marshal(Shapes([]Summary{k.summary()})); err != nil || string(got) != "[{"+summary+"}]" {
		t.Errorf("got  %s, %v\nwant [{%s}]", got, err, summary)
	}
	if got := Shapes(nil); got == nil || len(got) != 0 {
		t.Errorf("none: %v", got)
	}
}

func TestWhatIsSentAfterACompaction(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, text := range []string{"", "prompt"} {
		for _, appended := range []string{"", "summary"} {
			got[text+"+"+appended] = (&Kept{Draft: Draft{Text: text}}).Sent(appended)
		}
	}
	if want := map[string]string{"+": "", "+summary": "summary", "prompt+": "prompt", "prompt+summary": "prompt\n\nsummary"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}
