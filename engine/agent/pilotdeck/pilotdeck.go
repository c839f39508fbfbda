// Package pilotdeck follows PilotDeck @5338b160 (2026-05). Its prompt assembler was run and loads
// no rule file. The project also documents a discovery (managed files, ~/.pilotdeck/PILOTDECK.md,
// rules/*.md, PILOTDECK.md from the root down to the working directory, PILOTDECK.local.md, without
// blank files), but that was not run: nobody has established which files reach a prompt, and in
// which order. So galley loads nothing, and gives this as the reason for files that exist.
package pilotdeck

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "5338b160", Evidence: discovery.Executed, Date: "2026-05"}}

// Discover looks for the rule files.
var Discover = discovery.By("pilotdeck", Versions, discovery.Executed, discover)

func discover(_ context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	t := f.Trace
	if root, marker, found := facts.Nearest(f.World, t.Cwd, ".git"); found {
		t.Root, t.Marker, t.VCS = root, marker, "git"
	}
	home := facts.Join(f.Home, ".pilotdeck")
	unknown := func(p, tier string, always bool) {
		c := f.At(p, tier)
		c.Evidence = discovery.SecondHand
		switch {
		case c.Reason == discovery.Missing && !always:
			return
		case c.Reason == "":
			c.Verdict, c.Reason, c.Evidence = discovery.Unknown, discovery.NotKnown, discovery.NoEvidence
			c.Detail = "look at PilotDeck's own list of instructions"
			if data, _, _ := f.Bytes(c); strings.TrimSpace(data) == "" {
				c.No(discovery.Empty, "blank files are left out")
				c.Evidence = discovery.SecondHand
			}
		}
		f.Add(c)
	}
	unknown(facts.Join(home, "PILOTDECK.md"), "user", true)
	for _, name := range markdown(f.World, facts.Join(home, "rules")) {
		unknown(name, "user rules", false)
	}
	dirs := f.UpTo(t.Cwd, t.Root)
	slices.Reverse(dirs)
	for _, dir := range dirs {
		unknown(facts.Join(dir, "PILOTDECK.md"), "project", true)
		unknown(facts.Join(dir, "PILOTDECK.local.md"), "project", false)
	}
	f.Above([]string{"PILOTDECK.md"})
	f.NearMisses([]string{"PILOTDECK.md", "PILOTDECK.local.md"})
	f.Note("PilotDeck's prompt assembler loads no rule files; it is not known what its own discovery adds")
	return f.Done("\n\n")
}

// markdown lists the Markdown files of a directory, sorted.
func markdown(w facts.World, dir string) (out []string) {
	entries, _ := w.ReadDir(dir)
	for _, e := range discovery.SortedEntries(entries) {
		if strings.HasSuffix(e.Name, ".md") && !e.Type.IsDir() {
			out = append(out, facts.Join(dir, e.Name))
		}
	}
	return out
}
