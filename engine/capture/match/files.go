package match

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"galley/engine/source"
)

// files searches for the user's files in the text that has no origin yet: first for whole files,
// then for single lines. It reports a file that should be loaded but is not found, and one that is
// found although it should not be loaded.
func (m *matcher) files() {
	order := make([]File, 0, len(m.in.Files))
	for _, f := range m.in.Files {
		if !m.found[f.Path] && strings.TrimSpace(strings.TrimPrefix(f.Text, "\ufeff")) != "" {
			order = append(order, f)
		}
	}
	// Search for long files first, because a long file may quote a short one.
	slices.SortStableFunc(order, func(a, b File) int { return cmp.Compare(len(b.Text), len(a.Text)) })
	var rest []File
	for _, f := range order {
		if !m.whole(f) {
			rest = append(rest, f)
		}
	}
	index := sync.OnceValue(m.lineIndex)
	for _, f := range rest {
		m.lines(f, index())
		if f.Loaded && !m.differs(f.Path) {
			m.differences = append(m.differences, Difference{Kind: Missing, Name: f.Path, Bytes: len(f.Text), Place: -1})
		}
	}
}

// lineIndex maps each line that is long enough and has no origin yet to the places where it occurs.
func (m *matcher) lineIndex() map[string][]position {
	index := map[string][]position{}
	for p, text := range m.texts {
		at := 0
		for line := range strings.Lines(text) {
			t := strings.TrimSpace(line)
			start := at + strings.Index(line, t)
			at += len(line)
			if len(t) < minLine || len(index[t]) >= maxTries {
				continue
			}
			if !m.overlaps(p, start, start+len(t)) {
				index[t] = append(index[t], position{p, start})
			}
		}
	}
	return index
}

// differs reports whether a difference already names the file.
func (m *matcher) differs(name string) bool {
	return slices.ContainsFunc(m.differences, func(d Difference) bool { return d.Name == name })
}

// whole looks for a file's trimmed text. A short text counts only if the file's name occurs shortly
// before it and the text is not part of a sentence.
func (m *matcher) whole(f File) bool {
	text := strings.TrimSpace(f.Text)
	lead := strings.Index(f.Text, text)
	for p := range m.texts {
		from := 0
		for range maxTries {
			i := m.free(p, text, from)
			if i < 0 {
				break
			}
			if len(text) >= minBare || alone(m.texts[p], i, i+len(text)) && m.named(position{p, i}, f.Path) {
				m.add(Span{p, i, i + len(text), fileOrigin(f, lead, lead+len(text)), -1})
				kind := Changed
				if !f.Loaded {
					kind = Unexpected
				}
				m.differences = append(m.differences, Difference{Kind: kind, Name: f.Path, Bytes: len(text), Place: p, Start: i})
				return true
			}
			from = i + 1
		}
	}
	return false
}

// alone reports whether a range of a text consists of whole lines or is enclosed in tags.
func alone(text string, start, end int) bool {
	before, after := strings.TrimRight(text[:start], " \t"), strings.TrimLeft(text[end:], " \t\r")
	return (before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, ">")) &&
		(after == "" || strings.HasPrefix(after, "\n") || strings.HasPrefix(after, "<"))
}

func fileOrigin(f File, start, end int) source.Origin {
	return source.Origin{
		Kind: source.File, Source: f.Path, Span: source.Span{Start: start, End: end},
		Line: 1 + strings.Count(f.Text[:start], "\n"), Tag: source.NoSpan,
	}
}

// lines looks for the lines of a file that the agent may have cut or changed. Only long lines
// count. At least two must be found, or one that is half of the file's text.
func (m *matcher) lines(f File, index map[string][]position) {
	var spans []Span
	bytes, at := 0, 0
	seen := map[string]bool{}
	for line := range strings.Lines(f.Text) {
		t := strings.TrimSpace(line)
		offset := at + strings.Index(line, t)
		at += len(line)
		if len(t) < minLine || seen[t] {
			continue
		}
		seen[t] = true
		for _, where := range index[t] {
			if !m.overlaps(where.place, where.at, where.at+len(t)) {
				spans = append(spans, Span{where.place, where.at, where.at + len(t), fileOrigin(f, offset, offset+len(t)), -1})
				bytes += len(t)
			}
		}
	}
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Start, b.Start)) })
	if len(spans) < 2 && 2*bytes < len(strings.TrimSpace(f.Text)) || len(spans) == 0 {
		return
	}
	for _, s := range spans {
		m.add(s)
	}
	kind := Changed
	if !f.Loaded {
		kind = Unexpected
	}
	m.differences = append(m.differences, Difference{Kind: kind, Name: f.Path, Bytes: bytes, Place: spans[0].Place, Start: spans[0].Start})
}

// values marks facts about the machine and the session in the remaining text. It begins with the
// longest fact, because a short fact, such as the home, may be part of a longer one, such as the
// working directory.
func (m *matcher) values() {
	all := slices.Clone(m.in.Values)
	slices.SortStableFunc(all, func(a, b Value) int { return cmp.Compare(len(b.Text), len(a.Text)) })
	for _, v := range all {
		if len(v.Text) < minValue {
			continue
		}
		for p, text := range m.texts {
			from := 0
			for range maxTries {
				i := m.free(p, v.Text, from)
				if i < 0 {
					break
				}
				end := i + len(v.Text)
				if whole(text, i, end) {
					m.add(Span{p, i, end, source.Origin{Kind: source.Variable, Source: v.Name, Span: source.Span{End: len(v.Text)}, Tag: source.NoSpan}, -1})
				}
				from = end
			}
		}
	}
}

// whole reports whether a range of a text is not part of a longer word.
func whole(text string, start, end int) bool {
	word := func(c byte) bool {
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
	}
	return (start == 0 || !word(text[start-1]) || !word(text[start])) && (end == len(text) || !word(text[end]) || !word(text[end-1]))
}
