package capture

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"galley/engine/capture/learn"
	"galley/engine/capture/match"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/wire"
)

// Attribution says where the bytes of a captured request came from. It is determined once, when the
// request is captured, because files change afterwards, and it is stored with the capture.
type Attribution struct {
	Names       []string           `json:"names"` // names of the expected texts, by their index in the spans
	Spans       []span             `json:"spans"`
	Gaps        map[string]string  `json:"gaps,omitempty"` // the agent's own words within expected texts
	Differences []match.Difference `json:"differences,omitempty"`
	// Mentions are what the agent mentioned in texts that galley does not predict; nil if galley did
	// not record them.
	Mentions []Mention `json:"mentions"`
	// Choices are the settings that changed the agent's own words; nil if galley did not record them.
	Choices []discovery.Choice `json:"choices"`
	// Words are the agent's own words; nil if galley has no profile of the agent, which it needs to
	// find them.
	Words *learn.Words `json:"words,omitempty"`
}

// span is a [match.Span] in the form in which it is stored.
type span struct {
	Place    int    `json:"p"`
	Start    int    `json:"s"`
	End      int    `json:"e"`
	Kind     string `json:"k"`
	Source   string `json:"f,omitempty"`
	From     int    `json:"a,omitempty"` // From and To are the range in Source, in bytes
	To       int    `json:"b,omitempty"`
	Line     int    `json:"l,omitempty"`
	Expected int    `json:"x"`
}

// reading caches the decoded body.
type reading struct {
	once    sync.Once
	request *wire.Request
	err     error
}

// Request decodes the captured body, with scratch paths replaced by the real ones and
// identifiers masked. A capture from a store is decoded once.
func (c *Capture) Request() (*wire.Request, error) {
	if c.read == nil {
		return c.decode()
	}
	c.read.once.Do(func() { c.read.request, c.read.err = c.decode() })
	return c.read.request, c.read.err
}

func (c *Capture) decode() (*wire.Request, error) { return wire.Decode(c.Form, Mask(c.Substituted())) }

// Substituted returns the body with scratch paths replaced by the real ones.
func (c *Capture) Substituted() []byte {
	body := c.Body
	for _, s := range c.Substitutions {
		if s.From != "" {
			body = bytes.ReplaceAll(body, []byte(s.From), []byte(s.To))
		}
	}
	return body
}

// Expect returns the texts that a request should have according to a discovery.
func Expect(t *discovery.Trace) []match.Expected {
	if t == nil {
		return nil
	}
	var all []match.Expected
	for _, p := range t.Parts {
		one := match.Expected{Name: p.Name, Text: p.Text, Last: p.Last, Before: p.Before, Instead: p.Instead, Absent: p.Absent, Separate: p.Separate, OwnOnly: p.OwnOnly, Numbered: p.Numbered}
		if p.Item {
			one.Item, one.Label, one.Data = true, p.Where, p.Data
		}
		one.Tool, _ = strings.CutPrefix(p.Where, "tool ")
		if p.Where == one.Tool {
			one.Tool = ""
		}
		all = append(all, one)
	}
	if len(t.Parts) > 0 {
		return all
	}
	loaded := slices.Clone(t.Candidates)
	loaded = slices.DeleteFunc(loaded, func(c discovery.Candidate) bool { return c.Order == 0 })
	slices.SortStableFunc(loaded, func(a, b discovery.Candidate) int { return a.Order - b.Order })
	for _, c := range loaded {
		text, bare := c.Text, true
		for _, p := range c.Text.Pieces() {
			bare = bare && p.Origin.Kind != source.Structure
		}
		if bare {
			text = trimmed(text)
		}
		all = append(all, match.Expected{Name: c.Path, Text: text, Bare: bare})
	}
	return all
}

// trimmed returns a text without white space at both ends, because most agents send files in this
// way.
func trimmed(t source.Text) source.Text {
	s := t.String()
	start := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	return t.Slice(start, max(len(strings.TrimRight(s, " \t\r\n")), start))
}

// Values returns the facts about the machine and the session that an agent may write into its
// request.
func Values(w facts.World, c *Capture) []match.Value {
	get := func(name string) string { v, _ := w.LookupEnv(name); return v }
	host, _ := w.Hostname()
	day := c.Created.In(w.Zone())
	all := []match.Value{
		{Name: "system:cwd", Text: c.Cwd}, {Name: "system:cwd, as a name", Text: asName(c.Cwd)}, {Name: "project", Text: c.Project}, {Name: "home", Text: facts.Home(w)}, {Name: "temporary folder", Text: get("TMPDIR")},
		{Name: "system:os", Text: w.Platform()}, {Name: "hostname", Text: host}, {Name: "user", Text: get("USER")}, {Name: "shell", Text: get("SHELL")}, {Name: "model", Text: c.Model},
	}
	if c.Cwd == c.Project {
		all = slices.DeleteFunc(all, func(v match.Value) bool { return v.Name == "project" })
	}
	for _, layout := range layouts {
		all = append(all, match.Value{Name: "system:date", Text: day.Format(layout)})
	}
	if tmp := get("TMPDIR"); tmp == "" {
		all = append(all, match.Value{Name: "temporary folder", Text: "/tmp"})
	}
	return all
}

// asName returns a path in the form in which agents use it as the name of a folder.
func asName(p string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, p)
}

// Understand determines where the bytes of a new capture come from. t is the agent's discovery in
// the same directory, made right after the capture; own returns the facts that the agent writes in
// a form of its own.
func Understand(ctx context.Context, c *Capture, t *discovery.Trace, w facts.World, own start.Facts) error {
	r, err := c.Request()
	if err != nil {
		return err
	}
	in := match.Input{Request: r, Expected: Expect(t), Values: append(Values(w, c), statesOf(ctx, w, own, c.Cwd)...)}
	for _, one := range t.Candidates {
		if one.Path == "" || one.Verdict == discovery.Unknown {
			continue
		}
		text, err := w.ReadFile(one.Path)
		if err != nil || slices.ContainsFunc(in.Files, func(f match.File) bool { return f.Path == one.Path }) {
			continue
		}
		in.Files = append(in.Files, match.File{Path: one.Path, Text: text, Loaded: one.Order > 0})
	}
	m := match.Match(in)
	k := &Attribution{Gaps: m.Gaps, Differences: m.Differences}
	for _, e := range in.Expected {
		k.Names = append(k.Names, e.Name)
	}
	for _, s := range m.Spans {
		o := s.Origin
		k.Spans = append(k.Spans, span{s.Place, s.Start, s.End, o.Kind.String(), o.Source, o.Span.Start, o.Span.End, o.Line, s.Expected})
	}
	k.Mentions, _ = mentions(t)
	k.Choices = append([]discovery.Choice{}, t.Choices...)
	c.Attribution = k
	return nil
}

// Map returns the known origins of the request's bytes. It is empty if they were not determined.
func (k *Attribution) Map() match.Map {
	if k == nil {
		return match.Map{}
	}
	m := match.Map{Gaps: k.Gaps, Differences: k.Differences}
	for _, s := range k.Spans {
		m.Spans = append(m.Spans, match.Span{Place: s.Place, Start: s.Start, End: s.End, Expected: s.Expected, Origin: source.Origin{
			Kind: source.KindOf(s.Kind), Source: s.Source, Span: source.Span{Start: s.From, End: s.To}, Line: s.Line, Tag: source.NoSpan,
		}})
	}
	return m
}

// Age returns how old a capture is, rounded for people: "2 hours".
func (c *Capture) Age(now time.Time) string { return Age(now.Sub(c.Created)) }

// Age returns an age rounded for people: "2 hours".
func Age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < time.Hour:
		return textutil.Plural(int(d/time.Minute), "minute")
	case d < 48*time.Hour:
		return textutil.Plural(int(d/time.Hour), "hour")
	}
	return textutil.Plural(int(d/(24*time.Hour)), "day")
}
