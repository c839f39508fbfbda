// Package logs reads the sessions that agents kept themselves: what was asked, which
// rule files were loaded when, what each request cost by the provider's own usage,
// and where a prompt cache broke. It never writes. It reads a log through an
// [io.ReaderAt], so that a long one can be read from its end.
//
// The formats were seen in logs written by Claude Code 2.1.332, Codex 0.171.0, Gemini
// CLI 0.61.0, Qwen Code 0.24.4 and OpenCode 1.18.33. Lines of unknown kinds are
// counted and reported.
package logs

import (
	"time"
)

// Session is one session as a list shows it.
type Session struct {
	Agent   string // galley's name for the agent
	ID      string // the agent's own id
	Path    string // of the log; for OpenCode its database
	Size    int64  // bytes of the log; 0 in a database
	Cwd     string // "" if the log does not say
	Version string // of the agent; "" if the log does not say
	Model   string // of the last known request
	Prompt  string // the first known one
	Updated time.Time
	// Parent is the id of the session that began this one for a sub-agent, else "".
	Parent string
}

// Rule is a rule file that the session loaded.
type Rule struct {
	Path     string
	OnDemand bool // loaded by a tool call, not at launch
	Changed  bool // loaded at launch in an earlier turn with another text
	By       Call // the call that loaded it; zero if not known
	Text     string
}

// Call is a tool call.
type Call struct {
	Tool, Path string // Path is the file argument, or ""
	About      string // what a call without a file is about: its command, agent, pattern; or ""
}

// Request is one request to the model, as far as the log shows it.
type Request struct {
	At    time.Time
	Model string
	Usage Usage
	Calls []Call // the tool calls in the answer
	// Broke describes a cache that was read less far than before, or is nil.
	Broke *Break

	shape string // of system text and tools, to notice changes
	lacks string // parts of it that the log lacks
	parts *parts // nil if not known
	ttl   time.Duration
}

// Sent is a request assembled from a log.
type Sent struct {
	System   []string
	Tools    []Tool
	Messages []Message
	// Lacks says what the log lacks, as "system text and tools", or is "".
	Lacks string
}

// Tool is the declaration of a tool as it was sent.
type Tool struct{ Name, JSON string }

// Message is one message as it was sent.
type Message struct{ Role, Text string }

// Break is a cache that was read less far than before.
type Break struct {
	Lost int    // cached tokens that had to be read again
	Why  string // a sentence without a final stop; "not known" if the log does not show it
}

// Turn is a prompt of the user and the requests that followed.
type Turn struct {
	Number   int // from 1; 0 if the log was not read from its beginning
	At       time.Time
	Prompt   string
	Rules    []Rule // the rule files loaded in it; in the first turn, at launch
	Requests []Request
	// Compacted is set if the history was compacted in this turn or just before it.
	Compacted bool
	// Cut is set if the turn's beginning was not read: its prompt, first requests and
	// rules are missing.
	Cut bool
}

// Damage is a line of a log that cannot be read.
type Damage struct {
	Offset int64 // offset of the line, in bytes
	What   string
}

// Log is a session that was read.
type Log struct {
	Session
	Whole   bool // all of the log was read
	Launch  Launch
	Turns   []Turn
	Damaged []Damage // the first ones
	Damages int      // how many there are
	Strange map[string]int

	texts map[string]Message
	forms map[string]*Sent
}

// Launch is what the session began with, as far as the log shows it.
type Launch struct {
	Rules  []Rule
	Skills []string
	Agents []string
	System []string // system texts
	Tools  []Tool
	// Tells says that the log records rule files, so that a missing one was not sent.
	Tells bool
}

// Limits on what is read and kept.
const (
	MostLine     = 16 << 20  // most bytes of a line
	MostLog      = 512 << 20 // most bytes of a log that is read as a whole
	mostTail     = 64 << 20  // most bytes from the end in which turns are searched
	tailOfTurn   = 4 << 20   // and of these for each requested turn
	mostLead     = 512 << 10 // bytes before the turns in which the preceding request is searched
	mostKept     = 64 << 20  // most bytes of texts that are kept for assembling requests
	mostDamages  = 20
	mostTurns    = 20_000
	mostRequests = 200_000
	headBytes    = 1 << 20 // bytes at the beginning, which contain the launch
)
