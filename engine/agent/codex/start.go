package codex

import (
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Start says how Codex is started for a capture, as measured with 0.171.0.
//
// That version ignores OPENAI_BASE_URL, so the address is passed as a setting. The
// user's model_provider overrides that setting, so its base_url is overridden then.
// CODEX_HOME moves the configuration, so the user's is copied.
var Start = start.Starter{
	Program: "codex", Packages: []string{"@openai/codex"}, Install: "npm install -g @openai/codex",
	Worst: time.Second, Versions: []string{"0.171.0"},
	Headless: headless, Interactive: interactive, Runs: runs,
	Override: override, Sent: []string{"codex_exec/", "codex_cli_rs/", "codex-tui/"},
}

func home(in start.Input) string {
	if dir := in.Env("CODEX_HOME"); dir != "" {
		return dir
	}
	return facts.Join(in.Home, ".codex")
}

// settings reads config.toml. A file that cannot be read counts as empty, because Codex would not
// start with this file.
func settings(in start.Input, name string) map[string]any {
	var all map[string]any
	if text, err := in.World.ReadFile(name); err == nil && len(text) <= 1<<20 {
		if readTOML(string(text), &all) != nil {
			return map[string]any{}
		}
	}
	if all == nil {
		all = map[string]any{}
	}
	return all
}

func common(in start.Input) (start.Plan, map[string]any) {
	from := home(in)
	p := start.Plan{
		Form: wire.Responses, Env: map[string]string{"CODEX_HOME": facts.Join(in.Scratch, "cx"), "CODEX_API_KEY": in.Key, "OPENAI_API_KEY": in.Key},
		Dirs:          []string{"cx"},
		Copies:        start.CopyInto(from, "cx", "AGENTS.md", "AGENTS.override.md", "agents", "skills", "prompts", "rules", "models_cache.json"),
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "cx"), To: from}},
		Args:          []string{"-c", "openai_base_url=" + in.URL + "/v1"},
	}
	all := settings(in, facts.Join(from, "config.toml"))
	files := []configuration{{"config.toml", all}}
	if name := profileOf(in.Args); name != "" {
		files = append(files, configuration{name + ".config.toml", settings(in, facts.Join(from, name+".config.toml"))})
	}
	provider := ""
	for _, f := range files {
		f.withoutAccount(&p)
		f.absolute(from)
		if name, ok := f.values["model_provider"].(string); ok {
			provider = name
		}
	}
	for _, f := range files {
		f.redirect(&p, in, provider)
	}
	for _, f := range files[1:] {
		p.Files = append(p.Files, f.file())
	}
	if _, err := in.World.Stat(facts.Join(from, "models_cache.json")); err == nil {
		p.Args = append(p.Args, "-c", "model_catalog_json="+facts.Join(in.Scratch, "cx/models_cache.json"))
	}
	if in.Model != "" {
		p.Args = append(p.Args, "-m", in.Model)
	}
	return p, all
}

func headless(in start.Input) (start.Plan, error) {
	p, all := common(in)
	p.Files = append(p.Files, configuration{"config.toml", all}.file())
	p.Args = append([]string{"exec", "--ephemeral", "--skip-git-repo-check"}, append(append(p.Args, in.Args...), in.Prompt)...)
	return p, nil
}

func interactive(in start.Input) (start.Plan, error) {
	p, all := common(in)
	all["openai_base_url"] = in.URL + "/v1"
	projects, _ := all["projects"].(map[string]any)
	if projects == nil {
		projects = map[string]any{}
	}
	root := in.Project
	if root == "" {
		root = in.Cwd
	}
	if _, ok := projects[root]; !ok {
		projects[root] = map[string]any{"trust_level": "trusted"}
		p.Notes = append(p.Notes, "the folder is trusted for this run")
	}
	all["projects"] = projects
	auth := tool.Table(tool.Member{Name: "OPENAI_API_KEY", Value: tool.Text(in.Key)})
	p.Files = append(p.Files, configuration{"config.toml", all}.file(), start.File{Path: "cx/auth.json", Text: auth.JSON()})
	p.Args = append([]string{"--no-daemon"}, append(append(p.Args, in.Args...), in.Prompt)...)
	return p, nil
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	add := func(name string, project bool) {
		v := settings(in, name)
		servers, _ := v["mcp_servers"].(map[string]any)
		all = append(all, start.Servers(start.JSONOf(servers), name, project)...)
		all = append(all, start.Hooks(start.JSONOf(v["hooks"]), name, project)...)
	}
	add(facts.Join(home(in), "config.toml"), false)
	for _, dir := range in.Dirs() {
		add(facts.Join(dir, ".codex/config.toml"), true)
		hooks, _ := in.JSON(facts.Join(dir, ".codex/hooks.json"))
		all = append(all, start.Hooks(hooks.Get("hooks"), facts.Join(dir, ".codex/hooks.json"), true)...)
	}
	return all
}

// override returns the argument that makes Codex read its prompt from file. The argument is a
// setting. Codex removes white space and line ends from the beginning and the end of the file's
// text.
func override(_ start.Input, file, _ string) (start.With, error) {
	return start.With{
		Args: []string{"-c", "model_instructions_file=" + file}, Replaces: "the base instructions; " + start.Cut,
		Stays: "skills, permissions, modes, rule files, the environment, and tools",
	}, nil
}
