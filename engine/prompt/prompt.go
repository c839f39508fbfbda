// Package prompt defines the types that all profiles share: a prompt has messages, a
// message has blocks, and a block is one section with one role and one lifetime.
// Profiles decide how an agent orders and joins them.
package prompt

import (
	"cmp"

	"galley/engine/source"
)

// Role says who is the author of a message.
type Role string

// The roles. Instructions stands for the field "instructions", in which some APIs expect the
// system prompt instead of in a message.
const (
	System       Role = "system"
	Developer    Role = "developer" // newer OpenAI models call the system role by this name
	User         Role = "user"
	Assistant    Role = "assistant"
	ToolResult   Role = "tool"
	Instructions Role = "instructions"
)

// Lifetime says how often a block changes. The lifetimes decide how much of a prompt a provider's
// cache can keep.
type Lifetime string

// The lifetimes, the longest first.
const (
	Static  Lifetime = "static"  // the same in every session
	Session Lifetime = "session" // fixed when the session starts
	Turn    Lifetime = "turn"    // may differ in every request
)

// Block is one section of a message.
type Block struct {
	ID       string // stable within a profile: "environment", "rules"
	Title    string // a name for people
	Lifetime Lifetime
	// From says who adds the block: a function or a modifier of the agent, the user,
	// a file; or "". See [Block.Maker].
	From string
	// Element names what the block tells the model. It is "" if no element fits, or if the values
	// in the block belong to several elements.
	Element Element
	// Changes are the events after which the agent builds the block again: "message", "model",
	// "mode", "memory", "tools" and the like. Nil stands for the events that follow from the
	// lifetime. An empty list means that no event has this effect. See [Block.Events].
	Changes []string
	// Documented says how often the block changes according to the agent's documentation, or is
	// "". Lifetime says what was measured.
	Documented string
	// Before is the text that separates this block from the block before it. It belongs to neither
	// block.
	Before source.Text
	Text   source.Text
}

// StandInBytes returns how many of the block's bytes are stand-ins.
func (b Block) StandInBytes() int {
	n := 0
	for _, p := range b.Text.Pieces() {
		if p.Origin.Kind == source.StandIn {
			n += len(p.Text)
		}
	}
	return n
}

// Call is a tool call in a message of the assistant.
type Call struct {
	ID        string
	Name      string
	Arguments string // the arguments as they are sent: usually a JSON object
}

// Message is one entry of the conversation as it is sent.
type Message struct {
	Role   Role
	Blocks []Block
	// Parts is not nil if the content is sent as a list of text parts instead of one text. Each
	// number says how many blocks form the next part. The numbers add up to all blocks. See
	// [Message.Contents].
	Parts []int
	// Calls are the tool calls of an assistant's message.
	Calls []Call
	// CallID is the id of the call that a message with the role ToolResult answers.
	CallID string
}

// Text returns the message as it is sent: its blocks with their separators.
func (m Message) Text() source.Text {
	var b source.Builder
	for _, block := range m.Blocks {
		b.Append(block.Before)
		b.Append(block.Text)
	}
	return b.Text()
}

// Contents returns the content as it is sent: one text, or the text of each part. The texts joined
// are [Message.Text].
func (m Message) Contents() []source.Text {
	if m.Parts == nil {
		return []source.Text{m.Text()}
	}
	all := make([]source.Text, 0, len(m.Parts))
	at := 0
	for _, n := range m.Parts {
		all = append(all, Message{Blocks: m.Blocks[at : at+n]}.Text())
		at += n
	}
	return all
}

// partGap is the text that [Message.Read] shows between two parts of a message.
const partGap = "\n\n"

// Read returns the message for people. It has a blank line between the parts, which the request
// does not have. For a message without parts, the result equals [Message.Text].
func (m Message) Read() source.Text {
	return source.Join(source.Literal(partGap), m.Contents()...)
}

// ReadSpans returns, for each block, its byte range in the result of [Message.Read].
func (m Message) ReadSpans() []source.Span {
	spans := m.Spans()
	first, gap := 0, 0
	for _, n := range m.Parts {
		for j := first; j < first+n; j++ {
			spans[j].Start, spans[j].End = spans[j].Start+gap, spans[j].End+gap
		}
		first += n
		gap += len(partGap)
	}
	return spans
}

// Spans returns, for each block, its byte range in the message's text.
func (m Message) Spans() []source.Span {
	spans := make([]source.Span, len(m.Blocks))
	at := 0
	for i, block := range m.Blocks {
		at += block.Before.Len()
		spans[i] = source.Span{Start: at, End: at + block.Text.Len()}
		at = spans[i].End
	}
	return spans
}

// Tool is the declaration of a tool, which is sent outside the messages.
type Tool struct {
	Name        string
	Declaration source.Text // JSON
	// Neutral says that the declaration is in galley's own form, because the agent leaves the form
	// to the API.
	Neutral bool
	// From, Changes and Documented have the same meaning as in a [Block].
	From       string
	Changes    []string
	Documented string
}

// Block returns the declaration as a block, for measuring and comparing.
func (t Tool) Block() Block {
	return Block{ID: "tool-declarations", Title: t.Name, Lifetime: Session, From: cmp.Or(t.From, "the tools of the session"), Element: Tools,
		Changes: t.Changes, Documented: t.Documented, Text: t.Declaration}
}

// Prompt is everything that the model gets before its first answer.
type Prompt struct {
	Messages []Message
	// Tools are the declarations in the request. ToolChoice is the value that tells the API how
	// the model may use the tools, or "".
	Tools      []Tool
	NoTools    bool // the session declares no tools; otherwise an empty Tools means that the tools are not known
	ToolChoice string
	// Removed are sections that the agent builds but does not send, because something
	// replaces them.
	Removed []Block
	// Command is the program and the arguments that start an agent that makes its own prompt.
	// Notes say what the messages do not show, in sentences without a final stop.
	Command []string
	Notes   []string
	// Provider and Model are the agent's own choices for a session that names none, or "".
	Provider, Model string
	// Form is the form of the agent's requests. SystemRole is the role of the messages in which the
	// agent sends its system text. If one of them is "", galley chooses.
	Form       string
	SystemRole Role
	// Endpoint is the URL to which the agent sends the request. If it is "", the request goes to
	// the provider's usual URL.
	Endpoint string
}

// SystemText returns the texts of the roles System and Instructions, joined by sep. People call
// this "the system prompt".
func (p Prompt) SystemText(sep source.Text) source.Text {
	var texts []source.Text
	for _, m := range p.Messages {
		if m.Role == System || m.Role == Instructions {
			texts = append(texts, m.Text())
		}
	}
	return source.Join(sep, texts...)
}
