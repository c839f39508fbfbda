package qwencode

import (
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// parts adds the parts of the system message. They include the note on the language of answers,
// even if Qwen Code has not yet written the file for it.
func (r *qwenRun) parts() {
	texts := r.texts
	if r.language.Len() != 0 {
		texts = slices.Insert(slices.Clone(texts), r.languages, r.language)
	}
	r.Trace.Parts = append(r.Trace.Parts, discovery.Part{Name: "rules", Role: "system", Where: "m0", Text: source.Join(source.Literal("\n\n"), texts...)})
}

// touch loads the rules for the files that tools read or create. Editing and writing load nothing:
// Qwen Code refuses to change a file that it has not read, and reading has already loaded the
// rules.
func (r *qwenRun) touch() {
	r.Trace.NameTools("read_file", "edit", "write_file", "write_file")
	r.Trace.BringsAt(true, discovery.ReadAct, discovery.CreateAct)
	r.Trace.BringsAt(false, discovery.EditAct, discovery.WriteAct)
	came := map[string]bool{}
	r.EachTouch("tool", func(on *discovery.Touch) {
		rel, inside := discovery.RelativeTo(facts.Resolve(r.Trace.Cwd, on.Path), r.project)
		for _, w := range r.waiting {
			if inside && !came[w.path] && r.Covers(w.path, discovery.Picomatch, w.patterns, rel) {
				came[w.path] = true
				on.New = append(on.New, w.path)
				on.Text = source.Join(source.Literal("\n\n"), slices.DeleteFunc([]source.Text{on.Text, w.text}, func(t source.Text) bool { return t.Len() == 0 })...)
			}
		}
		if on.Text.Len() != 0 {
			on.Appended = source.Literal("\n\n<system-reminder>\n").Append(on.Text, source.Literal("\n</system-reminder>"))
		}
	})
}

// described reads the name and description of a skill, a command or a sub-agent. It reads the front
// matter as this version of Qwen Code does.
func (r *qwenRun) described(kind discovery.Kind, full, tier string) (c *discovery.Candidate, f discovery.Front, description string, ok bool) {
	c = r.Thing(kind, "", full, tier)
	text, ok := r.Text(c)
	if !ok {
		return c, f, "", false
	}
	f = discovery.ReadFront(text.String())
	c.Oddities(&f)
	block := strings.ReplaceAll(text.String()[:f.Body], "\r\n", "\n")
	c.Name = textOf(block, &f, "name", r.is.yaml)
	return c, f, textOf(block, &f, "description", r.is.yaml), true
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "'", "&apos;")

// element returns a skill's element in the request.
func element(name string, description source.Text, location string) source.Text {
	return source.Literal("<skill>\n<name>\n"+name+"\n</name>\n<description>\n").
		Append(description, source.Literal("\n</description>\n<location>\n"+location+"\n</location>\n</skill>\n"))
}
