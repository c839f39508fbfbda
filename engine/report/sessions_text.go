package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"galley/engine/agent"
	"galley/engine/logs"
	"galley/engine/secret"
	"galley/engine/textutil"
)

// SessionsText writes a list of sessions.
func SessionsText(w io.Writer, shape Sessions) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range shape.Sessions {
		at, _ := time.Parse(time.RFC3339, s.Updated)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", s.Agent, at.Local().Format("2006-01-02 15:04"), Safe(short(s.ID)), Safe(oneLine(s.Cwd)), Safe(oneLine(textutil.Shorten(s.Prompt, 60))))
	}
	return table.Flush()
}

// short returns the beginning of an id, which `sessions show` accepts.
func short(id string) string {
	if len(id) == 36 && strings.Count(id, "-") == 4 {
		return id[:13]
	}
	return id
}

// versioned names an agent and its version, or says that the log does not name the version.
func versioned(agent, version string) string {
	return agent + " " + cmp.Or(version, "of a version that the log does not name")
}

// SessionLogText writes a session's log for people.
func SessionLogText(w io.Writer, shape SessionLog) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", versioned(shape.Agent, shape.Version), shape.ID)
	fmt.Fprintf(&b, "  in %s\n  %s", cmp.Or(shape.Cwd, "a directory that the log does not name"), shape.Path)
	if shape.Bytes > 0 {
		fmt.Fprintf(&b, ", %s", Size(int(shape.Bytes)))
	}
	fmt.Fprintf(&b, "; %s\n", shape.Read())
	if shape.Parent != "" {
		fmt.Fprintf(&b, "  a sub-agent's session, started by the session %s\n", shape.Parent)
	}
	launch(&b, &shape)
	for i := range shape.Turns {
		turnText(&b, &shape, &shape.Turns[i])
	}
	if len(shape.Delegates) > 0 {
		b.WriteString("\nsub-agents, each with a session of its own\n")
	}
	for _, d := range shape.Delegates {
		fmt.Fprintf(&b, "  %s  %s  %s\n", d.ID, d.Model, oneLine(textutil.Shorten(d.Prompt, 60)))
	}
	for _, d := range shape.Damaged {
		fmt.Fprintf(&b, "! byte %d: %s\n", d.Offset, d.What)
	}
	if more := shape.Damages - len(shape.Damaged); more > 0 {
		fmt.Fprintf(&b, "! and %d more places that cannot be read\n", more)
	}
	for _, kind := range slices.Sorted(maps.Keys(shape.Strange)) {
		fmt.Fprintf(&b, "note: %d lines of the kind %q, which galley does not know\n", shape.Strange[kind], kind)
	}
	for _, note := range shape.Notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

func launch(b *strings.Builder, shape *SessionLog) {
	l := &shape.Launch
	b.WriteString("at launch\n")
	switch {
	case !l.Known && len(l.Rules) == 0 && l.Replayed:
		b.WriteString("  rule files: none, according to the agent's rules; the log does not say\n")
	case !l.Known && len(l.Rules) == 0:
		b.WriteString("  rule files: not known, the log does not say\n")
	case len(l.Rules) == 0:
		b.WriteString("  rule files: none\n")
	}
	for _, r := range l.Rules {
		sign := ""
		if r.Source == "replayed" {
			sign = r.Sign() + " "
		}
		fmt.Fprintf(b, "  %srule %s  %s%s\n", sign, Nearby(r.Path, shape.Cwd), r.Weighs(), asClause(r.Came(shape.Cwd)))
	}
	if !l.Known && slices.ContainsFunc(l.Rules, func(r SessionRule) bool { return r.Source == "log" }) {
		b.WriteString("  rule files in the system text are not in the log\n")
	}
	if l.System > 0 {
		fmt.Fprintf(b, "  system text %s\n", Size(l.System))
	}
	if len(l.Tools) > 0 {
		total := 0
		for _, t := range l.Tools {
			total += t.Bytes
		}
		fmt.Fprintf(b, "  %s, %s\n", textutil.Plural(len(l.Tools), "tool"), Size(total))
	}
	if len(l.Skills) > 0 {
		fmt.Fprintf(b, "  %s: %s\n", textutil.Plural(len(l.Skills), "skill"), some(l.Skills))
	}
	if len(l.Agents) > 0 {
		fmt.Fprintf(b, "  %s: %s\n", textutil.Plural(len(l.Agents), "agent"), some(l.Agents))
	}
}

// asClause returns a sentence as a clause to append after a semicolon. It returns "" for an empty
// sentence.
func asClause(sentence string) string {
	if sentence == "" {
		return ""
	}
	return "; " + sentence
}

// Sign returns the mark of a rule file: whether the log names it, or only the replay says that it
// was loaded.
func (r *SessionRule) Sign() string {
	if r.Source == "replayed" {
		return "?"
	}
	return "+"
}

// Weighs describes the size of the rule file.
func (r *SessionRule) Weighs() string {
	if r.Bytes == 0 {
		return "its text is not in the log"
	}
	return fmt.Sprintf("%s, about %d tokens", Size(r.Bytes), r.Tokens)
}

func turnText(b *strings.Builder, shape *SessionLog, t *SessionTurn) {
	name := "turn"
	if t.Number > 0 {
		name = fmt.Sprintf("turn %d", t.Number)
	}
	at := t.At
	if t.Commit != "" {
		at += "  at " + t.Commit[:min(len(t.Commit), 8)]
	}
	fmt.Fprintf(b, "\n%s  %s  %s\n", name, at, textutil.Shorten(oneLine(t.Prompt), 100))
	if t.Compacted {
		b.WriteString("  the history was compacted\n")
	}
	for _, r := range t.Rules {
		fmt.Fprintf(b, "  %s rule %s  %s%s\n", r.Sign(), Nearby(r.Path, shape.Cwd), r.Weighs(), asClause(r.Came(shape.Cwd)))
	}
	for i := range t.Requests {
		r := &t.Requests[i]
		fmt.Fprintf(b, "  %s %s  ", strings.TrimSuffix(r.At[min(len(r.At), 11):], "Z"), r.Model)
		if u := r.Usage; u != nil {
			fmt.Fprintf(b, "%d tokens in, %d of them from the cache", u.Input, u.CacheRead)
			if u.CacheWrite > 0 {
				fmt.Fprintf(b, ", %d written to it", u.CacheWrite)
			}
			fmt.Fprintf(b, "; %d out", u.Output)
		} else {
			b.WriteString(cmp.Or(r.Odd, "its usage is not in the log"))
		}
		if g := r.Galley; g != nil {
			fmt.Fprintf(b, "; galley counts %s", g.Text())
			if g.Lacks != "" {
				fmt.Fprintf(b, " without %s, which the log does not contain", g.Lacks)
			}
		}
		b.WriteByte('\n')
		for _, call := range r.Calls {
			fmt.Fprintf(b, "    calls %s\n", call.text(shape.Cwd))
		}
		if r.Broke != nil {
			fmt.Fprintf(b, "    ! the cache broke, %d tokens were read again: %s%s\n", r.Broke.Lost, r.Broke.Why, asClause(r.Broke.Where))
		}
	}
}

// SentText writes a request assembled from a log. A line before each text says what the text is.
// Secrets are masked.
func SentText(sent *logs.Sent) string {
	var b strings.Builder
	part := func(name, text string) {
		fmt.Fprintf(&b, "--- %s ---\n%s", name, text)
		if !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	for _, text := range sent.System {
		part("system", text)
	}
	for _, t := range sent.Tools {
		part("tool "+t.Name, t.JSON)
	}
	for _, m := range sent.Messages {
		part(m.Role, m.Text)
	}
	return secret.MaskKeys(b.String())
}

// TurnText returns a turn of the log for people.
func (l *SessionLog) TurnText(i int) string {
	var b strings.Builder
	turnText(&b, l, &l.Turns[i])
	return Safe(strings.TrimPrefix(b.String(), "\n"))
}

// LaunchText describes, for people, the start of the session.
func (l *SessionLog) LaunchText() string {
	var b strings.Builder
	launch(&b, l)
	return Safe(b.String())
}

// Read says how much of the log was read.
func (l *SessionLog) Read() string {
	if l.Whole {
		return "the whole log was read"
	}
	return "only its last turns were read"
}

// Short returns the beginning of the session's id, which `sessions show` accepts.
func (l *SessionLine) Short() string { return short(l.ID) }

// Newer returns a note if the agent's version that wrote a log is newer than the versions whose
// logs galley knows.
func Newer(agents *agent.Registry, l *logs.Log) (notes []string) {
	a, known, err := agents.Lookup(l.Agent)
	if err == nil && l.Version != "" && agent.Higher(l.Version, known) {
		notes = append(notes, fmt.Sprintf("%s %s wrote this log, and galley knows the logs of %s: new contents may be missing here", a.Title, l.Version, known))
	}
	return notes
}

// Text writes the count after a sign that says how the tokens were counted.
func (c *SessionCount) Text() string { return sign(c.Basis) + fmt.Sprint(c.Tokens) }
