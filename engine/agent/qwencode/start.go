package qwencode

import (
	"cmp"
	"context"
	"slices"
	"time"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Start says how Qwen Code is started for a capture, as measured with 0.24.4 and 0.15.10.
//
// Since 0.24 the setting modelProviders overrides the environment and the flags. So the capture
// passes a system settings file of its own, because that file overrides all others. It is a copy of
// the system's real settings file, except that modelProviders lists the providers of all settings
// files, and that each provider has the address of the capture. The system's file of default settings
// is used unchanged.
var Start = start.Starter{
	Program: "qwen", Packages: []string{"@qwen-code/qwen-code"}, Install: "npm install -g @qwen-code/qwen-code",
	Worst: 5 * time.Second, Versions: []string{"0.24.4", "0.15.10"},
	Task:        &start.Task{Tool: "agent", Name: "subagent_type", Prompt: "prompt", Also: map[string]string{"description": "say ok"}},
	Headless:    func(in start.Input) (start.Plan, error) { return plan(in, "") },
	Interactive: func(in start.Input) (start.Plan, error) { return plan(in, "-i") },
	Runs:        runs,
	Override: start.ByVariable("QWEN_SYSTEM_MD",
		"the base text",
		"rule files, the git snapshot, memory, the session's context, and tools"),
	Sent:     []string{"qwencode/"},
	Facts:    pictured,
	Leavings: []string{".qwen/settings.json.orig"},
}

// pictured returns the folder structure of the working directory, up to 20 items, as the context of
// a session contains it.
func pictured(ctx context.Context, w facts.World, cwd string) []start.Fact {
	o := gemini.TreeOptions{MaxItems: 20, Ignore: ignore.NewGemini(w, cwd, ignore.Options{})}
	return []start.Fact{{Name: "folder structure", Text: gemini.Picture(ctx, w, cwd, o)}}
}

func home(in start.Input) string {
	return userFolder(bootstrapped(in.World, in.Home, in.Cwd, "QWEN_HOME"), in.Home, in.Cwd)
}

func plan(in start.Input, flag string) (start.Plan, error) {
	from := home(in)
	settings, _ := in.JSON(facts.Join(from, "settings.json"))
	settings, left := start.WithoutSecrets(settings)
	defaults, system := systemFiles(in.World, in.Cwd)
	files := []string{defaults, facts.Join(from, "settings.json"), system}
	if in.Cwd != in.Home {
		files = slices.Insert(files, 2, facts.Join(in.Cwd, ".qwen/settings.json"))
	}
	model, providers := "", tool.Value{Kind: tool.Object}
	for _, name := range files {
		v, _ := in.JSON(name)
		model = cmp.Or(v.Get("model").Get("name").Text, model)
		for _, own := range v.Get("modelProviders").Members {
			providers = providers.With(own.Name, own.Value)
		}
	}
	model = cmp.Or(in.Model, model)
	if own := settings.Get("modelProviders"); own.Kind == tool.Object {
		settings = settings.With("modelProviders", redirected(own, in.URL+"/v1"))
	}
	p := start.Plan{
		Form: wire.Chat,
		Env: map[string]string{
			"QWEN_HOME": facts.Join(in.Scratch, "q"), "OPENAI_API_KEY": in.Key, "OPENAI_BASE_URL": in.URL + "/v1",
		},
		Copies:        start.CopyInto(from, "q", "QWEN.md", "AGENTS.md", "output-language.md", "skills", "agents", "extensions", "commands", "rules", "trustedFolders.json"),
		Files:         []start.File{{Path: "q/settings.json", Text: settings.Indented()}},
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "q"), To: from}},
	}
	// File names are relative to the working directory or to the project.
	for _, base := range in.Dirs() {
		p.Substitutions = append(p.Substitutions, start.Substitution{
			From: discovery.RelativePath(base, facts.Join(in.Scratch, "q")), To: discovery.RelativePath(base, from),
		})
	}
	for _, name := range left {
		p.Notes = append(p.Notes, "settings.json: "+name+" is left out")
	}
	if model == "" {
		model = "qwen3-coder-plus"
		p.Notes = append(p.Notes, "no settings file names a model: "+model+" is used")
	}
	p.Env["OPENAI_MODEL"] = model
	// Set the variables even if no provider is redirected. Otherwise a project's .env file could
	// name other settings files with other providers. A .env file does not replace a variable that
	// is set.
	p.Env["QWEN_CODE_SYSTEM_SETTINGS_PATH"], p.Env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"] = system, defaults
	if len(providers.Members) > 0 {
		own, _ := in.JSON(system)
		own, left := start.WithoutSecrets(own)
		for _, name := range left {
			p.Notes = append(p.Notes, system+": "+name+" is left out")
		}
		own = own.With("modelProviders", redirected(providers, in.URL+"/v1"))
		p.Files = append(p.Files, start.File{Path: "q-system.json", Text: own.Indented()})
		p.Env["QWEN_CODE_SYSTEM_SETTINGS_PATH"] = facts.Join(in.Scratch, "q-system.json")
		for _, name := range envKeys(providers) {
			p.Env[name] = in.Key
		}
	}
	p.Args = append([]string{}, in.Args...)
	if flag != "" {
		p.Args = append(p.Args, flag)
	}
	p.Args = append(p.Args, in.Prompt)
	return p, nil
}

// redirected returns the providers with every address replaced by url.
func redirected(providers tool.Value, url string) tool.Value {
	out := tool.Value{Kind: tool.Object}
	for _, p := range providers.Members {
		list := tool.Value{Kind: tool.Array}
		for _, m := range p.Value.Items {
			if m.Kind == tool.Object {
				m = m.With("baseUrl", tool.Text(url)).Without("apiKey")
			}
			list.Items = append(list.Items, m)
		}
		out = out.With(p.Name, list)
	}
	return out
}

// envKeys returns the variables from which the providers read their keys.
func envKeys(providers tool.Value) (names []string) {
	for _, p := range providers.Members {
		for _, m := range p.Value.Items {
			if name := m.Get("envKey").Text; name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	add := func(name string, project bool) {
		v, _ := in.JSON(name)
		all = append(all, start.Servers(v.Get("mcpServers"), name, project)...)
		all = append(all, start.Hooks(v.Get("hooks"), name, project)...)
	}
	folder := func(dir string, project bool) {
		add(facts.Join(dir, "settings.json"), project)
		entries, _ := in.World.ReadDir(facts.Join(dir, "extensions"))
		for _, e := range entries {
			all = append(all, start.Run{Kind: "extension", Name: e.Name, File: facts.Join(dir, "extensions", e.Name), Project: project})
		}
	}
	defaults, system := systemFiles(in.World, in.Cwd)
	add(defaults, false)
	add(system, false)
	folder(home(in), false)
	for _, dir := range in.Dirs() {
		folder(facts.Join(dir, ".qwen"), true)
	}
	return all
}
