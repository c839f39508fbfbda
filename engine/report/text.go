package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/variable"
)

// SystemText returns what `render` prints: the system text, unchanged. Before it is written to a
// terminal, [Safe] must make it safe.
func SystemText(r *engine.Result) string { return r.System.String() }

// MessagesText returns all messages. A line before each message names its role.
func MessagesText(r *engine.Result) string {
	var b strings.Builder
	for i, m := range r.Prompt.Messages {
		if i > 0 {
			b.WriteByte('\n')
		}
		text := m.Text().String()
		fmt.Fprintf(&b, "--- %s ---\n%s", m.Role, text)
		if !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// FurtherMessages says in a sentence what an agent sends in addition to the system text, or returns
// "".
func FurtherMessages(r *engine.Result) string {
	roles := map[string]int{}
	var order []string
	for _, m := range r.Prompt.Messages {
		role := string(m.Role)
		if role == "system" || role == "instructions" {
			continue
		}
		if roles[role] == 0 {
			order = append(order, role)
		}
		roles[role]++
	}
	if len(order) == 0 {
		return ""
	}
	for i, role := range order {
		order[i] = fmt.Sprintf("%d %s", roles[role], role)
	}
	return "the agent sends further messages (" + strings.Join(order, ", ") + "); --messages prints them"
}

// ProblemsText writes a line for each problem, as compilers do, and its hint on the next line:
// "FILE:LINE:COLUMN: severity: message [code]". template is the name of the template. Hidden
// characters are made visible.
func ProblemsText(w io.Writer, all []diag.Problem, template string) error {
	var b strings.Builder
	for _, p := range all {
		place := p.File
		if place == "" && p.Start.Line > 0 {
			place = template
		}
		if p.Start.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", place, p.Start.Line, p.Start.Column)
		}
		if place != "" {
			place += ": "
		}
		fmt.Fprintf(&b, "%s%s: %s [%s]\n", oneLine(place), p.Severity, oneLine(p.Message), p.Code)
		if p.Hint != "" {
			fmt.Fprintf(&b, "    %s\n", oneLine(p.Hint))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// VarsText writes a table of a result's variables. Hidden characters are made
// visible.
func VarsText(w io.Writer, r *engine.Result) error {
	r = r.Masked()
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "VARIABLE\tSTATE\tVALUE\tUSES\tSOURCE")
	shape := VariablesOf(r)
	for _, v := range shape.Variables {
		state := v.State
		if v.Overridden {
			state += "*"
		}
		from := v.Source
		switch {
		case v.State != string(variable.Present):
			from = v.Note
		case v.Note != "":
			from += "; " + v.Note
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", oneLine(v.Key), state, glance(v), uses(v.Uses), oneLine(from))
	}
	table.Flush()
	var trimmed strings.Builder
	for line := range strings.Lines(b.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, trimmed.String())
	return err
}

// glanceWidth is how many code points of a value the table shows.
const glanceWidth = 40

// glance describes a value in one short line of the table.
func glance(v Variable) string {
	lines := strings.Count(v.Value, "\n")
	switch {
	case v.State != string(variable.Present):
		return "-"
	case v.Value == "":
		return "(empty)"
	case lines > 1 || lines == 1 && !strings.HasSuffix(v.Value, "\n"):
		return fmt.Sprintf("(%s, %d lines)", Size(len(v.Value)), len(strings.Split(strings.TrimSuffix(v.Value, "\n"), "\n")))
	}
	text := oneLine(strings.TrimSuffix(v.Value, "\n"))
	if utf8.RuneCountInString(text) <= glanceWidth {
		return text
	}
	return string([]rune(text)[:glanceWidth-1]) + "…"
}

func uses(all []Use) string {
	if len(all) == 0 {
		return "unused"
	}
	var b strings.Builder
	for i, u := range all {
		if i == 3 {
			fmt.Fprintf(&b, " +%d", len(all)-i)
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d:%d", u.Line, u.Column)
	}
	return b.String()
}

// oneLine makes a text safe and puts it on one line.
func oneLine(s string) string {
	return strings.NewReplacer("\n", "␊", "\t", "␉").Replace(Safe(s))
}
