package discovery

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

// kitchen is a repository at /p with the session's directory /p/d, and a home at /h.
func kitchen() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").Dir("/p/d")
}

// cook runs rules as the discovery of a made-up agent called cook. The working directory is /p/d
// unless o has another.
func cook(t *testing.T, w facts.World, o Options, rules func(context.Context, *Finder)) *Trace {
	t.Helper()
	if o.Cwd == "" {
		o.Cwd = "/p/d"
	}
	find := By("cook", []Version{{Name: "1", Evidence: Executed}}, Executed, func(ctx context.Context, f *Finder) (*Trace, error) {
		rules(ctx, f)
		return f.Done("\n")
	})
	trace, err := find(context.Background(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// line describes a candidate on one line. It leaves out what most candidates have: the kind Rule
// and no reason.
func line(c Candidate) string {
	s := fmt.Sprintf("%s %s, %s", c.Path, c.LoadType, c.Verdict)
	if c.Tier != "" {
		s = c.Tier + ": " + s
	}
	if c.Kind != Rule {
		s += fmt.Sprintf(", %s %q", c.Kind, c.Name)
	}
	if c.Order != 0 || c.Used != 0 {
		s += fmt.Sprintf(", file %d with %d of %d bytes", c.Order, c.Used, c.Bytes)
	}
	if c.Reason != "" {
		s += fmt.Sprintf(", %s", c.Reason)
	}
	if c.Detail != "" {
		s += ": " + c.Detail
	}
	for _, r := range c.Remarks {
		s += fmt.Sprintf("; %s: %s", r.Reason, r.Detail)
	}
	return s
}

// report describes a trace: its candidates, settings, notes and text.
func report(t *Trace) string {
	var lines []string
	for _, c := range t.Candidates {
		lines = append(lines, line(c))
	}
	for _, s := range t.Settings {
		lines = append(lines, fmt.Sprintf("setting %+v", s))
	}
	lines = append(lines, t.Notes...)
	if t.Text.Len() > 0 {
		lines = append(lines, fmt.Sprintf("text %q", t.Text.String()))
	}
	return strings.Join(lines, "\n")
}

// same compares a text with the expected one and shows the first line that differs.
func same(t *testing.T, name, got, want string) {
	t.Helper()
	got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	if got == want {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	t.Errorf("%s, from line %d on:\n%s\nwant\n%s", name, i+1, strings.Join(a[i:], "\n"), strings.Join(b[i:], "\n"))
}
