package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
)

// Side is one of two prompts that are compared.
type Side struct {
	Name string // what it is called: a profile, a revision, a file
	// Messages are its messages as they are sent.
	Messages []prompt.Message
	Tools    []prompt.Tool
	// Secrets are the values that are covered on both sides when they are compared.
	Secrets *secret.Values
	// Saved says that it is the text of a file: of its blocks nothing is known.
	Saved bool
}

// SideOf is a result as a side.
func SideOf(name string, r *engine.Result) Side {
	return Side{Name: name, Messages: r.Prompt.Messages, Tools: r.Prompt.Tools, Secrets: r.Secrets}
}

// SystemSide is the system text of a result as a side, for a comparison with a text
// that was saved by `render`.
func SystemSide(name string, r *engine.Result) Side {
	b := prompt.Block{ID: "system", Title: "System text", Text: r.System}
	if len(r.Prompt.Messages) > 0 && len(r.Prompt.Messages[0].Blocks) > 0 && r.System.Len() == r.Prompt.Messages[0].Text().Len() {
		return Side{Name: name, Messages: r.Prompt.Messages[:1], Secrets: r.Secrets}
	}
	return Side{Name: name, Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{b}}}, Secrets: r.Secrets}
}

// SavedSide is a prompt that was saved: by `render --json` with its messages, else
// as its system text. all says that it holds all messages.
func SavedSide(name, text string) (s Side, all bool) {
	var shape Render
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &shape) == nil && shape.Schema > 0 && shape.Messages != nil {
		s = Side{Name: name, Saved: true}
		for _, m := range shape.Messages {
			s.Messages = append(s.Messages, SavedMessage(prompt.Role(m.Role), m.Text))
		}
		return s, true
	}
	return Side{Name: name, Saved: true, Messages: []prompt.Message{SavedMessage(prompt.System, text)}}, false
}

// SavedMessage is a message of a prompt of which only the text is known.
func SavedMessage(role prompt.Role, text string) prompt.Message {
	return prompt.Message{Role: role, Blocks: []prompt.Block{{ID: "saved", Title: "Saved text", Text: source.Literal(text)}}}
}

// transcript is the text that is compared: the messages, where there are several
// each after a line that names its role.
func (s Side) transcript(roles bool) string {
	var b strings.Builder
	for i, m := range s.Messages {
		if i > 0 {
			b.WriteByte('\n')
		}
		text := m.Text().String()
		if roles {
			fmt.Fprintf(&b, "--- %s ---\n", m.Role)
		}
		b.WriteString(text)
		if roles && !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Diff is the shape of `diff`: how prompt B differs from prompt A.
type Diff struct {
	Schema int         `json:"schema"`
	A      string      `json:"a"`
	B      string      `json:"b"`
	Same   bool        `json:"same"`
	Bytes  [2]int      `json:"bytes"` // of all messages, of a and b
	First  *DiffPlace  `json:"first"` // null when they are the same
	Tools  string      `json:"tools"` // same or changed: declarations stand before all messages in a cache
	Blocks []DiffBlock `json:"blocks"`
	Notes  []string    `json:"notes"`
	Diff   string      `json:"diff"` // unified
}

// DiffPlace is where two prompts begin to differ: what stands before it is what a
// prompt cache can keep.
type DiffPlace struct {
	Message  int    `json:"message"` // index, from 0
	Role     string `json:"role"`
	Block    string `json:"block"` // of b's, "" where b has ended
	Lifetime string `json:"lifetime"`
	Offset   int    `json:"offset"` // byte of the message's text
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Kept     int    `json:"kept"` // bytes of all messages before it
}

// DiffBlock is a block of either side.
type DiffBlock struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Change   string    `json:"change"`   // same, changed, moved, added or removed
	Lifetime [2]string `json:"lifetime"` // in a and b, "" where it is not
	Bytes    [2]int    `json:"bytes"`
}

// DiffOf compares two prompts, with the values that might be secret covered in both.
func DiffOf(a, b Side, notes ...string) Diff {
	secrets := new(secret.Values)
	secrets.Merge(a.Secrets)
	secrets.Merge(b.Secrets)
	a, b, notes = secret.Copy(secrets, a), secret.Copy(secrets, b), secret.Copy(secrets, notes)
	roles := len(a.Messages) > 1 || len(b.Messages) > 1
	before, after := a.transcript(roles), b.transcript(roles)
	d := Diff{Schema: Schema, A: a.Name, B: b.Name, Bytes: [2]int{a.bytes(), b.bytes()}, Tools: "same", Blocks: []DiffBlock{}, Notes: list(notes)}
	if !a.Saved && !b.Saved && !sameTools(a.Tools, b.Tools) {
		d.Tools = "changed"
	}
	d.First = first(a, b)
	d.Same = d.First == nil && d.Tools == "same"
	if !a.Saved && !b.Saved {
		d.Blocks = diffBlocks(a, b)
	}
	if d.First != nil {
		d.Diff = udiff.Unified(a.Name, b.Name, before, after)
	}
	return d
}

func (s Side) bytes() int {
	n := 0
	for _, m := range s.Messages {
		n += m.Text().Len()
	}
	return n
}

func sameTools(a, b []prompt.Tool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Declaration.String() != b[i].Declaration.String() {
			return false
		}
	}
	return true
}

// first finds where two prompts begin to differ.
func first(a, b Side) *DiffPlace {
	kept := 0
	for i := 0; i < len(a.Messages) || i < len(b.Messages); i++ {
		if i >= len(a.Messages) || i >= len(b.Messages) {
			return placeIn(b, i, 0, kept, a)
		}
		x, y := a.Messages[i].Text().String(), b.Messages[i].Text().String()
		if a.Messages[i].Role != b.Messages[i].Role {
			return placeIn(b, i, 0, kept, a)
		}
		if x != y {
			at := samePrefix(x, y)
			return placeIn(b, i, at, kept+at, a)
		}
		kept += len(x)
	}
	return nil
}

// placeIn describes a byte of a message of b's; a's stands in where b has ended.
func placeIn(b Side, i, offset, kept int, a Side) *DiffPlace {
	p := &DiffPlace{Message: i, Offset: offset, Kept: kept, Line: 1, Column: 1}
	s := b
	if i >= len(b.Messages) {
		s = a
	}
	m := s.Messages[i]
	p.Role = string(m.Role)
	at := source.NewLines(m.Text().String()).Position(offset)
	p.Line, p.Column = at.Line, at.Column
	for j, span := range m.Spans() {
		if offset < span.End || j == len(m.Blocks)-1 {
			p.Block, p.Lifetime = m.Blocks[j].ID, string(m.Blocks[j].Lifetime)
			break
		}
	}
	return p
}

// samePrefix returns how many bytes are the same, up to a whole code point.
func samePrefix(a, b string) int {
	n, i := min(len(a), len(b)), 0
	const step = 512
	for i+step <= n && a[i:i+step] == b[i:i+step] {
		i += step
	}
	for i < n && a[i] == b[i] {
		i++
	}
	for i > 0 && i < n && (a[i]&0xC0 == 0x80 || b[i]&0xC0 == 0x80) {
		i--
	}
	return i
}

// diffBlocks lists the blocks of b in their order, and behind them those that only
// a has.
func diffBlocks(a, b Side) []DiffBlock {
	type known struct {
		message int
		role    prompt.Role
		block   prompt.Block
	}
	key := func(m prompt.Message, block prompt.Block) string { return string(m.Role) + "\x00" + block.ID }
	old := map[string][]known{}
	for i, m := range a.Messages {
		for _, block := range m.Blocks {
			old[key(m, block)] = append(old[key(m, block)], known{i, m.Role, block})
		}
	}
	all := []DiffBlock{}
	for i, m := range b.Messages {
		for _, block := range m.Blocks {
			d := DiffBlock{ID: block.ID, Title: block.Title, Change: "added", Lifetime: [2]string{"", string(block.Lifetime)}, Bytes: [2]int{0, block.Text.Len()}}
			if was := old[key(m, block)]; len(was) > 0 {
				one := was[0]
				old[key(m, block)] = was[1:]
				d.Lifetime[0], d.Bytes[0] = string(one.block.Lifetime), one.block.Text.Len()
				switch {
				case one.block.Text.String() != block.Text.String():
					d.Change = "changed"
				case one.message != i:
					d.Change = "moved"
				default:
					d.Change = "same"
				}
			}
			all = append(all, d)
		}
	}
	for _, m := range a.Messages {
		for _, block := range m.Blocks {
			was := old[key(m, block)]
			if len(was) == 0 {
				continue
			}
			old[key(m, block)] = was[1:]
			all = append(all, DiffBlock{ID: block.ID, Title: block.Title, Change: "removed", Lifetime: [2]string{string(block.Lifetime), ""}, Bytes: [2]int{block.Text.Len(), 0}})
		}
	}
	return all
}

// DayNote says that the day is another one in UTC than where the user is: of two
// agents, or of an agent and its user, only one then has today's date. "" is when
// they are the same.
func DayNote(w facts.World) string {
	now := w.Now()
	utc, local := now.UTC().Format(time.DateOnly), now.In(w.Zone()).Format(time.DateOnly)
	if utc == local {
		return ""
	}
	return fmt.Sprintf("the day is %s in UTC and %s here: agents that write the date differ by a day", utc, local)
}

// DiffSummary tells in lines what is different before the difference itself.
func DiffSummary(d Diff) []string {
	if d.Same {
		return append([]string{"the same, byte for byte"}, d.Notes...)
	}
	var lines []string
	if d.Tools == "changed" {
		lines = append(lines, "the tools' declarations differ: in a cache they stand before all messages")
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

// DiffText writes a comparison: what to know of it as comments, then the unified
// difference.
func DiffText(w io.Writer, d Diff) error {
	var b strings.Builder
	for _, line := range DiffSummary(d) {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	for _, block := range d.Blocks {
		if block.Change != "same" {
			fmt.Fprintf(&b, "# %s\n", BlockChange(block))
		}
	}
	b.WriteString(d.Diff)
	if d.Diff != "" && !strings.HasSuffix(d.Diff, "\n") {
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// BlockChange says in a line what became of a block.
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
