package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// lexMarkdown returns the spans of a line of Markdown. It recognises blocks with its own code,
// which is fast, and inline text by the lexer's rules.
func lexMarkdown(s State, line string) []Span {
	whole := func(t chroma.TokenType) []Span { return []Span{{0, len(line), t}} }
	switch s.mode {
	case modeFence:
		if s.closes(line) {
			return whole(chroma.Punctuation)
		}
		if s.inner == Plain {
			return whole(chroma.LiteralStringBacktick)
		}
		return lexInner(s.inner, s.deep, s.key, line)
	case modeMeta:
		if s.Next(line).mode != modeMeta {
			return whole(chroma.Punctuation)
		}
		return lexInner(s.inner, s.deep, s.key, line)
	case modeComment:
		i := strings.Index(line, "-->")
		if i < 0 {
			return whole(chroma.CommentMultiline)
		}
		return append([]Span{{0, i + 3, chroma.CommentMultiline}}, lexWith(Markdown, modeRoot, line, i+3)...)
	}
	if _, size, info := fence(line); size > 0 {
		marks := Span{0, len(line) - len(info), chroma.Punctuation}
		if strings.TrimSpace(info) == "" {
			return []Span{marks}
		}
		return []Span{marks, {marks.End, len(line), chroma.NameTag}}
	}
	body := strings.TrimLeft(line, " \t")
	indent := len(line) - len(body)
	switch {
	case body == "":
		return nil
	case heading(body) && indent <= 3:
		return whole(chroma.GenericHeading)
	case body[0] == '>':
		return whole(chroma.GenericOutput)
	case ruler(body):
		return whole(chroma.Punctuation)
	}
	var spans []Span
	if n := bullet(body); n > 0 {
		spans = append(spans, Span{indent, indent + n, chroma.KeywordPseudo})
		indent += n
	}
	if plain(line[indent:]) {
		return spans
	}
	return append(spans, lexWith(Markdown, modeRoot, line, indent)...)
}

// heading reports whether a line is a heading. body is the line without its indent.
func heading(body string) bool {
	n := len(body) - len(strings.TrimLeft(body, "#"))
	return n >= 1 && n <= 6 && (n == len(body) || body[n] == ' ' || body[n] == '\t')
}

// ruler reports whether a line consists of a drawing only: a rule, the line under a heading, or the
// line under a table's head.
func ruler(body string) bool {
	marks := strings.Trim(body, " \t")
	if len(marks) < 3 {
		return false
	}
	for _, set := range []string{"- ", "* ", "_ ", "=", "|-: "} {
		if strings.Trim(marks, set) == "" {
			return true
		}
	}
	return false
}

// bullet returns the length in bytes of a list item's mark and checkbox, or 0.
func bullet(body string) int {
	n := 0
	for n < len(body) && n < 9 && body[n] >= '0' && body[n] <= '9' {
		n++
	}
	switch {
	case n > 0 && n < len(body) && (body[n] == '.' || body[n] == ')'), n == 0 && strings.IndexByte("-*+", body[0]) >= 0:
		n++
	default:
		return 0
	}
	rest := body[n:]
	if rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0
	}
	if len(rest) > 4 && rest[1] == '[' && strings.IndexByte(" xX", rest[2]) >= 0 && rest[3] == ']' && rest[4] == ' ' {
		n += 4
	}
	return n
}

// plain reports whether a line cannot have any markup. Most lines are plain, and the slow rules
// can be skipped for them.
func plain(s string) bool {
	return !strings.ContainsAny(s, "\\`*_[<@") && !strings.Contains(s, "://")
}
