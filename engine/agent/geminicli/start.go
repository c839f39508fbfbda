package geminicli

import (
	"context"
	"time"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Start says how Gemini CLI is started for a capture, as measured with 0.61.0.
//
// A base URL alone selects another way to sign in, so the settings select the way that uses a key.
// The folder must be trusted. The variable for that keeps the project's settings in force; the flag
// --skip-trust does not.
var Start = start.Starter{
	Program: "gemini", Packages: []string{"@google/gemini-cli"}, Install: "npm install -g @google/gemini-cli",
	Unordered:    true, // the order of the built-in skills varies
	Trusts:       true,
	HeadlessArgs: []string{"-p"},
	Worst:        4 * time.Second, Versions: []string{"0.61.0"},
	Task:        &start.Task{Tool: "invoke_agent", Name: "agent_name", Prompt: "prompt"},
	Headless:    func(in start.Input) (start.Plan, error) { return plan(in, "-p") },
	Interactive: func(in start.Input) (start.Plan, error) { return plan(in, "-i") },
	Runs:        runs,
	Override: start.ByVariable("GEMINI_SYSTEM_MD",
		"the base text and the list of skills; "+start.Cut+", of several empty lines one is left, and ${AgentSkills}, ${SubAgents}, ${AvailableTools} and the names of tools are replaced",
		"global memory, the session's context with the project's memory, and tools"),
	Sent:  []string{"geminicli"},
	Facts: pictured,
}

// pictured returns the folder structure of the working directory as the context of a session
// contains it.
func pictured(ctx context.Context, w facts.World, cwd string) []start.Fact {
	o := gemini.TreeOptions{Ignore: ignore.NewGemini(w, cwd, ignore.Options{})}
	return []start.Fact{{Name: "folder structure", Text: gemini.Picture(ctx, w, cwd, o)}}
}

func plan(in start.Input, flag string) (start.Plan, error) {
	from := facts.Join(in.Home, ".gemini")
	if home := in.Env("GEMINI_CLI_HOME"); home != "" {
		from = facts.Join(home, ".gemini")
	}
	settings, _ := in.JSON(facts.Join(from, "settings.json"))
	settings, left := start.WithoutSecrets(settings)
	security := settings.Get("security")
	if security.Kind != tool.Object {
		security = tool.Value{Kind: tool.Object}
	}
	settings = settings.With("security", security.With("auth", tool.Table(tool.Member{Name: "selectedType", Value: tool.Text("gemini-api-key")})))
	p := start.Plan{
		Form: wire.Gemini,
		Env: map[string]string{
			"GEMINI_CLI_HOME": facts.Join(in.Scratch, "g"), "GEMINI_CLI_TRUST_WORKSPACE": "true",
			"GEMINI_API_KEY": in.Key, "GOOGLE_GEMINI_BASE_URL": in.URL,
		},
		Copies:        append(start.CopyInto(in.Home, "g", ".agents/skills"), start.CopyInto(from, "g/.gemini", "GEMINI.md", "skills", "extensions", "commands", "agents", "policies", "trustedFolders.json")...),
		Files:         []start.File{{Path: "g/.gemini/settings.json", Text: settings.Indented()}},
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "g/.gemini"), To: from}, {From: facts.Join(in.Scratch, "g"), To: facts.Dir(from)}},
		Notes:         []string{"the folder is trusted for this run"},
	}
	for _, name := range left {
		p.Notes = append(p.Notes, "settings.json: "+name+" is left out")
	}
	if in.Model != "" {
		p.Args = append(p.Args, "-m", in.Model)
	}
	p.Args = append(append(p.Args, in.Args...), flag, in.Prompt)
	return p, nil
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	add := func(dir string, project bool) {
		name := facts.Join(dir, ".gemini/settings.json")
		v, _ := in.JSON(name)
		all = append(all, start.Servers(v.Get("mcpServers"), name, project)...)
		all = append(all, start.Hooks(v.Get("hooks"), name, project)...)
		for _, key := range []string{"discoveryCommand", "callCommand"} {
			if c := v.Get("tools").Get(key).Text; c != "" {
				all = append(all, start.Run{Kind: "command", Name: "tools." + key, Command: c, File: name, Project: project})
			}
		}
		entries, _ := in.World.ReadDir(facts.Join(dir, ".gemini/extensions"))
		for _, e := range entries {
			all = append(all, start.Run{Kind: "extension", Name: e.Name, File: facts.Join(dir, ".gemini/extensions", e.Name), Project: project})
		}
	}
	add(in.Home, false)
	for _, dir := range in.Dirs() {
		if dir != in.Home {
			add(dir, true)
		}
	}
	return all
}
