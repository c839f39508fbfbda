package opencode

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"galley/engine/textutil"
)

// Newer releases accept some settings of the program that will succeed OpenCode: "agents" with
// "system" instead of "agent" with "prompt", a model as an object or with a variant after #, and
// "skills" as a list. Values of another shape are ignored.

// defineSkills reads the skill directories that a settings file names. galley does not fetch the
// skills for which the file gives a URL.
func (r *opencodeRun) defineSkills(top map[string]json.RawMessage) {
	var list []string
	var lists struct{ Paths, URLs []string }
	if raw := top["skills"]; json.Unmarshal(raw, &list) != nil {
		_ = json.Unmarshal(raw, &lists) // a value of another shape names no directories
	}
	for _, entry := range slices.Concat(list, lists.Paths, lists.URLs) {
		if lower := strings.ToLower(entry); strings.HasPrefix(lower, "https://") || strings.HasPrefix(lower, "http://") {
			r.Note("%s lists skills that OpenCode fetches; galley does not read them", entry)
			continue
		}
		r.skillPaths = append(r.skillPaths, entry)
	}
}

// permissionsKey returns the path of the first key "permissions", or nil if it is not set. The key
// belongs to the succeeding program, and no release of OpenCode starts with it.
func permissionsKey(values map[string]any) []string {
	if _, there := values["permissions"]; there {
		return []string{"permissions"}
	}
	for _, key := range []string{"agents", "agent", "mode"} {
		agents, _ := values[key].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(agents)) {
			agent, _ := agents[name].(map[string]any)
			if _, there := agent["permissions"]; there {
				return []string{key, name, "permissions"}
			}
		}
	}
	return nil
}

// older returns settings without the values that have the shape of the succeeding program.
func (r *opencodeRun) older(values map[string]any) map[string]any {
	values = maps.Clone(values)
	if want, _ := newerModel(values["model"]); want == "" {
		delete(values, "model")
	}
	if want, _ := listOf(isText)(values["skills"]); want == "" {
		delete(values, "skills")
	}
	if mcp, ok := values["mcp"].(map[string]any); ok {
		mcp = maps.Clone(mcp)
		if _, ok := mcp["servers"].(map[string]any); ok {
			delete(mcp, "servers")
			delete(mcp, "timeout")
		}
		values["mcp"] = mcp
	}
	return values
}

var (
	modelText  = textutil.LazyRegexp(`^[^/#]+/[^#]+(#[^#]+)?$`)
	modelPart  = textutil.LazyRegexp(`^[^/#]+$`)
	modelPlain = textutil.LazyRegexp(`^[^#]+$`)
)

func matching(re func() *regexp.Regexp) shape {
	return func(v any) (string, []string) {
		if s, ok := v.(string); ok && re().MatchString(s) {
			return "", nil
		}
		return "a model's name", nil
	}
}

// newerModel checks a model in the form of the succeeding program.
func newerModel(v any) (string, []string) {
	return either("PROVIDER/NAME or an object with providerID and model", matching(modelText),
		withKeys(object(map[string]shape{"providerID": matching(modelPart), "model": matching(modelPlain), "variant": matching(modelPlain)}, anything), "providerID", "model"))(v)
}

// newerAgent is the shape of an entry of "agents".
var newerAgent = object(map[string]shape{
	"model": newerModel, "system": isText, "description": isText, "mode": oneOf("subagent", "primary", "all"), "hidden": isFlag,
	"color": matching(hexColor), "steps": isCount, "disabled": isFlag,
}, anything)
