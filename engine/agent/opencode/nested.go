package opencode

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// nested adds the rule files that 1.18.33 appends to the result of its read tool. It searches the
// directories from that of the read file up to the working directory, which is not included. In
// each directory the first existing kind counts, and each file is sent once. An empty file adds
// nothing, and neither does the read file itself. Editing, writing and creating files add nothing.
// OpenCode compares paths as texts: if the working directory is /a/b, it takes /a/bc for a
// directory below it.
func (r *opencodeRun) nested() {
	r.Trace.NameTools("read", "edit", "write", "write")
	r.Trace.BringsAt(true, discovery.ReadAct)
	r.Trace.BringsAt(false, discovery.EditAct, discovery.WriteAct, discovery.CreateAct)
	r.Trace.Nested = true
	r.EachTouch("", func(touch *discovery.Touch) { *touch = r.reading(touch.Path) })
}

// reading returns what the agent appends to the result when its read tool reads a file.
func (r *opencodeRun) reading(touched string) discovery.Touch {
	touch := discovery.Touch{Path: touched, Role: "tool"}
	var texts []source.Text
	file := facts.Resolve(r.cwd, touched)
	for dir := range facts.Up(facts.Dir(file)) {
		if dir == r.cwd || !strings.HasPrefix(dir, r.cwd) {
			break
		}
		c := r.nearestIn(dir)
		if c == nil || c.Path == file {
			continue
		}
		if _, twice := r.Taken[c.Path]; twice {
			continue
		}
		data, reason, detail := r.Bytes(c)
		if data == "" {
			if reason != "" {
				r.Add(c.No(reason, detail))
			}
			continue
		}
		r.Taken[c.Path] = c.Tier
		touch.New = append(touch.New, c.Path)
		texts = append(texts, source.Literal("Instructions from: "+c.Path+"\n").Append(r.decoded(c.Path, data)))
		r.Add(c.Later("when " + file + " is read"))
	}
	if texts != nil {
		touch.Text = source.Join(source.Literal("\n\n"), texts...)
		touch.Appended = source.Literal("\n\n<system-reminder>\n").Append(touch.Text, source.Literal("\n</system-reminder>"))
	}
	return touch
}

// nearestIn returns the rule file that the read tool finds in a directory, or nil.
func (r *opencodeRun) nearestIn(dir string) *discovery.Candidate {
	for _, kind := range Kinds {
		if kind == "CLAUDE.md" && r.flags.noClaude != "" {
			continue
		}
		if c := r.At(facts.Join(dir, kind), "nested"); c.There() {
			return c
		}
	}
	return nil
}
