package crush

import (
	"context"
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/tool"
)

// Start says how Crush is started for a capture, as measured with a build of the
// source at 37f36e93. Settings in its data directory override all others.
var Start = start.Starter{
	Program: "crush", Packages: []string{"@charmland/crush"}, Install: "go install github.com/charmbracelet/crush@latest",
	Worst: 2 * time.Second, Versions: []string{"37f36e93"},
	Headless: headless, Runs: runs, Unordered: true, // the order of context files varies
	NoInteractive: "its screen takes no prompt as an argument",
	NoOverride:    "nothing can replace its text; `system_prompt_prefix` of a provider in crush.json adds a system block before it",
	Sent:          []string{"crush/"},
	Facts:         states,
}

// states returns the states of the repository as Crush writes them: only if the directory itself
// has a .git, and at most 20 lines of the status.
func states(ctx context.Context, w facts.World, cwd string) []start.Fact {
	if _, err := w.Stat(facts.Join(cwd, ".git")); err != nil {
		return nil
	}
	ask := func(args ...string) string {
		answer, err := w.Git(ctx, cwd, args...)
		if err != nil || answer.Exit != 0 {
			return ""
		}
		return strings.TrimRight(answer.Stdout, "\n")
	}
	text := "Status: clean"
	if lines := strings.Split(ask("status", "--short"), "\n"); lines[0] != "" {
		text = "Status:\n" + strings.TrimSpace(strings.Join(lines[:min(len(lines), 20)], "\n"))
	}
	if branch := ask("branch", "--show-current"); branch != "" {
		text = "Current branch: " + branch + "\n" + text
	}
	if commits := ask("log", "--oneline", "-n", "3"); commits != "" {
		text += "\nRecent commits:\n" + commits
	}
	return []start.Fact{{Name: "git state", Text: text}}
}

// names are the names of a project's settings files.
var names = []string{"crush.json", ".crush.json"}

// config returns the user's settings file.
func config(in start.Input) string {
	dir := in.Env("XDG_CONFIG_HOME")
	if dir == "" {
		dir = facts.Join(in.Home, ".config")
	}
	return facts.Join(dir, "crush/crush.json")
}

func headless(in start.Input) (start.Plan, error) {
	providers := tool.Value{Kind: tool.Object}
	add := func(name, base string) {
		providers = providers.With(name, tool.Table(tool.Member{Name: "base_url", Value: tool.Text(in.URL + base)}, tool.Member{Name: "api_key", Value: tool.Text(in.Key)}))
	}
	add("anthropic", "")
	models := tool.Value{}
	for _, name := range files(in) {
		v, _ := in.JSON(name)
		for _, p := range v.Get("providers").Members {
			base := "/v1"
			if t := p.Value.Get("type").Text; t == "anthropic" || t == "" && p.Name == "anthropic" {
				base = ""
			} else if t == "gemini" || p.Name == "gemini" {
				base = "/v1beta"
			}
			add(p.Name, base)
		}
		if own := v.Get("models"); own.Kind == tool.Object {
			models = own
		}
	}
	p := start.Plan{Env: map[string]string{"CRUSH_GLOBAL_DATA": facts.Join(in.Scratch, "gd"), "ANTHROPIC_API_KEY": in.Key}, Dirs: []string{"gd", "d"}}
	settings := tool.Table(tool.Member{Name: "providers", Value: providers})
	if models.Kind == tool.Object {
		settings = settings.With("models", models)
	}
	p.Files = []start.File{{Path: "d/crush.json", Text: settings.Indented()}}
	p.Args = []string{"run", "-q", "--data-dir", facts.Join(in.Scratch, "d")}
	if in.Model != "" {
		p.Args = append(p.Args, "--model", in.Model)
	}
	p.Args = append(append(p.Args, in.Args...), in.Prompt)
	return p, nil
}

func files(in start.Input) []string {
	all := []string{config(in)}
	for _, dir := range in.Dirs() {
		for _, name := range names {
			all = append(all, facts.Join(dir, name))
		}
	}
	return all
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	for i, name := range files(in) {
		v, _ := in.JSON(name)
		all = append(all, start.Servers(v.Get("mcp"), name, i > 0)...)
		for _, s := range v.Get("lsp").Members {
			all = append(all, start.Run{Kind: "language server", Name: s.Name, Command: s.Value.Get("command").Text, File: name, Project: i > 0})
		}
		for _, event := range v.Get("hooks").Members {
			for _, h := range event.Value.Items {
				all = append(all, start.Run{Kind: "hook", Name: event.Name, Command: h.Get("command").Text, File: name, Project: i > 0})
			}
		}
	}
	return all
}
