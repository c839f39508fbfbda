package claudecode

import (
	"slices"
	"strings"

	"galley/engine/source"
	"galley/engine/textutil"
)

// Claude Code parses the Markdown of a rule file with the library marked, without GitHub's
// extensions. It needs the parsed text to remove comments that are blocks of their own, and to find
// imports, which count only in running text. The reader in this file implements only the parts of
// marked that affect these two results.

// mostNested is the deepest level of nested lists and quotations that is followed. Deeper text is
// read as a paragraph.
const mostNested = 16

// line is a line of a file, without its line end and without the prefixes of lists and quotations.
type line struct {
	at int // offset of its first byte in the text
	s  string
}

func (l line) blank() bool { return strings.Trim(l.s, " \t") == "" }

// reader reads the blocks of a text.
type reader struct {
	src      string
	comments []source.Span // to remove: block comments, with the line feeds after them
	runs     []run
}

// joined is the text of several lines, which need not be adjacent in the file.
type joined struct {
	text   string
	lines  []line
	starts []int // where each line begins in the text
}

func join(in []line) *joined {
	j := &joined{lines: in, starts: make([]int, len(in))}
	var b strings.Builder
	for i, l := range in {
		if i > 0 {
			b.WriteByte('\n')
		}
		j.starts[i] = b.Len()
		b.WriteString(l.s)
	}
	j.text = b.String()
	return j
}

// offset converts an offset in the joined text to an offset in the file.
func (j *joined) offset(i int) int {
	n, exact := slices.BinarySearch(j.starts, i)
	if !exact {
		n--
	}
	return j.lines[n].at + i - j.starts[n]
}

// run is a piece of a file's text without code, tags and comments. Claude Code looks for imports
// only in such pieces.
type run struct {
	in       *joined
	from, to int
}

// read finds the block comments of a file, and the runs in which Claude Code looks for imports.
func read(src string) *reader {
	r := &reader{src: src}
	r.blocks(lines(src), false, 0)
	return r
}

// lines cuts a text at LF, CR and CRLF.
func lines(src string) []line {
	var out []line
	for at := 0; at < len(src); {
		n := strings.IndexAny(src[at:], "\r\n")
		if n < 0 {
			return append(out, line{at, src[at:]})
		}
		out = append(out, line{at, src[at : at+n]})
		at += n + 1
		if src[at-1] == '\r' && at < len(src) && src[at] == '\n' {
			at++
		}
	}
	return out
}

var (
	fenceStart   = textutil.LazyRegexp("^ {0,3}(`{3,}[^`]*$|~{3,})")
	headingStart = textutil.LazyRegexp(`^ {0,3}#{1,6}(?:[ \t]|$)`)
	ruleStart    = textutil.LazyRegexp(`^ {0,3}(?:(?:- *){3,}|(?:_ *){3,}|(?:\* *){3,})$`)
	quoteStart   = textutil.LazyRegexp(`^ {0,3}> ?`)
	itemStart    = textutil.LazyRegexp(`^( {0,3}(?:[*+-]|\d{1,9}[.)]))(?:[ \t]|$)`)
	itemBreaks   = textutil.LazyRegexp(`^ {0,3}(?:[*+-]|1[.)])[ \t]+[^ \t]`)
	definition   = textutil.LazyRegexp(`^ {0,3}\[[^\[\]\\]+\]: *[^<\s]\S*[ \t]*$`)
	codeStart    = textutil.LazyRegexp(`^(?: {4}| {0,3}\t)`)
)

// blocks reads the blocks in some lines; list is set inside a list item.
func (r *reader) blocks(in []line, list bool, depth int) {
	if depth > mostNested {
		r.inline(in)
		return
	}
	for i := 0; i < len(in); {
		l := in[i]
		switch {
		case l.blank():
			i++
		case codeStart().MatchString(l.s):
			i++
		case fenceStart().MatchString(l.s):
			i = pastFence(in, i)
		case headingStart().MatchString(l.s):
			r.inline(in[i : i+1])
			i++
		case ruleStart().MatchString(l.s):
			i++
		case quoteStart().MatchString(l.s):
			i = r.quote(in, i, depth)
		case itemStart().MatchString(l.s):
			i = r.item(in, i, depth)
		case htmlKind(l.s) != 0:
			i = r.html(in, i, depth == 0)
		case !list && definition().MatchString(l.s):
			i++
		default:
			i = r.paragraph(in, i, list)
		}
	}
}

func pastFence(in []line, i int) int {
	fence := strings.TrimLeft(in[i].s, " ")
	n := len(fence) - len(strings.TrimLeft(fence, fence[:1]))
	for i++; i < len(in); i++ {
		t := strings.TrimLeft(in[i].s, " ")
		closing := len(t) - len(strings.TrimLeft(t, fence[:1]))
		if len(in[i].s)-len(t) < 4 && closing >= n && strings.TrimRight(t[closing:], " \t") == "" {
			return i + 1
		}
	}
	return i
}

// paragraph reads the paragraph that begins at in[i] and returns the index of the line after it. If
// list is set, the paragraph is in a list item; there the library marked also finds imports in the
// raw text, including its code.
func (r *reader) paragraph(in []line, i int, list bool) int {
	from := i
	for i++; i < len(in) && !in[i].blank() && !interrupts(in[i].s, list); i++ {
	}
	if list {
		j := join(in[from:i])
		r.runs = append(r.runs, run{j, 0, len(j.text)})
	}
	r.inline(in[from:i])
	return i
}

// interrupts reports whether a line ends the paragraph above it.
func interrupts(s string, list bool) bool {
	kind := htmlKind(s)
	return ruleStart().MatchString(s) || headingStart().MatchString(s) || quoteStart().MatchString(s) || fenceStart().MatchString(s) ||
		itemBreaks().MatchString(s) || list && itemStart().MatchString(s) || kind != 0 && (kind != htmlAlone || list) && kind != htmlOther
}

func (r *reader) quote(in []line, i, depth int) int {
	var inner []line
	for ; i < len(in); i++ {
		if m := quoteStart().FindString(in[i].s); m != "" {
			inner = append(inner, line{in[i].at + len(m), in[i].s[len(m):]})
			continue
		}
		if in[i].blank() || inner[len(inner)-1].blank() || interrupts(in[i].s, false) {
			break
		}
		inner = append(inner, in[i]) // a line that continues the paragraph without the prefix
	}
	r.blocks(inner, false, depth+1)
	return i
}

// item reads a list item.
func (r *reader) item(in []line, i, depth int) int {
	marker := len(itemStart().FindStringSubmatch(in[i].s)[1])
	rest := in[i].s[marker:]
	blanks := len(rest) - len(strings.TrimLeft(rest, " \t"))
	indent, blank := marker+1, blanks == len(rest)
	if !blank && blanks <= 4 {
		indent = marker + blanks
	}
	inner := []line{{in[i].at + min(indent, len(in[i].s)), in[i].s[min(indent, len(in[i].s)):]}}
	last := inner[0].s
	for i++; i < len(in); i++ {
		l := in[i]
		if blank && len(inner) == 1 && l.blank() {
			i++
			break
		}
		spaces := len(l.s) - len(strings.TrimLeft(l.s, " "))
		if tab := strings.TrimLeft(l.s, " "); tab != "" && tab[0] == '\t' {
			spaces += 4
		}
		if spaces <= min(3, indent-1) && (fenceStart().MatchString(l.s) || headingStart().MatchString(l.s) || itemHTML(l.s) || itemStart().MatchString(l.s) || ruleStart().MatchString(l.s)) {
			break
		}
		switch {
		case l.blank():
			inner = append(inner, line{l.at + len(l.s), ""})
			blank = true
		case spaces >= indent:
			cut := min(indent, len(l.s)-len(strings.TrimLeft(l.s, " \t")))
			inner = append(inner, line{l.at + cut, l.s[cut:]})
		case blank || codeStart().MatchString(last) || fenceStart().MatchString(last) || headingStart().MatchString(last) || ruleStart().MatchString(last):
			r.blocks(inner, true, depth+1)
			return i
		default:
			inner = append(inner, l)
		}
		last = inner[len(inner)-1].s
	}
	r.blocks(inner, true, depth+1)
	return i
}

func itemHTML(s string) bool {
	t := strings.TrimLeft(s, " ")
	return strings.HasPrefix(t, "<!--") || len(t) > 1 && t[0] == '<' && (t[1]|0x20 >= 'a' && t[1]|0x20 <= 'z') && strings.Contains(t, ">")
}

// The kinds of HTML blocks, which differ in what ends them.
const (
	htmlRaw     = iota + 1 // script, pre, style, textarea; ends at the closing tag
	htmlComment            // ends at "-->"; the rest of the line and the line feeds after it belong to the block
	htmlOther              // begins with <? or <! and ends at the corresponding closing mark
	htmlTags               // ends at a blank line
	htmlAlone              // like htmlTags, but cannot interrupt a paragraph
)

var (
	htmlRawStart  = textutil.LazyRegexp(`^ {0,3}<(?i:(script|pre|style|textarea))(?:[\s>]|$)`)
	htmlTagStart  = textutil.LazyRegexp(`^ {0,3}</?(?i:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?: +|$|/?>)`)
	htmlLoneStart = textutil.LazyRegexp(`^ {0,3}(?:<[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>` + "`" + `]+))?)*\s*/?>|</[A-Za-z][\w-]*\s*>)[ \t]*$`)
)

// htmlKind returns the kind of HTML block that a line begins; 0 for none.
func htmlKind(s string) int {
	t := strings.TrimLeft(s, " ")
	if len(s)-len(t) > 3 || t == "" || t[0] != '<' {
		return 0
	}
	switch {
	case htmlRawStart().MatchString(s):
		return htmlRaw
	case strings.HasPrefix(t, "<!--"):
		return htmlComment
	case strings.HasPrefix(t, "<?"), len(t) > 2 && t[1] == '!' && (t[2] >= 'A' && t[2] <= 'Z' || t[2] == '['):
		return htmlOther
	case htmlTagStart().MatchString(s):
		return htmlTags
	case htmlLoneStart().MatchString(s):
		return htmlAlone
	}
	return 0
}

// html skips an HTML block and returns the index of the line after it. If the block is a comment,
// the text beside the comment on the same lines is not skipped.
func (r *reader) html(in []line, i int, top bool) int {
	from := i
	switch htmlKind(in[i].s) {
	case htmlComment:
		return r.comment(in, i, top)
	case htmlRaw:
		closing := "</" + strings.ToLower(htmlRawStart().FindStringSubmatch(in[i].s)[1]) + ">"
		for ; i < len(in) && !strings.Contains(strings.ToLower(in[i].s), closing); i++ {
		}
		return i + 1
	case htmlOther:
		closing := ">"
		if strings.HasPrefix(strings.TrimLeft(in[i].s, " "), "<?") {
			closing = "?>"
		} else if strings.HasPrefix(strings.TrimLeft(in[i].s, " "), "<![") {
			closing = "]]>"
		}
		for ; i < len(in) && !strings.Contains(in[i].s, closing); i++ {
		}
		return i + 1
	}
	for i = from; i < len(in) && !in[i].blank(); i++ {
	}
	return i
}

var commentSpan = textutil.LazyRegexp(`(?s)<!--.*?-->`)

// comment reads a block that begins with a comment. The block ends with the line on which the
// comment is closed and the empty lines after it.
func (r *reader) comment(in []line, i int, top bool) int {
	from, open := i, strings.Index(in[i].s, "<!--")
	rest := in[i].s[open+len("<!--"):]
	closed := strings.HasPrefix(rest, ">") || strings.HasPrefix(rest, "->")
	for !closed {
		if closed = strings.Contains(rest, "-->"); closed {
			break
		}
		if i++; i == len(in) {
			return i // the comment is never closed: the block stays in the text and contains no import
		}
		rest = in[i].s
	}
	i++
	block := in[from:i]
	whole := join(block)
	text := whole.text
	found := commentSpan().FindAllStringIndex(text, -1)
	if found == nil {
		return i
	}
	for i < len(in) && in[i].s == "" {
		i++
	}
	at, beside := 0, false
	for _, f := range append(found, []int{len(text), len(text)}) {
		if strings.Trim(text[at:f[0]], " \t\n") != "" {
			beside = true
		}
		at = f[1]
	}
	if !beside {
		end := len(r.src)
		if i < len(in) {
			end = in[i].at
		}
		if top {
			r.comments = append(r.comments, source.Span{Start: block[0].at, End: end})
		}
		return i
	}
	at = 0
	for _, f := range append(found, []int{len(text), len(text)}) {
		if f[0] > at {
			r.runs = append(r.runs, run{whole, at, f[0]})
		}
		if top && f[1] > f[0] {
			r.comments = append(r.comments, source.Span{Start: whole.offset(f[0]), End: whole.offset(f[1])})
		}
		at = f[1]
	}
	return i
}
