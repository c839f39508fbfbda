package report

import (
	"strings"
	"time"

	"galley/engine/discovery"
	findings "galley/engine/hidden"
)

// ScanMore is what a scan reports about a candidate in addition to its verdict.
type ScanMore struct {
	Evidence    string       `json:"evidence"`    // how galley knows the rule that decided about the candidate
	DuplicateOf string       `json:"duplicateOf"` // an earlier loaded path with the same text, or ""
	Git         string       `json:"git"`         // ignored, untracked, changed or ""
	ModTime     string       `json:"mtime"`       // RFC 3339; "" if the file does not exist
	Remarks     []ScanRemark `json:"remarks"`
	Imports     []ScanImport `json:"imports"`
	Hidden      []ScanHidden `json:"hidden"`
}

// ScanRemark is a remark about a candidate.
type ScanRemark struct {
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}

// ScanImport is one reference in a rule file.
type ScanImport struct {
	Ref         string       `json:"ref"`
	Path        string       `json:"path"`
	Verdict     string       `json:"verdict"`
	Reason      string       `json:"reason"`
	Detail      string       `json:"detail"`
	Offset      int          `json:"offset"` // in bytes, in the importing file
	DuplicateOf string       `json:"duplicateOf"`
	Hidden      []ScanHidden `json:"hidden"`
	Imports     []ScanImport `json:"imports"`
}

// ScanHidden is hidden text of one kind in one file or name.
type ScanHidden struct {
	Kind    string `json:"kind"`
	Level   string `json:"level"` // low, medium or high
	Count   int    `json:"count"`
	Offset  int    `json:"offset"` // offset of the first occurrence
	Line    int    `json:"line"`   // line of the first occurrence; 0 if the hidden text is in a name
	Decoded string `json:"decoded"`
	InName  bool   `json:"inName"`
	Text    string `json:"text"` // describes the finding in a sentence
}

func moreOf(c discovery.Candidate) ScanMore {
	m := ScanMore{
		Evidence: string(c.Evidence), DuplicateOf: c.DuplicateOf, Git: c.Git,
		Remarks: []ScanRemark{}, Imports: importsOf(c.Imports), Hidden: hiddenOf(c.Hidden),
	}
	if !c.ModTime.IsZero() {
		m.ModTime = c.ModTime.UTC().Format(time.RFC3339)
	}
	for _, r := range c.Remarks {
		m.Remarks = append(m.Remarks, ScanRemark{string(r.Reason), r.Detail})
	}
	return m
}

func importsOf(list []discovery.Import) []ScanImport {
	out := []ScanImport{}
	for _, in := range list {
		out = append(out, ScanImport{
			Ref: in.Ref, Path: in.Path, Verdict: string(in.Verdict), Reason: string(in.Reason), Detail: in.Detail, Offset: in.Offset,
			DuplicateOf: in.DuplicateOf, Hidden: hiddenOf(in.Hidden), Imports: importsOf(in.Imports),
		})
	}
	return out
}

func hiddenOf(found []findings.Finding) []ScanHidden {
	out := []ScanHidden{}
	for _, f := range found {
		out = append(out, ScanHidden{string(f.Kind), f.Level.String(), f.Count, f.Offset, f.Line, f.Decoded, f.InName, f.String()})
	}
	return out
}

// hiddenText describes hidden text, except kinds that are usually harmless.
func hiddenText(found []findings.Finding) (out []string) {
	for _, f := range found {
		if f.Level > findings.Low {
			out = append(out, "hidden: "+f.String())
		}
	}
	return out
}

// ImportRow is one reference in a tree of imports; its depth counts from 0.
type ImportRow struct {
	Import discovery.Import
	Depth  int
}

// ImportRows lists a tree of imports in the order of the text. Each reference comes before the
// references in the imported file.
func ImportRows(list []discovery.Import) (out []ImportRow) {
	var visit func([]discovery.Import, int)
	visit = func(list []discovery.Import, depth int) {
		for _, in := range list {
			out = append(out, ImportRow{in, depth})
			visit(in.Imports, depth+1)
		}
	}
	visit(list, 0)
	return out
}

// WhyImport says what happens to a reference, in a sentence without a final stop.
func WhyImport(in discovery.Import) string {
	var parts []string
	if in.Verdict == discovery.Loaded {
		parts = append(parts, "imported")
	}
	if in.Reason != "" {
		parts = append(parts, in.Reason.Text())
	}
	if in.Detail != "" {
		parts = append(parts, in.Detail)
	}
	if in.DuplicateOf != "" {
		parts = append(parts, "loaded twice: "+in.DuplicateOf+" was there before")
	}
	return strings.Join(append(parts, hiddenText(in.Hidden)...), "; ")
}
