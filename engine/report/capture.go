package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/secret"
	"galley/engine/wire"
)

// Capture is the JSON shape of a captured request. Scratch paths are replaced by the real
// ones, and ids of sessions and machines are masked.
type Capture struct {
	Schema        int                  `json:"schema"`
	ID            string               `json:"id"`
	Agent         string               `json:"agent"`
	Version       string               `json:"version"`
	Mode          string               `json:"mode"`
	Created       time.Time            `json:"created"`
	Request       CapturedRequest      `json:"request"`
	Sizes         wire.Sizes           `json:"sizes"`
	Render        Render               `json:"render"`
	Substitutions []start.Substitution `json:"substitutions"`
	Notes         []string             `json:"notes"`
}

// CapturedRequest is what the agent sent.
type CapturedRequest struct {
	Method string          `json:"method"`
	Path   string          `json:"path"`
	Body   json.RawMessage `json:"body"`
}

// CaptureOf returns the JSON shape of a capture; r has its prompt as captured.
func CaptureOf(c *capture.Capture, r *engine.Result) Capture {
	return Capture{
		Schema: Schema, ID: c.ID, Agent: c.Agent, Version: c.Version, Mode: string(c.Mode), Created: c.Created,
		Request: CapturedRequest{c.Method, c.Path, capture.Mask(c.Substituted())},
		Sizes:   c.Sizes, Render: RenderOf(r), Substitutions: append([]start.Substitution{}, c.Substitutions...), Notes: CaptureNotes(c),
	}
}

// CaptureNotes describes what a captured request does not show: what was set or left out for the
// run, the hosts that were not reached, and the other requests.
func CaptureNotes(c *capture.Capture) []string {
	notes := append([]string{}, c.Notes...)
	if len(c.Args) > 0 {
		notes = append(notes, "started with your arguments: "+secret.MaskKeys(strings.Join(c.Args, " ")))
	}
	if len(c.Refused) > 0 {
		notes = append(notes, "not allowed to connect to: "+strings.Join(c.Refused, ", ")+"; if a tool server runs there, its tools are missing")
	}
	for _, s := range c.Side {
		note := fmt.Sprintf("also sent: %s %s, %s", s.Method, s.Path, Size(s.Bytes))
		if s.Why != "" {
			note += " (" + s.Why + ")"
		}
		notes = append(notes, note)
	}
	return notes
}

// BasisText says where the prompt of a result comes from: "captured 2 hours ago (ID)".
func BasisText(g engine.Provenance) string {
	switch g.Basis {
	case engine.Captured, engine.Predicted:
		text := fmt.Sprintf("captured %s ago (%s)", capture.Age(g.Age), g.Capture)
		if g.Basis == engine.Predicted {
			text += fmt.Sprintf(", %s since: predicted", changed(g.Changed))
		}
		return text
	}
	if len(g.Words) == 0 {
		return "modelled: assembled by galley, not captured"
	}
	return "modelled: assembled by galley, with the agent's own words " + WordsText(g)
}

// WordsText says which captures supplied the agent's own text in a modelled prompt, and which
// parts of that text are still stand-ins: "from your capture of 2026-11-28, version 1.2 (ID,
// headless)".
func WordsText(g engine.Provenance) string {
	from := make([]string, len(g.Words))
	for i, w := range g.Words {
		from[i] = fmt.Sprintf("from your capture of %s, version %s (%s, %s)", w.Made, w.Version, w.Capture, w.Mode)
	}
	text := strings.Join(from, " and ")
	if len(g.Left) > 0 {
		text += "; not in it, and stand-ins: " + strings.Join(g.Left, ", ")
	}
	return text
}

// ProvenanceText says where the prompt of a result comes from, and how much of it consists of
// stand-ins.
func ProvenanceText(r *engine.Result) string {
	text := BasisText(r.Provenance)
	if ours := StandInText(r); ours != "" {
		text += "; " + ours
	}
	return text
}

// changed says which text differs from a capture. If several texts differ, it says how many.
func changed(names []string) string {
	if len(names) == 1 {
		return names[0] + " changed"
	}
	return fmt.Sprintf("%d texts changed", len(names))
}
