package clinecli

import (
	"fmt"
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Start says how Cline is started for a capture, as measured with 3.0.65. With a data directory of
// its own, Cline also does not start its background daemon.
var Start = start.Starter{
	Program: "cline", Packages: []string{"cline", "@cline/cli"}, Install: "npm install -g cline",
	Worst: 10 * time.Second, Versions: []string{"3.0.65"},
	Headless: headless, Runs: runs,
	NoInteractive: "its screen shows other things first, and takes no prompt as an argument",
	Refs:          []string{"refs/cline/checkpoints/**"},
	Override:      override,
}

func data(in start.Input) string {
	if dir := in.Env("CLINE_DIR"); dir != "" {
		return facts.Join(dir, "data")
	}
	return facts.Join(in.Home, ".cline/data")
}

func headless(in start.Input) (start.Plan, error) {
	from := data(in)
	p := start.Plan{
		Form: wire.Chat, Env: map[string]string{},
		Copies:        append(start.CopyInto(from, "d", "skills"), start.CopyInto(from, "d", "settings/cline_mcp_settings.json", "settings/rules")...),
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "d"), To: from}},
	}
	model := in.Model
	if model == "" {
		old, _ := in.JSON(facts.Join(from, "settings/providers.json"))
		last := old.Get("lastUsedProvider").Text
		model = old.Get("providers").Get(last).Get("settings").Get("model").Text
	}
	if model == "" {
		model = "claude-sonnet-4-5"
		p.Notes = append(p.Notes, "no settings file names a model: "+model+" is used")
	}
	text := func(name, value string) tool.Member { return tool.Member{Name: name, Value: tool.Text(value)} }
	settings := tool.Table(text("provider", "openai-compatible"), text("apiKey", in.Key), text("model", model), text("baseUrl", in.URL+"/v1"))
	provider := tool.Table(tool.Member{Name: "settings", Value: settings}, text("updatedAt", "2026-01-01T00:00:00.000Z"), text("tokenSource", "manual"))
	all := tool.Table(tool.Member{Name: "version", Value: tool.Value{Kind: tool.Number, Text: "1"}}, text("lastUsedProvider", "openai-compatible"),
		tool.Member{Name: "modes", Value: tool.Value{Kind: tool.Object}}, tool.Member{Name: "providers", Value: tool.Table(tool.Member{Name: "openai-compatible", Value: provider})})
	p.Files = []start.File{{Path: "d/settings/providers.json", Text: all.Indented()}}
	p.Args = append([]string{"--data-dir", facts.Join(in.Scratch, "d")}, append(in.Args, in.Prompt)...)
	return p, nil
}

func runs(in start.Input) []start.Run {
	name := facts.Join(data(in), "settings/cline_mcp_settings.json")
	v, _ := in.JSON(name)
	all := start.Servers(v.Get("mcpServers"), name, false)
	for _, dir := range in.Dirs() {
		hooks := facts.Join(dir, ".clinerules/hooks")
		entries, _ := in.World.ReadDir(hooks)
		for _, e := range entries {
			all = append(all, start.Run{Kind: "hook", Name: e.Name, Command: facts.Join(hooks, e.Name), File: hooks, Project: true})
		}
	}
	return all
}

// maxArgument is the length in bytes of the longest argument of a command on Linux.
const maxArgument = 128<<10 - 1

// override passes the prompt as an argument of the command line.
func override(_ start.Input, _, text string) (start.With, error) {
	if len(text) > maxArgument {
		return start.With{}, fmt.Errorf("the prompt has %d bytes; Cline takes it as an argument, which can have at most %d: shorten it", len(text), maxArgument)
	}
	return start.With{Args: []string{"-s", text}, Replaces: "all before the rules", Stays: "rules and tools"}, nil
}
