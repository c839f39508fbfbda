package copilotcli

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// A judge is a kind of rule files that differ from other kinds by the folder in which they lie and
// by how their names end. The front matter of each file may limit it to some files.
type judge struct {
	folder []string // relative to a directory
	end    string   // suffix of a file's name
}

// everything lists patterns that apply to all files.
var everything = []string{"*", "**", "**/*"}

var (
	instruction = judge{[]string{".github", "instructions"}, ".instructions.md"}
	rule        = judge{[]string{".claude", "rules"}, ".md"}
)

// scope returns the patterns in a file's front matter. It reads the key applyTo or, if that key is
// missing, the key paths, both in instructions and in rules. Front matter that is not valid YAML is
// read line by line; a value that consists only of quotes then gives no pattern. always reports
// whether the patterns cover every file.
func scope(f *discovery.Front) (patterns []string, always bool) {
	key := "paths"
	if _, there := f.Values["applyTo"]; there {
		key = "applyTo"
	}
	patterns, _ = f.List(key)
	if f.Broken != "" {
		patterns = slices.DeleteFunc(patterns, func(p string) bool { return strings.Trim(p, `'"`) == "" })
	}
	return patterns, len(patterns) == 0 || len(patterns) == 1 && slices.Contains(everything, patterns[0])
}

// ruleFiles lists a directory's files of one kind of rule.
func (r *run) ruleFiles(ctx context.Context, dir string, j judge) []string {
	files := r.FilesIn(ctx, facts.Join(append([]string{dir}, j.folder...)...), false)
	files = slices.DeleteFunc(files, func(name string) bool { return !strings.HasSuffix(strings.ToLower(name), j.end) })
	slices.Sort(files)
	return files
}

// files decides which files in a folder of instructions or rules load. Patterns match paths
// relative to base. If base is "", patterns are relative to the session's root, and the request
// names files by their full paths.
func (r *run) files(ctx context.Context, folder, base, tier string, j judge) {
	files := r.FilesIn(ctx, folder, false)
	slices.Sort(files)
	for _, full := range files {
		if r.Taken[full] != "" {
			continue
		}
		r.Taken[full] = tier
		c := r.At(full, tier)
		if !strings.HasSuffix(strings.ToLower(full), j.end) {
			r.Add(c.Never(discovery.NotLookedFor, "only *"+j.end+" files are instructions"))
			continue
		}
		if text, ok := r.TextWithoutMark(c); ok {
			r.decide(c, text, base)
		}
		r.Add(c)
	}
}

// decide loads a file at launch, adds it to the table, or records why it is excluded.
func (r *run) decide(c *discovery.Candidate, text source.Text, base string) {
	f := discovery.ReadFront(text.String())
	c.Oddities(&f)
	patterns, always := scope(&f)
	excluded, _ := f.List("excludeAgent")
	for _, own := range []string{"coding-agent", "cloud-agent"} {
		if slices.Contains(excluded, own) {
			c.No(discovery.Excluded, "excludeAgent names "+own)
			return
		}
	}
	if always {
		text = asSent(text)
		c.Load(text, text.Len())
		r.texts = append(r.texts, text)
		if strings.TrimSpace(text.String()) == "" {
			c.No(discovery.Empty, "")
		}
		return
	}
	shown := c.Path
	if base != "" {
		shown = discovery.RelativePath(base, c.Path)
	} else {
		base = r.Trace.Root
	}
	cell := func(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
	row := "| " + cell(strings.Join(patterns, ", ")) + " | '" + shown + "' | " + cell(f.Text("description")) + " |"
	r.rows = append(r.rows, source.Of(row, discovery.FileOrigin(c.Path, 0, f.Body, 1)))
	r.scoped = append(r.scoped, scoped{c.Path, base, patterns, text})
	r.ForFile(c, base, patterns, "the request names it in a table; its text is sent when a file that matches is read", discovery.Picomatch)
}

// touch records which rule files load when a tool reads a file. Editing and creating a file load
// nothing; the tool that creates files refuses to overwrite one. A rule file is sent once, under
// its own name, even if several links lead to it; a copy with the same text is sent too.
func (r *run) touch(ctx context.Context) {
	r.Trace.NameTools("view", "edit", "create", "create")
	r.Trace.BringsAt(true, discovery.ReadAct)
	r.Trace.BringsAt(false, discovery.EditAct, discovery.WriteAct, discovery.CreateAct)
	r.Trace.Nested = true
	root := r.Trace.Root
	if real, err := r.World.RealPath(root); err == nil {
		root = real
	}
	came := map[string]bool{}
	r.EachTouch("user", func(on *discovery.Touch) {
		target := facts.Resolve(r.Trace.Cwd, on.Path)
		var texts []source.Text
		bring := func(full string, text source.Text) {
			real := full
			if led, err := r.World.RealPath(full); err == nil {
				real = led
			}
			if came[real] || strings.TrimSpace(text.String()) == "" {
				return
			}
			came[real] = true
			on.New = append(on.New, full)
			texts = append(texts, reminder(discovery.RelativePath(root, real), text))
		}
		for _, s := range r.scoped {
			if rel, inside := discovery.RelativeTo(target, s.base); inside && r.Covers(s.path, discovery.Picomatch, s.patterns, rel) {
				bring(s.path, s.text)
			}
		}
		for _, dir := range r.UpTo(facts.Dir(target), r.Trace.Root) {
			if facts.Within(r.Trace.Cwd, dir) || !facts.Within(dir, r.Trace.Root) {
				break // everything from here up is loaded at launch or lies outside the repository
			}
			r.reach(ctx, dir, target, bring)
		}
		on.Text = source.Join(source.Literal("\n"), texts...)
		on.Appended = on.Text
	})
}

// reach calls bring, which sends a file, for each rule file of the directory dir that applies to
// the file target. A tool has read that file.
func (r *run) reach(ctx context.Context, dir, target string, bring func(string, source.Text)) {
	take := func(full string) {
		if data, err := r.World.ReadFile(full); err == nil {
			bring(full, discovery.FileText(full, data))
		}
	}
	if full, _ := r.find(facts.Join(dir, ".github"), copilotFile); full != "" {
		take(full)
	}
	for _, name := range agentFiles {
		if full, _ := r.find(dir, name); full != "" {
			take(full)
		}
	}
	for _, kind := range []judge{instruction, rule} {
		for _, full := range r.ruleFiles(ctx, dir, kind) {
			data, _ := r.World.ReadFile(full)
			f := discovery.ReadFront(data)
			patterns, always := scope(&f)
			rel, _ := discovery.RelativeTo(target, dir)
			if always || r.Covers(full, discovery.Picomatch, patterns, rel) {
				take(full)
			}
		}
	}
}

// reminder puts the text of a rule file that loads because of a read into its frame, and escapes
// it for XML.
func reminder(shown string, text source.Text) source.Text {
	for _, e := range [][2]string{{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&apos;"}} {
		text = text.Replace(e[0], source.Literal(e[1]))
	}
	return source.Literal("<system_reminder>\nCustom instructions from "+shown+". ").
		Append(discovery.StandIn("copilot-cli/on-demand-note"), source.Literal("\n\n"), text, source.Literal("\n</system_reminder>"))
}
