package conformance

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// JudgeExplained holds the explanation of a file against what the real agent did with
// it. A file that comes on demand may be explained as loaded, never the other way.
func JudgeExplained(t *testing.T, w facts.World, name, file string, o discovery.Options, did discovery.Verdict) {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	if real, err := w.RealPath(facts.Dir(file)); err == nil {
		file = facts.Join(real, path.Base(file))
	}
	if _, err := w.Lstat(file); err != nil {
		return // a text that the settings hold
	}
	answers, err := discovery.Explain(context.Background(), w, []discovery.Asked{a.Asked(version)}, o, file)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, one := range answers {
		if one.Verdict == did || did == discovery.Later && one.Verdict == discovery.Loaded {
			return
		}
		why := one.Why
		if one.Candidate != nil {
			why = string(one.Candidate.Reason) + " " + one.Candidate.Detail
		}
		said = append(said, string(one.Verdict)+": "+why)
	}
	t.Errorf("%s is %s, and explained as %s", file, did, strings.Join(slices.Compact(said), "; "))
}

// JudgeRead holds that a file which the real agent reads, for whatever reason, is never
// explained as one that it does not look at.
func JudgeRead(t *testing.T, w facts.World, name, file string, o discovery.Options) {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := discovery.Explain(context.Background(), w, []discovery.Asked{a.Asked(version)}, o, file)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range answers {
		if one.Verdict == discovery.NotLoaded && (one.Candidate == nil || one.Candidate.LoadType == discovery.Never) {
			t.Errorf("%s reads %s, and that is explained as %s: %s", name, file, one.Verdict, one.Why)
		}
	}
}

// JudgeAllExplained holds the explanation of every file that an agent's request holds:
// those that are loaded, and those that they import. What it loads was compared with the
// real agent before.
func JudgeAllExplained(t *testing.T, w facts.World, name string, trace *discovery.Trace, o discovery.Options) {
	t.Helper()
	for _, c := range trace.Candidates {
		if c.Verdict != discovery.Loaded {
			continue
		}
		for _, file := range append([]string{c.Path}, Imports(c.Imports)...) {
			JudgeExplained(t, w, name, file, o, discovery.Loaded)
		}
	}
}
