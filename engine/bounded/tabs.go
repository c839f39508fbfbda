package bounded

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// tabbed decodes YAML that contains tabs. The library drops a tab between the words of a plain
// scalar, which YAML keeps, so tabbed reads the value of each plain scalar again from its source.
// After a tab in double quotes the library skips the character that follows the closing quote, so
// another character takes the tab's place while the library finds the tokens.
func tabbed(text string, into any) error {
	mark := unusedRune(text)
	tokens := lexer.Tokenize(markTabs(text, mark))
	for _, t := range tokens {
		t.Value, t.Origin = strings.ReplaceAll(t.Value, mark, "\t"), strings.ReplaceAll(t.Origin, mark, "\t")
		if isPlain(t) && strings.Contains(t.Origin, "\t") {
			if value := foldPlain(t.Origin); strings.Contains(value, "\t") {
				// A value with a tab is neither a number nor a reserved word such as true: it is a
				// string.
				t.Value, t.Type, t.CharacterType, t.Indicator = value, token.StringType, token.CharacterTypeMiscellaneous, token.NotIndicator
			}
		}
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return err
	}
	for _, doc := range file.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.DirectiveType {
			return yaml.NodeToValue(doc.Body, into)
		}
	}
	return yaml.Unmarshal(nil, into)
}

// isPlain reports whether a token is a scalar without quotes that is not the text of a block
// scalar, which follows | or >.
func isPlain(t *token.Token) bool {
	switch t.Type {
	case token.StringType, token.IntegerType, token.FloatType, token.BinaryIntegerType, token.OctetIntegerType, token.HexIntegerType,
		token.BoolType, token.NullType, token.InfinityType, token.NanType:
	default:
		return false
	}
	before := t.Prev
	for before != nil && before.Type == token.CommentType {
		before = before.Prev
	}
	return before == nil || before.Type != token.LiteralType && before.Type != token.FoldedType
}

// foldPlain returns the value of a plain scalar: the white space around each line disappears, a line
// end becomes a blank, and each empty line becomes a line feed instead.
func foldPlain(source string) string {
	var b strings.Builder
	empty := 0
	for line := range strings.SplitSeq(strings.Trim(source, " \t\r\n"), "\n") {
		line = strings.Trim(line, " \t\r")
		if line == "" {
			empty++
			continue
		}
		if empty > 0 {
			b.WriteString(strings.Repeat("\n", empty))
		} else if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		empty = 0
	}
	return b.String()
}

// unusedRune returns a character of the private use area that is not in the text, or a tab if the
// text contains all of them.
func unusedRune(text string) string {
	const first, last = '\ue000', '\uf8ff'
	var used [last - first + 1]bool
	for _, r := range text {
		if r >= first && r <= last {
			used[r-first] = true
		}
	}
	if i := slices.Index(used[:], false); i >= 0 {
		return string(rune(first + i))
	}
	return "\t"
}

// markTabs replaces the tabs in double quotes by mark, except tabs at the ends of a line, which YAML
// folds, and tabs after a backslash.
func markTabs(text, mark string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		next := at + 1
		switch c := text[at]; {
		case c == '#' && (at == 0 || strings.IndexByte(" \t\n", text[at-1]) >= 0):
			line, _, _ := strings.Cut(text[at:], "\n")
			next = at + len(line)
		case c == '\'' && startsNode(text[:at]):
			next = at + singleLength(text[at:])
		case c == '"' && startsNode(text[:at]):
			next = min(at+stringLength(text[at:]), len(text))
			for i, line := range strings.SplitAfter(text[at:next], "\n") {
				markLine(&b, line, mark, i > 0)
			}
			at = next
			continue
		}
		b.WriteString(text[at:next])
		at = next
	}
	return b.String()
}

// markLine writes a line of a text in double quotes. If it is a later line, it may begin with tabs
// that belong to its indentation.
func markLine(b *strings.Builder, line, mark string, later bool) {
	from, to := 0, len(strings.TrimRight(line, " \t\r\n"))
	if later {
		from = min(len(line)-len(strings.TrimLeft(line, " \t")), to)
	}
	for i := range len(line) {
		if line[i] == '\t' && i > from && i < to && line[i-1] != '\\' {
			b.WriteString(mark)
		} else {
			b.WriteByte(line[i])
		}
	}
}

// startsNode reports whether a quote after text begins a quoted scalar.
func startsNode(text string) bool {
	before := strings.TrimRight(text, " \t")
	if before == "" || strings.IndexByte("\n[{,", before[len(before)-1]) >= 0 {
		return true
	}
	return len(before) < len(text) && strings.IndexByte(":-?", before[len(before)-1]) >= 0
}

// singleLength returns the length of the scalar in single quotes that text begins with, even if it
// is not closed. Two quotes inside mean one.
func singleLength(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] == '\'' {
			if !strings.HasPrefix(text[i+1:], "'") {
				return i + 1
			}
			i++
		}
	}
	return len(text)
}
