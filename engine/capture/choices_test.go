package capture

import (
	"encoding/json"
	"fmt"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/wire"
)

// A setting that changes the agent's own words counts as changed if it is new, gone or has another
// value. A file that sets the same value elsewhere changes nothing.
func TestSettingsThatChangeAnAgentsWords(t *testing.T) {
	t.Parallel()
	model := func(path, sum string) discovery.Choice { return discovery.Choice{Name: "model", Path: path, Sum: sum} }
	trust := discovery.Choice{Name: "trust", Sum: "1"}
	trace := func(all ...discovery.Choice) *discovery.Trace { return &discovery.Trace{Choices: all} }
	for _, one := range []struct {
		name      string
		then, now *discovery.Trace
		changes   string
		changed   string
	}{
		{"nothing", trace(trust, model("/a", "1")), trace(model("/a", "1"), trust), "[]", "[]"},
		{"the first", trace(), trace(model("/a", "1")), "[{model /a 1}]", "[/a]"},
		{"another value", trace(model("/a", "1")), trace(model("/a", "2")), "[{model /a 2}]", "[/a]"},
		{"another file", trace(model("/a", "1")), trace(model("/b", "1")), "[]", "[]"},
		{"gone", trace(model("/a", "1"), trust), trace(), "[{model /a 1} {trust  1}]", "[/a trust]"},
	} {
		w := facts.NewMemory()
		c := &Capture{Form: wire.Chat, Body: []byte(`{"messages":[{"role":"user","content":"ok"}]}`), read: new(reading)}
		if err := Understand(t.Context(), c, one.then, w, nil); err != nil {
			t.Fatal(err)
		}
		stored, err := json.Marshal(c.Attribution)
		if err != nil {
			t.Fatal(err)
		}
		c.Attribution = nil
		if err := json.Unmarshal(stored, &c.Attribution); err != nil {
			t.Fatal(err)
		}
		next, _, err := c.Predict(t.Context(), one.now, w, nil, map[string]string{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(c.ChoiceChanges(one.now)); got != one.changes || fmt.Sprint(next.Changed) != one.changed {
			t.Errorf("%s: %s, changed %v; want %s, %s", one.name, got, next.Changed, one.changes, one.changed)
		}
		c.Attribution.Choices = nil
		if got := c.ChoiceChanges(one.now); got != nil {
			t.Errorf("%s: a capture without choices: %v", one.name, got)
		}
	}
}
