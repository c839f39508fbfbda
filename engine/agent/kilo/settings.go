package kilo

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"galley/engine/agent/opencode"
	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/textutil"
)

// instruction is an entry in the list "instructions" of the settings.
type instruction struct {
	text    string
	trusted bool // the entry comes from the user's own settings
}

// server is an MCP server of the settings.
type server struct {
	name, path string
	off        bool
}

// folderFiles are the names of settings files in a folder, in the order of reading.
var folderFiles = []string{"kilo.jsonc", "kilo.json", "opencode.jsonc", "opencode.json"}

// settings reads the settings files and loads their instructions. The lists are joined without
// repetition; of the lists in the global files only the last one counts.
//
//	CONFIG: config.json, kilo.json, kilo.jsonc, opencode.json, opencode.jsonc
//	$KILO_CONFIG
//	from the repository's root down to the working directory kilo.json, kilo.jsonc;
//	  then opencode.json, opencode.jsonc in the same directories
//	.kilocode and .kilo on the way up and in the home, and $KILO_CONFIG_DIR:
//	  kilo.jsonc, kilo.json, opencode.jsonc, opencode.json
//	$KILO_CONFIG_CONTENT
//	the administrator's folder, /etc/kilo on Linux: the same names as in .kilo
//
// References {env:NAME} and {file:PATH} in them are not followed.
func (r *run) settings(ctx context.Context) {
	var all []instruction
	merge := func(list []string, trusted bool) {
		for _, entry := range list {
			if !slices.ContainsFunc(all, func(i instruction) bool { return i.text == entry }) {
				all = append(all, instruction{entry, trusted})
			}
		}
	}
	var global []string
	for _, name := range []string{"config.json", "kilo.json", "kilo.jsonc", "opencode.json", "opencode.jsonc"} {
		if list := r.settingsFile(facts.Join(r.config, name), "global"); list != nil {
			global = list
		}
	}
	merge(global, true)
	if name := r.PathOr("KILO_CONFIG", ""); name != "" {
		merge(r.settingsFile(facts.Resolve(r.cwd, name), "KILO_CONFIG"), true)
	}
	if !r.noProject {
		down := r.UpTo(r.cwd, r.Trace.Root)
		slices.Reverse(down)
		for _, base := range []string{"kilo", "opencode"} {
			for _, dir := range down {
				merge(r.settingsFile(facts.Join(dir, base+".json"), "project"), false)
				merge(r.settingsFile(facts.Join(dir, base+".jsonc"), "project"), false)
			}
		}
	}
	for _, dir := range r.dirs() {
		if dir == r.config {
			continue
		}
		for _, name := range folderFiles {
			merge(r.settingsFile(facts.Join(dir, name), "folder"), r.trusts(dir))
		}
	}
	if text := r.EnvOr("KILO_CONFIG_CONTENT", ""); text != "" {
		r.AddSetting("KILO_CONFIG_CONTENT", "variable", "")
		merge(r.parse("KILO_CONFIG_CONTENT", text), true)
	}
	for _, name := range folderFiles {
		merge(r.settingsFile(facts.Join(opencode.ManagedDir(r.World, "KILO", "kilo"), name), "managed"), true)
	}
	for i, e := range all {
		r.Trace.Entries = append(r.Trace.Entries, e.text)
		if r.Budget.Import(r.cwd) != nil {
			break
		}
		if strings.Contains(e.text, "{env:") || strings.Contains(e.text, "{file:") {
			r.Add(r.entry(e.text).Unknown("galley does not replace references in Kilo's settings"))
			continue
		}
		r.instruction(e, i)
	}
	r.fetch(ctx)
}

// settingsFile returns the instructions in one settings file, or nil.
func (r *run) settingsFile(name, tier string) []string {
	text, ok := r.SettingText(name, tier)
	if !ok || strings.TrimSpace(text) == "" {
		return nil
	}
	return r.parse(name, text)
}

// parse returns the instructions of a settings text and records its servers.
func (r *run) parse(name, text string) []string {
	var top struct {
		Instructions []string                   `json:"instructions"`
		MCP          map[string]json.RawMessage `json:"mcp"`
	}
	if err := bounded.UnmarshalJSONC(text, &top); err != nil {
		r.TooMuch(name, err)
		r.Note("%s: Kilo ignores it, because it is not valid: %s", name, settings.Why(err))
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(top.MCP)) {
		var one struct {
			Enabled *bool `json:"enabled"`
		}
		_ = json.Unmarshal(top.MCP[key], &one) // if the value has another shape, the server is enabled
		s := server{key, name, one.Enabled != nil && !*one.Enabled}
		if i := slices.IndexFunc(r.servers, func(old server) bool { return old.name == key }); i >= 0 {
			r.servers[i] = s
		} else {
			r.servers = append(r.servers, s)
		}
	}
	return top.Instructions
}

// substitute replaces the references in a rule file by the texts to which they refer. If a
// reference keeps Kilo from sending the rule file, why is the reason, otherwise "".
func (r *run) substitute(text source.Text, name string, trusted bool) (out source.Text, why string) {
	s := text.String()
	skipped := func(at int) bool {
		line := s[strings.LastIndexByte(s[:at], '\n')+1 : at]
		return !trusted && at > 0 && s[at-1] == '$' || strings.HasPrefix(strings.TrimLeft(line, " \t"), "//")
	}
	var b source.Builder
	at := 0
	for _, m := range references().FindAllStringIndex(s, -1) {
		if skipped(m[0]) || r.Budget.Import(name) != nil {
			continue
		}
		with, why := r.reference(s[m[0]:m[1]], name, trusted)
		if why != "" {
			return source.Text{}, why
		}
		b.Append(text.Slice(at, m[0]))
		b.Append(with)
		at = m[1]
	}
	b.Append(text.Slice(at, text.Len()))
	return b.Text(), ""
}

// reference returns the text that replaces one reference in a rule file; name is the path of the
// rule file. If the reference keeps Kilo from sending the rule file, why is the reason, otherwise
// "".
func (r *run) reference(ref, name string, trusted bool) (with source.Text, why string) {
	if opencode.EnvReference().MatchString(ref) {
		if !trusted {
			return source.Text{}, "it contains " + ref + ", which Kilo does not accept from a project"
		}
		variable := strings.TrimSuffix(strings.TrimPrefix(ref, "{env:"), "}")
		value := r.EnvOr(variable, "")
		r.Trace.Secrets.AddEnv(variable, value, ref)
		return source.Of(value, source.Origin{Kind: source.Variable, Source: "env:" + variable, Span: source.Span{End: len(value)}, Tag: source.NoSpan}), ""
	}
	target := strings.TrimSuffix(strings.TrimPrefix(ref, "{file:"), "}")
	if strings.HasPrefix(target, "~/") {
		target = facts.Join(r.Home, target[2:])
	}
	target = facts.Resolve(facts.Dir(name), target)
	if r.Exists(target) && !trusted && !facts.Inside(r.World, r.top, target) {
		return source.Text{}, "it refers to " + target + ", and Kilo reads no file of a project outside " + r.top
	}
	data, _ := r.World.ReadFile(target) // a file that cannot be read counts as empty
	return discovery.AsImport(discovery.Decode(target, data, 0).TrimFunc(source.IsJSSpace)), ""
}

var references = textutil.LazyRegexp(`\{(?:env|file):[^}]+\}`)
