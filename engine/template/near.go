package template

import (
	"strings"

	"galley/engine/source"
	"galley/engine/variable"
)

// maxNear is the length in bytes up to which a text in brackets may be a misspelt tag; a longer
// text is prose.
const maxNear = 160

// isNearTag reports whether a text in brackets that is not a tag was probably meant as one. open
// is the offset of the opening bracket. before is the end of the last tag, or of the last text
// that is almost a tag. Texts of Markdown, such as links, may look similar and do not count.
func isNearTag(text string, open int, b *bracket, before int) bool {
	start := skipSpace(text, open+1, b.end)
	if start >= b.end || b.end-start > maxNear {
		return false
	}
	switch text[start] {
	case 'i', 'I', 'e', 'E', 'u', 'U', 'w', 'W', '/', '#', 's', 'p', 'g', 'f':
	default:
		return false
	}
	inner := text[start:b.end]
	return looksLikeTag(inner) && strings.IndexByte(inner, '[') < 0 && !isLink(text, open, b.close, before)
}

// looksLikeTag reports whether a text in brackets is a common misspelling of a tag.
func looksLikeTag(inner string) bool {
	word, rest := leadingWord(inner)
	switch lower := strings.ToLower(word); lower {
	case "if":
		return rest == "" || rest[0] == '!' || rest[0] == '(' || startsBlank(rest)
	case "endif", "elif", "elseif", "elsif", "else_if", "end_if", "/if", "/endif", "endunless", "/unless":
		return rest == "" || startsBlank(rest)
	case "#if", "#elif", "#elseif":
		return startsBlank(rest)
	case "#else", "/else", "#endif":
		return rest == ""
	case "else":
		return rest == "" || strings.HasPrefix(rest, "-if") ||
			startsBlank(rest) && (startsWord(rest, "if") || startsWord(rest, "unless") || namesKey(rest))
	case "end":
		return rest == "" && word == lower || strings.HasPrefix(rest, "-if") || startsBlank(rest) && (startsWord(rest, "if") || startsWord(rest, "unless"))
	case "unless", "#unless", "when", "ifnot", "if_not", "ifdef", "ifndef", "ifexists":
		return startsBlank(rest) && namesKey(rest)
	}
	// A key is broken by a blank before its colon or a line end in its name.
	return variable.KnownType(word) && strings.HasPrefix(strings.TrimLeftFunc(rest, source.IsJSSpace), ":")
}

// namesKey reports whether a text contains a key of a known type, as conditions do.
func namesKey(s string) bool {
	for _, typ := range variable.Types() {
		if i := strings.Index(strings.ToLower(s), typ+":"); i >= 0 && (i == 0 || !isWord[s[i-1]]) {
			return true
		}
	}
	return false
}

// branches reports whether a text that is almost a tag looks like an if, an else or an endif. This
// is a serious mistake: no branch is chosen, and text that should be left out is sent.
func branches(inner string) bool {
	word, rest := leadingWord(inner)
	switch strings.ToLower(word) {
	case "if", "#if":
		return namesKey(rest)
	}
	return !variable.KnownType(word)
}

// leadingWord splits off the word at the start of a text: letters, digits and underscores,
// possibly after one / or #.
func leadingWord(inner string) (word, rest string) {
	from := 0
	if inner[0] == '/' || inner[0] == '#' {
		from = 1
	}
	end := skipWord(inner, from, len(inner))
	return inner[:end], inner[end:]
}

func startsBlank(s string) bool { return skipSpace(s, 0, len(s)) > 0 }

// startsWord reports whether s, after white space, starts with word in any case.
func startsWord(s, word string) bool {
	s = s[skipSpace(s, 0, len(s)):]
	return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) &&
		(len(s) == len(word) || !isWord[s[len(word)]])
}

// isLink reports whether Markdown treats the brackets as part of a link: [text](url), [text][ref],
// ![…], the [ref] after a text, or a definition.
func isLink(text string, open, end, before int) bool {
	if open > before && (text[open-1] == ']' || text[open-1] == '!') {
		return true
	}
	if end+1 >= len(text) {
		return false
	}
	switch text[end+1] {
	case '(':
		return true
	case '[':
		return isReference(text[end+2:])
	case ':':
		return isDefinition(text, open, end+2)
	}
	return false
}

// isReference reports whether the text after a bracket is the rest of a Markdown
// reference, not another tag.
func isReference(rest string) bool {
	rest = rest[:min(len(rest), maxNear)]
	end := strings.IndexByte(rest, ']')
	if end < 0 {
		return false
	}
	inner := strings.TrimFunc(rest[:end], source.IsJSSpace)
	return inner == "" || inner != "else" && inner != "endif" &&
		strings.IndexByte(inner, ':') < 0 && !looksLikeTag(inner)
}

// isDefinition reports whether a line is `[ref]: target`; rest is the offset after the colon.
func isDefinition(text string, open, rest int) bool {
	line := text[strings.LastIndexByte(text[:open], '\n')+1 : open]
	if strings.Trim(line, " ") != "" {
		return false
	}
	target := strings.TrimLeft(text[rest:min(len(text), rest+16)], " \t")
	for _, prefix := range []string{"http", "<", "/", "#", "./", "../", "mailto:"} {
		if strings.HasPrefix(target, prefix) {
			return true
		}
	}
	return false
}

// repair returns the tag that was probably meant, or "".
func repair(inner string) string {
	word, rest := leadingWord(inner)
	rest = strings.TrimFunc(rest, source.IsJSSpace)
	switch lower := strings.ToLower(word); lower {
	case "endif", "/if", "end", "end_if", "/endif", "#endif", "endunless", "/unless":
		return "[endif]"
	case "else", "#else", "/else":
		if rest == "" {
			return "[else]"
		}
	case "unless", "#unless", "ifnot", "if_not", "ifndef":
		return repairIf("!" + rest)
	case "when", "ifdef", "ifexists":
		return repairIf(rest)
	case "if", "#if":
		return repairIf(rest)
	}
	if name, ok := strings.CutPrefix(rest, ":"); ok && variable.KnownType(word) {
		return tagFor("", word, name)
	}
	return ""
}

func repairIf(rest string) string {
	not := ""
	rest = strings.Trim(rest, "()")
	if after, ok := strings.CutPrefix(rest, "!"); ok {
		not, rest = "!", after
	} else if startsWord(rest, "not") {
		not, rest = "!", rest[len("not"):]
	}
	typ, name, ok := variable.Split(rest)
	if !ok {
		return ""
	}
	return tagFor("if "+not, strings.TrimFunc(typ, source.IsJSSpace), name)
}

// tagFor returns a tag if its key is known, otherwise "".
func tagFor(before, typ, name string) string {
	key := typ + ":" + strings.TrimFunc(name, source.IsJSSpace)
	if !variable.Known(key) || lastLineEnd(key, 0, len(key)) >= 0 {
		return ""
	}
	return "[" + before + key + "]"
}
