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
const NotCounted = "it is ignored: the folder is not trusted"

// An Administrator has the names under which an agent looks for the settings of the
// machine's administrator. Gemini CLI and the agents derived from it look alike.
type Administrator struct {
	Variables  string // the beginning of the names of both variables
	Mac, Other string // the folder's name on macOS, and on other systems
}

// SystemSettings returns the paths of the administrator's two files of Gemini CLI.
func SystemSettings(w facts.World) (defaults, system string) {
	return Administrator{"GEMINI_CLI", "GeminiCli", "gemini-cli"}.Files(w)
}

// Files returns the paths of the administrator's two files: the defaults, which all
// other settings override, and the settings that override all others.
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
		err = errNull
	}
	return values, err
}

var errNull = errors.New("it is null")

// NotObject reports whether an error of [Parse] says that the text is JSON but no object.
func NotObject(err error) bool {
	var other *json.UnmarshalTypeError
	return errors.Is(err, errNull) || errors.As(err, &other)
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

// A Merge says which lists of settings a later layer does not replace.
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

// MergeSettings puts settings of Gemini CLI over others; see [Merge.Onto].
func MergeSettings(under, over map[string]any) { merge.Onto(under, over) }

// Layered merges layers of settings of Gemini CLI.
func Layered(layers ...map[string]any) map[string]any { return merge.All(layers...) }

// All merges layers, of which later ones override earlier ones.
func (m Merge) All(layers ...map[string]any) map[string]any {
	all := map[string]any{}
	for _, layer := range layers {
		m.Onto(all, layer)
	}
	return all
}

// Onto puts the settings over above those of under. Tables are merged, what is given for
// a list of Joined extends the list below, and a text given for a list of Lone is its
// only member.
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
