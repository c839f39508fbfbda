package report

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
)

// After says what happens to a block at an event of the session, such as a compaction.
type After struct {
	At       discovery.Event
	Stays    discovery.YesNo // whether the request after the event contains the block
	Says     string          // what happens to it
	Evidence discovery.Evidence
}

// Afters says what happens to the blocks of one agent's prompt.
type Afters struct {
	lasts []discovery.Survival // what is recorded about the agent; nil if nothing is recorded
	// Known reports whether anything is recorded about the agent at its version.
	Known bool
}

// AftersOf returns what is recorded about the agent of a result's prompt.
func AftersOf(r *engine.Result, agents *agent.Registry) Afters {
	found, version, err := agents.Lookup(r.Profile)
	if err != nil || len(found.Versions) == 0 || found.Versions[0].Name != version {
		return Afters{}
	}
	return Afters{found.Survives, len(found.Survives) > 0}
}

// Of says what happens to a block of a message at an event. Every request contains the system
// message. A summary replaces the conversation. For texts from files, the answer is what was
// measured.
func (a Afters) Of(m prompt.Message, b prompt.Block, at discovery.Event) After {
	what := broughtIn(b)
	switch l, known := discovery.SurvivalOf(a.lasts, what, at); {
	case known && what != "":
		says := string(l.Outcome)
		if l.Note != "" {
			says += "; " + l.Note
		}
		stays := discovery.Yes
		if l.Outcome.Leaves() {
			stays = discovery.No
		}
		return After{at, stays, says, l.Evidence}
	case what != "":
		return After{at, discovery.NotMeasured, string(discovery.NotMeasured), discovery.NoEvidence}
	case isSystem(m.Role):
		return After{at, discovery.Yes, "sent, because every request contains the system message", discovery.NoEvidence}
	case m.Role == prompt.Assistant || m.Role == prompt.ToolResult || strings.EqualFold(b.ID, "history"):
		return talk(at)
	}
	return After{at, discovery.NotMeasured, string(discovery.NotMeasured), discovery.NoEvidence}
}

// talk returns what happens to the conversation itself at an event.
func talk(at discovery.Event) After {
	switch at {
	case discovery.Compaction:
		return After{at, discovery.No, "removed; only the summary may mention it", discovery.NoEvidence}
	case discovery.Clear:
		return After{at, discovery.No, "gone", discovery.NoEvidence}
	}
	return After{at, discovery.Yes, string(discovery.Kept), discovery.NoEvidence}
}

func isSystem(role prompt.Role) bool {
	return role == prompt.System || role == prompt.Developer || role == prompt.Instructions
}

// broughtIn returns the kind of text that a block takes from files. It returns "" if the block has
// no text from files.
func broughtIn(b prompt.Block) discovery.TextKind {
	files, written := "", false
	for _, p := range b.Text.Pieces() {
		switch p.Origin.Kind {
		case source.File, source.Import:
			files += p.Origin.Source + "\n"
		case source.Template:
			written = true
		}
	}
	switch id, _, _ := strings.Cut(strings.ToLower(b.ID), "#"); {
	case id == "skills" || strings.Contains(files, "/skills/"):
		return discovery.SkillList
	case id == "agents" || strings.Contains(files, "/agents/"):
		return discovery.AgentList
	case files != "" && b.Element == prompt.Memory && id == "memory":
		return discovery.MemoryText
	case files != "" && !written:
		return discovery.AtStart
	}
	return ""
}

// AfterLines says in a few lines how the prompt after an event differs.
func AfterLines(r *engine.Result, a Afters, at discovery.Event) []string {
	stay, all, open := 0, 0, 0
	for i, size := range r.Blocks {
		m := r.Prompt.Messages[size.Message]
		tokens := sentSize(r, i).Tokens.Tokens
		all += tokens
		switch a.Of(m, m.Blocks[size.Block], at).Stays {
		case discovery.Yes:
			stay += tokens
		case discovery.NotMeasured:
			open += tokens
		}
	}
	basis := r.Whole.All().Tokens.Basis.Sign()
	lines := []string{fmt.Sprintf("%s%d of %s%d tokens of the system text and the messages are sent after %s, as predicted from what was measured", basis, stay, basis, all, at)}
	if open > 0 {
		lines = append(lines, fmt.Sprintf("for %s%d tokens this is not known", basis, open))
	}
	if !a.Known {
		lines = append(lines, "this version of the agent has not been measured")
	}
	return append(lines, BasisText(r.Provenance))
}

// AfterText writes a prompt as it is after an event. A line before each block says what happens to
// the block. If the block is gone, its text is left out.
func AfterText(r *engine.Result, a Afters, at discovery.Event) string {
	var b strings.Builder
	for _, m := range r.Prompt.Messages {
		for _, block := range m.Blocks {
			after := a.Of(m, block, at)
			fmt.Fprintf(&b, "%s %s · %s: %s", afterSigns[after.Stays], m.Role, block.Title, after.Says)
			if after.Evidence != discovery.NoEvidence {
				fmt.Fprintf(&b, " [%s]", after.Evidence)
			}
			b.WriteByte('\n')
			if after.Stays != discovery.No {
				for line := range strings.Lines(block.Text.String()) {
					b.WriteString("    " + strings.TrimRight(line, "\r\n") + "\n")
				}
			}
		}
	}
	if at == discovery.Compaction {
		b.WriteString("  user · summary: what the model wrote about the conversation\n")
	}
	return b.String()
}

// afterSigns are the marks of blocks: Yes for a block that stays, No for a block that is gone,
// NotMeasured if this is not known.
var afterSigns = map[discovery.YesNo]string{discovery.Yes: "+", discovery.No: "-", discovery.NotMeasured: "?"}

// Sign returns the mark of the block: + stays, - is gone, ? is not known.
func (a After) Sign() string { return afterSigns[a.Stays] }
