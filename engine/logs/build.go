package logs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"galley/engine/bounded"
	"galley/engine/facts"
	"galley/engine/textutil"
)

// builder makes a log from its lines.
type builder struct {
	log   Log
	heads bool // only the beginning of the log is being read
	kept  int  // size in bytes of the texts that are kept so far
	texts map[string]Message
	forms map[string]*Sent // system texts and tools, by their name in the log
	seen  map[string]int   // from the id of a message to the index of the request that contains its answer
	count int
	// compacted says that the history was compacted since the last request.
	compacted bool
	ruled     map[string]string // the latest texts of the rule files loaded at launch, by path
	cut       bool              // lines between the beginning of the log and this point were skipped
}

func newBuilder(s Session) *builder {
	return &builder{log: Log{Session: s, Strange: map[string]int{}}, texts: map[string]Message{}, forms: map[string]*Sent{},
		seen: map[string]int{}, ruled: map[string]string{}}
}

// take lets a form, the reader of one agent's format, read a line of the log. The argument at is
// the offset of the line. text is nil if the line is too long.
func (b *builder) take(f form, at int64, text []byte) {
	err := error(nil)
	switch {
	case text == nil:
		err = fmt.Errorf("a line of more than %d bytes", MostLine)
	case text[0] != '{':
		err = fmt.Errorf("a line that is not a JSON object")
	default:
		if err = bounded.JSONDepth(string(text)); err == nil {
			err = f.line(b, text)
		}
	}
	if err != nil {
		b.damage(at, clip(why(err), 120))
	}
}

// why says why a line cannot be read.
func why(err error) string {
	if wrong := bounded.Mismatch(err); wrong != "" {
		return wrong
	}
	return err.Error()
}

// damage records a line that cannot be read.
func (b *builder) damage(at int64, what string) {
	if b.log.Damages++; len(b.log.Damaged) < mostDamages {
		b.log.Damaged = append(b.log.Damaged, Damage{at, what})
	}
}

// strange counts a line of an unknown kind.
func (b *builder) strange(kind string) {
	if kind = clip(kind, 40); len(b.log.Strange) < 50 || b.log.Strange[kind] > 0 {
		b.log.Strange[cmp.Or(kind, "without a type")]++
	}
}

// parseTime parses a time of a log.
func (b *builder) parseTime(text string) time.Time {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err == nil && at.After(b.log.Updated) {
		b.log.Updated = at
	}
	return at
}

// turn returns the current turn, and begins the first one if necessary.
func (b *builder) turn() *Turn {
	if len(b.log.Turns) == 0 {
		b.log.Turns = append(b.log.Turns, Turn{})
	}
	return &b.log.Turns[len(b.log.Turns)-1]
}

// prompt begins a turn with a prompt of the user.
func (b *builder) prompt(at time.Time, text string) {
	if b.log.Prompt == "" {
		b.log.Prompt = clip(strings.TrimSpace(text), 200)
	}
	switch n := len(b.log.Turns); {
	case n > 0 && b.log.Turns[n-1].waits():
		t := &b.log.Turns[n-1] // the turn began before its prompt
		if t.Prompt = text; !at.IsZero() {
			t.At = at
		}
	case n < mostTurns:
		b.log.Turns = append(b.log.Turns, Turn{At: at, Prompt: text})
	}
}

// waits reports whether a turn has begun but its prompt has not been read yet.
func (t *Turn) waits() bool { return !t.Cut && t.Prompt == "" && len(t.Requests) == 0 }

// empty reports whether nothing is known about a turn.
func (t *Turn) empty() bool { return t.Prompt == "" && len(t.Requests) == 0 && len(t.Rules) == 0 }

// begin begins a turn whose prompt follows on a later line.
func (b *builder) begin(at time.Time) {
	if n := len(b.log.Turns); n < mostTurns && (n == 0 || !b.log.Turns[n-1].waits()) {
		b.log.Turns = append(b.log.Turns, Turn{At: at})
	}
}

// rule records a rule file that the log shows.
func (b *builder) rule(r Rule) {
	if !r.OnDemand {
		last, known := b.ruled[r.Path]
		switch {
		case !known:
			b.log.Launch.Rules = append(b.log.Launch.Rules, r)
		case strings.HasSuffix(last, r.Text): // the same text was loaded again, possibly after words of the agent
			return
		default:
			r.Changed = true
			b.turn().Rules = append(b.turn().Rules, r)
		}
		b.ruled[r.Path] = r.Text
		return
	}
	t := b.turn()
	if n := len(t.Requests); r.By.Tool == "" && n > 0 {
		r.By = b.brought(r.Path, t.Requests[n-1].Calls)
	}
	t.Rules = append(t.Rules, r)
}

// brought returns the tool call that loaded a rule file. If an answer has only one call, it is
// that call. Otherwise it is the last call on a file in the rule file's directory.
func (b *builder) brought(rule string, calls []Call) (by Call) {
	if len(calls) == 1 {
		return calls[0]
	}
	dir := facts.Dir(facts.Resolve(b.log.Cwd, facts.Slash(rule)))
	for _, c := range calls {
		if c.Path != "" && facts.Within(facts.Resolve(b.log.Cwd, facts.Slash(c.Path)), dir) {
			by = c
		}
	}
	return by
}

// model records the model of a request.
func (b *builder) model(name string) {
	if name != "" && name[0] != '<' {
		b.log.Model = clip(name, 100)
	}
}

// request adds a request with its answer. If a request with this id is already known, r is merged
// into the known request.
func (b *builder) request(id string, r Request) *Request {
	b.model(r.Model)
	t := b.turn()
	if i, known := b.seen[id]; known && id != "" && i < len(t.Requests) {
		old := &t.Requests[i]
		old.Calls = append(old.Calls, r.Calls...)
		if r.Usage.Known || r.Usage.Odd != "" {
			old.Usage = r.Usage
		}
		return old
	}
	if b.count++; b.count > mostRequests {
		return &Request{}
	}
	clear(b.seen)
	b.seen[id] = len(t.Requests)
	if b.compacted {
		t.Compacted, b.compacted = true, false
	}
	t.Requests = append(t.Requests, r)
	return &t.Requests[len(t.Requests)-1]
}

// keep stores a text under a name, unless the limit for all texts would be exceeded.
func (b *builder) keep(name string, m Message) {
	if _, known := b.texts[name]; known || b.kept+len(m.Text) > mostKept {
		return
	}
	b.kept += len(m.Text)
	b.texts[name] = m
}

// cutHead drops the turns read from the beginning of the log, because the caller wants only the
// last turns. The next line may be in the middle of a turn.
func (b *builder) cutHead() {
	b.heads, b.cut = false, true
	b.log.Turns, b.compacted = []Turn{{Cut: true}}, false
	b.log.Model = ""
	clear(b.seen)
}

// done finishes the log: it assembles the requests and finds where the prompt cache broke.
func (b *builder) done() *Log {
	l := &b.log
	var before *Request
	for i := range l.Turns {
		t := &l.Turns[i]
		for j := range t.Requests {
			r := &t.Requests[j]
			r.Broke = b.broke(before, r, t.Compacted && j == 0)
			before = r
		}
	}
	if !b.cut {
		for i := range l.Turns {
			l.Turns[i].Number = i + 1
		}
	}
	l.texts, l.forms = b.texts, b.forms
	return l
}

// slack is the number of tokens that a cache read may fall short without counting as a break.
// Caches end at the borders of blocks, so a small shortfall is normal.
const slack = 1024

// broke returns a Break if request r read more than slack tokens fewer from the cache than the
// request before it left there. Otherwise it returns nil.
func (b *builder) broke(before, r *Request, compacted bool) *Break {
	if before == nil || !before.Usage.Known || !r.Usage.Known {
		return nil
	}
	had := before.Usage.CacheRead + before.Usage.CacheWrite
	if had == 0 || r.Usage.CacheRead+slack >= had {
		return nil
	}
	return &Break{Lost: had - r.Usage.CacheRead, Why: b.why(before, r, compacted)}
}

func (b *builder) why(before, r *Request, compacted bool) string {
	was, is := b.forms[before.shape], b.forms[r.shape]
	// When only the end of a log is read, parts of the requests may be missing.
	unread := b.cut && (before.parts == nil || r.parts == nil) && (b.log.Agent != "claude-code" || r.shape != "")
	pause := ""
	if passed := r.At.Sub(before.At); !before.At.IsZero() && passed > cmp.Or(r.ttl, 5*time.Minute) {
		pause = fmt.Sprintf("%s passed, but the cache is kept only for %s", passed.Round(time.Second), cmp.Or(r.ttl, 5*time.Minute))
	}
	switch {
	case compacted:
		return "the history was compacted"
	case before.Model != r.Model && before.Model != "" && r.Model != "":
		return "the model changed from " + before.Model + " to " + r.Model
	case was != nil && is != nil && before.shape != r.shape && !slices.Equal(was.Tools, is.Tools):
		return toolsChanged(was.Tools, is.Tools)
	case was != nil && is != nil && before.shape != r.shape:
		return "the system text changed"
	case unread && before.shape != r.shape && before.shape != "" && r.shape != "":
		return "the system text or the tools changed"
	case unread:
		return strings.TrimSuffix("not known: the part of the log that was read does not contain both requests; "+pause, "; ")
	case b.differs(before, r) != "":
		return b.differs(before, r)
	case pause != "":
		return pause
	}
	if r.lacks != "" {
		return "not known: the log does not contain " + r.lacks
	}
	return "not known: what the log contains of both requests is the same"
}

// differs says which message changed between two requests. It returns "" if no message changed or
// the change is not known.
func (b *builder) differs(before, r *Request) string {
	if before.parts == nil || r.parts == nil || r.parts.base == before.parts && r.parts.keep >= before.parts.len()-1 {
		return ""
	}
	was, is := before.parts.list(), r.parts.list()
	for i := range was[:max(len(was)-1, 0)] {
		switch {
		case i >= len(is):
			return "messages were removed"
		case !b.alike(was[i], is[i]):
			return fmt.Sprintf("message %d (%s) differs from before", i+1, cmp.Or(b.texts[is[i]].Role, "not kept"))
		}
	}
	return ""
}

// alike reports whether two names stand for the same message.
func (b *builder) alike(x, y string) bool {
	one, known := b.texts[x]
	other, both := b.texts[y]
	return x == y || known && both && one == other
}

// toolsChanged says which tools were added and which were removed.
func toolsChanged(was, is []Tool) string {
	has := func(list []Tool, name string) bool {
		return slices.ContainsFunc(list, func(t Tool) bool { return t.Name == name })
	}
	var parts []string
	for _, t := range is {
		if !has(was, t.Name) {
			parts = append(parts, t.Name+" came")
		}
	}
	for _, t := range was {
		if !has(is, t.Name) {
			parts = append(parts, t.Name+" went")
		}
	}
	if len(parts) == 0 {
		return "the declarations of the tools changed"
	}
	return "the tools changed: " + clip(strings.Join(parts, ", "), 200)
}

// fileKeys are the arguments that name the file of a tool call. aboutKeys are the arguments that
// describe a call without a file. The first argument that is set counts.
var (
	fileKeys  = []string{"file_path", "filePath", "absolute_path", "path", "notebook_path"}
	aboutKeys = []string{"cmd", "command", "subagent_type", "agent_name", "skill", "skill_name", "pattern", "query", "url"}
)

// mostAbout is a limit in bytes: the description of a call is cut to this length.
const mostAbout = 200

// callOf returns a call of a tool with these arguments.
func callOf(tool string, arguments json.RawMessage) Call {
	c := Call{Tool: tool}
	var args map[string]json.RawMessage
	if json.Unmarshal(arguments, &args) != nil {
		return c
	}
	first := func(keys []string) string {
		for _, key := range keys {
			var text string
			if json.Unmarshal(args[key], &text) == nil && text != "" {
				return text
			}
			var words []string
			if json.Unmarshal(args[key], &words) == nil && len(words) > 0 {
				return strings.Join(words, " ")
			}
		}
		return ""
	}
	if c.Path = first(fileKeys); c.Path == "" {
		c.About = textutil.Clip(first(aboutKeys), mostAbout)
	}
	return c
}

// spoken lists the messages of a session so far, for logs that do not give messages names.
type spoken struct {
	parts  []string // the names of the parts
	number int
}

// push adds a message.
func (s *spoken) push(b *builder, role, text string) {
	s.number++
	name := fmt.Sprint(s.number)
	b.keep(name, Message{role, text})
	s.parts = append(s.parts, name)
}

// written records the directory of a session and the newest version of the agent that wrote its
// log. It returns the time of a line.
func (b *builder) written(timestamp, cwd, version string) time.Time {
	if b.log.Cwd == "" {
		b.log.Cwd = cwd
	}
	if version != "" {
		b.log.Version = version
	}
	return b.parseTime(timestamp)
}
