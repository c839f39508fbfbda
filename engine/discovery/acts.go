package discovery

import (
	"fmt"
	"strings"

	"galley/engine/facts"
)

// Act is a kind of tool call on one file.
type Act string

// The acts. Write replaces an existing file; create writes a new one.
const (
	ReadAct   Act = "read"
	EditAct   Act = "edit"
	WriteAct  Act = "write"
	CreateAct Act = "create"
)

// Acts lists the acts in the order in which views show them.
var Acts = []Act{ReadAct, EditAct, WriteAct, CreateAct}

// ActOf returns the kind of the tool call that reached Touched[i]. It is a read if Acts has no such
// entry.
func (o *Options) ActOf(i int) Act {
	if i < len(o.Acts) {
		return o.Acts[i]
	}
	return ReadAct
}

// BringsAt records whether tool calls of these kinds load the rule files that wait for a path:
// those that load only when a tool reaches the path.
func (t *Trace) BringsAt(brings bool, acts ...Act) {
	if t.Acts == nil {
		t.Acts = map[Act]bool{}
	}
	for _, act := range acts {
		t.Acts[act] = brings
	}
}

// NameTools records the names of the agent's own tools for the four acts. A name is "" if it is not
// known or the agent has no such tool.
func (t *Trace) NameTools(read, edit, write, create string) {
	t.ActTools = map[Act]string{ReadAct: read, EditAct: edit, WriteAct: write, CreateAct: create}
}

// Idle reports whether tool calls of this kind are known to load no rule file.
func (t *Trace) Idle(act Act) bool {
	brings, known := t.Acts[act]
	return known && !brings
}

// EachTouch adds a [Touch] to the trace for each path that a tool call reaches, in the order of
// Options.Touched. The parameter role is the role of its message. EachTouch calls load to record
// what the call loads, unless calls of this kind are known to load nothing.
func (p *Finder) EachTouch(role string, load func(on *Touch)) {
	for i, touched := range p.Options.Touched {
		on := Touch{Path: touched, Role: role}
		if !p.Trace.Idle(p.Options.ActOf(i)) {
			load(&on)
		}
		p.Trace.Touched = append(p.Trace.Touched, on)
	}
}

// Waits reports whether a candidate loads only when a tool reaches certain paths: files that its
// patterns match, or files in the directory to which it applies.
func (c *Candidate) Waits() bool { return c.Verdict == Later && (c.dialect != nil || c.dir != "") }

// Reaches reports whether a waiting candidate loads when a tool reaches file, an absolute path. The
// result by says why. The result sure is false if the agent's documentation does not say whether
// the pattern matches the file.
func (c *Candidate) Reaches(file string) (by string, reaches, sure bool) {
	if c.dir != "" {
		return "it applies to files below " + c.dir, facts.Within(file, c.dir) && file != c.dir, true
	}
	if c.dialect == nil {
		return "", false, true
	}
	rel, inside := RelativeTo(file, c.base)
	if !inside {
		return "", false, true
	}
	if pattern := c.covering(c.Patterns, rel); pattern != "" {
		return fmt.Sprintf("%s covers %s", pattern, rel), true, true
	}
	if c.dialect.open {
		for _, pattern := range c.Patterns {
			if !strings.Contains(pattern, "/") && c.dialect.match("**/"+pattern, rel) {
				return fmt.Sprintf("the documentation does not say whether %s, which has no slash, covers files in subdirectories", pattern), true, false
			}
		}
	}
	return "", false, true
}

// covering returns one of the patterns that matches rel, a path relative to the candidate's base.
// It returns "" if the agent, which considers all patterns together, does not apply the rule to
// this path.
func (c *Candidate) covering(patterns []string, rel string) string {
	if !c.dialect.Covers(patterns, rel) {
		return ""
	}
	for _, pattern := range patterns {
		if c.dialect.match(pattern, rel) {
			return pattern
		}
	}
	return strings.Join(patterns, ", ")
}

// NearName says how the name of a file resembles one of kinds, the names that an agent looks for.
// It returns [WrongCase] or [NearMiss] and a sentence, or "" if the name resembles none of them.
func NearName(name string, kinds []string) (Reason, string) { return nearest(name, kinds) }
