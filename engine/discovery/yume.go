package discovery

import (
	"context"

	"galley/engine/facts"
)

// yume follows the loadProjectContext of seed 000, which was only ever a
// document's code, run as it stands: in the directory alone, the first of
// CLAUDE.md, .claude/CLAUDE.md and claude.md that can be read, even an empty
// one. A directory by such a name is passed over. The text is the file's bytes,
// decoded as node does it, with its byte order mark; nothing is put around it.
//
// The Claude form of yume sends no prompt: the native program loads its own
// files there, and this discovery does not apply.
var yumeVersions = []Version{{Name: "seed", Evidence: Executed}}

// discoverYume looks for the rule files.
func discoverYume(ctx context.Context, w facts.World, o Options) (*Trace, error) {
	f, err := newFinder(ctx, w, o, "yume", yumeVersions, Executed)
	if err != nil {
		return nil, err
	}
	defer f.tree.Close()
	t := f.trace
	t.Cwd = facts.Clean(o.Cwd)
	t.Root = t.Cwd
	won := ""
	for _, name := range []string{"CLAUDE.md", ".claude/CLAUDE.md", "claude.md"} {
		c := f.at(facts.Join(t.Cwd, name), "project")
		switch {
		case c.Reason == Missing, c.Reason == DanglingLink:
			if won != "" {
				continue
			}
		case won != "":
			c.no(ShadowedByKind, won+" is read first")
		default:
			data, reason, detail := f.bytes(c)
			if c.no(reason, detail); reason == "" {
				won = c.Path
				c.Verdict, c.Text = Loaded, decode(c.Path, data, 0)
				c.Used = len(data)
				if data == "" {
					c.Reason = Empty
				}
			}
		}
		f.add(c)
	}
	f.above([]string{"CLAUDE.md"})
	t.finish("")
	return t, ctx.Err()
}
