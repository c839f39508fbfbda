package request

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// A copy without a selection takes the JSON, and waits until it is made.
func TestACopyTakesTheJSON(t *testing.T) {
	r, err := engine.New(agenttest.Repository()).Render(context.Background(), engine.Request{Cwd: "/p", Provider: "claude", Template: engine.Template{Text: "My template."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []keymap.Action{keymap.Copy, keymap.CopyRequest} {
		host := &viewtest.Host{}
		v := New(host, newOptions().Cell)
		v.Update(view.Result{Result: r})
		_, made := v.Update(view.Shown{})
		if v.Update(action); host.Copied != "" {
			t.Fatalf("%s copies %q before the JSON is made", action, host.CopiedText)
		}
		v.Update(made())
		if host.Copied != "the request as JSON" || !strings.HasPrefix(host.CopiedText, "{") || !strings.Contains(host.CopiedText, `"system": "My template."`) {
			t.Errorf("%s copies %s: %q", action, host.Copied, host.CopiedText)
		}
		host.Copied = ""
		if v.Update(view.Move{Rows: 1}); host.Copied != "" {
			t.Errorf("%s copies twice", action)
		}
	}
}

// A copy that waits is forgotten when another tab is shown.
func TestACopyEndsWithItsTab(t *testing.T) {
	host := &viewtest.Host{}
	v := New(host, newOptions().Cell)
	v.Update(view.Result{Result: &engine.Result{}})
	_, made := v.Update(view.Shown{})
	v.Update(keymap.Copy)
	v.Update(view.Hidden{})
	if v.Update(made()); host.Copied != "" || host.Warned != "" {
		t.Errorf("copied %q, warned %q", host.Copied, host.Warned)
	}
}

// Once the JSON is made, a copy takes the selected part, or all of it if nothing is selected. The
// message says whether secrets are masked in it.
func TestACopySaysWhatItTook(t *testing.T) {
	keys := &secret.Values{}
	keys.AddEnv("API_TOKEN", "hunter2hunter2", "${API_TOKEN}")
	of := func(s *secret.Values) *engine.Result {
		return &engine.Result{Secrets: s, Prompt: prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User}}}}
	}
	bare, click := view.Mask{On: false}, view.Click{X: 3, Y: 3, Count: 3}
	for _, c := range []struct {
		name   string
		result *engine.Result
		first  any
		key    keymap.Action
		copied string
		warned string
	}{
		{"no secrets", of(nil), nil, keymap.CopyRequest, "the request as JSON", ""},
		{"secrets", of(keys), nil, keymap.CopyRequest, "the request as JSON with its secrets masked", ""},
		{"secrets that are shown", of(keys), bare, keymap.CopyRequest, "the request as JSON", ""},
		{"without a selection", of(nil), nil, keymap.Copy, "the request as JSON", ""},
		{"a selection", of(nil), click, keymap.Copy, view.Selection, ""},
		{"all, although something is selected", of(nil), click, keymap.CopyRequest, "the request as JSON", ""},
		{"no request", &engine.Result{Prompt: prompt.Prompt{Command: []string{"agent"}}}, nil, keymap.CopyRequest, "", "Nothing to copy: no request is sent"},
	} {
		host := &viewtest.Host{}
		v := New(host, newOptions().Cell)
		viewtest.Send(v, view.Result{Result: c.result})
		viewtest.Send(v, view.Shown{})
		viewtest.Rows(v, 60, 10)
		if c.first != nil {
			viewtest.Send(v, c.first)
		}
		if again, _ := v.Update(c.key); again != v {
			t.Errorf("%s: the tab becomes another", c.name)
		}
		if host.Copied != c.copied || host.Warned != c.warned || (host.CopiedText == "") != (c.copied == "") {
			t.Errorf("%s: copies %q, warns %q", c.name, host.Copied, host.Warned)
		}
	}
}
