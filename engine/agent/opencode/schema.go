package opencode

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/textutil"
)

// shape checks a value v of the settings, as the JSON or YAML decoder returns it. If OpenCode
// starts with the value, want is "". Otherwise, at is the path of the wrong part of v, and want
// says what this part must be.
type shape func(v any) (want string, at []string)

func is[T any](want string) shape {
	return func(v any) (string, []string) {
		if _, ok := v.(T); ok {
			return "", nil
		}
		return want, nil
	}
}

var (
	isText = is[string]("string")
	isFlag = is[bool]("boolean")
)

func isNumber(v any) (string, []string) {
	switch v.(type) {
	case float64, int, int64, uint64:
		return "", nil
	}
	return "number", nil
}

// wholeFrom makes a shape that accepts whole numbers from least on. For other values the error is
// want.
func wholeFrom(least int, want string) shape {
	return func(v any) (string, []string) {
		f, ok := v.(float64)
		// A number from YAML; a whole number below zero is an int64 there.
		if n, whole := v.(uint64); whole {
			f, ok = float64(n), true
		}
		if ok && f >= float64(least) && f == float64(int64(f)) {
			return "", nil
		}
		return want, nil
	}
}

var (
	isCount = wholeFrom(1, "a whole number above 0")
	isWhole = wholeFrom(0, "a whole number")
)

// oneOf accepts one of these strings.
func oneOf(words ...string) shape {
	return func(v any) (string, []string) {
		if s, ok := v.(string); ok && slices.Contains(words, s) {
			return "", nil
		}
		return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1], nil
	}
}

// either makes a shape that accepts a value if at least one of several shapes accepts it. For other
// values the error is want.
func either(want string, all ...shape) shape {
	return func(v any) (string, []string) {
		for _, s := range all {
			if wrong, _ := s(v); wrong == "" {
				return "", nil
			}
		}
		return want, nil
	}
}

func listOf(of shape) shape {
	return func(v any) (string, []string) {
		list, ok := v.([]any)
		if !ok {
			return "array", nil
		}
		for i, item := range list {
			if want, at := of(item); want != "" {
				return want, append([]string{fmt.Sprint(i)}, at...)
			}
		}
		return "", nil
	}
}

// dictOf makes a shape that accepts objects with any keys. It checks each value in the object with
// the given shape.
func dictOf(value shape) shape { return object(nil, value) }

// object makes a shape that accepts objects. It checks the value of each key with the shape that
// keys has for it; every key may be missing. It checks the values of all other keys with the shape
// others. If others is nil, it accepts no other keys.
func object(keys map[string]shape, others shape) shape {
	return func(v any) (string, []string) {
		values, ok := v.(map[string]any)
		if !ok {
			return "object", nil
		}
		for _, key := range slices.Sorted(maps.Keys(values)) {
			of, known := keys[key]
			if !known {
				of = others
			}
			if of == nil {
				return "one of " + strings.Join(slices.Sorted(maps.Keys(keys)), ", "), []string{key}
			}
			if want, at := of(values[key]); want != "" {
				return want, append([]string{key}, at...)
			}
		}
		return "", nil
	}
}

// withKeys makes a shape that accepts what the shape base accepts, if all these keys are present.
func withKeys(base shape, keys ...string) shape {
	return func(v any) (string, []string) {
		values, _ := v.(map[string]any)
		for _, key := range keys {
			if _, there := values[key]; values != nil && !there {
				return "there", []string{key}
			}
		}
		return base(v)
	}
}

func anything(any) (string, []string) { return "", nil }

var hexColor = textutil.LazyRegexp(`^#[0-9a-fA-F]{6}$`)

// colorWords are the theme colours that newer releases accept.
var colorWords = []string{"primary", "secondary", "accent", "success", "warning", "error", "info"}

// agentShape is the shape of an agent in the settings and in the front matter of its
// file.
func (r opencodeRelease) agentShape() shape {
	action := oneOf("ask", "allow", "deny")
	rule := either("ask, allow, deny or an object of these by pattern", action, dictOf(action))
	permission := map[string]shape{"todowrite": action, "question": action, "webfetch": action, "websearch": action, "doom_loop": action}
	if !r.newerForm {
		permission["todoread"], permission["codesearch"] = action, action
	}
	color := func(v any) (string, []string) {
		s, ok := v.(string)
		if ok && (hexColor().MatchString(s) || r.newerForm && slices.Contains(colorWords, s)) {
			return "", nil
		}
		return "a colour like #33aaff", nil
	}
	keys := map[string]shape{
		"model": isText, "temperature": isNumber, "top_p": isNumber, "prompt": isText, "tools": dictOf(isFlag), "disable": isFlag,
		"description": isText, "mode": oneOf("subagent", "primary", "all"), "hidden": isFlag, "options": dictOf(anything), "color": color,
		"steps": isCount, "maxSteps": isCount, "permission": anyPermission(action, object(permission, rule)),
	}
	if r.newerForm {
		keys["variant"] = isText
	}
	return object(keys, anything)
}

func anyPermission(action, byTool shape) shape {
	return func(v any) (string, []string) {
		if _, ok := v.(map[string]any); ok {
			return byTool(v)
		}
		return action(v)
	}
}

// commandShape is the shape of a command in the settings and of its file's front matter,
// except for the template, which is the file's text.
func (r opencodeRelease) commandShape() shape {
	keys := map[string]shape{"template": isText, "description": isText, "agent": isText, "model": isText, "subtask": isFlag}
	if r.newerForm {
		keys["variant"] = isText
	}
	return object(keys, anything)
}

// agentIssue returns the first value in an agent's settings because of which OpenCode does not
// start. If it finds no such value, found is false.
func (r *opencodeRun) agentIssue(values map[string]any) (issue discovery.Issue, found bool) {
	return issueOf(r.agentShape(), values)
}

func issueOf(of shape, v map[string]any) (issue discovery.Issue, found bool) {
	want, at := of(v)
	return discovery.Issue{Code: "invalid_type", Expected: want, Path: at}, want != ""
}
