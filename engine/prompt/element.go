package prompt

import (
	"cmp"
	"strings"
)

// Element names what a block tells a model, independent of the agent. Prompts are compared by
// element.
type Element string

// The elements.
const (
	Identity        Element = "identity"
	Mode            Element = "mode"
	Skills          Element = "skills"
	Memory          Element = "memory"
	Date            Element = "date"
	OperatingSystem Element = "system"
	Directory       Element = "directory"
	Folders         Element = "folders"
	Temporary       Element = "temporary"
	Repository      Element = "repository"
	Editor          Element = "editor"
	Mentions        Element = "mentions"
	Tools           Element = "tools"
	History         Element = "history"
	Compression     Element = "compression"
	Notes           Element = "notes"
	RequestText     Element = "request"
)

// Maker returns who adds the block: From, or Title if From is "", or ID if both are "".
func (b Block) Maker() string { return cmp.Or(b.From, b.Title, b.ID) }

// Events returns the events after which the agent builds the block again. They are Changes or, if
// Changes is nil, the events that follow from the lifetime.
func (b Block) Events() []string {
	switch {
	case b.Changes != nil:
		return b.Changes
	case b.Lifetime == Turn:
		return []string{"message"}
	case b.Lifetime == Session:
		return []string{"session"}
	}
	return nil
}

// ElementOf returns the element of a part that discovery finds: Skills for the lists of skills,
// commands and sub-agents, and Memory for all others.
func ElementOf(part string) Element {
	if name, _, _ := strings.Cut(part, " "); name == "skills" || name == "commands" || name == "agents" {
		return Skills
	}
	return Memory
}

// Told returns the default element of the agent's own text in a message with this role: Identity in
// a system message, otherwise "".
func (r Role) Told() Element {
	if r == System || r == Developer || r == Instructions {
		return Identity
	}
	return ""
}
