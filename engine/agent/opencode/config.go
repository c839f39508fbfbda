package opencode

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
)

// opencodeKeys are the top-level keys that 1.1.34 accepts.
var opencodeKeys = []string{"$schema", "theme", "keybinds", "logLevel", "tui", "server", "command", "watcher", "plugin",
	"snapshot", "share", "autoshare", "autoupdate", "disabled_providers", "enabled_providers", "model", "small_model",
	"default_agent", "username", "mode", "agent", "provider", "mcp", "formatter", "lsp", "instructions", "layout",
	"permission", "tools", "enterprise", "compaction", "experimental"}

// legacy reads the file "config" of the oldest releases. It is TOML and overrides the other global
// files; OpenCode converts it to config.json and removes it.
func (r *opencodeRun) legacy() {
	name := facts.Join(r.config, "config")
	text, err := r.World.ReadFile(name)
	var values map[string]any
	if err != nil || r.Trace.Failure != nil || bounded.TOML([]byte(text), &values) != nil {
		return
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: "global", Found: true})
	r.Note("%s is a file of the oldest releases: when OpenCode starts, it moves the settings to config.json", name)
	provider, _ := values["provider"].(string)
	model, _ := values["model"].(string)
	delete(values, "provider")
	delete(values, "model")
	if provider != "" && model != "" {
		values["model"] = provider + "/" + model
	}
	plain, err := json.Marshal(values)
	if err != nil {
		return
	}
	r.Trace.Entries = instructionsOf(plain)
	var top map[string]json.RawMessage
	_ = json.Unmarshal(plain, &top) // cannot fail: plain is an object
	r.define(top, name, text)
}

// instructionsOf returns the instructions of a settings file without checking the shape of its
// other values. It returns nil for a file without instructions.
func instructionsOf(plain []byte) []string {
	var loose struct {
		Instructions []string `json:"instructions"`
	}
	_ = json.Unmarshal(plain, &loose) // another shape defines no instructions
	return loose.Instructions
}

// opencodeSetting holds the instructions that a settings file lists.
type opencodeSetting struct {
	has          bool
	instructions []string
}

// configure merges the settings, in this order; later ones override earlier ones:
//
//	the global config.json, opencode.json, opencode.jsonc, each replacing the
//	list of the one before; $OPENCODE_CONFIG; then
//	1.1.34   opencode.jsonc from the worktree down to the directory, then
//	         opencode.json likewise; $OPENCODE_CONFIG_CONTENT, plain JSON; the
//	         .opencode directories
//	1.18.33  in each directory from the worktree down opencode.json and
//	         opencode.jsonc; the .opencode directories; the variable, with
//	         comments and substitution; the administrator's folder
//
// After the global files, lists are joined without repetition. A settings file that
// is missing or empty counts as {}.
func (r *opencodeRun) configure() {
	var global, merged opencodeSetting
	for _, name := range []string{"config.json", "opencode.json", "opencode.jsonc"} {
		if s := r.settings(facts.Join(r.config, name), "global"); s.has {
			global = s
		}
	}
	r.legacy()
	merged = global
	if r.Trace.Entries != nil { // the file of the oldest releases set them
		merged = opencodeSetting{true, r.Trace.Entries}
	}
	merge := func(s opencodeSetting) {
		switch {
		case !s.has:
		case !merged.has:
			merged = s
		default:
			merged.instructions = discovery.Unique(append(slices.Clone(merged.instructions), s.instructions...))
		}
	}
	if p := r.PathOr("OPENCODE_CONFIG", ""); p != "" {
		merge(r.settings(facts.Resolve(r.cwd, p), "OPENCODE_CONFIG"))
	}
	dirs := r.UpTo(r.cwd, r.Trace.Root)
	if !r.flags.noProject {
		for _, p := range r.projectSettings(dirs) {
			merge(r.settings(p, "project"))
		}
	}
	content := func() {
		if text := r.EnvOr("OPENCODE_CONFIG_CONTENT", ""); text != "" {
			merge(r.content(text))
		}
	}
	if !r.contentLast {
		content()
	}
	names := []string{"opencode.jsonc", "opencode.json"}
	if r.jsonBeforeJSONC {
		names = []string{"opencode.json", "opencode.jsonc"}
	}
	r.agentFiles(r.config)
	for _, dir := range r.dotDirs(dirs) {
		if info, err := r.World.Stat(dir); err == nil && !info.IsDir() {
			r.fail(&discovery.Failure{Name: "ConfigJsonError", Path: dir, Message: dir + ": it is not a directory: OpenCode looks for settings in it, and does not start"})
		}
		for _, name := range names {
			merge(r.settings(facts.Join(dir, name), ".opencode"))
		}
		r.agentFiles(dir)
	}
	if r.contentLast {
		content()
	}
	if r.managed {
		for _, name := range names {
			merge(r.settings(facts.Join(ManagedDir(r.World, "OPENCODE", "opencode"), name), "managed"))
		}
	}
	if raw := r.EnvOr("OPENCODE_PERMISSION", ""); raw != "" && json.Valid([]byte(raw)) {
		r.Trace.Defined.Permissions = permission(r.Trace.Defined.Permissions, json.RawMessage(raw))
	}
	r.remote()
	r.settleModes()
	r.chooseModel()
	if merged.has {
		r.Trace.Entries = append([]string{}, merged.instructions...)
	}
}

// ManagedDir returns the folder of the administrator's settings. It works for OpenCode and for
// programs derived from OpenCode. name is the program's name in paths, and prefix is the beginning
// of the names of its variables.
func ManagedDir(w facts.World, prefix, name string) string {
	if dir := facts.EnvPath(w, prefix+"_TEST_MANAGED_CONFIG_DIR"); dir != "" {
		return dir
	}
	switch w.Platform() {
	case "darwin":
		return "/Library/Application Support/" + name
	case "win32":
		return facts.Join(cmp.Or(facts.EnvPath(w, "ProgramData"), "C:/ProgramData"), name)
	}
	return "/etc/" + name
}

// projectSettings lists the project's settings files in the order in which OpenCode reads them. dirs are
// the directories from the working directory up.
func (r *opencodeRun) projectSettings(dirs []string) (out []string) {
	down := slices.Clone(dirs)
	slices.Reverse(down)
	if r.byDirectory {
		for _, dir := range down {
			out = append(out, facts.Join(dir, "opencode.json"), facts.Join(dir, "opencode.jsonc"))
		}
		return out
	}
	for _, name := range []string{"opencode.jsonc", "opencode.json"} {
		for _, dir := range down {
			out = append(out, facts.Join(dir, name))
		}
	}
	return out
}

// dotDirs lists the directories with OpenCode's own files, without repetition: each ".opencode" on
// the way up, the nearest first, then the ".opencode" of the home, then $OPENCODE_CONFIG_DIR.
func (r *opencodeRun) dotDirs(dirs []string) (out []string) {
	if !r.flags.noProject {
		for _, dir := range dirs {
			out = append(out, facts.Join(dir, ".opencode"))
		}
	}
	out = append(out, facts.Join(r.Home, ".opencode"))
	if r.configDir != "" {
		out = append(out, r.configDir)
	}
	return discovery.Unique(out)
}

// remote adds a note if OpenCode would fetch an organisation's settings from a server, because
// galley does not read them.
func (r *opencodeRun) remote() {
	auth := facts.Join(r.dataDir(), "auth.json")
	if data, err := r.World.ReadFile(auth); err == nil && strings.Contains(data, `"wellknown"`) {
		r.Note("%s names an organisation's settings, which OpenCode fetches first; galley does not read them", auth)
	}
}

// settings reads one settings file. The first failure in any file is kept and ends the discovery.
func (r *opencodeRun) settings(name, tier string) (s opencodeSetting) {
	if r.Trace.Failure != nil {
		return s
	}
	text, err := r.World.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: tier, Found: true})
	if errors.Is(err, fs.ErrPermission) && r.passesOverUnread {
		r.Note("%s cannot be read: OpenCode %s ignores it", name, r.version)
		return s
	}
	if err != nil {
		r.fail(&discovery.Failure{Name: "ConfigJsonError", Path: name, Message: name + ": cannot be read: " + discovery.Why(err)})
		return s
	}
	if text = r.decoded(name, text).String(); text == "" {
		return s
	}
	written := text
	if text = r.substitute(text, name); r.Trace.Failure != nil {
		return s
	}
	r.TooMuch(name, bounded.JSONDepth(text))
	plain, failure := standardJSON(text, name)
	if failure != nil {
		r.fail(failure)
		return s
	}
	return r.parse(plain, name, written)
}

// content reads $OPENCODE_CONFIG_CONTENT.
func (r *opencodeRun) content(text string) (s opencodeSetting) {
	const name = "OPENCODE_CONFIG_CONTENT"
	if r.Trace.Failure != nil {
		return s
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: "variable", Found: true})
	plain, written := []byte(text), text
	if r.contentSubstitutes {
		if text = r.substitute(text, facts.Join(r.cwd, name)); r.Trace.Failure != nil {
			return s
		}
		var failure *discovery.Failure
		r.TooMuch(name, bounded.JSONDepth(text))
		if plain, failure = standardJSON(text, ""); failure == nil {
			return r.parse(plain, name, written)
		}
		failure.Variable = name
		r.fail(failure)
		return s
	}
	if !json.Valid(plain) {
		r.fail(&discovery.Failure{Name: "SyntaxError", Variable: name, Message: name + ": it must be plain JSON, without comments"})
		return s
	}
	// 1.1.34 does not check the shape of "instructions".
	var loose struct {
		Instructions *[]string `json:"instructions"`
	}
	if json.Unmarshal(plain, &loose) != nil {
		r.Note("%s: its \"instructions\" are not a list of strings; it is not known what OpenCode %s does then", name, r.version)
	} else if loose.Instructions != nil {
		s.has, s.instructions = true, *loose.Instructions
	}
	var top map[string]json.RawMessage
	_ = json.Unmarshal(plain, &top) // a value that is not an object defines nothing
	r.define(top, name, written)
	return s
}

func (r *opencodeRun) fail(f *discovery.Failure) {
	if r.Trace.Failure == nil {
		f.Message = r.Mask(f.Message)
		r.Trace.Failure = f
	}
}

// standardJSON removes comments and trailing commas.
func standardJSON(text, name string) ([]byte, *discovery.Failure) {
	plain, err := bounded.Standardize([]byte(text))
	if err == nil {
		return plain, nil
	}
	return nil, &discovery.Failure{Name: "ConfigJsonError", Path: name,
		Message: name + ": it is not JSON with comments: " + settings.Why(err)}
}

// LiteralInstructions lists the instructions of a settings file as the file contains them, before
// substitution. It returns nil if the file becomes valid JSON only by substitution.
func LiteralInstructions(written string) (list []string) {
	plain, err := bounded.Standardize([]byte(written))
	if err != nil {
		return nil
	}
	var top struct {
		Instructions []json.RawMessage `json:"instructions"`
	}
	_ = json.Unmarshal(plain, &top) // a value of another shape lists no instructions
	for _, raw := range top.Instructions {
		var entry string
		if json.Unmarshal(raw, &entry) == nil {
			list = append(list, entry, strings.TrimSpace(entry))
		}
	}
	return list
}

// parse checks the keys and the list of instructions of a settings file, and reads the agents,
// models and other things that the file defines. written is the file's text before substitution.
func (r *opencodeRun) parse(plain []byte, name, written string) (s opencodeSetting) {
	bad := func(message string, issues ...discovery.Issue) opencodeSetting {
		r.fail(&discovery.Failure{Name: "ConfigInvalidError", Path: name, Issues: issues, Message: name + ": " + message})
		return opencodeSetting{}
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(plain, &top) != nil || top == nil {
		return bad("it must contain an object", discovery.Issue{Code: "invalid_type", Expected: "object"})
	}
	if raw, there := top["instructions"]; there {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || list == nil {
			return bad(`"instructions" must be a list of strings; write ["…"]`,
				discovery.Issue{Code: "invalid_type", Expected: "array", Path: []string{"instructions"}})
		}
		s.has, s.instructions = true, make([]string, len(list))
		for i, item := range list {
			if string(item) == "null" || json.Unmarshal(item, &s.instructions[i]) != nil {
				return bad(`entry `+strconv.Itoa(i+1)+` of "instructions" must be a string`,
					discovery.Issue{Code: "invalid_type", Expected: "string", Path: []string{"instructions", strconv.Itoa(i)}})
			}
		}
	}
	if written != string(plain) {
		r.Taint(s.instructions, LiteralInstructions(written))
	}
	for _, key := range slices.Sorted(maps.Keys(top)) {
		if key != "instructions" && strings.EqualFold(strings.TrimSuffix(key, "s"), "instruction") {
			r.DeadKey(name, string(plain), key, "the setting "+strconv.Quote(key)+" is not read", `it is "instructions"`)
		}
	}
	if r.refusesUnknownKeys {
		var unknown []string
		for _, key := range slices.Sorted(maps.Keys(top)) {
			if !slices.Contains(opencodeKeys, key) {
				unknown = append(unknown, key)
			}
		}
		if unknown != nil {
			return bad("OpenCode "+r.version+" does not start with the unknown key "+strings.Join(unknown, ", "),
				discovery.Issue{Code: "unrecognized_keys", Keys: unknown})
		}
	}
	var values map[string]any
	_ = json.Unmarshal(plain, &values) // it is an object, as checked above
	if r.newerForm {
		if at := permissionsKey(values); at != nil {
			return bad(`OpenCode `+r.version+` does not start with "`+strings.Join(at, ".")+`"; write "permission"`, discovery.Issue{Code: "invalid_value", Path: at})
		}
		values = r.older(values)
	}
	if issue, found := issueOf(r.settingsShape(), values); found {
		return bad(fmt.Sprintf("OpenCode does not start with this value of %q; it must be %s", strings.Join(issue.Path, "."), issue.Expected), issue)
	}
	r.define(top, name, written)
	return s
}
