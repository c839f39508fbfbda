package learn

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/capture/match"
	"galley/engine/source"
)

// Limits of the search for texts that the prompt and the request both contain.
const (
	maxAt     = 40   // the most places at which one anchor is tried
	maxAnchor = 4000 // the most anchors in one message
	minAnchor = 3    // the fewest non-blank bytes of an anchor
)

// anchor is a text of galley's prompt that is not a stand-in and that the captured request also
// contains.
type anchor struct {
	order int    // its position among the anchors of the prompt
	slot  int    // number of stand-ins before it
	lead  string // text before the anchor if both are between two stand-ins
	tail  string // likewise, the text after the anchor
	text  string
	weigh int
	at    int // its offset in the request
}

// align compares a message that galley made with the corresponding text of the agent, and returns
// the agent's words for the stand-ins.
func align(model []flat, t sentText, titled bool) []Run {
	rows := gaps(model)
	if len(rows) == 0 {
		return nil
	}
	chain := longest(candidates(model, rows, t.text, titled))
	a := aligning{model: model, rows: rows, t: t, between: between(model, rows)}
	prev := anchor{at: 0}
	for _, c := range chain {
		a.stretch(prev, c)
		prev = c
	}
	a.stretch(prev, anchor{slot: len(rows), lead: a.between[len(rows)], at: len(t.text)})
	return a.out
}

// between returns the text before each stand-in, followed by the text after the last stand-in.
func between(model []flat, rows []gap) []string {
	out := make([]string, len(rows)+1)
	at := 0
	for i, g := range rows {
		out[i] = joined(model[at:g.from])
		at = g.to
	}
	out[len(rows)] = joined(model[at:])
	return out
}

// candidates returns the places in the agent's text at which a text occurs that galley writes
// itself.
func candidates(model []flat, rows []gap, text string, titled bool) []anchor {
	var all []anchor
	order := 0
	add := func(slot int, whole string, from, to int) bool {
		body := whole[from:to]
		if len(strings.Join(strings.Fields(body), "")) < minAnchor {
			return false
		}
		order++
		found := false
		for at, n := 0, 0; n < maxAt && len(all) < maxAnchor; n++ {
			i := strings.Index(text[at:], body)
			if i < 0 {
				break
			}
			all = append(all, anchor{order, slot, whole[:from], whole[to:], body, len(body), at + i})
			at, found = at+i+1, true
		}
		return found
	}
	for slot, whole := range between(model, rows) {
		from := len(whole) - len(strings.TrimLeft(whole, " \n"))
		to := max(len(strings.TrimRight(whole, " \n")), from)
		if !add(slot, whole, from, to) {
			at := 0
			for line := range strings.Lines(whole) {
				end := at + len(strings.TrimRight(line, "\n"))
				add(slot, whole, at, end)
				at += len(line)
			}
		}
		if titled && slot < len(rows) && rows[slot].title != "" {
			order++
			at := 0
			for line := range strings.Lines(text) {
				if match.Heading(strings.TrimRight(line, "\r\n")) == rows[slot].title && len(all) < maxAnchor {
					all = append(all, anchor{order: order, slot: slot, lead: whole, weigh: len(line), at: at})
				}
				at += len(line)
			}
		}
	}
	return all
}

// longest chooses anchors that have the same order in both texts. It returns the choice with the
// greatest total length.
func longest(all []anchor) []anchor {
	slices.SortStableFunc(all, func(a, b anchor) int { return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.at, b.at)) })
	best, from := make([]int, len(all)), make([]int, len(all))
	last := -1
	for i, c := range all {
		best[i], from[i] = c.weigh, -1
		for j := range i {
			p := all[j]
			if p.order < c.order && p.at+len(p.text) <= c.at && best[j]+c.weigh > best[i] {
				best[i], from[i] = best[j]+c.weigh, j
			}
		}
		if last < 0 || best[i] > best[last] {
			last = i
		}
	}
	var out []anchor
	for i := last; i >= 0; i = from[i] {
		out = append(out, all[i])
	}
	slices.Reverse(out)
	return out
}

// aligning collects the runs of one message.
type aligning struct {
	model   []flat
	rows    []gap
	t       sentText
	between []string
	out     []Run
}

// stretch learns the words between two neighbouring anchors.
func (a *aligning) stretch(prev, next anchor) {
	from, to := prev.at+len(prev.text), next.at
	if prev.slot >= next.slot || from > to {
		return // no stand-in lies between them
	}
	words := a.t.text[from:to]
	before, after := prev.tail, next.lead
	if prev.text == "" && prev.order == 0 {
		before = a.between[0]
	}
	// Keep the heading in words, because it is one of the agent's own.
	if prev.text == "" && prev.order > 0 {
		before = ""
	}
	if rest, ok := strings.CutPrefix(words, before); ok {
		words, from, before = rest, from+len(before), ""
	}
	if rest, ok := strings.CutSuffix(words, after); ok {
		words, to, after = rest, to-len(after), ""
	}
	row := []string{a.rows[prev.slot].name}
	for i := prev.slot + 1; i < next.slot; i++ {
		row = append(row, a.between[i], a.rows[i].name)
	}
	first, last := a.rows[prev.slot].from, a.rows[next.slot-1].to
	for _, f := range a.model[first:last] {
		if isFile(f.Origin.Kind) || f.Origin.Kind == source.Template || f.Origin.Kind == source.Override {
			return // the user's text lies here, but was not found
		}
	}
	bits, ok := a.t.bits(from, to)
	if !ok {
		return
	}
	a.out = append(a.out, a.split(Run{Row: row, Before: before, After: after, Words: bits}, words, from)...)
}

// split divides a run of several stand-ins into one run for each stand-in, if it is certain which
// words belong to which. This is certain if each text that galley writes between two stand-ins
// occurs exactly once in the words. If galley writes nothing between them, it is certain if the
// request has the words of each stand-in in a separate text.
func (a *aligning) split(r Run, words string, from int) []Run {
	n := (len(r.Row) + 1) / 2
	if n == 1 || r.Before != "" || r.After != "" {
		return []Run{r}
	}
	var ends [][2]int // where each separator lies in words
	bare := true
	for i := 1; i < len(r.Row); i += 2 {
		if r.Row[i] == "" {
			continue
		}
		bare = false
		if at := strings.Index(words, r.Row[i]); at >= 0 && strings.Count(words, r.Row[i]) == 1 {
			ends = append(ends, [2]int{at, at + len(r.Row[i])})
		}
	}
	if bare {
		for _, cut := range a.t.cuts {
			if cut > from && cut < from+len(words) {
				ends = append(ends, [2]int{cut - from, cut - from})
			}
		}
	}
	if len(ends) != n-1 || !slices.IsSortedFunc(ends, func(x, y [2]int) int { return x[0] - y[1] }) {
		return []Run{r}
	}
	var out []Run
	at := 0
	for i := range n {
		end, next := len(words), len(words)
		if i < n-1 {
			end, next = ends[i][0], ends[i][1]
		}
		bits, _ := a.t.bits(from+at, from+end) // cannot fail: the whole range has no bytes of a file
		out = append(out, Run{Row: []string{r.Row[2*i]}, Words: bits})
		at = next
	}
	return out
}
