package scenario

import (
	"reflect"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
)

func TestAProjectsScenarioNamesNothingOutside(t *testing.T) {
	world := func(text string) *facts.Memory {
		return facts.NewMemory().Env("HOME", "/h").File("/h/secret", "private").Dir("/p/sub").File("/p/own.txt", "own").
			Link("/p/out", "/h").Link("/p/.galley/link", "/h/secret").File("/p/.galley/scenario.toml", text)
	}
	for _, line := range []string{
		`custom_prompt = {file = "/h/secret"}`,
		`custom_prompt = {file = "~/secret"}`,
		`append_prompt = {file = "../../h/secret"}`,
		`append_prompt = {file = "../out/secret"}`,
		`base_prompt = {file = "link"}`,
		`memory = {user = {file = "/h/secret"}}`,
		`tools = "/h/secret"`,
		`tools = {file = "/h/secret"}`,
		`directories = ["sub", "/h"]`,
		`directories = ["out"]`,
		`instruction_files = ["../h/secret"]`,
		`mentions = ["/h/secret"]`,
		`skills = [{name = "s", path = "/h/s"}]`,
		`skills = [{name = "s", instructions = {file = "/h/secret"}}]`,
		`extensions = [{name = "e", path = "/h"}]`,
		`extensions = [{name = "e", path = "sub", contextFiles = ["../../h/secret"]}]`,
		`history = [{role = "user", content = {file = "/h/secret"}}]`,
		`settings = {context = {includeDirectories = ["/h"]}}`,
		`settings = {context = {fileName = "../h/secret"}}`,
		`settings = {context = {fileName = "~/secret"}}`,
	} {
		s, problems := LoadWithin(world("model = \"m\"\n"+line+"\n"), "/p/.galley/scenario.toml", "/p")
		if len(problems) == 0 || problems[0].Code != diag.WrongFile || problems[0].Start.Line != 2 || problems[0].File != "/p/.galley/scenario.toml" {
			t.Errorf("%s: %v", line, problems)
		}
		if s.Model != "m" || strings.Contains(s.CustomPrompt.Text+s.AppendPrompt.Text+s.BasePrompt.Text+s.Memory.User.Text+s.Tools.Text.Text, "private") ||
			len(s.Directories)+len(s.InstructionFiles)+len(s.Mentions) > 0 || strings.Contains(string(s.Settings), "h") {
			t.Errorf("%s: %+v", line, s)
		}
		// The user's own scenario, which is outside the project, may name a file outside.
		if _, problems := LoadWithin(world("").File("/h/mine.toml", line), "/h/mine.toml", "/p"); len(problems) > 0 && problems[0].Code == diag.WrongFile {
			t.Errorf("%s, in the user's own scenario: %v", line, problems)
		}
	}
	for _, line := range []string{
		`custom_prompt = {file = "../own.txt"}`, `directories = ["sub"]`, `custom_prompt = "/h/secret"`,
		`settings = {context = {fileName = "A.md"}}`, `instruction_files = ["own.txt"]`, `tools = ["read_file"]`,
	} {
		if _, problems := LoadWithin(world(line), "/p/.galley/scenario.toml", "/p"); len(problems) > 0 {
			t.Errorf("%s: %v", line, problems)
		}
	}
}

func TestAScenarioThatIsALinkOutOfTheProjectIsNotRead(t *testing.T) {
	w := facts.NewMemory().File("/h/secret", "model = 'private'").Link("/p/.galley/scenario.toml", "/h/secret")
	if s, problems := LoadWithin(w, "/p/.galley/scenario.toml", "/p"); !reflect.DeepEqual(s, Scenario{File: "/p/.galley/scenario.toml"}) || len(problems) != 1 {
		t.Errorf("%+v, %v", s, problems)
	}
}
