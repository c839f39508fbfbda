package discovery

import (
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/secret"
	"galley/engine/source"
)

// FileUse says how an agent uses one file. Secrets are masked.
type FileUse struct {
	Agent, Version string
	Cwd            string      // the working directory as the agent sees it
	Candidates     []Candidate // the candidates that are this file; first the one with the most text for the model
	Imports        []Reference // imports of this file that loaded files contain
	Instead        string      // a loaded file of the same name, if Candidates and Imports are empty
	Why            string      // why the agent does not use the file, if Candidates and Imports are empty
}

// Reference is an import, and the file that contains it.
type Reference struct {
	By string // as [Candidate.Shown]
	Import
}

// FileUseOf returns how the agent uses one file. names are the file's paths: the one by which it
// was opened, and its real path.
func (t *Trace) FileUseOf(names ...string) FileUse {
	f := FileUse{Agent: t.Agent, Version: t.Version, Cwd: t.Cwd}
	for _, c := range t.Candidates {
		if slices.Contains(names, c.Path) || c.RealPath != "" && slices.Contains(names, c.RealPath) {
			f.Candidates = append(f.Candidates, c)
		}
		if c.Verdict == Loaded || c.Verdict == Later {
			f.addImports(c.Shown, c.Imports, names)
		}
	}
	slices.SortStableFunc(f.Candidates, func(a, b Candidate) int { return rank(a.Verdict) - rank(b.Verdict) })
	if f.Candidates == nil && f.Imports == nil {
		f.Instead = t.instead(names)
		f.Why = ExplainUnlisted(t, names[0]).Why
	}
	return secret.Copy(t.Secrets, f)
}

// ProblemsOf returns the problems that [Doctor] finds for this agent in the file itself: in its
// front matter, length, imports and hidden text. names are the file's paths. A problem of the
// whole file is placed at its beginning. Secrets are masked.
func (t *Trace) ProblemsOf(w facts.World, names ...string) []diag.Problem {
	d := &doctor{w: facts.Bounded(w), lines: map[string]*source.Lines{}, at: map[string]int{}, only: names}
	var visit func(list []Import)
	visit = func(list []Import) {
		for _, in := range list {
			if slices.Contains(names, in.Path) && in.Verdict == Loaded {
				d.hidden(in.Path, in.Hidden)
				d.imports(t, in.Path, in.Imports)
			}
			visit(in.Imports)
		}
	}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		if slices.Contains(names, c.Path) {
			d.candidate(t, c)
		}
		visit(c.Imports)
	}
	for _, name := range names {
		if text, err := d.w.ReadFile(name); err == nil {
			d.hidden(name, hidden.Scan(text))
			break
		}
	}
	var out []diag.Problem
	for _, f := range d.found {
		if f.problem.Start.Line == 0 {
			f.problem.Span = source.Span{}
			f.problem.Start = source.Position{Line: 1, Column: 1}
			f.problem.End = f.problem.Start
		}
		out = append(out, f.problem)
	}
	out = secret.Copy(t.Secrets, out)
	diag.Sort(out)
	return out
}

// addImports searches a tree of imports for those that import one of the paths in names, and adds
// them. The parameter by is the file that contains the imports.
func (f *FileUse) addImports(by string, list []Import, names []string) {
	for _, in := range list {
		if slices.Contains(names, in.Path) {
			f.Imports = append(f.Imports, Reference{by, in})
		}
		f.addImports(in.Path, in.Imports, names)
	}
}

// instead returns a loaded file whose base name equals that of one of these paths, or "".
func (t *Trace) instead(names []string) string {
	for _, c := range t.Candidates {
		if c.Verdict == Loaded && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(facts.Base(c.Path), facts.Base(name)) }) {
			return c.Shown
		}
	}
	return ""
}
