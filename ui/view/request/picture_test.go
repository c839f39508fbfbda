package request

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent/agenttest"
	"galley/engine/scenario"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

func TestRequestsAreAsInThePictures(t *testing.T) {
	s, problems := scenario.Parse("s.toml", "[[tools]]\nname = \"odd name\"\ndescription = \"What it does.\"\n[tools.parameters]\ntype = \"object\"\nadditionalProperties = false\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r, err := engine.New(agenttest.Repository().File("/p/AGENTS.md", "Be brief.\n")).Render(context.Background(), engine.Request{Cwd: "/p", Provider: "gemini", Template: engine.Template{Text: "My template.\n[file:AGENTS.md]"}, Scenario: s})
	if err != nil {
		t.Fatal(err)
	}
	var p viewtest.Pictures
	host := &viewtest.Host{}
	v := New(host, newOptions().Cell)
	p.View("before there is a prompt", v, 80, 4)
	p.Words(v)
	viewtest.Send(v, view.Result{Result: r})
	p.Tour(host, v, 80, 16, viewtest.Steps(view.Shown{}, keymap.NextAgent, keymap.NextAgent, keymap.NextAgent, keymap.PrevAgent, keymap.Jump)...)
	p.Tour(host, v, 80, 16, viewtest.Everywhere()...)
	p.Search(host, v, 80, 16, "text")
	p.Compare(t, "request.txt")
}

// The form that the prompt's provider takes is shown until the user chooses another.
func TestTheProvidersFormIsShown(t *testing.T) {
	for provider, want := range map[string]string{"openai": "OpenAI", "claude": "Anthropic", "gemini": "Gemini"} {
		r, err := engine.New(agenttest.Repository()).Render(context.Background(), engine.Request{Cwd: "/p", Provider: provider, Template: engine.Template{Text: "T"}})
		if err != nil {
			t.Fatal(err)
		}
		v := New(&viewtest.Host{}, newOptions().Cell)
		viewtest.Send(v, view.Result{Result: r})
		viewtest.Send(v, view.Shown{})
		if head := viewtest.Rows(v, 80, 8)[0]; !strings.Contains(head, want) {
			t.Errorf("for %s the head is %q", provider, head)
		}
	}
}

// When masking is switched on or off, the text that was made before is removed at once.
func TestAChangeOfTheMaskClearsTheText(t *testing.T) {
	r, err := engine.New(agenttest.Repository()).Render(context.Background(), engine.Request{Cwd: "/p", Template: engine.Template{Text: "My template."}})
	if err != nil {
		t.Fatal(err)
	}
	v := New(&viewtest.Host{}, newOptions().Cell)
	viewtest.Send(v, view.Mask{On: false})
	viewtest.Send(v, view.Result{Result: r})
	viewtest.Send(v, view.Shown{})
	shows := func() bool { return strings.Contains(strings.Join(viewtest.Rows(v, 80, 20), "\n"), "My template.") }
	if !shows() {
		t.Fatal("the request is not shown")
	}
	if v.Update(view.Mask{On: true}); shows() {
		t.Error("what was made without masking is still on the screen")
	}
}
