package copilotcli

import (
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Start says how Copilot CLI is started for a capture with a custom provider, as
// measured with 1.0.102. With a GitHub account it may send another text.
// COPILOT_OFFLINE is not set, because it removes two tools.
var Start = start.Starter{
	Program: "copilot", Packages: []string{"@github/copilot"}, Install: "npm install -g @github/copilot",
	Worst: 5 * time.Second, Versions: []string{"1.0.102"},
	Task:        &start.Task{Tool: "task", Name: "agent_type", Prompt: "prompt", Also: map[string]string{"name": "ok", "description": "say ok"}},
	Headless:    func(in start.Input) (start.Plan, error) { return plan(in, "-p") },
	Interactive: func(in start.Input) (start.Plan, error) { return plan(in, "-i") },
	Runs:        runs,
	Trusts:      true,
	NoOverride:  "nothing can replace its text; `--agent NAME` adds the instructions of a file in .github/agents",
}

func home(in start.Input) string { return in.Folder("COPILOT_HOME", ".copilot") }

func plan(in start.Input, flag string) (start.Plan, error) {
	from := home(in)
	settings, _ := in.JSON(facts.Join(from, "config.json"))
	model := in.Model
	p := start.Plan{
		Form:          wire.Chat,
		Copies:        start.CopyInto(from, "ch", "instructions", "agents", "skills", "mcp-config.json", "hooks"),
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "ch"), To: from}},
		Dirs:          []string{"ch"},
		Notes:         []string{"the model is reached as a custom provider; with a GitHub account the text may differ", "the project is trusted for this run"},
	}
	// The files that copilot-instructions.md imports are in the same folder. The run sets
	// COPILOT_HOME, with which the program does not look in ~/.agents, so the skills there are
	// copied to those of ~/.copilot.
	for _, e := range entries(in, from) {
		if strings.HasSuffix(e.Name, ".md") {
			p.Copies = append(p.Copies, start.CopyInto(from, "ch", e.Name)...)
		}
	}
	if shared := facts.Join(in.Home, ".agents", "skills"); in.Env("COPILOT_HOME") == "" {
		own := map[string]bool{}
		for _, e := range entries(in, facts.Join(from, "skills")) {
			own[e.Name] = true
		}
		for _, e := range entries(in, shared) {
			to := e.Name
			// Both folders have this name: copy both; the one of the program's own folder sorts
			// first.
			if own[to] {
				to += ".agents"
			}
			p.Copies = append(p.Copies, start.Copy{From: facts.Join(shared, e.Name), To: facts.Join("ch/skills", to)})
		}
	}
	if model == "" {
		model = settings.Get("model").Text
	}
	if model == "" {
		model = "claude-sonnet-4.5"
		p.Notes = append(p.Notes, "no settings file names a model: "+model+" is used")
	}
	p.Env = map[string]string{
		"COPILOT_HOME": facts.Join(in.Scratch, "ch"), "COPILOT_PROVIDER_BASE_URL": in.URL + "/v1", "COPILOT_PROVIDER_API_KEY": in.Key,
		"COPILOT_PROVIDER_TYPE": "openai", "COPILOT_PROVIDER_WIRE_API": "completions", "COPILOT_MODEL": model,
	}
	folders := tool.Table(tool.Member{Name: "trusted_folders", Value: tool.List(tool.Text(in.Project))})
	p.Files = append(p.Files, start.File{Path: "ch/config.json", Text: folders.Indented()})
	p.Args = append([]string{"--no-auto-update"}, append(in.Args, flag, in.Prompt)...)
	return p, nil
}

// entries lists a directory, sorted by name; an unreadable directory counts as empty.
func entries(in start.Input, dir string) []facts.Entry {
	all, _ := in.World.ReadDir(dir)
	return discovery.SortedEntries(all)
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	add := func(name string, project bool) {
		v, _ := in.JSON(name)
		all = append(all, start.Servers(v.Get("mcpServers"), name, project)...)
	}
	add(facts.Join(home(in), "mcp-config.json"), false)
	for _, dir := range in.Dirs() {
		add(facts.Join(dir, ".mcp.json"), true)
		add(facts.Join(dir, ".github/mcp.json"), true)
		entries, _ := in.World.ReadDir(facts.Join(dir, ".github/hooks"))
		for _, e := range entries {
			name := facts.Join(dir, ".github/hooks", e.Name)
			v, _ := in.JSON(name)
			for _, event := range v.Get("hooks").Members {
				for _, h := range event.Value.Items {
					command := h.Get("bash").Text
					if command == "" {
						command = h.Get("command").Text
					}
					all = append(all, start.Run{Kind: "hook", Name: event.Name, Command: command, File: name, Project: true})
				}
			}
		}
	}
	return all
}
