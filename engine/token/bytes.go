package token

import (
	"sync"
	"sync/atomic"

	"galley/engine/token/internal/vocab"
)

// byteEncoding is an encoding whose merges join bytes: o200k_base or cl100k_base.
type byteEncoding struct {
	name   string
	packed []byte
	o200k  bool // whether to use the splitter of o200k_base; otherwise that of cl100k_base is used

	once    sync.Once
	ready   atomic.Bool
	table   *byteTable
	classes classes
	workers workers[uint32]
}

func (e *byteEncoding) method() string { return e.name }

func (e *byteEncoding) isReady() bool { return e.ready.Load() }

// load decodes the vocabulary. It panics if the vocabulary is damaged, because it is part of the
// program.
func (e *byteEncoding) load() {
	e.once.Do(func() {
		v, err := vocab.Unpack(e.packed)
		if err != nil {
			panic(e.name + ": " + err.Error())
		}
		e.table, e.classes = newByteTable(v), newClasses()
		e.ready.Store(true)
	})
}

func (e *byteEncoding) tokens(t tally) int { return int(t.n) }

func (e *byteEncoding) count(_ tally, tokens int) Count {
	return Count{Tokens: tokens, Basis: Exact, Method: e.name, Low: tokens, High: tokens}
}

// next returns the end of the piece that starts at s[i].
func (e *byteEncoding) next(s string, i int) int {
	if e.o200k {
		return e.classes.o200kNext(s, i)
	}
	return e.classes.cl100kNext(s, i)
}

func (e *byteEncoding) sum(text string) tally {
	e.load()
	w, text := e.workers.begin(text)
	total := 0
	for i := 0; i < len(text); {
		end := e.next(text, i)
		total += int(pieceOf(e, w, text, i, end))
		i = end
	}
	e.workers.give(w)
	return tally{n: int64(total)}
}

// look implements [looker].
func (e *byteEncoding) look(w *worker[uint32], piece string, h uint64) uint32 {
	if _, ok := e.table.find(piece, h); ok {
		return 1
	}
	return merged(e.table, w, piece, h)
}

func (e *byteEncoding) upTo(text string, x int) tally {
	e.load()
	return e.workers.upTo(text, x, func(w *worker[uint32], text string, i, x int) (tokens, end int) {
		end = e.next(text, i)
		if end <= x {
			return int(pieceOf(e, w, text, i, end)), end
		}
		return e.table.begun(&w.merger, text[i:end], x-i), end
	})
}

// cut reports whether the text before+after may be divided after before. It allows a division
// between two characters that are never in one piece, whatever is around them, if the first one
// also ends its piece at the end of a text:
//
//   - after a line feed, before anything but a blank (which could belong to the same run) and a
//     slash (which o200k_base adds to the line feed)
//   - before a blank that does not end a line, after anything but a blank
//   - between a letter or number and a character that is neither of these nor a mark, but not
//     before an apostrophe, which may begin a contraction
//
// A division is never within a character, not even within an invalid one.
func (e *byteEncoding) cut(before, after string) bool {
	e.load()
	if before == "" || after == "" || after[0]&0xC0 == 0x80 {
		return false
	}
	b, _ := e.classes.at(after, 0)
	if before[len(before)-1] == '\n' {
		return b&blank == 0 && after[0] != '/'
	}
	a := e.classes.before(before, len(before))
	if a&blank != 0 {
		return false
	}
	return b == space || a&(letter|number) != 0 && b&(newline|other) != 0 && after[0] != '\''
}

// begun returns how many tokens of a piece begin before the piece's byte x.
func (t *byteTable) begun(m *merger, piece string, x int) int {
	if _, ok := t.find(piece, hashOf(piece)); ok {
		return 1
	}
	t.merge(m, piece)
	n := 0
	for _, id := range m.symbols {
		if x <= 0 {
			break
		}
		x -= int(t.at[id+1] - t.at[id])
		n++
	}
	return n
}

// tokens stores the tokens of a piece in m.symbols; h is the hash of the piece.
func (t *byteTable) tokens(m *merger, piece string, h uint64) {
	if id, ok := t.find(piece, h); ok {
		m.reset(1)
		m.symbols = append(m.symbols, id)
		return
	}
	t.merge(m, piece)
}

// merge stores the tokens of a piece in m.symbols.
func (t *byteTable) merge(m *merger, piece string) {
	m.reset(len(piece))
	m.symbols = append(m.symbols, t.start[piece[0]])
	for i := 1; i < len(piece); i++ {
		m.symbols = append(m.symbols, t.start[piece[i]])
		m.ranks = append(m.ranks, t.first[int(piece[i-1])<<8|int(piece[i])])
	}
	m.run(&t.pairs)
}
