package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
)

func TestNoPromptIsARefusal(t *testing.T) {
	large := strings.Repeat("x", facts.DefaultFileCap+1)
	for _, c := range []struct {
		name    string
		world   *facts.Memory
		request Request
		reason  string // "" if the result is a prompt
		note    bool   // whether a note says that the prompt is empty
	}{
		{"an agent that would not start", facts.NewMemory().File("/p/opencode.json", "{bad"), Request{Profile: "opencode"}, "agent-refuses", false},
		{"its older version", facts.NewMemory().File("/p/opencode.json", "{bad"), Request{Profile: "opencode@1.1.34"}, "agent-refuses", false},
		{"a system prompt file that is missing", facts.NewMemory().Env("GEMINI_SYSTEM_MD", "/p/none.md"), Request{Profile: "gemini-cli", Template: Template{BuiltIn: true}}, "agent-refuses", false},
		{"an order that the agent forbids", facts.NewMemory(), Request{Profile: "openagentic", Scenario: orderTwice()}, "agent-refuses", false},
		{"nothing but a file that is too large", facts.NewMemory().File("/p/a.md", large), Request{Template: Template{Text: "[file:a.md]"}}, "unreadable", false},
		{"a file that is too large beside a text", facts.NewMemory().File("/p/a.md", large), Request{Template: Template{Text: "x [file:a.md]"}}, "", false},
		{"an empty template", facts.NewMemory(), Request{}, "", true},
		{"a template that becomes empty", facts.NewMemory(), Request{Template: Template{Text: "[if file:none.md]x[endif]"}}, "", true},
		{"an agent that makes its own prompt", facts.NewMemory(), Request{Profile: "yume-claude", Template: Template{BuiltIn: true}}, "", false},
	} {
		c.request.Cwd = "/p"
		r, err := New(c.world.Dir("/p").Env("HOME", "/h")).Render(context.Background(), c.request)
		if err != nil {
			t.Fatal(err)
		}
		reason := ""
		if refusal := r.Refusal(); refusal != nil {
			reason = refusal.Reason
			if len(refusal.Problems) == 0 || !strings.Contains(refusal.Error(), refusal.Problems[0].Message) {
				t.Errorf("%s: says nothing: %v", c.name, refusal)
			}
		}
		if reason != c.reason {
			t.Errorf("%s: %q, want %q; problems %v", c.name, reason, c.reason, r.Problems)
		}
		if note := slices.Contains(r.Prompt.Notes, "the prompt is empty: no text is sent"); note != c.note {
			t.Errorf("%s: note present: %v", c.name, note)
		}
	}
}

func orderTwice() scenario.Scenario {
	s, _ := scenario.Parse("s.toml", "strict_order = true\nblock_order = [\"environment\", \"header\"]\n")
	return s
}

// If galley cannot read a rule file that the agent would read, this is a problem of the prompt.
// Every command must report it, not only those that list rule files.
func TestARuleFileThatCannotBeReadIsAProblemOfThePrompt(t *testing.T) {
	for _, c := range []struct{ profile, file string }{
		{"yume-gemini", "CLAUDE.md"}, {"yume-openai", "CLAUDE.md"}, {"opencode", "AGENTS.md"}, {"opencode@1.1.34", "AGENTS.md"},
		{"openagentic", "AGENTS.md"}, {"gemini-cli", "GEMINI.md"}, {"gemini-cli@0.28", "GEMINI.md"},
	} {
		file := "/p/" + c.file
		for name, world := range map[string]*facts.Memory{
			"too large": facts.NewMemory().File(file, strings.Repeat("x", facts.DefaultFileCap+1)),
			"forbidden": facts.NewMemory().File(file, "x").Mode(file, 0),
		} {
			request := Request{Cwd: "/p", Profile: c.profile, Template: Template{Text: "own"}}
			r, err := New(world.Env("HOME", "/h").Dir("/p/.git").File("/h/.gemini/trustedFolders.json", `{"/p": "TRUST_FOLDER"}`)).Render(context.Background(), request)
			if err != nil {
				t.Fatal(err)
			}
			found := problemsOf(r.Problems, diag.Unreadable)
			if len(found) != 1 || found[0].File != file || found[0].Severity != diag.Warning {
				t.Errorf("%s, %s: problems %v", c.profile, name, r.Problems)
			}
		}
	}
}
