// Package yume follows loadProjectContext, a function in Yume's strategy document, which was run
// unchanged. It reads the first of CLAUDE.md, .claude/CLAUDE.md and claude.md in the working
// directory that can be read, even an empty one; it skips a directory with such a name. The text is
// the content of the file, decoded as node does, including a byte order mark and without a frame.
//
// Yume's form for the Claude program sends no prompt: that program loads its own files, and this
// discovery does not apply.
package yume

import (
	"context"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "2025", Former: []string{"seed"}, Evidence: discovery.Executed, Date: "2025"}}

// Discover looks for the rule files.
var Discover = discovery.By("yume", Versions, discovery.Executed, discover)

func discover(_ context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	f.Trace.BringsAt(false, discovery.Acts...)
	t := f.Trace
	t.Cwd = facts.Clean(f.Options.Cwd)
	t.Root = t.Cwd
	won := ""
	for _, name := range []string{"CLAUDE.md", ".claude/CLAUDE.md", "claude.md"} {
		c := f.At(facts.Join(t.Cwd, name), "project")
		switch {
		case c.Reason == discovery.Missing, c.Reason == discovery.DanglingLink:
			if won != "" {
				continue
			}
		case won != "":
			c.No(discovery.ShadowedByKind, won+" is read first")
		default:
			data, reason, detail := f.Bytes(c)
			if c.No(reason, detail); reason == "" {
				won = c.Path
				c.Verdict, c.Text = discovery.Loaded, discovery.Decode(c.Path, data, 0)
				c.Used = len(data)
				if data == "" {
					c.Reason = discovery.Empty
				}
			}
		}
		f.Add(c)
	}
	f.Above([]string{"CLAUDE.md"})
	t.Finish("")
	return t, nil
}
