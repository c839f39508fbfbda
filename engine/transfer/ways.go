package transfer

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// ways returns the changes that may make an agent read the transferred file, in the order in which
// they are tried.
func (p *planner) ways(asked discovery.SurveyAgent, t *discovery.Trace) (out []Change) {
	p.blocked = nil
	add := func(c Change, ok bool) {
		switch {
		case !ok || len(out) == mostTries:
		case p.inProject(c.Path):
			out = append(out, c)
		case facts.Within(c.Path, p.o.Project): // only files in the project are changed
			p.block("%s would be outside the project, because a link on the way leads there", p.shown(c.Path))
		}
	}
	if p.scope.waits() {
		for _, folder := range asked.Looks.Folders {
			add(p.rule(folder))
		}
		return out
	}
	names := slices.DeleteFunc(slices.Clone(asked.Looks.Names), unsuitable)
	var shared []string // files that the agent reads under a name that is not its first one
	for i := range t.Candidates {
		c := &t.Candidates[i]
		switch {
		case c.Kind != discovery.Rule || c.Verdict != discovery.Loaded || !strings.HasSuffix(c.Path, ".md") || len(c.Patterns) > 0:
		case c.ByImport || unsuitable(path.Base(c.Path)):
		case path.Base(c.Path) == path.Base(first(names)):
			line, ok := p.importLine(c.Path)
			line.entry = true
			add(line, ok)
		default:
			shared = append(shared, c.Path)
		}
	}
	for _, name := range names {
		if !superseded[name] {
			add(p.link(facts.Join(p.o.Options.Cwd, name)))
		}
	}
	for _, folder := range asked.Looks.Folders {
		if !folder.Borrowed {
			add(p.link(facts.Join(p.o.Options.Cwd, folder.Dir, p.scope.name+cmp.Or(first(folder.Ends), ".md"))))
		}
	}
	add(p.setting(asked.Agent))
	for _, full := range shared {
		add(p.importLine(full))
	}
	for _, name := range names {
		if !superseded[name] {
			add(p.stub(facts.Join(p.o.Options.Cwd, name)))
		}
	}
	for _, folder := range asked.Looks.Folders {
		if !folder.Borrowed {
			add(p.rule(folder))
		}
	}
	for _, name := range names {
		if superseded[name] {
			add(p.link(facts.Join(p.o.Options.Cwd, name)))
		}
	}
	return out
}

// superseded lists names of files that their agents have replaced by a folder of rules. Other
// agents also read these files, so changes to them are tried last.
var superseded = map[string]bool{".cursorrules": true, ".windsurfrules": true, ".clinerules": true, ".roorules": true, ".kilocoderules": true}

// unsuitable reports whether a file with this name belongs to one person only, or replaces the
// project's other files or the agent's own prompt.
func unsuitable(name string) bool {
	return strings.Contains(name, ".local.") || strings.Contains(name, ".override.") || path.Base(name) == "SYSTEM.md"
}

func first(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return items[0]
}

// exists reports whether a path exists once the changes of the plan are made. A dangling link
// counts as existing.
func (p *planner) exists(path string) bool {
	_, err := p.world(p.plan.Changes).Lstat(path)
	return err == nil
}

// changes reports whether the plan already creates or changes a file.
func (p *planner) changes(path string) bool {
	return slices.ContainsFunc(p.plan.Changes, func(c Change) bool { return c.Path == path })
}

// importLine returns the change that adds an import to a file that the agent already reads.
func (p *planner) importLine(full string) (Change, bool) {
	info, err := p.disk.Lstat(full)
	if err != nil || !info.IsRegular() || full == p.o.File {
		return Change{}, false // the target of a link may be the file of another agent
	}
	text, err := p.disk.ReadFile(full)
	if err != nil || p.changes(full) {
		return Change{}, false
	}
	return Change{Kind: Import, Path: full, Before: text, After: withLine(text, "@"+p.rel(full))}, true
}

// block records what prevents a change.
func (p *planner) block(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.blocked, text) {
		p.blocked = append(p.blocked, text)
	}
}

// shown returns a path relative to the project.
func (p *planner) shown(full string) string { return relative(p.o.Project, full) }

// taken records that something exists at a path but is not read: a dangling link, or something that
// is not a file.
func (p *planner) taken(full string) {
	if to, err := p.disk.Readlink(full); err == nil {
		switch _, err := p.disk.Stat(full); {
		case err != nil:
			p.block("%s is a link to %s, which does not exist: remove the link or create the file", p.shown(full), to)
		case !facts.Inside(p.disk, p.o.Project, full):
			p.block("%s is a link to %s, outside the project: galley changes nothing there", p.shown(full), to)
		}
		return
	}
	if info, err := p.disk.Lstat(full); err == nil && !info.IsRegular() {
		p.block("%s is not a file: move it away", p.shown(full))
	}
}

// link returns the change that makes a symbolic link.
func (p *planner) link(full string) (Change, bool) {
	if p.exists(full) {
		p.taken(full)
		return Change{}, false
	}
	if full == p.o.File {
		return Change{}, false
	}
	return Change{Kind: Link, Path: full, Link: p.rel(full), Made: true,
		Lost: []string{"where links are not possible, as in some checkouts on Windows, git creates a plain file that contains the path"}}, true
}

// stub returns the change that creates a file which contains only an import.
func (p *planner) stub(full string) (Change, bool) {
	if p.exists(full) || full == p.o.File {
		return Change{}, false
	}
	return Change{Kind: Stub, Path: full, After: "@" + p.rel(full) + "\n", Made: true}, true
}

// rule returns the change that makes a rule file in the agent's own form.
func (p *planner) rule(folder discovery.Folder) (Change, bool) {
	full := facts.Join(p.o.Options.Cwd, folder.Dir, p.scope.name+cmp.Or(first(folder.Ends), ".md"))
	head, patterns, lost, ok := p.scope.head(folder.Dir)
	if p.exists(full) || full == p.o.File || !ok {
		return Change{}, false
	}
	lost = append(lost, "it is a copy: if you change one, change the other too")
	if facts.Dir(p.o.File) != facts.Dir(full) && p.importsByPath() {
		lost = append(lost, "imports in it are relative to another directory")
	}
	return Change{Kind: Rule, Path: full, After: head + p.scope.body, Made: true, Lost: lost, patterns: patterns}, true
}

// mostWords is the largest number of words beginning with @ that importsByPath checks.
const mostWords = 200

// importsByPath reports whether the rule imports a file by a path relative to the rule's own
// directory.
func (p *planner) importsByPath() bool {
	looked := 0
	for word := range strings.FieldsSeq(p.scope.body) {
		name, ok := strings.CutPrefix(strings.TrimRight(word, ".,;:)"), "@")
		if !ok || name == "" {
			continue
		}
		if looked++; looked > mostWords {
			return true
		}
		if _, err := p.disk.Stat(facts.Resolve(facts.Dir(p.o.File), name)); err == nil && !facts.IsAbs(name) {
			return true
		}
	}
	return false
}

// loadCondition says when an agent loads a rule, according to the header of the rule file.
type loadCondition struct {
	name        string // the name of its file without the ending
	body        string
	patterns    []string
	description string
	manual      bool
	anyCase     bool // the patterns ignore case, and a pattern without a slash matches at any depth
}

// waits reports whether the rule loads only for some files, or when the model chooses it.
func (s *loadCondition) waits() bool { return len(s.patterns) > 0 || s.description != "" || s.manual }

// occasion says when a rule that waits is loaded.
func (s *loadCondition) occasion() string {
	switch {
	case len(s.patterns) > 0:
		return "for some files"
	case s.manual:
		return "when the user names them"
	}
	return "when their description fits the task"
}

// loadConditionOf reads the header of a rule file. The folder in which the file lies decides the
// form of the header.
func loadConditionOf(file, text string) loadCondition {
	s := loadCondition{name: path.Base(file), body: text}
	for _, end := range []string{".instructions.md", ".mdc", ".md"} {
		if name, ok := strings.CutSuffix(s.name, end); ok {
			s.name = name
			break
		}
	}
	dir := discovery.PatternFolderOf(file)
	if dir == "" {
		if s.name == strings.ToUpper(s.name) || s.name[0] == '.' {
			s.name = "project" // with the name AGENTS the file would be a rule file of its own
		}
		return s
	}
	f := discovery.ReadFront(text)
	s.body = text[f.Body:]
	patterns, always := discovery.RulePatterns(&f)
	if always {
		return s
	}
	s.patterns = patterns
	s.anyCase = dir == ".claude/rules"
	if len(s.patterns) == 0 && (dir == ".cursor/rules" || dir == ".windsurf/rules" || dir == ".devin/rules") {
		s.description = f.Text("description")
		s.manual = s.description == ""
	}
	return s
}

// head returns a header that states the same condition in the form that the folder dir requires,
// and the patterns in this header. The result lost says which parts of the condition that form
// cannot state. If it cannot state the condition at all, ok is false.
func (s *loadCondition) head(dir string) (head string, patterns, lost []string, ok bool) {
	patterns = slices.Clone(s.patterns)
	if s.anyCase && len(patterns) > 0 && dir != ".claude/rules" {
		lost = append(lost, "Claude Code matches without regard to case, and this agent may not")
		for i, pattern := range patterns {
			if !strings.Contains(pattern, "/") {
				patterns[i] = "**/" + pattern
			}
		}
	}
	if len(patterns) == 0 && s.waits() && dir != ".cursor/rules" && dir != ".windsurf/rules" && dir != ".devin/rules" {
		return "", nil, nil, false
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
		lines = fmt.Sprintf("%s\n%s\nalwaysApply: %v", entry("description", plain(s.description)), entry("globs", commas), !s.waits())
	case ".windsurf/rules", ".devin/rules":
		switch {
		case len(patterns) > 0:
			lines = "trigger: glob\nglobs: " + commas
		case s.description != "":
			lines = "trigger: model_decision\n" + entry("description", plain(s.description))
		case s.manual:
			lines = "trigger: manual"
		default:
			lines = "trigger: always_on"
		}
	default:
		if s.waits() {
			return "", nil, nil, false
		}
	}
	if lines == "" {
		return "", patterns, lost, true
	}
	return "---\n" + lines + "\n---\n", patterns, lost, true
}

// entry is a line of a header; the value may be empty.
func entry(key, value string) string { return strings.TrimSuffix(key+": "+value, " ") }

// plain returns a sentence as a YAML value, in quotes if it would have another meaning without
// them.
func plain(text string) string {
	var back map[string]any
	if err := bounded.YAML([]byte("a: "+text+"\n"), &back); err == nil && back["a"] == text || text == "" {
		return text
	}
	return strconv.Quote(text)
}
