package kilo

import (
	"context"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// below adds the rule files below the working directory. When the read tool reaches a file, its
// result contains rule files from the directories between the file and the working directory, which
// is not included. In each directory the first existing kind counts, and each file is sent once.
// The tools that edit and write files load no rule files.
func (r *run) below(ctx context.Context) {
	r.Trace.NameTools("read", "edit", "write", "write")
	r.Trace.BringsAt(true, discovery.ReadAct)
	r.Trace.BringsAt(false, discovery.EditAct, discovery.WriteAct, discovery.CreateAct)
	r.Trace.Nested = true
	loaded := map[string]bool{}
	r.EachTouch("user", func(touch *discovery.Touch) {
		file := facts.Resolve(r.cwd, touch.Path)
		var texts []source.Text
		for dir := range facts.Up(facts.Dir(file)) {
			if dir == r.cwd || !facts.Within(dir, r.cwd) {
				break
			}
			c := r.first(dir)
			if c == nil || c.Path == file || loaded[c.Path] || r.Taken[c.Path] != "" {
				continue
			}
			loaded[c.Path] = true
			text, ok := r.read(c, false)
			if !ok {
				r.Add(c)
				continue
			}
			framed := source.Literal("Instructions from: " + c.Path + "\n").Append(text)
			texts = append(texts, framed)
			touch.New = append(touch.New, c.Path)
			r.Add(c.Later("when " + file + " is read"))
		}
		if texts != nil {
			touch.Text = source.Join(source.Literal("\n\n"), texts...)
			touch.Appended = source.Literal("<system-reminder>\n").Append(touch.Text, source.Literal("\n</system-reminder>"))
		}
	})
	for _, full := range r.Below(ctx, kinds...) {
		dir := facts.Dir(full)
		if len(r.Trace.Find(full)) > 0 {
			continue
		}
		c := r.At(full, "below")
		if first := r.first(dir); first != nil && first.Path != full {
			r.Add(c.No(discovery.ShadowedByKind, first.Path+" comes first"))
			continue
		}
		r.ForDir(c, dir, "when a file in "+dir+" is read")
		r.Add(c)
	}
}

// first returns a directory's rule file of the first kind that exists there, or nil.
func (r *run) first(dir string) *discovery.Candidate {
	for _, kind := range kinds {
		if c := r.At(facts.Join(dir, kind), "below"); c.There() {
			return c
		}
	}
	return nil
}
