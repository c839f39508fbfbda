package gemini

import (
	"math"
	"slices"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The tiers of policy files. Any rule of a higher tier overrides the rules of lower tiers; the
// priority of a rule counts only within its tier.
const (
	userTier  = 4
	adminTier = 5
)

// policyRule is a rule on tools as a policy file contains it.
type policyRule struct {
	ToolName        any            `toml:"toolName"`
	MCPName         string         `toml:"mcpName"`
	Subagent        *string        `toml:"subagent"`
	ArgsPattern     string         `toml:"argsPattern"`
	CommandPrefix   any            `toml:"commandPrefix"`
	CommandRegex    string         `toml:"commandRegex"`
	Decision        string         `toml:"decision"`
	Priority        *float64       `toml:"priority"`
	Modes           []Mode         `toml:"modes"`
	Interactive     *bool          `toml:"interactive"`
	ToolAnnotations map[string]any `toml:"toolAnnotations"`
}

// ReadPolicies reads the rules on tools of the administrator and the user. The user's files are
// those that the setting policyPaths names, or else ~/.gemini/policies/*.toml. If one rule of a
// file is wrong, the agent ignores the whole file. The agent does not read rules of the project.
// This was read in the code of 0.61 and seen in runs.
func (o *Options) ReadPolicies(w facts.World, s Settings) {
	if o.Version != V061 {
		return
	}
	_, system := SystemSettings(w)
	o.policies = policiesIn(w, facts.Join(facts.Dir(system), "policies"), adminTier)
	user := s.List("policyPaths")
	if len(user) == 0 {
		user = []string{facts.Join(o.Home, ".gemini/policies")}
	}
	for _, p := range user {
		o.policies = append(o.policies, policiesIn(w, facts.Resolve(o.Cwd, p), userTier)...)
	}
}

// policiesIn reads a policy file or, for a directory, its policy files in the order of their names.
func policiesIn(w facts.World, p string, tier float64) (all []rule) {
	files := []string{p}
	if entries, err := w.ReadDir(p); err == nil {
		files = nil
		for _, e := range entries {
			if strings.HasSuffix(e.Name, ".toml") {
				files = append(files, facts.Join(p, e.Name))
			}
		}
		slices.Sort(files)
	}
	for _, file := range files {
		if text, err := w.ReadFile(file); err == nil {
			all = append(all, policies(text, tier)...)
		}
	}
	return all
}

func policies(text string, tier float64) (all []rule) {
	var file struct {
		Rule []policyRule `toml:"rule"`
	}
	if bounded.TOML([]byte(text), &file) != nil {
		return nil
	}
	for _, r := range file.Rule {
		names, ok := discovery.Texts(r.ToolName)
		if one, isText := r.ToolName.(string); isText {
			names, ok = []string{one}, true
		}
		if !ok || slices.Contains(names, "") || !slices.Contains([]string{"allow", "deny", "ask_user"}, r.Decision) ||
			r.Priority == nil || *r.Priority != math.Trunc(*r.Priority) || *r.Priority < 0 || *r.Priority > 999 {
			return nil
		}
		if r.Subagent != nil || r.ToolAnnotations != nil {
			continue // a rule for the tools of sub-agents, or for servers' tools with certain annotations
		}
		for i := range names {
			if r.MCPName != "" {
				names[i] = "mcp_" + r.MCPName + "_" + names[i]
			}
		}
		one := rule{
			tools: names, deny: r.Decision == "deny", priority: tier + *r.Priority/1000, modes: r.Modes,
			arguments: r.ArgsPattern != "" || r.CommandPrefix != nil || r.CommandRegex != "",
		}
		if r.Interactive != nil {
			if one.headless = alone; *r.Interactive {
				one.headless = asking
			}
		}
		all = append(all, one)
	}
	return all
}
