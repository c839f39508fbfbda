package opencode

import (
	"fmt"
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/tool"
)

// Start says how OpenCode is started for a capture, as measured with 1.18.33.
//
// The run sets OPENCODE_CONFIG_CONTENT, which overrides every settings file. It has effect
// only for the providers that it names, so it names all that are configured. The user's
// home and configuration are used as they are; only data, state and cache go to the scratch
// directory.
var Start = start.Starter{
	Program: "opencode", Packages: []string{"opencode-ai", "opencode"}, Install: "npm install -g opencode-ai",
	Worst: 10 * time.Second, Versions: []string{"1.18.33"},
	Task:        &start.Task{Tool: "task", Name: "subagent_type", Prompt: "prompt", Also: map[string]string{"description": "say ok"}},
	Headless:    func(in start.Input) (start.Plan, error) { return Family.Headless(in) },
	Interactive: func(in start.Input) (start.Plan, error) { return Family.Interactive(in) },
	Runs:        func(in start.Input) []start.Run { return Family.Runs(in) },
	Override: func(in start.Input, file, _ string) (start.With, error) {
		return Family.Override(in, "build", file, "the base text", "the environment, rule files, skills, and tools")
	},
	Sent:     []string{"opencode/"},
	Leavings: []string{".git/opencode", ".opencode/.gitignore"},
}

// Family is the [Variant] that describes OpenCode itself.
var Family = Variant{Variable: "OPENCODE_CONFIG_CONTENT", Name: "opencode", Dirs: []string{".opencode"}, TitleFlag: true}

// Variant describes OpenCode or a program that is derived from it.
type Variant struct {
	Variable  string   // the variable whose settings override all files
	Name      string   // the name of its folders and settings files
	Dirs      []string // the folders of a project in which it looks for settings
	TitleFlag bool     // the command run accepts --title, which saves the request that asks for a title
}

// files returns the settings files, and reports for each whether it is one of the project's.
func (v Variant) files(in start.Input) (names []string, project []bool) {
	config := in.Env("XDG_CONFIG_HOME")
	if config == "" {
		config = facts.Join(in.Home, ".config")
	}
	add := func(dir string, own bool) {
		for _, name := range []string{"config.json", v.Name + ".json", v.Name + ".jsonc"} {
			names, project = append(names, facts.Join(dir, name)), append(project, own)
		}
	}
	add(facts.Join(config, v.Name), false)
	if file := in.Env(strings.ToUpper(v.Name) + "_CONFIG"); file != "" {
		names, project = append(names, file), append(project, false)
	}
	for _, dir := range in.Dirs() {
		add(dir, true)
		for _, sub := range v.Dirs {
			add(facts.Join(dir, sub), true)
		}
	}
	return names, project
}

// providers lists the providers that are redirected to the capture's endpoint even if no settings
// file names them. Google's client needs another base URL than the others.
var providers = []string{"anthropic", "openai", "google", "opencode", "openrouter"}

func (v Variant) common(in start.Input) start.Plan {
	model, named := in.Model, append([]string{}, providers...)
	files, _ := v.files(in)
	for _, name := range files {
		c, _ := in.JSON(name)
		for _, p := range c.Get("provider").Members {
			named = append(named, p.Name)
		}
		if m := c.Get("model").Text; m != "" && in.Model == "" {
			model = m
		}
	}
	p := start.Plan{}
	content := tool.Value{Kind: tool.Object} // keeps the user's own settings in the variable, except the providers
	if old, _, _ := tool.ParseJSON(in.Env(v.Variable)); old.Kind == tool.Object {
		content = old.Without("provider")
		if m := old.Get("model").Text; m != "" && in.Model == "" {
			model = m
		}
		if old.Get("provider").Kind == tool.Object {
			p.Notes = append(p.Notes, "provider of "+v.Variable+" is replaced")
		}
	}
	if provider, _, ok := strings.Cut(model, "/"); ok {
		named = append(named, provider)
	}
	all := tool.Value{Kind: tool.Object}
	for _, name := range named {
		base := "/v1"
		if name == "google" {
			base = "/v1beta"
		}
		all = all.With(name, tool.Table(tool.Member{Name: "options", Value: tool.Table(
			tool.Member{Name: "baseURL", Value: tool.Text(in.URL + base)}, tool.Member{Name: "apiKey", Value: tool.Text(in.Key)})}))
	}
	content = content.With("provider", all)
	if model == "" {
		model = "anthropic/claude-sonnet-4-5"
		p.Notes = append(p.Notes, "no settings file names a model: "+model+" is used")
	}
	content = content.With("model", tool.Text(model))
	p.Env = map[string]string{
		v.Variable: content.JSON(), "XDG_DATA_HOME": facts.Join(in.Scratch, "data"), "XDG_STATE_HOME": facts.Join(in.Scratch, "state"), "XDG_CACHE_HOME": facts.Join(in.Scratch, "cache"),
		"ANTHROPIC_API_KEY": in.Key,
	}
	return p
}

// Headless plans a start without a screen, for one turn.
func (v Variant) Headless(in start.Input) (start.Plan, error) {
	p := v.common(in)
	p.Args = []string{"run"}
	if v.TitleFlag {
		p.Args = append(p.Args, "--title", "galley")
	}
	p.Args = append(append(p.Args, in.Args...), in.Prompt)
	return p, nil
}

// Interactive plans a start with the agent's own screen.
func (v Variant) Interactive(in start.Input) (start.Plan, error) {
	p := v.common(in)
	p.Args = append([]string{"--prompt", in.Prompt}, in.Args...)
	return p, nil
}

// Runs lists the servers and plugins of the settings files.
func (v Variant) Runs(in start.Input) []start.Run {
	var all []start.Run
	files, project := v.files(in)
	for i, name := range files {
		c, _ := in.JSON(name)
		all = append(all, start.Servers(c.Get("mcp"), name, project[i])...)
		for _, p := range c.Get("plugin").Items {
			all = append(all, start.Run{Kind: "plugin", Name: p.Text, File: name, Project: project[i]})
		}
	}
	for _, dir := range in.Dirs() {
		for _, sub := range v.Dirs {
			for _, kind := range []string{"plugin", "plugins", "tool", "tools"} {
				entries, _ := in.World.ReadDir(facts.Join(dir, sub, kind))
				for _, e := range entries {
					all = append(all, start.Run{Kind: kind, Name: e.Name, File: facts.Join(dir, sub, kind, e.Name), Project: true})
				}
			}
		}
	}
	return all
}

// Override makes the program read the prompt of agent from file, by settings in the variable that
// overrides all settings files. It keeps the other settings in that variable. The program removes
// white space and line ends from the beginning and the end of the file's text.
func (v Variant) Override(in start.Input, agent, file, replaces, stays string) (start.With, error) {
	content := tool.Value{Kind: tool.Object}
	if old := in.Env(v.Variable); old != "" {
		parsed, _, err := tool.ParseJSON(old)
		if err != nil || parsed.Kind != tool.Object {
			return start.With{}, fmt.Errorf("%s in the environment is not a JSON object: unset it or correct it", v.Variable)
		}
		content = parsed
	}
	inner := func(of tool.Value, name string) tool.Value {
		if got := of.Get(name); got.Kind == tool.Object {
			return got
		}
		return tool.Value{Kind: tool.Object}
	}
	agents := inner(content, "agent")
	content = content.With("agent", agents.With(agent, inner(agents, agent).With("prompt", tool.Text("{file:"+file+"}"))))
	return start.With{Env: map[string]string{v.Variable: content.JSON()}, Replaces: replaces + "; " + start.Cut, Stays: stays}, nil
}
