package transfer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// settings are the agents that read further rule files by a key of a project's settings:
// a list of names or paths.
var settings = map[string]struct{ file, table, key string }{
	"gemini-cli": {".gemini/settings.json", "context", "fileName"},
	"qwen-code":  {".qwen/settings.json", "context", "fileName"},
	"opencode":   {"opencode.json", "", "instructions"},
	"kilo":       {"kilo.json", "", "instructions"},
}

// ways are what may let an agent read the file, in the order in which it is tried.
func (p *planner) ways(asked discovery.Asked, t *discovery.Trace) (out []Change) {
	add := func(c Change, ok bool) {
		if ok && p.inProject(c.Path) && len(out) < mostTries {
			out = append(out, c)
		}
	}
	if p.scope.waits() {
		for _, folder := range asked.Looks.Folders {
			add(p.rule(asked.Agent, folder))
		}
		return out
	}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		if c.Kind == discovery.Rule && c.Verdict == discovery.Loaded && strings.HasSuffix(c.Path, ".md") && len(c.Patterns) == 0 {
			add(p.importLine(c.Path))
		}
	}
	names := slices.DeleteFunc(slices.Clone(asked.Looks.Names), personal)
	for _, name := range names {
		add(p.link(facts.Join(p.o.Options.Cwd, name)))
	}
	for _, folder := range asked.Looks.Folders {
		if !folder.Borrowed {
			add(p.link(facts.Join(p.o.Options.Cwd, folder.Dir, p.scope.name+cmp.Or(first(folder.Ends), ".md"))))
		}
	}
	add(p.setting(asked.Agent))
	add(p.reading(asked.Agent))
	for _, name := range names {
		add(p.stub(facts.Join(p.o.Options.Cwd, name)))
	}
	for _, folder := range asked.Looks.Folders {
		if !folder.Borrowed {
			add(p.rule(asked.Agent, folder))
		}
	}
	return out
}

// personal reports whether a name is for one person's file, or for one that stands in for
// the project's.
func personal(name string) bool {
	return strings.Contains(name, ".local.") || strings.Contains(name, ".override.")
}

func first(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return items[0]
}

// there reports whether something stands at a path, a link that leads nowhere included.
func (p *planner) there(path string) bool {
	_, err := p.world(p.plan.Changes).Lstat(path)
	return err == nil
}

// changes reports whether the plan makes or changes a file already.
func (p *planner) changes(path string) bool {
	return slices.ContainsFunc(p.plan.Changes, func(c Change) bool { return c.Path == path })
}

// importLine adds an import to a file that is read already.
func (p *planner) importLine(full string) (Change, bool) {
	info, err := p.disk.Lstat(full)
	if err != nil || !info.IsRegular() || full == p.o.File {
		return Change{}, false // a link's target may be another agent's file
	}
	text, err := p.disk.ReadFile(full)
	if err != nil || p.changes(full) {
		return Change{}, false
	}
	return Change{Kind: Import, Path: full, Before: text, After: withLine(text, "@"+p.rel(full))}, true
}

// link makes a symbolic link.
func (p *planner) link(full string) (Change, bool) {
	if p.there(full) || full == p.o.File {
		return Change{}, false
	}
	return Change{Kind: Link, Path: full, Link: p.rel(full), Made: true,
		Lost: []string{"where links cannot be made, as in some checkouts on Windows, git leaves a plain file that holds the path"}}, true
}

// stub makes a file that holds nothing but an import.
func (p *planner) stub(full string) (Change, bool) {
	if p.there(full) || full == p.o.File {
		return Change{}, false
	}
	return Change{Kind: Stub, Path: full, After: "@" + p.rel(full) + "\n", Made: true}, true
}

// setting sets a key of a settings file that does not have it.
func (p *planner) setting(agent string) (Change, bool) {
	s, ok := settings[agent]
	if !ok {
		return Change{}, false
	}
	full := facts.Join(p.o.Options.Cwd, s.file)
	name := p.rel(facts.Join(p.o.Options.Cwd, "x"))
	list, _ := json.Marshal([]string{name})
	value := fmt.Sprintf("%q: %s", s.key, list)
	lost := []string(nil)
	if s.table != "" { // the names replace the agent's own
		own := []string{name}
		if asked, ok := p.asked(agent); ok && len(asked.Looks.Names) > 0 {
			own = append(own, asked.Looks.Names[0])
		}
		list, _ = json.Marshal(own)
		value = fmt.Sprintf("%q: {%q: %s}", s.table, s.key, list)
		lost = append(lost, "files of this name come in from other directories too, wherever the agent looks")
	}
	if !p.there(full) {
		return Change{Kind: Setting, Path: full, After: "{\n  " + value + "\n}\n", Made: true, Lost: lost}, true
	}
	text, err := p.disk.ReadFile(full)
	var has map[string]any
	if err != nil || json.Unmarshal([]byte(text), &has) != nil || has[s.key] != nil || has[s.table] != nil && s.table != "" {
		return Change{}, false // it is set, or written with comments: a person's to change
	}
	open := strings.IndexByte(text, '{')
	comma := ","
	if len(has) == 0 {
		comma = ""
	}
	return Change{Kind: Setting, Path: full, Before: text, After: text[:open+1] + "\n  " + value + comma + text[open+1:], Lost: lost}, true
}

// reading makes Aider's settings file, which lists the files that it reads.
func (p *planner) reading(agent string) (Change, bool) {
	full := facts.Join(p.o.Options.Cwd, ".aider.conf.yml")
	if agent != "aider" || p.there(full) {
		return Change{}, false
	}
	return Change{Kind: Setting, Path: full, After: "read:\n  - " + p.rel(full) + "\n", Made: true}, true
}

// rule makes a rule file in an agent's own form.
func (p *planner) rule(agent string, folder discovery.Folder) (Change, bool) {
	full := facts.Join(p.o.Options.Cwd, folder.Dir, p.scope.name+cmp.Or(first(folder.Ends), ".md"))
	head, lost, ok := p.scope.head(folder.Dir)
	if p.there(full) || full == p.o.File || !ok {
		return Change{}, false
	}
	lost = append(lost, "it is a copy: what changes in one has to be changed in the other")
	if from := facts.Dir(p.o.File); strings.Contains(p.scope.body, "@") && from != facts.Dir(full) {
		lost = append(lost, "imports in it count from another directory")
	}
	return Change{Kind: Rule, Path: full, After: head + p.scope.body, Made: true, Lost: lost}, true
}

// scope is what a rule file says of itself.
type scope struct {
	name        string // without the end of its file name
	body        string
	patterns    []string
	description string
	manual      bool
	anyCase     bool // its patterns match without regard to case, and at any depth without a slash
}

// waits reports whether the rule comes in for some files alone, or by choice.
func (s *scope) waits() bool { return len(s.patterns) > 0 || s.description != "" || s.manual }

// scopeOf reads the header of a rule file, in the form of the folder that it lies in.
func scopeOf(file, text string) scope {
	s := scope{name: path.Base(file), body: text}
	for _, end := range []string{".instructions.md", ".mdc", ".md"} {
		if name, ok := strings.CutSuffix(s.name, end); ok {
			s.name = name
			break
		}
	}
	dir := formOf(file)
	if dir == "" {
		if s.name == strings.ToUpper(s.name) || s.name[0] == '.' {
			s.name = "project" // AGENTS: under that name in a folder it would be a file of its own
		}
		return s
	}
	f := discovery.ReadFront(text)
	s.body = text[f.Body:]
	always, _ := f.Flag("alwaysApply")
	trigger := f.Text("trigger")
	if always || trigger == "always_on" {
		return s
	}
	for _, key := range []string{"paths", "globs", "applyTo"} {
		if patterns, _ := f.List(key); len(patterns) > 0 {
			s.patterns = patterns
		}
	}
	if slices.Equal(s.patterns, []string{"**"}) {
		s.patterns = nil
		return s
	}
	s.anyCase = dir == ".claude/rules"
	if len(s.patterns) == 0 && (dir == ".cursor/rules" || dir == ".windsurf/rules") {
		s.description = f.Text("description")
		s.manual = s.description == ""
	}
	return s
}

// forms are folders of rules with a header of their own.
var forms = []string{".claude/rules", ".cursor/rules", ".windsurf/rules", ".devin/rules", ".github/instructions", ".clinerules", ".qwen/rules", ".continue/rules"}

// formOf is the folder of rules that a file lies in; "" for none.
func formOf(file string) string {
	for _, form := range forms {
		if strings.Contains(file, "/"+form+"/") {
			return form
		}
	}
	return ""
}

// head is the header that says the same in the form of another folder; ok is false where
// the folder has no form for it.
func (s *scope) head(dir string) (head string, lost []string, ok bool) {
	patterns := slices.Clone(s.patterns)
	if s.anyCase && dir != ".claude/rules" {
		lost = append(lost, "Claude Code matches without regard to case, and this agent may not")
		for i, pattern := range patterns {
			if !strings.Contains(pattern, "/") {
				patterns[i] = "**/" + pattern
			}
		}
	}
	if len(patterns) == 0 && s.waits() && dir != ".cursor/rules" && dir != ".windsurf/rules" && dir != ".devin/rules" {
		return "", nil, false
	}
	quoted := func() string {
		var b strings.Builder
		for _, pattern := range patterns {
			fmt.Fprintf(&b, "\n  - %q", pattern)
		}
		return b.String()
	}
	commas := strings.Join(patterns, ",")
	var lines string
	switch dir {
	case ".claude/rules", ".clinerules", ".qwen/rules":
		if len(patterns) > 0 {
			lines = "paths:" + quoted()
		}
		if dir == ".qwen/rules" {
			lines = strings.ReplaceAll(lines, `"`, "")
		}
	case ".continue/rules":
		if len(patterns) > 0 {
			lines = "globs:" + quoted()
		}
	case ".github/instructions":
		lines = fmt.Sprintf("applyTo: %q", cmp.Or(commas, "**"))
	case ".cursor/rules":
		lines = fmt.Sprintf("description: %s\nglobs: %s\nalwaysApply: %v", s.description, commas, !s.waits())
	case ".windsurf/rules", ".devin/rules":
		switch {
		case len(patterns) > 0:
			lines = "trigger: glob\nglobs: " + commas
		case s.description != "":
			lines = "trigger: model_decision\ndescription: " + s.description
		case s.manual:
			lines = "trigger: manual"
		default:
			lines = "trigger: always_on"
		}
	case ".amazonq/rules", ".roo/rules", ".kilo/rules", ".kilocode/rules", ".zed/rules":
		if s.waits() {
			return "", nil, false
		}
	default:
		if s.waits() {
			return "", nil, false
		}
	}
	if lines == "" {
		return "", lost, true
	}
	return "---\n" + lines + "\n---\n", lost, true
}
