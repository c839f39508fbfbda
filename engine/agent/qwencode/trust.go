package qwencode

import (
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// judge decides whether the folder is trusted, by all settings that count. In an untrusted folder
// these of the project's files do not count: context files and rules (qwencode.go) and .env files
// (env.go). No MCP server counts, not even the user's (servers.go). The folder's skills, commands,
// sub-agents and language of answers still count.
func (r *qwenRun) judge(merged map[string]any) {
	trusted, why, how := r.trusts(merged)
	r.untrusted, r.why = !trusted, why
	if r.untrusted {
		r.Trace.Trust = discovery.TrustBy(how)
	}
}

// trusts reports whether these settings trust the folder. Folder trust is off unless a setting
// switches it on; while it is off, every folder is trusted. If no rule covers the folder, 0.15
// trusts it. 0.24 asks the user at its start, and does not trust the folder until then.
func (r *qwenRun) trusts(values map[string]any) (trusted bool, why, how string) {
	if !folderTrust(values) {
		return true, "", ""
	}
	if r.Options.Trusted != nil {
		return *r.Options.Trusted, "the scenario says so", discovery.TrustInScenario
	}
	rules, name := r.trustRules()
	trusted, rule := r.ruled(rules, r.Trace.Cwd)
	switch {
	case rule != "":
		why = "the rule for " + rule + " in " + name
		return trusted, why, "change " + why
	case r.is.asks:
		return false, "no rule of " + name + " covers it; the agent asks when it starts whether to trust the folder", "agree when Qwen Code asks at its start"
	}
	return true, "", ""
}

// denied reports whether a rule says that a directory is not trusted.
func (r *qwenRun) denied(values map[string]any, dir string) bool {
	if !folderTrust(values) || r.Options.Trusted != nil {
		return false
	}
	rules, _ := r.trustRules()
	trusted, rule := r.ruled(rules, dir)
	return rule != "" && !trusted
}

func folderTrust(values map[string]any) bool {
	security, _ := values["security"].(map[string]any)
	folder, _ := security["folderTrust"].(map[string]any)
	return folder["enabled"] == true
}

// trustRules reads trustedFolders.json.
func (r *qwenRun) trustRules() (rules map[string]any, name string) {
	name = facts.Resolve(r.Trace.Cwd, r.PathOr("QWEN_CODE_TRUSTED_FOLDERS_PATH", facts.Join(r.global, "trustedFolders.json")))
	if r.rulesOf == name {
		return r.folders, name
	}
	r.rulesOf, r.folders = name, nil
	if text, err := r.World.ReadFile(name); err == nil {
		r.AddSetting(name, "trust", "")
		if rules, err = gemini.Parse(text); err != nil {
			r.TooMuch(name, err)
			r.refuse(name, discovery.Located(source.NewLines(text).Position(gemini.Fault(text)), "it is not a JSON object of folders with comments"))
		}
		r.folders = rules
	}
	return rules, name
}

// ruled returns what the rules of trustedFolders.json say about a directory, and the rule that
// decides. The result rule is "" if no rule covers the directory. In 0.24 the rule with the deepest
// directory decides; if two are equally deep, the one against trust decides. 0.24 compares the
// paths both as they are given and with their links resolved. In 0.15 any rule for trust decides,
// and a rule against trust covers only the directory itself.
func (r *qwenRun) ruled(rules map[string]any, dir string) (trusted bool, rule string) {
	deepest := -1
	for _, key := range discovery.SortedKeys(rules) {
		level, _ := rules[key].(string)
		at := facts.Resolve(r.Trace.Cwd, key)
		if level == "TRUST_PARENT" {
			at = facts.Dir(at)
		}
		trusts := level == "TRUST_FOLDER" || level == "TRUST_PARENT"
		switch {
		case !trusts && level != "DO_NOT_TRUST":
		case r.is.asks:
			if depth := r.depth(at, dir); depth > deepest || depth == deepest && depth >= 0 && !trusts {
				deepest, trusted, rule = depth, trusts, key
			}
		case trusts && facts.Within(dir, at):
			return true, key
		case !trusts && dir == at && !strings.HasSuffix(key, "/"):
			rule = key
		}
	}
	return trusted, rule
}

// depth returns how many levels below the root of the file system the directory of a rule lies. The
// parameter ruled is the path of that directory. depth considers this path as it is given and with
// its links resolved, and returns the larger number. If neither contains dir, it returns -1.
func (r *qwenRun) depth(ruled, dir string) int {
	deepest := -1
	for _, outer := range []string{ruled, r.RealCwd(ruled)} {
		for _, inner := range []string{dir, r.RealCwd(dir)} {
			if n := strings.Count(strings.TrimSuffix(outer, "/"), "/"); facts.Within(inner, outer) {
				deepest = max(deepest, n)
			}
		}
	}
	return deepest
}
