package discovery

// Event is a change of a session's history.
type Event string

// The events, in the order in which views show them.
const (
	Compaction Event = "compaction" // the history is replaced by a summary
	Clear      Event = "clear"      // the history is discarded
	Resume     Event = "resume"     // another process continues the session
)

// Events lists them.
var Events = []Event{Compaction, Clear, Resume}

// Brought is a kind of text that files add to a session.
type Brought string

// The kinds.
const (
	AtStart    Brought = "rule files at launch"
	Below      Brought = "rule files below the directory"
	ForFiles   Brought = "rules for some files"
	SkillList  Brought = "list of skills"
	AgentList  Brought = "list of sub-agents"
	MemoryText Brought = "memory"
)

// BroughtKinds lists them in the order in which views show them.
var BroughtKinds = []Brought{AtStart, Below, ForFiles, SkillList, AgentList, MemoryText}

// Becomes says what happens to such a text at an event.
type Becomes string

// The outcomes.
const (
	SentAgain Becomes = "read again and sent"             // with the text that the files then have
	Repeated  Becomes = "sent again as it was read first" // with the text that was read first
	Kept      Becomes = "kept as it was"                  // it stays in the history
	Gone      Becomes = "gone until a tool reaches its files again"
	Lost      Becomes = "gone for the rest of the session" // even when a tool reaches its files again
)

// Leaves reports whether a text that becomes so is not in the next request.
func (b Becomes) Leaves() bool { return b == Gone || b == Lost }

// Lasting says what happens to one kind of text at one event, and how that is known. Without a
// record it is not known.
type Lasting struct {
	What     Brought
	At       Event
	Fate     Becomes
	Note     string // a sentence without a final stop, or ""
	Evidence Evidence
}

// LastingOf finds the entry for a kind and an event.
func LastingOf(all []Lasting, what Brought, at Event) (Lasting, bool) {
	for _, l := range all {
		if l.What == what && l.At == at {
			return l, true
		}
	}
	return Lasting{What: what, At: at, Evidence: NoEvidence}, false
}

// BroughtBy returns the kind of text that a candidate adds, or "".
func (c *Candidate) BroughtBy() Brought {
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
