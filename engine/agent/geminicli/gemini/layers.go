package gemini

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"galley/engine/bounded"
	"galley/engine/facts"
	"galley/engine/textutil"
)

// NotCounted says, for people, why the settings of a project have no effect.
const NotCounted = "it does not count: the folder is not trusted"

// SystemSettings returns the paths of the administrator's two files: the defaults, which
// all other settings override, and the settings that override all others.
func SystemSettings(w facts.World) (defaults, system string) {
	system = facts.EnvPath(w, "GEMINI_CLI_SYSTEM_SETTINGS_PATH")
	if system == "" {
		switch w.Platform() {
		case "darwin":
			system = "/Library/Application Support/GeminiCli/settings.json"
		case "win32":
			system = "C:/ProgramData/gemini-cli/settings.json"
		default:
			system = "/etc/gemini-cli/settings.json"
		}
	}
	if defaults = facts.EnvPath(w, "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"); defaults == "" {
		defaults = facts.Join(facts.Dir(system), "system-defaults.json")
	}
	return defaults, system
}

// Unsafe returns the first path to which users other than the owner may write: the administrator's
// file itself, a directory above it or a link's target. 0.61 ignores a file with such a path. It
// returns "" without such a path and for a missing file. It does not check that each path belongs to
// root.
func Unsafe(w facts.World, version Version, file string) string {
	if _, err := w.Stat(file); err != nil || version != V061 || w.Platform() == "win32" {
		return ""
	}
	names := []string{file}
	if real, err := w.RealPath(file); err == nil && real != file {
		names = append(names, real)
	}
	for _, name := range names {
		for at := range facts.Up(name) {
			if info, err := w.Stat(at); err == nil && info.Mode.Perm()&0o022 != 0 {
				return at
			}
		}
	}
	return ""
}

// Parse reads settings: a JSON object, in which comments are allowed but no other extension of
// JSON. It returns an error for [] and null.
func Parse(text string) (values map[string]any, err error) {
	if err := bounded.JSONDepth(text); err != nil {
		return nil, err
	}
	if err = json.Unmarshal(withoutComments(text), &values); err == nil && values == nil {
		err = errors.New("it is null")
	}
	return values, err
}

// Fault returns the offset of the first byte at which [Parse] fails, or 0 if the value as a whole
// is wrong.
func Fault(text string) int { return max(bounded.JSONFault(withoutComments(text)), 0) }

// withoutComments replaces comments by blanks.
func withoutComments(text string) []byte {
	out := []byte(text)
	quoted := false
	for i := 0; i < len(out); i++ {
		end := i
		switch {
		case out[i] == '\\' && quoted:
			i++
		case out[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(text[i:], "//"):
			if end = strings.IndexByte(text[i:], '\n') + i; end < i {
				end = len(out)
			}
		case !quoted && strings.HasPrefix(text[i:], "/*"):
			if n := strings.Index(text[i+2:], "*/"); n >= 0 {
				end = i + 2 + n + 2
			}
		}
		if end > i {
			for j := i; j < end; j++ {
				if out[j] != '\n' {
					out[j] = ' '
				}
			}
			i = end - 1
		}
	}
	return out
}

// joined has the lists to which later layers add entries instead of replacing them. The value is
// true if equal entries are kept only once.
var joined = map[string]bool{
	"context.includeDirectories": false, "context.fileFiltering.customIgnoreFilePaths": true,
	"tools.exclude": true, "extensions.disabled": true, "skills.disabled": true, "advanced.excludedEnvVars": true,
}

// lone has the lists that may be written as a single text.
var lone = []string{"context.includeDirectories", "skills.disabled"}

// MergeSettings merges the settings over into under; those of over win. Tables are merged key by
// key, lists in joined are concatenated, and a text written for a list in lone counts as its only
// member.
func MergeSettings(under, over map[string]any) { mergeAt("", under, over) }

func mergeAt(at string, under, over map[string]any) {
	for key, v := range over {
		if slices.Contains(lone, at+key) {
			if text, isText := v.(string); isText {
				v = []any{text}
			}
		}
		switch v := v.(type) {
		case map[string]any:
			below, ok := under[key].(map[string]any)
			if !ok {
				below = map[string]any{}
				under[key] = below
			}
			mergeAt(at+key+".", below, v)
		case []any:
			once, joins := joined[at+key]
			below, _ := under[key].([]any)
			if !joins {
				below = nil
			}
			all := slices.Clone(below)
			for _, entry := range v {
				if !once || !slices.ContainsFunc(all, func(old any) bool { return same(old, entry) }) {
					all = append(all, entry)
				}
			}
			if all == nil {
				all = []any{}
			}
			under[key] = all
		default:
			under[key] = v
		}
	}
}

func same(a, b any) bool {
	x, isText := a.(string)
	y, also := b.(string)
	return isText && also && x == y
}

var reference = textutil.LazyRegexp(`\$(?:(\w+)|\{([^}]+?)(:-[^}]*)?\})`)

// Expand replaces $NAME, ${NAME} and, if defaults is set, ${NAME:-default} by the values of the
// environment in every text of v, and returns v. It calls taken, unless that is nil, for each
// value. Names of unset variables stay as they are.
func Expand(w facts.World, v any, defaults bool, taken func(name, text, shown string)) any {
	switch v := v.(type) {
	case string:
		if !strings.Contains(v, "$") {
			return v
		}
		return reference().ReplaceAllStringFunc(v, func(ref string) string {
			m := reference().FindStringSubmatch(ref)
			name, other := m[1]+m[2], m[3]
			if other != "" && !defaults {
				name, other = name+other, ""
			}
			if value, ok := w.LookupEnv(name); ok {
				if taken != nil {
					taken(name, value, ref)
				}
				return value
			}
			if other != "" {
				return other[len(":-"):]
			}
			return ref
		})
	case []any:
		for i := range v {
			v[i] = Expand(w, v[i], defaults, taken)
		}
	case map[string]any:
		for key := range v {
			v[key] = Expand(w, v[key], defaults, taken)
		}
	}
	return v
}
