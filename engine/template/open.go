package template

import (
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/variable"
)

// checkOpen reports tags that are not closed before their line ends or another bracket opens. Such
// tags stay in the text.
func (c *checker) checkOpen() {
	tag, near := 0, 0
	for pos := 0; ; {
		i := strings.IndexByte(c.Text[pos:], '[')
		if i < 0 {
			return
		}
		open := pos + i
		pos = open + 1
		for tag < len(c.tags) && c.tags[tag].Span.End <= open {
			tag++
		}
		for near < len(c.near) && c.near[near].End <= open {
			near++
		}
		switch {
		case tag < len(c.tags) && c.tags[tag].Span.Start <= open:
			pos = c.tags[tag].Span.End
			continue
		case near < len(c.near) && c.near[near].Start <= open:
			pos = c.near[near].End
			continue
		}
		tag, ok := unclosed(c.Text, open)
		if ok {
			c.addOpen(tag)
		}
	}
}

// addOpen reports an unclosed tag.
func (c *checker) addOpen(tag openTag) {
	room := c.room(diag.NearTag, tag.span)
	if tag.branches && !room {
		c.counts[diag.NearTag].severity = diag.Warning
	}
	if !room {
		return
	}
	text, end := c.source(tag.span), tag.span.End
	hint, fixes := tag.hint, []diag.Fix(nil)
	if tag.meant != "" {
		hint = "did you mean " + clip(tag.meant) + "? " + hint
		fixes = []diag.Fix{{Label: "Change to " + clip(tag.meant), Span: tag.span, Text: tag.meant}}
	}
	if hint == "" {
		closed := clip(text + "]")
		hint = "write " + closed
		fixes = []diag.Fix{{Label: "Change to " + closed, Span: source.Span{Start: end, End: end}, Text: "]"}}
	}
	c.add(diag.NearTag, tag.span, clip(text)+" is never closed, so it is not a tag and stays in the text", hint, fixes...)
	if tag.branches {
		c.problems[len(c.problems)-1].Severity = diag.Warning
	}
}

// openTag is a tag whose ] is missing.
type openTag struct {
	span     source.Span // up to the place where the ] belongs
	branches bool        // the tag is an if with a variable, an else or an endif
	// If the tag with the missing ] added is still not a tag, hint says what to write. meant is
	// the tag that was probably meant, or "".
	hint, meant string
}

// unclosed reports whether a tag without its ] begins at the bracket at open. It reads up to the
// end of the line or the next bracket. "[endif" always counts as a tag; "[else" only if nothing but
// white space follows; "[if" only if white space or nothing follows; a variable only if its type is
// known, as in "[git:x". Anything else is prose, such as "[x" and "[else we go".
func unclosed(text string, open int) (tag openTag, ok bool) {
	rest := text[open+1 : min(len(text), open+1+maxNear)]
	if i := strings.IndexAny(rest, "[]\n\r"); i >= 0 {
		if rest[i] == ']' {
			return openTag{}, false
		}
		rest = rest[:i]
	}
	until := func(end int) source.Span { return source.Span{Start: open, End: open + 1 + end} }
	word, key := skipWord(rest, 0, len(rest)), 0
	switch rest[:word] {
	case "endif":
		return openTag{span: until(word), branches: true}, true
	case "else":
		return openTag{span: until(word), branches: true}, strings.TrimFunc(rest[word:], source.IsJSSpace) == ""
	case "if":
		key = skipSpace(rest, word, len(rest))
		if key == word && word < len(rest) {
			return openTag{}, false
		}
		if key < len(rest) && rest[key] == '!' {
			key++
		}
	}
	end := key + skipName(rest[key:])
	name := rest[key:end]
	typ, _, _ := variable.Split(name)
	tag = openTag{span: until(end), branches: key > 0}
	switch {
	case variable.Known(name) && !strings.HasSuffix(name, ":"):
		return tag, true
	case variable.Dynamic(name):
		tag.hint = "write the path after the colon, and close it: [" + rest[:key] + "file:AGENTS.md]"
		return tag, true
	case variable.KnownType(typ) && strings.Contains(name, ":"):
		tag.hint = typ + " has " + strings.Join(variable.Names(typ), ", ")
		if near, is := variable.Nearest(name); is {
			tag.meant = "[" + rest[:key] + near + "]"
		}
	case rest[:word] == "if":
		tag.branches, tag.hint = false, "write a condition as [if type:name]"
	default:
		return openTag{}, false
	}
	return tag, true
}

// skipName returns the length of the key at the start of a text. The key ends before the first
// white space.
func skipName(s string) int {
	if i := strings.IndexFunc(s, source.IsJSSpace); i >= 0 {
		return i
	}
	return len(s)
}
