package engine

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/settings"
)

// samples holds, for each key of a scenario, lines that set the key to a value other than the
// default. Some samples set other keys first, because their key has no effect without them.
var samples = map[string][]string{
	"permission_mode":   {"permission_mode = 'plan'", "permission_mode = 'auto'"},
	"directories":       {"directories = ['/more']"},
	"tools":             {"tools = [{name = 'A', input_schema = {type = 'object'}}]"},
	"capabilities":      {"capabilities = {webAccess = true}"},
	"allowed_tools":     {"allowed_tools = ['Read']", "allowed_tools = ['A']\ntools = [{name = 'A'}, {name = 'B'}]"},
	"tool_names":        {"tool_names = 'gemini-cli'"},
	"skills":            {"skills = [{name = 'cook', description = 'Cook', path = '/s/SKILL.md'}]"},
	"commands":          {"commands = [{name = 'go'}]", "commands = [{name = 'go'}]\nsetting_sources = ['project', 'claude']"},
	"agents":            {"agents = [{name = 'codebase_investigator', description = 'x'}]", "agents = [{name = 'mine', description = 'x'}]"},
	"mcp":               {"mcp = [{name = 'm', instructions = 'Say it.'}]"},
	"custom_prompt":     {"custom_prompt = 'C'"},
	"append_prompt":     {"append_prompt = 'A'"},
	"base_prompt":       {"base_prompt = 'B'"},
	"user_system":       {"user_system = 'U'"},
	"agent_prompt":      {"agent_prompt = 'P'"},
	"auth":              {"auth = 'oauth'\nmodel = 'openai/gpt-5'"},
	"agent":             {"agent = 'mine'"},
	"interactive":       {"interactive = false"},
	"sandbox":           {"sandbox = 'docker'"},
	"git":               {"git = true"},
	"hooks":             {"hooks = false"},
	"todos":             {"todos = ['one']", "todos = false\nmodel = 'google/gemini-2.5-pro'", "todos = true"},
	"tracker":           {"tracker = true"},
	"topic":             {"topic = 'T'"},
	"trusted":           {"trusted = false", "trusted = true"},
	"extensions":        {"extensions = [{name = 'e', path = '/e', context_files = ['X.md']}]"},
	"settings":          {"settings = {context = {fileName = 'X.md'}}", "settings = {context = {fileName = 'X.md'}}\ntrusted = true"},
	"modifiers":         {"modifiers = ['EnvironmentContext']"},
	"history":           {"history = [{role = 'user', content = 'before'}]"},
	"ide":               {"ide = {active_file = 'a.go', open_files = ['a.go']}"},
	"mentions":          {"mentions = ['X.md']"},
	"memory":            {"memory = {user = 'M'}"},
	"setting_sources":   {"setting_sources = []"},
	"instruction_files": {"instruction_files = ['X.md']"},
	"block_order":       {"block_order = ['environment', 'provider']"},
	"strict_order":      {"block_order = ['environment', 'provider']\nstrict_order = true"},
	"node":              {"node = 'v1.2.3'"},
	"time_zone":         {"time_zone = 'Pacific/Pago_Pago'"},
	"locale":            {"locale = 'de-DE'"},
}

// without returns a sample without the line that sets the key.
func without(sample, key string) string {
	lines := slices.DeleteFunc(strings.Split(sample, "\n"), func(l string) bool { return strings.HasPrefix(l, key+" =") })
	return strings.Join(lines, "\n")
}

// If a profile lists a key as read, setting the key must change the prompt or cause a problem of
// its own. Any other key must change nothing, and must be reported as unread.
func TestProfilesReadTheKeysThatTheyList(t *testing.T) {
	world := project().File("/p/X.md", "more").File("/e/X.md", "ext").File("/p/GEMINI.md", "G").Dir("/more").
		File("/p/opencode.json", `{"agent": {"mine": {"prompt": "MINE", "mode": "primary"}}}`).Clock(time.Date(2026, 2, 5, 9, 7, 3, 0, time.UTC))
	bench := New(world)
	made := func(name, toml string) *Result {
		s, problems := scenario.Parse("/p/s.toml", toml)
		if len(problems) > 0 {
			t.Fatal(toml, problems)
		}
		r := request("x")
		r.Template.BuiltIn, r.Profile, r.Scenario = true, name, s
		return render(t, bench, r)
	}
	// seen returns everything of a result that the user can see.
	seen := func(res *Result) string {
		var b strings.Builder
		b.WriteString(res.Text.String() + strings.Join(res.Prompt.Notes, "\n") + strings.Join(res.Prompt.Command, " "))
		for _, m := range res.Prompt.Messages {
			b.WriteString(string(m.Role))
		}
		for _, tool := range res.Prompt.Tools {
			b.WriteString(tool.Declaration.String())
		}
		for _, p := range res.Problems {
			if !strings.HasPrefix(p.Message, "the scenario's ") {
				b.WriteString(p.Message)
			}
		}
		return b.String()
	}
	for _, key := range settings.Keys(scenario.Scenario{}) {
		if !strings.ContainsAny(key, ".[") && samples[key] == nil && !slices.Contains(everybody, key) {
			t.Errorf("no sample for %s", key)
		}
	}
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		for key, lines := range samples {
			changes, told := false, false
			for _, toml := range lines {
				with, than := made(name, toml), made(name, without(toml, key))
				changes = changes || seen(with) != seen(than)
				told = told || slices.ContainsFunc(with.Problems, func(p diag.Problem) bool {
					return p.Message == "the scenario's "+key+" has no effect under "+name && p.Code == diag.NotSent && p.Start.Line > 0 && p.Hint != ""
				})
			}
			if changes == told {
				t.Errorf("%s, %s: has an effect: %v, reported as unread: %v", name, key, changes, told)
			}
		}
	}
}
