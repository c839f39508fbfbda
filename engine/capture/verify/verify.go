// Package verify compares a predicted request with the request that the agent sent afterwards.
//
// Runs of an agent differ in things that galley cannot know: ids, the time, names of temporary
// folders. Before comparing, these are normalised: a name replaces them in both requests. The
// result lists the normalisations that were needed. Text of the user's files is never normalised.
package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"galley/engine/capture/match"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/wire"
)

// Side is one of the two requests.
type Side struct {
	Request *wire.Request
	Map     match.Map
	Names   []string // names of the expected texts, by their index in the spans of Map
}

// Result is the result of a comparison.
type Result struct {
	Same       bool
	Normalised []string // the normalisations without which the two would differ
	First      *Difference
}

// Difference is the first difference between the two requests.
type Difference struct {
	Block     string // where: the JSON pointer of a text, or "tool NAME"
	Offset    int    // in bytes, in that text of the prediction
	Origin    string // where the predicted bytes come from
	Captured  string // what the agent sent there, at most [Shown] bytes
	Predicted string
}

// Shown is how many bytes of each request a difference shows.
const Shown = 120

// kind is one normalisation: its name replaces what its pattern matches.
type kind struct {
	name    string
	pattern *regexp.Regexp
}

// kinds lists the normalisations in the order in which they are applied.
var kinds = sync.OnceValue(func() []kind {
	return []kind{
		{"scratch paths", regexp.MustCompile(`[^\s"'<>]*[/-]scratch[/-]\d+-[0-9a-f]{12}[^\s"'<>]*|\b127\.0\.0\.1:\d+`)},
		{"ids", regexp.MustCompile(`(?:\b[a-z]+_|\b)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?:ses|msg|prt|call|resp|req)_[0-9A-Za-z]{8,}\b|\b[0-9a-f]{32,}\b|\bcc_version=[\w.]+`)},
		{"dates", regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2},? \d{4}|\b\d{1,2}/\d{1,2}/\d{4}(?:, \d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?)?|\b\d{1,2}:\d{2}:\d{2}(?:\s?[AP]M)?`)},
	}
})

// Metadata is the normalisation of what a request says about its run: the keys client_metadata,
// metadata and safeguards.
const Metadata = "metadata of the run"

// Orders is the normalisation of lists that an agent writes in random order.
const Orders = "orders at random"

// Compare compares a captured request with the predicted one. unordered says that the agent writes
// some lists in random order.
func Compare(captured, predicted Side, unordered bool) Result {
	c := comparing{used: map[string]bool{}, unordered: unordered}
	c.texts(captured, predicted)
	if c.first == nil {
		c.tools(captured.Request, predicted.Request)
	}
	if c.first == nil {
		c.rest(captured.Request, predicted.Request)
	}
	out := Result{Same: c.first == nil, First: c.first, Normalised: []string{}}
	for _, k := range kinds() {
		if c.used[k.name] {
			out.Normalised = append(out.Normalised, k.name)
		}
	}
	if c.used[Metadata] {
		out.Normalised = append(out.Normalised, Metadata)
	}
	if c.used[Orders] {
		out.Normalised = append(out.Normalised, Orders)
	}
	return out
}

type comparing struct {
	used      map[string]bool
	unordered bool
	first     *Difference
}

// texts compares the texts one by one.
func (c *comparing) texts(captured, predicted Side) {
	got, want := textsOf(captured), textsOf(predicted)
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			c.first = &Difference{Block: want[i].pointer, Origin: want[i].origin(0), Predicted: clip(want[i].raw, 0)}
		case i >= len(want):
			c.first = &Difference{Block: got[i].pointer, Origin: "not predicted", Captured: clip(got[i].raw, 0)}
		default:
			c.text(got[i], want[i])
		}
		if c.first != nil {
			return
		}
	}
}

func (c *comparing) text(got, want text) {
	if got.raw == want.raw && got.pointer == want.pointer && got.cache == want.cache && got.role == want.role {
		return
	}
	if got.pointer != want.pointer || got.role != want.role || got.cache != want.cache {
		c.first = &Difference{Block: want.pointer, Origin: "structure", Captured: got.role + " " + got.pointer + " " + got.cache, Predicted: want.role + " " + want.pointer + " " + want.cache}
		return
	}
	a, b := got.normal(nil), want.normal(nil)
	if a == b {
		got.normal(c.used)
		return
	}
	if c.unordered && sorted(a) == sorted(b) {
		got.normal(c.used)
		c.used[Orders] = true
		return
	}
	at, atRaw := source.CommonPrefix(a, b), source.CommonPrefix(got.raw, want.raw)
	origin := want.origin(min(atRaw, len(want.raw)))
	c.first = &Difference{Block: want.pointer, Offset: atRaw, Origin: origin, Captured: clip(a, at), Predicted: clip(b, at)}
}

// text is a text of a request, with its ranges that come from the user's files.
type text struct {
	pointer, role, cache string
	raw                  string
	spans                []match.Span
	names                []string
}

func textsOf(s Side) []text {
	out := make([]text, len(s.Request.Places))
	for i, p := range s.Request.Places {
		m := s.Request.Prompt.Messages[p.Message]
		out[i] = text{pointer: p.Pointer, role: string(m.Role), cache: p.Cache, raw: m.Blocks[p.Block].Text.String(), names: s.Names}
	}
	for _, span := range s.Map.Spans {
		if span.Place < len(out) {
			out[span.Place].spans = append(out[span.Place].spans, span)
		}
	}
	return out
}

// normal returns the text with everything outside the user's files normalised. It adds the kinds
// that matched to used, unless used is nil.
func (t text) normal(used map[string]bool) string {
	var b strings.Builder
	at := 0
	for _, s := range t.spans {
		if s.Origin.Kind != source.File && s.Origin.Kind != source.Import || s.Start < at || s.End > len(t.raw) {
			continue
		}
		b.WriteString(normal(t.raw[at:s.Start], used))
		b.WriteString(t.raw[s.Start:s.End])
		at = s.End
	}
	b.WriteString(normal(t.raw[at:], used))
	return b.String()
}

func normal(s string, used map[string]bool) string {
	for _, k := range kinds() {
		if used != nil && k.pattern.MatchString(s) {
			used[k.name] = true
		}
		s = k.pattern.ReplaceAllLiteralString(s, "<"+k.name+">")
	}
	return s
}

// origin says where a byte of the text comes from.
func (t text) origin(at int) string {
	for _, s := range t.spans {
		if at < s.Start || at >= s.End {
			continue
		}
		switch name := s.Origin.Source; {
		case s.Origin.Kind == source.File || s.Origin.Kind == source.Import:
			return fmt.Sprintf("file %s:%d", name, s.Origin.Line+strings.Count(t.raw[s.Start:at], "\n"))
		case s.Expected >= 0 && s.Expected < len(t.names):
			return "frame of " + t.names[s.Expected]
		case name != "":
			return name
		}
	}
	return "the agent's own text"
}

// tools compares the declarations by name.
func (c *comparing) tools(captured, predicted *wire.Request) {
	list := func(r *wire.Request) (names []string, by map[string]string) {
		by = map[string]string{}
		for _, t := range r.Prompt.Tools {
			name := t.Name
			for by[name] != "" { // tools of two servers may have the same name
				name += "'"
			}
			names, by[name] = append(names, name), t.Declaration.String()
		}
		return names, by
	}
	gotNames, got := list(captured)
	wantNames, want := list(predicted)
	for _, name := range wantNames {
		switch text, ok := got[name]; {
		case !ok:
			c.first = &Difference{Block: "tool " + name, Origin: "tool", Predicted: clip(want[name], 0)}
		case text != want[name] && normal(text, nil) != normal(want[name], nil):
			at := source.CommonPrefix(text, want[name])
			c.first = &Difference{Block: "tool " + name, Offset: at, Origin: "tool", Captured: clip(text, at), Predicted: clip(want[name], at)}
		case text != want[name]:
			normal(text, c.used)
		}
		if c.first != nil {
			return
		}
	}
	for _, name := range gotNames {
		if _, ok := want[name]; !ok {
			c.first = &Difference{Block: "tool " + name, Origin: "tool", Captured: clip(got[name], 0)}
			return
		}
	}
	if !slices.Equal(gotNames, wantNames) {
		c.used[Orders] = true
	}
}

// rest compares the other fields of the bodies: model, limits, options.
func (c *comparing) rest(captured, predicted *wire.Request) {
	c.value("", values(captured), values(predicted))
}

// values decodes a body and removes the texts that were already compared. The body was decoded
// before, so that this cannot fail.
func values(r *wire.Request) any {
	body := []byte{}
	at := 0
	for _, p := range slices.SortedFunc(slices.Values(r.Places), func(a, b wire.Location) int { return a.Start - b.Start }) {
		if p.Start < at {
			continue
		}
		body = append(append(body, r.Body[at:p.Start]...), `""`...)
		at = p.End
	}
	v, _ := decoded(append(body, r.Body[at:]...))
	return v
}

// decoded decodes JSON; numbers keep their spelling.
func decoded(text []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	ok = d.Decode(&v) == nil
	return v, ok
}

func (c *comparing) value(pointer string, got, want any) {
	if c.first != nil || pointer == "/tools" {
		return
	}
	if pointer == "/client_metadata" || pointer == "/metadata" || pointer == "/safeguards" {
		if a, b := encoded(got), encoded(want); a != b {
			c.used[Metadata] = true
		}
		return
	}
	differ := func() {
		c.first = &Difference{Block: pointer, Origin: "structure", Captured: clip(encoded(got), 0), Predicted: clip(encoded(want), 0)}
	}
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			differ()
			return
		}
		for _, k := range slices.Sorted(maps.Keys(w)) {
			if inner, there := g[k]; there {
				c.value(pointer+"/"+k, inner, w[k])
			} else {
				c.lacks(pointer+"/"+k, nil, w[k])
			}
		}
		for _, k := range slices.Sorted(maps.Keys(g)) {
			if _, there := w[k]; !there {
				c.lacks(pointer+"/"+k, g[k], nil)
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			differ()
			return
		}
		for i := range w {
			c.value(fmt.Sprintf("%s/%d", pointer, i), g[i], w[i])
		}
	case string:
		g, ok := got.(string)
		switch {
		case g == w && ok:
		case ok && normal(g, nil) == normal(w, nil):
			normal(g, c.used)
		default:
			// If both strings are JSON, compare their values, because keys may be in any order.
			a, okA := decoded([]byte(g))
			b, okB := decoded([]byte(w))
			if _, object := b.(map[string]any); ok && okA && okB && object {
				c.value(pointer, a, b)
				return
			}
			differ()
		}
	default:
		if number, ok := want.(json.Number); ok && moment().MatchString(string(number)) {
			if other, ok := got.(json.Number); ok && moment().MatchString(string(other)) {
				if number != other {
					c.used["dates"] = true
				}
				return
			}
		}
		if got != want {
			differ()
		}
	}
}

// lacks records a member that only one of the requests has.
func (c *comparing) lacks(pointer string, got, want any) {
	if c.first != nil {
		return
	}
	c.first = &Difference{Block: pointer, Origin: "structure", Captured: clip(encoded(got), 0), Predicted: clip(encoded(want), 0)}
}

// encoded returns a value as JSON, or "" for a missing value.
func encoded(v any) string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // cannot fail: the value was decoded from JSON
	return strings.TrimSuffix(b.String(), "\n")
}

// moment matches a time of this century in seconds since 1970, possibly with a fraction, or in
// milliseconds.
var moment = textutil.LazyRegexp(`^(1[6-9]\d{8}|2\d{9})(\d{3}|\.\d+)?$`)

// clip returns at most [Shown] bytes from an offset on. A code point that is cut at either end is left
// out.
func clip(s string, at int) string {
	at = min(at, len(s))
	return strings.ToValidUTF8(s[at:min(at+Shown, len(s))], "")
}

// sorted returns a text with its lines in sorted order.
func sorted(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
