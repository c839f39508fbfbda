package discovery

import (
	"cmp"
	"slices"
)

// ExplainRow says what an agent does with a file of the matrix if the agent's trace does not list
// the file's path. The agent may still load the file through a link or as an import.
func ExplainRow(t *Trace, r *Row) Explanation {
	real := cmp.Or(r.RealPath, r.Path)
	var best *Candidate
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.RealPath == real && (best == nil || rank(c.Verdict) < rank(best.Verdict)) {
			best = c
		}
	}
	x := explainer{trace: t, file: r.Path, patterns: slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Candidate != nil && len(c.Candidate.Patterns) > 0 })}
	switch {
	case best == nil || best.Verdict == NotLoaded && r.RealPath != "":
	case best.Verdict == NotLoaded:
		return Explanation{Trace: t, Verdict: best.Verdict, Candidate: best, Why: Sentence(best.Reason.Text(), best.Detail), Remedy: x.remedy(best)}
	default:
		return Explanation{Trace: t, Verdict: best.Verdict, Candidate: best, Why: linked(t, best, r.Path)}
	}
	if r.RealPath != "" {
		if by, in := importer(t.Candidates, r.Path); by == nil || in.Verdict != Loaded {
			behind := explainer{trace: t, file: r.RealPath}
			if by, in := importer(t.Candidates, r.RealPath); by != nil && in.Verdict == Loaded {
				return behind.other()
			}
		}
	}
	return x.other()
}

// linked returns a phrase that tells people that the agent reads the file under another path, that
// of the candidate c.
func linked(t *Trace, c *Candidate, file string) string {
	text := string(c.Verdict) + " as " + ShortPath(c.Shown, t.Cwd)
	if c.RealPath == file {
		return text + ", which is a link to it"
	}
	return text + ", which is the same file"
}
