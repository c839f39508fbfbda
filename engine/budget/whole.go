package budget

import (
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// Whole is the size of everything that the agent sends: the messages and the tools' declarations.
// Stand-ins count with the measured length of the agent's own words.
type Whole struct {
	System   Size // messages of the roles system, developer and instructions
	Messages Size // all other messages
	Tools    Size
	Unread   Size   // rule files that the agent sends and galley does not read
	Blocks   []Size // one for each block, in the order of [Measurement.Blocks]
	StandIns StandIns
	tools    []growth // one for each declaration, in the prompt's order
}

// Tool returns the size of declaration i as the agent sends it; size is the size of the declaration
// in the prompt.
func (w Whole) Tool(i int, size Size) Size {
	if i >= len(w.tools) {
		return size
	}
	return w.tools[i].grown(size)
}

// All returns the sum of the parts.
func (w Whole) All() Size {
	return Size{w.System.Length.Add(w.Messages.Length).Add(w.Tools.Length).Add(w.Unread.Length), Sum(w.System.Tokens, w.Messages.Tokens, w.Tools.Tokens, w.Unread.Tokens)}
}

// Unread returns the size of a text of which only the number of bytes is known.
func (m Measurement) Unread(bytes int) Size {
	if bytes == 0 {
		return Size{}
	}
	return growth{true, bytes, int(float64(bytes) / perToken(proseBytes, m.counter))}.grown(Size{Tokens: token.Count{Method: m.Total.Tokens.Method}})
}

// StandIns says how many stand-ins for the agent's own words a prompt has, and how large they are.
type StandIns struct {
	Blocks, Tools int // number of blocks and tools that contain stand-ins
	Bytes         int // size of the stand-ins
	Real          int // size in bytes of the agent's own words that they replace, as far as it was measured
	Unknown       int // number of blocks and tools whose own words were not measured
	Measured      string
}

// There reports whether the prompt has stand-ins.
func (s StandIns) There() bool { return s.Blocks+s.Tools > 0 }

// Sizes gives the lengths of an agent's own words in bytes.
type Sizes interface {
	// Block returns the length in bytes of the agent's own words that a block's stand-ins replace.
	// known is false if they were not measured.
	Block(b prompt.Block) (bytes int, known bool)
	// Tool returns the length in bytes of a tool's declaration. standIn is false if the declaration
	// in the prompt is not a stand-in.
	Tool(t prompt.Tool) (bytes int, known, standIn bool)
}

// How many bytes one token of o200k_base has in prose and in tools' declarations, as measured over
// the requests of twelve agents.
const (
	proseBytes = 4.75
	toolBytes  = 4.4
)

// sample is a text like those of instructions. Counting it with another counter shows how that
// counter compares with o200k_base, which counts one token for every sampleBytes bytes of sample.
const (
	sample = "Read a file before you change it, and keep the style that it has. Run the tests after each step " +
		"and say plainly what failed. Do not add packages without asking; look for what the project has already. " +
		"When the task is done, answer in a few short lines: what was changed, where it stands, and what is left."
	sampleBytes = 4.41
)

// perToken converts bytes per token of o200k_base to bytes per token of another counter.
func perToken(bytes float64, c token.Counter) float64 {
	if c == nil {
		return bytes
	}
	n := c.Count(sample).Tokens
	if n == 0 {
		return bytes
	}
	return bytes / sampleBytes * float64(len(sample)) / float64(n)
}

// Guess returns how many tokens an agent's own words probably have. prose and tools are the sizes
// in bytes of the agent's prose and of its tools' declarations. count counts the tokens of a text.
func Guess(prose, tools int, count func(text string) token.Count) int {
	c := counting(count)
	return int(float64(prose)/perToken(proseBytes, c) + float64(tools)/perToken(toolBytes, c))
}

// counting adapts a function to the interface [token.Counter].
type counting func(text string) token.Count

func (counting) Method() string                  { return "" }
func (c counting) Count(text string) token.Count { return c(text) }

// Whole returns the size of everything that the agent sends. p is the measured prompt.
func (m Measurement) Whole(p prompt.Prompt, sizes Sizes) Whole {
	w := Whole{Tools: m.Tools, Blocks: make([]Size, len(m.Blocks))}
	sized := map[[2]int]int{}
	for i, b := range m.Blocks {
		w.Blocks[i], sized[[2]int{b.Message, b.Block}] = b.Size, i
	}
	for i, message := range p.Messages {
		to := &w.Messages
		if message.Role == prompt.System || message.Role == prompt.Developer || message.Role == prompt.Instructions {
			to = &w.System
		}
		var size Size
		if i < len(m.Messages) { // otherwise nothing was measured, because the caller wants no numbers
			size = m.Messages[i]
		}
		for j, block := range message.Blocks {
			ours := block.StandInBytes()
			if ours == 0 {
				continue
			}
			w.StandIns.Blocks++
			w.StandIns.Bytes += ours
			bytes, known := sizes.Block(block)
			grow := w.StandIns.growth(bytes, known, ours, perToken(proseBytes, m.counter))
			size = grow.grown(size)
			if at, ok := sized[[2]int{i, j}]; ok {
				w.Blocks[at] = grow.grown(w.Blocks[at])
			}
		}
		to.Length, to.Tokens = to.Length.Add(size.Length), Sum(to.Tokens, size.Tokens)
	}
	for _, t := range p.Tools {
		bytes, known, standIn := sizes.Tool(t)
		var grow growth
		if standIn {
			w.StandIns.Tools++
			ours := t.Declaration.Len()
			w.StandIns.Bytes += ours
			grow = w.StandIns.growth(bytes, known, ours, perToken(toolBytes, m.counter))
		}
		w.tools = append(w.tools, grow)
		w.Tools = grow.grown(w.Tools)
	}
	return w
}

// growth says by how much the agent's own words are larger than their stand-ins.
type growth struct {
	known         bool
	bytes, tokens int
}

// growth adds a text to the totals of s and returns its growth. bytes is the size of the agent's
// own words, if known is true. ours is the size of the stand-ins that they replace.
func (s *StandIns) growth(bytes int, known bool, ours int, perToken float64) growth {
	if !known {
		s.Unknown++
		return growth{}
	}
	s.Real += bytes
	return growth{true, bytes - ours, int(float64(bytes-ours) / perToken)}
}

// grown returns size, with the agent's own words counted instead of the stand-ins.
func (g growth) grown(size Size) Size {
	if !g.known {
		return size
	}
	size.Length = size.Length.Add(source.Length{Bytes: g.bytes, UTF16: g.bytes, Runes: g.bytes})
	size.Tokens.Tokens += g.tokens
	size.Tokens.Low += g.tokens - abs(g.tokens)/6
	size.Tokens.High += g.tokens + abs(g.tokens)/6
	size.Tokens.Basis = token.Estimate
	return size
}

func abs(n int) int { return max(n, -n) }

// gauge returns a gauge for everything that is sent. A limit on tokens applies to messages and
// tools, a limit on text only to messages.
func (w Whole) gauge(g Gauge, text Size) Gauge {
	more := w.System.Length.Add(w.Messages.Length).Add(w.Unread.Length)
	switch g.Unit {
	case UTF16:
		g.Used += more.UTF16 - text.Length.UTF16
	case Bytes:
		g.Used += more.Bytes - text.Length.Bytes
	case Runes:
		g.Used += more.Runes - text.Length.Runes
	}
	extra := w.All().Tokens.Tokens - text.Tokens.Tokens
	if extra != 0 {
		// The gauge's own counter may count more or fewer tokens than the counter of the blocks.
		ratio := 1.0
		if text.Tokens.Tokens > 0 {
			ratio = float64(g.Count.Tokens) / float64(text.Tokens.Tokens)
		}
		scaled := func(n int) int { return int(float64(n) * ratio) }
		g.Count.Tokens += scaled(extra)
		g.Count.Low += scaled(w.All().Tokens.Low - text.Tokens.Low)
		g.Count.High += scaled(w.All().Tokens.High - text.Tokens.High)
		if w.All().Tokens.Basis == token.Estimate {
			g.Count.Basis = token.Estimate
		}
		if g.Unit == Tokens {
			g.Used = g.Count.Tokens
		}
	}
	g.State = g.state()
	return g
}

// Gauges returns the gauges of m for everything that the agent sends.
func (w Whole) Gauges(m Measurement) []Gauge {
	if m.Gauges == nil {
		return nil
	}
	out := make([]Gauge, len(m.Gauges))
	for i, g := range m.Gauges {
		out[i] = w.gauge(g, m.Total)
	}
	return out
}
