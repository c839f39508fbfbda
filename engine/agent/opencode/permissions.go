package opencode

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

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
	made := discovery.Permission{Tool: tool, Pattern: pattern, Action: action}
	replaced := func(r discovery.Permission) bool { return r.Tool == tool && (whole || r.Pattern == pattern) }
	at := slices.IndexFunc(rules, replaced)
	if at < 0 {
		return append(rules, made)
	}
	kept := slices.Clone(rules)
	kept[at] = made
	return append(kept[:at+1], slices.DeleteFunc(kept[at+1:], replaced)...)
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
	if begin, ok := strings.CutSuffix(pattern, " *"); ok && matches(begin, name) {
		return true
	}
	return matches(pattern, name)
}

// matches goes back only to the last *, so it takes no more steps than the product of both lengths.
// It compiles no expression, because a project may have thousands of patterns and skills.
func matches(pattern, name string) bool {
	p, n := 0, 0
	star, from := -1, 0 // after the last *, and where in name the rest is tried
	for n < len(name) {
		_, size := utf8.DecodeRuneInString(name[n:])
		switch {
		case p < len(pattern) && pattern[p] == '*':
			p++
			star, from = p, n
		case p < len(pattern) && pattern[p] == '?':
			p, n = p+1, n+size
		case strings.HasPrefix(pattern[p:], name[n:n+size]):
			p, n = p+size, n+size
		case star >= 0:
			_, size := utf8.DecodeRuneInString(name[from:])
			from += size
			p, n = star, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
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
