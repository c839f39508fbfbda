package qwencode

import (
	"encoding/json"
	"slices"

	"galley/engine/agent/geminicli"
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// extensions loads the context files of the installed extensions: the files that contextFileName in
// qwen-extension.json names, by default QWEN.md. This was read in the code of 0.15.10 and 0.24.4
// and seen in runs.
func (r *qwenRun) extensions() {
	root := facts.Join(r.global, "extensions")
	entries, err := r.World.ReadDir(root)
	if err != nil {
		return
	}
	rules := facts.Join(root, "extension-enablement.json")
	enabled, found := geminicli.Enablement(r.World, rules)
	if found {
		r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: rules, Tier: "extensions", Found: true})
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	for _, name := range names {
		r.extension(facts.Join(root, name), enabled)
	}
}

func (r *qwenRun) extension(dir string, enabled func(name, dir string) bool) {
	if info, err := r.World.Stat(dir); err != nil || !info.IsDir() {
		return
	}
	var install struct{ Source, Type string }
	data, err := r.World.ReadFile(facts.Join(dir, ".qwen-extension-install.json"))
	if err == nil && json.Unmarshal([]byte(data), &install) == nil && install.Type == "link" && install.Source != "" {
		dir = facts.Resolve(r.Trace.Cwd, install.Source)
	}
	var about map[string]any
	data, err = r.World.ReadFile(facts.Join(dir, "qwen-extension.json"))
	if err != nil || bounded.JSONDepth(data) != nil || json.Unmarshal([]byte(data), &about) != nil {
		r.skipped(dir, "qwen-extension.json cannot be read")
		return
	}
	geminicli.Hydrate(about, dir, r.Trace.Cwd)
	gemini.Expand(r.World, about, false, r.Trace.Secrets.AddEnv)
	name, _ := about["name"].(string)
	if !geminicli.ExtensionName(name) {
		r.skipped(dir, "its name must have letters, digits and dashes only")
		return
	}
	files, _ := discovery.Texts(about["contextFileName"])
	if one, isText := about["contextFileName"].(string); isText && one != "" {
		files = []string{one}
	}
	if len(files) == 0 {
		files = []string{"QWEN.md"}
	}
	for _, file := range files {
		full := facts.Join(dir, file)
		if !r.Exists(full) {
			continue
		}
		if enabled(name, r.Trace.Cwd) {
			r.look(full, "extension")
		} else if c := r.At(full, "extension"); c.There() {
			r.Add(c.No(discovery.Disabled, "extension-enablement.json turns the extension "+name+" off here"))
		}
	}
}

func (r *qwenRun) skipped(dir, why string) {
	if full := facts.Join(dir, "QWEN.md"); r.Exists(full) {
		r.Add(r.At(full, "extension").No(discovery.Disabled, "the agent skips the extension: "+why))
	}
}
