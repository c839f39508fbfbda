package claudecode

import (
	"slices"
	"strings"
)

// wordKeys are the settings that change Claude Code's own words in the request, and the variables
// that do so, measured on 2.1.332. The last layer that sets one counts.
var (
	wordKeys = []string{
		"agent", "model", "attribution", "includeCoAuthoredBy", "includeGitInstructions",
		"autoMemoryEnabled", "autoMemoryDirectory", "disableBundledSkills", "disableWorkflows", "skillListingBudgetFraction",
	}
	wordVariables = []string{
		"ANTHROPIC_MODEL", "CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS", "CLAUDE_CODE_DISABLE_AUTO_MEMORY", "SLASH_COMMAND_TOOL_CHAR_BUDGET",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_GROWTHBOOK",
	}
)

// choices records the settings that change Claude Code's own words. styled reports whether a file
// has the chosen output style; otherwise the style is one of Claude Code's own.
func (r *claudeRun) choices(styled bool) {
	for _, key := range wordKeys {
		for _, l := range slices.Backward(r.set.layers) {
			if value, set := l.values[key]; set {
				r.Choose(key, l.name, value)
				break
			}
		}
	}
	for _, name := range wordVariables {
		if value := r.env(name); value != "" {
			r.Choose(name, "", value)
		}
	}
	var added []any
	mode, file := any(nil), ""
	for _, l := range r.set.layers {
		permissions, _ := l.values["permissions"].(map[string]any)
		if dirs, set := permissions["additionalDirectories"]; set {
			added = append(added, dirs)
		}
		if m, set := permissions["defaultMode"]; set {
			mode, file = m, l.name
		}
	}
	if added != nil {
		r.Choose("additionalDirectories in permissions", "", added)
	}
	if mode != nil {
		r.Choose("defaultMode in permissions", file, mode)
	}
	if styled {
		r.Choose("the use of an output style", "", true)
	} else if r.set.style != "" && r.set.style != "default" {
		r.Choose("outputStyle", "", r.set.style)
	}
	var tools []string
	for _, u := range r.set.denied.uses {
		if u.detail == "" && !u.args && !strings.HasPrefix(u.tool, "mcp__") {
			tools = append(tools, u.tool)
		}
	}
	if slices.Sort(tools); tools != nil {
		r.Choose("the tools that the permissions deny", "", slices.Compact(tools))
	}
}
