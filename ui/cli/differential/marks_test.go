//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/source"
)

// Each file of a tree contains a unique mark, so that a request shows which files were loaded.
func TestMarksAreFoundInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  string
	}{
		{nil, ""}, {[]string{"no mark", "Mark K12a", "Mark k123a", "Mark K123A"}, ""}, {[]string{"Mark K123a."}, "K123a"},
		{[]string{"Mark K002b, Mark K001a", "Mark K003c"}, "K002b K001a K003c"}, {[]string{"Mark K001a Mark K001a"}, "K001a K001a"}, {[]string{"Mark K001ab"}, ""},
	} {
		if got := strings.Join(marksIn(c.texts...), " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.texts, got, c.want)
		}
	}
}

// The marks in a request are compared with the expected ones: first how often each occurs, then
// their order, unless the agent has no fixed order.
func TestSentMarksAreCompared(t *testing.T) {
	tr := &tree{places: map[string]string{"K001a": "A.md", "K002b": "B.md"}}
	for _, c := range []struct {
		name, got, want string
		unordered       bool
		told            string
	}{
		{"the same", "K001a K002b", "K001a K002b", false, ""},
		{"one too many", "K001a K002b", "K001a", false, "sent and not expected: K002b of B.md"},
		{"one too few", "K001a", "K001a K002b", false, "expected and not sent: K002b of B.md"},
		{"twice for once", "K001a K001a", "K001a", false, "sent and not expected: K001a of A.md"},
		{"another one", "K001a", "K002b", true, "sent and not expected: K001a of A.md; expected and not sent: K002b of B.md"},
		{"another order", "K002b K001a", "K001a K002b", false, "in another order: sent K002b K001a, expected K001a K002b"},
		{"an order that does not count", "K002b K001a", "K001a K002b", true, ""},
	} {
		if got := strings.Join(tr.marks(strings.Fields(c.got), strings.Fields(c.want), c.unordered), "; "); got != c.told {
			t.Errorf("%s: %q, want %q", c.name, got, c.told)
		}
	}
}

// galley expects the marks of texts before those in descriptions of tools.
func TestMarksOfToolsComeLast(t *testing.T) {
	trace := &discovery.Trace{Parts: []discovery.Part{
		{Name: "skills", Where: "tool skill", Text: source.Literal("Mark K001a")}, {Name: "rules", Text: source.Literal("Mark K002b Mark K003c")},
	}}
	if got := strings.Join(expected(trace), " "); got != "K002b K003c K001a" {
		t.Errorf("expected %s", got)
	}
}

// A file that the request names must have a mark there, if there is one in it, and
// which one is not compared.
func TestMarksOfNamedFilesAreTakenOut(t *testing.T) {
	tr := &tree{base: t.TempDir(), places: map[string]string{"K001a": "a.md", "K002b": "b.md", "K003c": "c.md", "K004d": "d.md"}}
	trace := &discovery.Trace{}
	for name, text := range map[string]string{"a.md": "Mark K001a", "b.md": "Mark K002b", "e.md": "no mark"} {
		tr.write(filepath.Join(tr.base, name), text)
		trace.Candidates = append(trace.Candidates, discovery.Candidate{Path: filepath.Join(tr.base, name), Verdict: discovery.Listed})
	}
	trace.Candidates = append(trace.Candidates,
		discovery.Candidate{Path: filepath.Join(tr.base, "c.md"), Verdict: discovery.Listed, Text: source.Literal("Mark K003c")},
		discovery.Candidate{Path: filepath.Join(tr.base, "d.md"), Verdict: discovery.NotLoaded})
	rest, differences := tr.named([]string{"K003c", "K001a", "K004d"}, trace)
	if got := strings.Join(rest, " "); got != "K003c K004d" {
		t.Errorf("the rest is %s", got)
	}
	if got := strings.Join(differences, "; "); got != "named and not sent: b.md" {
		t.Errorf("told %q", got)
	}
}

// A difference in a file of which galley says that it does not know what the agent does is
// counted apart, but only if nothing else differs.
func TestTheOutcomeOfATree(t *testing.T) {
	tr := &tree{base: "/t"}
	trace := &discovery.Trace{Candidates: []discovery.Candidate{{Path: "/t/a.md", Verdict: discovery.Unknown}, {Path: "/t/b.md", Verdict: discovery.NotLoaded}}}
	for want, differences := range map[string][]string{
		same: nil, unknown: {"sent and not expected: K001a of a.md", "sent and explained as not loaded: a.md"}, differs: {"sent and not expected: K001a of a.md", "sent and not expected: K002a of b.md"},
	} {
		if got := tr.outcome(differences, trace); got != want {
			t.Errorf("%q: %s, want %s", differences, got, want)
		}
	}
}
