// Package codebolt assembles what a Codebolt agent sends, as the prompt generator of
// version 5.0.7 does. The generator runs a list of modifiers, each of which adds its
// part to the messages so far. The agent's author chooses the modifiers and their
// order, which decides what is sent:
//
//   - CoreSystemPromptModifier replaces the first system message, whichever modifier
//     made it. If it runs after IdeContextModifier, the editor's state is lost; if it
//     runs before, both texts are sent.
//   - AtFileProcessorModifier adds to the last user message, and ToolInjectionModifier
//     with the location InsidePrompt to the last message, if that is the user's. The
//     user's own text comes only after all modifiers. So both need a modifier before
//     them that made a user message; otherwise they add nothing.
//   - If a modifier fails, the error and the modifier's changes are dropped.
//
// galley reports each such loss as a problem that names the modifiers.
//
// After the modifiers, the generator adds a message of the assistant, which
// acknowledges the context, unless the last message is a system message; a reminder,
// if the list of todos is empty; and the user's text, trimmed. The base prompt comes
// before all messages, but is sent only if no modifier made a system message.
//
// The document yume@2025 maps Gemini CLI onto these modifiers. Where it differs from
// what was measured, this package follows the measurements:
//
//   - Nothing is static. The generator runs again for each message, so each message
//     has the date, the folders and the tools of its own time. By yume@2025 they stay
//     as they were when the session started.
//   - The generator does not apply maxHistoryMessages.
//   - A request has only the paths of the editor's files. It has the cursor and the
//     selection only if a modifier of the agent's author puts them into the metadata.
//     The option metadata of IdeContextModifier says that there is such a modifier.
//   - A pattern of .gitignore becomes a regular expression that may match anywhere in
//     the whole path. So "build" hides every file of a project that lies below /build.
//     A pattern with "!" makes no exception.
//   - The strategy smart of ConversationCompactorModifier cuts tool output and drops
//     messages. Only the strategy summarize asks for a summary.
//
// One option is an exception: the generator ignores allowedTools and sends all tools,
// but this package filters the tools by it, as yume@2025 says, unless the option
// ignoreAllowedTools is set. In both cases a problem says what 5.0.7 does.
//
// The code has the structure of the prompt; its sentences come from the pack "codebolt".
//
// All this is known from running packages/agent 5.0.7.
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
	History      []prompt.Message // the messages of the conversation so far
	Tools        []tool.Tool      // the tools of the connected servers
	Mentioned    []tool.Tool      // the tools of servers that the request mentions
	// Todos is the number of unfinished tasks. A negative number means that the platform
	// has no list of tasks and adds no reminder.
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
