package discovery

import (
	"galley/engine/facts"
	"galley/engine/hidden"
	"strings"
)

// Complete adds to a trace what galley finds in the same way for all agents: hidden text in names
// and in what the model reads, and files that load more than once. A file's text counts as often as
// the agent loads it; Complete only adds a remark about the repetition.
func Complete(w facts.World, t *Trace) {
	c := completer{w: w, trace: t, files: map[[2]uint64]string{}, texts: map[string]string{}, found: map[string][]hidden.Finding{}, brought: map[string]bool{}}
	for i := range t.Candidates {
		c.candidate(&t.Candidates[i])
	}
	// Check imports after the candidates, because they may repeat files that load later. The
	// imports in an imported file are listed below the import of that file.
	for i := range t.Candidates {
		if x := &t.Candidates[i]; x.Verdict == Later || x.Verdict == Loaded && !x.ByImport {
			c.imports(x, x.Imports)
		}
	}
}

type completer struct {
	w     facts.World
	trace *Trace
	files map[[2]uint64]string // from a file's identity to the path that was loaded first
	texts map[string]string    // from a text to the path that was loaded with it first
	found map[string][]hidden.Finding
	// brought has a key for each imported file that is a candidate of its own. The value is true
	// until galley finds the import that created the candidate.
	brought map[string]bool
}

func (c *completer) candidate(x *Candidate) {
	if x.Reason != Missing && x.Reason != NoMatch {
		x.Hidden = append(x.Hidden, hidden.Name(below(x.Path, c.trace.Root))...)
	}
	if x.Verdict == NotLoaded || x.RealPath == "" {
		if x.Verdict == Loaded { // a fetched document, which is not on disk
			x.Hidden = append(x.Hidden, hidden.Scan(x.Text.String())...)
		}
		return
	}
	data, ok := c.read(x.Path) // a rule file, or another candidate that has a text
	x.Hidden = append(x.Hidden, c.scan(x.Path, data)...)
	if ok && x.Verdict == Loaded {
		if x.Kind == Rule {
			asLink(c.w, x, data)
		}
		c.brought[x.Path] = x.ByImport
		c.double(x, data)
	}
}

// double adds a remark if the file was loaded before, by this name or another, or if
// another file has the same text.
func (c *completer) double(x *Candidate, data string) {
	info, err := c.w.Stat(x.Path)
	id := [2]uint64{info.Device, info.Inode}
	first, same := c.files[id], false
	if err == nil && id != [2]uint64{} {
		if _, same = c.files[id]; !same {
			c.files[id] = x.Path
		}
	}
	switch {
	case same && first == x.Path:
		x.repeat(first, "the same file is loaded a second time")
	case same:
		x.repeat(first, "it is the same file as "+first)
	case strings.TrimSpace(data) == "":
	default:
		if first, copied := c.texts[data]; copied {
			x.repeat(first, "the text is the same as in "+first)
		} else {
			c.texts[data] = x.Path
		}
	}
}

// repeat adds a remark about a repetition to a candidate, unless the candidate already has one.
func (x *Candidate) repeat(first, detail string) {
	x.DuplicateOf = first
	for i := range x.Remarks {
		if x.Remarks[i].Reason == AlreadyLoaded {
			x.Remarks[i].Detail = detail
			return
		}
	}
	x.Remarks = append(x.Remarks, Remark{AlreadyLoaded, detail})
}

// imports scans each imported file for hidden text, and adds a remark if the file was loaded
// before. The first import of a file counts as loading it.
func (c *completer) imports(x *Candidate, list []Import) {
	for i := range list {
		in := &list[i]
		if in.Verdict != Loaded || in.Path == "" {
			continue
		}
		data, _ := c.read(in.Path)
		in.Hidden = c.scan(in.Path, data)
		info, err := c.w.Stat(in.Path)
		if id := [2]uint64{info.Device, info.Inode}; err == nil && id != [2]uint64{} {
			if c.brought[in.Path] {
				c.brought[in.Path] = false // this import created the candidate
			} else if first, again := c.files[id]; again {
				in.DuplicateOf = first
				x.Remarks = append(x.Remarks, Remark{AlreadyLoaded, in.Ref + " repeats " + first})
			} else {
				c.files[id] = in.Path
			}
		}
		c.imports(x, in.Imports)
	}
}

func (c *completer) read(name string) (string, bool) {
	data, err := c.w.ReadFile(name)
	return data, err == nil
}

// scan searches a file for hidden text; each file is searched once.
func (c *completer) scan(name, data string) []hidden.Finding {
	found, known := c.found[name]
	if !known {
		found = hidden.Scan(data)
		c.found[name] = found
	}
	return found
}

// below returns the part of a path below root. The project's authors choose the names in this part,
// so galley searches it for hidden text.
func below(name, root string) string {
	if root == "" || facts.IsRoot(root) {
		return name
	}
	return strings.TrimPrefix(name, root)
}
