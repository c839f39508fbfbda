package prompt

import (
	"cmp"
	"strings"
)

// Element is what a block tells a model, whichever agent's block tells it. Prompts of two
// agents are compared by element.
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

// Maker returns who adds the block: From, and where nobody is named the title or the id.
func (b Block) Maker() string { return cmp.Or(b.From, b.Title, b.ID) }

// Events returns what makes the agent build the block again: its Changes, and where they
// are nil what follows from its lifetime.
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

// ElementOf returns what a part of a prompt tells that discovery made, by the name of the
// part: the lists of skills and commands, and everything else that comes from rule files.
func ElementOf(part string) Element {
	if name, _, _ := strings.Cut(part, " "); name == "skills" || name == "commands" || name == "agents" {
		return Skills
	}
	return Memory
}

// Told returns what an agent's own words in a message of a role tell: its identity and
// rules where the system speaks, else nothing that is known.
func (r Role) Told() Element {
	if r == System || r == Developer || r == Instructions {
		return Identity
	}
	return ""
}
