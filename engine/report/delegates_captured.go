package report

import (
	"fmt"
	"strings"
	"time"

	"galley/engine/compare"
	"galley/engine/textutil"
)

// DelegateCapture is the request of a sub-agent as it was sent, and how it differs from the main
// agent's request of the same run.
type DelegateCapture struct {
	ID      string    `json:"id"`
	Main    string    `json:"main"`
	Created time.Time `json:"created"`
	Prompt  string    `json:"prompt"` // all messages, each after a line with its role; values that look like keys are masked
	Diff    Diff      `json:"diff"`   // from the main request to this one
}

// DelegateCaptureOf returns the JSON shape of two captured requests: the main agent's and the
// sub-agent's, which was sent at created. Values that look like keys are masked.
func DelegateCaptureOf(main, sub compare.Side, created time.Time) *DelegateCapture {
	covered, _, _ := compare.Covered(sub, main)
	return &DelegateCapture{ID: sub.Name, Main: main.Name, Created: created, Prompt: covered.Transcript(true), Diff: DiffOf(main, sub)}
}

// Short returns the name of the agent without its version.
func (d *Delegate) Short() string {
	name, _, _ := strings.Cut(d.Agent, "@")
	return name
}

// CaptureCommand returns the command that captures the sub-agent's request, for typing in a shell.
func (d *Delegate) CaptureCommand() string {
	return textutil.Command("galley", "capture", d.Short(), "--subagent", d.Name)
}

// Uncaptured says how to capture the sub-agent's request. It is "" if the request is already
// captured or cannot be captured.
func (d *Delegate) Uncaptured() string {
	if d.Captured != nil || !d.Capturable {
		return ""
	}
	return fmt.Sprintf("its request is not captured here; `%s` captures it", d.CaptureCommand())
}

// captured writes the captured request of the sub-agent, and how it differs from the main agent's
// request.
func (d *Delegate) captured(b *strings.Builder) {
	c := d.Captured
	if c == nil {
		if how := d.Uncaptured(); how != "" {
			b.WriteString("  " + how + "\n")
		}
		return
	}
	heading(b, "its whole prompt, captured "+c.Created.Local().Format("2006-01-02 15:04")+" ("+c.ID+")", c.Prompt)
	b.WriteString("--- compared with the main prompt (" + c.Main + ") ---\n")
	DiffText(b, c.Diff) // writing into a strings.Builder never fails
}

// heading writes a line with a name, and a text after the line.
func heading(b *strings.Builder, name, text string) {
	fmt.Fprintf(b, "--- %s ---\n%s", name, text)
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
}
