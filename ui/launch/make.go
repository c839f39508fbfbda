package launch

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/source"
)

// Question is what the user is asked before an agent is started in a project.
type Question struct {
	Agent   string
	Found   start.Program
	Project string      // the real path
	Runs    []start.Run // what runs besides the agent itself
	Digest  string      // a digest of everything that would run
	Given   bool        // whether the user has already agreed to exactly this
}

// Ask finds out which programs the start of the agent would run, and whether the user has
// agreed to this. It does not start anything. The error is a [*NotInstalled].
func Ask(o Options, consents capture.Consents) (Question, error) {
	found, ok := start.Find(o.World, o.Starter, o.Project)
	if !ok {
		return Question{}, &NotInstalled{Program: o.Starter.Program, Install: o.Starter.Install, Passed: found.Passed}
	}
	q := Question{Agent: o.Agent, Found: found}
	if o.Starter.Runs != nil {
		q.Runs = o.Starter.Runs(start.Input{World: o.World, Home: o.Home, Cwd: o.Cwd, Project: o.Project})
	}
	real, err := o.World.RealPath(o.Project)
	if err != nil {
		real = o.Project
	}
	q.Project = real
	q.Digest = capture.Digest(o.World, o.Cwd, found.Real, q.Runs)
	q.Given = consents.Given(q.Project, q.Agent, q.Digest)
	return q, nil
}

// Agree stores the user's consent.
func (q Question) Agree(consents capture.Consents, now time.Time) error {
	return consents.Give(capture.Consent{Project: q.Project, Agent: q.Agent, Digest: q.Digest, Given: now})
}

// Make captures the agent and finds out where the bytes of its request come from. It does not store
// the capture; see [capture.Store]. Cancelling ctx ends the agent.
func Make(ctx context.Context, o Options) (*capture.Capture, error) {
	var known *capture.Attribution
	show := o.Whole
	o.Whole = func(c *capture.Capture) error { // this runs while the agent is being ended
		err := Understand(ctx, o, c)
		known = c.Attribution
		if err == nil && show != nil {
			err = show(c)
		}
		return err
	}
	r, err := Capture(ctx, o)
	if err != nil {
		return nil, err
	}
	r.Capture.Attribution = known
	return r.Capture, nil
}

// Understand finds out where the bytes of a capture come from. It uses galley's knowledge about
// the agent's version.
func Understand(ctx context.Context, o Options, c *capture.Capture) error {
	trace := Discover(ctx, o, c.Version)
	if err := capture.Understand(ctx, c, withReached(ctx, o, c, trace), o.World, o.facts()); err != nil {
		return err
	}
	return engine.Learn(ctx, o.Agents, o.World, c, trace)
}

// imported finds the files that the user's own rule files import and that a plan does not copy
// yet: files beside the rule files, and rule files in the home. It returns copies of these files
// to add to the plan, because the agent would not find the files otherwise. missed has the files
// that have no place in the scratch directory.
func imported(ctx context.Context, o Options, version string, p start.Plan, in *scratch) (copies []start.Copy, missed []string) {
	if len(p.Substitutions) == 0 {
		return nil, nil
	}
	trace := Discover(ctx, o, version)
	for _, e := range capture.Expect(trace) {
		for _, piece := range e.Text.Pieces() {
			name := piece.Origin.Source
			planned := func(c start.Copy) bool { return facts.Within(name, c.From) }
			kind := piece.Origin.Kind
			if kind != source.Import && kind != source.File || facts.Within(name, o.Project) || slices.ContainsFunc(p.Copies, planned) || slices.ContainsFunc(copies, planned) {
				continue
			}
			copied, above := false, false
			for _, s := range p.Substitutions {
				rel, err := filepath.Rel(s.To, name)
				if err != nil || kind == source.File && strings.HasPrefix(rel, "..") {
					continue
				}
				above = true
				if to := filepath.Join(s.From, rel); facts.Within(to, in.dir) {
					to, _ = filepath.Rel(in.home, to) // this cannot fail, because both are in the directory in.dir
					copies = append(copies, start.Copy{From: name, To: filepath.ToSlash(to)})
					copied = true
					break
				}
			}
			if above && !copied && !slices.Contains(missed, name) {
				missed = append(missed, name)
			}
		}
	}
	for _, c := range trace.Candidates {
		copied := func(to start.Copy) bool { return facts.Within(c.Path, to.From) }
		if slices.ContainsFunc(p.Copies, copied) || slices.ContainsFunc(copies, copied) {
			missed = append(missed, filesInProject(c.Imports, o.Project)...)
		}
	}
	return copies, discovery.Unique(missed)
}

// filesInProject returns the files of the project that a copied rule file imports by a relative
// path. The agent does not find them beside the copy.
func filesInProject(imports []discovery.Import, project string) (files []string) {
	for _, i := range imports {
		absolute := strings.HasPrefix(i.Ref, "@/") || strings.HasPrefix(i.Ref, "@~")
		if i.Verdict == discovery.Loaded && facts.Within(i.Path, project) && !absolute {
			files = append(files, i.Path)
		} else {
			files = append(files, filesInProject(i.Imports, project)...)
		}
	}
	return files
}

// missing returns the note about imported files that have no place in the copied configuration.
func missing(files []string) string {
	return "rule files of your own configuration import " + strings.Join(files, ", ") + ", which the copy of the configuration cannot reach: " +
		"the request of a real session contains more than this one; --real-home uses the configuration itself"
}

// facts returns the function that finds facts about a directory, such as its folder structure, as
// the agent writes them. It is nil if the agent has no such format.
func (o Options) facts() start.Facts {
	if named, ok := o.Agents.Starts(o.Agent); ok {
		return named.Start.FactsOf()
	}
	return o.Starter.Facts
}

// Discover returns which files the agent loads, for the version of the agent that galley follows.
func Discover(ctx context.Context, o Options, version string) *discovery.Trace {
	return profile.Discover(ctx, o.World, o.Agents.Ask(o.Agent, version), o.Starter.Asked(o.Cwd, o.Mode, o.Args))
}
