// Package codebolt assembles what a Codebolt agent sends, as the prompt generator of
// version 5.0.7 does: an ordered list of modifiers, each of which adds its part to
// the messages so far. The agent's author chooses the order, and it decides what is
// sent:
//
//   - CoreSystemPromptModifier replaces the first system message, whoever made it.
//     After IdeContextModifier the editor's state is gone; before it both stay.
//   - AtFileProcessorModifier and the tools of InsidePrompt attach to the last
//     user message that is there. The user's own text is added after all modifiers,
//     so that is a message of context; without one they attach to nothing.
//   - If a modifier fails, the error and the modifier's changes are dropped.
//
// Each such loss is a problem that names both modifiers.
//
// After the modifiers the generator adds an acknowledgement of the assistant's,
// unless the last message is a system message, then the reminder of an empty list of
// todos, then the user's text, trimmed. The base prompt comes first, and only if no
// modifier made a system message.
//
// Where yume@2025, which maps Gemini CLI onto these modifiers, differs from what was
// measured, this package does what was measured:
//
//   - Nothing is static. The generator runs again for each message, so date, folders
//     and tools are those of that message ("session start" in yume@2025).
//   - allowedTools is never stored: all tools are sent. The modifier here filters,
//     as yume@2025 says, unless its option ignoreAllowedTools is set; both ways a
//     problem says what 5.0.7 does. maxHistoryMessages is not applied either.
//   - The request holds the paths of the editor's files alone. Cursor and selection
//     are sent only when a modifier of one's own puts them into the metadata: the
//     option metadata of IdeContextModifier stands for that.
//   - A pattern of .gitignore is an unanchored expression over the whole path, so
//     "build" hides everything in a project below /build; negation does not exist.
//   - The strategy smart of ConversationCompactorModifier cuts tool output and drops
//     messages; it never summarises. Only summarize does.
//
// Structure is code here; prose comes from the pack "codebolt".
//
// Known from: packages/agent 5.0.7, run.
package codebolt

import (
	"strings"
	"time"

	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// Version is the release whose behaviour is followed.
const Version = "5.0.7"

// Family is the family of the entries in a pack.
const Family = "codebolt"

// Prose gives the text of a pack's entry with values put in for {1}, {2}, …
type Prose func(entry string, values ...source.Text) source.Text

// From returns the prose of a pack; entries that the pack lacks come from the stand-ins.
func From(p *pack.Pack) Prose {
	p = p.Before(StandIns)
	return func(entry string, values ...source.Text) source.Text { return p.Text(Family, entry, values...) }
}

// Host holds what the platform tells an agent's modifiers.
type Host struct {
	World facts.World
	Prose Prose
	// Project is the path of the open project, or ""; Dir is where the agent runs.
	// Both are absolute.
	Project, Dir string
	Platform     string // as node names it
	Locale       string // a BCP 47 tag
	Zone         *time.Location
	History      []prompt.Message // of the conversation so far
	Tools        []tool.Tool      // of the connected servers
	Mentioned    []tool.Tool      // of servers that the request mentions
	// Todos is the number of unfinished tasks. Below zero the platform keeps no list
	// and adds no reminder.
	Todos int
}

// base returns the directory to which paths of a request are relative.
func (h *Host) base() string {
	if h.Project != "" {
		return h.Project
	}
	return h.Dir
}

// Request is one message of the user, and what the editor sends with the message.
type Request struct {
	// Text is what the user wrote. If it is nil, the prompt ends before that message.
	Text        *source.Text
	ActiveFile  string
	OpenedFiles []string
	// Line and Character (from 1; 0 for unset) and Selection belong to the active file.
	Line, Character int
	Selection       string
	Files, Folders  []string // mentioned with @
}

// structure is the origin of text that this package writes.
var structure = source.Origin{Kind: source.Structure, Tag: source.NoSpan}

// value returns a fact of the session as a text.
func value(name, text string) source.Text { return pack.Value(name, text) }

// message returns a message with one block.
func message(role prompt.Role, b prompt.Block) prompt.Message {
	return prompt.Message{Role: role, Blocks: []prompt.Block{b}}
}

// trim is JavaScript's trim.
func trim(t source.Text) source.Text { return t.TrimFunc(source.IsJSSpace) }

func trimString(s string) string { return strings.TrimFunc(s, source.IsJSSpace) }
