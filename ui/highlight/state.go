package highlight

import "strings"

// Lang is a language.
type Lang uint8

// The languages. Plain never has spans.
const (
	Markdown Lang = iota
	Plain
	JSON
	TOML
	YAML
	XML
	langCount
)

// byInfo returns the language of a fenced block from the words after the fence.
func byInfo(info string) Lang {
	word, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	switch strings.ToLower(word) {
	case "json", "jsonc", "json5":
		return JSON
	case "toml":
		return TOML
	case "yaml", "yml":
		return YAML
	case "xml", "html", "svg":
		return XML
	}
	return Plain
}

// mode is the construct in which a line starts.
type mode uint8

const (
	modeRoot     mode = iota
	modeStart         // Markdown: before the first line
	modeMeta          // Markdown: the front matter
	modeFence         // Markdown: a fenced block
	modeComment       // XML, Markdown: a comment
	modeTag           // XML: a tag that continues
	modeBasic         // TOML: a """ string
	modeLiteral       // TOML: a string between '''
	modeIndented      // YAML: a block scalar
	modeCount
)

// modeNames has the lexers' names of the modes. Markdown's own modes have no lexer.
var modeNames = [modeCount]string{
	modeRoot: "root", modeComment: "comment", modeTag: "tag", modeBasic: "basic", modeLiteral: "literal", modeIndented: "block",
}

// State is the information that continues from one line to the next. States are comparable: if
// the state after an edited line is the same as before the edit, the lines below look the same.
type State struct {
	lang  Lang
	mode  mode
	fence byte // the fence's character
	size  int  // its length
	inner Lang // the language in a fenced block or front matter
	deep  mode // the mode in that language
	key   int  // YAML: the indent of the key to which the block scalar belongs
}

// Start returns the state of a text's first line.
func Start(l Lang) State {
	if l == Markdown {
		return State{mode: modeStart}
	}
	return State{lang: l}
}

// Next returns the state after a line, without looking for spans.
func (s State) Next(line string) State {
	if s.lang == Markdown {
		return s.nextMarkdown(line)
	}
	s.mode, s.key = nextMode(s.lang, s.mode, s.key, head(line))
	return s
}

func (s State) nextMarkdown(line string) State {
	switch s.mode {
	case modeFence:
		if s.closes(line) {
			return State{}
		}
		s.deep, s.key = nextMode(s.inner, s.deep, s.key, head(line))
		return s
	case modeMeta:
		if strings.TrimRight(line, " \t") == "---" {
			return State{}
		}
		s.deep, s.key = nextMode(s.inner, s.deep, s.key, head(line))
		return s
	case modeStart:
		if strings.TrimRight(line, " \t") == "---" {
			return State{mode: modeMeta, inner: YAML}
		}
	case modeComment:
		if strings.Contains(line, "-->") {
			return State{}
		}
		return s
	}
	if char, size, info := fence(line); size > 0 {
		return State{mode: modeFence, fence: char, size: size, inner: byInfo(info)}
	}
	if !strings.Contains(line, "<!--") { // most lines have no comment, and Contains is faster than LastIndex
		return State{}
	}
	if i := strings.LastIndex(line, "<!--"); !strings.Contains(line[i:], "-->") {
		return State{mode: modeComment}
	}
	return State{}
}

// fence parses a line that opens a fenced block. size is 0 if the line does not open one.
func fence(line string) (char byte, size int, info string) {
	rest := strings.TrimLeft(line, " \t")
	if len(rest) < 3 || rest[0] != '`' && rest[0] != '~' {
		return 0, 0, ""
	}
	char = rest[0]
	for size < len(rest) && rest[size] == char {
		size++
	}
	info = rest[size:]
	if size < 3 || char == '`' && strings.Contains(info, "`") {
		return 0, 0, ""
	}
	return char, size, info
}

// closes reports whether a line ends the fenced block of the state.
func (s State) closes(line string) bool {
	char, size, info := fence(line)
	return char == s.fence && size >= s.size && strings.TrimSpace(info) == ""
}

// nextMode returns the mode after a line of a language other than Markdown. If the mode is a
// block scalar, it also returns the indent of the scalar's key.
func nextMode(l Lang, m mode, key int, line string) (mode, int) {
	switch l {
	case XML:
		return nextXML(m, line), 0
	case TOML:
		return nextTOML(m, line), 0
	case YAML:
		return nextYAML(m, key, line)
	}
	return modeRoot, 0
}

func nextXML(m mode, line string) mode {
	for {
		var i int
		switch m {
		case modeComment:
			if i = strings.Index(line, "-->"); i < 0 {
				return m
			}
			m, line = modeRoot, line[i+3:]
		case modeTag:
			if i = strings.IndexByte(line, '>'); i < 0 {
				return m
			}
			m, line = modeRoot, line[i+1:]
		default:
			if i = strings.IndexByte(line, '<'); i < 0 {
				return modeRoot
			}
			line = line[i+1:]
			if strings.HasPrefix(line, "!--") {
				m, line = modeComment, line[3:]
			} else if tagStart(line) {
				m = modeTag
			}
		}
	}
}

// tagStart reports whether the text after a "<" can begin a tag.
func tagStart(s string) bool {
	s = strings.TrimPrefix(s, "/")
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' || s[0] == '_' || s[0] == '?' || s[0] == '!')
}

func nextTOML(m mode, line string) mode {
	for i := 0; i < len(line); {
		rest := line[i:]
		switch {
		case m == modeBasic && rest[0] == '\\':
			i++
		case m == modeBasic && strings.HasPrefix(rest, `"""`), m == modeLiteral && strings.HasPrefix(rest, "'''"):
			m = modeRoot
			i += 2
		case m != modeRoot:
		case rest[0] == '#':
			return modeRoot
		case strings.HasPrefix(rest, `"""`):
			m = modeBasic
			i += 2
		case strings.HasPrefix(rest, "'''"):
			m = modeLiteral
			i += 2
		case rest[0] == '"', rest[0] == '\'':
			i += quoted(rest) - 1
		}
		i++
	}
	return m
}

// quoted returns the length of the quoted string at the start of s. The string ends at the end of
// the line at the latest.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

func nextYAML(m mode, key int, line string) (mode, int) {
	if m == modeIndented && inScalar(key, line) {
		return m, key
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	body, _, _ := strings.Cut(line, " #")
	body = strings.TrimRight(body, " \t+-0123456789")
	if strings.HasSuffix(body, ": |") || strings.HasSuffix(body, ": >") {
		return modeIndented, indent
	}
	return modeRoot, 0
}

// inScalar reports whether a line belongs to a block scalar. The argument key is the indent of
// the scalar's key.
func inScalar(key int, line string) bool {
	body := strings.TrimLeft(line, " ")
	return body == "" || len(line)-len(body) > key
}
