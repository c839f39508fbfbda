package discovery

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"galley/engine/bounded"
	"galley/engine/facts"
)

// configure merges the settings as OpenCode 1.1 does, but for the global files,
// whose lists are put together like the others. Entries that are no text, or
// blank, are passed over.
func (r *openagenticRun) configure() {
	dirs := r.upTo(r.trace.Cwd, r.trace.Root)
	down := slices.Clone(dirs)
	slices.Reverse(down)
	for _, name := range []string{"config.json", "opencode.json", "opencode.jsonc"} {
		r.settings(facts.Join(r.config, name), "global")
	}
	if p := r.envOr("OPENCODE_CONFIG", ""); p != "" {
		r.settings(facts.Resolve(r.trace.Cwd, p), "OPENCODE_CONFIG")
	}
	if !r.noProject {
		for _, name := range []string{"opencode.jsonc", "opencode.json"} {
			for _, dir := range down {
				r.settings(facts.Join(dir, name), "project")
			}
		}
	}
	if text := r.envOr("OPENCODE_CONFIG_CONTENT", ""); text != "" {
		r.merge([]byte(text), "OPENCODE_CONFIG_CONTENT", "variable")
	}
	var own []string
	if !r.noProject {
		for _, dir := range dirs {
			own = append(own, facts.Join(dir, ".opencode"))
		}
	}
	own = append(own, facts.Join(r.home, ".opencode"))
	if r.configDir != "" {
		own = append(own, facts.Resolve(r.trace.Cwd, r.configDir))
	}
	for _, dir := range unique(own) {
		for _, name := range []string{"opencode.jsonc", "opencode.json"} {
			r.settings(facts.Join(dir, name), ".opencode")
		}
		r.commandFiles(dir)
	}
}

// commandFiles notes the commands that are Markdown files below dir, in commands
// and command, named by their path there.
func (r *openagenticRun) commandFiles(dir string) {
	if r.commands == nil {
		return
	}
	for _, sub := range []string{"commands", "command"} {
		r.tree.Files(facts.Join(dir, sub), func(rel string) {
			if name, ok := strings.CutSuffix(rel, ".md"); ok && name != "" {
				r.commands[name] = true
			}
		})
	}
}

// settingsCommands notes the commands that a settings file defines.
func (r *openagenticRun) settingsCommands(plain []byte) {
	var top map[string]json.RawMessage
	_ = json.Unmarshal(plain, &top) // what is no object defines nothing
	for _, key := range []string{"command", "commands"} {
		var defined map[string]json.RawMessage
		if json.Unmarshal(top[key], &defined) != nil || len(defined) == 0 {
			continue
		}
		for name := range defined {
			if name != "" {
				r.commands[name] = true
			}
		}
		break
	}
}

// claudeCommands notes Claude Code's commands, those directly in the directory.
func (r *openagenticRun) claudeCommands() {
	entries, err := r.world.ReadDir(facts.Join(r.trace.Cwd, ".claude", "commands"))
	if err != nil {
		return
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name, ".md"); ok && name != "" {
			r.commands[name] = true
		}
	}
}

func (r *openagenticRun) settings(name, tier string) {
	info, err := r.world.Stat(name)
	if err != nil || !info.IsRegular() {
		return
	}
	data, err := r.world.ReadFile(name)
	if err != nil {
		r.note("%s: %s; what the SDK does then is not known", name, why(err))
		return
	}
	text, ok := r.substitute(decode(name, data, 0).String(), name)
	if !ok || strings.TrimSpace(text) == "" {
		return
	}
	plain, err := bounded.Standardize([]byte(text))
	if err != nil {
		r.tooMuch(name, err)
		r.note("%s: it is not JSON with comments: %s; what the SDK does then is not known",
			name, strings.TrimPrefix(err.Error(), "hujson: "))
		return
	}
	r.merge(plain, name, tier)
}

// merge puts one settings file's entries behind those before.
func (r *openagenticRun) merge(plain []byte, name, tier string) {
	r.trace.Settings = append(r.trace.Settings, Setting{Path: name, Tier: tier, Found: true})
	if r.commands != nil {
		r.settingsCommands(plain)
	}
	var top struct {
		Instructions []json.RawMessage `json:"instructions"`
	}
	if err := json.Unmarshal(plain, &top); err != nil {
		r.note("%s: its instructions are no list; what the SDK does then is not known", name)
		return
	}
	if top.Instructions != nil && r.trace.Entries == nil {
		r.trace.Entries = []string{}
	}
	for _, raw := range top.Instructions {
		var entry string
		if json.Unmarshal(raw, &entry) != nil || string(raw) == "null" {
			continue
		}
		if entry = strings.TrimSpace(entry); entry != "" {
			r.trace.Entries = append(r.trace.Entries, entry)
		}
	}
	r.trace.Entries = unique(r.trace.Entries)
}

// substitute is OpenCode's, each distinct file reference once.
func (r *openagenticRun) substitute(text, name string) (string, bool) {
	text = envReference().ReplaceAllStringFunc(text, func(ref string) string {
		value, _ := r.world.LookupEnv(envReference().FindStringSubmatch(ref)[1])
		r.secret(value, ref)
		if r.budget.Output(name, len(value)) != nil {
			return ""
		}
		return value
	})
	for _, ref := range unique(fileReference().FindAllString(text, -1)) {
		if r.budget.Import(name) != nil {
			return "", false
		}
		if line, found := lineWith(text, ref); found && strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue
		}
		target := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(ref, "{file:"), "}"))
		if strings.HasPrefix(target, "~/") {
			target = facts.Join(r.home, target[2:])
		}
		target = facts.Resolve(facts.Dir(name), target)
		data, err := r.world.ReadFile(target)
		if err != nil {
			what := why(err)
			if errors.Is(err, fs.ErrNotExist) {
				what = "it does not exist"
			}
			r.note("%s: bad file reference %s to %s: %s; what the SDK does then is not known", name, ref, target, what)
			return "", false
		}
		value := strings.TrimSpace(decode(target, data, 0).String())
		r.secret(value, ref)
		if text = strings.Replace(text, ref, jsonEscape(value), 1); r.budget.Output(name, len(text)) != nil {
			return "", false
		}
	}
	return text, true
}
