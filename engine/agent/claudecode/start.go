package claudecode

import (
	"slices"
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Start says how Claude Code is started for a capture, as measured with 2.1.332.
//
// Settings of the user or the project may set ANTHROPIC_BASE_URL, which overrides the
// process's environment; the flag --settings overrides both, so galley passes its address
// there too. CLAUDE_CONFIG_DIR names a copy of the user's configuration without credentials.
var Start = start.Starter{
	Program: "claude", Packages: []string{"@anthropic-ai/claude-code"}, Install: "npm install -g @anthropic-ai/claude-code",
	Worst: 2 * time.Second, Versions: []string{"2.1.332"},
	Task:     &start.Task{Tool: "Agent", Name: "subagent_type", Prompt: "prompt", Also: map[string]string{"description": "say ok"}},
	Headless: headless, Interactive: interactive, Runs: runs,
	Override: start.ByFlag("--system-prompt-file",
		"the main system text",
		"the billing line, the identity line, rule files, context (without the git status), the text after the first message, and tools"),
	Sent:     []string{"claude-cli/"},
	Leavings: []string{".claude/settings.local.json"},
}

// configDir returns the user's configuration directory.
func configDir(in start.Input) string { return in.Folder("CLAUDE_CONFIG_DIR", ".claude") }

// state returns the content and the path of .claude.json, the file in which Claude Code stores its
// data about projects and servers.
func state(in start.Input) (tool.Value, string) {
	name := facts.Join(in.Home, ".claude.json")
	if dir := in.Env("CLAUDE_CONFIG_DIR"); dir != "" {
		name = facts.Join(dir, ".claude.json")
	}
	v, _ := in.JSON(name)
	return v, name
}

func common(in start.Input) (start.Plan, tool.Value) {
	p := start.Plan{Form: wire.Anthropic, Env: map[string]string{
		"CLAUDE_CONFIG_DIR": facts.Join(in.Scratch, "cfg"), "XDG_CACHE_HOME": facts.Join(in.Scratch, "cache"),
		"ANTHROPIC_BASE_URL": in.URL, "ANTHROPIC_API_KEY": in.Key,
	}, Unset: []string{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT"}}
	from := configDir(in)
	p.Copies = start.CopyInto(from, "cfg", "CLAUDE.md", "AGENTS.md", "rules", "skills", "agents", "commands", "output-styles", "plugins")
	settings, _ := in.JSON(facts.Join(from, "settings.json"))
	settings, left := start.WithoutSecrets(settings, "apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh", "otelHeadersHelper", "forceLoginMethod", "forceLoginOrgUUID")
	for _, name := range left {
		p.Notes = append(p.Notes, "settings.json: "+name+" is left out")
	}
	settings = onceEach(settings, in.Cwd, from)
	p.Substitutions = []start.Substitution{{From: facts.Join(in.Scratch, "cfg"), To: from}, {From: slug(facts.Join(in.Scratch, "cfg")), To: slug(from)}}
	env := tool.Table(tool.Member{Name: "ANTHROPIC_BASE_URL", Value: tool.Text(in.URL)}, tool.Member{Name: "ANTHROPIC_API_KEY", Value: tool.Text(in.Key)})
	p.Args = []string{"--settings", tool.Table(tool.Member{Name: "env", Value: env}).JSON()}
	if in.Model != "" {
		p.Args = append(p.Args, "--model", in.Model)
	}
	return p, settings
}

// onceEach excludes the user's original rule files from the search in the directories above the
// project, if the project lies below the home. Claude Code loads each real path once. The capture
// uses copies of these files with other real paths, so without onceEach both the original and the
// copy would load.
func onceEach(settings tool.Value, cwd, from string) tool.Value {
	const key = "claudeMdExcludes"
	if facts.Base(from) != ".claude" || !facts.Within(cwd, facts.Dir(from)) {
		return settings
	}
	return settings.With(key, tool.List(append(slices.Clone(settings.Get(key).Items), tool.Text(facts.Join(from, "**")))...))
}

// slug turns a path into the directory name that Claude Code gives it.
func slug(p string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, p)
}

// requestState returns the part of the state file that affects the request: the flags that the server sent,
// the entry of this project and the user's servers.
func requestState(in start.Input, more ...tool.Member) tool.Value {
	old, _ := state(in)
	out := tool.Value{Kind: tool.Object}
	for _, name := range []string{"cachedFeatureFlags", "cachedFeatureFlagsAt", "cachedGrowthBookFeatures", "cachedGrowthBookFeaturesAt", "mcpServers"} {
		if v := old.Get(name); v.Kind != tool.Absent {
			out = out.With(name, v)
		}
	}
	checkout := checkoutOf(in.World, in.Cwd)
	project := old.Get("projects").Get(checkout)
	if project.Kind != tool.Object {
		project = tool.Value{Kind: tool.Object}
	}
	for _, m := range more {
		if m.Name == "hasTrustDialogAccepted" {
			project = project.With(m.Name, m.Value)
			continue
		}
		out = out.With(m.Name, m.Value)
	}
	// Claude Code would ask whether to allow an import from outside the directory, and nobody could
	// answer. If the user has not approved such imports, refuse them, as a headless run does.
	if v := project.Get("hasClaudeMdExternalIncludesWarningShown"); v.Kind == tool.Absent && len(more) > 0 {
		project = project.With("hasClaudeMdExternalIncludesWarningShown", tool.Flag(true))
	}
	if len(project.Members) > 0 {
		out = out.With("projects", tool.Table(tool.Member{Name: checkout, Value: project}))
	}
	return out
}

func files(settings, state tool.Value) []start.File {
	return []start.File{{Path: "cfg/settings.json", Text: settings.Indented()}, {Path: "cfg/.claude.json", Text: state.Indented()}}
}

func headless(in start.Input) (start.Plan, error) {
	p, settings := common(in)
	p.Files = files(settings, requestState(in))
	p.Args = append([]string{"-p", "--no-session-persistence"}, append(p.Args, in.Args...)...)
	p.Args = append(p.Args, in.Prompt)
	return p, nil
}

func interactive(in start.Input) (start.Plan, error) {
	p, settings := common(in)
	if settings.Get("enableAllProjectMcpServers").Kind == tool.Absent {
		settings = settings.With("enableAllProjectMcpServers", tool.Flag(true))
		p.Notes = append(p.Notes, "the project's MCP servers are approved for this run")
	}
	tail := in.Key[max(len(in.Key)-20, 0):]
	p.Files = files(settings, requestState(in,
		tool.Member{Name: "hasCompletedOnboarding", Value: tool.Flag(true)}, tool.Member{Name: "theme", Value: tool.Text("dark")},
		tool.Member{Name: "customApiKeyResponses", Value: tool.Table(tool.Member{Name: "approved", Value: tool.List(tool.Text(tail))})},
		tool.Member{Name: "hasTrustDialogAccepted", Value: tool.Flag(true)}))
	p.Notes = append(p.Notes, "the folder is trusted for this run")
	p.Args = append(append(p.Args, in.Args...), in.Prompt)
	return p, nil
}

func runs(in start.Input) []start.Run {
	var all []start.Run
	old, stateFile := state(in)
	add := func(name string, project bool) {
		v, _ := in.JSON(name)
		all = append(all, start.Hooks(v.Get("hooks"), name, project)...)
		all = append(all, start.Servers(v.Get("mcpServers"), name, project)...)
		if line := v.Get("statusLine").Get("command").Text; line != "" {
			all = append(all, start.Run{Kind: "command", Name: "statusLine", Command: line, File: name, Project: project})
		}
		for _, m := range v.Get("enabledPlugins").Members {
			if m.Value.Text != "false" {
				all = append(all, start.Run{Kind: "plugin", Name: m.Name, File: name, Project: project})
			}
		}
	}
	add(facts.Join(configDir(in), "settings.json"), false)
	for _, dir := range in.Dirs() {
		add(facts.Join(dir, ".claude/settings.json"), true)
		add(facts.Join(dir, ".claude/settings.local.json"), true)
		add(facts.Join(dir, ".mcp.json"), true)
	}
	all = append(all, start.Servers(old.Get("mcpServers"), stateFile, false)...)
	all = append(all, start.Servers(old.Get("projects").Get(checkoutOf(in.World, in.Cwd)).Get("mcpServers"), stateFile, false)...)
	return all
}
