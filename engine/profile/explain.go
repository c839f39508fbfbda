package profile

import (
	"cmp"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Element is something that a prompt tells a model, whichever block tells it.
type Element string

// The elements.
const (
	Identity    Element = "identity"
	Mode        Element = "mode"
	Skills      Element = "skills"
	Memory      Element = "memory"
	Date        Element = "date"
	System      Element = "system"
	Directory   Element = "directory"
	Folders     Element = "folders"
	Temporary   Element = "temporary"
	Repository  Element = "repository"
	Editor      Element = "editor"
	Mentions    Element = "mentions"
	Tools       Element = "tools"
	History     Element = "history"
	Compression Element = "compression"
	Notes       Element = "notes"
	RequestText Element = "request"
)

// Part is a part of a request, as the sizes of two agents are compared.
type Part string

// The parts.
const (
	Instruction Part = "system instruction"
	Environment Part = "environment context"
	Declaration Part = "tool declarations"
	EditorPart  Part = "IDE context"
	Chat        Part = "chat history"
	Other       Part = "other messages"
)

// ElementRow says what an element is called, and which part it belongs to.
type ElementRow struct {
	Element Element
	Title   string
	Part    Part
}

// Elements returns every element in the order in which views show them.
func Elements() []ElementRow {
	return []ElementRow{
		{Identity, "System identity and rules", Instruction},
		{Mode, "Permission or plan mode", Instruction},
		{Skills, "Skills, commands and agents", Instruction},
		{Memory, "User and project memory", Instruction},
		{Date, "Date", Environment},
		{System, "Operating system", Environment},
		{Directory, "Working directory", Environment},
		{Folders, "Folder tree", Environment},
		{Temporary, "Temporary directory", Environment},
		{Repository, "Git repository", Environment},
		{Editor, "IDE state", EditorPart},
		{Mentions, "@file mentions", Other},
		{Tools, "Tool declarations", Declaration},
		{History, "Chat history", Chat},
		{Compression, "Compression context", Chat},
		{Notes, "Reminders and acknowledgements", Other},
		{RequestText, "The user's message", Other},
	}
}

// Explanation says of a block what it is there for.
type Explanation struct {
	From    string // who adds it: a modifier, a function, a file
	Element Element
	// Documented is how often it changes in the words of the agent's documentation;
	// "" if none exists. What is measured is the block's lifetime.
	Documented string
	// Changes are the events that make the agent build it again: "message", "model",
	// "mode", "memory", "tools" and the like; nil is nothing.
	Changes []string
}

// ToolDeclarations is the id under which [Explain] knows the declarations, which
// are not blocks.
const ToolDeclarations = "tool-declarations"

// Explainer is a profile that says more about its blocks than holds for all.
type Explainer interface {
	// Explain corrects the explanation of the block with an id.
	Explain(id string, e *Explanation)
}

// Explain says what a block of a profile's is there for.
func Explain(p Profile, b prompt.Block) Explanation {
	id, _, _ := strings.Cut(b.ID, "#") // the second one of a name
	e := Explanation{From: cmp.Or(b.Title, b.ID)}
	switch b.Lifetime {
	case prompt.Turn:
		e.Changes = []string{"message"}
	case prompt.Session:
		e.Changes = []string{"session"}
	}
	e.Take(explained, id)
	if own, ok := p.(Explainer); ok {
		own.Explain(id, &e)
	}
	return e
}

// Explained is a row of data about a block; an id that ends in a colon stands for
// all that begin so.
type Explained struct {
	ID         string
	Element    Element
	From       string // "" is the block's title
	Documented string
}

// Take takes over what a table says about the block with an id, if it has a row.
func (e *Explanation) Take(rows []Explained, id string) {
	for _, r := range rows {
		if r.ID == id || strings.HasSuffix(r.ID, ":") && strings.HasPrefix(id, r.ID) {
			e.Element, e.Documented, e.From = r.Element, r.Documented, cmp.Or(r.From, e.From)
			return
		}
	}
}

// explained holds the blocks that several profiles have.
var explained = []Explained{
	{ID: "file:", Element: Memory, From: "the template"},
	{ID: "identity", Element: Identity},
	{ID: "default", Element: Identity},
	{ID: "custom", Element: Identity},
	{ID: "append", Element: Identity},
	{ID: "response-format", Element: Identity},
	{ID: "project-instructions", Element: Memory},
	{ID: "permission-mode", Element: Mode},
	{ID: "skills", Element: Skills},
	{ID: "commands", Element: Skills},
	{ID: ToolDeclarations, Element: Tools, From: "the tools of the session"},
	{ID: "history", Element: History, From: "the conversation so far"},
	{ID: "history-end", Element: History},
	{ID: "acknowledgement", Element: Notes},
	{ID: "todo-reminder", Element: Notes},
	{ID: "request", Element: RequestText, From: "the user"},
}

// factElements say which element a value tells, by the name that its origin has.
var factElements = map[string]Element{
	"date": Date, "system:date": Date, "system:time": Date,
	"platform": System, "system:os": System,
	"project": Directory, "workspace": Directory, "prompt:cwd": Directory, "directories": Directory,
	"temporary-directory": Temporary,
	"folder-structure":    Folders, "project-entries": Folders,
	"permission_mode": Mode,
	"git:repository":  Repository,
	"git:branch":      Repository, "git:status": Repository,
}

// factOf returns the element that a piece of text tells by itself.
func factOf(o source.Origin) (Element, bool) {
	if o.Kind != source.Variable && o.Kind != source.Override {
		return "", false
	}
	e, ok := factElements[o.Source]
	return e, ok
}
