package budget

import (
	"cmp"
	"slices"
	"sync"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// Counters returns the counter for a provider and its model; if model is "", for the provider's
// usual model. The returned counters must be comparable. A meter keeps its counts while equal
// counters are returned for the same names, so a counter that estimates can be returned until a
// vocabulary is loaded.
type Counters func(provider, model string) token.Counter

// Document counts a text that changes little from one count to the next, as [token.Document] does.
// It counts the whole text and parts of it; the tokens of the parts and of the rest between them
// sum to those of the whole.
type Document interface {
	Set(text string)
	Count() token.Count
	Spans(spans []source.Span) (shares []token.Count, rest int)
}

// Estimates is the [Counters] for which no vocabulary is loaded: it estimates for all models.
func Estimates(provider, model string) token.Counter { return token.Estimator{} }

// Options say for which model a prompt is measured.
type Options struct {
	// Provider and Model choose the counter for blocks and messages, and the model for that
	// provider's gauge.
	Provider, Model string
	// Overrides maps a provider to a limit that replaces its usual one, in the provider's own
	// unit.
	Overrides map[string]int
}

// Size is how large something is.
type Size struct {
	Length source.Length
	Tokens token.Count
}

// BlockSize is the size of one block, and its place in the prompt.
type BlockSize struct {
	Message, Block int         // indexes into the prompt and its message
	Span           source.Span // its place in the message's text, in bytes
	Size
}

// Measurement is the result of a [Meter]. The lengths and tokens of a message's blocks and of the
// separators between them sum to those of the message.
type Measurement struct {
	Blocks   []BlockSize
	Messages []Size
	Total    Size // of all messages
	Tools    Size // of the tools' declarations beside the messages; zero without any
	Gauges   []Gauge
	counter  token.Counter // counts blocks and messages
}

// Meter measures prompts and caches its counts. It is safe for concurrent use; its
// results depend only on the prompt.
type Meter struct {
	counters Counters
	follow   func(token.Counter) Document
	mu       sync.Mutex
	slots    map[place]*slot
	copies   map[copyOf]*followed
	round    uint64
}

// beside is used instead of the index of a message for a tool declaration, which belongs to no
// message.
const beside = -1

// place identifies a text that will probably be measured again with small changes.
type place struct {
	message int
	block   string
	again   int  // its position among the blocks with the same id
	before  bool // it is the separator before the block
}

// NewMeter returns a meter that counts tokens with counters.
//
// follow makes an empty document for a counter. If it is not nil, a message is counted as a whole,
// as a model reads it, and each block gets its share. Otherwise, and always with [token.Estimator],
// each block is counted by itself and the message is their sum.
func NewMeter(counters Counters, follow func(token.Counter) Document) *Meter {
	return &Meter{counters: counters, follow: follow, slots: map[place]*slot{}, copies: map[copyOf]*followed{}}
}

// Measure measures a prompt.
func (m *Meter) Measure(p prompt.Prompt, o Options) Measurement {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.round++
	limits := WithOverrides(o.Overrides)
	// The first counter counts the blocks, the others are for the gauges.
	counters := []token.Counter{m.counters(o.Provider, o.Model)}
	for _, l := range limits {
		counters = append(counters, m.counters(l.Provider, o.modelFor(l.Provider)))
	}
	totals := make([]token.Count, len(counters))
	out := Measurement{counter: counters[0]}
	for i, message := range p.Messages {
		sums := make([]token.Count, len(counters))
		size := m.message(&out, i, message, counters, sums)
		if size.Tokens.Method == "" { // the message has no blocks
			size.Tokens = counters[0].Count("")
		}
		out.Messages = append(out.Messages, size)
		out.Total.Length = out.Total.Length.Add(size.Length)
		for j := range totals {
			totals[j] = add(totals[j], sums[j])
		}
	}
	for j, c := range counters {
		if totals[j].Method == "" { // the prompt has no messages
			totals[j] = c.Count("")
		}
	}
	out.Total.Tokens = totals[0]
	out.Tools = m.tools(p.Tools, counters[0])
	for j, l := range limits {
		out.Gauges = append(out.Gauges, gauge(l, out.Total.Length, totals[j+1]))
	}
	m.forget()
	return out
}

// tools measures the declarations of the tools one by one and returns the sum.
func (m *Meter) tools(all []prompt.Tool, c token.Counter) Size {
	var size Size
	for i, t := range all {
		length, counts := m.slot(place{message: beside, block: t.Name, again: i}).measure(t.Declaration, []token.Counter{c})
		size.Length = size.Length.Add(length)
		size.Tokens = add(size.Tokens, counts[0])
	}
	return size
}

// modelFor returns the model with which a provider's gauge is counted.
func (o Options) modelFor(provider string) string {
	if o.Model != "" && token.Means(o.Provider, o.Model).Is(provider) {
		return o.Model
	}
	return ""
}

// Family returns the name of a provider in the table of limits. The table has one name for a
// company and for the models that it makes. A provider that offers models of several vendors keeps
// its name.
func Family(provider string) string {
	return cmp.Or(ProviderOf(token.Means(provider, "")), provider)
}

// message measures one message. It counts the size and the blocks with the first counter, and adds
// the tokens by each counter to sums.
func (m *Meter) message(out *Measurement, index int, message prompt.Message, counters []token.Counter, sums []token.Count) Size {
	var size Size
	first, seen := len(out.Blocks), map[string]int{}
	spans := message.Spans()
	alone := make([]token.Counter, len(counters)) // the counters that count each block by itself; nil for those that count whole messages
	for j, c := range counters {
		if _, adds := c.(token.Estimator); adds || m.follow == nil {
			alone[j] = c
		}
	}
	for i, b := range message.Blocks {
		at := place{message: index, block: b.ID, again: seen[b.ID]}
		seen[b.ID]++
		if b.Before.Len() > 0 {
			before := at
			before.before = true
			length, counts := m.slot(before).measure(b.Before, alone)
			size.Length = size.Length.Add(length)
			addAll(sums, counts)
		}
		length, counts := m.slot(at).measure(b.Text, alone)
		size.Length = size.Length.Add(length)
		addAll(sums, counts)
		out.Blocks = append(out.Blocks, BlockSize{index, i, spans[i], Size{length, counts[0]}})
	}
	text := ""
	for j, c := range counters {
		if alone[j] != nil {
			continue
		}
		if text == "" {
			text = message.Text().String()
		}
		whole, shares := m.copy(index, c).measure(text, spans, j == 0)
		sums[j] = whole
		for i, share := range shares {
			out.Blocks[first+i].Tokens = share
		}
	}
	size.Tokens = sums[0]
	return size
}

func addAll(sums, counts []token.Count) {
	for j, c := range counts {
		sums[j] = add(sums[j], c)
	}
}

func (m *Meter) slot(at place) *slot {
	s := m.slots[at]
	if s == nil {
		s = &slot{}
		m.slots[at] = s
	}
	s.round = m.round
	return s
}

// keepRounds is for how many measurements an unused slot is kept: long enough for a user to type a
// tag that uses it again.
const keepRounds = 64

func (m *Meter) forget() {
	for at, s := range m.slots {
		if m.round-s.round > keepRounds {
			delete(m.slots, at)
		}
	}
	for at, f := range m.copies {
		if m.round-f.round > keepRounds {
			delete(m.copies, at)
		}
	}
}

// copyOf identifies the copy of a message that is kept for one counter, so that a change of the
// message is counted quickly.
type copyOf struct {
	message int
	counter token.Counter
}

func (m *Meter) copy(message int, c token.Counter) *followed {
	at := copyOf{message, c}
	f := m.copies[at]
	if f == nil {
		f = &followed{document: m.follow(c)}
		m.copies[at] = f
	}
	f.round = m.round
	return f
}

// followed is a document whose text is set to that of a message at each measurement, with the
// counts of the last measurement.
type followed struct {
	document Document
	round    uint64
	known    bool
	text     string
	whole    token.Count
	spans    []source.Span
	shares   []token.Count
}

// measure returns the token count of the text and, if share is set, how many of the tokens belong
// to each span.
func (f *followed) measure(text string, spans []source.Span, share bool) (token.Count, []token.Count) {
	if !f.known || !same(f.text, text) {
		f.document.Set(text)
		f.known, f.text, f.whole = true, text, f.document.Count()
		f.spans, f.shares = nil, nil
	}
	if !share {
		return f.whole, nil
	}
	if !slices.Equal(f.spans, spans) {
		f.spans = spans
		f.shares, _ = f.document.Spans(spans)
	}
	return f.whole, f.shares
}

// Sum sums counts; the sum is as exact as its least exact part.
func Sum(counts ...token.Count) (sum token.Count) {
	for _, c := range counts {
		sum = add(sum, c)
	}
	return sum
}

// add returns the sum of two counts; it is as exact as the less exact one.
func add(a, b token.Count) token.Count {
	if a.Method == "" {
		return b
	}
	if b.Method == "" {
		return a
	}
	a.Tokens += b.Tokens
	a.Low += b.Low
	a.High += b.High
	if certainty(b.Basis) < certainty(a.Basis) {
		a.Basis, a.Method = b.Basis, b.Method
	}
	return a
}

// certainty orders the bases, the least certain first.
func certainty(b token.Basis) int {
	return slices.Index([]token.Basis{token.Estimate, token.Assumed, token.Exact}, b)
}
