package match

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// Prediction is the next request, as far as the expected texts determine it.
type Prediction struct {
	Request *wire.Request
	Map     Map // where Request's bytes come from; Span.Expected indexes the texts expected now
	// Changed names the expected texts that differ from the capture: those that have changed, are
	// new, or are gone.
	Changed []string
	// Unplaced names new texts for which no place in the request is known, because no text of their
	// kind was captured.
	Unplaced []string
}

// Predict returns the captured request, updated to the present expected texts (now). names holds
// the names of the texts that were expected when the request was captured; the spans of m refer to
// them by index. A new text is inserted after the text that it follows. A text that is gone is
// removed with its frame. values maps captured facts about the machine and the session to the
// present ones.
func Predict(r *wire.Request, m Map, names []string, now []Expected, values map[string]string) (Prediction, error) {
	p := predictor{request: r, old: ranges(m, names), spans: make([][]Span, r.Count())}
	for _, s := range m.Spans {
		p.spans[s.Place] = append(p.spans[s.Place], s)
	}
	p.texts = make([]string, r.Count())
	for i := range p.texts {
		_, p.texts[i] = r.At(i)
	}
	p.settle(m, now)
	p.renew(m, values)
	return p.build(m)
}

// renew replaces captured values by the present ones.
func (p *predictor) renew(m Map, values map[string]string) {
	for _, s := range m.Spans {
		if s.Expected >= 0 || s.Origin.Kind != source.Variable {
			continue
		}
		text, ok := values[p.texts[s.Place][s.Start:s.End]]
		if !ok || text == p.texts[s.Place][s.Start:s.End] {
			continue
		}
		if !slices.Contains(p.out.Changed, s.Origin.Source) {
			p.out.Changed = append(p.out.Changed, s.Origin.Source)
		}
		origin := s.Origin
		origin.Span = source.Span{End: len(text)}
		p.fresh = append(p.fresh, change{s.Place, s.Start, s.End, text, []Span{{End: len(text), Origin: origin, Expected: -1}}})
	}
}

// stretch is the range that an expected text has in the captured request.
type stretch struct {
	name       string
	place      int
	start, end int
}

// ranges returns the ranges of the expected texts that were found.
func ranges(m Map, names []string) []stretch {
	at := map[int]int{}
	var all []stretch
	for _, s := range m.Spans {
		if s.Expected < 0 || s.Expected >= len(names) {
			continue
		}
		i, ok := at[s.Expected]
		if !ok {
			at[s.Expected] = len(all)
			all = append(all, stretch{names[s.Expected], s.Place, s.Start, s.End})
			continue
		}
		all[i].start, all[i].end = min(all[i].start, s.Start), max(all[i].end, s.End)
	}
	return all
}

type predictor struct {
	request *wire.Request
	old     []stretch
	texts   []string
	spans   [][]Span
	fresh   []change
	items   []newItem
	gone    []int // descriptions of tools that are no longer declared
	out     Prediction
}

// change replaces a range of a captured text.
type change struct {
	place      int
	start, end int
	text       string
	spans      []Span // relative to the start of text
}

// newItem is an item of content that is inserted before a captured one.
type newItem struct {
	place       int // the captured item that follows it
	label, data string
	text        string
	spans       []Span
}

// settle decides for each expected text how it changes the request.
func (p *predictor) settle(m Map, now []Expected) {
	find := func(name string) (stretch, bool) {
		i := slices.IndexFunc(p.old, func(s stretch) bool { return s.name == name })
		if i < 0 {
			return stretch{}, false
		}
		return p.old[i], true
	}
	for i, e := range now {
		text, spans := filled(e.Text, renumbered(m.Gaps, e.Numbered), i)
		was, ok := find(e.Name)
		switch {
		case ok && e.Absent:
			p.out.Changed = append(p.out.Changed, e.Name)
			p.gone = append(p.gone, was.place)
		case ok:
			if p.texts[was.place][was.start:was.end] != text {
				p.out.Changed = append(p.out.Changed, e.Name)
			}
			p.fresh = append(p.fresh, change{was.place, was.start, was.end, text, spans})
		case text == "", e.OwnOnly, slices.ContainsFunc(m.Differences, func(d Difference) bool { return d.Kind == Missing && d.Name == e.Name }):
			// There is nothing to insert, or the text was also expected when the request was captured
			// but the request did not contain it.
		case e.Item:
			p.out.Changed = append(p.out.Changed, e.Name)
			// The item was captured before galley knew its text.
			if at := p.labelled(e.Label); at >= 0 {
				p.fresh = append(p.fresh, change{at, 0, len(p.texts[at]), text, spans})
			} else if at := p.follower(e); at >= 0 {
				p.items = append(p.items, newItem{at, e.Label, e.Data, text, spans})
			} else {
				p.out.Unplaced = append(p.out.Unplaced, e.Name)
			}
		default:
			p.out.Changed = append(p.out.Changed, e.Name)
			at, ok := p.beside(now, i, find)
			if !ok || e.Tool != "" || e.Separate {
				at, ok = p.placeOfNewKind(e)
			}
			if !ok || e.Bare || e.Instead {
				p.out.Unplaced = append(p.out.Unplaced, e.Name)
				continue
			}
			p.fresh = append(p.fresh, change{at.place, at.at, at.at, text, spans})
		}
	}
	for _, was := range p.old {
		if !slices.ContainsFunc(now, func(e Expected) bool { return e.Name == was.name }) {
			p.out.Changed = append(p.out.Changed, was.name)
			p.fresh = append(p.fresh, change{place: was.place, start: was.start, end: was.end})
		}
	}
}

// labelled returns the index in request.Places of the first list item with the given label, or -1.
func (p *predictor) labelled(label string) int {
	return slices.IndexFunc(p.request.Places, func(at wire.Location) bool { return at.Kind == label && at.Listed() })
}

// follower returns the index of the item before which a new item belongs, or -1.
func (p *predictor) follower(e Expected) int {
	if e.Before != "" {
		return p.labelled(e.Before)
	}
	first := slices.IndexFunc(p.request.Places, func(at wire.Location) bool {
		return p.request.Prompt.Messages[at.Message].Role == prompt.User
	})
	if first >= 0 && p.request.Places[first].Listed() {
		return first
	}
	return -1
}

// beside returns where a new text belongs: after the nearest captured text that precedes it, or
// before the nearest one that follows it.
func (p *predictor) beside(now []Expected, i int, find func(string) (stretch, bool)) (position, bool) {
	for j := i - 1; j >= 0; j-- {
		// Skip a text that ends with the agent's own words: it may end later than its range.
		if s, ok := find(now[j].Name); ok && now[j].Tool == "" && now[j].Text.Len() > 0 && !isGap(now[j].Text.Pieces()[len(now[j].Text.Pieces())-1]) {
			return position{s.place, s.end}, true
		}
	}
	for j := i + 1; j < len(now); j++ {
		// Skip a text that begins with the agent's own words: it may begin earlier than its range.
		if s, ok := find(now[j].Name); ok && now[j].Tool == "" && now[j].Text.Len() > 0 && !isGap(now[j].Text.Pieces()[0]) {
			return position{s.place, s.start}, true
		}
	}
	return position{}, false
}

// placeOfNewKind returns where a text belongs if no text of its kind was captured.
func (p *predictor) placeOfNewKind(e Expected) (position, bool) {
	if e.Tool != "" {
		at := tool(p.request, e.Tool)
		if at < 0 {
			return position{}, false
		}
		return position{at, len(p.texts[at])}, true
	}
	if !e.Last && e.Before == "" {
		return position{}, false
	}
	for i, place := range p.request.Places {
		role := p.request.Prompt.Messages[place.Message].Role
		if e.Last && (role == prompt.System || role == prompt.Developer || role == prompt.Instructions) {
			return position{i, len(p.texts[i])}, true
		}
		if e.Last || role == prompt.Assistant {
			continue
		}
		if at := strings.LastIndex(p.texts[i], e.Before); at >= 0 {
			return position{i, at}, true
		}
	}
	return position{}, false
}

// isGap reports whether a piece stands for the agent's own words.
func isGap(p source.Piece) bool {
	return p.Origin.Kind == source.Pack || p.Origin.Kind == source.StandIn
}

// renumbered updates one number in captured words. numbered is a text that contains the new number.
// Where the words have the same text with another number, the result has the new one. The map holds
// the words of each gap by the gap's name.
func renumbered(gaps map[string]string, numbered string) map[string]string {
	const digits = "0123456789"
	at := strings.IndexAny(numbered, digits)
	if at < 0 {
		return gaps
	}
	before, after := numbered[:at], strings.TrimLeft(numbered[at:], digits)
	out := map[string]string{}
	for name, words := range gaps {
		parts := strings.Split(words, before)
		for i, part := range parts[1:] {
			rest := strings.TrimLeft(part, digits)
			if len(rest) < len(part) && strings.HasPrefix(rest, after) {
				parts[i+1] = strings.TrimPrefix(numbered, before) + rest[len(after):]
			}
		}
		out[name] = strings.Join(parts, before)
	}
	return out
}

// filled returns an expected text with the captured words in its gaps, and its spans. A gap that
// was never captured keeps its stand-in.
func filled(t source.Text, gaps map[string]string, index int) (string, []Span) {
	pieces := t.Pieces()
	for len(pieces) > 0 && isGap(pieces[0]) {
		pieces = pieces[1:]
	}
	for len(pieces) > 0 && isGap(pieces[len(pieces)-1]) {
		pieces = pieces[:len(pieces)-1]
	}
	var b strings.Builder
	var spans []Span
	for _, piece := range pieces {
		text, origin := piece.Text, piece.Origin
		if words, ok := gaps[origin.Source]; ok && isGap(piece) {
			text, origin = words, source.Origin{Kind: source.Captured, Source: origin.Source, Span: source.Span{End: len(words)}, Tag: source.NoSpan}
		}
		if text != "" {
			spans = append(spans, Span{Start: b.Len(), End: b.Len() + len(text), Origin: origin, Expected: index})
		}
		b.WriteString(text)
	}
	return b.String(), spans
}

// build writes the changed texts into the request.
func (p *predictor) build(m Map) (Prediction, error) {
	slices.SortStableFunc(p.fresh, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	var edits []wire.Edit
	var spans []Span
	place := 0                // the next place in the new request
	add := func(own []Span) { // adds the spans of the text at that place
		for _, s := range own {
			s.Place = place
			spans = append(spans, s)
		}
		place++
	}
	for i := range p.request.Count() {
		for _, n := range p.items {
			if n.place == i {
				edits = append(edits, wire.Edit{Place: i, Do: wire.InsertBefore, Text: n.text, Label: n.label, Data: n.data})
				add(n.spans)
			}
		}
		text, own := p.rewrite(i)
		at, _ := p.request.At(i)
		switch {
		case slices.Contains(p.gone, i) && at.Listed():
			edits = append(edits, wire.Edit{Place: i, Do: wire.Remove})
			continue
		case text == p.texts[i]:
		case text == "" && at.Listed():
			edits = append(edits, wire.Edit{Place: i, Do: wire.Remove})
			continue
		default:
			edits = append(edits, wire.Edit{Place: i, Text: text})
		}
		add(own)
	}
	next := p.request
	if len(edits) > 0 {
		var err error
		if next, err = p.request.Edit(edits); err != nil {
			return Prediction{}, err
		}
	}
	p.out.Request, p.out.Map = next, Map{Spans: spans, Differences: m.Differences, Gaps: m.Gaps}
	return p.out, nil
}

// rewrite returns a text in its present form, with its spans.
func (p *predictor) rewrite(place int) (string, []Span) {
	text := p.texts[place]
	var b strings.Builder
	var spans []Span
	at := 0
	keep := func(to int) { // appends the captured bytes up to an offset, with their spans
		for _, s := range p.spans[place] {
			if s.Expected < 0 && s.Start >= at && s.End <= to {
				shift := b.Len() - at
				s.Start, s.End = s.Start+shift, s.End+shift
				spans = append(spans, s)
			}
		}
		b.WriteString(text[at:to])
	}
	for _, c := range p.fresh {
		if c.place != place || c.start < at {
			continue
		}
		keep(c.start)
		for _, s := range c.spans {
			s.Start, s.End = s.Start+b.Len(), s.End+b.Len()
			spans = append(spans, s)
		}
		b.WriteString(c.text)
		at = c.end
	}
	keep(len(text))
	return b.String(), spans
}
