package geminicli

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/source"
)

func geminiPrompt(t *testing.T, name string, in profile.Input) (prompt.Prompt, []diag.Problem) {
	t.Helper()
	for _, p := range Profiles {
		if strings.HasPrefix(profile.FullName(p), name) {
			return p.Assemble(context.Background(), in)
		}
	}
	t.Fatalf("unknown profile %s", name)
	return prompt.Prompt{}, nil
}

func TestServersAreOmittedInUntrustedFolders(t *testing.T) {
	for _, profile := range []string{"gemini-cli@0.61", "gemini-cli@0.28"} {
		for trusted, want := range map[string]bool{"true": true, "false": false} {
			in := profiletest.With(t, "trusted = "+trusted+"\n[[mcp]]\nname = \"tickets\"\ninstructions = \"Ask first.\"\n")
			in.World = in.World.(*facts.Memory).Env("HOME", "/h")
			p, problems := geminiPrompt(t, profile, in)
			sent := false
			for _, m := range p.Messages {
				sent = sent || strings.Contains(m.Text().String(), "Ask first.")
			}
			said := slices.ContainsFunc(problems, func(p diag.Problem) bool { return p.Code == diag.NotSent && strings.Contains(p.Message, "MCP servers") })
			if sent != want || said == want {
				t.Errorf("%s, trusted %s: sent %v, reported %v", profile, trusted, sent, said)
			}
		}
	}
}

const geminiSession = `
model = "gemini-2.5-pro"
permission_mode = "auto-edit"
interactive = false
sandbox = "seatbelt"
platform = "darwin"
time_zone = "Asia/Tokyo"
directories = ["../other", "/other", "."]
topic = "Ships"
skills = [{name = "pdf", description = "Reads", path = "/s.md"}]
agents = [{name = "mate", description = "Helps"}]
tools = [{name = "mcp_srv_look", description = "Looks", inputSchema = {type = "object"}}]
history = [{role = "user", content = "before"}, {role = "assistant", tool_calls = [{id = "1", name = "glob", arguments = {}}]}]
`

func TestGeminiTakesTheSessionFromScenarioAndSettings(t *testing.T) {
	in := profiletest.With(t, "trusted = true\n"+geminiSession, "/h/.gemini/GEMINI.md", "global", "/p/GEMINI.md", "project", "/other/x", "",
		"/h/.gemini/settings.json", `{ // the user's settings
			"tools": {"exclude": ["web_fetch"]}, "context": {"includeDirectoryTree": false}}`,
		"/p/.gemini/settings.json", `{"context": {"includeDirectoryTree": true}, "model": {"name": "gemini-3-pro"}}`)
	in.World = in.World.(*facts.Memory).Env("HOME", "/h")
	p, problems := geminiPrompt(t, "gemini-cli@0.61", in)
	if len(problems) > 0 {
		t.Errorf("problems %v", problems)
	}
	if len(p.Messages) != 3 || p.Messages[0].Role != prompt.System || p.Messages[1].Role != prompt.User || p.Messages[2].Calls[0].Name != "glob" {
		t.Fatalf("messages %+v", p.Messages)
	}
	want := "preamble coreMandates subAgents agentSkills hookContext primaryWorkflows operationalGuidelines sandbox finalReminder userMemory activeTopic"
	if got := profiletest.IDs(p.Messages[0].Blocks); got != want {
		t.Errorf("blocks %s", got)
	}
	said := p.Messages[1].Contents()
	if len(said) != 2 || said[1].String() != "before" {
		t.Errorf("the user's text is not a separate part of the first message: %d parts", len(said))
	}
	setup := said[0].String()
	for _, s := range []string{"My operating system is: darwin\n", "  - /p\n  - /other\n", "\n/p/\n", "\n/other/\n└───x", "project"} {
		if !strings.Contains(setup, s) {
			t.Errorf("no %q in %q", s, setup)
		}
	}
	system := p.Messages[0].Text().String()
	if strings.Contains(setup, "global") || !strings.Contains(system, "global") || !strings.Contains(system, "# macOS Seatbelt") || !strings.HasSuffix(system, "[Active Topic: Ships]") {
		t.Errorf("system %q", system)
	}
	if got := profiletest.ToolNames(p); !strings.HasSuffix(got, "google_web_search enter_plan_mode invoke_agent") || strings.Contains(got, "web_fetch") || strings.Contains(got, "write_todos") {
		t.Errorf("tools %s", got)
	}
}

func TestServersInstructionsFollowTheMemory(t *testing.T) {
	in := profiletest.With(t, `trusted = true
mcp = [{name = "srv", instructions = " be kind\n"}, {name = "mute"}]`, "/p/GEMINI.md", "project")
	block := "the tool server srv:\n---[start of server instructions]---\n be kind\n\n---[end of server instructions]---"
	for name, message := range map[string]int{"gemini-cli@0.61": 1, "gemini-cli@0.28": 0} {
		p, _ := geminiPrompt(t, name, in)
		text := p.Messages[message].Text().String()
		if !strings.Contains(text, "--- End of Context from: ") || !strings.Contains(text, " ---\n\nInstructions of "+block) || strings.Contains(text, "mute") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

func TestGeminiAtVersion028(t *testing.T) {
	in := profiletest.With(t, `memory = {user = "mine", project = "ours"}`)
	p, _ := geminiPrompt(t, "gemini-cli@0.28", in)
	system, setup := p.Messages[0].Text().String(), p.Messages[1].Text().String()
	if !strings.HasSuffix(system, "\n\n---\n\nmine\n\nours") || strings.Contains(setup, "<session_context>") {
		t.Errorf("system %q\nsetup %q", system, setup)
	}
	if got := profiletest.ToolNames(p); !strings.Contains(got, "save_memory") || strings.Contains(got, "invoke_agent") {
		t.Errorf("tools %s", got)
	}
}

func TestTemplateReplacesGeminisSystemFile(t *testing.T) {
	in := profiletest.With(t, `memory = "remember"`)
	in.BuiltIn, in.Template = false, source.Literal("Mine with ${read_file_ToolName}.")
	p, _ := geminiPrompt(t, "gemini-cli", in)
	if got := profiletest.IDs(p.Messages[0].Blocks); got != "custom userMemory" || !strings.HasPrefix(p.Messages[0].Text().String(), "Mine with read_file.\n\n") {
		t.Errorf("%s: %q", got, p.Messages[0].Text())
	}
	if got := profiletest.IDs(p.Removed); !strings.HasPrefix(got, "preamble coreMandates ") {
		t.Errorf("it was replaced by %s", got)
	}
	in.Scenario.TemplateAs = "none"
	p, _ = geminiPrompt(t, "gemini-cli", in)
	if got := profiletest.IDs(p.Messages[0].Blocks); !strings.HasPrefix(got, "preamble ") {
		t.Errorf("with template_as none: %s", got)
	}
}

func TestValuesThatGeminiRejectsAreReported(t *testing.T) {
	in := profiletest.With(t, `permission_mode = "plann"
time_zone = "Mars/Base"
locale = "de-DE"
append_prompt = "more"`)
	in.World = in.World.(*facts.Memory).Env("GEMINI_SYSTEM_MD", "/gone.md")
	p, problems := geminiPrompt(t, "gemini-cli", in)
	if got := profiletest.Codes(problems); got != "not-sent unknown-word bad-value assumed-fact agent-refuses" || problems[1].Hint != "did you mean plan?" {
		t.Errorf("problems %s %+v", got, problems)
	}
	if len(p.Messages) > 0 || len(p.Tools) > 0 {
		t.Errorf("an agent that does not start sent a request: %+v", p)
	}
}

func TestGeminiDoesNotStartUnlessSettingsAreAnObject(t *testing.T) {
	for _, name := range []string{"gemini-cli@0.61", "gemini-cli@0.28"} {
		for _, file := range []string{"/h/.gemini/settings.json", "/p/.gemini/settings.json", "/h/.gemini/trustedFolders.json"} {
			for _, text := range []string{"{bad", "[1]", "5", "null", ""} {
				files := []string{"/p/GEMINI.md", "project", file, text}
				if strings.Contains(file, "trusted") {
					if text == "null" {
						continue // null is not a fault in the file of trusted folders
					}
					files = append(files, "/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`)
				}
				in := profiletest.With(t, "", files...)
				in.World = in.World.(*facts.Memory).Env("HOME", "/h")
				p, problems := geminiPrompt(t, name, in)
				if len(p.Messages) != 0 || len(problems) != 1 || problems[0].Code != diag.AgentRefuses || problems[0].File != file {
					t.Errorf("%s, %s %q: %d messages, %v", name, file, text, len(p.Messages), problems)
				}
			}
		}
	}
}

func TestGeminiWithoutToolsLeavesNoneOpen(t *testing.T) {
	for core, want := range map[string]bool{"[]": true, `["glob"]`: false} {
		in := profiletest.With(t, "trusted = true\nallowed_tools = "+core+"\n")
		if p, _ := geminiPrompt(t, "gemini-cli@0.61", in); p.NoTools != want {
			t.Errorf("%s: no tools is %v", core, p.NoTools)
		}
	}
}
