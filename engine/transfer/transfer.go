// Package transfer finds the smallest change to a project's files with which other agents also
// read a rule file. The change is an import, a link, a key in a settings file, or a rule in the
// other agent's form. The package tests each change: it runs the agent's discovery in a view of the
// disk in which the change was made, and drops the change if it does not help. The package writes
// nothing.
package transfer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Kind is a way of making another agent read a file.
type Kind string

// The kinds, in the order in which [planner.ways] first tries them.
const (
	Import  Kind = "import"  // a line in a file that the agent already reads
	Link    Kind = "link"    // a symbolic link under a name that the agent looks for
	Setting Kind = "setting" // a key of a settings file
	Stub    Kind = "stub"    // a new file that imports it
	Rule    Kind = "rule"    // a rule file in the agent's own form
)

// Change is one file that is created or changed.
type Change struct {
	Kind Kind
	Path string   // absolute
	For  []string // the agents that need it
	// Before is the present text of the file, and After its new text. Made says that the file does
	// not exist yet. Link is the target of a new link, as a path relative to the link's directory.
	Before, After, Link string
	Made                bool
	Lost                []string // sentences without a final stop
	// Others lists the agents whose prompts the change also alters, although the user did not ask
	// for them.
	Others []string
	// patterns are the patterns in the header of a new rule file.
	patterns []string
	entry    bool // the change adds an import to the file that the agent reads under its first name
}

// instead returns the file or link that exists at the path after the change.
func (c *Change) instead() facts.Instead {
	if c.Link != "" {
		return facts.Instead{Link: c.Link}
	}
	return facts.Text(c.After)
}

// Plan is a list of changes to make.
type Plan struct {
	File    string
	Already []string // agents that already read the file
	Copies  []Copy   // agents that already read a copy of the file
	Changes []Change
	Without []Without   // agents for which no change helps
	World   facts.World // the world in which the changes were made
	// Before and After are the traces of the agents in [Options.All]: Before without the changes,
	// After with them.
	Before, After []*discovery.Trace
}

// Copy is an agent that reads another file with the same text.
type Copy struct {
	Agent string
	Path  string // absolute
}

// Without is an agent for which no change helps.
type Without struct {
	Agent string
	Why   string // a sentence without a final stop
}

// Options say which file is transferred to which agents.
type Options struct {
	File    string   // absolute
	Project string   // the project; files outside it are never changed
	To      []string // names of agents
	All     []discovery.SurveyAgent
	Options discovery.Options
}

// mostTries is the largest number of changes that are tried for one agent.
const mostTries = 24

// Make makes the plan. An error comes from a discovery, or says why the file cannot be transferred.
func Make(ctx context.Context, w facts.World, o Options) (*Plan, error) {
	text, err := w.ReadFile(o.File)
	if err != nil {
		return nil, err
	}
	p := &planner{asker: newAsker(ctx, w, o.Options), o: o, text: text, plan: &Plan{File: o.File}}
	p.scope = loadConditionOf(o.File, text)
	if strings.TrimSpace(p.scope.body) == "" {
		return nil, fmt.Errorf("%s is empty", o.File)
	}
	to := slices.Clone(o.To)
	slices.SortStableFunc(to, func(a, b string) int { return cmp.Compare(p.borrows(a), p.borrows(b)) })
	if strings.Contains(text, "\x00") {
		return nil, fmt.Errorf("%s is not a text: it contains NUL bytes", o.File)
	}
	for _, name := range to {
		if err := p.agent(name); err != nil {
			return nil, err
		}
	}
	p.plan.World = p.world(p.plan.Changes)
	if p.plan.Before, err = p.discover(nil, o.All...); err != nil {
		return nil, err
	}
	p.plan.After, err = p.discover(p.plan.Changes, o.All...)
	return p.plan, err
}

// planner makes a plan, one agent after another. When it tries changes for an agent, the changes
// for the earlier agents count as made.
type planner struct {
	*asker
	o     Options
	text  string
	scope loadCondition
	plan  *Plan
	// blocked lists what prevented changes for an agent, as sentences without a final stop.
	blocked []string
}

func (p *planner) surveyOf(name string) (discovery.SurveyAgent, bool) {
	i := slices.IndexFunc(p.o.All, func(a discovery.SurveyAgent) bool { return a.Agent == name })
	if i < 0 {
		return discovery.SurveyAgent{}, false
	}
	return p.o.All[i], true
}

// agent finds the change for one agent.
func (p *planner) agent(name string) error {
	asked, ok := p.surveyOf(name)
	if !ok {
		return fmt.Errorf("galley does not know the rule files of %s", name)
	}
	now, err := p.discover(p.plan.Changes, asked)
	if err != nil {
		return err
	}
	if p.readsAsItIs(asked) {
		p.plan.Already = append(p.plan.Already, name)
		return nil
	}
	if path := p.copyRead(now[0]); path != "" {
		p.plan.Copies = append(p.plan.Copies, Copy{name, path})
		return nil
	}
	if i := slices.IndexFunc(p.plan.Changes, func(c Change) bool { return p.reads(now[0], &c) }); i >= 0 {
		c := &p.plan.Changes[i]
		c.For = append(c.For, name)
		c.lose(p.lostBy(name, now[0], c)...)
		return nil
	}
	others := p.others(name)
	before, err := p.discover(p.plan.Changes, others...)
	if err != nil {
		return err
	}
	var best *Change
	works, why := 0, ""
	for _, c := range p.ways(asked, now[0]) {
		with := append(slices.Clip(p.plan.Changes), c)
		after, err := p.discover(with, asked)
		if err != nil {
			return err
		}
		if !p.reads(after[0], &c) {
			why = cmp.Or(why, p.reasonNotLoaded(after[0], &c))
			continue
		}
		then, err := p.discover(with, others...)
		if err != nil {
			return err
		}
		c.For = []string{name}
		c.lose(p.lostBy(name, after[0], &c)...)
		if c.Kind != Rule && !facts.Within(p.o.File, p.o.Project) {
			c.lose("the file is outside the project: others who check the project out do not have it")
		}
		c.Others = changed(before, then)
		if best == nil || best.Kind == c.Kind && best.entry == c.entry && len(c.Others) < len(best.Others) {
			best = &c
		}
		if works++; len(best.Others) == 0 || works == 4 {
			break
		}
	}
	if best == nil {
		if why != "" {
			p.block("%s", why)
		}
		p.plan.Without = append(p.plan.Without, Without{name, cmp.Or(strings.Join(p.blocked, "; "), p.noWay(asked, now[0]))})
		return nil
	}
	p.plan.Changes = append(p.plan.Changes, *best)
	return nil
}

// noWay says why no change makes an agent read the file, and what the user can do.
func (p *planner) noWay(asked discovery.SurveyAgent, t *discovery.Trace) string {
	copied := ""
	if i := slices.IndexFunc(t.Candidates, func(c discovery.Candidate) bool {
		return c.Kind == discovery.Rule && c.Verdict == discovery.Loaded && facts.Within(c.Path, p.o.Project)
	}); i >= 0 {
		copied = "copy its text into " + p.shown(t.Candidates[i].Path)
	} else if name := first(slices.DeleteFunc(slices.Clone(asked.Looks.Names), unsuitable)); name != "" {
		copied = "copy its text into " + name
	}
	why := "no import, link or setting makes it read this file"
	if p.scope.waits() {
		why = "it has no rules that are loaded only " + p.scope.occasion()
		if copied != "" {
			copied += ", which is always loaded"
		}
	}
	if copied == "" {
		return why
	}
	return why + "; " + copied
}

// borrows returns 1 for an agent whose rule folders all belong to other agents, otherwise 0. Agents
// with 1 come last, because a rule in the folder of another agent, made for that agent, may serve
// them too.
func (p *planner) borrows(name string) int {
	asked, _ := p.surveyOf(name)
	if !p.scope.waits() || len(asked.Looks.Folders) == 0 || slices.ContainsFunc(asked.Looks.Folders, func(f discovery.Folder) bool { return !f.Borrowed }) {
		return 0
	}
	return 1
}

// lostBy says how the new rule file differs from the original in the conditions under which the
// agent loads it.
func (p *planner) lostBy(agent string, t *discovery.Trace, c *Change) (lost []string) {
	if c.Kind != Rule || !p.scope.waits() {
		return nil
	}
	for _, x := range t.Find(c.Path) {
		switch {
		case x.Kind != discovery.Rule:
		case x.Verdict == discovery.Loaded && len(x.Patterns) == 0:
			lost = append(lost, agent+" always sends it, whatever its header says")
		case len(p.scope.patterns) > 0 && !slices.Equal(x.Patterns, c.patterns):
			lost = append(lost, fmt.Sprintf("%s reads its patterns as %q", agent, x.Patterns))
		}
	}
	return lost
}

// lose adds sentences about what is lost, each once.
func (c *Change) lose(sentences ...string) {
	for _, s := range sentences {
		if !slices.Contains(c.Lost, s) {
			c.Lost = append(c.Lost, s)
		}
	}
}

// reasonNotLoaded says why an agent does not load the file that a change creates or alters. It
// returns "" if the trace does not say.
func (p *planner) reasonNotLoaded(t *discovery.Trace, c *Change) string {
	if t.Failure != nil {
		return t.Failure.Message
	}
	for _, x := range t.Find(c.Path) {
		if x.Reason != "" && x.Kind == discovery.Rule {
			return discovery.Sentence("with "+p.shown(c.Path)+" in place "+x.Reason.Text(), x.Detail)
		}
	}
	return ""
}

// readsAsItIs reports whether an agent reads the file without any change.
func (p *planner) readsAsItIs(asked discovery.SurveyAgent) bool {
	traces, err := p.discover(nil, asked)
	return err == nil && p.reads(traces[0], nil)
}

// reads reports whether an agent reads the transferred file, or the copy of it that a change
// creates. A rule with patterns counts if it loads when a tool reaches a file that the patterns
// match.
func (p *planner) reads(t *discovery.Trace, c *Change) bool {
	if t.Failure != nil {
		return false
	}
	real := p.o.File
	if path, err := p.disk.RealPath(real); err == nil {
		real = path
	}
	for i := range t.Candidates {
		x := &t.Candidates[i]
		if x.Kind != discovery.Rule || x.Verdict != discovery.Loaded && !(p.scope.waits() && x.Verdict == discovery.Later) {
			continue
		}
		if x.RealPath == real || x.Path == p.o.File || c != nil && c.Kind == Rule && x.Path == c.Path || imports(x.Imports, real) {
			return true
		}
	}
	return false
}

// copyRead returns a rule file that an agent reads and whose text equals the text of the
// transferred file, or "". Headers are not compared, because each agent has its own form of
// header. Files of the plan itself do not count.
func (p *planner) copyRead(t *discovery.Trace) string {
	if t.Failure != nil {
		return ""
	}
	for i := range t.Candidates {
		x := &t.Candidates[i]
		if x.Kind != discovery.Rule || x.Path == p.o.File || p.changes(x.Path) || x.Verdict != discovery.Loaded && !(p.scope.waits() && x.Verdict == discovery.Later) {
			continue
		}
		text, err := p.disk.ReadFile(x.Path)
		if err != nil {
			continue
		}
		other := loadConditionOf(x.Path, text)
		if strings.TrimSpace(other.body) == strings.TrimSpace(p.scope.body) {
			return x.Path
		}
	}
	return ""
}

func imports(all []discovery.Import, real string) bool {
	return slices.ContainsFunc(all, func(i discovery.Import) bool {
		return i.Path == real && i.Verdict == discovery.Loaded || imports(i.Imports, real)
	})
}

// others returns the agents for which the user did not ask. A plan should not change their prompts,
// and most of the work of a plan is to run their discoveries. A plan for all agents has no such
// agents.
func (p *planner) others(name string) []discovery.SurveyAgent {
	return slices.DeleteFunc(slices.Clone(p.o.All), func(a discovery.SurveyAgent) bool {
		return a.Agent == name || slices.Contains(p.o.To, a.Agent)
	})
}

// changed returns the agents whose rule files differ between the traces before and after.
func changed(before, after []*discovery.Trace) (out []string) {
	for i := range before {
		agent := before[i].Agent
		if before[i].Text.String() != after[i].Text.String() || !slices.Equal(waiting(before[i]), waiting(after[i])) {
			out = append(out, agent)
		}
	}
	return out
}

// waiting returns the rules that load on demand.
func waiting(t *discovery.Trace) (out []string) {
	for _, c := range t.Candidates {
		if c.Kind == discovery.Rule && c.Verdict == discovery.Later {
			out = append(out, c.Path)
		}
	}
	return out
}

// inProject reports whether the plan may create or change a file at a path.
func (p *planner) inProject(path string) bool {
	return facts.Within(path, p.o.Project) && path != p.o.Project && facts.Inside(p.disk, p.o.Project, path)
}

// rel returns the path of the transferred file relative to the directory that contains the file
// from.
func (p *planner) rel(from string) string {
	return relative(facts.Dir(from), p.o.File)
}

// relative returns path relative to dir. The result begins with "../" if path is outside dir.
func relative(dir, path string) string {
	up := ""
	for at := range facts.Up(dir) {
		if rest, inside := discovery.RelativeTo(path, at); inside {
			return up + rest
		}
		up += "../"
	}
	return path
}

// withLine returns a text with a line appended.
func withLine(text, line string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + line + "\n"
}
