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

// If galley says that the request lists a file, a mark of the file must be in the request. Marks
// that the listing explains are taken out: those in the listed text, or all of the file if the
// text is not known. Marks that galley expects elsewhere stay.
func TestMarksOfNamedFilesAreTakenOut(t *testing.T) {
	tr := &tree{base: t.TempDir(), places: map[string]string{}}
	trace := &discovery.Trace{}
	for _, f := range []struct{ name, file, text string }{
		{"a.md", "Mark K001a Mark K005e", ""}, {"b.md", "Mark K002b", ""}, {"c.md", "Mark K003c", "Mark K003c"}, {"e.md", "no mark", ""},
		{"f.md", "Mark K006a Mark K007a", "Mark K006a"}, {"g.md", "Mark K008a", "|"}, {"h.md", "Mark K009a", "Mark K009a"},
	} {
		tr.write(filepath.Join(tr.base, f.name), f.file)
		trace.Candidates = append(trace.Candidates, discovery.Candidate{Path: filepath.Join(tr.base, f.name), Verdict: discovery.Listed, Text: source.Literal(f.text)})
	}
	rest, differences := tr.named(strings.Fields("K003c K001a K005e K004d K006a K007a"), strings.Fields("K005e K003c"), trace)
	if got := strings.Join(rest, " "); got != "K003c K005e K004d K007a" {
		t.Errorf("the rest is %s", got)
	}
	if got := strings.Join(differences, "; "); got != "named and not sent: b.md; named and not sent: h.md" {
		t.Errorf("told %q", got)
	}
}

// A tree has an outcome of its own if it differs only in files of which galley says that it does
// not know whether the agent loads them.
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
