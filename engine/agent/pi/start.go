package pi

import (
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/tool"
)

// Start says how pi is started for a capture, as measured with 0.73.1. A file models.json redirects
// pi's providers to the capture, because pi ignores ANTHROPIC_BASE_URL.
var Start = start.Starter{
	Program: "pi", Packages: []string{"@mariozechner/pi-coding-agent"}, Install: "npm install -g @mariozechner/pi-coding-agent",
	Worst: 3 * time.Second, Versions: []string{"0.73.1"},
	Headless:    func(in start.Input) (start.Plan, error) { return plan(in, "-p", "--no-session") },
	Interactive: func(in start.Input) (start.Plan, error) { return plan(in) },
	Runs:        runs,
	Override: start.ByFlag("--system-prompt",
		"the base text",
		"project context with rule files, skills, the date, the working directory, and tools"),
}

func home(in start.Input) string { return in.Folder("PI_CODING_AGENT_DIR", ".pi/agent") }

func plan(in start.Input, flags ...string) (start.Plan, error) {
	from := home(in)
	p := start.Plan{
		Env:           map[string]string{"PI_CODING_AGENT_DIR": facts.Join(in.Scratch, "p")},
		Copies:        start.CopyInto(from, "p", "AGENTS.md", "CLAUDE.md", "SYSTEM.md", "APPEND_SYSTEM.md", "skills", "extensions", "prompts", "themes", "settings.json"),
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "p"), To: from}},
	}
	providers := tool.Value{Kind: tool.Object}
	for _, one := range []struct{ name, base string }{{"anthropic", ""}, {"openai", "/v1"}, {"google", "/v1beta"}} {
		providers = providers.With(one.name, tool.Table(tool.Member{Name: "baseUrl", Value: tool.Text(in.URL + one.base)}, tool.Member{Name: "apiKey", Value: tool.Text(in.Key)}))
	}
	p.Files = []start.File{{Path: "p/models.json", Text: tool.Table(tool.Member{Name: "providers", Value: providers}).Indented()}}
	settings, _ := in.JSON(facts.Join(from, "settings.json"))
	model := in.Model
	if model == "" && settings.Get("defaultModel").Text == "" {
		model = "anthropic/claude-sonnet-4-5"
		p.Notes = append(p.Notes, "no settings file names a model: "+model+" is used")
	}
	if model != "" {
		flags = append(flags, "--model", model)
	}
	p.Args = append(append(flags, in.Args...), in.Prompt)
	return p, nil
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	add := func(dir string, project bool) {
		entries, _ := in.World.ReadDir(dir)
		for _, e := range entries {
			all = append(all, start.Run{Kind: "extension", Name: e.Name, File: facts.Join(dir, e.Name), Project: project})
		}
	}
	add(facts.Join(home(in), "extensions"), false)
	for _, dir := range in.Dirs() {
		add(facts.Join(dir, ".pi/extensions"), true)
	}
	return all
}
