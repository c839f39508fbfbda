package opencode

import (
	"context"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile/profiletest"
)

func TestDefaultModelOfASession(t *testing.T) {
	const own = `{"provider": {"p": {"npm": "x", "models": {"small": {}, "gpt-5-mini": {}, "claude-sonnet-4-5": {}, "claude-sonnet-4-latest": {}, "a": {}}}}`
	for _, c := range []struct{ name, settings, state, old, newer string }{
		{"the model of the settings", `{"model": "p/a"}`, `{"recent": [{"providerID": "q", "modelID": "b"}]}`, "p/a", "p/a"},
		{"the last used model", `{}`, `{"recent": [{"providerID": "q", "modelID": "b"}, {"providerID": "q", "modelID": "c"}]}`, "", "q/b"},
		{"no model of a provider without a login", `{}`, `{"recent": [{"providerID": "z", "modelID": "b"}]}`, "", ""},
		{"a model whose key may be in the environment", `{}`, `{"recent": [{"providerID": "anthropic", "modelID": "b"}]}`, "", "anthropic/b"},
		{"no model that was removed", own + `}`, `{"recent": [{"providerID": "p", "modelID": "gone"}, {"providerID": "p", "modelID": "a"}]}`, "p/claude-sonnet-4-latest", "p/a"},
		{"no model of a disabled provider", `{"disabled_providers": ["q"]}`, `{"recent": [{"providerID": "q", "modelID": "b"}]}`, "", ""},
		{"no model of a provider that is not enabled", `{"enabled_providers": ["p"]}`, `{"recent": [{"providerID": "q", "modelID": "b"}]}`, "", ""},
		{"the best model of the provider in the settings", own + `}`, "", "p/claude-sonnet-4-latest", "p/claude-sonnet-4-latest"},
		{"otherwise the last by name", `{"provider": {"p": {"npm": "x", "models": {"a": {}, "b": {}}}}}`, "not JSON", "p/b", "p/b"},
		{"a provider with models of its own catalogue", `{"provider": {"p": {"models": {"a": {}}}}}`, "", "", ""},
		{"nothing", `{}`, "", "", ""},
	} {
		for version, want := range map[string]string{"1.1.34": c.old, "1.18.33": c.newer} {
			w := profiletest.OpenWorld().File("/p/opencode.json", c.settings).File("/h/.local/share/opencode/auth.json", `{"q": {"type": "api"}}`)
			if c.state != "" {
				w.File("/h/.local/state/opencode/model.json", c.state)
			}
			trace, err := Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p"})
			if err != nil || trace.Failure != nil {
				t.Fatal(err, trace.Failure)
			}
			if got := trace.Defined.Model; got != want {
				t.Errorf("%s, %s: %q, want %q", c.name, version, got, want)
			}
		}
	}
}

func TestStartOfTheOlderReleasesTUIIsReported(t *testing.T) {
	w := profiletest.OpenWorld().File("/h/.local/share/opencode/auth.json", `{"q": {"type": "api"}}`).File("/h/.local/state/opencode/model.json", `{"recent": [{"providerID": "q", "modelID": "b"}]}`)
	trace, err := Discover(context.Background(), w, discovery.Options{Version: "1.1.34", Cwd: "/p"})
	if err != nil || len(trace.Notes) != 1 || !strings.Contains(trace.Notes[0], "q/b") {
		t.Errorf("%v, %v", trace.Notes, err)
	}
}

func TestAgentsOwnModelComesFromSettings(t *testing.T) {
	const provider = `"provider": {"mock": {"models": {"claude-x": {}}}}`
	const unnamed = "no setting names a model"
	for _, c := range []struct {
		name, settings, agent string
		noted                 bool
	}{
		{"of the agent that the session starts with", `{"agent": {"build": {"model": "mock/claude-x"}}, ` + provider + `}`, "", false},
		{"of the default agent", `{"default_agent": "mine", "agent": {"mine": {"mode": "primary", "model": "mock/claude-x"}}, ` + provider + `}`, "", false},
		{"in a file of the agent", `{` + provider + `}`, "---\nmodel: mock/claude-x\n---\nBuild.\n", false},
		{"of another agent", `{"agent": {"plan": {"model": "mock/claude-x"}}, ` + provider + `}`, "", true},
		{"of an agent that is disabled", `{"agent": {"build": {"model": "mock/claude-x", "disable": true}}, ` + provider + `}`, "", true},
		{"none", `{` + provider + `}`, "", true},
	} {
		for _, version := range []string{"1.1.34", "1.18.33"} {
			w := profiletest.OpenWorld().File("/p/opencode.json", c.settings)
			if c.agent != "" {
				w.File("/p/.opencode/agent/build.md", c.agent)
			}
			trace, err := Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p"})
			if err != nil || trace.Failure != nil {
				t.Fatal(err, trace.Failure)
			}
			if notes := strings.Join(trace.Notes, "; "); strings.Contains(notes, unnamed) != c.noted {
				t.Errorf("%s, %s: the notes are %q", c.name, version, notes)
			}
		}
	}
}

func TestTUIStartsWithTheAgentsOwnModel(t *testing.T) {
	w := profiletest.OpenWorld().File("/p/opencode.json", `{"agent": {"build": {"model": "q/a"}}}`).
		File("/h/.local/share/opencode/auth.json", `{"q": {"type": "api"}}`).File("/h/.local/state/opencode/model.json", `{"recent": [{"providerID": "q", "modelID": "b"}]}`)
	trace, err := Discover(context.Background(), w, discovery.Options{Version: "1.1.34", Cwd: "/p"})
	if err != nil || len(trace.Notes) != 0 {
		t.Errorf("%v, %v", trace.Notes, err)
	}
}
