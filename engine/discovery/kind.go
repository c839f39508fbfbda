package discovery

import (
	"slices"

	"galley/engine/source"
)

// Kind says what a candidate is to the agent.
//
// Rule files are candidates of the kind [Rule]. What else an agent finds on disk and
// puts into its request, by name or as a text of its own, is a candidate too, with a
// verdict and a reason like a rule file's. Such a candidate has a Name, by which the
// agent calls it, and never the verdict [Loaded]: [Listed] says that the request holds
// what the agent tells the model of it. Its path is the file that defines it, so that
// several candidates may have one path: the servers of one settings file.
//
// An agent makes one with [Finder.Thing], adds it in the agent's own order, and says
// with [Candidate.List] what the request holds because of it.
type Kind string

// The kinds, in the order in which they are shown.
const (
	Rule        Kind = "" // "rule" where a kind is written
	Skill       Kind = "skill"
	Command     Kind = "command" // that people call: a slash command, a prompt
	Subagent    Kind = "agent"
	OutputStyle Kind = "output style"
	Server      Kind = "MCP server"
	Plugin      Kind = "plugin" // that brings any of these, or rule files
	Hook        Kind = "hook"
)

// Kinds lists every kind in the order in which they are shown.
var Kinds = []Kind{Rule, Skill, Command, Subagent, OutputStyle, Server, Plugin, Hook}

// String returns the kind's word.
func (k Kind) String() string {
	if k == Rule {
		return "rule"
	}
	return string(k)
}

// Heading returns the word for several candidates of the kind.
func (k Kind) Heading() string { return k.String() + "s" }

// Thing looks at a path, as [Finder.At] does, for what the agent calls by a name
// there. It is not listed until [Candidate.List] says so.
func (f *Finder) Thing(kind Kind, name, path, tier string) *Candidate {
	c := f.At(path, tier)
	c.Kind, c.Name = kind, name
	return c
}

// List marks a candidate that is not a rule file as one that the request tells the
// model of. Text is what the request holds because of it: a line with its name and
// description, the text of a style. The text is empty when galley does not know it.
func (c *Candidate) List(text source.Text, detail string) *Candidate {
	c.Verdict, c.Reason, c.Detail = Listed, "", detail
	c.Text, c.Used = text, text.Len()
	return c
}

// OfKind returns the candidates of a kind in the agent's order.
func (t *Trace) OfKind(kind Kind) []*Candidate {
	var out []*Candidate
	for i := range t.Candidates {
		if t.Candidates[i].Kind == kind {
			out = append(out, &t.Candidates[i])
		}
	}
	return out
}

// ByKind returns the candidates with those of one kind together, in the order of
// [Kinds], each kind in the agent's order.
func (t *Trace) ByKind() []*Candidate {
	out := make([]*Candidate, len(t.Candidates))
	for i := range t.Candidates {
		out[i] = &t.Candidates[i]
	}
	slices.SortStableFunc(out, func(a, b *Candidate) int { return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind) })
	return out
}
