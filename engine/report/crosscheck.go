package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine/discovery"
	"galley/engine/source"
)

// CrossCheck is the JSON shape of `verify --agent NAME`. It compares the rule files that an
// installed agent prints as its input with the rule files that galley expects the agent to load.
type CrossCheck struct {
	Schema    int    `json:"schema"`
	Agent     string `json:"agent"`     // NAME@VERSION, as galley follows it
	Installed string `json:"installed"` // the program's own version, or ""
	Command   string `json:"command"`
	Cwd       string `json:"cwd"`
	Same      bool   `json:"same"`
	// Offset, Line and Column are the place of the first difference, or 0 without a difference.
	Offset int    `json:"offset"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Ours   string `json:"ours"`
	Theirs string `json:"theirs"`
}

// CrossCheckOf compares galley's text and the agent's.
func CrossCheckOf(t *discovery.Trace, command, ours, theirs string) CrossCheck {
	v := CrossCheck{Schema: Schema, Agent: AgentName(t), Command: command, Cwd: t.Cwd, Same: ours == theirs, Ours: ours, Theirs: theirs}
	if v.Same {
		return v
	}
	for v.Offset < min(len(ours), len(theirs)) && ours[v.Offset] == theirs[v.Offset] {
		v.Offset++
	}
	at := source.NewLines(ours).Position(v.Offset)
	v.Line, v.Column = at.Line, at.Column
	return v
}

// CrossCheckText writes the comparison for people.
func CrossCheckText(w io.Writer, v CrossCheck) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s", v.Command, v.Cwd)
	if v.Installed != "" {
		fmt.Fprintf(&b, " (%s; galley knows %s)", v.Installed, v.Agent)
	}
	b.WriteString("\n")
	switch {
	case v.Same && v.Ours == "":
		b.WriteString("the same: no rule files are sent\n")
	case v.Same:
		fmt.Fprintf(&b, "the same: %d bytes of rule files, as galley shows them\n", len(v.Ours))
	default:
		fmt.Fprintf(&b, "they differ at line %d, column %d: galley says %d bytes, the agent sent %d\n", v.Line, v.Column, len(v.Ours), len(v.Theirs))
		fmt.Fprintf(&b, "  galley: %s\n  agent:  %s\n", excerpt(v.Ours, v.Offset), excerpt(v.Theirs, v.Offset))
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// excerpt quotes the text around an offset.
func excerpt(s string, at int) string {
	if s == "" {
		return "nothing"
	}
	from, to := max(at-30, 0), min(at+50, len(s))
	return fmt.Sprintf("%q", strings.ToValidUTF8(s[from:to], "\uFFFD"))
}
