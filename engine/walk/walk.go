// Package walk lists what enters an agent's context when the agent works on files, for example
// when it edits src/api/x.ts. A walk is the sequence of tool calls for this work. The package
// reads traces of discoveries that got these calls ([discovery.Options.Touched]). The traces of
// some agents say what each call loads. For the other agents this package matches the paths with
// the patterns of rules.
package walk

import (
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// MostSteps is the largest number of steps in a walk.
const MostSteps = 400

// Step is one tool call on a file.
type Step struct {
	Act  discovery.Act
	Path string // absolute
}

// Steps returns the tool calls for the files in order. acts are the calls for each file. If acts
// is empty, they are the calls with which an agent edits the file: it reads and edits an existing
// file, or creates a new one.
func Steps(w facts.World, files []string, acts []discovery.Act) (steps []Step) {
	for _, file := range files {
		does := acts
		if len(does) == 0 {
			does = []discovery.Act{discovery.CreateAct}
			if _, err := w.Stat(file); err == nil {
				does = []discovery.Act{discovery.ReadAct, discovery.EditAct}
			}
		}
		for _, act := range does {
			steps = append(steps, Step{act, file})
		}
	}
	return steps
}

// Options adds the steps of a walk to the options of a discovery.
func Options(o discovery.Options, steps []Step) discovery.Options {
	for _, s := range steps {
		o.Touched, o.Acts = append(o.Touched, s.Path), append(o.Acts, s.Act)
	}
	return o
}

// Walk lists what a sequence of calls adds to one agent's context.
type Walk struct {
	Trace *discovery.Trace
	Loads [][]Arrival // what each step loads, in the order in which the agent loads it
	// May lists the rules that do not depend on a path. The model or a person chooses when they
	// load.
	May    []*discovery.Candidate
	Missed []Missed
	Passed []Passed
}

// Arrival is a text that enters the context at one step.
type Arrival struct {
	Path string // the file's path, or the name of a text that is not a file
	Why  string // the pattern or directory that loads the text; a sentence without a final stop
	// Text is the text that the model gets. If it is not known how the agent frames the text, Text
	// is the text of the file and Framed is false.
	Text   string
	Framed bool
	// Act says that the agent is known to load rules at calls of this step's kind. Sure says that
	// the rule's pattern is known to match the step's file.
	Act, Sure bool
	// Latest says that an earlier step may already have loaded the text. The text then counts at
	// the earlier step, and Text is empty here.
	Latest bool
}

// Missed is a rule whose patterns match none of the walk's files but almost match one of them.
type Missed struct {
	Rule *discovery.Candidate
	File string
	discovery.PatternMiss
}

// Passed is a file that the agent does not load, or may not load, although it is in a directory
// between the working directory and one of the walk's files, or although only its front matter is
// at fault.
type Passed struct {
	Path    string
	Verdict discovery.Verdict
	Reason  discovery.Reason
	Detail  string
}

// Of returns a walk for each trace. The discovery of each trace must have got the same steps, see
// [Options].
func Of(w facts.World, traces []*discovery.Trace, steps []Step) (out []Walk) {
	r := reader{w: w, texts: map[string]string{}}
	for _, t := range traces {
		out = append(out, r.walk(t, steps))
	}
	return out
}

// reader reads the files whose texts a walk contains, each file once.
type reader struct {
	w        facts.World
	texts    map[string]string
	compared int // patterns that were compared with files in search of those that almost match
}

// mostCompared is the largest number of patterns that the walks of all agents compare with files
// in search of those that almost match.
const mostCompared = 200_000

// text returns the text of a file, or "" if it cannot be read. The trace already reports such a
// file.
func (r *reader) text(file string) string {
	text, known := r.texts[file]
	if !known {
		text, _ = r.w.ReadFile(file)
		r.texts[file] = text
	}
	return text
}

func (r *reader) walk(t *discovery.Trace, steps []Step) Walk {
	out := Walk{Trace: t, Loads: make([][]Arrival, len(steps))}
	byPath := map[string]*discovery.Candidate{}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		if old := byPath[c.Path]; old == nil || !old.Waits() && c.Waits() {
			byPath[c.Path] = c
		}
	}
	came, sure := map[string]bool{}, map[string]bool{}
	told := len(t.Touched) == len(steps) // the agent's discovery itself says what each call loads
	for i, s := range steps {
		if t.Idle(s.Act) {
			continue
		}
		if told {
			out.Loads[i] = r.fromTrace(t, byPath, &t.Touched[i], s)
		} else {
			out.Loads[i] = r.arrivalsByTool(t, s, came, sure)
		}
		for _, a := range out.Loads[i] {
			came[a.Path], sure[a.Path] = true, a.Act && a.Sure
		}
	}
	r.rest(&out, steps, came)
	return out
}

// fromTrace returns the texts that a step loads according to the agent's trace.
func (r *reader) fromTrace(t *discovery.Trace, byPath map[string]*discovery.Candidate, touch *discovery.Touch, s Step) (out []Arrival) {
	why := func(name string) (string, bool) {
		c := byPath[name]
		if c == nil {
			return "", true
		}
		by, reaches, sure := c.Reaches(s.Path)
		if !reaches {
			return c.Detail, true
		}
		return by, sure
	}
	known := t.Acts[s.Act]
	framed := touch.Appended.Len() > 0 || len(touch.Added) > 0
	for _, part := range touch.Added {
		if held := r.held(touch, byPath, part); held != nil {
			for _, a := range held {
				a.Why, a.Sure = why(a.Path)
				a.Act = known
				out = append(out, a)
			}
			continue
		}
		by, sure := why(part.Name)
		out = append(out, Arrival{Path: part.Name, Why: by, Text: part.Text.String(), Framed: true, Act: known, Sure: sure})
	}
	for i, name := range touch.New {
		if slices.ContainsFunc(out, func(a Arrival) bool { return a.Path == name }) {
			continue
		}
		by, sure := why(name)
		a := Arrival{Path: name, Why: by, Framed: framed, Act: known, Sure: sure}
		switch {
		case len(touch.Added) > 0: // the text is a part of another file's text
		case framed && len(touch.New) == 1:
			a.Text = touch.Appended.String()
		case framed:
			a.Text, a.Framed = r.body(byPath[name], name), false
			if i == 0 { // the frame that the files share counts with the first file
				a.Text += frame(touch, r, byPath)
			}
		default:
			a.Text = r.body(byPath[name], name)
		}
		out = append(out, a)
	}
	return out
}

// held returns the files whose texts a part contains, in their order, if the part is not the text
// of a single file. The text around the files counts with the first file. The result is nil if the
// part contains no file.
func (r *reader) held(touch *discovery.Touch, byPath map[string]*discovery.Candidate, part discovery.Part) (out []Arrival) {
	if byPath[part.Name] != nil {
		return nil
	}
	rest := part.Text.String()
	for _, name := range touch.New {
		if slices.ContainsFunc(touch.Added, func(p discovery.Part) bool { return p.Name == name }) {
			continue
		}
		body := r.body(byPath[name], name)
		if before, after, found := strings.Cut(rest, body); found && body != "" {
			out = append(out, Arrival{Path: name, Text: body, Framed: true})
			rest = before + after
		}
	}
	if out != nil {
		out[0].Text += rest
	}
	return out
}

// frame returns the text that the agent adds around and between the files that one call loads.
func frame(touch *discovery.Touch, r *reader, byPath map[string]*discovery.Candidate) string {
	all := touch.Appended.String()
	for _, name := range touch.New {
		if body := r.body(byPath[name], name); body != "" {
			all = strings.Replace(all, body, "", 1)
		}
	}
	return all
}

// body returns the text of a candidate as the prompt contains it, or else the text of the file.
func (r *reader) body(c *discovery.Candidate, file string) string {
	if c != nil && c.Text.Len() > 0 {
		return c.Text.String()
	}
	return r.text(file)
}

// arrivalsByTool returns the texts that a step loads, for an agent whose discovery does not say
// what single calls load. The keys of came are the files that earlier steps may have loaded, and
// the keys of certain are those that they are known to have loaded.
func (r *reader) arrivalsByTool(t *discovery.Trace, s Step, came, certain map[string]bool) (out []Arrival) {
	for i := range t.Candidates {
		c := &t.Candidates[i]
		if !c.Waits() || c.Kind != discovery.Rule || certain[c.Path] {
			continue
		}
		by, reaches, sure := c.Reaches(s.Path)
		if !reaches || c.Path == s.Path {
			continue
		}
		a := Arrival{Path: c.Path, Why: by, Text: r.body(c, c.Path), Framed: c.Text.Len() > 0, Act: t.Acts[s.Act], Sure: sure}
		if came[c.Path] {
			if !a.Act || !a.Sure {
				continue
			}
			a.Text, a.Latest = "", true
		}
		out = append(out, a)
	}
	return out
}

// rest adds to the walk the rules and files that no step loaded, if users may want to know why.
func (r *reader) rest(out *Walk, steps []Step, came map[string]bool) {
	var files []string
	for _, s := range steps {
		if !slices.Contains(files, s.Path) {
			files = append(files, s.Path)
		}
	}
	t := out.Trace
	met := map[string]bool{}
	var names []string
	for i := range t.Candidates {
		c := &t.Candidates[i]
		met[c.Path] = true
		if c.Kind != discovery.Rule {
			continue
		}
		if name := path.Base(c.Path); c.Tier != "instructions" && ruleName(name) && !slices.Contains(names, name) && c.LoadType != discovery.Never {
			names = append(names, name)
		}
		switch {
		case came[c.Path] || !c.There():
		case c.Waits():
			for _, file := range files {
				if r.compared += len(c.Patterns); r.compared > mostCompared {
					break
				}
				if m, missed := c.PatternMiss(file); missed {
					out.Missed = append(out.Missed, Missed{c, file, m})
					break
				}
			}
		case c.Verdict == discovery.Later && c.Detail != "" && len(c.Patterns) == 0 && waitsForPeople(c):
			out.May = append(out.May, c)
		case (c.Verdict == discovery.NotLoaded || c.Verdict == discovery.Unknown) && (below(c.Path, t.Cwd, files) || c.Reason == discovery.FrontMatter):
			out.Passed = append(out.Passed, Passed{c.Path, c.Verdict, c.Reason, c.Detail})
		}
	}
	for name := range came {
		met[name] = true
	}
	if t.Nested {
		r.near(out, files, names, met)
	}
}

// waitsForPeople reports whether a rule loads only when the model or a person chooses it.
func waitsForPeople(c *discovery.Candidate) bool {
	return !c.Waits() && !strings.HasPrefix(c.Detail, "when a tool reaches ")
}

// ruleName reports whether name could be the name of a file that an agent looks for in each
// directory.
func ruleName(name string) bool {
	return strings.HasSuffix(strings.ToLower(name), ".md") && !strings.ContainsAny(name, "*?")
}

// below reports whether a rule file is in a directory below cwd that also contains one of the
// files.
func below(rule, cwd string, files []string) bool {
	dir := facts.Dir(rule)
	return dir != cwd && facts.Within(dir, cwd) && slices.ContainsFunc(files, func(file string) bool { return facts.Within(file, dir) && file != rule })
}

// near adds to the walk the files whose names differ only in case from names that the agent looks
// for. It searches the directories between the working directory and the files of the walk.
func (r *reader) near(out *Walk, files, names []string, met map[string]bool) {
	var dirs []string
	for _, file := range files {
		dirs = append(dirs, discovery.Between(out.Trace.Cwd, file)...)
	}
	for _, dir := range discovery.Unique(dirs) {
		entries, _ := r.w.ReadDir(dir)
		for _, e := range discovery.SortedEntries(entries) {
			full := facts.Join(dir, e.Name)
			if e.Type.IsDir() || met[full] || slices.Contains(files, full) || slices.Contains(names, e.Name) {
				continue
			}
			if reason, detail := discovery.NearName(e.Name, names); reason == discovery.WrongCase {
				out.Passed = append(out.Passed, Passed{full, discovery.NotLoaded, reason, detail})
			}
		}
	}
}
