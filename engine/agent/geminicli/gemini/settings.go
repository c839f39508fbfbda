package gemini

import (
	"encoding/json"

	"galley/engine/bounded"
	"galley/engine/facts"
)

// Settings are the agent's settings.json files laid over each other.
type Settings map[string]any

// ReadSettings returns the user's settings with the project's over them and
// overlay, JSON too, over both. A file that cannot be read counts as empty: that
// discovery reads it as well, and says so.
func ReadSettings(w facts.World, home, cwd, overlay string) Settings {
	all := Settings{}
	for _, dir := range []string{home, cwd} {
		if text, err := w.ReadFile(facts.Join(dir, ".gemini/settings.json")); err == nil {
			all.lay(text)
		}
	}
	all.lay(overlay)
	return all
}

func (s Settings) lay(text string) {
	plain, err := bounded.Standardize([]byte(text + "\n")) // a comment may end the file
	var over map[string]any
	if err == nil && json.Unmarshal(plain, &over) == nil {
		lay(s, over)
	}
}

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

// at returns the value under a path of keys, nil when there is none.
func (s Settings) at(keys ...string) any {
	var v any = map[string]any(s)
	for _, k := range keys {
		table, _ := v.(map[string]any)
		v = table[k]
	}
	return v
}

// Text returns the text under a path of keys; "" when it is none.
func (s Settings) Text(keys ...string) string {
	text, _ := s.at(keys...).(string)
	return text
}

// Is reports whether the value under a path of keys is this boolean.
func (s Settings) Is(b bool, keys ...string) bool { return s.at(keys...) == b }

// List returns the texts of the list under a path of keys; nil when it is none.
func (s Settings) List(keys ...string) []string {
	list, ok := s.at(keys...).([]any)
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

// Apply puts into o what the settings say and nobody has said yet.
func (s Settings) Apply(o *Options) {
	if o.Model == "" {
		o.Model = s.Text("model", "name")
	}
	if o.Mode == "" {
		o.Mode = ModeOf(s.Text("general", "defaultApprovalMode"))
	}
	o.NoTree = o.NoTree || s.Is(false, "context", "includeDirectoryTree")
	if o.CustomIgnore == nil {
		o.CustomIgnore = s.List("context", "fileFiltering", "customIgnoreFilePaths")
	}
	if core := s.List("tools", "core"); core != nil && o.CoreTools == nil {
		o.CoreTools = &core
	}
	o.ExcludeTools = append(o.ExcludeTools, s.List("tools", "exclude")...)
}
