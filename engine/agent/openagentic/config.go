package openagentic

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"galley/engine/agent/opencode"
	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
)

// configure merges the settings as OpenCode 1.1 does, except that it also joins the lists of the
// global files. It skips entries that are blank or not texts.
func (r *openagenticRun) configure() {
	dirs := r.UpTo(r.Trace.Cwd, r.Trace.Root)
	down := slices.Clone(dirs)
	slices.Reverse(down)
	for _, name := range []string{"config.json", "opencode.json", "opencode.jsonc"} {
		r.settings(facts.Join(r.config, name), "global")
	}
	if p := r.EnvOr("OPENCODE_CONFIG", ""); p != "" {
		r.settings(facts.Resolve(r.Trace.Cwd, p), "OPENCODE_CONFIG")
	}
	if !r.noProject {
		for _, name := range []string{"opencode.jsonc", "opencode.json"} {
			for _, dir := range down {
				r.settings(facts.Join(dir, name), "project")
			}
		}
	}
	if text := r.EnvOr("OPENCODE_CONFIG_CONTENT", ""); text != "" {
		r.merge([]byte(text), "OPENCODE_CONFIG_CONTENT", "variable", opencode.LiteralInstructions(text))
	}
	var own []string
	if !r.noProject {
		for _, dir := range dirs {
			own = append(own, facts.Join(dir, ".opencode"))
		}
	}
	own = append(own, facts.Join(r.Home, ".opencode"))
	if r.configDir != "" {
		own = append(own, facts.Resolve(r.Trace.Cwd, r.configDir))
	}
	for _, dir := range discovery.Unique(own) {
		for _, name := range []string{"opencode.jsonc", "opencode.json"} {
			r.settings(facts.Join(dir, name), ".opencode")
		}
		r.commandFiles(dir)
	}
}

// commandFiles records the commands that the Markdown files below dir/commands and dir/command
// define. Each is named after its path there.
func (r *openagenticRun) commandFiles(dir string) {
	if r.commands == nil {
		return
	}
	for _, sub := range []string{"commands", "command"} {
		r.TreeFor(dir).Files(facts.Join(dir, sub), func(rel string) {
			if name, ok := strings.CutSuffix(rel, ".md"); ok && name != "" {
				r.commands[name] = true
			}
		})
	}
}

// settingsCommands records the commands that a settings file defines.
func (r *openagenticRun) settingsCommands(plain []byte) {
	var top map[string]json.RawMessage
	_ = json.Unmarshal(plain, &top) // a value that is not an object defines nothing
	for _, key := range []string{"command", "commands"} {
		var defined map[string]json.RawMessage
		_ = json.Unmarshal(top[key], &defined) // of two keys, the first that defines something counts
		if len(defined) == 0 {
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

// claudeCommands records Claude Code's commands: the files directly in its directory of commands.
func (r *openagenticRun) claudeCommands() {
	entries, _ := r.World.ReadDir(facts.Join(r.Trace.Cwd, ".claude", "commands"))
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name, ".md"); ok && name != "" {
			r.commands[name] = true
		}
	}
}

func (r *openagenticRun) settings(name, tier string) {
	info, err := r.World.Stat(name)
	if err != nil || !info.IsRegular() {
		return
	}
	data, err := r.World.ReadFile(name)
	if err != nil {
		r.Note("%s: %s; it is not known what the SDK does then", name, discovery.Why(err))
	}
	written := discovery.Decode(name, data, 0).String()
	text := r.substitute(written, name)
	if strings.TrimSpace(text) == "" {
		return
	}
	plain, err := bounded.Standardize([]byte(text))
	if err != nil {
		r.TooMuch(name, err)
		r.Note("%s: it is not JSON with comments: %s; it is not known what the SDK does then",
			name, settings.Why(err))
		return
	}
	r.merge(plain, name, tier, opencode.LiteralInstructions(written))
}

// merge appends the instructions of one settings file. The parameter literal lists them as they are
// in the file, before references are replaced.
func (r *openagenticRun) merge(plain []byte, name, tier string, literal []string) {
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: tier, Found: true})
	if r.commands != nil {
		r.settingsCommands(plain)
	}
	var top struct {
		Instructions []json.RawMessage `json:"instructions"`
	}
	if err := json.Unmarshal(plain, &top); err != nil {
		r.Note("%s: its instructions are not a list; it is not known what the SDK does then", name)
	}
	if top.Instructions != nil && r.Trace.Entries == nil {
		r.Trace.Entries = []string{}
	}
	var entries []string
	for _, raw := range top.Instructions {
		var entry string
		_ = json.Unmarshal(raw, &entry) // what is not a text counts as empty
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	r.Taint(entries, literal)
	r.Trace.Entries = discovery.Unique(append(r.Trace.Entries, entries...))
}

// substitute replaces references as OpenCode does, but reads each distinct file only once. If a
// reference leads nowhere or the budget is used up, it returns "".
func (r *openagenticRun) substitute(text, name string) string {
	text = opencode.EnvValues(r.Finder, text, name)
	for _, ref := range discovery.Unique(opencode.FileReference().FindAllString(text, -1)) {
		if r.Budget.Import(name) != nil {
			return ""
		}
		if line, found := opencode.LineWith(text, ref); found && strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue
		}
		target := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(ref, "{file:"), "}"))
		if strings.HasPrefix(target, "~/") {
			target = facts.Join(r.Home, target[2:])
		}
		target = facts.Resolve(facts.Dir(name), target)
		data, err := r.World.ReadFile(target)
		if err != nil {
			what := discovery.Why(err)
			if errors.Is(err, fs.ErrNotExist) {
				what = "it does not exist"
			}
			r.Note("%s: bad file reference %s to %s: %s; it is not known what the SDK does then", name, ref, target, what)
			return ""
		}
		value := strings.TrimSpace(discovery.Decode(target, data, 0).String())
		r.Trace.Secrets.AddFile(value, ref)
		if text = strings.Replace(text, ref, opencode.JSONEscape(value), 1); r.Budget.Output(name, len(text)) != nil {
			return ""
		}
	}
	return text
}
