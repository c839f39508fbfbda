package discovery

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/secret"
	"galley/engine/source"
)

// Doctor reports faults of rule files, using the traces of a survey. It has no code for single
// agents: an agent contributes through the reasons and remarks of its candidates, its imports, and
// [Trace.Problems]. If several agents have the same finding about one place, it becomes one
// problem.
func Doctor(ctx context.Context, w facts.World, traces []*Trace) []diag.Problem {
	d := &doctor{ctx: ctx, w: facts.Bounded(w), traces: traces, lines: map[string]*source.Lines{}, at: map[string]int{}, read: map[string]bool{}, exact: map[string]bool{}, places: map[string]bool{}}
	for _, t := range traces {
		for i := range t.Candidates {
			d.noteRead(t, &t.Candidates[i])
		}
	}
	for _, t := range traces {
		d.trace(t)
	}
	d.patterns()
	d.nearMisses()
	d.unread()
	d.joinImports()
	out := make([]diag.Problem, len(d.found))
	for i, f := range d.found {
		out[i] = f.problem
		if len(f.agents) > 0 && len(f.agents) < len(traces) {
			out[i].Message += " (" + strings.Join(f.agents, ", ") + ")"
		}
	}
	secrets := new(secret.Values)
	for _, t := range traces {
		secrets.Merge(t.Secrets)
	}
	out = secret.Copy(secrets, out)
	diag.Sort(out)
	return out
}

type doctor struct {
	ctx    context.Context
	w      facts.World
	traces []*Trace
	found  []finding
	at     map[string]int // from the message and place of a finding to its index
	lines  map[string]*source.Lines
	read   map[string]bool // paths, including real paths, that some agent reads or may read
	exact  map[string]bool // those of read that an agent reads although case matters to it
	scoped []scoped        // rules that apply to some files only
	places map[string]bool // files with a problem of their name or directory
	near   []nearMiss      // files whose names are almost those of rule files
	top    string          // the project's root; set by the method project
	walk   *Search         // the search below top
	only   []string        // the files to check; nil for all
}

// finding is a problem, with the agents to which it applies.
type finding struct {
	problem diag.Problem
	agents  []string
	dead    deadImport
}

// deadImport is what a finding about an import without effect says, in parts. An agent may add a
// detail to the reason.
type deadImport struct{ head, reason string }

func (d *doctor) noteRead(t *Trace, c *Candidate) {
	if c.Verdict == NotLoaded {
		// With one of these two reasons, the agent reads the file but does not send its text.
		if c.Reason != AlreadyLoaded && c.Reason != OtherFiles {
			return
		}
	}
	for _, name := range []string{c.Path, c.RealPath} {
		if name == "" {
			continue // a document from the network has no real path
		}
		d.read[name] = true
		if !t.RuleNames.AnyCase || slices.Contains(t.names(), path.Base(name)) {
			d.exact[name] = true
		}
	}
	var visit func([]Import)
	visit = func(list []Import) {
		for _, in := range list {
			if in.Verdict == Loaded {
				d.read[in.Path], d.exact[in.Path] = true, true
				if real, err := d.w.RealPath(in.Path); err == nil {
					d.read[real], d.exact[real] = true, true
				}
			}
			visit(in.Imports)
		}
	}
	visit(c.Imports)
}

// add records that an agent has a problem at a place in a file. The parameter offset is in bytes;
// it is -1 if the problem concerns the whole file.
func (d *doctor) add(agent string, p diag.Problem, file string, offset int) {
	d.addDead(agent, p, file, offset, deadImport{})
}

// addDead is [doctor.add] for an import without effect.
func (d *doctor) addDead(agent string, p diag.Problem, file string, offset int, dead deadImport) {
	if d.only != nil && !slices.Contains(d.only, file) {
		return
	}
	p.File = file
	if lines := d.linesOf(file); offset >= 0 && lines != nil {
		p.Span = source.Span{Start: offset, End: offset}
		p.Start = lines.Position(offset)
		p.End = p.Start
	}
	key := fmt.Sprintf("%s\x00%s\x00%d\x00%s", p.Code, file, offset, p.Message)
	i, known := d.at[key]
	if !known {
		i = len(d.found)
		d.at[key] = i
		d.found = append(d.found, finding{problem: p, dead: dead})
	}
	if agent != "" && !slices.Contains(d.found[i].agents, agent) {
		d.found[i].agents = append(d.found[i].agents, agent)
	}
}

func (d *doctor) linesOf(file string) *source.Lines {
	lines, known := d.lines[file]
	if !known {
		if text, err := d.w.ReadFile(file); err == nil {
			lines = source.NewLines(text)
		}
		d.lines[file] = lines
	}
	return lines
}

func (d *doctor) trace(t *Trace) {
	for _, p := range t.Problems {
		offset := -1
		if p.Start.Line > 0 {
			offset = p.Span.Start
		}
		d.add(t.Agent, p, p.File, offset)
	}
	if t.Failure != nil {
		d.add(t.Agent, t.Failure.Problem("fix it: until then the agent loads nothing at all"), t.Failure.Path, -1)
	}
	for i := range t.Candidates {
		d.candidate(t, &t.Candidates[i])
	}
}

func problem(code diag.Code, message, hint string) diag.Problem {
	return diag.New(code, source.NoSpan, message, hint)
}

func (d *doctor) candidate(t *Trace, c *Candidate) {
	say := func(code diag.Code, message, hint string) { d.add(t.Agent, problem(code, message, hint), c.Path, -1) }
	switch c.Reason {
	case WrongCase, NearMiss:
		d.near = append(d.near, nearMiss{t.Agent, c, ""})
	case DanglingLink:
		say(diag.DanglingLink, "the target of this link does not exist: "+c.Detail, "fix the link or remove it")
	case TooLarge, Cut, OverBudget, OverLimit:
		say(diag.OverCap, Sentence(c.Reason.Text(), c.Detail), "make it shorter, or move parts of it into files that are read on demand")
	case NoMatch, RelativeNowhere, ScanFailed:
		d.entry(t, c)
	case Unreadable, NotRegular:
		say(diag.Unreadable, Sentence(c.Reason.Text(), c.Detail), "")
	}
	for _, r := range c.Remarks {
		switch r.Reason {
		case AlreadyLoaded:
			say(diag.LoadedTwice, r.Detail, "remove one of them: each is sent and counted")
		case LinkAsText:
			say(diag.DanglingLink, Sentence(r.Reason.Text(), r.Detail), "turn on symbolic links in git and check it out again, or import the file")
		case FrontMatter:
			hint := cmp.Or(t.ownForm(c.Path), r.Reason.Remedy())
			say(diag.FrontMatter, Sentence(r.Reason.Text(), r.Detail), hint)
		case Cut, OverBudget, TooLarge:
			say(diag.OverCap, Sentence(r.Reason.Text(), r.Detail), r.Reason.Remedy())
		case OverLimit:
			say(diag.OverCap, r.Detail, "make it shorter, or move parts of it into files that are read on demand")
		}
	}
	if c.Verdict == Later && c.dialect != nil {
		d.scoped = append(d.scoped, scoped{t.Agent, c})
	}
	d.hidden(c.Path, c.Hidden)
	if c.Verdict != NotLoaded {
		d.imports(t, cmp.Or(c.RealPath, c.Path), c.Imports)
	}
}

func Sentence(text, detail string) string {
	if detail == "" {
		return text
	}
	return text + ": " + detail
}

// entry reports an entry of a list in a settings file that has no effect.
func (d *doctor) entry(t *Trace, c *Candidate) {
	p := problem(diag.DeadEntry, fmt.Sprintf("%q: %s", c.Shown, Sentence(c.Reason.Text(), c.Detail)), "correct the entry or remove it")
	if facts.Absolute(t.Cwd, c.Path) && c.Tier != "instructions" && c.Tier != "option" {
		d.add(t.Agent, p, c.Path, -1)
		return
	}
	for _, s := range t.Settings {
		text, err := d.w.ReadFile(s.Path)
		if !s.Found || !facts.Absolute(t.Cwd, s.Path) || err != nil {
			continue
		}
		if at := strings.Index(text, `"`+c.Path+`"`); at >= 0 {
			d.add(t.Agent, p, s.Path, at)
			return
		}
	}
	d.add(t.Agent, p, "", -1)
}

// hidden reports hidden text in a file. The finding does not depend on the agent.
func (d *doctor) hidden(file string, found []hidden.Finding) {
	for _, f := range found {
		p := problem(diag.HiddenText, f.String(), "models read this text, but people cannot see it; open the file in galley to see where it is")
		if f.Level == hidden.Low {
			p.Severity = diag.Info
		}
		offset := f.Offset
		if f.InName {
			offset = -1
		}
		d.add("", p, file, offset)
	}
}

// imports reports the references in a file that look like imports but import nothing.
func (d *doctor) imports(t *Trace, file string, list []Import) {
	for _, in := range list {
		if in.Verdict == Loaded {
			d.hidden(in.Path, in.Hidden)
			d.imports(t, in.Path, in.Imports)
			continue
		}
		code, hint := diag.DeadImport, "correct the path, or put it between back-ticks if it is not an import"
		switch in.Reason {
		case AlreadyLoaded, NotKnown, WouldFetch, NotFetched:
			continue
		case ImportDepth:
			hint = "import it from a file closer to the first one"
		case Cut, TooLarge:
			code, hint = diag.OverCap, "make it shorter"
		}
		head := fmt.Sprintf("the import %s has no effect: ", in.Ref)
		d.addDead(t.Agent, problem(code, head+Sentence(in.Reason.Text(), in.Detail), hint), file, in.Offset, deadImport{head, in.Reason.Text()})
	}
}

// joinImports joins the findings about one import of one file, which agents give different reasons
// or details. The joined finding names the agents of each reason and leaves the details out.
func (d *doctor) joinImports() {
	type place struct {
		file, head string
		offset     int
	}
	first := map[place]int{}
	alike := map[place][]finding{}
	d.found = slices.DeleteFunc(d.found, func(f finding) bool {
		at := place{f.problem.File, f.dead.head, f.problem.Span.Start}
		if f.dead.head != "" {
			alike[at] = append(alike[at], f)
		}
		return len(alike[at]) > 1
	})
	for i, f := range d.found {
		if f.dead.head != "" {
			first[place{f.problem.File, f.dead.head, f.problem.Span.Start}] = i
		}
	}
	for at, i := range first {
		if all := alike[at]; len(all) > 1 {
			f := &d.found[i]
			f.problem.Message, f.agents = at.head+reasonsOf(all), nil
		}
	}
}

// reasonsOf lists the reasons of findings about one import, each with its agents.
func reasonsOf(all []finding) string {
	var reasons []string
	agents := map[string][]string{}
	for _, f := range all {
		if agents[f.dead.reason] == nil {
			reasons = append(reasons, f.dead.reason)
		}
		agents[f.dead.reason] = append(agents[f.dead.reason], f.agents...)
	}
	for i, r := range reasons {
		reasons[i] = r + " (" + strings.Join(Unique(agents[r]), ", ") + ")"
	}
	return strings.Join(reasons, "; ")
}
