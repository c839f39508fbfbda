package discovery

import (
	"strings"

	"galley/engine/source"
	"galley/engine/textutil"
)

// MarkdownCode returns the spans of a Markdown text that are code: blocks fenced with ` or ~,
// blocks indented by four, and spans between runs of back-ticks of the same length. It knows enough
// about lists to tell an indented block from the second paragraph of a list item, and that an HTML
// block ends at a blank line.
func MarkdownCode(s string) []source.Span { return scanCode(s, false) }

// MarkedCode is [MarkdownCode] as Qwen Code does it, with the library marked. That library does not
// find code that is indented below a list item, nor code in a quotation or list item of several
// lines.
func MarkedCode(s string) []source.Span { return scanCode(s, true) }

func scanCode(s string, marked bool) []source.Span {
	m := codeScan{text: s, marked: marked}
	for at := 0; at < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		m.line(at, end)
		at = end
	}
	m.flush(len(s))
	if m.fence != "" {
		m.out = append(m.out, source.Span{Start: m.from, End: len(s)})
	}
	return m.out
}

type codeScan struct {
	text      string
	out       []source.Span
	fence     string // the characters that opened the current fence
	from      int    // where the current fence or paragraph begins
	paragraph bool
	list      bool
	html      bool
	marked    bool
}

var listItem = textutil.LazyRegexp(`^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)`)

// line reads one line; end is the offset after its line end.
func (m *codeScan) line(at, end int) {
	line := strings.TrimRight(m.text[at:end], "\r\n")
	trimmed := strings.TrimLeft(line, " ")
	indent := len(line) - len(trimmed)
	if m.fence != "" {
		if closing := fenceOf(trimmed); closing != "" && indent < 4 && closing[0] == m.fence[0] && len(closing) >= len(m.fence) &&
			strings.TrimSpace(trimmed[len(closing):]) == "" {
			m.out = append(m.out, source.Span{Start: m.from, End: end})
			m.fence = ""
		}
		return
	}
	switch fence := fenceOf(trimmed); {
	case strings.TrimSpace(line) == "":
		m.flush(at)
		m.html = false
	case m.html:
	case indent < 4 && htmlBlock().MatchString(trimmed):
		m.flush(at)
		m.html = true
	case fence != "" && m.marked && m.list && indent > 0:
		// marked does not find this code; see MarkedCode
	case fence != "" && (indent < 4 || m.list) && !(fence[0] == '`' && strings.Contains(trimmed[len(fence):], "`")):
		m.flush(at)
		m.fence, m.from = fence, at
	case !m.paragraph && !m.list && (indent >= 4 || strings.HasPrefix(trimmed, "\t")):
		m.out = append(m.out, source.Span{Start: at, End: end})
	default:
		if item := listItem().MatchString(line); item || !m.paragraph {
			m.flush(at)
			m.list = item || m.list && indent > 0
			m.paragraph, m.from = true, at
		}
	}
}

// htmlBlock matches the start of an HTML block that ends at a blank line.
var htmlBlock = textutil.LazyRegexp(`^</?(?i:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|` +
	`fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|` +
	`ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t/>]|$)`)

// flush ends a paragraph and finds the code spans in it.
func (m *codeScan) flush(to int) {
	lost := false
	if m.paragraph && m.marked {
		text := strings.TrimRight(m.text[m.from:to], "\n")
		lost = strings.Contains(text, "\n") && (m.list || strings.HasPrefix(strings.TrimLeft(text, " "), ">"))
	}
	if m.paragraph && !lost {
		m.out = append(m.out, codeSpans(m.text[m.from:to], m.from)...)
	}
	m.paragraph = false
}

// fenceOf returns the run of three or more back-ticks or tildes with which a line opens or closes a
// fenced block, or "".
func fenceOf(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 {
		return ""
	}
	return line[:n]
}

// codeSpans finds the code spans in a paragraph that begins at the offset base. A code span begins
// with a run of back-ticks and ends with the next run of the same length; without such a run, the
// first run is text. A back-slash before a run escapes its first back-tick. In code, a back-slash
// has no special meaning.
func codeSpans(s string, base int) (out []source.Span) {
	type run struct{ at, n, next int } // next is the run that ends it, or 0
	var runs []run
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && s[i] == '`' {
			i++
		}
		if i > from {
			runs = append(runs, run{at: from, n: i - from})
		}
	}
	last := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		closes := r.n
		if before := s[:r.at]; (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1 {
			r.at, r.n = r.at+1, r.n-1
		}
		if j, ok := last[r.n]; ok {
			r.next = j
		}
		last[closes] = i
	}
	for i := 0; i < len(runs); i++ {
		if j := runs[i].next; j > 0 {
			out = append(out, source.Span{Start: base + runs[i].at, End: base + runs[j].at + runs[j].n})
			i = j
		}
	}
	return out
}

// InSpans reports whether an offset lies in one of the sorted spans. It drops the spans
// before the offset, so the offsets of successive calls must ascend.
func InSpans(spans *[]source.Span, at int) bool {
	for len(*spans) > 0 && (*spans)[0].End <= at {
		*spans = (*spans)[1:]
	}
	return len(*spans) > 0 && (*spans)[0].Contains(at)
}

// WithoutSpans returns a text without the parts in spans, which must be sorted.
func WithoutSpans(t source.Text, spans []source.Span) source.Text {
	if len(spans) == 0 {
		return t
	}
	var b source.Builder
	at := 0
	for _, s := range spans {
		if s.Start > at {
			b.Append(t.Slice(at, s.Start))
		}
		at = max(at, s.End)
	}
	b.Append(t.Slice(at, t.Len()))
	return b.Text()
}
