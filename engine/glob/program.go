package glob

import (
	"unicode/utf16"
)

// expr is the pattern of a segment as a tree. Compiling the tree gives a program.
type expr interface{ emit(p *program) }

type (
	lit struct{ units []rune }       // exactly these code units, in order
	set struct{ in func(rune) bool } // one code unit that the function accepts
	seq struct{ parts []expr }
	alt struct{ parts []expr }
	rep struct {
		body expr
		min  int // 0, or 1 with many
		many bool
	}
	// notAhead matches the empty text where body does not match.
	notAhead struct{ body expr }
	// atEnd matches the empty text at the end of the name.
	atEnd struct{}
)

func anything(rune) bool { return true }

// any1 matches one code unit; anyStar matches any number of them.
func any1() expr    { return set{anything} }
func anyStar() expr { return rep{body: any1(), many: true} }
func anyPlus() expr { return rep{body: any1(), min: 1, many: true} }

type opcode uint8

const (
	opChar opcode = iota
	opSet
	opSplit // try x first, then y
	opJump  // continue at x
	opNot   // fail if the program at y matches here, otherwise continue at x
	opEnd
	opMatch
)

type instruction struct {
	op   opcode
	x, y int
	char rune
	in   func(rune) bool
}

// program matches one path segment. It counts in code points or, as JavaScript does, in UTF-16
// units.
type program struct {
	code  []instruction
	utf16 bool
	steps int // the steps of all matches so far
}

func compile(e expr, asUTF16 bool) *program {
	p := &program{utf16: asUTF16}
	e.emit(p)
	p.add(instruction{op: opEnd})
	p.add(instruction{op: opMatch})
	return p
}

func (p *program) add(i instruction) int {
	i.x = max(i.x, len(p.code)+1)
	p.code = append(p.code, i)
	return len(p.code) - 1
}

func (e lit) emit(p *program) {
	units := e.units
	if !p.utf16 {
		units = joinSurrogates(units)
	}
	for _, u := range units {
		p.add(instruction{op: opChar, char: u})
	}
}

func (e set) emit(p *program) { p.add(instruction{op: opSet, in: e.in}) }

func (e seq) emit(p *program) {
	for _, part := range e.parts {
		part.emit(p)
	}
}

func (e alt) emit(p *program) {
	var exits []int
	for i, part := range e.parts {
		if i == len(e.parts)-1 {
			part.emit(p)
			break
		}
		split := p.add(instruction{op: opSplit})
		part.emit(p)
		exits = append(exits, p.add(instruction{op: opJump}))
		p.code[split].y = len(p.code)
	}
	for _, i := range exits {
		p.code[i].x = len(p.code)
	}
}

func (e rep) emit(p *program) {
	if e.min > 0 { // matches body, and then either matches it again or goes on
		start := len(p.code)
		e.body.emit(p)
		p.add(instruction{op: opSplit, y: start})
		return
	}
	split := p.add(instruction{op: opSplit})
	e.body.emit(p)
	if e.many {
		j := p.add(instruction{op: opJump})
		p.code[j].x = split
	}
	p.code[split].y = len(p.code)
}

func (e notAhead) emit(p *program) {
	not := p.add(instruction{op: opNot})
	p.code[not].y = len(p.code)
	e.body.emit(p)
	p.add(instruction{op: opMatch})
	p.code[not].x = len(p.code)
}

func (atEnd) emit(p *program) { p.add(instruction{op: opEnd}) }

// match reports whether all of name matches.
func (p *program) match(name string) bool {
	var units []rune
	if p.utf16 {
		units = utf16Units(name)
	} else {
		units = []rune(name)
	}
	return p.run(0, 0, units)
}

type thread struct{ pc, at int }

// run looks for a match from a position on. It tries every pair of instruction and position at most
// once.
func (p *program) run(pc, at int, units []rune) bool {
	width := len(units) + 1
	seen := make([]uint64, (len(p.code)*width+63)/64)
	p.steps += len(seen)
	todo := []thread{{pc, at}}
	for len(todo) > 0 {
		th := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for {
			bit := th.pc*width + th.at
			if seen[bit/64]&(1<<(bit%64)) != 0 {
				break
			}
			seen[bit/64] |= 1 << (bit % 64)
			p.steps++
			in := &p.code[th.pc]
			on := true
			switch in.op {
			case opMatch:
				return true
			case opChar:
				on = th.at < len(units) && units[th.at] == in.char
				th.at++
			case opSet:
				on = th.at < len(units) && in.in(units[th.at])
				th.at++
			case opSplit:
				todo = append(todo, thread{in.y, th.at})
			case opNot:
				on = !p.run(in.y, th.at, units)
			case opEnd:
				on = th.at == len(units)
			}
			if !on {
				break
			}
			th.pc = in.x
		}
	}
	return false
}

// utf16Units returns the UTF-16 units of s, each as a rune.
func utf16Units(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if hi, lo := utf16.EncodeRune(r); hi != '\uFFFD' {
			out = append(out, hi, lo)
			continue
		}
		out = append(out, r)
	}
	return out
}

// joinSurrogates converts UTF-16 units to code points; it does not change code points.
func joinSurrogates(units []rune) []rune {
	out := make([]rune, 0, len(units))
	for i := 0; i < len(units); i++ {
		if i+1 < len(units) {
			if r := utf16.DecodeRune(units[i], units[i+1]); r != '\uFFFD' {
				out = append(out, r)
				i++
				continue
			}
		}
		out = append(out, units[i])
	}
	return out
}
