package discovery

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/hidden"
)

// Asked is one agent of a survey.
type Asked struct {
	Agent    string // its name
	Version  string // one that the agent follows; "" is the default
	Discover Discoverer
	Looks    Looks
}

// Survey asks several agents what they would load, all in one state of the world, and
// completes the traces. It also returns the questions that were asked of the world,
// so that a caller can tell when the answer is stale. Errors are those of
// [Discoverer], or a [*facts.OverBudget] when there is more to read than one survey
// may.
func Survey(ctx context.Context, w facts.World, asked []Asked, o Options) ([]*Trace, []facts.Question, error) {
	w = facts.Bounded(w)
	recording := facts.NewRecording(w)
	o.walks = &walks{raw: w}
	var traces []*Trace
	for _, a := range asked {
		o.Version = a.Version
		t, err := a.Discover(ctx, recording, o)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Agent, err)
		}
		t.Looks = a.Looks
		if err := nested(ctx, recording, a, o, t); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Agent, err)
		}
		Complete(recording, t)
		if over := facts.BudgetOf(w).Over(); over != nil {
			return nil, nil, fmt.Errorf("%s: %s: %w; %s", a.Agent, over.Place, over, over.Hint())
		}
		traces = append(traces, t)
	}
	return traces, recording.Questions(), nil
}

// nested adds the files below the directory that the agent would load when work
// reaches their directories. It asks the agent itself, with a made-up file in each of
// these directories.
func nested(ctx context.Context, w facts.World, a Asked, o Options, t *Trace) error {
	if !a.Looks.Nested || t.Failure != nil || len(o.Touched) > 0 {
		return nil
	}
	for _, file := range o.walks.in(ctx, w, t.Cwd).files {
		if dir := t.base(file); dir != "" && dir != t.Cwd && len(o.Touched) < BelowShown {
			o.Touched = append(o.Touched, facts.Join(dir, madeUp))
		}
	}
	if o.Touched = Unique(o.Touched); len(o.Touched) == 0 {
		return nil
	}
	reached, err := a.Discover(ctx, w, o)
	if err != nil {
		return err
	}
	for _, c := range reached.Candidates {
		if c.Verdict == Later && c.Kind == Rule && len(t.Find(c.Path)) == 0 {
			if strings.Contains(c.Detail, madeUp) {
				c.Detail = "when a file in " + t.base(c.Path) + " is read"
			}
			t.Candidates = append(t.Candidates, c)
		}
	}
	for _, on := range reached.Touched {
		for _, full := range on.New {
			t.onDemand(w, full, "when a file in "+t.base(full)+" is read")
		}
	}
	for _, file := range o.walks.in(ctx, w, t.Cwd).files {
		if t.rules(file) {
			t.onDemand(w, file, "when a file that it applies to is read")
		}
	}
	return nil
}

// onDemand adds a file below the directory that loads later, unless the trace has it.
func (t *Trace) onDemand(w facts.World, full, when string) {
	if len(t.Find(full)) > 0 {
		return
	}
	c := Candidate{Path: full, Shown: t.Mask(full), RealPath: full, Tier: "below", Evidence: Executed}
	if info, err := w.Stat(full); err == nil {
		c.Bytes, c.ModTime = info.Size, info.ModTime
	}
	t.Candidates = append(t.Candidates, *c.Later(when))
}

// rules reports whether a file lies in a rule directory below the session's and has
// the extension of a rule.
func (t *Trace) rules(file string) bool {
	for _, f := range t.Looks.Folders {
		dir, _, inside := strings.Cut(file, "/"+f.Dir+"/")
		if inside && dir != t.Cwd && facts.Within(dir, t.Cwd) && (len(f.Ends) == 0 || endsIn(file, f.Ends)) {
			return true
		}
	}
	return false
}

// madeUp is the name of a file that does not exist, for asking an agent what work in
// a directory would load.
const madeUp = "a-file-there.txt"

// base returns the directory to which a file below the session's belongs, by its name
// or by the rule directory that it lies in; "" if the agent looks for no such name.
func (t *Trace) base(file string) string {
	if slices.Contains(t.names(), path.Base(file)) {
		return facts.Dir(file)
	}
	for _, f := range t.Looks.Folders {
		if dir, _, inside := strings.Cut(file, "/"+strings.TrimSuffix(f.Dir, "/")+"/"); inside {
			return dir
		}
	}
	return ""
}

// Complete adds to a trace what is found in the same way for all agents: hidden text
// in what the model reads and in names, and files that load more than once. A file
// counts as often as the agent loads it; a repetition is only a remark.
func Complete(w facts.World, t *Trace) {
	c := completer{w: w, trace: t, files: map[[2]uint64]string{}, texts: map[string]string{}, found: map[string][]hidden.Finding{}, brought: map[string]bool{}}
	for i := range t.Candidates {
		c.candidate(&t.Candidates[i])
	}
	// Imports come second: they may repeat files that load later.
	for i := range t.Candidates {
		if x := &t.Candidates[i]; x.Verdict == Loaded || x.Verdict == Later {
			c.imports(x, x.Imports)
		}
	}
}

type completer struct {
	w     facts.World
	trace *Trace
	files map[[2]uint64]string // identity to the path that was loaded first
	texts map[string]string    // text to the path that was loaded with it first
	found map[string][]hidden.Finding
	// brought has the files that an import made into candidates of their own; false
	// once that import has been met.
	brought map[string]bool
}

func (c *completer) candidate(x *Candidate) {
	if x.Reason != Missing && x.Reason != NoMatch {
		x.Hidden = append(x.Hidden, hidden.Name(below(x.Path, c.trace.Root))...)
	}
	if x.Verdict == NotLoaded || x.RealPath == "" {
		if x.Verdict == Loaded { // fetched: it is not on disk
			x.Hidden = append(x.Hidden, hidden.Scan(x.Text.String())...)
		}
		return
	}
	data, ok := c.read(x.Path) // a rule file, or another candidate with a text
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

// repeat adds the first remark about a repetition to a candidate; further ones are
// dropped.
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

// imports checks the files that a candidate's references load; an imported file
// counts from where it first appears.
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
				c.brought[in.Path] = false // it is this import's own entry
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

// scan looks for hidden text in a file, once for each file.
func (c *completer) scan(name, data string) []hidden.Finding {
	found, known := c.found[name]
	if !known {
		found = hidden.Scan(data)
		c.found[name] = found
	}
	return found
}

// below returns the part of a path that the project chooses.
func below(name, root string) string {
	if root == "" || facts.IsRoot(root) {
		return name
	}
	return strings.TrimPrefix(name, root)
}
