package report

import (
	"slices"
	"strings"
	"time"

	"galley/engine/logs"
	"galley/engine/logs/replay"
	"galley/engine/secret"
	"galley/engine/textutil"
	"galley/engine/token"
)

// Sessions is the JSON shape of `sessions`.
type Sessions struct {
	Schema   int           `json:"schema"`
	Sessions []SessionLine `json:"sessions"` // the newest first
	Notes    []string      `json:"notes"`    // what could not be read
}

// SessionLine is one session in a list.
type SessionLine struct {
	Agent   string `json:"agent"`
	ID      string `json:"id"`
	Path    string `json:"path"`  // path of the log
	Bytes   int64  `json:"bytes"` // size of the log; 0 for a session in a database
	Cwd     string `json:"cwd"`
	Version string `json:"version"` // version of the agent
	Model   string `json:"model"`
	Prompt  string `json:"prompt"` // the first prompt that is known, shortened; for OpenCode the session's title
	Updated string `json:"updated"`
	Parent  string `json:"parent"` // id of the session that started this sub-agent's session; "" for other sessions
}

// SessionLog is the JSON shape of `sessions show`.
type SessionLog struct {
	Schema int `json:"schema"`
	SessionLine
	Whole  bool          `json:"whole"` // the whole log was read
	Launch SessionLaunch `json:"launch"`
	Turns  []SessionTurn `json:"turns"`
	// Delegates are the sessions of the session's sub-agents, the oldest first.
	Delegates []SessionLine   `json:"delegates"`
	Damages   int             `json:"damages"` // number of places that cannot be read
	Damaged   []SessionDamage `json:"damaged"` // the first of these places
	Strange   map[string]int  `json:"strange"` // how many lines there are of each kind that galley does not know
	Notes     []string        `json:"notes"`
}

// SessionLaunch describes the start of a session.
type SessionLaunch struct {
	Known bool          `json:"known"` // the log says which rule files were sent at launch
	Rules []SessionRule `json:"rules"`
	// Replayed says that galley applied the agent's rules to the project as it was at that time.
	Replayed bool          `json:"replayed"`
	Skills   []string      `json:"skills"`
	Agents   []string      `json:"agents"`
	System   int           `json:"system"` // size of the system text; 0 if the log does not contain it
	Tools    []SessionTool `json:"tools"`  // empty if the log does not contain them
}

// SessionTool is the declaration of a tool.
type SessionTool struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}

// SessionRule is a rule file that was loaded.
type SessionRule struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"` // 0 if neither the log nor the replay has the text
	Tokens int    `json:"tokens"`
	// Changed reports that the file was also loaded at launch, with another text.
	Changed bool   `json:"changed"`
	Source  string `json:"source"` // log, or replayed: the agent's rules load it in the project as it was at that time
	// By is the tool call that loaded the file. It is null for a file loaded at launch and for an
	// unknown call.
	By     *SessionCall `json:"by"`
	Why    string       `json:"why"`    // the pattern or directory that makes the agent load the file; "" if not known
	Ground string       `json:"ground"` // where a replayed text comes from; "" if nothing was found
}

// SessionTurn is one prompt of the user and what followed it.
type SessionTurn struct {
	Number    int              `json:"number"` // counts from 1; 0 if the beginning of the log was not read
	Commit    string           `json:"commit"` // the commit checked out at that time; "" if the history of git does not show it
	At        string           `json:"at"`
	Prompt    string           `json:"prompt"`
	Compacted bool             `json:"compacted"` // the history was compacted in this turn or just before it
	Rules     []SessionRule    `json:"rules"`     // the rule files loaded in this turn
	Requests  []SessionRequest `json:"requests"`
}

// SessionRequest is one request to the model.
type SessionRequest struct {
	At    string        `json:"at"`
	Model string        `json:"model"`
	Usage *SessionUsage `json:"usage"` // the usage that the provider reports; null if the log does not contain it
	Odd   string        `json:"odd"`   // why the usage in the log is ignored as impossible, or ""
	// Galley is galley's count of the request in the log. It is null if the request's messages are
	// not all known, or if the log is too large to count.
	Galley *SessionCount `json:"galley"`
	Calls  []SessionCall `json:"calls"` // the tool calls in the answer
	Broke  *SessionBreak `json:"broke"` // null unless the request read clearly less from the cache than the request before had left there
}

// SessionUsage has the numbers that the provider reports, in tokens.
type SessionUsage struct {
	Input      int `json:"input"` // of the whole request
	CacheRead  int `json:"cacheRead"`
	CacheWrite int `json:"cacheWrite"`
	Output     int `json:"output"`
}

// SessionCount is a number of tokens that galley counted.
type SessionCount struct {
	Tokens int    `json:"tokens"`
	Basis  string `json:"basis"`
	Lacks  string `json:"lacks"` // parts that the log does not contain and that are not counted
}

// SessionCall is a tool call.
type SessionCall struct {
	Tool string `json:"tool"`
	Path string `json:"path"`
	// About says what a call without a file is about: a command, an agent or a pattern.
	About string `json:"about"`
}

// SessionBreak says that the provider's cache covered less of the request than before.
type SessionBreak struct {
	Lost  int    `json:"lost"` // in tokens
	Why   string `json:"why"`
	Where string `json:"where"` // the place up to which the cache was read, by galley's count; "" if not known
}

// SessionDamage is a place of a log that cannot be read.
type SessionDamage struct {
	Offset int64  `json:"offset"` // in bytes; for OpenCode the number of the message
	What   string `json:"what"`
}

func sessionLine(s logs.Session) SessionLine {
	return SessionLine{s.Agent, s.ID, s.Path, s.Size, s.Cwd, s.Version, s.Model, secret.MaskKeys(s.Prompt), formatTime(s.Updated), s.Parent}
}

func formatTime(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// SessionsOf returns the JSON shape of a list of sessions.
func SessionsOf(all []logs.Session, notes []string) Sessions {
	out := Sessions{Schema: Schema, Sessions: []SessionLine{}, Notes: list(notes)}
	for _, s := range all {
		out.Sessions = append(out.Sessions, sessionLine(s))
	}
	return out
}

// mostCounted is the most bytes of a log whose tokens galley counts.
const mostCounted = 16 << 20

// SessionLogOf returns the JSON shape of a session's log. again is the replay of the session,
// which applies the agent's rules once more, or nil. Secrets are masked.
func SessionLogOf(l *logs.Log, again *replay.Replay, notes []string, count Counter) SessionLog {
	if again == nil {
		again = &replay.Replay{Turns: make([]replay.Turn, len(l.Turns))}
	}
	notes = append(slices.Clone(notes), again.Notes...)
	if len(l.Turns) > 0 && l.Turns[0].Cut {
		notes = append(notes, "the first turn shown is long and was read from its end: its prompt and first requests are missing; ask for all turns to see them")
	}
	had := hadOf(l)
	out := SessionLog{Schema: Schema, SessionLine: sessionLine(l.Session), Whole: l.Whole, Turns: []SessionTurn{}, Delegates: []SessionLine{}, Damages: l.Damages,
		Damaged: []SessionDamage{}, Strange: map[string]int{}, Notes: list(notes)}
	c := &sessionCounter{agent: l.Agent, count: count, known: map[string]token.Count{}, left: mostCounted}
	out.Launch = SessionLaunch{Known: l.Launch.Tells, Replayed: again.Launched, Rules: c.replayed(l.Cwd, l.Launch.Rules, again.Launch, had), Skills: list(l.Launch.Skills), Agents: list(l.Launch.Agents), Tools: []SessionTool{}}
	for _, text := range l.Launch.System {
		out.Launch.System += len(text)
	}
	for _, t := range l.Launch.Tools {
		out.Launch.Tools = append(out.Launch.Tools, SessionTool{t.Name, len(t.JSON)})
	}
	for i, t := range l.Turns {
		turn := SessionTurn{Number: t.Number, Commit: again.Turns[i].Commit, At: formatTime(t.At), Prompt: secret.MaskKeys(t.Prompt), Compacted: t.Compacted,
			Rules: c.replayed(l.Cwd, t.Rules, again.Turns[i].Rules, had), Requests: []SessionRequest{}}
		for j := range t.Requests {
			turn.Requests = append(turn.Requests, c.request(l, &l.Turns[i].Requests[j]))
		}
		out.Turns = append(out.Turns, turn)
	}
	for _, d := range l.Damaged {
		out.Damaged = append(out.Damaged, SessionDamage{d.Offset, d.What})
	}
	for kind, n := range l.Strange {
		out.Strange[kind] = n
	}
	return out
}

func sessionCall(call logs.Call) SessionCall {
	return SessionCall{call.Tool, secret.MaskKeys(call.Path), secret.MaskKeys(call.About)}
}

// text describes the call in a line.
func (c SessionCall) text(cwd string) string {
	if c.Path == "" {
		return strings.TrimSpace(c.Tool + "  " + oneLine(textutil.Shorten(c.About, 80)))
	}
	return c.Tool + " " + Nearby(c.Path, cwd)
}

// Delegate adds the sessions of the session's sub-agents.
func (s *SessionLog) Delegate(all []logs.Session) {
	for _, one := range all {
		s.Delegates = append(s.Delegates, sessionLine(one))
	}
}

// sessionCounter counts the tokens of a log's texts, each text once.
type sessionCounter struct {
	agent string
	count Counter
	known map[string]token.Count
	left  int // how many bytes it may still count
}

func (c *sessionCounter) text(text string) (token.Count, bool) {
	n, known := c.known[text]
	if !known {
		if c.left -= len(text); c.left < 0 {
			return token.Count{}, false
		}
		n = c.count(c.agent, text)
		c.known[text] = n
	}
	return n, true
}

func (c *sessionCounter) rules(all []logs.Rule) []SessionRule {
	out := []SessionRule{}
	for _, r := range all {
		n, _ := c.text(r.Text)
		out = append(out, SessionRule{Path: r.Path, Bytes: len(r.Text), Tokens: n.Tokens, Changed: r.Changed})
	}
	return out
}

func (c *sessionCounter) request(l *logs.Log, r *logs.Request) SessionRequest {
	out := SessionRequest{At: formatTime(r.At), Model: r.Model, Odd: r.Usage.Odd, Calls: []SessionCall{}}
	if r.Usage.Known {
		out.Usage = &SessionUsage{r.Usage.Input, r.Usage.CacheRead, r.Usage.CacheWrite, r.Usage.Output}
	}
	for _, call := range r.Calls {
		out.Calls = append(out.Calls, sessionCall(call))
	}
	if r.Broke != nil {
		out.Broke = &SessionBreak{Lost: r.Broke.Lost, Why: r.Broke.Why}
	}
	if c.left < 0 {
		return out
	}
	sent := l.Sent(r)
	if sent == nil {
		return out
	}
	total := SessionCount{Lacks: sent.Lacks}
	parts := partsOf(sent, c.agent)
	for i := range parts {
		n, ok := c.text(parts[i].text)
		if !ok {
			return out
		}
		parts[i].tokens = n.Tokens
		total.Tokens += n.Tokens
		total.Basis = string(n.Basis)
	}
	out.Galley = &total
	if out.Broke != nil {
		out.Broke.Where = cachedUpTo(parts, total.Tokens, r.Usage, sent.Lacks)
	}
	return out
}
