// Package secret keeps secret values off screens and out of messages. The values are those that an
// agent's settings take from the environment and from files.
//
// A request to a model contains these values. Everything else (views, scans, diffs, problems,
// notes, logs) shows a reference in place of the value: {env:TOKEN}. The package masks values of
// files, values of variables whose names suggest a secret, and values that look like a key. It
// does not mask values shorter than [Shortest] bytes.
//
// A value is found unchanged, trimmed, as JSON, Go and URLs write it, and line by line. A value
// without blanks is also found by its beginning, between the separators of paths and URLs, and in
// base64, alone or within a longer text. A value is not found in other forms: hexadecimal,
// compressed, in another case, reversed, or in parts shorter than [Shortest].
package secret

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"galley/engine/facts"
)

// Shortest is the length in bytes from which a value is masked. Shorter values occur in unrelated
// text.
const Shortest = 6

// Values are the values to mask. The zero value and a nil pointer mask nothing.
type Values struct {
	mu      sync.Mutex
	list    []value
	known   map[value]bool
	needles []needle
	ready   bool // needles were computed from the present list
}

type value struct {
	text, shown string
	masked      bool
}

// needle is one form of a secret value, for which texts are searched.
type needle struct {
	text  string
	shown string
	head  int // number of bytes that must match; bytes after them are masked as far as they match too
}

// AddEnv adds the value of a variable. shown is the reference to the variable as it is written.
func (v *Values) AddEnv(name, text, shown string) {
	v.add(value{text, shown, secretName(name) || LooksLikeKey(text)})
}

// AddFile adds the text of a file. shown is the reference to the file as it is written.
func (v *Values) AddFile(text, shown string) { v.add(value{text, shown, true}) }

// Release stops masking the text of a file that is known not to be secret. A text that looks like
// a key stays masked.
func (v *Values) Release(text string) {
	if LooksLikeKey(text) {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = slices.DeleteFunc(v.list, func(x value) bool { return x.text == text })
	v.known, v.ready = nil, false
}

func (v *Values) add(x value) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.take(x)
}

// Merge adds the values of others.
func (v *Values) Merge(others *Values) {
	if others == nil {
		return
	}
	for _, x := range others.all() {
		v.add(x)
	}
}

func (v *Values) all() []value {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.list)
}

// take adds a value unless it is already in the list.
func (v *Values) take(x value) {
	if v.known == nil {
		v.known = map[value]bool{}
		for _, old := range v.list {
			v.known[old] = true
		}
	}
	if x.text == "" || v.known[x] {
		return
	}
	v.known[x] = true
	v.list, v.ready = append(v.list, x), false
}

// Empty reports whether nothing is masked.
func (v *Values) Empty() bool { return v == nil || len(v.prepare()) == 0 }

// prepare returns the forms of all values. It computes them again if values were added or
// released.
func (v *Values) prepare() []needle {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ready {
		return v.needles
	}
	v.needles, v.ready = nil, true
	for _, x := range v.list {
		if x.masked && len(x.text) >= Shortest {
			for _, form := range forms(x.text) {
				v.needles = append(v.needles, needleOf(form, x))
			}
		}
	}
	return v.needles
}

// mostParts is how many lines, and how many words, of one value are also searched for on their own.
// The others are masked only as part of the whole value.
const mostParts = 256

// enoughHead is how many bytes at the beginning of a value without blanks are enough to recognise
// it.
const enoughHead = 8

func needleOf(form string, x value) needle {
	n := needle{form, x.shown, len(form)}
	if oneWord(form) && LooksLikeKey(x.text) && len(form) > enoughHead {
		n.head = enoughHead
	}
	return n
}

func oneWord(s string) bool { return !strings.ContainsFunc(s, unicode.IsSpace) }

// forms lists the forms that a value may have in other text.
func forms(text string) (all []string) {
	met := map[string]bool{}
	add := func(s string) {
		if len(s) >= Shortest && !met[s] {
			met[s] = true
			all = append(all, s)
		}
	}
	trimmed := strings.TrimSpace(text)
	pieces := []string{text, trimmed}
	if strings.Contains(trimmed, "/") {
		pieces = append(pieces, facts.Clean(trimmed), strings.ReplaceAll(trimmed, "/", `\`), strings.Trim(trimmed, "/"))
	}
	lines := 0
	for line := range strings.Lines(trimmed) {
		if lines++; lines > mostParts {
			break
		}
		if line = strings.TrimSpace(line); len(line) >= 2*Shortest || oneWord(trimmed) {
			pieces = append(pieces, line)
		}
	}
	words := strings.FieldsFunc(text, separates)
	for _, word := range words[:min(len(words), mostParts)] {
		if oneWord(trimmed) || LooksLikeKey(word) {
			pieces = append(pieces, word)
		}
	}
	for _, p := range pieces {
		add(p)
		quoted, _ := json.Marshal(p)
		add(string(quoted[1 : len(quoted)-1]))
		goQuoted := strconv.Quote(p)
		add(goQuoted[1 : len(goQuoted)-1])
		for _, escaped := range []string{url.PathEscape(p), url.QueryEscape(p), (&url.URL{Path: p}).EscapedPath()} {
			add(escaped)
			add(lowerEscapes(escaped))
		}
		if plain, err := url.PathUnescape(p); err == nil {
			add(plain)
		}
	}
	if oneWord(trimmed) && len(trimmed) <= mostEncoded {
		for _, form := range inBase64(trimmed) {
			add(form)
		}
	}
	return all
}

// mostEncoded is a limit in bytes: texts are not searched for the base64 forms of a longer value.
// leastEncoded is the least number of characters of a base64 form for which texts are searched:
// shorter forms occur by chance.
const mostEncoded, leastEncoded = 4 << 10, 12

// inBase64 lists the base64 forms of a text that has other text before and after it. For each of
// the two alphabets there are three forms, one for each offset within a group of three bytes.
// Characters that depend on the neighbouring text are left out.
func inBase64(text string) (all []string) {
	for before := range 3 {
		whole := (before + len(text)) / 3 * 3
		padded := (strings.Repeat("x", before) + text)[:whole]
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			form := alphabet.EncodeToString([]byte(padded))
			if from := []int{0, 2, 3}[before]; len(form) >= from+leastEncoded {
				all = append(all, form[from:])
			}
		}
	}
	return all
}

// separates reports whether a character separates the words of a path, a URL or a setting.
func separates(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(`/\"',;:{}[]()<>?#&=@|`, r)
}

// lowerEscapes writes the digits of %AB in lower case.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(s[i+1:i+3]))
		}
	}
	return string(b)
}

// Mask replaces each secret in a text by its reference.
func (v *Values) Mask(s string) string {
	return v.replace(s, func(_, shown string) string { return shown })
}

// Cover masks secrets in a text without changing its length, so that offsets stay valid. It
// replaces each secret by as much of the reference as fits, and by asterisks after the reference.
// Line ends stay.
func (v *Values) Cover(s string) string { return v.replace(s, cover) }

func cover(found, shown string) string {
	b := []byte(found)
	end := strings.IndexByte(found+"\n", '\n')
	if len(shown) > end || strings.ContainsAny(shown, "\r\n") {
		shown = ""
	}
	copy(b, shown)
	for i := len(shown); i < len(b); i++ {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = '*'
		}
	}
	return string(b)
}

func (v *Values) replace(s string, by func(found, shown string) string) string {
	if v.Empty() || len(s) < Shortest {
		return s
	}
	hits := v.find(s)
	if len(hits) == 0 {
		return s
	}
	var b strings.Builder
	at := 0
	for _, h := range hits {
		b.WriteString(s[at:h.start])
		b.WriteString(by(s[h.start:h.end], h.shown))
		at = h.end
	}
	b.WriteString(s[at:])
	return b.String()
}

type hit struct {
	start, end int
	shown      string
}

// find lists the places of secrets in a text, in order. Overlapping places are merged.
func (v *Values) find(s string) (hits []hit) {
	for _, n := range v.prepare() {
		for at := 0; at < len(s); {
			i := strings.Index(s[at:], n.text[:n.head])
			if i < 0 {
				break
			}
			start := at + i
			end := start + n.head
			for end < len(s) && end-start < len(n.text) && s[end] == n.text[end-start] {
				end++
			}
			hits = append(hits, hit{start, end, n.shown})
			at = end
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	var out []hit
	for _, h := range hits {
		if last := len(out) - 1; last >= 0 && h.start < out[last].end {
			out[last].end = max(out[last].end, h.end)
			continue
		}
		out = append(out, h)
	}
	return out
}
