package learn

import (
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Filled is a prompt in which an agent's own words replace stand-ins.
type Filled struct {
	prompt.Prompt
	// Used lists, by their indexes, the Words of which at least one text was used.
	Used []int
	// Left names the stand-ins that remain, each once, and the tools whose declarations are still
	// stand-ins.
	Left []string
}

// Fill replaces the stand-ins of a prompt by the agent's own words. If several runs fit a stand-in,
// the longest is used, and among equally long runs the first. The argument value is a function that
// returns the current value of a fact, from the fact's name and its captured value (old). If tools
// is set, declarations of tools are replaced as well.
func Fill(p prompt.Prompt, all []*Words, value func(name, old string) string, tools bool) Filled {
	f := filler{index: map[string][]wordsFor{}, value: value}
	for i, w := range all {
		for _, r := range w.Runs {
			if len(r.Row) > 0 {
				f.index[r.Row[0]] = append(f.index[r.Row[0]], wordsFor{r, i})
			}
		}
	}
	for _, runs := range f.index { // the longest row comes first, because it is the most specific
		slices.SortStableFunc(runs, func(a, b wordsFor) int { return len(b.Row) - len(a.Row) })
	}
	out := p
	out.Messages = make([]prompt.Message, len(p.Messages))
	for i, m := range p.Messages {
		out.Messages[i] = f.message(m)
	}
	if tools && len(all) > 0 {
		f.declare(&out, all)
	}
	return Filled{Prompt: out, Used: f.used, Left: f.left}
}

// wordsFor is a run, and the index of the Words that contain it.
type wordsFor struct {
	Run
	of int
}

type filler struct {
	index map[string][]wordsFor
	value func(name, old string) string
	used  []int
	left  []string
}

func (f *filler) use(i int) {
	if !slices.Contains(f.used, i) {
		f.used = append(f.used, i)
		slices.Sort(f.used)
	}
}

func (f *filler) keep(name string) {
	if !slices.Contains(f.left, name) {
		f.left = append(f.left, name)
	}
}

// message fills one message.
func (f *filler) message(m prompt.Message) prompt.Message {
	all := flatten(m)
	rows := gaps(all)
	if len(rows) == 0 {
		return m
	}
	between := between(all, rows)
	var out []flat
	at := 0
	for i := 0; i < len(rows); i++ {
		run, n, ok := f.find(rows[i:], between[i:])
		if !ok {
			f.keep(rows[i].entry)
			continue
		}
		f.use(run.of)
		out = cut(append(out, all[at:rows[i].from]...), len(run.Before))
		for _, bit := range run.Words {
			text := bit.Text
			kind, name := source.Captured, rows[i].entry
			if bit.Value != "" && f.value != nil {
				text, kind, name = f.value(bit.Value, bit.Text), source.Variable, bit.Value
			}
			out = append(out, flat{Piece: source.Piece{Text: text, Origin: source.Origin{Kind: kind, Source: name, Span: source.Span{End: len(text)}, Tag: source.NoSpan}}, block: all[rows[i].from].block})
		}
		i += n - 1
		if at = rows[i].to; run.After != "" {
			all = slices.Concat(all[:at], drop(all[at:], len(run.After)))
		}
	}
	return rebuilt(m, append(out, all[at:]...))
}

// find returns the run that fits the next stand-ins, and how many of them it replaces.
func (f *filler) find(rows []gap, between []string) (wordsFor, int, bool) {
	for _, run := range f.index[rows[0].name] {
		n := (len(run.Row) + 1) / 2
		if n > len(rows) || !strings.HasSuffix(between[0], run.Before) || !strings.HasPrefix(between[n], run.After) {
			continue
		}
		fits := true
		for i := 1; i < n && fits; i++ {
			fits = run.Row[2*i] == rows[i].name && run.Row[2*i-1] == between[i]
		}
		if fits {
			return run, n, true
		}
	}
	return wordsFor{}, 0, false
}

// cut removes the last n bytes from the text of a list of pieces.
func cut(all []flat, n int) []flat {
	for n > 0 && len(all) > 0 {
		last := &all[len(all)-1]
		if k := len(last.Text); k > n {
			last.Text = last.Text[:k-n]
			return all
		}
		n -= len(last.Text)
		all = all[:len(all)-1]
	}
	return all
}

// drop removes the first n bytes from the text of a list of pieces. Pieces that become empty stay
// in the list.
func drop(all []flat, n int) []flat {
	all = slices.Clone(all)
	for i := 0; i < len(all) && n > 0; i++ {
		k := min(n, len(all[i].Text))
		all[i].Text, n = all[i].Text[k:], n-k
	}
	return all
}

// rebuilt makes a message from pieces again. It leaves out blocks that have lost all their text.
func rebuilt(m prompt.Message, all []flat) prompt.Message {
	type texts struct{ before, text source.Builder }
	made := make([]texts, len(m.Blocks))
	for _, f := range all {
		if f.before {
			made[f.block].before.Add(f.Text, f.Origin)
		} else {
			made[f.block].text.Add(f.Text, f.Origin)
		}
	}
	out := m
	out.Blocks, out.Parts = nil, nil
	part, in := 0, 0
	for i, b := range m.Blocks {
		for part < len(m.Parts) && in == m.Parts[part] {
			part, in = part+1, 0
		}
		in++
		had := b.Text.Len() > 0
		b.Before, b.Text = made[i].before.Text(), made[i].text.Text()
		if had && b.Text.Len() == 0 && b.Before.Len() == 0 {
			continue
		}
		out.Blocks = append(out.Blocks, b)
		if m.Parts != nil {
			for len(out.Parts) <= part {
				out.Parts = append(out.Parts, 0)
			}
			out.Parts[part]++
		}
	}
	return out
}

// declare replaces the declarations that are stand-ins by the agent's own.
func (f *filler) declare(p *prompt.Prompt, all []*Words) {
	find := func(name string) (Tool, int, bool) {
		for i, w := range all {
			if j := slices.IndexFunc(w.Tools, func(t Tool) bool { return t.Name == name }); j >= 0 {
				return w.Tools[j], i, true
			}
		}
		return Tool{}, 0, false
	}
	made := func(t Tool) prompt.Tool {
		return prompt.Tool{Name: t.Name, Declaration: source.Of(t.Text, source.Origin{Kind: source.Captured, Source: t.Name, Span: source.Span{End: len(t.Text)}, Tag: source.NoSpan})}
	}
	var out []prompt.Tool
	for _, t := range p.Tools {
		own, i, ok := find(t.Name)
		switch {
		case ok:
			f.use(i)
			out = append(out, made(own))
		case slices.Contains(all[0].Lacks, t.Name):
			f.use(0)
		default:
			f.keep("tool " + t.Name)
			out = append(out, t)
		}
	}
	for _, t := range all[0].Tools {
		if t.Added && !slices.ContainsFunc(out, func(o prompt.Tool) bool { return o.Name == t.Name }) {
			f.use(0)
			out = append(out, made(t))
		}
	}
	p.Tools = out
}
