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

// NotCounted is the reason, shown to users, why the settings of a project have no effect.
const NotCounted = "it is ignored: the folder is not trusted"

// An Administrator holds the names under which an agent looks for the settings of the machine's
// administrator. Gemini CLI and the agents derived from it use the same rules with different names.
type Administrator struct {
	Variables  string // the prefix of the names of both variables
	Mac, Other string // the folder's name on macOS, and on other systems
}

// SystemSettings returns the paths of the two settings files of Gemini CLI's administrator.
func SystemSettings(w facts.World) (defaults, system string) {
	return Administrator{"GEMINI_CLI", "GeminiCli", "gemini-cli"}.Files(w)
}

// Files returns the paths of the administrator's two settings files. All other settings override
// the file defaults. The file system overrides all other settings.
func (a Administrator) Files(w facts.World) (defaults, system string) {
	system = facts.EnvPath(w, a.Variables+"_SYSTEM_SETTINGS_PATH")
	if system == "" {
		switch w.Platform() {
		case "darwin":
			system = "/Library/Application Support/" + a.Mac + "/settings.json"
		case "win32":
			system = "C:/ProgramData/" + a.Other + "/settings.json"
		default:
			system = "/etc/" + a.Other + "/settings.json"
		}
	}
	if defaults = facts.EnvPath(w, a.Variables+"_SYSTEM_DEFAULTS_PATH"); defaults == "" {
		defaults = facts.Join(facts.Dir(system), "system-defaults.json")
	}
	return defaults, system
}

// Unsafe returns the first path to which users other than the owner may write. It checks the
// administrator's file, the directories above it and the target of a link. 0.61 ignores a file for
// which there is such a path. Unsafe returns "" if no path is unsafe or the file is missing. It
// does not check that each path belongs to root.
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

// Parse reads settings: a JSON object with comments. No other extension of JSON is allowed. Parse
// returns an error for [] and null.
func Parse(text string) (values map[string]any, err error) {
	if err := bounded.JSONDepth(text); err != nil {
		return nil, err
	}
	if err = json.Unmarshal(withoutComments(text), &values); err == nil && values == nil {
		err = errNull
	}
	return values, err
}

var errNull = errors.New("it is null")

// NotObject reports whether an error of [Parse] means that the text is valid JSON but not an
// object.
func NotObject(err error) bool {
	var other *json.UnmarshalTypeError
	return errors.Is(err, errNull) || errors.As(err, &other)
}

// Fault returns the offset of the first byte at which [Parse] fails. It returns 0 if the whole
// value is wrong.
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

// A Merge says how lists of settings in several layers are combined. By default a list in a later
// layer replaces the list in an earlier one.
type Merge struct {
	Joined map[string]bool // lists that later layers extend; true if each entry is kept once
	Lone   []string        // lists that may be given as a single text
}

var merge = Merge{
	Joined: map[string]bool{
		"context.includeDirectories": false, "context.fileFiltering.customIgnoreFilePaths": true,
		"tools.exclude": true, "extensions.disabled": true, "skills.disabled": true, "advanced.excludedEnvVars": true,
	},
	Lone: []string{"context.includeDirectories", "skills.disabled"},
}

// MergeSettings merges two layers of settings by the rules of Gemini CLI. It changes under, the
// earlier layer; the values of over, the later layer, override it. See [Merge.Onto].
func MergeSettings(under, over map[string]any) { merge.Onto(under, over) }

// Layered merges layers of settings by the rules of Gemini CLI. Later layers override earlier
// ones.
func Layered(layers ...map[string]any) map[string]any { return merge.All(layers...) }

// All merges layers. Later layers override earlier ones.
func (m Merge) All(layers ...map[string]any) map[string]any {
	all := map[string]any{}
	for _, layer := range layers {
		m.Onto(all, layer)
	}
	return all
}

// Onto merges two layers of settings. It changes under, the earlier layer; the values of over, the
// later layer, override it. Tables are merged key by key. The lists that Joined names are not
// replaced: the later list is appended to the earlier one. For the lists that Lone names, a single
// text counts as a list with this text as its only entry.
func (m Merge) Onto(under, over map[string]any) { m.at("", under, over) }

func (m Merge) at(at string, under, over map[string]any) {
	for key, v := range over {
		if slices.Contains(m.Lone, at+key) {
			if text, isText := v.(string); isText {
				v = []any{text}
			}
		}
		once, joins := m.Joined[at+key]
		below, extends := under[key].([]any)
		if _, isList := v.([]any); joins && extends && !isList {
			v = []any{v}
		}
		switch v := v.(type) {
		case map[string]any:
			table, ok := under[key].(map[string]any)
			if !ok {
				table = map[string]any{}
				under[key] = table
			}
			m.at(at+key+".", table, v)
		case []any:
			all, there := []any{}, map[string]bool{}
			if joins {
				all = append(all, below...)
			}
			for _, entry := range all {
				if text, isText := entry.(string); isText {
					there[text] = true
				}
			}
			for _, entry := range v {
				text, isText := entry.(string)
				if !isText || !once || !there[text] {
					all = append(all, entry)
				}
				if isText {
					there[text] = true
				}
			}
			under[key] = all
		default:
			under[key] = v
		}
	}
}

var reference = textutil.LazyRegexp(`\$(?:(\w+)|\{([^}]+?)(:-[^}]*)?\})`)

// Expand replaces variables by their values in every text of v, and returns v. A variable is
// written as $NAME or ${NAME} or, if defaults is set, ${NAME:-default}. Names of unset variables
// stay unchanged. If taken is not nil, Expand calls it for each inserted value.
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
