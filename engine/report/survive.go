package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"galley/engine/agent"
	"galley/engine/discovery"
)

// Survive is the JSON shape of `survive`: what happens later in a session to the texts that files
// added.
type Survive struct {
	Schema int            `json:"schema"`
	Cwd    string         `json:"cwd"`
	Agents []SurviveAgent `json:"agents"`
}

// SurviveAgent is one agent.
type SurviveAgent struct {
	Agent string       `json:"agent"` // NAME@VERSION
	Rows  []SurviveRow `json:"rows"`
}

// SurviveRow is one kind of text.
type SurviveRow struct {
	What     string         `json:"what"`
	Files    []string       `json:"files"` // files of this project and of the user that add the text
	Outcomes []SurviveEvent `json:"fates"`
}

// SurviveEvent says what happens to a text at one event of the session, such as a compaction.
type SurviveEvent struct {
	At       string `json:"at"`   // compaction, clear or resume
	Outcome  string `json:"fate"` // "not known" if nobody established it
	Note     string `json:"note"`
	Evidence string `json:"evidence"`
}

// SurviveOf returns the shape for the traces of some agents.
func SurviveOf(traces []*discovery.Trace, agents *agent.Registry) Survive {
	out := Survive{Schema: Schema, Agents: []SurviveAgent{}}
	for _, t := range masked(traces) {
		out.Cwd = t.Cwd
		found, _, _ := agents.Lookup(t.Agent)
		a := SurviveAgent{Agent: AgentName(t), Rows: []SurviveRow{}}
		newest := len(found.Versions) > 0 && found.Versions[0].Name == t.Version
		for _, what := range discovery.TextKinds {
			row := SurviveRow{What: string(what), Files: []string{}, Outcomes: []SurviveEvent{}}
			for i := range t.Candidates {
				if c := &t.Candidates[i]; c.BroughtBy() == what && !slices.Contains(row.Files, c.Shown) {
					row.Files = append(row.Files, c.Shown)
				}
			}
			for _, at := range discovery.Events {
				l, known := discovery.SurvivalOf(found.Survives, what, at)
				e := SurviveEvent{At: string(at), Outcome: string(discovery.NotMeasured), Evidence: string(discovery.NoEvidence)}
				if known && newest {
					e = SurviveEvent{string(at), string(l.Outcome), l.Note, string(l.Evidence)}
				}
				row.Outcomes = append(row.Outcomes, e)
			}
			a.Rows = append(a.Rows, row)
		}
		out.Agents = append(out.Agents, a)
	}
	return out
}

// known reports whether anything is recorded about an agent.
func (a *SurviveAgent) known() bool {
	return slices.ContainsFunc(a.Rows, SurviveRow.known)
}

func (r SurviveRow) known() bool {
	return slices.ContainsFunc(r.Outcomes, func(e SurviveEvent) bool { return e.Evidence != string(discovery.NoEvidence) })
}

// SurviveText writes for people what happens to the texts. The agents without recorded facts share
// a line.
func SurviveText(w io.Writer, shape Survive) error {
	var b strings.Builder
	var unknown []string
	for i := range shape.Agents {
		a := &shape.Agents[i]
		if !a.known() {
			unknown = append(unknown, a.Agent)
			continue
		}
		fmt.Fprintf(&b, "%s\n", a.Agent)
		var open []string
		for _, r := range a.Rows {
			if !r.known() {
				open = append(open, r.What)
				continue
			}
			var names []string
			for _, f := range r.Files {
				names = append(names, Nearby(f, shape.Cwd))
			}
			files := "no file here"
			if len(names) > 0 {
				files = "here: " + some(names)
			}
			fmt.Fprintf(&b, "  %s (%s)\n", r.What, files)
			for _, e := range r.Outcomes {
				fmt.Fprintf(&b, "    %-10s %s", e.At, e.Outcome)
				if e.Note != "" {
					b.WriteString("; " + e.Note)
				}
				if e.Evidence != string(discovery.NoEvidence) {
					fmt.Fprintf(&b, "  [%s]", e.Evidence)
				}
				b.WriteByte('\n')
			}
		}
		if len(open) > 0 {
			fmt.Fprintf(&b, "  not known: %s\n", strings.Join(open, ", "))
		}
		b.WriteByte('\n')
	}
	if len(unknown) > 0 {
		fmt.Fprintf(&b, "not known: %s\n", strings.Join(unknown, ", "))
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}
