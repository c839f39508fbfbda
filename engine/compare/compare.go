// Package compare compares prompts: where two of them begin to differ, which is where a provider's
// prompt cache ends, and how each block changed.
//
// The library go-udiff compares lines. This package adds what no library offers: it pairs blocks by
// their ids, and finds places in the prompt.
package compare

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
)

// Side is one of two prompts to compare.
type Side struct {
	Name string // the side's name: a profile, a revision, a file
	// Messages are the messages as they are sent.
	Messages []prompt.Message
	Tools    []prompt.Tool
	// Secrets are the values that must be masked on both sides before comparing.
	Secrets *secret.Values
	// Saved says that the side is the text of a file, without known blocks.
	Saved bool
}

// Change says how a block changed.
type Change string

// The values of Change.
const (
	Same    Change = "same"
	Changed Change = "changed"
	Moved   Change = "moved" // in another message
	Added   Change = "added"
	Removed Change = "removed"
)

// Block is a block that one side or both have.
type Block struct {
	ID, Title string
	Change    Change
	Lifetime  [2]prompt.Lifetime // in a and b; "" where it is missing
	Bytes     [2]int
	Texts     [2]string
}

// Tool is a declaration that one side or both have.
type Tool struct {
	Name   string
	Change Change
	Texts  [2]string // as JSON; "" where it is missing
}

// Divergence is the first difference between two prompts. A provider's prompt cache can keep the
// text before it.
type Divergence struct {
	Message      int // index, from 0
	Role         prompt.Role
	Block        string // the id of the block in b, or "" if b has ended
	Lifetime     prompt.Lifetime
	Offset       int // offset in bytes in the message's text
	Line, Column int
	Kept         int // bytes of all messages before the difference
}

// Difference is how prompt B differs from prompt A.
type Difference struct {
	Same  bool
	Bytes [2]int      // bytes of all messages, of a and of b
	First *Divergence // nil if the messages are the same
	// ToolsChanged says that the declarations differ. In a provider's cache they come before all
	// messages.
	ToolsChanged bool
	Tools        []Tool  // first those of b in their order, then those only in a; empty for a saved text
	Blocks       []Block // first those of b in their order, then those only in a; empty for a saved text
	Unified      string
}

// Prompts compares two prompts, in both of which secrets must already be masked; see [Covered].
func Prompts(a, b Side) Difference {
	d := Difference{Bytes: [2]int{a.bytes(), b.bytes()}, First: first(a, b)}
	whole := !a.Saved && !b.Saved
	d.ToolsChanged = whole && !sameTools(a.Tools, b.Tools)
	d.Same = d.First == nil && !d.ToolsChanged
	if whole {
		d.Blocks, d.Tools = blocks(a, b), tools(a, b)
	}
	if d.First != nil {
		roles := len(a.Messages) > 1 || len(b.Messages) > 1
		d.Unified = udiff.Unified(a.Name, b.Name, a.Transcript(roles), b.Transcript(roles))
	}
	return d
}

// Covered masks the secrets of both sides in each side. It returns the masked sides and these
// secrets.
func Covered(a, b Side) (Side, Side, *secret.Values) {
	secrets := new(secret.Values)
	secrets.Merge(a.Secrets)
	secrets.Merge(b.Secrets)
	return secret.Copy(secrets, a), secret.Copy(secrets, b), secrets
}

// SavedMessage returns a message of which only role and text are known.
func SavedMessage(role prompt.Role, text string) prompt.Message {
	return prompt.Message{Role: role, Blocks: []prompt.Block{{ID: "saved", Title: "Saved text", Text: source.Literal(text)}}}
}

// Transcript returns the text that is compared: the text of all messages. If roles is set and there
// are several messages, a line before each names its role.
func (s Side) Transcript(roles bool) string {
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

// tools lists the declarations of b in their order, followed by those that only a has.
func tools(a, b Side) (all []Tool) {
	old := map[string][]string{}
	for _, t := range a.Tools {
		old[t.Name] = append(old[t.Name], t.Declaration.String())
	}
	for _, t := range b.Tools {
		d := Tool{Name: t.Name, Change: Added, Texts: [2]string{"", t.Declaration.String()}}
		if was := old[t.Name]; len(was) > 0 {
			old[t.Name] = was[1:]
			if d.Texts[0], d.Change = was[0], Changed; d.Texts[0] == d.Texts[1] {
				d.Change = Same
			}
		}
		all = append(all, d)
	}
	for _, t := range a.Tools {
		if was := old[t.Name]; len(was) > 0 {
			old[t.Name] = was[1:]
			all = append(all, Tool{Name: t.Name, Change: Removed, Texts: [2]string{was[0], ""}})
		}
	}
	return all
}

// first returns the place where two prompts begin to differ, or nil.
func first(a, b Side) *Divergence {
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

// placeIn describes the place at offset in message i of b or, if b has no message i, of a.
func placeIn(b Side, i, offset, kept int, a Side) *Divergence {
	p := &Divergence{Message: i, Offset: offset, Kept: kept}
	s := b
	if i >= len(b.Messages) {
		s = a
	}
	m := s.Messages[i]
	p.Role = m.Role
	at := source.NewLines(m.Text().String()).Position(offset)
	p.Line, p.Column = at.Line, at.Column
	for j, span := range m.Spans() {
		if offset < span.End || j == len(m.Blocks)-1 {
			p.Block, p.Lifetime = m.Blocks[j].ID, m.Blocks[j].Lifetime
			break
		}
	}
	return p
}

// samePrefix returns how many bytes at the start of two texts are equal, in whole code points.
func samePrefix(a, b string) int {
	n, i := min(len(a), len(b)), source.CommonPrefix(a, b)
	for i > 0 && i < n && (a[i]&0xC0 == 0x80 || b[i]&0xC0 == 0x80) {
		i--
	}
	return i
}

// blocks lists the blocks of b in their order, followed by those that only a has.
func blocks(a, b Side) []Block {
	type known struct {
		message int
		block   prompt.Block
	}
	key := func(m prompt.Message, block prompt.Block) string { return string(m.Role) + "\x00" + block.ID }
	old := map[string][]known{}
	for i, m := range a.Messages {
		for _, block := range m.Blocks {
			old[key(m, block)] = append(old[key(m, block)], known{i, block})
		}
	}
	var all []Block
	for i, m := range b.Messages {
		for _, block := range m.Blocks {
			d := Block{ID: block.ID, Title: block.Title, Change: Added, Lifetime: [2]prompt.Lifetime{"", block.Lifetime}, Bytes: [2]int{0, block.Text.Len()}, Texts: [2]string{"", block.Text.String()}}
			if was := old[key(m, block)]; len(was) > 0 {
				one := was[0]
				old[key(m, block)] = was[1:]
				d.Lifetime[0], d.Bytes[0], d.Texts[0] = one.block.Lifetime, one.block.Text.Len(), one.block.Text.String()
				switch {
				case one.block.Text.String() != block.Text.String():
					d.Change = Changed
				case one.message != i:
					d.Change = Moved
				default:
					d.Change = Same
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
			block := was[0].block // several blocks may have this id, so pair them in order
			all = append(all, Block{ID: block.ID, Title: block.Title, Change: Removed, Lifetime: [2]prompt.Lifetime{block.Lifetime, ""}, Bytes: [2]int{block.Text.Len(), 0}, Texts: [2]string{block.Text.String(), ""}})
		}
	}
	return all
}
