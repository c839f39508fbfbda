package profile

import (
	"galley/engine/prompt"
	"galley/engine/source"
)

// ElementRow has an element's title and part.
type ElementRow struct {
	Element prompt.Element
	Title   string
	Part    Part
}

// Part is a part of a request in comparisons of sizes.
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

// Elements returns every element in the order in which views show them.
func Elements() []ElementRow {
	return []ElementRow{
		{prompt.Identity, "System identity and rules", Instruction},
		{prompt.Mode, "Permission or plan mode", Instruction},
		{prompt.Skills, "Skills, commands and agents", Instruction},
		{prompt.Memory, "User and project memory", Instruction},
		{prompt.Date, "Date", Environment},
		{prompt.OperatingSystem, "Operating system", Environment},
		{prompt.Directory, "Working directory", Environment},
		{prompt.Folders, "Folder tree", Environment},
		{prompt.Temporary, "Temporary directory", Environment},
		{prompt.Repository, "Git repository", Environment},
		{prompt.Editor, "IDE state", EditorPart},
		{prompt.Mentions, "@file mentions", Other},
		{prompt.Tools, "Tool declarations", Declaration},
		{prompt.History, "Chat history", Chat},
		{prompt.Compression, "Compression context", Chat},
		{prompt.Notes, "Reminders and acknowledgements", Other},
		{prompt.RequestText, "The user's message", Other},
	}
}

// factElements maps the name of a value to the element that the value tells the model.
var factElements = map[string]prompt.Element{
	"date": prompt.Date, "system:date": prompt.Date, "system:time": prompt.Date,
	"platform": prompt.OperatingSystem, "system:os": prompt.OperatingSystem,
	"project": prompt.Directory, "workspace": prompt.Directory, "prompt:cwd": prompt.Directory, "directories": prompt.Directory,
	"temporary-directory": prompt.Temporary,
	"folder-structure":    prompt.Folders, "project-entries": prompt.Folders,
	"permission_mode": prompt.Mode,
	"git:repository":  prompt.Repository,
	"git:branch":      prompt.Repository, "git:status": prompt.Repository,
}

// factOf returns the element that follows from the origin of a piece. The second result is false
// if none follows.
func factOf(o source.Origin) (prompt.Element, bool) {
	if o.Kind != source.Variable && o.Kind != source.Override {
		return "", false
	}
	e, ok := factElements[o.Source]
	return e, ok
}
