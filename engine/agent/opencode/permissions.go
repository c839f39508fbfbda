package opencode

import (
	"encoding/json"
	"regexp"
	"strings"

	"galley/engine/discovery"
	"galley/engine/textutil"
)

// permissions appends the rules of a settings object to rules. The older key "tools" switches tools
// on or off. The key "permission" has one word for all tools, or a word or a table of patterns for
// each tool.
func permissions(rules []discovery.Permission, top map[string]json.RawMessage) []discovery.Permission {
	for _, t := range inOrder(top["tools"]) {
		t.name = permissionOf(t.name)
		switch string(t.raw) {
		case "false":
			rules = permit(rules, t.name, "*", "deny", true)
		case "true":
			rules = permit(rules, t.name, "*", "allow", true)
		}
	}
	return permission(rules, top["permission"])
}

func permission(rules []discovery.Permission, raw json.RawMessage) []discovery.Permission {
	var word string
	if len(raw) > 0 && json.Unmarshal(raw, &word) == nil {
		return permit(rules, "*", "*", word, true)
	}
	for _, p := range inOrder(raw) {
		if json.Unmarshal(p.raw, &word) == nil {
			rules = permit(rules, p.name, "*", word, true)
			continue
		}
		for _, one := range inOrder(p.raw) {
			if json.Unmarshal(one.raw, &word) == nil {
				rules = permit(rules, p.name, one.name, word, false)
			}
		}
	}
	return rules
}

// permit appends a rule, or replaces the tool's rule for the same pattern. If whole is set, the
// rule is for the whole tool and replaces the rules for all its patterns.
func permit(rules []discovery.Permission, tool, pattern, action string, whole bool) []discovery.Permission {
	var kept []discovery.Permission
	placed := false
	for _, r := range rules {
		switch {
		case r.Tool != tool || r.Pattern != pattern && !whole:
		case placed:
			continue
		default:
			r, placed = discovery.Permission{Tool: tool, Pattern: pattern, Action: action}, true
		}
		kept = append(kept, r)
	}
	if !placed {
		kept = append(kept, discovery.Permission{Tool: tool, Pattern: pattern, Action: action})
	}
	return kept
}

// toolDenied reports whether the rules remove a tool from the request. They do so if the last rule
// about the tool denies it for all patterns.
func toolDenied(rules []discovery.Permission, tool string) bool {
	denied := false
	for _, r := range rules {
		if wildcard(r.Tool, tool) {
			denied = r.Pattern == "*" && r.Action == "deny"
		}
	}
	return denied
}

// denied reports whether the rules forbid to use a tool on name, for example on a skill of that
// name. They do so if the last rule that matches the tool and the name denies it.
func denied(rules []discovery.Permission, tool, name string) bool {
	no := false
	for _, r := range rules {
		if wildcard(r.Tool, tool) && wildcard(r.Pattern, name) {
			no = r.Action == "deny"
		}
	}
	return no
}

var notInToolNames = textutil.LazyRegexp(`[^a-zA-Z0-9_-]`)

// allDenied reports whether the rules deny all tools of an MCP server, whatever their names. They
// do so if one rule denies them all and no later rule allows a tool of this server.
func allDenied(rules []discovery.Permission, server string) bool {
	prefix := notInToolNames().ReplaceAllString(server, "_") + "_"
	denied := false
	for _, r := range rules {
		switch {
		case wildcard(r.Tool, prefix+"any tool"):
			denied = r.Pattern == "*" && r.Action == "deny"
		case strings.HasPrefix(r.Tool, prefix) && r.Action != "deny":
			denied = false
		}
	}
	return denied
}

// wildcard reports whether a name matches a pattern, in which * stands for any text and ? for one
// character. If the pattern ends with a blank and *, this ending may also match nothing.
func wildcard(pattern, name string) bool {
	if pattern == "*" || pattern == name {
		return true
	}
	p := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	if begin, ok := strings.CutSuffix(p, " .*"); ok {
		p = begin + "( .*)?"
	}
	matched, err := regexp.MatchString("(?s)^"+p+"$", name)
	return err == nil && matched
}

// permitAgent reads the permissions of one agent.
func (r *opencodeRun) permitAgent(name string, raw json.RawMessage) {
	var top map[string]json.RawMessage
	if json.Unmarshal(raw, &top) != nil {
		return
	}
	s := r.Trace.Defined.AgentSettings[name]
	s.Permissions = permissions(s.Permissions, top)
	r.Trace.Defined.AgentSettings[name] = s
}
