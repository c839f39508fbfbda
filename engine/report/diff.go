package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"galley/engine"
	"galley/engine/compare"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/secret"
)

// SideOf returns a result as a side of a comparison.
func SideOf(name string, r *engine.Result) compare.Side {
	return compare.Side{Name: name, Messages: r.Prompt.Messages, Tools: r.Prompt.Tools, Secrets: r.Secrets}
}

// SystemSide returns the system text of a result as a side of a comparison. It is compared with a
// text that `render` saved.
func SystemSide(name string, r *engine.Result) compare.Side {
	b := prompt.Block{ID: "system", Title: "System text", Text: r.System}
	if len(r.Prompt.Messages) > 0 && len(r.Prompt.Messages[0].Blocks) > 0 && r.System.Len() == r.Prompt.Messages[0].Text().Len() {
		return compare.Side{Name: name, Messages: r.Prompt.Messages[:1], Secrets: r.Secrets}
	}
	return compare.Side{Name: name, Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{b}}}, Secrets: r.Secrets}
}

// SavedSide returns a saved prompt as a side of a comparison. all reports whether the side has all
// messages, as `render --json` saves them. Otherwise the side has only the system text.
func SavedSide(name, text string) (s compare.Side, all bool) {
	var shape Render
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &shape) == nil && shape.Schema > 0 && shape.Messages != nil {
		s = compare.Side{Name: name, Saved: true}
		for _, m := range shape.Messages {
			s.Messages = append(s.Messages, compare.SavedMessage(prompt.Role(m.Role), m.Text))
		}
		return s, true
	}
	return compare.Side{Name: name, Saved: true, Messages: []prompt.Message{compare.SavedMessage(prompt.System, text)}}, false
}

// Diff is the JSON shape of `diff`: how prompt B differs from prompt A.
type Diff struct {
	Schema int        `json:"schema"`
	A      string     `json:"a"`
	B      string     `json:"b"`
	Same   bool       `json:"same"`
	Bytes  [2]int     `json:"bytes"` // size of all messages of a and of b
	First  *DiffPlace `json:"first"` // null if the messages are the same
	Tools  string     `json:"tools"` // same or changed; in a provider's cache the declarations come before all messages
	// ToolChanges are the declarations that were added, removed or changed.
	ToolChanges []DiffTool  `json:"toolChanges"`
	Blocks      []DiffBlock `json:"blocks"`
	Notes       []string    `json:"notes"`
	Diff        string      `json:"diff"` // unified
	// Agents is given if the prompts belong to two agents.
	Agents *DiffAgents `json:"agents,omitempty"`
	brief  string      // the diff for people, with one line for each run of stand-ins
}

// DiffPlace is the place of the first difference between two prompts. A prompt cache can keep
// everything before this place.
type DiffPlace struct {
	Message  int    `json:"message"` // its index, from 0
	Role     string `json:"role"`
	Block    string `json:"block"` // of b; "" if b ends there
	Lifetime string `json:"lifetime"`
	Offset   int    `json:"offset"` // offset in bytes in the message's text
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Kept     int    `json:"kept"` // bytes of all messages before the place
}

// DiffTool is a declaration that one side or both have.
type DiffTool struct {
	Name   string `json:"name"`
	Change string `json:"change"` // changed, added or removed
	Bytes  [2]int `json:"bytes"`
}

// DiffBlock is a block that one side or both have.
type DiffBlock struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Change   string    `json:"change"`   // same, changed, moved, added or removed
	Lifetime [2]string `json:"lifetime"` // in a and b; "" on the side that lacks it
	Bytes    [2]int    `json:"bytes"`
}

// DiffOf compares two prompts. Secrets are masked in both.
func DiffOf(a, b compare.Side, notes ...string) Diff {
	a, b, secrets := compare.Covered(a, b)
	notes = secret.Copy(secrets, notes)
	found := compare.Prompts(a, b)
	d := Diff{Schema: Schema, A: a.Name, B: b.Name, Same: found.Same, Bytes: found.Bytes, Tools: "same", ToolChanges: []DiffTool{}, Blocks: []DiffBlock{}, Notes: list(notes), Diff: found.Unified}
	if found.ToolsChanged {
		d.Tools = "changed"
	}
	for _, t := range found.Tools {
		if t.Change != compare.Same {
			d.ToolChanges = append(d.ToolChanges, DiffTool{t.Name, string(t.Change), [2]int{len(t.Texts[0]), len(t.Texts[1])}})
		}
	}
	if f := found.First; f != nil {
		d.First = &DiffPlace{f.Message, string(f.Role), f.Block, string(f.Lifetime), f.Offset, f.Line, f.Column, f.Kept}
	}
	for _, b := range found.Blocks {
		d.Blocks = append(d.Blocks, DiffBlock{b.ID, b.Title, string(b.Change), [2]string{string(b.Lifetime[0]), string(b.Lifetime[1])}, b.Bytes})
	}
	return d
}

// DayNote returns a note if the day in UTC is not the local day, otherwise "". The dates of two
// agents may then differ, because some agents write the day in UTC and others write the local day.
func DayNote(w facts.World) string {
	now := w.Now()
	utc, local := now.UTC().Format(time.DateOnly), now.In(w.Zone()).Format(time.DateOnly)
	if utc == local {
		return ""
	}
	return fmt.Sprintf("the date is %s in UTC and %s here: agents that write the date can differ by a day", utc, local)
}

// DiffSummary describes the differences in lines.
func DiffSummary(d Diff) []string {
	if d.Same {
		return append([]string{"the same, byte for byte"}, d.Notes...)
	}
	var lines []string
	if d.Agents != nil {
		return append(agentsSummary(d), d.Notes...)
	}
	if d.Tools == "changed" {
		lines = append(lines, "the tools' declarations differ; they come before all messages, so a cache keeps nothing")
	}
	if f := d.First; f != nil {
		where := fmt.Sprintf("%s message, line %d", f.Role, f.Line)
		if f.Block != "" && f.Block != "saved" {
			where += ", block " + f.Block
		}
		if f.Lifetime != "" {
			where += " (" + f.Lifetime + ")"
		}
		lines = append(lines, fmt.Sprintf("first differs in the %s; the %d bytes before it are the same", where, f.Kept))
	}
	counts := map[string]int{}
	for _, b := range d.Blocks {
		counts[b.Change]++
	}
	if len(d.Blocks) > 0 {
		var parts []string
		for _, change := range []string{"same", "changed", "moved", "added", "removed"} {
			if n := counts[change]; n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, change))
			}
		}
		lines = append(lines, "blocks: "+strings.Join(parts, ", "))
	}
	return append(lines, d.Notes...)
}

// DiffText writes a comparison: a summary as comments, then the unified diff.
func DiffText(w io.Writer, d Diff) error {
	var b strings.Builder
	for _, line := range DiffSummary(d) {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	if d.Agents == nil { // otherwise the summary says it
		changesText(&b, d)
	}
	text := d.Text()
	b.WriteString(text)
	if text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// changesText lists the changed blocks and tools.
func changesText(b *strings.Builder, d Diff) {
	for _, block := range d.Blocks {
		if block.Change != "same" {
			fmt.Fprintf(b, "# %s\n", BlockChange(block))
		}
	}
	for _, t := range d.ToolChanges {
		fmt.Fprintf(b, "# %-8s tool %s: %d bytes, then %d\n", t.Change, t.Name, t.Bytes[0], t.Bytes[1])
	}
}

// BlockChange says in a line how a block changed.
func BlockChange(b DiffBlock) string {
	return fmt.Sprintf("%-8s %s: %d bytes, then %d%s", b.Change, b.ID, b.Bytes[0], b.Bytes[1], lifetimes(b))
}

func lifetimes(b DiffBlock) string {
	switch l := b.Lifetime; {
	case l[0] == "":
		return "; " + l[1]
	case l[1] == "" || l[0] == l[1]:
		return "; " + l[0]
	default:
		return "; " + l[0] + ", then " + l[1]
	}
}
