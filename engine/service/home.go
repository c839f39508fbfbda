package service

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
)

// agentWorld is the world in which an agent's discovery and assembly run. It has the served
// directories and, if the service opens the home, the places where agents keep settings of the user
// and the machine. The variables of a template do not use it.
type agentWorld struct {
	*rooted
	home   string   // as in the environment
	places []string // files and folders of agents outside the served directories that may be read
	open   bool
	asked  atomic.Pointer[string] // the first path that was refused
}

// homeFolders lists where agents keep a user's settings, relative to the home.
var homeFolders = []string{
	".opencode", ".claude", ".claude.json", ".gemini", ".config/opencode", ".local/share/opencode",
	".codex", ".agents", ".qwen", ".copilot", ".cline", "Cline", "Documents/Cline", ".continue", ".kilo", ".kilocode", ".config/kilo",
	".local/share/kilo", ".pi", ".roo", ".crush", ".config/crush", ".config/AGENTS.md", ".config/agents", ".config/goose", ".config/zed",
	".config/Code/User", ".codeium/windsurf", ".cursor", ".aider.conf.yml",
}

// machineFolders lists where agents keep the settings of the machine.
var machineFolders = []string{"/etc/opencode", "/etc/gemini-cli", "/etc/codex", "/etc/claude-code", "/Library/Application Support/opencode", "/Library/Application Support/GeminiCli"}

// ruleNames lists the names that agents look for in directories above the project. A project can
// make its agent look for other names, but files with other names are not read there.
var ruleNames = []string{
	"AGENTS.md", "CLAUDE.md", "CONTEXT.md", "GEMINI.md", "opencode.json", "opencode.jsonc", ".opencode", ".claude", ".gemini", ".git",
}

func newAgentWorld(r *rooted, open bool) *agentWorld {
	env := func(key string) string {
		value, _ := r.LookupEnv(key)
		return value
	}
	a := &agentWorld{rooted: r, home: facts.Clean(env("HOME")), open: open, places: slices.Clone(machineFolders)}
	add := func(dir string, below ...string) {
		if !facts.IsAbs(dir) {
			return
		}
		real, err := r.World.RealPath(dir)
		for _, name := range below {
			a.places = append(a.places, facts.Join(dir, name))
			if err == nil && real != dir {
				a.places = append(a.places, facts.Join(real, name))
			}
		}
	}
	add(env("HOME"), homeFolders...)
	add(env("GEMINI_CLI_HOME"), ".gemini")
	add(env("XDG_CONFIG_HOME"), "opencode")
	add(env("XDG_DATA_HOME"), "opencode")
	for _, key := range []string{"OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "GEMINI_SYSTEM_MD", "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"} {
		add(env(key), ".")
	}
	return a
}

// lets reports whether an agent may read a path outside the served directories.
func (a *agentWorld) lets(name string) bool {
	name = facts.Clean(name)
	if slices.ContainsFunc(a.places, func(place string) bool { return facts.Within(name, place) }) {
		if !a.open {
			a.asked.CompareAndSwap(nil, &name)
		}
		return a.open
	}
	return a.open && (name == a.home || a.above(name))
}

// above reports whether a path is above a served directory and is one that agents look for there.
func (a *agentWorld) above(name string) bool {
	if slices.ContainsFunc(a.roots, func(root string) bool { return facts.Within(name, root) }) {
		return false // a link in the project leads out of it
	}
	for dir := range facts.Up(facts.Dir(name)) {
		if slices.ContainsFunc(a.roots, func(root string) bool { return facts.Within(root, dir) }) {
			first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(name, dir), "/"), "/")
			return slices.Contains(ruleNames, first)
		}
	}
	return false
}

// Stat implements [facts.World].
func (a *agentWorld) Stat(name string) (facts.Info, error) {
	return ask(a, name, a.rooted.Stat, a.World.Stat)
}

// Lstat implements [facts.World].
func (a *agentWorld) Lstat(name string) (facts.Info, error) {
	return ask(a, name, a.rooted.Lstat, a.World.Lstat)
}

// Readlink implements [facts.World].
func (a *agentWorld) Readlink(name string) (string, error) {
	return ask(a, name, a.rooted.Readlink, a.World.Readlink)
}

// RealPath implements [facts.World].
func (a *agentWorld) RealPath(name string) (string, error) {
	return ask(a, name, a.rooted.RealPath, a.World.RealPath)
}

// ReadDir implements [facts.World].
func (a *agentWorld) ReadDir(name string) ([]facts.Entry, error) {
	return ask(a, name, a.rooted.ReadDir, a.World.ReadDir)
}

// ReadFile implements [facts.World].
func (a *agentWorld) ReadFile(name string) (string, error) {
	return ask(a, name, a.rooted.ReadFile, a.World.ReadFile)
}

// ReadHead implements [facts.World].
func (a *agentWorld) ReadHead(name string, limit int) (string, error) {
	head := func(w facts.World) func(string) (string, error) {
		return func(name string) (string, error) { return w.ReadHead(name, limit) }
	}
	return ask(a, name, head(a.rooted), head(a.World))
}

// ask asks the world of the served directories about a path. If that world refuses and the agent
// may read the path, ask asks the machine.
func ask[T any](a *agentWorld, name string, served, machine func(name string) (T, error)) (T, error) {
	answer, err := served(name)
	if errors.Is(err, facts.ErrRefused) && a.lets(name) {
		return machine(name)
	}
	return answer, err
}

// needsHome returns the refusal of a prompt whose agent reads places that the service does not
// open. It returns nil if the agent reads no such places.
func (a *agentWorld) needsHome(profile string) *engine.Refusal {
	name := a.asked.Load()
	if name == nil {
		return nil
	}
	return needsHome(*name, profile+" reads settings outside the served directories, which this service may not read",
		"start it with `galley serve --home`, or use a profile that reads only the project")
}

// needsHome returns the refusal of a prompt that may contain text of a file in the home. file is
// "" if the file is unknown.
func needsHome(file, message, hint string) *engine.Refusal {
	p := diag.New(diag.NeedsHome, source.NoSpan, message, hint)
	p.File = file
	return &engine.Refusal{Reason: "needs --home", Problems: []diag.Problem{p}}
}

// named returns an error if a request names files outside the served directories. Otherwise a
// client could read the user's settings through an agent.
func (s *Service) named(a renderRequest) error {
	cwd := a.cwd
	if cwd == "" {
		cwd = s.Roots[0]
	}
	for _, file := range a.scenario.InstructionFiles {
		if strings.HasPrefix(file, "http://") || strings.HasPrefix(file, "https://") {
			continue
		}
		full := file
		if !facts.IsAbs(full) {
			full = facts.Join(cwd, full)
		}
		served := func(root string) bool { return facts.Within(facts.Clean(full), facts.Clean(root)) }
		if strings.HasPrefix(file, "~") || strings.Contains(file, "..") || !slices.ContainsFunc(s.Roots, served) {
			return refuse(http.StatusForbidden, "scenario: instruction_files: %q is in no directory that is served here", file)
		}
	}
	return nil
}
