package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"galley/engine"
	"galley/engine/budget"
)

// Fit says, as JSON, how a prompt was fitted to a limit: what was removed, step by step.
type Fit struct {
	Provider string    `json:"provider"`
	Unit     string    `json:"unit"`
	Limit    int       `json:"limit"`
	Before   int       `json:"before"` // the size before, in Unit
	Used     int       `json:"used"`
	Fits     bool      `json:"fits"`
	Steps    []FitStep `json:"steps"` // empty if the prompt already fitted
}

// FitStep is one reduction that was applied.
type FitStep struct {
	Name  string   `json:"name"`
	Bytes int      `json:"bytes"` // number of bytes removed from all messages
	UTF16 int      `json:"utf16"`
	Runes int      `json:"runes"`
	Used  int      `json:"used"` // the size after this step, in Unit
	Cuts  []FitCut `json:"cuts"`
}

// FitCut is a place where a block's text was cut.
type FitCut struct {
	Message int    `json:"message"`
	Block   string `json:"block"`
	At      int    `json:"at"`    // offset in bytes in the block's text at which the marker begins
	Bytes   int    `json:"bytes"` // number of bytes removed
	UTF16   int    `json:"utf16"`
	Mark    string `json:"mark"`
	// SplitPair says that the agent would cut between the two halves of a surrogate pair here;
	// galley removes one UTF-16 unit more.
	SplitPair bool `json:"splitPair"`
}

// FitOf returns the JSON shape of a result's fitting, or nil.
func FitOf(r *engine.Result) *Fit {
	r = r.Masked()
	f := r.Fit
	if f == nil {
		return nil
	}
	out := &Fit{
		Provider: f.Limit.Provider, Unit: string(f.Limit.Unit), Limit: f.Limit.Max, Before: f.Before, Used: f.Used, Fits: f.Fits(),
		Steps: []FitStep{},
	}
	for _, s := range f.Steps {
		step := FitStep{Name: s.Name, Bytes: s.Took.Bytes, UTF16: s.Took.UTF16, Runes: s.Took.Runes, Used: s.Used, Cuts: []FitCut{}}
		for _, c := range s.Cuts {
			step.Cuts = append(step.Cuts, FitCut{c.Message, c.Block, c.At, c.Took.Bytes, c.Took.UTF16, c.Mark, c.Split})
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

// FitLines describes in lines how a prompt was fitted to a limit.
func FitLines(f *budget.Fitted) []string {
	if f == nil {
		return nil
	}
	unit := f.Limit.Unit.Words()
	if f.Limit.Provider == budget.User {
		unit += " with the tools"
	}
	if len(f.Steps) == 0 {
		return []string{fmt.Sprintf("%s: %d of %d %s: it fits without changes", f.Limit.Owner(), f.Used, f.Limit.Max, unit)}
	}
	verdict := "it fits"
	if !f.Fits() {
		verdict = fmt.Sprintf("%d too many", f.Used-f.Limit.Max)
	}
	lines := []string{fmt.Sprintf("%s: %d %s, the limit is %d; now %d: %s", f.Limit.Owner(), f.Before, unit, f.Limit.Max, f.Used, verdict)}
	for i, s := range f.Steps {
		took := fmt.Sprintf("removed %d bytes", s.Took.Bytes)
		if s.Took.Bytes == 0 {
			took = "found nothing to remove"
		}
		lines = append(lines, fmt.Sprintf("  %d. %s: %s, %d %s left", i+1, s.Name, took, s.Used, f.Limit.Unit.Words()))
		for _, c := range s.Cuts {
			if i > 0 && slices.Contains(f.Steps[i-1].Cuts, c) {
				continue // an earlier step already made this cut
			}
			line := fmt.Sprintf("     cut in %s at byte %d: %d bytes removed, marked with %q", c.Block, c.At, c.Took.Bytes, strings.TrimPrefix(c.Mark, "\n"))
			if c.Split {
				line += "; one more unit is removed so that no surrogate pair is split"
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// FitText writes how a prompt was fitted to a limit, for a command with --fit.
func FitText(w io.Writer, r *engine.Result) error {
	r = r.Masked()
	lines := FitLines(r.Fit)
	if r.Fit == nil {
		lines = []string{r.Profile + " has no limit of its own, and no model is named whose provider has one: the prompt is unchanged"}
	}
	_, err := io.WriteString(w, Safe("fit: "+strings.Join(lines, "\n")+"\n"))
	return err
}

// FirstCut returns the offset of the first cut of a fitted prompt in the text of its messages,
// joined by a blank line. ok is false if nothing was cut.
func FirstCut(r *engine.Result) (offset int, ok bool) {
	if r.Fit == nil || len(r.Fit.Steps) == 0 {
		return 0, false
	}
	for i := len(r.Fit.Steps) - 1; i >= 0; i-- { // the last step has the cuts of the prompt shown
		for _, c := range r.Fit.Steps[i].Cuts {
			if at, found := markerOffset(r, c); found {
				return at, true
			}
		}
	}
	return 0, false
}

// markerOffset returns the offset of a cut in the text of a result, if its marker is still there.
func markerOffset(r *engine.Result, c budget.BlockCut) (int, bool) {
	offset := 0
	for i, m := range r.Prompt.Messages {
		if i == c.Message {
			for j, span := range m.ReadSpans() {
				b := m.Blocks[j]
				if b.ID == c.Block && c.At <= b.Text.Len() && strings.HasPrefix(b.Text.String()[c.At:], c.Mark) {
					return offset + span.Start + c.At, true
				}
			}
			return 0, false
		}
		offset += m.Read().Len() + len("\n\n")
	}
	return 0, false
}
