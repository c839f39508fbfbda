package gemini

import (
	"strconv"
	"strings"

	"galley/engine/source"
)

// scalar is what a setting must be.
type scalar int

const (
	boolean scalar = iota
	number
)

// scalars are the settings that galley reads and that 0.61 also takes as texts: "false"
// for false, "3" for 3. A star stands for any key.
var scalars = []struct {
	key  string
	kind scalar
}{
	{"general.plan.enabled", boolean}, {"general.topicUpdateNarration", boolean},
	{"model.compressionThreshold", number},
	{"context.includeDirectoryTree", boolean}, {"context.loadMemoryFromIncludeDirectories", boolean}, {"context.discoveryMaxDirs", number},
	{"context.fileFiltering.respectGitIgnore", boolean}, {"context.fileFiltering.respectGeminiIgnore", boolean},
	{"tools.shell.enableShellOutputEfficiency", boolean}, {"tools.shell.enableInteractiveShell", boolean}, {"useWriteTodos", boolean},
	{"security.folderTrust.enabled", boolean}, {"security.blockGitExtensions", boolean}, {"security.disableYoloMode", boolean},
	{"advanced.ignoreLocalEnv", boolean}, {"skills.enabled", boolean}, {"agents.overrides.*.enabled", boolean},
	{"experimental.enableAgents", boolean}, {"experimental.taskTracker", boolean}, {"experimental.topicUpdateNarration", boolean}, {"experimental.directWebFetch", boolean},
	{"admin.secureModeEnabled", boolean}, {"admin.skills.enabled", boolean}, {"admin.extensions.enabled", boolean}, {"admin.mcp.enabled", boolean},
}

// Typed replaces texts that stand for booleans and numbers by their values, as 0.61
// does. It changes nothing if any of the settings has a wrong value: the agent then
// warns, and takes all values of the file as they are.
func Typed(values map[string]any) {
	for _, apply := range []bool{false, true} {
		for _, s := range scalars {
			if !typed(values, strings.Split(s.key, "."), s.kind, apply) {
				return
			}
		}
	}
}

// typed looks at a setting below v; ok reports whether its value has the kind.
func typed(v any, path []string, of scalar, apply bool) (ok bool) {
	table, isTable := v.(map[string]any)
	if !isTable {
		return false
	}
	keys := path[:1]
	if path[0] == "*" {
		keys = nil
		for key := range table {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		below, set := table[key]
		switch {
		case !set:
		case len(path) > 1:
			if !typed(below, path[1:], of, apply) {
				return false
			}
		default:
			value, ok := of.value(below)
			if !ok {
				return false
			}
			if apply {
				table[key] = value
			}
		}
	}
	return true
}

// value returns v as a value of the kind.
func (k scalar) value(v any) (value any, ok bool) {
	text, isText := v.(string)
	switch {
	case k == boolean && isText:
		switch strings.ToLower(text) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
		return nil, false
	case k == boolean:
		_, ok = v.(bool)
		return v, ok
	case isText:
		n, err := strconv.ParseFloat(strings.TrimFunc(text, source.IsJSSpace), 64)
		return n, err == nil
	}
	_, ok = v.(float64)
	return v, ok
}
