package branch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/branch"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// found returns a trace with these candidates.
func found(all ...discovery.Candidate) []*discovery.Trace {
	return []*discovery.Trace{{Agent: "a", Candidates: all}}
}

func candidate(kind discovery.Kind, path, name string, v discovery.Verdict, text string) discovery.Candidate {
	return discovery.Candidate{Kind: kind, Path: path, Name: name, Verdict: v, Text: source.Literal(text)}
}

// counted is a world that counts how often a file is read.
type counted struct {
	facts.World
	reads map[string]int
}

func (c counted) ReadFile(name string) (string, error) {
	c.reads[name]++
	return c.World.ReadFile(name)
}

func TestRowsSayWhatEachSideHas(t *testing.T) {
	const loaded, later, listed = discovery.Loaded, discovery.Later, discovery.Listed
	disk := facts.NewMemory().File("/a", "of the file\n").File("/s", "all of the skill")
	for _, c := range []struct {
		name    string
		was, is []*discovery.Trace
		want    string
	}{
		{"the same text at another time", found(candidate(discovery.Rule, "/a", "", loaded, "x")), found(candidate(discovery.Rule, "/a", "", later, "x")), "now on demand /a [1 1]"},
		{"a file that is loaded twice counts twice", found(), found(candidate(discovery.Rule, "/a", "", loaded, "x y"), candidate(discovery.Rule, "/a", "", loaded, "z")), "added /a [0 4]"},
		{"one byte is a text", found(), found(candidate(discovery.Rule, "/a", "", later, "x")), "added /a [0 1]"},
		{"without a known frame a file has its own text", found(), found(candidate(discovery.Rule, "/a", "", later, "")), "added /a [0 12]"},
		{"a skill has only its entry in the list", found(), found(candidate(discovery.Skill, "/s", "s", listed, "")), "added s [0 0]"},
		{"rows are sorted by kind, path and name", found(), found(candidate(discovery.Skill, "/c", "s", listed, "s"), candidate(discovery.Rule, "/b", "", loaded, "b"), candidate(discovery.Skill, "/c", "r", listed, "r"), candidate(discovery.Rule, "/a", "", loaded, "a")),
			"added /a [0 1], added /b [0 1], added r [0 1], added s [0 1]"},
	} {
		var got []string
		for _, i := range branch.Compare(disk, disk, c.was, c.is, words)[0].Items {
			got = append(got, fmt.Sprintf("%s %s %d", i.Change(), i.Name, i.Bytes))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

func TestAFileIsReadOnceForAllAgents(t *testing.T) {
	w := counted{facts.NewMemory().File("/a", "x"), map[string]int{}}
	one := candidate(discovery.Rule, "/a", "", discovery.Later, "")
	is := append(found(one), found(one)...)
	branch.Compare(w, w, append(found(), found()...), is, words)
	if w.reads["/a"] != 1 {
		t.Errorf("it is read %d times", w.reads["/a"])
	}
}

func TestAPromptOfAnotherSizeIsAnotherPrompt(t *testing.T) {
	a := branch.Agent{Before: &discovery.Trace{}, After: &discovery.Trace{}, Tokens: [2]int{1, 2}}
	if a.Same() {
		t.Error("a prompt of two tokens is said to be the same as one of one")
	}
}

func TestARequestThatRenderedOnlyAfterTheChangeHasNoSize(t *testing.T) {
	w, calls := facts.NewMemory(), 0
	a := branch.Agent{Before: &discovery.Trace{}, After: &discovery.Trace{}}
	err := a.Weigh(w, w, func(facts.World) (*engine.Result, error) {
		if calls++; calls == 1 {
			return nil, errors.New("broken")
		}
		return rendered(1, 1), nil
	}, words)
	if err == nil || a.Request != nil {
		t.Errorf("error %v, size %v", err, a.Request)
	}
}
