package engine

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// A value of the environment that settings take in stands in what is sent and in
// nothing that is said of it.
func TestValuesOfTheEnvironmentAreSentAndNotSaid(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/home/u").Env("TOKEN", "sk-very-secret").Dir("/p/.git").File("/p/opencode.json",
		`{"model": "{env:TOKEN}/m", "instructions": ["https://h/{env:TOKEN}"], "agent": {"build": {"prompt": "{env:TOKEN} hi"}}}`)
	r, err := New(w).Render(context.Background(), Request{Cwd: "/p", Profile: "opencode", Template: Template{BuiltIn: true}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.Text.String(), "sk-very-secret hi") {
		t.Errorf("what is sent: %s", r.Text)
	}
	said := strings.Join(r.Prompt.Notes, "\n")
	for _, p := range r.Problems {
		said += p.Message + p.Hint
	}
	var traces []*discovery.Trace
	for _, name := range []string{"opencode", "codex"} {
		agent, version, err := agent.Known().Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := agent.Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p", Home: "/home/u"})
		if err != nil {
			t.Fatal(err)
		}
		traces = append(traces, trace)
	}
	rows := discovery.NewMatrix(traces).Rows
	for i := range rows {
		said += rows[i].Shown() + "\n"
	}
	if strings.Contains(said, "secret") || !strings.Contains(said, "{env:TOKEN}") {
		t.Errorf("what is said: %s", said)
	}
}
