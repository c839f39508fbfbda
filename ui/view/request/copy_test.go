package request

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
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
