package budget

import (
	"sync"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// Counters chooses the counter for a provider and its model; the model may be
// "", which asks for the provider's usual one. It must always give the same
// counter for the same names, of a comparable type.
type Counters func(provider, model string) token.Counter

// Estimates is the choice where no vocabulary is known: an estimate for all.
func Estimates(provider, model string) token.Counter { return token.Estimator{} }

// Options say what a prompt is measured for.
type Options struct {
	// Provider and Model choose the counter for blocks and messages, and the
	// model of that provider's gauge.
	Provider, Model string
	// Overrides replaces limits, by provider, in the provider's own unit.
	Overrides map[string]int
}

// Size is how large something is.
type Size struct {
	Length source.Length
	Tokens token.Count
}

// BlockSize is the size and place of one block.
type BlockSize struct {
	Message, Block int         // indexes into the prompt and its message
	Span           source.Span // bytes in the message's text
	Size
}

// Measurement is what a [Meter] finds out. The sizes of a message's blocks and
// of what stands between them sum to the message's.
type Measurement struct {
	Blocks   []BlockSize
	Messages []Size
	Total    Size // of all messages
	Gauges   []Gauge
}

// Meter measures prompts and remembers what it measured. It may be used by
// several goroutines at once; what it finds depends on the prompt alone.
type Meter struct {
	counters Counters
	mu       sync.Mutex
	slots    map[place]*slot
	round    uint64
}

// place names a text that is likely to come again with small changes.
type place struct {
	message int
	block   string
	again   int  // of blocks with one id, which
	before  bool // the join before it
}

// NewMeter returns a meter that counts tokens by the counters it is given.
func NewMeter(counters Counters) *Meter {
	return &Meter{counters: counters, slots: map[place]*slot{}}
}

// Measure measures a prompt.
func (m *Meter) Measure(p prompt.Prompt, o Options) Measurement {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.round++
	limits := WithOverrides(o.Overrides)
	// The first counter is for blocks, the others for the gauges.
	counters := []token.Counter{m.counters(o.Provider, o.Model)}
	for _, l := range limits {
		counters = append(counters, m.counters(l.Provider, o.modelFor(l.Provider)))
	}
	totals := make([]token.Count, len(counters))
	var out Measurement
	for i, message := range p.Messages {
		sums := make([]token.Count, len(counters))
		size := m.message(&out, i, message, counters, sums)
		out.Messages = append(out.Messages, size)
		out.Total.Length = out.Total.Length.Add(size.Length)
		for j := range totals {
			totals[j] = add(totals[j], sums[j])
		}
	}
	for j, c := range counters {
		if totals[j].Method == "" { // no message at all
			totals[j] = c.Count("")
		}
	}
	out.Total.Tokens = totals[0]
	for j, l := range limits {
		out.Gauges = append(out.Gauges, gauge(l, out.Total.Length, totals[j+1]))
	}
	m.forget()
	return out
}

// modelFor returns the model to count a provider's gauge with.
func (o Options) modelFor(provider string) string {
	if Family(o.Provider) == provider {
		return o.Model
	}
	return ""
}

// Family returns the name by which limits know a provider: the company and its
// models are the same to them.
func Family(provider string) string {
	switch provider {
	case "anthropic":
		return "claude"
	case "google", "vertexai":
		return "gemini"
	case "azure":
		return "openai"
	}
	return provider
}

func (m *Meter) message(out *Measurement, index int, message prompt.Message, counters []token.Counter, sums []token.Count) Size {
	var size Size
	seen := map[string]int{}
	for i, span := range message.Spans() {
		b := message.Blocks[i]
		at := place{message: index, block: b.ID, again: seen[b.ID]}
		seen[b.ID]++
		before := at
		before.before = true
		for _, part := range []struct {
			at   place
			text source.Text
		}{{before, b.Before}, {at, b.Text}} {
			if part.text.Len() == 0 && part.at.before {
				continue
			}
			s := m.slot(part.at)
			length, counts := s.measure(part.text, counters)
			size.Length = size.Length.Add(length)
			for j, c := range counts {
				sums[j] = add(sums[j], c)
			}
			if !part.at.before {
				out.Blocks = append(out.Blocks, BlockSize{index, i, span, Size{length, counts[0]}})
			}
		}
	}
	if len(message.Blocks) > 0 {
		size.Tokens = sums[0]
	} else {
		size.Tokens = counters[0].Count("")
	}
	return size
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

// keepRounds is for how many measurements a place that fell away is remembered:
// long enough to type a tag that brings it back.
const keepRounds = 64

func (m *Meter) forget() {
	for at, s := range m.slots {
		if m.round-s.round > keepRounds {
			delete(m.slots, at)
		}
	}
}

// add sums two counts; a sum is only as sure as its less sure part.
func add(a, b token.Count) token.Count {
	if a.Method == "" {
		return b
	}
	a.Tokens += b.Tokens
	a.Low += b.Low
	a.High += b.High
	if rank(b.Basis) > rank(a.Basis) {
		a.Basis, a.Method = b.Basis, b.Method
	}
	return a
}

func rank(b token.Basis) int {
	switch b {
	case token.Exact:
		return 0
	case token.Assumed:
		return 1
	}
	return 2
}
