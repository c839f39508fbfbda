package continuecli

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"galley/engine/bounded"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/wire"
)

// Start says how Continue is started for a capture, as measured with 1.5.47. Its
// interactive start looks up one host name, which a proxy cannot prevent.
var Start = start.Starter{
	Program: "cn", Packages: []string{"@continuedev/cli"}, Install: "npm install -g @continuedev/cli",
	Worst: 4 * time.Second, Versions: []string{"1.5.47"},
	Headless:    func(in start.Input) (start.Plan, error) { return plan(in, true) },
	Interactive: func(in start.Input) (start.Plan, error) { return plan(in, false) },
	Runs:        runs,
	Facts:       states,
	NoOverride:  "nothing can replace its text; `--rule TEXT` adds a rule",
}

// states returns the state of each changed file of the repository as the agent writes it. Paths are
// relative to the repository's root, whatever the working directory is.
func states(ctx context.Context, w facts.World, cwd string) []start.Fact {
	answer, err := w.Git(ctx, cwd, "status", "--porcelain")
	if err != nil || answer.Exit != 0 {
		return nil
	}
	text := strings.TrimSpace(answer.Stdout)
	if text == "" {
		text = "Working tree clean"
	}
	return []start.Fact{{Name: "git status", Text: text}}
}

func home(in start.Input) string { return in.Folder("CONTINUE_GLOBAL_DIR", ".continue") }

// startFile is the part of config.yaml that affects the request.
type startFile struct {
	Models []struct {
		Name     string `yaml:"name"`
		Provider string `yaml:"provider"`
		Model    string `yaml:"model"`
	} `yaml:"models"`
	MCPServers []struct {
		Name    string   `yaml:"name"`
		Command string   `yaml:"command"`
		Args    []string `yaml:"args"`
		URL     string   `yaml:"url"`
	} `yaml:"mcpServers"`
}

func read(in start.Input) (all startFile, whole map[string]any) {
	text, err := in.World.ReadFile(facts.Join(home(in), "config.yaml"))
	if err != nil || len(text) > 1<<20 || bounded.YAML([]byte(text), &all) != nil || bounded.YAML([]byte(text), &whole) != nil || whole == nil {
		return startFile{}, map[string]any{}
	}
	return all, whole
}

func plan(in start.Input, headless bool) (start.Plan, error) {
	from := home(in)
	own, whole := read(in)
	p := start.Plan{
		Env:           map[string]string{"CONTINUE_GLOBAL_DIR": facts.Join(in.Scratch, "c"), "OPENAI_API_KEY": in.Key},
		Copies:        start.CopyInto(from, "c", "rules", "skills", "agents", "prompts", ".continuerc.json"),
		Substitutions: []start.Substitution{{From: facts.Join(in.Scratch, "c"), To: from}},
	}
	provider, model, name := "openai", in.Model, "galley"
	if len(own.Models) > 0 {
		name = own.Models[0].Name
		if model == "" {
			provider, model = own.Models[0].Provider, own.Models[0].Model
		}
	}
	if model == "" {
		model = "gpt-4.1"
		p.Notes = append(p.Notes, "no settings file names a model: "+model+" is used")
	}
	base := in.URL + "/v1/"
	switch provider {
	case "anthropic":
		p.Form = wire.Anthropic
	case "gemini":
		p.Form, base = wire.Gemini, in.URL+"/v1beta/"
	case "openai":
	default:
		p.Notes = append(p.Notes, "the provider "+strconv.Quote(provider)+" is replaced by openai")
		provider = "openai"
	}
	whole["models"] = []map[string]any{{"name": name, "provider": provider, "model": model, "apiBase": base, "apiKey": in.Key}}
	for key, value := range map[string]any{"name": "galley", "version": "0.0.1", "schema": "v1"} {
		if _, ok := whole[key]; !ok {
			whole[key] = value
		}
	}
	text, _ := yaml.Marshal(whole) // cannot fail: whole has only values from YAML, and strings
	p.Files = []start.File{{Path: "c/config.yaml", Text: string(text)}}
	p.Args = []string{"--config", facts.Join(in.Scratch, "c/config.yaml")}
	if headless {
		p.Args = append(p.Args, "-p")
	}
	p.Args = append(append(p.Args, in.Args...), in.Prompt)
	return p, nil
}

func runs(in start.Input) []start.Run {
	own, _ := read(in)
	var all []start.Run
	for _, s := range own.MCPServers {
		command := s.Command
		for _, a := range s.Args {
			command += " " + a
		}
		if command == "" {
			command = s.URL
		}
		all = append(all, start.Run{Kind: "MCP server", Name: s.Name, Command: command, File: facts.Join(home(in), "config.yaml")})
	}
	for _, dir := range in.Dirs() {
		servers := facts.Join(dir, ".continue/mcpServers")
		entries, _ := in.World.ReadDir(servers)
		for _, e := range entries {
			all = append(all, start.Run{Kind: "MCP server", Name: e.Name, File: facts.Join(servers, e.Name), Project: true})
		}
	}
	return all
}
