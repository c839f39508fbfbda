// Package match finds out where each byte of a captured request comes from.
//
// Discovery says which texts an agent puts into its request and how it frames them. [Match] looks
// for these texts in the request. A piece of an expected text whose origin is a pack or a stand-in
// is a gap: there the request has the agent's own words, and Match returns them. A text that is
// found gets the origin of the expected text. What discovery expects but the request lacks, or the
// reverse, is a [Difference]. Everything else is the agent's own prose.
//
// The amount of work is bounded by the sizes of the request and of the expected texts.
package match

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"galley/engine/source"
	"galley/engine/wire"
)

// Expected is a text that the request should have.
type Expected struct {
	Name string // its name in views: "rules", a file's path
	// Text is the expected text with the agent's frame: the words that the agent writes around it.
	// Its pieces from packs and stand-ins are gaps.
	Text source.Text
	// Bare is true if the words that the agent writes around the text are not known, so that Text is
	// only the file's text. A short text counts only if the base name of Name occurs shortly before
	// it. A text that was not captured cannot be inserted into a predicted request, because the
	// words around it would be missing.
	Bare bool
	// Tool names the tool whose description contains the text; "" means that a message contains it.
	Tool string
	// Last and Before say where to insert a text if no text of its kind was captured. Last means
	// the end of the first system text. Before is a text that the agent always writes after the
	// inserted one. If neither is set, such a text cannot be inserted.
	Last   bool
	Before string
	// Instead says that the text replaces the agent's own text. If it was not captured, it cannot
	// be inserted.
	Instead bool
	// Absent says that the request does not declare the tool; Text is then empty.
	Absent bool
	// Separate says that a text that was not captured cannot be inserted beside other texts, but
	// only where Last or Before says.
	Separate bool
	// OwnOnly says that the text has only the agent's own words. If a request lacks such a text,
	// this is not a difference.
	OwnOnly bool
	// Numbered is a text with a number. Where the agent's own words in Text contain it with another
	// number, the number is replaced.
	Numbered string
	// Item says that the text is a whole item of a message's content. If it was not captured, it
	// is inserted as an item with the label Label and with the JSON value Data beside it. The item
	// goes before the one with the label Before. If Before is "", it becomes the first item of the
	// first user message.
	Item        bool
	Label, Data string
}

// File is a user's file. Its bytes must never count as the agent's prose.
type File struct {
	Path   string
	Text   string
	Loaded bool // discovery says that the request contains it
}

// Value is a fact that an agent may put into its own text: the working directory, a
// date, the model.
type Value struct {
	Name string // "system:cwd"
	Text string
}

// Input is the input of [Match].
type Input struct {
	Request  *wire.Request
	Expected []Expected // in the order of the request, if that is known
	Files    []File
	Values   []Value
}

// Span is a run of bytes of one text that have the same origin.
type Span struct {
	Place      int // index of a text of the request; see [wire.Request.At]
	Start, End int // offsets in bytes in that text
	Origin     source.Origin
	// Expected is the index in Input.Expected, or -1 for bytes that were found in another way.
	Expected int
}

// Difference is a disagreement between discovery and the request.
type Difference struct {
	Kind  Kind
	Name  string // the name of the expected text, or the path of the file
	Bytes int    // size of the text in bytes
	Place int    // index in Request.Places, or -1 if the request does not contain the text
	Start int    // offset in bytes in that text
}

// Kind is the kind of a difference.
type Kind string

// The kinds.
const (
	Missing    Kind = "missing"    // expected, but not in the request
	Unexpected Kind = "unexpected" // in the request, but not expected
	Changed    Kind = "changed"    // in the request in another form than expected
)

// Map says where a request's bytes come from.
type Map struct {
	Spans       []Span // sorted by place and start; they do not overlap
	Differences []Difference
	// Gaps has the agent's own words within expected texts, by the name of the gap.
	Gaps map[string]string
}

// Limits of the search.
const (
	maxTries = 200      // the most places at which the start of one expected text is tried
	maxGap   = 64 << 10 // the most bytes of the agent's words in one gap
	minLine  = 12       // the fewest bytes of a line that is searched by itself
	minValue = 4        // the fewest bytes of a value that is searched
	minBare  = 40       // the fewest bytes of a text without a frame that needs no name before it
	nameFar  = 400      // the most bytes between a name and the text that it precedes
)

// Match finds the origins of a request's bytes.
func Match(in Input) Map {
	m := matcher{in: in, taken: make([][]Span, in.Request.Count()), gaps: map[string]string{}}
	for i := range in.Request.Count() {
		_, text := in.Request.At(i)
		m.all = append(m.all, text)
	}
	m.texts = m.all[:len(in.Request.Places)]
	m.expected()
	m.files()
	m.values()
	out := Map{Gaps: m.gaps, Differences: m.differences}
	for _, spans := range m.taken {
		out.Spans = append(out.Spans, spans...)
	}
	return out
}

type matcher struct {
	in          Input
	all         []string // the texts of the messages, then the descriptions of the tools
	texts       []string // only the texts of the messages
	taken       [][]Span // the spans found so far, by the index of the text
	gaps        map[string]string
	differences []Difference
	found       map[string]bool // paths of files in the expected texts that were found
}

// position is a place in one of the texts: the text's index, and an offset in bytes.
type position struct{ place, at int }

// expected looks for the expected texts. It searches for each text behind the one found before it
// and, if the text is not there, in the whole request.
func (m *matcher) expected() {
	m.found = map[string]bool{}
	var cursor position
	for i, e := range m.in.Expected {
		if e.Text.Len() == 0 {
			continue
		}
		segments := split(e.Text)
		if e.Tool != "" {
			if at := tool(m.in.Request, e.Tool); at < 0 || !m.described(i, segments, at) {
				m.differences = append(m.differences, Difference{Kind: Missing, Name: e.Name, Bytes: e.Text.Len(), Place: -1})
			}
			continue
		}
		accept := func(position) bool { return true }
		if e.Bare && e.Text.Len() < minBare {
			accept = func(p position) bool { return m.named(p, e.Name) }
		}
		end, ok := m.locate(i, segments, cursor, accept)
		if !ok && cursor != (position{}) {
			end, ok = m.locate(i, segments, position{}, accept)
		}
		if ok {
			cursor = end
			m.sources(e.Text)
			continue
		}
		if !e.OwnOnly {
			m.differences = append(m.differences, Difference{Kind: Missing, Name: e.Name, Bytes: e.Text.Len(), Place: -1})
		}
	}
}

// segment is a part of an expected text: a literal text, or a gap.
type segment struct {
	text   string
	gap    string // name of the gap, or "" for a literal
	pieces []source.Piece
}

// split divides an expected text at its gaps. A gap at either end is dropped, because it is not
// known how far it reaches.
func split(t source.Text) []segment {
	var all []segment
	for _, p := range t.Pieces() {
		if p.Origin.Kind == source.Pack || p.Origin.Kind == source.StandIn {
			if len(all) > 0 && all[len(all)-1].gap == "" {
				all = append(all, segment{gap: p.Origin.Source})
			}
			continue
		}
		if len(all) == 0 || all[len(all)-1].gap != "" {
			all = append(all, segment{})
		}
		last := &all[len(all)-1]
		last.text += p.Text
		last.pieces = append(last.pieces, p)
	}
	if n := len(all); n > 0 && all[n-1].gap != "" {
		all = all[:n-1]
	}
	return all
}

// locate looks for the segments, in order and from a position on, sets their origins, and returns
// where the last one ends.
func (m *matcher) locate(index int, segments []segment, from position, accept func(position) bool) (position, bool) {
	if len(segments) == 0 {
		return from, true
	}
	for p := from.place; p < len(m.texts); p++ {
		at := 0
		if p == from.place {
			at = from.at
		}
		for range maxTries {
			i := m.free(p, segments[0].text, at)
			if i < 0 {
				break
			}
			if starts, ok := m.follow(p, segments, i); ok && accept(position{p, i}) {
				end := m.take(index, p, segments, m.tight(p, segments, starts))
				return position{p, end}, true
			}
			at = i + 1
		}
	}
	return position{}, false
}

// tool returns the index of the text that describes a tool, or -1.
func tool(r *wire.Request, name string) int {
	for i, d := range r.Descriptions {
		if d.Kind == name {
			return len(r.Places) + i
		}
	}
	return -1
}

// described sets the origins of the segments in the description of a tool.
func (m *matcher) described(index int, segments []segment, at int) bool {
	if len(segments) == 0 {
		return true
	}
	from := 0
	for range maxTries {
		i := strings.Index(m.all[at][from:], segments[0].text)
		if i < 0 {
			return false
		}
		if starts, ok := m.follow(at, segments, from+i); ok {
			m.take(index, at, segments, starts)
			m.sources(m.in.Expected[index].Text)
			return true
		}
		from += i + 1
	}
	return false
}

// sources records that the files from which a text comes were found in the request.
func (m *matcher) sources(t source.Text) {
	for _, p := range t.Pieces() {
		if p.Origin.Kind == source.File || p.Origin.Kind == source.Import {
			m.found[p.Origin.Source] = true
		}
	}
}

// tight shortens a gap that is the second segment of a text, by moving the first segment as close
// to the third one as possible. Without this step, a first segment that occurs often, such as a
// blank line, would make the gap too long.
func (m *matcher) tight(p int, segments []segment, starts []int) []int {
	if len(segments) < 3 || segments[1].gap == "" {
		return starts
	}
	first := segments[0].text
	at := starts[0] + strings.LastIndex(m.all[p][starts[0]:starts[2]], first)
	if !m.overlaps(p, at, starts[2]) {
		starts[0], starts[1] = at, at+len(first)
	}
	return starts
}

// free returns the offset at which a literal text next occurs outside the spans found so far, or
// -1.
func (m *matcher) free(p int, literal string, from int) int {
	for {
		i := strings.Index(m.texts[p][from:], literal)
		if i < 0 {
			return -1
		}
		i += from
		end := m.overlapEnd(p, i, i+len(literal))
		if end == 0 {
			return i
		}
		from = end
	}
}

// overlaps reports whether a range overlaps a span found so far. The range must not be empty.
func (m *matcher) overlaps(p, start, end int) bool { return m.overlapEnd(p, start, end) > 0 }

// overlapEnd returns the end of the first span found so far that overlaps a range. It returns 0 if
// none does. The range must not be empty.
func (m *matcher) overlapEnd(p, start, end int) int {
	spans := m.taken[p]
	i, _ := slices.BinarySearchFunc(spans, start, func(s Span, at int) int { return cmp.Compare(s.End, at+1) })
	if i < len(spans) && spans[i].Start < end {
		return spans[i].End
	}
	return 0
}

// follow looks for the other segments after the first one, which begins at first. It returns where
// each segment begins.
func (m *matcher) follow(p int, segments []segment, first int) (starts []int, ok bool) {
	starts = []int{first}
	at := first + len(segments[0].text)
	for i := 1; i < len(segments); i++ {
		if segments[i].gap != "" {
			starts = append(starts, at)
			continue
		}
		limit := min(at+maxGap+len(segments[i].text), len(m.all[p]))
		j := strings.Index(m.all[p][at:limit], segments[i].text)
		if j < 0 {
			return nil, false
		}
		if m.overlaps(p, at+j, at+j+len(segments[i].text)) {
			return nil, false
		}
		starts = append(starts, at+j)
		at += j + len(segments[i].text)
	}
	return starts, true
}

// named reports whether a file's base name occurs shortly before a position.
func (m *matcher) named(p position, file string) bool {
	return strings.Contains(m.texts[p.place][max(p.at-nameFar, 0):p.at], path.Base(file))
}

// take sets the origins of the segments' bytes and returns where the last segment ends.
func (m *matcher) take(index, p int, segments []segment, starts []int) (end int) {
	for i, s := range segments {
		end = starts[i]
		for _, piece := range s.pieces {
			m.add(Span{p, end, end + len(piece.Text), piece.Origin, index})
			end += len(piece.Text)
		}
		if s.gap == "" {
			continue
		}
		if to := starts[i+1]; to > end {
			m.gaps[s.gap] = m.all[p][end:to]
			m.add(Span{p, end, to, source.Origin{Kind: source.Captured, Source: s.gap, Span: source.Span{End: to - end}, Tag: source.NoSpan}, index})
		}
	}
	return end
}

// add adds a span, which is not empty, to the sorted spans of its place in the request.
func (m *matcher) add(s Span) {
	spans := m.taken[s.Place]
	i, _ := slices.BinarySearchFunc(spans, s.Start, func(have Span, at int) int { return cmp.Compare(have.Start, at) })
	m.taken[s.Place] = slices.Insert(spans, i, s)
}
