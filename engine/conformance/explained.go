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

// JudgeExplained compares the explanation of a file with what the real agent did. If the agent
// loads the file on demand, the explanation may also say that it is loaded. If the agent loads it
// at launch, the explanation must say so.
func JudgeExplained(t testing.TB, w facts.World, name, file string, o discovery.Options, did discovery.Verdict) {
	t.Helper()
	if real, err := w.RealPath(facts.Dir(file)); err == nil {
		file = facts.Join(real, path.Base(file))
	}
	if _, err := w.Lstat(file); err != nil {
		return // a text in the settings, which is not a file
	}
	judgeAnswers(t, file, did, explained(t, w, name, file, o))
}

// explained returns the explanations of what an agent does with a file.
func explained(t testing.TB, w facts.World, name, file string, o discovery.Options) []discovery.Explanation {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := discovery.Explain(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, o, file)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// judgeAnswers compares the explanations of a file with what the real agent did. At least one of
// them must agree with it.
func judgeAnswers(t testing.TB, file string, did discovery.Verdict, answers []discovery.Explanation) {
	t.Helper()
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

// JudgeRead checks the explanations of a file that the real agent reads for any reason. None of
// them may say that the agent does not look at the file.
func JudgeRead(t testing.TB, w facts.World, name, file string, o discovery.Options) {
	t.Helper()
	for _, one := range explained(t, w, name, file, o) {
		if one.Verdict == discovery.NotLoaded && (one.Candidate == nil || one.Candidate.LoadType == discovery.Never) {
			t.Errorf("%s reads %s, but that is explained as %s: %s", name, file, one.Verdict, one.Why)
		}
	}
}

// JudgeAllExplained checks that the explanation of each loaded file of a trace, and of each loaded
// import, says that it is loaded. The trace must already have been compared with the case.
func JudgeAllExplained(t testing.TB, w facts.World, name string, trace *discovery.Trace, o discovery.Options) {
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
