package discovery

import (
	"slices"
	"strings"

	"galley/engine/facts"
)

// Wanted lists files in the working directory for which the agent looks and which do not exist. The
// user could create a rule file at each path.
func (t *Trace) Wanted() []Candidate {
	if t.Failure != nil {
		return nil
	}
	var all []Candidate
	for _, name := range t.RuleNames.Names {
		plain := !strings.Contains(name, "/")
		folder := slices.ContainsFunc(t.RuleNames.Folders, func(f Folder) bool { return strings.TrimSuffix(f.Dir, "/") == name })
		p := facts.Join(t.Cwd, name)
		known := slices.ContainsFunc(t.Candidates, func(c Candidate) bool { return c.Path == p || c.RealPath == p || strings.HasPrefix(c.Path, p+"/") })
		if known || folder || plain && !slices.Contains(t.names(), name) {
			continue
		}
		all = append(all, Candidate{Path: p, Shown: p, Kind: Rule, Verdict: NotLoaded, Reason: Missing})
	}
	return all
}
