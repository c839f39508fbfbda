package rules

import (
	"slices"

	"galley/engine/discovery"
)

// shown returns the traces for the screen. Secrets are masked unless the user asked to see
// them. For each masked path it records the real path.
func (v *View) shown() []*discovery.Trace {
	v.real = map[string]string{}
	if v.bare {
		return bare(v.found)
	}
	out := make([]*discovery.Trace, len(v.found))
	for i, t := range v.found {
		out[i] = t.Masked()
		for j, c := range t.Candidates {
			v.real[out[i].Candidates[j].Path] = c.Path
			v.noteImports(out[i].Candidates[j].Imports, c.Imports)
		}
	}
	return out
}

// bare returns traces whose paths are not masked.
func bare(found []*discovery.Trace) []*discovery.Trace {
	out := make([]*discovery.Trace, len(found))
	for i, t := range found {
		as := *t
		as.Candidates = slices.Clone(t.Candidates)
		for j := range as.Candidates {
			as.Candidates[j].Shown = as.Candidates[j].Path
		}
		out[i] = &as
	}
	return out
}

func (v *View) noteImports(shown, real []discovery.Import) {
	for i, r := range real {
		v.real[shown[i].Path] = r.Path
		v.noteImports(shown[i].Imports, r.Imports)
	}
}

// realPath returns the real path of a file for the path on the screen.
func (v *View) realPath(shown string) string {
	if p, ok := v.real[shown]; ok {
		return p
	}
	return shown
}

// mask masks secrets in a message.
func (v *View) mask(text string) string {
	for _, t := range v.found {
		text = t.Secrets.Mask(text)
	}
	return text
}

// cover masks the secrets in a file's text without changing its length.
func (v *View) cover(text string) string {
	if t := v.agent; !v.bare && t < len(v.found) {
		return v.found[t].Secrets.Cover(text)
	}
	return text
}
