package geminicli

import (
	"slices"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// trust decides whether the folder is trusted. An untrusted folder gives no context files
// (geminicli.go), settings (layers.go), variables of .env (gemini/dotenv.go), skills (skills.go),
// servers (servers.go), sub-agents (subagents.go), nested files (touch.go) or modes without
// approval (assemble.go).
//
// trust considers the environment, the setting (which is on unless a file says otherwise), the
// session, and trustedFolders.json in the runtime directory or the file that a variable names. Of
// the rules in that file, the one with the longest path wins. Without a rule the folder is not
// trusted: the agent asks at its start and, even with -i, sends nothing of the project until a user
// answers. 0.28 trusts every folder if no user can be asked.
func (r *geminiRun) trust(outside map[string]any) {
	security, _ := outside["security"].(map[string]any)
	folder, _ := security["folderTrust"].(map[string]any)
	enabled := folder["enabled"]
	env := func(key string) string { v, _ := r.World.LookupEnv(key); return v }
	how := ""
	switch {
	case r.is.trustVariables && env("GEMINI_RESTRICTED_MODE") == "true":
		r.why, how = "GEMINI_RESTRICTED_MODE", "start the agent without GEMINI_RESTRICTED_MODE"
	case r.is.trustVariables && env("GEMINI_CLI_TRUST_WORKSPACE") == "false":
		r.why, how = "GEMINI_CLI_TRUST_WORKSPACE", "set GEMINI_CLI_TRUST_WORKSPACE=true"
	case r.is.trustVariables && env("GEMINI_CLI_TRUST_WORKSPACE") == "true", enabled == false:
		r.trusted = true
	case r.is.trustsHeadless && r.headless:
		r.trusted = true
	case r.Options.Trusted != nil:
		r.trusted, r.why = *r.Options.Trusted, "the scenario says so"
		how = discovery.TrustInScenario
	default:
		var ruled bool
		if r.trusted, ruled, r.why = r.trustedByFile(); ruled {
			how = "change " + r.why
		} else if r.Trace.Failure == nil {
			r.asks, how = true, "agree when Gemini CLI asks at its start"
			r.why += "; the agent asks at its start whether to trust the folder"
		}
	}
	if !r.trusted && how != "" {
		r.Trace.Trust = discovery.TrustBy(how)
	}
}

// trustedByFile looks for a rule on the folder in trustedFolders.json. ruled reports whether a rule
// covers the folder, and why names this rule.
func (r *geminiRun) trustedByFile() (trusted, ruled bool, why string) {
	name := facts.Join(r.runtime(), "trustedFolders.json")
	if set, _ := r.World.LookupEnv("GEMINI_CLI_TRUSTED_FOLDERS_PATH"); set != "" {
		name = facts.Resolve(r.Trace.Cwd, set)
	}
	data, err := r.World.ReadFile(name)
	if err != nil {
		return false, false, "no rule of " + name + " covers it"
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: "trust", Found: true})
	rules, err := gemini.Parse(data)
	if err != nil {
		r.TooMuch(name, err)
		return false, false, r.badTrust(name, discovery.Located(source.NewLines(data).Position(gemini.Fault(data)), "it is not a JSON object of folders with comments"))
	}
	longest, level := "", ""
	for _, rule := range discovery.SortedKeys(rules) {
		value, _ := rules[rule].(string)
		if !slices.Contains([]string{"TRUST_FOLDER", "TRUST_PARENT", "DO_NOT_TRUST"}, value) {
			return false, false, r.badTrust(name, "the rule for "+rule+" must be TRUST_FOLDER, TRUST_PARENT or DO_NOT_TRUST")
		}
		dir := facts.Clean(rule)
		covers := dir
		if value == "TRUST_PARENT" {
			covers = facts.Dir(dir)
		}
		if facts.Within(r.Trace.Cwd, r.RealCwd(covers)) && len(dir) > len(longest) {
			longest, level = dir, value
		}
	}
	if level == "" {
		return false, false, "no rule of " + name + " covers it"
	}
	return level != "DO_NOT_TRUST", true, "the rule for " + longest + " in " + name
}

func (r *geminiRun) badTrust(name, message string) string {
	r.refuse(name, message)
	return message
}
