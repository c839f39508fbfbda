package discovery

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// misnamedBelow adds the files below the working directory whose names are almost those of rule
// files that the agent loads from there. They are not loaded. It makes no search of its own for an
// agent that does not look below the working directory.
func misnamedBelow(ctx context.Context, w facts.World, o Options, t *Trace) {
	var kinds []string
	for _, name := range plain(t.names()) {
		if t.RuleNames.Nested || slices.Contains(t.below, name) {
			kinds = append(kinds, name)
		}
	}
	if len(kinds) == 0 || t.Failure != nil {
		return
	}
	met := map[string]bool{}
	for _, c := range t.Candidates {
		met[c.Path] = true
	}
	found := 0
	for _, file := range o.walks.in(ctx, w, t.Cwd).files {
		name := path.Base(file)
		if facts.Dir(file) == t.Cwd || met[file] || proper(name) || slices.Contains(t.names(), name) {
			continue
		}
		reason, detail := nearest(name, kinds)
		if reason == "" || reason == WrongCase && t.RuleNames.AnyCase {
			continue
		}
		if found++; found > misnamedShown {
			t.Notes = append(t.Notes, fmt.Sprintf("more than %d files below %s have almost the name of a rule file; only these are listed", misnamedShown, t.Cwd))
			return
		}
		c := Candidate{Path: file, Shown: t.Mask(file), RealPath: file, Tier: "below", LoadType: Never}
		if real, err := w.RealPath(file); err == nil {
			c.RealPath = real
		}
		if info, err := w.Stat(file); err == nil {
			c.Bytes, c.ModTime = info.Size, info.ModTime
		}
		t.Candidates = append(t.Candidates, *c.No(reason, detail))
	}
}

// misnamedShown is the largest number of misnamed files that a trace lists.
const misnamedShown = 50

// mayBePage reports whether a misnamed file below the working directory may be a page about an
// agent rather than a rule file: its name has no capital letter, as in docs/claude.md.
func (c *Candidate) mayBePage() bool {
	name := path.Base(c.Path)
	return c.Tier == "below" && name == strings.ToLower(name)
}
