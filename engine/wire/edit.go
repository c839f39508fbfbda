package wire

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galley/engine/settings"
)

// Edit is one change to a request's texts.
type Edit struct {
	Place int // index of a text, see [Request.At]
	Do    Action
	Text  string // of Replace and InsertBefore
	// Label and Data belong to an inserted text: the agent's own name for it, and a JSON value
	// with its data. They are used if the agent has lists of names and data beside its texts.
	Label, Data string
}

// Action is the kind of an [Edit].
type Action uint8

// The actions. Remove and InsertBefore need a place that is [Location.Listed]. InsertBefore adds
// an item like the item at Place, with another text and without the cache mark. If the agent has
// lists of names and data beside its texts, these lists change too.
const (
	Replace Action = iota
	Remove
	InsertBefore
)

// Edit returns the request with the edits made. Texts that no edit names keep their
// bytes. Edits of one place are made in the given order.
func (r *Request) Edit(edits []Edit) (*Request, error) {
	var changes []change
	var removed []span
	for _, e := range edits {
		if e.Place < 0 || e.Place >= r.Count() {
			return nil, fmt.Errorf("the request has %d texts; text %d does not exist", r.Count(), e.Place)
		}
		p, _ := r.At(e.Place)
		if e.Do != Replace && !p.Listed() {
			return nil, fmt.Errorf("the text at %s is not an item of a list", p.Pointer)
		}
		switch e.Do {
		case Replace:
			changes = append(changes, change{span{p.Start, p.End}, quote(e.Text)})
		case Remove:
			for _, s := range []span{p.part, p.label, p.data} {
				if s.end > 0 {
					removed = append(removed, s)
				}
			}
		case InsertBefore:
			for _, c := range []change{{p.part, r.like(p, e.Text)}, {p.label, quote(e.Label)}, {p.data, cmp.Or(e.Data, "null")}} {
				if c.end > 0 {
					changes = append(changes, change{span{c.start, c.start}, c.text + ","})
				}
			}
		}
	}
	for _, run := range r.runs(removed) {
		for _, c := range changes {
			if c.start >= run.start && c.start <= run.end {
				return nil, fmt.Errorf("a text at byte %d is both removed and changed", c.start)
			}
		}
		changes = append(changes, change{r.withComma(run), ""})
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	at := 0
	for _, c := range changes {
		out = append(append(out, r.Body[at:c.start]...), c.text...)
		at = c.end
	}
	return Decode(r.Form, append(out, r.Body[at:]...))
}

type change struct {
	span
	text string
}

// runs joins the ranges of consecutive items of one list, so that they can be removed together with
// the commas between them.
func (r *Request) runs(items []span) []span {
	slices.SortFunc(items, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	var runs []span
	for _, s := range items {
		if n := len(runs); n > 0 && (s.start <= runs[n-1].end || strings.Trim(string(r.Body[runs[n-1].end:s.start]), ", \n\r\t") == "") {
			runs[n-1].end = max(runs[n-1].end, s.end)
			continue
		}
		runs = append(runs, s)
	}
	return runs
}

// withComma extends a range of items to the comma after it. At the end of the list it extends the
// range to the comma before it.
func (r *Request) withComma(s span) span {
	rest := r.Body[s.end:]
	if trimmed := bytes.TrimLeft(rest, " \n\r\t"); bytes.HasPrefix(trimmed, []byte(",")) {
		return span{s.start, len(r.Body) - len(trimmed) + 1}
	}
	if before := bytes.TrimRight(r.Body[:s.start], " \n\r\t"); bytes.HasSuffix(before, []byte(",")) {
		return span{len(before) - 1, s.end}
	}
	return s
}

// like returns the list item at a place, with another text and without a cache mark.
func (r *Request) like(p Location, text string) string {
	n, err := parse(r.Body[p.part.start:p.part.end])
	if err != nil || n.kind != '{' {
		return quote(text)
	}
	var b strings.Builder
	b.WriteByte('{')
	first := true
	for _, m := range n.items {
		if m.key == "cache_control" {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		settings.WriteString(&b, m.key)
		b.WriteByte(':')
		if m.key == "text" && m.isString() {
			b.WriteString(quote(text))
		} else {
			b.WriteString(m.raw())
		}
	}
	b.WriteByte('}')
	return b.String()
}

func quote(text string) string {
	var b strings.Builder
	settings.WriteString(&b, text)
	return b.String()
}
