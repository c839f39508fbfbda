package engine

import (
	"testing"

	"galley/engine/wire"
)

func TestResultNamesItsAgentsAPI(t *testing.T) {
	for name, want := range map[string]struct {
		form   wire.Form
		always bool
	}{
		"template": {}, "opencode": {}, "yume-claude": {}, "gemini-cli": {wire.Gemini, true}, "yume-gemini": {wire.Gemini, true},
		"yume-openai": {wire.Chat, true}, "codebolt": {wire.Chat, false},
	} {
		r := request("x")
		r.Profile = name
		if res := render(t, New(project()), r); res.WireForm != want.form || res.OnlyForm != want.always {
			t.Errorf("%s: %+v, always %v", name, res.WireForm, res.OnlyForm)
		}
	}
}
