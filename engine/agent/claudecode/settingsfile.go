package claudecode

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	parser "galley/engine/settings"
	"galley/engine/source"
)

// form is the form that the value of a setting must have.
type form string

const (
	aText  form = "a text"
	aFlag  form = "true or false"
	aTable form = "an object"
	aList  form = "a list"
	texts  form = "a list of texts"
)

// longestLanguage is the greatest number of characters of the setting language.
const longestLanguage = 256

// forms has the settings that affect a request and whose form Claude Code checks. It accepts any
// value of other settings, such as hooks.
var forms = map[string]form{
	"agent": aText, "language": aText, "model": aText, "outputStyle": aText,
	"autoMemoryEnabled": aFlag, "disableAllHooks": aFlag, "disableBundledSkills": aFlag, "includeCoAuthoredBy": aFlag, "includeGitInstructions": aFlag,
	"attribution": aTable, "enabledPlugins": aTable, "env": aTable, "permissions": aTable, "pluginConfigs": aTable, "skillOverrides": aTable,
	"claudeMdExcludes": texts,
}

// holds reports whether a value has the form.
func (f form) holds(v any) (ok bool) {
	switch f {
	case aText:
		_, ok = v.(string)
	case aFlag:
		_, ok = v.(bool)
	case aTable:
		_, ok = v.(map[string]any)
	case aList:
		_, ok = v.([]any)
	case texts:
		list, isList := v.([]any)
		ok = isList && !slices.ContainsFunc(list, func(v any) bool { _, isText := v.(string); return !isText })
	}
	return ok
}

// jsonFile is a file that Claude Code reads as plain JSON, without comments.
type jsonFile struct {
	text   string
	values map[string]any // nil unless the file has an object
	fault  string         // why the file is ignored, or ""
	other  bool           // the fault is that the value is not an object
}

// plainJSON reads a file that must have an object in plain JSON. A file that is blank or does not
// exist is not a fault.
func plainJSON(p *discovery.Finder, name, tier string) (f jsonFile) {
	text, ok := p.SettingText(name, tier)
	if !ok || strings.TrimSpace(text) == "" {
		return f
	}
	f.text = text
	err := bounded.JSONDepth(text)
	if err == nil {
		err = json.Unmarshal([]byte(text), &f.values)
	}
	if err == nil && f.values != nil {
		return f
	}
	p.TooMuch(name, err)
	f.values, f.fault = nil, "it is null"
	if err != nil {
		f.fault = "it is not a JSON object: " + parser.Why(err)
	}
	at := bounded.JSONFault([]byte(text))
	f.other = at < 0
	p.BadFile(name, text, f.fault, max(at, 0))
	return f
}

// settingsFile reads a settings file. Claude Code does not start if a file of the organisation is not
// an object in JSON.
func (r *claudeRun) settingsFile(name, tier string) map[string]any {
	f := plainJSON(r.Finder, name, tier)
	if f.fault != "" && tier == "managed" {
		r.refuse(name, f.fault)
	}
	return r.accepted(name, f.text, tier, f.values)
}

// refuse records why Claude Code would not start. A later call does not replace the reason.
func (r *claudeRun) refuse(name, message string) {
	if r.Trace.Failure == nil {
		r.Trace.Failure = &discovery.Failure{Name: "SettingsError", Path: name, Message: name + ": " + message}
	}
}

// readState reads the file in which Claude Code keeps the user's servers and what it knows about
// projects. Claude Code does not start if the file is not JSON.
func (r *claudeRun) readState() {
	name := facts.Join(r.Home, ".claude.json")
	if dir := facts.EnvPath(r.World, "CLAUDE_CONFIG_DIR"); dir != "" {
		name = facts.Join(facts.Resolve(r.Trace.Cwd, dir), ".claude.json")
	}
	f := plainJSON(r.Finder, name, "state")
	if f.fault != "" && !f.other {
		r.refuse(name, f.fault)
	}
	r.set.stateFile, r.set.state = name, f.values
	projects, _ := f.values["projects"].(map[string]any)
	r.set.project, _ = projects[checkoutOf(r.World, r.Trace.Cwd)].(map[string]any)
	r.set.approved, _ = r.set.project["hasClaudeMdExternalIncludesApproved"].(bool)
}

// accepted returns the settings of a file that count. If one has a value of the wrong form, none of
// the file counts; in a file of the organisation, only that setting does not count.
func (r *claudeRun) accepted(name, text, tier string, values map[string]any) map[string]any {
	for _, key := range discovery.SortedKeys(values) {
		wrong := ""
		if f, checked := forms[key]; checked && !f.holds(values[key]) {
			wrong = fmt.Sprintf("%s must be %s", key, f)
		} else if key == "permissions" {
			table, _ := values[key].(map[string]any)
			if deny, set := table["deny"]; set && !aList.holds(deny) {
				wrong = "deny in permissions must be a list"
			}
		}
		switch {
		case wrong == "":
		case tier == "managed":
			r.Note("%s: %s; Claude Code ignores this setting", name, wrong)
			delete(values, key)
		case name == "":
			r.Note("--settings: %s; Claude Code ignores all of them", wrong)
			return nil
		default:
			r.BadFile(name, text, wrong, 0)
			return nil
		}
	}
	return values
}

// memorySettings finds out whether Claude Code reads its own notes, and where they are. The variable
// takes precedence over the setting. A relative directory does not count.
func (r *claudeRun) memorySettings() {
	const variable = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
	off := false
	for _, l := range r.set.layers {
		if on, ok := l.values["autoMemoryEnabled"].(bool); ok {
			off = !on
		}
		dir, _ := l.values["autoMemoryDirectory"].(string)
		if below, home := strings.CutPrefix(dir, "~/"); home {
			dir = facts.Join(r.Home, below)
		}
		if facts.IsAbs(dir) {
			r.set.memoryDir = facts.Clean(dir)
		}
	}
	switch value := r.env(variable); {
	case truthy(value):
		r.set.memoryOff = variable + " is set"
	case value == "" && off:
		r.set.memoryOff = "autoMemoryEnabled is false"
	}
}

// hookSettings finds out which hooks run. Only managed settings can switch off managed hooks.
func (r *claudeRun) hookSettings() {
	for _, l := range r.set.layers {
		if only, _ := l.values["allowManagedHooksOnly"].(bool); only && l.tier == "managed" {
			r.set.hooksOff = "allowManagedHooksOnly is true"
		}
	}
	for _, l := range slices.Backward(r.set.layers) {
		if off, set := l.values["disableAllHooks"].(bool); set {
			if off {
				r.set.hooksOff, r.set.noHooks = "disableAllHooks is true", l.tier == "managed"
			}
			return
		}
	}
}

// language returns the part that says in which language to answer.
func (r *claudeRun) language() source.Text {
	if n := source.Measure(r.set.language).UTF16; n > longestLanguage {
		r.Note("the setting language has %d characters, and Claude Code ignores it if it has more than %d", n, longestLanguage)
		return source.Text{}
	} else if n == 0 {
		return source.Text{}
	}
	name := plain(escaped(r.set.language))
	return concat(plain("# Language\n"), ownWords("language"), name, ownWords("language use"), name, ownWords("language spelling"), name, ownWords("language example"))
}

// escaped returns a text as Claude Code writes the language: with character references.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '&':
			b.WriteString("&amp;")
		case unicode.IsControl(c):
			fmt.Fprintf(&b, "&#%d;", c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
