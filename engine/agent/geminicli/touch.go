package geminicli

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// touch loads what tool calls load: the files from the path up to the workspace's
// boundary, highest first, that are not loaded yet. The tools are read_file,
// write_file, replace, list_directory and read_many_files.
func (r *geminiRun) touch() {
	r.Trace.NameTools("read_file", "replace", "write_file", "write_file")
	r.Trace.BringsAt(true, discovery.Acts...)
	r.Trace.Nested = true
	tree := *r.imports
	tree.flat = false
	for _, touched := range r.Options.Touched {
		on := discovery.Touch{Path: touched}
		target := facts.Resolve(r.Trace.Cwd, touched)
		root := ""
		for _, dir := range r.dirs {
			if facts.Within(target, dir) && len(dir) > len(root) {
				root = dir
			}
		}
		if root != "" && r.trusted {
			r.reach(target, root, &on, &tree)
		}
		r.Trace.Touched = append(r.Trace.Touched, on)
	}
}

func (r *geminiRun) reach(target, root string, on *discovery.Touch, imports *geminiImports) {
	top := root
	if marked, _, found := Marker(r.World, root, r.set.markers, false); found {
		top = marked
	}
	start := target
	if info, err := r.World.Stat(target); err != nil || info.IsRegular() {
		start = facts.Dir(target)
	}
	var texts []source.Text
	for _, p := range r.byIdentity(r.climb(start, top)) {
		c := r.byPath[p]
		info, err := r.World.Stat(p)
		id := [2]uint64{info.Device, info.Inode}
		if _, loaded := r.seen[id]; err != nil || loaded || c.Order < 0 {
			continue
		}
		r.seen[id], c.Order = p, -1
		r.block(c, p, imports)
		if c.Verdict != discovery.Loaded {
			continue
		}
		c.LoadType, c.Verdict = discovery.OnDemand, discovery.Later
		if c.Detail == "" {
			c.Detail = "when a tool reaches " + target
		}
		on.New = append(on.New, p)
		if c.Text.Len() > 0 {
			texts = append(texts, c.Text)
		}
		r.Add(c)
	}
	if on.Text = source.Join(source.Literal("\n\n"), texts...); on.Text.Len() > 0 {
		on.Appended = source.Literal("\n\n--- Newly Discovered Project Context ---\n").
			Append(on.Text, source.Literal("\n--- End Project Context ---"))
	}
}
