package claudecode

import (
	"context"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// toolOf maps each kind of call to the name of the tool that is called. A call of any of these
// tools loads the rule files that apply to its path and did not load at launch.
var toolOf = map[discovery.Act]string{discovery.ReadAct: "Read", discovery.EditAct: "Edit", discovery.WriteAct: "Write", discovery.CreateAct: "Write"}

// demand records which rule files each tool call of the session loads: those that apply to the
// path that the call reaches. Each file loads once in a session, as a text after the tool's
// result. An AGENTS.md is sent in a system message instead, and only a call that reads a file
// loads it, not one that edits, writes or creates a file.
func (r *claudeRun) demand(ctx context.Context) {
	r.Trace.NameTools("Read", "Edit", "Write", "Write")
	r.Trace.BringsAt(true, discovery.Acts...)
	r.Trace.Nested = true
	var calls []discovery.Call
	for i, p := range r.Options.Touched {
		calls = append(calls, discovery.Call{Tool: toolOf[r.Options.ActOf(i)], Path: p})
	}
	for _, call := range append(calls, r.Options.Calls...) {
		t := discovery.Touch{Path: call.Path}
		if file, ok := r.reached(call); ok {
			t.Path = file
			d := reach{r: r, touch: &t}
			if real, err := r.World.RealPath(file); err == nil && path.Ext(file) == ".md" && call.Tool == "Read" {
				d.read = real
				if r.real[real] == "" {
					r.real[real] = file // the model already has its text
				}
			}
			d.files(ctx, file)
			info, err := r.World.Stat(file)
			if call.Tool == "Read" && err == nil && info.IsRegular() {
				d.standIns(file)
			}
			d.skills(file)
			d.close()
		}
		r.Trace.Touched = append(r.Trace.Touched, t)
	}
}

// reached returns the file that a call reaches, if the file lies in the working directory.
func (r *claudeRun) reached(call discovery.Call) (string, bool) {
	name := call.Path
	switch call.Tool {
	case "Read", "Write", "Edit", "NotebookEdit":
	case "Bash":
		name = fileOfCommand(call.Command)
	default:
		return "", false
	}
	if name == "" {
		return "", false
	}
	name = facts.Resolve(r.Trace.Cwd, name)
	return name, name != r.Trace.Cwd && facts.Within(name, r.Trace.Cwd)
}

// readers are the commands whose last argument is a file that they print.
var readers = map[string]bool{"cat": true, "head": true, "tail": true, "grep": true, "less": true, "more": true, "sed": true, "awk": true, "wc": true, "nl": true}

// fileOfCommand returns the file that a simple command prints, or "".
func fileOfCommand(command string) string {
	if strings.ContainsAny(command, ";|&<>$`\n") {
		return ""
	}
	words := strings.Fields(command)
	if len(words) < 2 || !readers[words[0]] {
		return ""
	}
	return strings.Trim(words[len(words)-1], `'"`)
}

// reach collects what one tool call loads.
type reach struct {
	r      *claudeRun
	touch  *discovery.Touch
	read   string // real path of the file that the call reads
	system []source.Text
}

// files adds the rule files for a path in this order: the user's rules for the path, the files of
// each directory between the working directory and the path, and the rules of the working directory
// and the directories above it.
func (d *reach) files(ctx context.Context, file string) {
	d.scoped(file, true)
	for _, dir := range d.below(file) {
		for _, name := range claudeNames {
			d.nested(facts.Join(dir, name), "project")
		}
		d.nested(facts.Join(dir, claudeLocal), "local")
		d.nestedRules(ctx, dir, file)
	}
	d.scoped(file, false)
}

// below lists the directories between the working directory and a file, outermost first.
func (d *reach) below(file string) (dirs []string) {
	for dir := range facts.Up(facts.Dir(file)) {
		if dir == d.r.Trace.Cwd {
			break
		}
		dirs = append([]string{dir}, dirs...)
	}
	return dirs
}

// scoped adds the rules that are limited to some files and whose patterns match this file. If
// users is set, it considers the rules of the organisation and the user, otherwise those of the
// project.
func (d *reach) scoped(file string, users bool) {
	for i := range d.r.conditional {
		s := &d.r.conditional[i]
		if (s.tier != "rules") != users || s.path == "" {
			continue
		}
		if rel, inside := discovery.RelativeTo(file, s.base); inside && d.r.Covers(s.path, discovery.ClaudeGlobs, s.patterns, rel) {
			d.add(s.path, s.doc.text)
			s.path = "" // each rule loads once in a session
		}
	}
}

// fresh reads a file. The last result is false if the file is already loaded, disabled, excluded,
// denied or blank.
func (d *reach) fresh(full, tier string) (*discovery.Candidate, document, bool) {
	c := d.r.At(full, tier)
	if c.Reason != "" || d.r.real[c.RealPath] != "" || d.r.off(tier) != "" || d.r.set.excluded(full) != "" || d.r.unreadable(c) != "" {
		return c, document{}, false
	}
	doc, ok := d.r.load(c)
	if !ok || trimmed(doc.text).Len() == 0 {
		return c, doc, false
	}
	d.r.real[c.RealPath] = full
	return c, doc, true
}

// nested adds a rule file and its imports.
func (d *reach) nested(full, tier string) {
	if c, doc, ok := d.fresh(full, tier); ok {
		d.add(full, doc.text)
		d.imports(c, doc, 0)
	}
}

func (d *reach) imports(c *discovery.Candidate, doc document, depth int) {
	for _, ref := range doc.refs {
		if d.r.Budget.Import(c.Path) != nil {
			return
		}
		full := d.r.resolve(facts.Dir(c.Path), ref.name)
		if depth >= claudeHops || !looksLikePath(ref.name) || !isTextual(full) || !d.r.inside(full) {
			continue
		}
		if in, inner, ok := d.fresh(full, c.Tier); ok {
			d.add(full, inner.text)
			d.imports(in, inner, depth+1)
		}
	}
}

// nestedRules adds the rules in dir that apply to a file. Those that apply to all files come first.
// A rule that another rule imports has patterns of its own, and it may load without the other.
func (d *reach) nestedRules(ctx context.Context, dir, file string) {
	found, known := d.r.rulesIn[dir]
	if !known {
		seen := map[string]bool{}
		for _, full := range d.r.FilesAsListed(ctx, facts.Join(dir, ".claude", "rules")) {
			c := d.r.At(full, "rules")
			shown := headed(c)
			if d.r.ruleAt(c); c.Verdict == discovery.Loaded || c.Reason == discovery.AlreadyLoaded {
				found = d.r.withImports(found, d.r.At(full, "rules"), shown, 0, seen)
			}
		}
		d.r.rulesIn[dir] = found
	}
	rel, inside := discovery.RelativeTo(file, dir)
	for _, scoped := range []bool{false, true} {
		for _, f := range found {
			if patterns := f.doc.front.patterns(); d.r.real[f.real] == "" && (len(patterns) > 0) == scoped && (!scoped || inside && d.r.Covers(f.path, discovery.ClaudeGlobs, patterns, rel)) {
				d.r.real[f.real] = f.path
				d.add(f.path, f.doc.text)
			}
		}
	}
}

// nestedRule is a rule of a directory below the working directory, or a file that such a rule
// imports.
type nestedRule struct {
	path, real string
	doc        document
}

// withImports adds a rule and the files that the rule imports to the list found, even files that
// are already loaded. shown is the path for the rule's heading, and seen has the real paths of the
// files that are already in the list.
func (r *claudeRun) withImports(found []nestedRule, c *discovery.Candidate, shown string, depth int, seen map[string]bool) []nestedRule {
	if seen[c.RealPath] {
		return found
	}
	doc, ok := r.load(c)
	if !ok || trimmed(doc.text).Len() == 0 {
		return found
	}
	seen[c.RealPath] = true
	found = append(found, nestedRule{shown, c.RealPath, doc})
	for _, ref := range doc.refs {
		if r.Budget.Import(c.Path) != nil {
			return found
		}
		full := r.resolve(facts.Dir(c.Path), ref.name)
		if depth >= claudeHops || !looksLikePath(ref.name) || !isTextual(full) || !r.inside(full) {
			continue
		}
		if in := r.At(full, c.Tier); in.Reason == "" && r.off(c.Tier) == "" && r.set.excluded(full) == "" && r.unreadable(in) == "" {
			found = r.withImports(found, in, full, depth+1, seen)
		}
	}
	return found
}

// add adds a file to those that the call loads.
func (d *reach) add(name string, text source.Text) {
	if d.r.Budget.Output(name, text.Len()) != nil {
		return
	}
	var b source.Builder
	b.Add("<system-reminder>\nContents of "+name+":\n\n", discovery.NoOrigin)
	b.Append(text)
	b.Add("\n</system-reminder>\n", discovery.NoOrigin)
	d.touch.New = append(d.touch.New, name)
	d.touch.Added = append(d.touch.Added, discovery.Part{Name: name, Role: "user", Text: b.Text()})
}

// standIns adds each AGENTS.md that takes the place of a CLAUDE.md in the directories between the
// working directory and a file, if the settings let Claude Code read AGENTS.md there.
func (d *reach) standIns(file string) {
	both := d.r.set.files == claudeAndAgents
	if !both && !d.r.agents {
		return
	}
	for _, dir := range d.below(file) {
		if !both && d.r.saying(dir) != "" {
			return
		}
		for _, name := range claudeAgents {
			full := facts.Join(dir, name)
			if _, doc, ok := d.fresh(full, "agents"); ok {
				d.touch.New = append(d.touch.New, full)
				d.system = append(d.system, concat(source.Of("Contents of "+full+":\n\n", discovery.NoOrigin), doc.text))
			}
		}
	}
}

// skills adds the skills of directories below the working directory.
func (d *reach) skills(file string) {
	for _, dir := range d.below(file) {
		where := facts.Join(dir, ".claude", "skills")
		if d.r.real[where] != "" || d.r.session.noSkills {
			continue
		}
		d.r.real[where] = where
		found := d.r.skillsIn(where, "nested")
		if len(found) == 0 {
			continue
		}
		rel, _ := discovery.RelativeTo(where, d.r.Trace.Cwd)
		sub, _ := discovery.RelativeTo(dir, d.r.Trace.Cwd)
		var b source.Builder
		b.Append(ownWords("skills-discovered " + rel))
		for _, s := range found {
			b.Add("\n- "+s.name, discovery.NoOrigin)
		}
		b.Add("\n\n", discovery.NoOrigin)
		b.Append(ownWords("skills-intro"))
		b.Add("\n", discovery.NoOrigin)
		for _, s := range found {
			b.Add("\n", discovery.NoOrigin)
			b.Append(s.line(maxDescription))
			b.Add(" (", discovery.NoOrigin)
			b.Append(ownWords("nested-skill " + rel + " | " + sub + "/"))
			b.Add(")", discovery.NoOrigin)
		}
		d.touch.Added = append(d.touch.Added, discovery.Part{Name: "skills of " + rel, Role: "system", Text: b.Text()})
	}
}

// close finishes the texts that the call loads. It removes the line feed at the end of the last
// text with the role "user", and joins the texts for the system message into one.
func (d *reach) close() {
	for i := len(d.touch.Added) - 1; i >= 0; i-- {
		if p := &d.touch.Added[i]; p.Role == "user" {
			p.Text = p.Text.Slice(0, p.Text.Len()-1)
			break
		}
	}
	if d.system != nil {
		text := concat(source.Of("tool.call hook additional context: ", discovery.NoOrigin), source.Join(source.Of("\n", discovery.NoOrigin), d.system...))
		d.touch.Added = append(d.touch.Added, discovery.Part{Name: "AGENTS.md", Role: "system", Text: text})
	}
}
