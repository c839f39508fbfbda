package budget

import (
	"fmt"
	"sort"

	"galley/engine/diag"
	"galley/engine/prompt"
	"galley/engine/source"
)

// Reductions are the steps that shorten an agent's prompt, the least harmful first. The zero value
// removes nothing.
type Reductions struct {
	Steps []Reduction
	// Compress allows [Fit] to cut off the end of the system text as the last resort.
	Compress bool
}

// Reduction is one step that shortens a prompt.
type Reduction struct {
	Name string // what it shortens: "project instructions"
	// Make builds the prompt after this step and all steps before it. It also returns where texts
	// were cut.
	Make func() (prompt.Prompt, []BlockCut)
	// Warn is a warning for the user, shown if this step is taken, or "".
	Warn string
}

// BlockCut is a cut in one block; At is a byte of the block's text.
type BlockCut struct {
	Message int
	Block   string // the block's id
	Cut
}

// Step is the effect of a reduction.
type Step struct {
	Name string
	Took source.Length // removed from all messages; zero if there was nothing to remove
	Used int           // the size after the step, in the limit's unit
	Cuts []BlockCut
}

// Fitted is a prompt fitted to a limit, as far as possible.
type Fitted struct {
	Limit  Limit
	Prompt prompt.Prompt
	Before int    // the size before, in the limit's unit
	Used   int    // the size now
	Steps  []Step // the steps taken, in order; empty if the prompt already fitted
	// Problems report that the end of the prompt was cut, that a step with a warning was taken,
	// that the prompt still does not fit, or that the scenario names a section that it does not
	// have.
	Problems []diag.Problem
}

// Fits reports whether the prompt is within the limit, which is inclusive.
func (f Fitted) Fits() bool { return f.Used <= f.Limit.Max }

// Fit applies reductions until the prompt is not larger than the limit, and records each step. used
// returns the size of a prompt in the limit's unit.
func Fit(p prompt.Prompt, l Reductions, limit Limit, used func(prompt.Prompt) int) Fitted {
	f := Fitted{Limit: limit, Prompt: p, Before: used(p)}
	f.Used = f.Before
	for _, r := range l.Steps {
		if f.Fits() {
			break
		}
		next, cuts := r.Make()
		f.step(r.Name, next, cuts, used)
		if r.Warn != "" {
			f.warn(r.Warn, "shorten what goes into it, or raise the limit")
		}
	}
	if !f.Fits() && l.Compress {
		if next, cuts := lastResort(f.Prompt, limit, used); len(cuts) > 0 {
			f.step("the end", next, cuts, used)
			f.warn("the prompt was cut at its end", "the text there is lost: shorten what goes into it")
		}
	}
	if !f.Fits() {
		f.warn(fmt.Sprintf("the prompt has %d %s, %d too many for %s", f.Used, limit.Unit.Words(), f.Used-limit.Max, limit.Owner()),
			"shorten what goes into it, or raise the limit")
	}
	return f
}

func (f *Fitted) step(name string, next prompt.Prompt, cuts []BlockCut, used func(prompt.Prompt) int) {
	before, after := length(f.Prompt), length(next)
	f.Prompt, f.Used = next, used(next)
	f.Steps = append(f.Steps, Step{Name: name, Used: f.Used, Cuts: cuts, Took: source.Length{
		Bytes: before.Bytes - after.Bytes, UTF16: before.UTF16 - after.UTF16, Runes: before.Runes - after.Runes,
	}})
}

func (f *Fitted) warn(message, hint string) {
	f.Problems = append(f.Problems, diag.New(diag.OverLimit, source.Span{}, message, hint))
}

func length(p prompt.Prompt) source.Length {
	var l source.Length
	for _, m := range p.Messages {
		l = l.Add(m.Text().Measure())
	}
	return l
}

// lastResort shortens the first message with [Compress], which counts UTF-16 units. For a limit in
// another unit it searches for the largest number of units with which the prompt fits.
func lastResort(p prompt.Prompt, limit Limit, used func(prompt.Prompt) int) (prompt.Prompt, []BlockCut) {
	if len(p.Messages) == 0 {
		return p, nil
	}
	units := p.Messages[0].Text().Measure().UTF16
	most := limit.Max
	if limit.Unit == UTF16 {
		most -= length(p).UTF16 - units // subtracts the other messages
	} else {
		// Search only from hardRoom on: for a number just below it, Compress keeps nearly all of a
		// text.
		most = hardRoom + sort.Search(units, func(n int) bool {
			shorter, _ := compressed(p, hardRoom+n+1)
			return used(shorter) > limit.Max
		})
	}
	return compressed(p, most)
}

func compressed(p prompt.Prompt, most int) (prompt.Prompt, []BlockCut) {
	m := p.Messages[0]
	_, branch, cut := Compress(m.Text(), most)
	if branch == Unchanged {
		return p, nil
	}
	blocks, at := cutBlocks(m, cut)
	m.Blocks, m.Parts = blocks, nil
	out := p
	out.Messages = append([]prompt.Message{m}, p.Messages[1:]...)
	last := blocks[len(blocks)-1]
	cut.At = at
	return out, []BlockCut{{0, last.ID, cut}}
}

// cutBlocks keeps a message's blocks up to the cut and puts the marker into the last of them; at is
// the offset of the cut in that block.
func cutBlocks(m prompt.Message, cut Cut) (kept []prompt.Block, at int) {
	mark := source.Literal(cut.Mark)
	for i, span := range m.Spans() {
		b := m.Blocks[i]
		start := span.Start - b.Before.Len()
		if cut.At <= start && i > 0 {
			break
		}
		b.Before = b.Before.Slice(0, cut.At-start)
		b.Text = b.Text.Slice(0, cut.At-span.Start)
		kept = append(kept, b)
	}
	if len(kept) == 0 {
		kept = []prompt.Block{{ID: "cut", Title: "Cut", Lifetime: prompt.Session}}
	}
	last := &kept[len(kept)-1]
	at = last.Text.Len()
	last.Text = last.Text.Append(mark)
	return kept, at
}
