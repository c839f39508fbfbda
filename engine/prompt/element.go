package prompt

import "cmp"

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
