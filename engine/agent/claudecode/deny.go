package claudecode

import (
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
)

// denials holds those rules in permissions.deny of the settings and in the argument
// --disallowedTools that change the request.
type denials struct {
	uses  []deniedUse
	paths []*deniedPaths
}

// deniedUse is a rule that denies a tool or some of its uses. Rules that deny Read for a path are
// kept apart, in deniedPaths.
type deniedUse struct {
	rule   string // as it is written
	tool   string
	detail string // the text in parentheses; "" if the rule denies every use of the tool
	args   bool   // the rule comes from the program's arguments
}

// deniedPaths are the rules of one source about paths for Read that are relative to one directory.
// They are matched together, like the lines of a .gitignore.
type deniedPaths struct {
	source, root string
	all          glob.Ignore
	rules        []string
	each         []glob.Ignore // the pattern of each rule
}

// deny adds the rules of a source. root is the directory to which the source's paths that begin with
// "/" are relative.
func (r *claudeRun) deny(source, root string, rules []string) {
	for _, rule := range rules {
		tool, detail, ok := ruleOf(rule)
		switch {
		case ok && tool == "Read" && detail != "":
			r.denyPath(source, root, rule, detail)
		case ok:
			r.set.denied.uses = append(r.set.denied.uses, deniedUse{rule, tool, detail, source == argumentSource})
		}
	}
}

// argumentSource is the source of the rules in the program's arguments.
const argumentSource = "arguments"

// ruleOf splits a rule into the name of a tool and the text in parentheses. "Task" is the former
// name of the tool "Agent".
func ruleOf(rule string) (tool, detail string, ok bool) {
	tool, rest, call := strings.Cut(rule, "(")
	if call {
		if detail, ok = strings.CutSuffix(rest, ")"); !ok || tool == "" {
			return "", "", false
		}
	}
	if tool == "Task" {
		tool = "Agent"
	}
	if detail == "*" {
		detail = ""
	}
	return tool, strings.NewReplacer(`\(`, "(", `\)`, ")", `\\`, `\`).Replace(detail), true
}

// denyPath adds a rule about a path for Read: "//" begins an absolute path, "~/" one in the home
// and "/" one in root. Other paths are relative to the working directory.
func (r *claudeRun) denyPath(source, root, rule, pattern string) {
	switch {
	case strings.HasPrefix(pattern, "//"):
		root = facts.Root(r.Trace.Cwd)
	case strings.HasPrefix(pattern, "~/"):
		root, pattern = r.Home, pattern[1:]
	case !strings.HasPrefix(pattern, "/"):
		root, pattern = r.Trace.Cwd, strings.TrimPrefix(pattern, "./")
	}
	for strings.Contains(pattern, "//") {
		pattern = strings.ReplaceAll(pattern, "//", "/")
	}
	if strings.HasPrefix(pattern, "#") {
		// Here # begins a name, but in a .gitignore it would begin a comment.
		pattern = `\` + pattern
	}
	if dir := strings.TrimSuffix(pattern, "/**"); dir != "" {
		pattern = dir
	}
	i := slices.IndexFunc(r.set.denied.paths, func(p *deniedPaths) bool { return p.source == source && p.root == root })
	if i < 0 {
		i = len(r.set.denied.paths)
		r.set.denied.paths = append(r.set.denied.paths, &deniedPaths{source: source, root: root, all: glob.Ignore{Work: r.Work("permissions.deny")}})
	}
	p := r.set.denied.paths[i]
	one := glob.Ignore{Work: r.Work(rule)}
	one.Add(pattern)
	p.all.Append(one)
	p.rules, p.each = append(p.rules, rule), append(p.each, one)
}

// rule returns the rule that denies Read for a path, or "". If several rules match the path, it
// returns the last one.
func (p *deniedPaths) rule(name string) string {
	rel, inside := discovery.RelativeTo(name, p.root)
	if !inside || !p.all.Ignores(rel, false) {
		return ""
	}
	for i, one := range slices.Backward(p.each) {
		if one.Ignores(rel, false) {
			return p.rules[i]
		}
	}
	return ""
}

// use returns the reason if a rule denies a tool with exactly this detail, the text in parentheses.
// If detail is "", the rule denies every use of the tool. Without such a rule it returns "".
func (d *denials) use(tool, detail string) string {
	for _, u := range d.uses {
		if u.tool == tool && u.detail == detail {
			return deniedBy(u.rule)
		}
	}
	return ""
}

// unreadable returns the reason why the permissions keep a rule file out, or "".
// Claude Code does not load a file that the tool Read may not read. There are two exceptions. The
// user's and the organisation's files, their imports, and Claude Code's own notes load in any
// case. A rule in the program's arguments that denies Read for all paths does not affect any file.
func (r *claudeRun) unreadable(c *discovery.Candidate) string {
	switch c.Tier {
	case "user", "user rules", "managed", "memory":
		return ""
	}
	for _, u := range r.set.denied.uses {
		if u.tool == "Read" && u.detail == "" && !u.args {
			return deniedBy(u.rule)
		}
	}
	for _, p := range r.set.denied.paths {
		for _, name := range []string{c.Path, c.RealPath} {
			if rule := p.rule(name); rule != "" {
				return deniedBy(rule)
			}
		}
	}
	return ""
}

// deniedBy returns the reason for what a rule denies.
func deniedBy(rule string) string { return "the permissions deny " + rule }
