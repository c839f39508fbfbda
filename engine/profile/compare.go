package profile

import (
	"slices"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Side is a profile and its prompt, for a comparison.
type Side struct {
	Profile Profile
	Prompt  prompt.Prompt
}

// Cell says what one side has of an element. The zero Cell has nothing.
type Cell struct {
	From   []string // who adds the element, without repetition
	Blocks []string // the ids of its blocks, without repetition
	Size   source.Length
	// Lifetime is the shortest lifetime among the element's blocks. Documented is the lifetime
	// according to the agent's documentation, or "".
	Lifetime   prompt.Lifetime
	Documented string
	Changes    []string // the events after which the agent builds the element again, each once
}

// There reports whether the side has the element.
func (c Cell) There() bool { return len(c.Blocks) > 0 }

// Row compares one element of two sides.
type Row struct {
	ElementRow
	A, B Cell
}

// Section is a block of one side, with the blocks of the other side that have the same elements.
type Section struct {
	Message   int // the index of its message
	Role      prompt.Role
	ID, Title string
	From      string
	Element   prompt.Element
	Size      source.Length
	StandIn   int // bytes of stand-ins
	Other     []string
}

// Sum compares the sizes of one part in two prompts. The sizes of all parts add up to the size of
// the prompt: a separator counts with the block after it.
type Sum struct {
	Part               Part
	A, B               source.Length
	StandInA, StandInB int // bytes
}

// Comparison compares two prompts.
type Comparison struct {
	A, B  string // the profiles' full names
	Rows  []Row  // the elements that at least one side has, in the order of [Elements]
	Sizes []Sum  // the size of every part; the last one is the total
	// SectionsA and SectionsB are the blocks, in the order of the prompts.
	SectionsA, SectionsB []Section
	FilesA, FilesB       []string // the paths of the user's files in the prompts
}

// Total is the name of the last size, the sum of the others.
const Total Part = "total"

// Compare compares two prompts: who adds which elements, the sections and their sizes, and when
// each of them changes.
func Compare(a, b Side) Comparison {
	ca, cb := a.cells(), b.cells()
	c := Comparison{A: FullName(a.Profile), B: FullName(b.Profile)}
	for _, e := range Elements() {
		if x, y := ca[e.Element], cb[e.Element]; x.There() || y.There() {
			c.Rows = append(c.Rows, Row{e, x, y})
		}
	}
	c.SectionsA, c.SectionsB = a.sections(cb), b.sections(ca)
	c.Sizes = sizes(a, b)
	c.FilesA, c.FilesB = prompt.Files(a.Prompt.Messages), prompt.Files(b.Prompt.Messages)
	return c
}

// Context returns the rows about the session and its directory: the environment, the editor, the
// memory.
func (c Comparison) Context() []Row {
	return slices.DeleteFunc(slices.Clone(c.Rows), func(r Row) bool {
		return r.Part != Environment && r.Part != EditorPart && r.Element != prompt.Memory
	})
}

// Covered counts rows for the share of side A that side B covers: of is the number of rows whose
// element side A has, covered is the number of those whose element side B has too.
func Covered(rows []Row) (covered, of int) {
	for _, r := range rows {
		if r.A.There() {
			of++
			if r.B.There() {
				covered++
			}
		}
	}
	return covered, of
}

// cells returns the cells of a side by element.
func (s Side) cells() map[prompt.Element]Cell {
	all := map[prompt.Element]Cell{}
	add := func(e prompt.Element, b prompt.Block, size source.Length) {
		c := all[e]
		c.From, c.Blocks, c.Size = once(c.From, b.Maker()), once(c.Blocks, b.ID), c.Size.Add(size)
		c.Changes = once(c.Changes, b.Events()...)
		if c.Documented == "" {
			c.Documented = b.Documented
		}
		c.Lifetime = Shorter(c.Lifetime, b.Lifetime)
		all[e] = c
	}
	for _, m := range s.Prompt.Messages {
		for _, b := range m.Blocks {
			if b.Element != "" {
				add(b.Element, b, b.Text.Measure())
			}
			for _, p := range b.Text.Pieces() {
				if e, ok := factOf(p.Origin); ok && e != b.Element {
					add(e, b, source.Measure(p.Text))
				}
			}
		}
	}
	for _, t := range s.Prompt.Tools {
		b := t.Block()
		add(b.Element, b, b.Text.Measure())
	}
	return all
}

func once(list []string, more ...string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// sections lists the blocks of a side, each with those blocks of the other side that tell the model
// the same.
func (s Side) sections(other map[prompt.Element]Cell) []Section {
	var all []Section
	for i, m := range s.Prompt.Messages {
		for _, b := range m.Blocks {
			one := Section{Message: i, Role: m.Role, ID: b.ID, Title: b.Title, From: b.Maker(), Element: b.Element,
				Size: b.Text.Measure(), StandIn: b.StandInBytes(), Other: once(nil, other[b.Element].Blocks...)}
			if b.Element == "" { // the block contains only facts
				for _, p := range b.Text.Pieces() {
					if e, ok := factOf(p.Origin); ok {
						one.Other = once(one.Other, other[e].Blocks...)
					}
				}
			}
			all = append(all, one)
		}
	}
	return all
}

// sizes sums the parts of both sides.
func sizes(a, b Side) []Sum {
	parts := []Part{Instruction, Environment, Declaration, EditorPart, Chat, Other, Total}
	sums := make([]Sum, len(parts))
	for i, part := range parts {
		sums[i].Part = part
	}
	total := &sums[len(sums)-1]
	count := func(s Side, side func(*Sum) (*source.Length, *int)) {
		add := func(part Part, size source.Length, standIn int) {
			for _, sum := range []*Sum{&sums[slices.Index(parts, part)], total} {
				length, ours := side(sum)
				*length, *ours = length.Add(size), *ours+standIn
			}
		}
		for _, m := range s.Prompt.Messages {
			for _, b := range m.Blocks {
				add(part(m, b), b.Before.Measure().Add(b.Text.Measure()), b.StandInBytes())
			}
		}
		for _, t := range s.Prompt.Tools {
			b := t.Block()
			add(Declaration, b.Text.Measure(), b.StandInBytes())
		}
	}
	count(a, func(s *Sum) (*source.Length, *int) { return &s.A, &s.StandInA })
	count(b, func(s *Sum) (*source.Length, *int) { return &s.B, &s.StandInB })
	return sums
}

// part returns the part to which a block belongs. The block's element decides. Without an element,
// the role of the message decides.
func part(m prompt.Message, b prompt.Block) Part {
	e := b.Element
	if e == prompt.Memory && m.Role == prompt.User {
		return Environment // sizes count memory with the environment, not with the rules
	}
	for _, row := range Elements() {
		if row.Element == e {
			return row.Part
		}
	}
	for _, p := range b.Text.Pieces() {
		if _, ok := factOf(p.Origin); ok {
			return Environment
		}
	}
	if m.Role == prompt.System || m.Role == prompt.Instructions {
		return Instruction
	}
	return Other
}
