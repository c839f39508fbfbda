// Package prompt holds the words that all profiles share: a prompt is messages,
// a message is blocks, and a block is one section with one role and one
// lifetime. How an agent orders and joins them is the profiles' business.
package prompt

import (
	"cmp"

	"galley/engine/source"
)

// Role is whose words a message is sent as.
type Role string

// The roles. Instructions is the field of that name beside the messages, which
// some APIs have for the system's words.
const (
	System       Role = "system"
	Developer    Role = "developer" // the system's words, as newer OpenAI models take them
	User         Role = "user"
	Assistant    Role = "assistant"
	ToolResult   Role = "tool"
	Instructions Role = "instructions"
)

// Lifetime is how often a block changes, which decides what a prompt cache can
// keep.
type Lifetime string

// The lifetimes, from the most lasting on.
const (
	Static  Lifetime = "static"  // the same in every session
	Session Lifetime = "session" // fixed when the session starts
	Turn    Lifetime = "turn"    // may differ in every request
)

// Block is one section of a message.
type Block struct {
	ID       string // stable within a profile: "environment", "rules"
	Title    string // what a person calls it
	Lifetime Lifetime
	// From says who adds the block: a function or a modifier of the agent's, the user, a
	// file; "" where nobody is known by name. See [Block.Maker].
	From string
	// Element is what the block tells; "" where it tells nothing that others tell too, or
	// several things, each by a value of its own.
	Element Element
	// Changes are the events that make the agent build the block again: "message",
	// "model", "mode", "memory", "tools" and the like; nil says what the lifetime says, an
	// empty list nothing. See [Block.Events].
	Changes []string
	// Documented is how often it changes in the words of the agent's documentation; ""
	// where that says nothing. Lifetime is what was measured.
	Documented string
	// Before stands between the block before this one and this one: a join, whose
	// bytes belong to no block.
	Before source.Text
	Text   source.Text
}

// StandInBytes returns how many of the block's bytes are prose of our own in
// place of the agent's.
func (b Block) StandInBytes() int {
	n := 0
	for _, p := range b.Text.Pieces() {
		if p.Origin.Kind == source.StandIn {
			n += len(p.Text)
		}
	}
	return n
}

// Call is a call of a tool that an assistant's message asks for.
type Call struct {
	ID        string
	Name      string
	Arguments string // as they are sent: mostly a JSON object
}

// Message is one entry of the conversation as it is sent.
type Message struct {
	Role   Role
	Blocks []Block
	// Parts, when it is not nil, says that the content is sent as a list of text
	// parts and not as one text: each number is how many blocks make up the next
	// part. Together they are all blocks. See [Message.Contents].
	Parts []int
	// Calls are the tool calls of an assistant's message.
	Calls []Call
	// CallID is the id of the call that a message of the role ToolResult answers.
	CallID string
}

// Text returns the message as it is sent: its blocks with what stands between.
func (m Message) Text() source.Text {
	var b source.Builder
	for _, block := range m.Blocks {
		b.Append(block.Before)
		b.Append(block.Text)
	}
	return b.Text()
}

// Contents returns the content as it is sent: one text, or where there are Parts
// each of them. The texts joined without anything between are [Message.Text].
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

// partGap stands between two parts of a message where it is read as one text.
const partGap = "\n\n"

// Read returns the message for people: its parts with a blank line between them, which
// the request has not. Where the content is one text, it is [Message.Text].
func (m Message) Read() source.Text {
	if len(m.Parts) < 2 {
		return m.Text()
	}
	return source.Join(source.Literal(partGap), m.Contents()...)
}

// ReadSpans returns, for each block, its byte range in what [Message.Read] returns.
func (m Message) ReadSpans() []source.Span {
	spans := m.Spans()
	if len(m.Parts) < 2 {
		return spans
	}
	first, gap := 0, 0
	for i, n := range m.Parts {
		for j := first; j < first+n; j++ {
			spans[j].Start, spans[j].End = spans[j].Start+gap, spans[j].End+gap
		}
		if first += n; i < len(m.Parts)-1 {
			gap += len(partGap)
		}
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

// Tool is a tool's declaration as it is sent beside the messages.
type Tool struct {
	Name        string
	Declaration source.Text // JSON
	// Neutral says that the agent leaves the declaration's form to the API: it is
	// written for each.
	Neutral bool
	// From, Changes and Documented say of the declaration what those of a [Block] say.
	From       string
	Changes    []string
	Documented string
}

// Block returns the declaration as a block, for what measures and compares both.
func (t Tool) Block() Block {
	return Block{ID: "tool-declarations", Title: t.Name, Lifetime: Session, From: cmp.Or(t.From, "the tools of the session"), Element: Tools,
		Changes: t.Changes, Documented: t.Documented, Text: t.Declaration}
}

// Prompt is everything that goes to the model before the first answer.
type Prompt struct {
	Messages []Message
	// Tools are the declarations that the request carries; ToolChoice says how the
	// model may use them, in the API's own word, "" where it is not sent.
	Tools      []Tool
	NoTools    bool // the session declares none; else an empty list leaves open which
	ToolChoice string
	// Removed are sections that the agent makes and does not send, because something
	// stands in their place.
	Removed []Block
	// Command is the program and the arguments that the agent is started with, for an
	// agent that makes its own prompt; Notes say what the messages do not: sentences
	// without their stop.
	Command []string
	Notes   []string
	// Provider and Model are those that the agent takes where the session names none; ""
	// where it names one, or nothing is known.
	Provider, Model string
	// Form is the name of the form of request that the agent chooses, and SystemRole the
	// role under which it sends the system's words; "" where galley is to choose.
	Form       string
	SystemRole Role
	// Endpoint is where the request goes, for a session whose agent decides that
	// itself; "" is the provider's own.
	Endpoint string
}

// SystemText returns the texts of the roles System and Instructions joined by
// sep: what a person means by "the system prompt".
func (p Prompt) SystemText(sep source.Text) source.Text {
	var texts []source.Text
	for _, m := range p.Messages {
		if m.Role == System || m.Role == Instructions {
			texts = append(texts, m.Text())
		}
	}
	return source.Join(sep, texts...)
}
