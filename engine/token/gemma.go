package token

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"galley/engine/token/internal/vocab"
)

// gemmaEncoding is the vocabulary of Gemma 3. It merges characters, not bytes,
// and knows no splitter: what keeps it fast is that hardly a token has a space
// behind anything else, so that a text can be cut before its spaces.
type gemmaEncoding struct {
	packed []byte

	once    sync.Once
	ready   atomic.Bool
	table   *charTable
	workers workers[uint32]
}

func (e *gemmaEncoding) method() string { return Gemma3 }

func (e *gemmaEncoding) isReady() bool { return e.ready.Load() }

func (e *gemmaEncoding) load() {
	e.once.Do(func() {
		v, err := vocab.Unpack(e.packed)
		if err != nil {
			panic(Gemma3 + ": " + err.Error())
		}
		e.table = newCharTable(v)
		e.ready.Store(true)
	})
}

func (e *gemmaEncoding) tokens(t tally) int { return int(t.n) }

func (e *gemmaEncoding) count(_ tally, tokens int) Count {
	return Count{Tokens: tokens, Basis: Exact, Method: Gemma3, Low: tokens, High: tokens}
}

func (e *gemmaEncoding) sum(text string) tally {
	e.load()
	w := e.workers.take()
	text, w.text = validUTF8(text, w.text)
	total := 0
	for i := 0; i < len(text); {
		end, whole := e.table.next(text, i)
		if whole {
			total += wholeTokens(text[i:end])
		} else {
			total += int(e.piece(w, text, i, end))
		}
		i = end
	}
	w.text = trimmed(w.text)
	e.workers.give(w)
	return tally{n: int64(total)}
}

func (e *gemmaEncoding) upTo(text string, x int) tally {
	e.load()
	w := e.workers.take()
	defer e.workers.give(w)
	text, x, w.text = validUpTo(text, x, w.text)
	total := 0
	for i := 0; i < x; {
		end, whole := e.table.next(text, i)
		switch {
		case whole:
			total += wholeTokens(text[i:min(end, x)])
		case end <= x:
			total += int(e.piece(w, text, i, end))
		default:
			total += e.table.begun(&w.merger, text[i:end], x-i)
		}
		i = end
	}
	return tally{n: int64(total)}
}

// cut allows a cut around a run of line feeds and before a run of spaces, but
// not inside the one token that has a space behind something else.
func (e *gemmaEncoding) cut(before, after string) bool {
	if before == "" || after == "" {
		return false
	}
	last := before[len(before)-1]
	if (last == '\n') != (after[0] == '\n') {
		return true
	}
	return after[0] == ' ' && last != ' ' && !strings.HasSuffix(before, blankSign) &&
		!(last == '>' && strings.HasPrefix(after, " </"))
}

// piece returns the number of tokens of the piece text[i:end].
func (e *gemmaEncoding) piece(w *worker[uint32], text string, i, end int) uint32 {
	if end-i > shortPiece {
		piece := text[i:end]
		return e.look(w, piece, hashOf(piece))
	}
	k := keyOf(text, i, end)
	h := k.hash()
	place := w.short.place(h)
	if place.key != k {
		*place = shortEntry[uint32]{k, e.look(w, text[i:end], h)}
	}
	return place.value
}

func (e *gemmaEncoding) look(w *worker[uint32], piece string, h uint64) uint32 {
	if n, ok := w.long.get(piece, h); ok {
		return n
	}
	e.table.merge(&w.merger, piece)
	n := uint32(len(w.symbols))
	w.long.put(piece, h, n)
	return n
}

// charTable is a vocabulary that merges characters.
type charTable struct {
	pairs pairTable
	basic []uint32        // symbol of each character below U+10000, or noChar
	rest  map[rune]uint32 // the same for the others
	chars []uint8         // characters in each symbol
	words map[string]bool // cut out whole
	lens  [2]int          // bytes of the shortest and the longest of them
}

// The symbols that stand for no entry of the table: neither merges with anything.
const (
	noChar   = 1<<symbolBits - 1 // a character without a symbol
	byteSign = 1<<symbolBits - 2 // one byte of it
)

func newCharTable(v *vocab.Table) *charTable {
	t := &charTable{
		basic: make([]uint32, 1<<16),
		rest:  map[rune]uint32{},
		chars: make([]uint8, v.Len()),
		words: map[string]bool{},
		lens:  [2]int{1 << 10, 0},
	}
	for i := range t.basic {
		t.basic[i] = noChar
	}
	arena, at := v.Strings()
	text := view(arena)
	names := newNameTable(v.Len())
	for id := range v.Len() {
		s := text[at[id]:at[id+1]]
		names.add(hashIn(text, int(at[id]), int(at[id+1])), uint32(id))
		t.chars[id] = uint8(utf8.RuneCountInString(s))
		if r, size := utf8.DecodeRuneInString(s); size == len(s) {
			if r < 1<<16 {
				t.basic[r] = uint32(id)
			} else {
				t.rest[r] = uint32(id)
			}
		}
	}
	// A space and the sign that stands for it are one character.
	t.basic[' '] = t.basic['▁']

	// Every way to split a symbol into two others is a pair that merges.
	t.pairs = newPairTable(2 * len(v.Left))
	bit := 0
	for k := range v.Left {
		id := len(v.Base) + k
		start, end := int(at[id]), int(at[id+1])
		known := start + int(at[v.Left[k]+1]-at[v.Left[k]])
		for i := range text[start:end] {
			if i == 0 {
				continue
			}
			middle := start + i
			switch split := v.Splits[bit/8]>>(bit%8)&1 != 0; {
			case middle == known:
				t.pairs.add(v.Left[k], v.Right[k], uint32(id))
			case split:
				left := names.find(hashIn(text, start, middle))
				right := names.find(hashIn(text, middle, end))
				t.pairs.add(left, right, uint32(id))
			}
			bit++
		}
	}
	for _, word := range v.Words {
		t.words[word] = true
		t.lens[0], t.lens[1] = min(t.lens[0], len(word)), max(t.lens[1], len(word))
	}
	return t
}

// nameTable finds symbols by the hashes of their bytes while a vocabulary is
// loaded. It compares no bytes: only symbols that exist are asked for, and a test
// makes sure that no two of them have the same hash here.
type nameTable struct {
	slots []uint64 // upper bits of the hash, and the symbol plus one
	shift uint
}

func newNameTable(n int) nameTable {
	bits := uint(1)
	for 1<<bits < 2*n {
		bits++
	}
	return nameTable{slots: make([]uint64, 1<<bits), shift: 64 - bits}
}

// add reports whether the hash is new.
func (t *nameTable) add(h uint64, id uint32) bool {
	at := h >> t.shift
	for ; t.slots[at] != 0; at = (at + 1) & uint64(len(t.slots)-1) {
		if t.slots[at]>>symbolBits == h>>symbolBits {
			return false
		}
	}
	t.slots[at] = h>>symbolBits<<symbolBits | uint64(id+1)
	return true
}

// find returns the symbol of a hash that was added; another hash has no answer.
func (t *nameTable) find(h uint64) uint32 {
	at := h >> t.shift
	for t.slots[at]>>symbolBits != h>>symbolBits {
		at = (at + 1) & uint64(len(t.slots)-1)
	}
	return uint32(t.slots[at]&(1<<symbolBits-1)) - 1
}

// next returns the end of what starts at s[i]: text that is merged, or something
// that is cut out whole.
func (t *charTable) next(s string, i int) (end int, whole bool) {
	switch s[i] {
	case '\n', '\t':
		end = i + 1
		for end < len(s) && s[end] == s[i] {
			end++
		}
		return end, true
	case '<', '[':
		if end := t.wordEnd(s, i); end > 0 {
			return end, true
		}
	case ' ', blankSign[0]:
		// A run of spaces is cut out; but one space that is left over by the longest
		// runs goes with what follows.
		end, n, last := blankRun(s, i)
		if n > 1 && n%longestRun == 1 {
			return last, true
		}
		if n > 1 {
			return end, true
		}
		i = max(i, end-1)
	}
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\n', '\t':
			return j, false
		case '<', '[':
			if t.wordEnd(s, j) > 0 {
				return j, false
			}
		case ' ', blankSign[0]:
			if end, n, _ := blankRun(s, j); n > 1 || n == 1 && !t.glued(s, j, end) {
				return j, false
			}
		}
	}
	return len(s), false
}

// blankSign stands for a space in the vocabulary; in a text it means the same.
const blankSign = "▁"

// blankRun returns the end of the spaces from s[i] on, how many there are, and
// where the last one starts.
func blankRun(s string, i int) (end, n, last int) {
	for end = i; end < len(s); n++ {
		switch {
		case s[end] == ' ':
			last, end = end, end+1
		case strings.HasPrefix(s[end:], blankSign):
			last, end = end, end+len(blankSign)
		default:
			return end, n, last
		}
	}
	return end, n, last
}

// glued reports whether the space s[i:end] stands inside ">▁</", the only token
// with a space behind something else.
func (t *charTable) glued(s string, i, end int) bool {
	return s[i-1] == '>' && strings.HasPrefix(s[end:], "</") && t.wordEnd(s, end) == 0
}

// lastUnused is the highest number of the words <unused0>, <unused1> and so on.
const lastUnused = 6241

// wordEnd returns the end of the word that is cut out whole at s[i], or 0.
func (t *charTable) wordEnd(s string, i int) int {
	closing := byte('>')
	if s[i] == '[' {
		closing = ']'
	}
	n := strings.IndexByte(s[i:min(len(s), i+t.lens[1])], closing) + 1
	if n < t.lens[0] {
		return 0
	}
	word := s[i : i+n]
	if t.words[word] {
		return i + n
	}
	if digits, ok := strings.CutPrefix(word, "<unused"); ok {
		digits = digits[:len(digits)-1]
		value := 0
		for _, d := range []byte(digits) {
			if d < '0' || d > '9' || value > lastUnused {
				return 0
			}
			value = 10*value + int(d-'0')
		}
		if digits == "0" || digits != "" && digits[0] != '0' && value <= lastUnused {
			return i + n
		}
	}
	return 0
}

// longestRun is how many line feeds, tabs or spaces make one token.
const longestRun = 31

// wholeTokens returns the tokens of what is cut out whole, or of its beginning.
func wholeTokens(s string) int {
	n := 1
	switch s[0] {
	case '\n', '\t':
		n = len(s)
	case ' ', blankSign[0]:
		n = utf8.RuneCountInString(s)
	}
	return (n + longestRun - 1) / longestRun
}

// merge leaves the tokens of a piece in m.symbols.
func (t *charTable) merge(m *merger, piece string) {
	m.reset(len(piece))
	for _, r := range piece {
		id := t.symbol(r)
		if id != noChar {
			m.symbols = append(m.symbols, id)
			continue
		}
		for range utf8.RuneLen(r) {
			m.symbols = append(m.symbols, byteSign)
		}
	}
	for i := 1; i < len(m.symbols); i++ {
		m.ranks = append(m.ranks, t.pairs.rank(m.symbols[i-1], m.symbols[i]))
	}
	m.run(&t.pairs)
}

func (t *charTable) symbol(r rune) uint32 {
	if r < 1<<16 {
		return t.basic[r]
	}
	if id, ok := t.rest[r]; ok {
		return id
	}
	return noChar
}

// begun returns how many tokens of a piece begin before its byte x.
func (t *charTable) begun(m *merger, piece string, x int) int {
	t.merge(m, piece)
	at, n := 0, 0
	for _, id := range m.symbols {
		if at >= x {
			break
		}
		n++
		if id == byteSign {
			at++
			continue
		}
		for range t.chars[id] {
			_, size := utf8.DecodeRuneInString(piece[at:])
			at += size
		}
	}
	return n
}
