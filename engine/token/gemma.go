//go:build !nogemma

package token

import (
	_ "embed"
	"strings"
	"sync"
	"sync/atomic"

	"galley/engine/token/internal/vocab"
)

//go:embed data/gemma3.vocab
var gemmaPacked []byte

// gemma counts with the vocabulary of Gemma 3. A build with the tag nogemma does not contain it.
var gemma scheme = &gemmaEncoding{packed: gemmaPacked}

// gemmaEncoding is the vocabulary of Gemma 3. It merges characters and not bytes, and has no
// splitter. Only one of its tokens has a space after another character. So a text can be divided
// before its spaces, which keeps counting fast.
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
	w, text := e.workers.begin(text)
	total := 0
	for i := 0; i < len(text); {
		end, whole := e.table.next(text, i)
		if whole {
			total += wholeTokens(text[i:end])
		} else {
			total += int(pieceOf(e, w, text, i, end))
		}
		i = end
	}
	e.workers.give(w)
	return tally{n: int64(total)}
}

func (e *gemmaEncoding) upTo(text string, x int) tally {
	e.load()
	return e.workers.upTo(text, x, func(w *worker[uint32], text string, i, x int) (tokens, end int) {
		end, whole := e.table.next(text, i)
		switch {
		case whole:
			return wholeTokens(text[i:min(end, x)]), end
		case end <= x:
			return int(pieceOf(e, w, text, i, end)), end
		}
		return e.table.begun(&w.merger, text[i:end], x-i), end
	})
}

// cut allows a division before and after a run of line feeds, and before a run of spaces. It
// allows no division inside the one token that has a space after another character.
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

// look implements [looker].
func (e *gemmaEncoding) look(w *worker[uint32], piece string, h uint64) uint32 {
	return merged(e.table, w, piece, h)
}
