package discovery

import (
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/secret"
)

// Fate is what becomes of one file under an agent. Values that might be secrets are
// masked in it.
type Fate struct {
	Agent, Version string
	Cwd            string      // as the agent sees it
	Candidates     []Candidate // those that are the file: the best for the model first
	Imports        []Reference // of the file, in files that are loaded
	Instead        string      // a loaded file of the same name, where neither Candidates nor Imports name one
	Why            string      // why the agent has no use for the file, where neither names one
}

// Reference is an import and the file that it stands in.
type Reference struct {
	By string // as [Candidate.Shown]
	Import
}

// FateOf returns what becomes of a file. names are its paths: as it is opened, and
// where links lead.
func (t *Trace) FateOf(names ...string) Fate {
	f := Fate{Agent: t.Agent, Version: t.Version, Cwd: t.Cwd}
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
		f.Why = PassedOver(t, names[0]).Why
	}
	return secret.Copy(t.Secrets, f)
}

// addImports adds the references to a file in a tree of imports.
func (f *Fate) addImports(by string, list []Import, names []string) {
	for _, in := range list {
		if slices.Contains(names, in.Path) {
			f.Imports = append(f.Imports, Reference{by, in})
		}
		f.addImports(in.Path, in.Imports, names)
	}
}

// instead returns a loaded file that has the name of one of these; "" for none.
func (t *Trace) instead(names []string) string {
	for _, c := range t.Candidates {
		if c.Verdict == Loaded && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(facts.Base(c.Path), facts.Base(name)) }) {
			return c.Shown
		}
	}
	return ""
}
