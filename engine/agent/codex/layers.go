package codex

import (
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	parser "galley/engine/settings"
)

// profile returns the profile that the program's arguments name, or "".
func (r *codexRun) profile() string {
	name := lastProfile(&r.Options)
	if name == "" {
		return ""
	}
	text, _ := r.World.ReadFile(facts.Join(r.home, "config.toml"))
	var user codexFile
	_ = readTOML(text, &user) // settings reports a fault
	if legacy, _ := user["profiles"].(map[string]any); legacy[name] != nil {
		r.refuse(facts.Join(r.home, "config.toml"), "Codex does not start with --profile "+name+" while the file has the table profiles."+name+": move it to "+name+".config.toml")
	}
	return name
}

// lastProfile returns the profile that arguments name, or "". A name with a slash is not a profile.
func lastProfile(o *discovery.Options) string {
	names := append(o.Values("-p"), o.Values("--profile")...)
	if len(names) == 0 || strings.ContainsAny(names[len(names)-1], `/\`) {
		return ""
	}
	return names[len(names)-1]
}

// arguments returns the settings in the program's arguments.
func (r *codexRun) arguments() (file codexFile) {
	file = codexFile{}
	for _, setting := range append(r.Options.Values("-c"), r.Options.Values("--config")...) {
		key, value, ok := strings.Cut(setting, "=")
		if !ok {
			continue
		}
		var read codexFile
		if readTOML("x = "+value, &read) != nil {
			read = codexFile{"x": strings.Trim(strings.TrimSpace(value), `"'`)}
		}
		table := map[string]any(file)
		keys := strings.Split(strings.TrimSpace(key), ".")
		for _, k := range keys[:len(keys)-1] {
			inner, isTable := table[k].(map[string]any)
			if !isTable {
				inner = map[string]any{}
				table[k] = inner
			}
			table = inner
		}
		table[keys[len(keys)-1]] = read["x"]
	}
	return file
}

// requirements reads the administrator's limits for settings. They can change which sandbox Codex
// describes.
func (r *codexRun) requirements() {
	const name = "/etc/codex/requirements.toml"
	text, ok := r.SettingText(name, "managed")
	if !ok {
		return
	}
	var file codexFile
	if err := readTOML(text, &file); err != nil {
		r.TooMuch(name, err)
		r.refuse(name, discovery.Located(parser.PlaceTOML(err), "it is not TOML: "+parser.Why(err)))
		return
	}
	r.Choose("requirements.toml", name, file)
}

// last returns the value of a setting in the last layer that sets it, and that layer. For a setting
// in a table, keys has the table's name before that of the setting.
func (r *codexRun) last(keys ...string) (value any, layer codexLayer, set bool) {
	for _, layer := range slices.Backward(r.set.files) {
		table := map[string]any(layer.values)
		for _, key := range keys[:len(keys)-1] {
			table, _ = table[key].(map[string]any)
		}
		if value, set := table[keys[len(keys)-1]]; set {
			return value, layer, true
		}
	}
	return nil, codexLayer{}, false
}

// listedSkills reports whether Codex lists its own skills, and returns the reason why it lists no
// skill at all, or "".
func (r *codexRun) listedSkills() (bundled bool, none string) {
	own, _, _ := r.last("skills", "bundled", "enabled")
	if listed, _, _ := r.last("skills", "include_instructions"); listed == false {
		none = "include_instructions in skills is false"
	}
	return own != false, none
}
