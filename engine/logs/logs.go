// Package logs reads the sessions that agents kept themselves: what was asked, which rule
// files came in when, what each request cost by the provider's own usage, and where a
// prompt cache broke. It never writes, and it takes the text of a log as an
// [io.ReaderAt], so that a long one is read from its end.
//
// The forms were seen in logs that the programs wrote here: Claude Code 2.1.332, Codex
// 0.171.0, Gemini CLI 0.61.0, Qwen Code 0.24.4, OpenCode 1.18.33. Lines of a kind that is
// not known are counted and told.
package logs

import (
	"time"
)

// Session is one session as a list shows it.
type Session struct {
	Agent   string // as galley names it
	ID      string // the agent's own
	Path    string // of the log; of OpenCode its database
	Size    int64  // bytes of the log; 0 in a database
	Cwd     string // "" when the log does not say
	Version string // of the agent; "" when the log does not say
	Model   string // of the last request that is known
	Prompt  string // the first that is known
	Updated time.Time
}

// Rule is a rule file that came into the session.
type Rule struct {
	Path     string
	OnDemand bool // by a tool call, and not at launch
	Changed  bool // it came in at launch, and in a turn with another text
	By       Call // that brought it in; the zero one where that is not known
	Text     string
}

// Call is a tool call.
type Call struct {
	Tool, Path string // Path is the file that it is given; "" for none
}

// Request is one request to the model, as far as the log tells it.
type Request struct {
	At    time.Time
	Model string
	Usage Usage
	Calls []Call // that the answer holds
	// Broke tells of a cache that was not read as far as before; nil for none.
	Broke *Break

	shape string // of the system text and tools
	lacks string // what the log does not hold of it
	parts *parts // nil where they are not known
	ttl   time.Duration
}

// Sent is a request put together from a log.
type Sent struct {
	System   []string
	Tools    []Tool
	Messages []Message
	// Lacks says what the log does not hold: "system text and tools"; "" for nothing.
	Lacks string
}

// Tool is the declaration of a tool as it was sent.
type Tool struct{ Name, JSON string }

// Message is one message as it was sent.
type Message struct{ Role, Text string }

// Break is a cache that was not read as far as before.
type Break struct {
	Lost int    // tokens that were cached and had to be read again
	Why  string // a sentence without its stop; "not known" where the log does not tell
}

// Turn is what one prompt of a person led to.
type Turn struct {
	Number   int // from 1; 0 where the log was not read from its beginning
	At       time.Time
	Prompt   string
	Rules    []Rule // that came in, at launch in the first turn
	Requests []Request
	// Compacted is set where the history was compacted in this turn or before it.
	Compacted bool
	// Cut is set where the turn's beginning was not read: its prompt, first requests and
	// rules are not here.
	Cut bool
}

// Damage is a place of a log that cannot be read.
type Damage struct {
	Offset int64 // of the line, in bytes
	What   string
}

// Log is a session that was read.
type Log struct {
	Session
	Whole   bool // all of it was read
	Launch  Launch
	Turns   []Turn
	Damaged []Damage // the first of them
	Damages int      // how many there are
	Strange map[string]int

	texts map[string]Message
	forms map[string]*Sent
}

// Launch is what the session began with, as far as the log tells.
type Launch struct {
	Rules  []Rule
	Skills []string
	Agents []string
	System []string // system texts
	Tools  []Tool
	// Tells says that the log holds rule files at all, so that a missing one was not sent.
	Tells bool
}

// Bounds of what is read and kept.
const (
	MostLine     = 16 << 20  // bytes of a line
	MostLog      = 512 << 20 // bytes of a log that is read as a whole
	mostTail     = 64 << 20  // bytes from the end in which turns are looked for
	tailOfTurn   = 4 << 20   // of these for each turn that was asked for
	mostLead     = 512 << 10 // bytes before the turns, where the request before them is looked for
	mostKept     = 64 << 20  // bytes of texts that are kept for putting requests together
	mostDamages  = 20
	mostTurns    = 20_000
	mostRequests = 200_000
	headBytes    = 1 << 20 // of the beginning, where the launch is told
)
