package discovery

import (
	"slices"

	"galley/engine/source"
)

// Kind says what a candidate is for the agent.
//
// Rule files are candidates of the kind [Rule]. Other files that an agent finds and mentions or
// quotes in its request are candidates too, with a verdict and a reason. Such a candidate has a
// Name, by which the agent calls it. Its verdict is never [Loaded]; [Listed] says that the request
// contains what the agent tells the model about it. Its path is the file that defines it. Several
// candidates may share a path, as the servers of one settings file do.
//
// A discovery makes such a candidate with [Finder.Thing], adds it in the agent's order, and sets
// with [Candidate.List] what the request says about it.
type Kind string

// The kinds, in the order in which they are shown.
const (
	Rule        Kind = "" // written as "rule"
	Skill       Kind = "skill"
	Command     Kind = "command" // a slash command, or a prompt that users start
	Subagent    Kind = "agent"
	OutputStyle Kind = "output style"
	Server      Kind = "MCP server"
	Plugin      Kind = "plugin" // a package that adds any of these, or rule files
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

// Heading returns the plural of the kind's word.
func (k Kind) Heading() string { return k.String() + "s" }

// Thing examines a path as [Finder.At] does, for a candidate that is not a rule file. The candidate
// is not listed until [Candidate.List] marks it.
func (f *Finder) Thing(kind Kind, name, path, tier string) *Candidate {
	c := f.At(path, tier)
	c.Kind, c.Name = kind, name
	return c
}

// List marks a candidate that is not a rule file as one that the request mentions. text is what the
// request contains: a line with its name and description, or the text of a style. It is empty if
// galley does not know the text.
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

// ByKind returns the candidates grouped by kind, in the order of [Kinds]; each kind
// is in the agent's order.
func (t *Trace) ByKind() []*Candidate {
	out := make([]*Candidate, len(t.Candidates))
	for i := range t.Candidates {
		out[i] = &t.Candidates[i]
	}
	slices.SortStableFunc(out, func(a, b *Candidate) int { return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind) })
	return out
}
