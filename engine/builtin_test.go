package engine

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/capture"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/template"
	"galley/engine/wire"
)

func codes(r *Result) (all []diag.Code) {
	for _, p := range r.Problems {
		all = append(all, p.Code)
	}
	return all
}

// The built-in template causes no notes about blank lines between its blocks, even after somebody
// has changed it: these line ends belong to its blocks and its file. Blank lines that the user
// adds still cause a note.
func TestBuiltInTemplateHasNoNotes(t *testing.T) {
	r := request(template.Default + "x\n")
	if got := codes(render(t, New(project()), r)); len(got) > 0 {
		t.Errorf("after a change: %v, want no notes", got)
	}
	bare := New(facts.NewMemory().Dir("/p"))
	if got := codes(render(t, bare, r)); len(got) > 0 {
		t.Errorf("after a change, without rule files: %v, want no notes", got)
	}
	r = request(strings.Replace(template.Default, "[endif]\n", "[endif]\n\n", 1))
	if got := codes(render(t, bare, r)); !slices.Contains(got, diag.BlankRun) {
		t.Errorf("with a gap of the user's own: %v, want a note about it", got)
	}
	r = request("a\n\n\n" + template.Default)
	if got := codes(render(t, New(project()), r)); !slices.Contains(got, diag.BlankRun) {
		t.Errorf("with a gap: %v, want a note about it", got)
	}
	r = request(template.Default)
	r.Template.BuiltIn, r.Template.Path = true, ""
	if got := codes(render(t, New(project()), r)); len(got) > 0 {
		t.Errorf("the built-in template: %v, want no notes", got)
	}
}

// A text that is not part of the prompt is not checked.
func TestUnsentBuiltInTemplateIsNotChecked(t *testing.T) {
	r := request("[fiel:AGENTS.md]\nwith a typing mistake\n")
	r.Template.BuiltIn, r.Template.Path = true, ""
	judged := codes(render(t, New(project()), r))
	if len(judged) == 0 {
		t.Fatal("the text has no problem to find")
	}
	for _, profile := range []string{"yume-gemini", "opencode", "pilotdeck"} {
		r.Profile = profile
		for _, code := range codes(render(t, New(project()), r)) {
			if slices.Contains(judged, code) {
				t.Errorf("%s: %s, which concerns the template", profile, code)
			}
		}
	}
}

// A captured prompt is counted for the model in its request, even if another model was set before.
func TestACapturedPromptIsCountedForItsOwnModel(t *testing.T) {
	for _, c := range []struct {
		form            wire.Form
		model, provider string
	}{
		{wire.Anthropic, "claude-sonnet-4-5", "anthropic"},
		{wire.Chat, "a-model-of-somebody", "openai"},
	} {
		body := `{"model":"` + c.model + `","messages":[{"role":"user","content":"hi"}]}`
		r := Request{Cwd: "/p", Provider: "gemini", Model: "gemini-2.5-pro", Capture: &capture.Capture{
			ID: "x", Agent: "claude-code", Form: c.form, Model: c.model, Body: []byte(body),
		}}
		res := render(t, New(project()), r)
		if res.Sent == nil || res.Model != c.model || res.Provider != c.provider {
			t.Errorf("%s: the result is for %s/%s", c.model, res.Provider, res.Model)
		}
	}
}
