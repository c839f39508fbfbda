package logs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestWhyACacheBroke(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	usage := func(read, write int) Usage {
		return Usage{Known: true, Input: 9000, CacheRead: read, CacheWrite: write}
	}
	list := func(names ...string) *parts { return &parts{tail: names} }
	before := Request{At: at, Model: "m", Usage: usage(4000, 1000), shape: "s", parts: list("a", "b")}
	after := func(change func(r *Request)) Request {
		r := Request{At: at.Add(time.Minute), Model: "m", Usage: usage(0, 0), shape: "s", parts: list("a", "b", "c")}
		change(&r)
		return r
	}
	tools := []Tool{{"one", "{}"}, {"two", "{}"}}
	for name, c := range map[string]struct {
		b         *builder
		before    Request
		after     Request
		compacted bool
		want      string // after the number of lost tokens; "" if the cache was not broken
	}{
		"as much as before":       {after: after(func(r *Request) { r.Usage.CacheRead = 5000 })},
		"nearly as much":          {after: after(func(r *Request) { r.Usage.CacheRead = 5000 - 1024 })},
		"less":                    {after: after(func(r *Request) { r.Usage.CacheRead = 5000 - 1025 }), want: "1025 not known: what the log contains of both requests is the same"},
		"nothing was cached":      {before: Request{Usage: usage(0, 0)}, after: after(func(*Request) {})},
		"a little was cached":     {before: Request{Usage: usage(0, 1024)}, after: after(func(*Request) {})},
		"unknown before":          {before: Request{}, after: after(func(*Request) {})},
		"unknown now":             {after: after(func(r *Request) { r.Usage.Known = false })},
		"compacted":               {after: after(func(r *Request) { r.Model = "n" }), compacted: true, want: "5000 the history was compacted"},
		"another model":           {after: after(func(r *Request) { r.Model = "n" }), want: "5000 the model changed from m to n"},
		"no model":                {after: after(func(r *Request) { r.Model = "" }), want: "5000 not known: what the log contains of both requests is the same"},
		"another system text":     {after: after(func(r *Request) { r.shape = "text" }), want: "5000 the system text changed"},
		"other tools":             {after: after(func(r *Request) { r.shape = "tools" }), want: "5000 the tools changed: three came, two went"},
		"an unknown shape":        {after: after(func(r *Request) { r.shape = "unknown" }), want: "5000 not known: what the log contains of both requests is the same"},
		"a message less":          {after: after(func(r *Request) { r.parts = &parts{} }), want: "5000 messages were removed"},
		"another message":         {after: after(func(r *Request) { r.parts = list("x", "b", "c") }), want: "5000 message 1 (user) differs from before"},
		"a message that is lost":  {after: after(func(r *Request) { r.parts = list("lost", "b", "c") }), want: "5000 message 1 (not kept) differs from before"},
		"the same text":           {after: after(func(r *Request) { r.parts = list("again", "b", "c") }), want: "5000 not known: what the log contains of both requests is the same"},
		"another last message":    {after: after(func(r *Request) { r.parts = list("a", "x") }), want: "5000 not known: what the log contains of both requests is the same"},
		"no messages known":       {after: after(func(r *Request) { r.parts = nil }), want: "5000 not known: what the log contains of both requests is the same"},
		"a pause":                 {after: after(func(r *Request) { r.At = at.Add(5*time.Minute + 400*time.Millisecond) }), want: "5000 5m0s passed, but the cache is kept only for 5m0s"},
		"five minutes":            {after: after(func(r *Request) { r.At = at.Add(5 * time.Minute) }), want: "5000 not known: what the log contains of both requests is the same"},
		"within the hour":         {after: after(func(r *Request) { r.At, r.ttl = at.Add(time.Hour), time.Hour }), want: "5000 not known: what the log contains of both requests is the same"},
		"after the hour":          {after: after(func(r *Request) { r.At, r.ttl = at.Add(61*time.Minute), time.Hour }), want: "5000 1h1m0s passed, but the cache is kept only for 1h0m0s"},
		"no time before":          {before: Request{Model: "m", Usage: usage(5000, 0), shape: "s", parts: list("a")}, after: after(func(r *Request) {}), want: "5000 not known: what the log contains of both requests is the same"},
		"a log that lacks parts":  {after: after(func(r *Request) { r.lacks = "the tools" }), want: "5000 not known: the log does not contain the tools"},
		"a pause and a message":   {after: after(func(r *Request) { r.At, r.parts = at.Add(time.Hour), list("x") }), want: "5000 message 1 (user) differs from before"},
		"cut":                     {b: &builder{cut: true}, after: after(func(r *Request) { r.parts = nil }), want: "5000 not known: the part of the log that was read does not contain both requests"},
		"cut, with a pause":       {b: &builder{cut: true}, after: after(func(r *Request) { r.parts, r.At = nil, at.Add(6*time.Minute) }), want: "5000 not known: the part of the log that was read does not contain both requests; 6m0s passed, but the cache is kept only for 5m0s"},
		"cut, with another shape": {b: &builder{cut: true}, after: after(func(r *Request) { r.parts, r.shape = nil, "unknown" }), want: "5000 the system text or the tools changed"},
		"cut, without a shape":    {b: &builder{cut: true}, after: after(func(r *Request) { r.parts, r.shape = nil, "" }), want: "5000 not known: the part of the log that was read does not contain both requests"},
		"cut, in an old log":      {b: &builder{cut: true, log: Log{Session: Session{Agent: "claude-code"}}}, after: after(func(r *Request) { r.parts, r.shape = nil, "" }), want: "5000 not known: what the log contains of both requests is the same"},
		"cut, but both are known": {b: &builder{cut: true}, after: after(func(r *Request) { r.parts = list("x") }), want: "5000 message 1 (user) differs from before"},
	} {
		if c.b == nil {
			c.b = &builder{}
		}
		c.b.texts = map[string]Message{"a": {"user", "A"}, "again": {"user", "A"}, "b": {"user", "B"}, "c": {"user", "C"}, "x": {"user", "X"}}
		c.b.forms = map[string]*Sent{"s": {System: []string{"S"}, Tools: tools}, "text": {System: []string{"T"}, Tools: tools}, "tools": {System: []string{"S"}, Tools: []Tool{{"one", "{}"}, {"three", "{}"}}}}
		if c.before.Usage == (Usage{}) && name != "unknown before" {
			c.before = before
		}
		got := ""
		if broke := c.b.broke(&c.before, &c.after, c.compacted); broke != nil {
			got = fmt.Sprint(broke.Lost, " ", broke.Why)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	first := after(func(*Request) {})
	if (&builder{}).broke(nil, &first, false) != nil {
		t.Error("the first request broke a cache")
	}
	continued := after(func(r *Request) { r.parts = &parts{base: before.parts, keep: 1, tail: []string{"x"}} })
	if got := (&builder{}).differs(&before, &continued); got != "" {
		t.Errorf("all but the last message of the request before: %q", got)
	}
	continued.parts.keep = 0
	if got := (&builder{}).differs(&before, &continued); got != "message 1 (not kept) differs from before" {
		t.Errorf("no message of the request before: %q", got)
	}
}

func TestChangesOfTools(t *testing.T) {
	t.Parallel()
	a, b := Tool{"a", "1"}, Tool{"b", "1"}
	for _, c := range []struct {
		was, is []Tool
		want    string
	}{
		{[]Tool{a}, []Tool{{"a", "2"}}, "the declarations of the tools changed"},
		{[]Tool{a, b}, []Tool{b, a}, "the declarations of the tools changed"},
		{[]Tool{a}, []Tool{a, b}, "the tools changed: b came"},
		{[]Tool{a, b}, []Tool{a}, "the tools changed: b went"},
		{[]Tool{a}, []Tool{b}, "the tools changed: b came, a went"},
		{nil, []Tool{{strings.Repeat("x", 300), ""}}, "the tools changed: " + strings.Repeat("x", 200) + "…"},
	} {
		if got := toolsChanged(c.was, c.is); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestPartsOfRequests(t *testing.T) {
	t.Parallel()
	first := &parts{tail: []string{"a", "b", "c"}}
	second := &parts{base: first, keep: 2, tail: []string{"d"}}
	third := &parts{base: second, keep: 1, tail: []string{"e", "f"}}
	fourth := &parts{base: third, keep: 3}
	for want, p := range map[string]*parts{"a b c": first, "a b d": second, "a e f": third, "a e f ": fourth, "": {}} {
		if got := strings.Join(p.list(), " "); got != strings.TrimSpace(want) || p.len() != len(strings.Fields(want)) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	l := &Log{texts: map[string]Message{"a": {"user", "A"}}, forms: map[string]*Sent{"s": {System: []string{"S"}}}}
	for name, c := range map[string]struct {
		r    Request
		want string
	}{
		"all":               {Request{parts: &parts{tail: []string{"a"}}, shape: "s"}, "&{System:[S] Tools:[] Messages:[{Role:user Text:A}] Lacks:}"},
		"parts unknown":     {Request{shape: "s"}, "<nil>"},
		"shape unknown":     {Request{parts: &parts{tail: []string{"a"}}, shape: "t"}, "<nil>"},
		"a lacking log":     {Request{parts: &parts{tail: []string{"a"}}, lacks: "tools"}, "&{System:[] Tools:[] Messages:[{Role:user Text:A}] Lacks:tools}"},
		"a message is lost": {Request{parts: &parts{tail: []string{"a", "b"}}, shape: "s"}, "<nil>"},
	} {
		if got := fmt.Sprintf("%+v", l.Sent(&c.r)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// If an answer has several calls, the last call on a file in the folder of a rule file has loaded
// the rule file.
func TestWhichCallLoadedARule(t *testing.T) {
	t.Parallel()
	b := newBuilder(Session{Cwd: "/p"})
	b.log.Cwd = "/p"
	one, two, other, none := Call{Tool: "one", Path: "src/x"}, Call{Tool: "two", Path: "/p/src/deep/y"}, Call{Tool: "other", Path: "/p/z"}, Call{Tool: "none"}
	for _, c := range []struct {
		rule  string
		calls []Call
		want  Call
	}{
		{"src/AGENTS.md", []Call{other}, other},
		{"src/AGENTS.md", []Call{one, two, other, none}, two},
		{"/p/src/AGENTS.md", []Call{two, one, other}, one},
		{"src/AGENTS.md", []Call{other, none}, Call{}},
		{"src/AGENTS.md", nil, Call{}},
	} {
		if got := b.brought(c.rule, c.calls); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.rule, got, c.want)
		}
	}
	b.rule(Rule{Path: "src/AGENTS.md", OnDemand: true})
	b.request("1", Request{Calls: []Call{one, other}})
	b.rule(Rule{Path: "src/AGENTS.md", OnDemand: true})
	b.rule(Rule{Path: "src/AGENTS.md", OnDemand: true, By: other})
	var got []string
	for _, r := range b.log.Turns[0].Rules {
		got = append(got, r.By.Tool)
	}
	if !slices.Equal(got, []string{"", "one", "other"}) {
		t.Errorf("got %q", got)
	}
}

func TestWhatACallNames(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]Call{
		`{"file_path":"a","path":"b","cmd":"c"}`: {Tool: "t", Path: "a"}, `{"path":["a","b"]}`: {Tool: "t", Path: "a b"}, `{"file_path":"","absolute_path":"x"}`: {Tool: "t", Path: "x"},
		`{"cmd":[],"command":"make"}`: {Tool: "t", About: "make"}, `{"url":"u","query":"q"}`: {Tool: "t", About: "q"}, `{"path":7,"skill":"s"}`: {Tool: "t", About: "s"},
		`{"cmd":"` + strings.Repeat("x", 201) + `"}`: {Tool: "t", About: strings.Repeat("x", 200)}, `7`: {Tool: "t"}, `{}`: {Tool: "t"}, ``: {Tool: "t"},
	} {
		if got := callOf("t", json.RawMessage(arguments)); got != want {
			t.Errorf("%.40s: %+v, want %+v", arguments, got, want)
		}
	}
}

func TestWhatABuilderKeepsIsBounded(t *testing.T) {
	t.Parallel()
	b := newBuilder(Session{})
	for i := range 60 {
		b.strange(fmt.Sprint("kind ", i))
	}
	b.strange("kind 0")
	b.strange(strings.Repeat("y", 50))
	if len(b.log.Strange) != 50 || b.log.Strange["kind 0"] != 2 || b.log.Strange["kind 49"] != 1 {
		t.Errorf("%d kinds: %v", len(b.log.Strange), b.log.Strange)
	}
	other := newBuilder(Session{})
	other.strange(strings.Repeat("y", 50))
	other.strange("")
	if other.log.Strange[strings.Repeat("y", 40)+"…"] != 1 || other.log.Strange["without a type"] != 1 {
		t.Errorf("%v", other.log.Strange)
	}
	for i := range 25 {
		b.damage(int64(i), "x")
	}
	if b.log.Damages != 25 || len(b.log.Damaged) != 20 || b.log.Damaged[19].Offset != 19 {
		t.Errorf("%d damages, %d kept", b.log.Damages, len(b.log.Damaged))
	}
	b.kept = mostKept - 3
	b.keep("fits", Message{"user", "abc"})
	b.keep("more", Message{"user", "d"})
	if b.kept != mostKept || len(b.texts) != 1 {
		t.Errorf("%d bytes in %v", b.kept, b.texts)
	}
	b.keep("fits", Message{"user", ""})
	if b.texts["fits"].Text != "abc" {
		t.Errorf("replaced: %v", b.texts)
	}
	b.count = mostRequests - 1
	b.request("last", Request{})
	if r := b.request("one more", Request{}); r == nil || len(b.log.Turns[0].Requests) != 1 {
		t.Errorf("%d requests", len(b.log.Turns[0].Requests))
	}
	b.log.Turns = make([]Turn, mostTurns-1)
	for i := range b.log.Turns {
		b.log.Turns[i].Prompt = "x"
	}
	b.prompt(time.Time{}, "last")
	b.prompt(time.Time{}, "one more")
	b.begin(time.Time{})
	if n := len(b.log.Turns); n != mostTurns || b.log.Turns[n-1].Prompt != "last" {
		t.Errorf("%d turns", n)
	}
	c := &claude{asked: map[string]claudeAsked{}}
	for i := range 100_001 {
		c.asked[fmt.Sprint(i)] = claudeAsked{}
	}
	if c.request(&claudeLine{ID: "new"}, time.Time{}); len(c.asked) != 1 {
		t.Errorf("%d requests wait", len(c.asked))
	}
	delete(c.asked, "new")
	for i := range 100_000 {
		c.asked[fmt.Sprint(i)] = claudeAsked{}
	}
	if c.request(&claudeLine{ID: "new"}, time.Time{}); len(c.asked) != 100_001 {
		t.Errorf("%d requests wait", len(c.asked))
	}
}

func TestTurnsBegin(t *testing.T) {
	t.Parallel()
	at := func(n int64) time.Time { return time.Unix(n, 0) }
	b := newBuilder(Session{})
	b.begin(at(1))
	b.begin(at(2)) // the turn before this one has neither a prompt nor a request
	b.prompt(at(3), " first \nline")
	b.prompt(at(4), "second")
	b.begin(at(5))
	b.request("r", Request{})
	b.begin(at(6))
	var got []string
	for _, turn := range b.log.Turns {
		got = append(got, fmt.Sprint(turn.At.Unix(), turn.Prompt))
	}
	if !slices.Equal(got, []string{"3 first \nline", "4second", "5", "6"}) || b.log.Prompt != "first " {
		t.Errorf("%q, prompt %q", got, b.log.Prompt)
	}
	for name, c := range map[string]struct {
		turn         Turn
		waits, empty bool
	}{
		"new": {Turn{}, true, true}, "cut": {Turn{Cut: true}, false, true}, "asked": {Turn{Prompt: "x"}, false, false},
		"answered": {Turn{Requests: make([]Request, 1)}, false, false}, "with rules": {Turn{Rules: make([]Rule, 1)}, true, false},
	} {
		if c.turn.waits() != c.waits || c.turn.empty() != c.empty {
			t.Errorf("%s: waits %v, empty %v", name, c.turn.waits(), c.turn.empty())
		}
	}
}

func TestRequestsOfOneID(t *testing.T) {
	t.Parallel()
	b := newBuilder(Session{})
	known := Usage{Known: true, Input: 5}
	b.request("a", Request{Calls: []Call{{Tool: "1"}}, Model: "m"})
	b.request("a", Request{Calls: []Call{{Tool: "2"}}, Usage: known})
	b.request("a", Request{})
	b.request("a", Request{Usage: Usage{Odd: "odd"}})
	b.request("", Request{})
	b.request("", Request{})
	b.compacted = true
	b.request("b", Request{})
	turn := b.log.Turns[0]
	if len(turn.Requests) != 4 || len(turn.Requests[0].Calls) != 2 || turn.Requests[0].Usage.Odd != "odd" || !turn.Compacted || b.compacted || b.log.Model != "m" {
		t.Errorf("got %+v", turn)
	}
	b.prompt(time.Time{}, "next")
	b.request("b", Request{}) // another turn already has a request with this id
	if n := len(b.log.Turns[1].Requests); n != 1 {
		t.Errorf("%d requests in the next turn", n)
	}
}
