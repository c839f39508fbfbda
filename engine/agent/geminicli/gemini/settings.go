package gemini

import (
	"slices"

	"galley/engine/bounded"
	"galley/engine/facts"
)

// Settings are the agent's merged settings.json files.
type Settings map[string]any

// ReadSettings merges the settings files and then overlay, a JSON text that overrides the files.
// The project's file counts only if trusted is set. A file that cannot be read counts as empty,
// because the discovery also reads the file and reports the error.
func ReadSettings(w facts.World, version Version, home, cwd, overlay string, trusted bool) Settings {
	defaults, system := SystemSettings(w)
	files := []string{defaults, facts.Join(home, ".gemini/settings.json")}
	if trusted && !sameDir(w, cwd, home) {
		files = append(files, facts.Join(cwd, ".gemini/settings.json"))
	}
	all := Settings{}
	for _, file := range append(files, system) {
		if (file == defaults || file == system) && Unsafe(w, version, file) != "" {
			continue
		}
		if text, err := w.ReadFile(file); err == nil {
			if over := object(text); over != nil {
				Expand(w, over, version == V061, nil)
				if version == V061 {
					Typed(over)
				}
				MergeSettings(all, over)
			}
		}
	}
	lay(all, object(overlay))
	return all
}

// sameDir reports whether two paths lead to the same directory. It is used because the user's
// settings file is also the project's if the working directory is the home.
func sameDir(w facts.World, a, b string) bool {
	if a == b {
		return true
	}
	realA, errA := w.RealPath(a)
	realB, errB := w.RealPath(b)
	return errA == nil && errB == nil && realA == realB
}

// object reads a JSON object with comments, or returns nil.
func object(text string) (over map[string]any) {
	if bounded.UnmarshalJSONC(text+"\n", &over) != nil { // the line feed lets a comment end the file
		return nil
	}
	return over
}

// lay merges two layers of settings. It changes under, the earlier layer; the values of over, the
// later layer, override it. Tables are merged key by key; lists are replaced.
func lay(under, over map[string]any) {
	for key, v := range over {
		table, isTable := v.(map[string]any)
		if below, ok := under[key].(map[string]any); ok && isTable {
			lay(below, table)
			continue
		}
		under[key] = v
	}
}

// At returns the value at a path of keys, or nil.
func (s Settings) At(keys ...string) any {
	var v any = map[string]any(s)
	for _, k := range keys {
		table, _ := v.(map[string]any)
		v = table[k]
	}
	return v
}

// Text returns the text at a path of keys, or "" if the value there is not a text.
func (s Settings) Text(keys ...string) string {
	text, _ := s.At(keys...).(string)
	return text
}

// Is reports whether the value at a path of keys is the boolean b.
func (s Settings) Is(b bool, keys ...string) bool { return s.At(keys...) == b }

// List returns the texts of the list at a path of keys, or nil if it is not a list.
func (s Settings) List(keys ...string) []string {
	list, ok := s.At(keys...).([]any)
	if !ok {
		return nil
	}
	texts := []string{}
	for _, v := range list {
		if text, ok := v.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// ModeKey returns the path of the setting for the initial approval mode. Both versions ignore the
// value "yolo" of this setting.
func ModeKey(v Version) []string {
	if v == V028 {
		return []string{"tools", "approvalMode"}
	}
	return []string{"general", "defaultApprovalMode"}
}

// Apply takes values from the settings for those fields of o that are not set yet.
func (s Settings) Apply(o *Options) {
	if o.Model == "" {
		o.Model = s.Text("model", "name")
	}
	if o.Model == "" && o.Version == V028 && s.Is(true, "general", "previewFeatures") {
		o.Model = "auto-gemini-3"
	}
	if word := s.Text(ModeKey(o.Version)...); o.Mode == "" && word != "yolo" {
		o.Mode = ModeOf(word)
	}
	switch o.Version {
	case V061:
		o.NoPlan = o.NoPlan || s.Is(false, "general", "plan", "enabled")
		topics := s.At("general", "topicUpdateNarration")
		if topics == nil {
			topics = s.At("experimental", "topicUpdateNarration")
		}
		general, set := s["general"]
		o.NoTopics = o.NoTopics || topics == false || set && general == nil // "general": null removes the default
		o.Tracker = o.Tracker || s.Is(true, "experimental", "taskTracker")
	case V028:
		o.NoPlan = !s.Is(true, "experimental", "plan")
	}
	o.PlansDir = s.Text("general", "plan", "directory")
	o.NoTodos = o.NoTodos || s.Is(false, "useWriteTodos")
	o.NoShellEfficiency = o.NoShellEfficiency || s.Is(false, "tools", "shell", "enableShellOutputEfficiency")
	o.Allowed, o.Confirm = s.List("tools", "allowed"), s.List("tools", "confirmationRequired")
	servers, _ := s.At("mcpServers").(map[string]any)
	for name, v := range servers {
		if about, _ := v.(map[string]any); about["trust"] == true {
			o.TrustedServers = append(o.TrustedServers, name)
		}
	}
	o.TrustedServers = append(o.TrustedServers, s.List("mcp", "allowed")...)
	slices.Sort(o.TrustedServers)
	o.NoTree = o.NoTree || s.Is(false, "context", "includeDirectoryTree")
	if o.CustomIgnore == nil {
		o.CustomIgnore = s.List("context", "fileFiltering", "customIgnoreFilePaths")
	}
	if core := s.List("tools", "core"); core != nil && o.CoreTools == nil {
		o.CoreTools = &core
	}
	o.ExcludeTools = append(o.ExcludeTools, s.List("tools", "exclude")...)
}

// Number returns the number at a path of keys, or 0.
func (s Settings) Number(keys ...string) float64 {
	n, _ := s.At(keys...).(float64)
	return n
}
