package discovery

import (
	"context"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// Explanation says what an agent does with one file, and why.
type Explanation struct {
	Trace   *Trace // the agent's, masked
	Verdict Verdict
	// Candidate is the file in the agent's trace. It is nil if the trace does not list the file;
	// Why then explains the verdict, in a sentence without a final stop.
	Candidate *Candidate
	Why       string
	// Remedy says how to have the file read, in a sentence without a final stop. It is "" if the
	// file is read already or nothing is known to help.
	Remedy string
	// Meant is the path that was probably meant when this file was named or placed, or "".
	Meant string
}

// Explain finds out what each agent does with file, an absolute path. It returns one explanation
// for each agent, or several if the agent meets the file more than once. A file that the trace does
// not list may still be imported, read as settings, or loaded on demand; otherwise it is not
// loaded.
func Explain(ctx context.Context, w facts.World, asked []SurveyAgent, o Options, file string) ([]Explanation, error) {
	w = facts.Bounded(w)
	var all []Explanation
	for _, a := range asked {
		traces, questions, err := Survey(ctx, w, []SurveyAgent{a}, o)
		if err != nil {
			return nil, err
		}
		AskGit(ctx, w, traces)
		x := explainer{w: w, trace: traces[0], file: file, reads: questions}
		found := x.candidates()
		if len(found) == 0 {
			if found, err = x.onDemand(ctx, a, o); err != nil {
				return nil, err
			}
		}
		if len(found) == 0 {
			found = []Explanation{x.other()}
		}
		all = append(all, found...)
	}
	return all, nil
}

type explainer struct {
	w     facts.World
	trace *Trace
	file  string
	reads []facts.Question
	// patterns says that another agent reads the file as a rule that applies to some files only. It
	// is used if galley cannot read the file itself.
	patterns bool
}

// candidates returns an explanation for each candidate that has the file's path or real path.
func (x *explainer) candidates() (out []Explanation) {
	t := x.trace.Masked()
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.Path == x.file || c.RealPath == x.file {
			out = append(out, Explanation{Trace: t, Verdict: c.Verdict, Candidate: c, Remedy: x.remedy(c), Meant: x.meant(c)})
		}
	}
	if brought, ok := x.imported(); ok && len(out) > 0 && !slices.ContainsFunc(out, func(a Explanation) bool { return rank(a.Verdict) <= rank(brought.Verdict) }) {
		out = append(out, brought)
	}
	slices.SortStableFunc(out, func(a, b Explanation) int { return rank(a.Verdict) - rank(b.Verdict) })
	for i := range out {
		if out[0].Verdict == Loaded { // the file is loaded, for example by an import, so no remedy is needed
			out[i].Remedy = ""
		}
	}
	return out
}

// imported explains a file that an import loads. The import may name the file's path or its real
// path.
func (x *explainer) imported() (Explanation, bool) {
	t := x.trace.Masked()
	paths := []string{x.file}
	if x.w != nil {
		if real, err := x.w.RealPath(x.file); err == nil && real != x.file {
			paths = append(paths, real)
		}
	}
	for _, path := range paths {
		if by, in := importer(t.Candidates, path); in != nil && in.Verdict == Loaded {
			return Explanation{Trace: t, Verdict: by.Verdict, Why: "imported by " + ShortPath(by.Shown, t.Cwd)}, true
		}
	}
	return Explanation{}, false
}

// meant returns the path that the user probably meant, for a candidate whose name or place is
// wrong, or "".
func (x *explainer) meant(c *Candidate) string {
	if name, told := lookedName(c.Detail); told && (c.Reason == WrongCase || c.Reason == NearMiss) {
		return facts.Join(facts.Dir(c.Path), name)
	}
	if c.Reason == NotLookedFor {
		if m, ok := x.missed(); ok {
			return m.meant
		}
	}
	return ""
}

// missed says how the file's path resembles one that the agent looks for. It tries the path
// relative to the searched directory, then the same path without its first directory, and so on
// down to the file's name. The path in m is absolute.
func (x *explainer) missed() (m suggestion, ok bool) {
	rel, inside := x.trace.relativeToSearch(x.file)
	for part, more := rel, inside; more; _, part, more = strings.Cut(part, "/") {
		if m, ok = x.trace.nearMiss(part); ok && (!m.mild || part == rel) {
			if m.meant != "" {
				m.meant = facts.Join(strings.TrimSuffix(x.file, part), m.meant)
			}
			return m, true
		}
	}
	return suggestion{}, false
}

// mended returns advice on how to correct a near miss.
func (x *explainer) mended(m suggestion) string {
	switch {
	case m.meant == "":
		return privately
	case facts.Dir(m.meant) == facts.Dir(x.file):
		return x.instead("rename it to "+path.Base(m.meant), m.meant)
	}
	return x.instead("move it to "+m.meant, m.meant)
}

// privately is advice about a file whose name says that it belongs to one person only.
const privately = "put it where the agent reads private rules, to keep it out of the shared file"

// onDemand runs the discovery again, with a tool call that reaches an invented file beside this
// one. The agent may load files at such a call that the search below the working directory leaves
// out.
func (x *explainer) onDemand(ctx context.Context, a SurveyAgent, o Options) ([]Explanation, error) {
	dir := facts.Dir(x.file)
	if dir == x.trace.Cwd || !x.reachable(dir) || len(o.Touched) > 0 || x.read() {
		return nil, nil
	}
	o.Touched, o.Acts = probes(dir)
	traces, _, err := Survey(ctx, x.w, []SurveyAgent{a}, o)
	if err != nil {
		return nil, err
	}
	for i, on := range traces[0].Touched {
		if slices.Contains(on.New, x.file) {
			return []Explanation{{Trace: x.trace.Masked(), Verdict: Later, Why: describeWhen(dir, o.ActOf(i))}}, nil
		}
	}
	for _, c := range traces[0].Find(x.file) {
		if c.Reason == NotLookedFor {
			return []Explanation{{Trace: x.trace.Masked(), Verdict: c.Verdict, Why: Sentence(c.Reason.Text(), c.Detail)}}, nil
		}
	}
	return nil, nil
}

// reachable reports whether the agent may work in a directory: below the working directory, or
// elsewhere in the repository.
func (x *explainer) reachable(dir string) bool {
	t := x.trace
	return facts.Within(dir, t.Cwd) || t.Root != "" && !facts.IsRoot(t.Root) && facts.Within(dir, t.Root)
}

// read reports whether the discovery has read the file.
func (x *explainer) read() bool {
	return slices.ContainsFunc(x.reads, func(q facts.Question) bool {
		return (q.Op == facts.OpReadFile || q.Op == facts.OpReadHead) && q.Path() == x.file
	})
}

// other explains a file that is not among the agent's candidates.
func (x *explainer) other() Explanation {
	t := x.trace.Masked()
	a := Explanation{Trace: t, Verdict: NotLoaded}
	if brought, ok := x.imported(); ok {
		return brought
	}
	if by, i := importer(t.Candidates, x.file); i != nil {
		a.Why = Sentence("the import in "+ShortPath(by.Shown, t.Cwd)+" has no effect: "+i.Reason.Text(), i.Detail)
		return a
	}
	for _, s := range t.Settings {
		if s.Path == x.file && s.Found {
			if s.Unused {
				a.Why, a.Remedy = s.Detail, t.Trust
				return a
			}
			a.Verdict, a.Why = ReadAs, Sentence("for its settings", s.Detail)
			return a
		}
	}
	if x.read() {
		a.Verdict, a.Why = ReadAs, "its content affects the request"
		return a
	}
	x.unlooked(t, &a)
	return a
}

// ExplainUnlisted says why an agent does not use a file that its trace does not list. It uses only the
// trace.
func ExplainUnlisted(t *Trace, file string) Explanation {
	x := explainer{trace: t, file: file}
	return x.other()
}

// unlooked fills in a, the explanation of a file that the agent does not look for.
func (x *explainer) unlooked(t *Trace, a *Explanation) {
	reads := t.Reads()
	switch {
	case t.Failure != nil:
		a.Why, a.Remedy = "the agent would not start: "+t.Failure.Message, "fix that first"
		return
	case reads == "":
		a.Why = "the agent does not look for rule files by name"
		a.Remedy = t.trustFirst(named(t.RuleNames.Remedy, x.file, t.Cwd))
		return
	}
	rel, inside := t.relativeToSearch(x.file)
	below := inside && strings.Contains(rel, "/") && facts.Within(x.file, t.Cwd)
	if m, ok := x.missed(); ok {
		a.Why, a.Meant, a.Remedy = m.why, m.meant, t.trustFirst(x.mended(m))
		return
	}
	looked := slices.ContainsFunc(t.names(), func(n string) bool { return x.file == n || strings.HasSuffix(x.file, "/"+strings.TrimPrefix(n, "/")) })
	switch {
	case looked && below:
		a.Why, a.Remedy = BelowCwd.Text(), "start the agent in "+facts.Dir(x.file)
	case looked && facts.Within(t.Cwd, facts.Dir(x.file)):
		a.Why, a.Remedy = "it is above the directories where the agent looks", "start the agent in "+facts.Dir(x.file)
	case looked && inside:
		a.Why, a.Remedy = "the agent looks only in the directories from the root down to the working directory", "start the agent in "+facts.Dir(x.file)
	case looked:
		a.Why = "the agent reads files of this name, but does not look in " + facts.Dir(x.file)
	default:
		a.Why = "the agent reads " + reads
		a.Remedy = x.renaming()
		if a.Remedy == "" && len(t.names()) > 0 {
			a.Remedy = "copy its text into " + t.names()[0]
		}
		a.Remedy = t.trustFirst(a.Remedy)
	}
}

// renaming returns advice on how to make the agent read a file whose name it does not look for. If
// the agent takes only one file of each directory and already reads another file in this one, the
// advice is to write into that other file.
func (x *explainer) renaming() string {
	t := x.trace
	if advice := x.asRule(); advice != "" {
		return advice
	}
	if t.RuleNames.RemedyOnWay && !facts.Within(t.Cwd, facts.Dir(x.file)) {
		return "copy its text into " + t.usual()
	}
	for i := range t.Candidates {
		l := &t.Candidates[i]
		if t.RuleNames.OneADirectory && l.Verdict == Loaded && l.Kind == Rule && facts.Dir(l.Path) == facts.Dir(x.file) {
			return "copy its text into " + t.Mask(ShortPath(l.Shown, t.Cwd)) + ", which is loaded: the agent uses only one file per directory, so renaming this one does not help"
		}
	}
	return named(t.RuleNames.Remedy, x.file, t.Cwd)
}

// usual returns the name of a rule file that the agent reads; AGENTS.md if it is among them.
func (t *Trace) usual() string {
	const common = "AGENTS.md"
	if names := t.names(); !slices.Contains(names, common) {
		return names[0]
	}
	return common
}

// named replaces the placeholders in an advice by a file's name and path.
func named(remedy, file, cwd string) string {
	short := ShortPath(file, cwd)
	name := short
	if short == file {
		name = path.Base(file)
	}
	return strings.NewReplacer("{name}", name, "{path}", short).Replace(remedy)
}

// instead returns the advice, but if a file with the path target exists, it returns the advice to
// write into that file.
func (x *explainer) instead(advice, target string) string {
	if x.w == nil {
		return advice
	}
	if _, err := x.w.Lstat(target); err == nil && target != x.file {
		return "copy its text into " + target + ", which already exists"
	}
	return advice
}

// remedy describes how to make the agent load a candidate.
func (x *explainer) remedy(c *Candidate) string {
	if c.Verdict != NotLoaded {
		return ""
	}
	switch c.Reason {
	case WrongCase, NearMiss:
		return x.trace.trustFirst(x.mended(suggestion{meant: x.meant(c)}))
	case BelowCwd, AboveRoot, OutsideRoot:
		return "start the agent in " + facts.Dir(c.Path)
	case ShadowedByKind, ShadowedByNear, ShadowedByName, ShadowedGlobal:
		if l := x.before(c); l != nil {
			shown := x.trace.Mask(ShortPath(l.Shown, x.trace.Cwd))
			if x.trace.RuleNames.Imports {
				return "import it from " + shown + " with @" + x.trace.Mask(RelativePath(facts.Dir(l.Path), c.Path))
			}
			return "copy its text into " + shown + ", which is loaded"
		}
	case NotLookedFor:
		if m, ok := x.missed(); ok && m.meant != "" {
			return x.trace.trustFirst(x.mended(m))
		}
		return x.trace.trustFirst(x.renaming())
	}
	return x.trace.ownRemedy(c)
}

// Mask masks the trace's secrets in a text.
func (t *Trace) Mask(s string) string { return t.Secrets.Mask(s) }

// importer returns an import of a file, preferably one that is loaded, and the candidate that
// contains it, directly or through other imports.
func importer(all []Candidate, file string) (*Candidate, *Import) {
	var find func([]Import) *Import
	find = func(list []Import) (first *Import) {
		for i := range list {
			in := &list[i]
			if in.Path != file {
				in = find(in.Imports)
			}
			if in != nil && (first == nil || in.Verdict == Loaded && first.Verdict != Loaded) {
				first = in
			}
		}
		return first
	}
	var by *Candidate
	var best *Import
	for i := range all {
		if all[i].Verdict != Loaded && all[i].Verdict != Later {
			continue
		}
		if in := find(all[i].Imports); in != nil && (best == nil || in.Verdict == Loaded && best.Verdict != Loaded) {
			by, best = &all[i], in
		}
	}
	return by, best
}

// ShortPath returns a path relative to a directory if the path is below it, otherwise the path
// itself.
func ShortPath(p, dir string) string {
	if rel, inside := RelativeTo(p, dir); inside && dir != "" {
		return rel
	}
	return p
}
