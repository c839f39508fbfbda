// Package logs reads the sessions that agents keep themselves: what was asked, which rule files
// were loaded when, what each request cost according to the provider, and where a prompt cache
// broke. It never writes. It reads a log through an [io.ReaderAt], so that it can read a long log
// from its end.
//
// The formats were seen in logs written by Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0,
// Qwen Code 0.24.4 and OpenCode 1.18.33. Lines of unknown kinds are counted and reported.
package logs

import (
	"time"
)

// Session is one session, with what a list of sessions shows of it.
type Session struct {
	Agent   string // galley's name for the agent
	ID      string // the agent's own id
	Path    string // path of the log; for OpenCode that of its database
	Size    int64  // size of the log in bytes; 0 for a session in a database
	Cwd     string // "" if the log does not say
	Version string // of the agent; "" if the log does not say
	Model   string // the model of the last known request
	Prompt  string // the first prompt that is known; for OpenCode the session's title
	Updated time.Time
	// Parent is the id of the session whose sub-agent this one is, or "".
	Parent string
}

// Rule is a rule file that the session loaded.
type Rule struct {
	Path     string
	OnDemand bool // a tool call loaded it, not the launch
	Changed  bool // loaded at launch with a text that differs from the text in an earlier turn
	By       Call // the call that loaded it; zero if not known
	Text     string
}

// Call is a tool call.
type Call struct {
	Tool, Path string // Path is the file argument, or ""
	About      string // what a call without a file is about: its command, agent or pattern; or ""
}

// Request is one request to the model, as far as the log shows it.
type Request struct {
	At    time.Time
	Model string
	Usage Usage
	Calls []Call // the tool calls in the answer
	// Broke says that the request read less from the cache than was expected; nil if it did not.
	Broke *Break

	shape string // identifies the system text and the tools, to notice changes
	lacks string // which parts of the request the log does not contain
	parts *parts // nil if they are not known
	ttl   time.Duration
}

// Sent is a request assembled from a log.
type Sent struct {
	System   []string
	Tools    []Tool
	Messages []Message
	// Lacks says what the log does not contain, for example "system text and tools", or is "".
	Lacks string
}

// Tool is the declaration of a tool, as it was sent.
type Tool struct{ Name, JSON string }

// Message is one message as it was sent.
type Message struct{ Role, Text string }

// Break says that a request read less from the cache than the request before it had left there.
type Break struct {
	Lost int    // number of cached tokens that had to be processed again
	Why  string // a sentence without a final stop; "not known" if the log does not show it
}

// Turn is a prompt of the user and the requests that followed it.
type Turn struct {
	Number   int // counts from 1; 0 if the beginning of the log was not read
	At       time.Time
	Prompt   string
	Rules    []Rule // the rule files loaded in this turn; [Launch] has those loaded at launch
	Requests []Request
	// Compacted says that the history was compacted in this turn or just before it.
	Compacted bool
	// Cut says that the beginning of the turn was not read: its prompt, its first requests and its
	// rules are missing.
	Cut bool
}

// Damage is a line of a log that cannot be read.
type Damage struct {
	Offset int64 // offset of the line, in bytes; for OpenCode the number of the message
	What   string
}

// Log is a session as it was read.
type Log struct {
	Session
	Whole   bool // the whole log was read
	Launch  Launch
	Turns   []Turn
	Damaged []Damage // the first ones
	Damages int      // how many there are in all
	Strange map[string]int

	texts map[string]Message
	forms map[string]*Sent
}

// Launch says what the session began with, as far as the log shows it.
type Launch struct {
	Rules  []Rule
	Skills []string
	Agents []string
	System []string // system texts
	Tools  []Tool
	// Tells is true if the log records which rule files were sent: then a file that Rules does not
	// list was not sent.
	Tells bool
}

// Limits of what is read and kept.
const (
	MostLine     = 16 << 20  // most bytes of a line
	MostLog      = 512 << 20 // MostLog is a limit in bytes: a larger log is not read as a whole
	mostTail     = 64 << 20  // size in bytes of the end of a log in which turns are searched
	tailOfTurn   = 4 << 20   // the share of mostTail, in bytes, for each turn that is wanted
	mostLead     = 512 << 10 // size in bytes before the turns in which the preceding request is searched
	mostKept     = 64 << 20  // limit in bytes of the texts that are kept to assemble requests
	mostDamages  = 20
	mostTurns    = 20_000
	mostRequests = 200_000
	headBytes    = 1 << 20 // bytes at the beginning that are read for the launch
)
