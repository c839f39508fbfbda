package codebolt

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/source"
)

// builderText returns what the builder makes with the scenario's keys. The directory is a
// repository only if one of files makes it one.
func builderText(t *testing.T, toml string, files ...string) (text, problems string) {
	t.Helper()
	p, found := builder{}.Assemble(context.Background(), profiletest.With(t, toml, files...))
	return p.SystemText(source.Text{}).String(), profiletest.Codes(found)
}

func TestEachOptionOfTheBuilderHasAScenarioKey(t *testing.T) {
	plain, _ := builderText(t, "")
	for toml, c := range map[string]struct{ there, gone string }{
		"interactive = false":                         {"", "person works with you"},
		"skills = [{name = 's'}]":                     {"`activate_skill`", ""},
		"agents = [{name = 'codebase_investigator'}]": {"codebase_investigator", ""},
		"todos = true":                                {"`write_todos`", ""},
		"sandbox = 'macos-seatbelt'":                  {"# macOS Seatbelt", ""},
		"sandbox = 'generic'":                         {"# Sandbox", ""},
		"sandbox = 'docker'":                          {"# Sandbox", ""},
		"git = true":                                  {"# Git Repository", ""},
		"permission_mode = 'plan'":                    {"# Active Approval Mode: Plan", "# Primary Workflows"},
		"tool_names = {shell = 'run it'}":             {"`run it`", "codebolt--executeCommand"},
		"tool_names = {read_file = 'open'}":           {"'open'", "codebolt--readFile"},
		"tool_names = 'gemini-cli'":                   {"`read_file`", "codebolt--"},
	} {
		text, problems := builderText(t, toml)
		if problems != "" || text == plain || !strings.Contains(text, c.there) || c.gone != "" && strings.Contains(text, c.gone) {
			t.Errorf("%s: %s\n%s", toml, problems, text)
		}
	}
	for _, toml := range []string{"sandbox = 'outside'", "sandbox = false", "interactive = true", "git = false", "todos = false", "permission_mode = 'default'", "tool_names = 'codebolt'"} {
		if text, problems := builderText(t, toml); text != plain || problems != "" {
			t.Errorf("%s does not affect the prompt: %s", toml, problems)
		}
	}
	if in, _ := builderText(t, "", "/p/.git/HEAD", "ref"); !strings.Contains(in, "# Git Repository") {
		t.Error("the repository on disk was ignored")
	}
	if out, _ := builderText(t, "git = false", "/p/.git/HEAD", "ref"); out != plain {
		t.Error("git = false does not override the disk")
	}
}

func TestBuilderReportsUnknownWords(t *testing.T) {
	for toml, want := range map[string]string{
		"sandbox = 'podmann'": "unknown-word", "permission_mode = 'yolo'": "unknown-word",
		"tool_names = 'claude'": "unknown-word", "tool_names = {reed_file = 'x'}": "unknown-word",
	} {
		if _, problems := builderText(t, toml); problems != want {
			t.Errorf("%s: %q", toml, problems)
		}
	}
}

// Each tool of the table is declared under its other name, and that name maps back to the tool.
func TestElevenToolsAreRenamed(t *testing.T) {
	if len(gemini.Names) != 11 {
		t.Fatalf("%d rows", len(gemini.Names))
	}
	all := "permission_mode = 'plan'\nskills = [{name = 's'}]\ntodos = true\nsandbox = 'generic'\ngit = true"
	for _, toml := range []string{"todos = true\ngit = true", all} {
		p, _ := builder{}.Assemble(context.Background(), profiletest.With(t, toml))
		text := p.SystemText(source.Text{})
		for _, row := range gemini.Names {
			for _, own := range row.Tools {
				if row.Other != "" && strings.Contains(text.String(), "`"+own+"`") {
					t.Errorf("%s still appears", own)
				}
			}
		}
		named := map[string]string{}
		for _, piece := range text.Pieces() {
			if piece.Origin.Kind == source.Tool {
				named[piece.Origin.Source] = piece.Text
			}
		}
		if named["read_file"] != "codebolt--readFile" && named["run_shell_command"] != "codebolt--executeCommand" {
			t.Errorf("origins %v", named)
		}
	}
}

func TestBuildersPromptCanReplaceTheDefault(t *testing.T) {
	toml := "template_as = 'gemini-builder'\ngit = true"
	in := profiletest.With(t, toml)
	want, _ := builder{}.Assemble(context.Background(), in)
	for _, builtIn := range []bool{true, false} {
		in.BuiltIn, in.Template = builtIn, source.Literal("MINE")
		p, problems := codeboltAgent{}.Assemble(context.Background(), in)
		i := slices.IndexFunc(p.Messages, func(m prompt.Message) bool { return len(m.Blocks) > 0 && m.Blocks[0].ID == coreBlock.id })
		if i < 0 || p.Messages[i].Text().String() != want.Messages[0].Text().String() {
			t.Errorf("the core prompt does not come from the builder: %v", problems)
		}
		for _, m := range p.Messages {
			if strings.Contains(m.Text().String(), "MINE") {
				t.Error("the template was sent as well")
			}
		}
	}
	in = profiletest.With(t, toml+"\ncustom_prompt = 'x'\nmodifiers = ['EnvironmentContext']")
	if _, problems := (codeboltAgent{}).Assemble(context.Background(), in); profiletest.Codes(problems) != "not-sent not-sent" {
		t.Errorf("a custom prompt was lost, or no modifier sent the other one: %v", problems)
	}
}
