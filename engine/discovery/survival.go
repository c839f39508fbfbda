package discovery

import "slices"

// Event is a change of a session's history.
type Event string

// The events, in the order in which views show them.
const (
	Compaction Event = "compaction" // the history is replaced by a summary
	Clear      Event = "clear"      // the history is discarded
	Resume     Event = "resume"     // another process continues the session
)

// Events lists all events.
var Events = []Event{Compaction, Clear, Resume}

// TextKind is a kind of text that files add to a session.
type TextKind string

// The kinds of text.
const (
	AtStart    TextKind = "rule files at launch"
	Below      TextKind = "rule files below the directory"
	ForFiles   TextKind = "rules for some files"
	SkillList  TextKind = "list of skills"
	AgentList  TextKind = "list of sub-agents"
	MemoryText TextKind = "memory"
)

// TextKinds lists the kinds in the order in which views show them.
var TextKinds = []TextKind{AtStart, Below, ForFiles, SkillList, AgentList, MemoryText}

// Outcome says what happens to a kind of text at an event.
type Outcome string

// The outcomes.
const (
	SentAgain Outcome = "read again and sent"             // with the text that the files have at that time
	Repeated  Outcome = "sent again as it was read first" // with the text that the files had when they were first read
	Kept      Outcome = "kept as it was"                  // it stays in the history
	Gone      Outcome = "gone until a tool reaches its files again"
	Lost      Outcome = "gone for the rest of the session" // it does not come back even if a tool reaches its files again
)

// Leaves reports whether, with this outcome, the next request no longer contains the text.
func (b Outcome) Leaves() bool { return b == Gone || b == Lost }

// Survival says what happens to some kinds of text at one event, and how that is known. If an agent
// has no Survival for a kind and an event, it is not known what happens.
type Survival struct {
	What     []TextKind
	At       Event
	Outcome  Outcome
	Note     string // a sentence without a final stop, or ""
	Evidence Evidence
}

// SurvivalOf returns the entry for a kind and an event.
func SurvivalOf(all []Survival, what TextKind, at Event) (Survival, bool) {
	for _, l := range all {
		if l.At == at && slices.Contains(l.What, what) {
			return l, true
		}
	}
	return Survival{What: []TextKind{what}, At: at, Evidence: NoEvidence}, false
}

// BroughtBy returns the kind of text that a candidate adds, or "".
func (c *Candidate) BroughtBy() TextKind {
	switch {
	case c.Kind == Rule && c.Verdict == Loaded:
		return AtStart
	case c.Kind == Rule && c.Verdict == Later && c.dialect != nil:
		return ForFiles
	case c.Kind == Rule && c.Verdict == Later && (c.dir != "" || c.Tier == "nested" || c.Tier == "below"):
		return Below
	case c.Kind == Skill && c.Verdict == Listed:
		return SkillList
	case c.Kind == Subagent && c.Verdict == Listed:
		return AgentList
	}
	return ""
}
