// Package highlight colours text line by line, and only the lines on the screen. What continues
// from one line to the next, such as a fenced block, is in a small [State] that is cheap to
// compute. So to draw a screen in the middle of a text of a megabyte, only the lines on the screen
// are lexed.
//
// The lexers are galley's own and run on chroma's core. galley does not import chroma's collection
// of lexers: loading it would take longer at each start than everything else that galley does, and
// its Markdown lexer takes longer than a frame for one screen.
package highlight

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
)

// Span is a range of a line, in bytes, that is not plain text.
type Span struct {
	Start, End int
	Token      chroma.TokenType
}

const (
	// MaxLine is the most bytes of a line that are lexed; the rest is plain.
	MaxLine = 2000
	// maxCache is the number of lines in each of two caches.
	maxCache = 2048
)

type cacheKey struct {
	state State
	line  string
}

// Highlighter lexes lines and caches them. It is not safe for concurrent use. The
// zero value is ready.
type Highlighter struct {
	young, old map[cacheKey][]Span
}

// Line returns the spans of a line, in order and without overlaps, and the state in which the next
// line starts. The caller must not change the spans.
func (h *Highlighter) Line(s State, line string) ([]Span, State) {
	next := s.Next(line)
	if line == "" {
		return nil, next
	}
	k := cacheKey{s, head(line)}
	spans, ok := h.young[k]
	if ok {
		return spans, next
	}
	if spans, ok = h.old[k]; !ok {
		spans = lex(s, line)
	}
	if h.young == nil || len(h.young) >= maxCache {
		// Discard the older half as a whole, which is cheap. Lines on the screen are looked up
		// often and so remain in the newer half.
		h.young, h.old = map[cacheKey][]Span{}, h.young
	}
	k.line = strings.Clone(k.line) // otherwise the cache would keep the whole text in memory
	h.young[k] = spans
	return spans, next
}

// lex returns the spans of a line.
func lex(s State, line string) []Span {
	line = head(line)
	if s.lang == Markdown {
		return lexMarkdown(s, line)
	}
	return lexInner(s.lang, s.mode, s.key, line)
}

// lexInner returns the spans of a line of a language other than Markdown.
func lexInner(l Lang, m mode, key int, line string) []Span {
	if m == modeIndented && !inScalar(key, line) {
		m = modeRoot
	}
	return lexWith(l, m, line, 0)
}

// head returns the part of a line that is lexed.
func head(line string) string {
	if len(line) <= MaxLine {
		return line
	}
	end := MaxLine
	for end > MaxLine-utf8.UTFMax && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end]
}

// lexWith runs the lexer of a language over line[from:], in the mode m.
func lexWith(l Lang, m mode, line string, from int) []Span {
	lexer := lexers[l]
	if lexer == nil {
		return nil
	}
	tokens, err := lexer().Tokenise(&chroma.TokeniseOptions{State: modeNames[m]}, line[from:])
	if err != nil {
		return nil // only a rule that does not compile can cause this, and the tests would report it
	}
	var spans []Span
	at := from
	for t := tokens(); t != chroma.EOF; t = tokens() {
		start := at
		at += length(line[at:], t.Value)
		if t.Type == chroma.Text || t.Type == chroma.Error || at == start {
			continue
		}
		if n := len(spans); n > 0 && spans[n-1].End == start && spans[n-1].Token == t.Type {
			spans[n-1].End = at
			continue
		}
		spans = append(spans, Span{start, at, t.Type})
	}
	return spans
}

// length returns how many bytes of line the text of a token represents. The two differ if the line
// is not valid UTF-8, because chroma replaces each invalid byte by a replacement character.
func length(line, text string) int {
	if len(text) <= len(line) && line[:len(text)] == text {
		return len(text)
	}
	n := 0
	for range text {
		_, size := utf8.DecodeRuneInString(line[n:])
		n += size
	}
	return n
}
