package bounded

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// JSONFault returns the offset of the first byte at which text is not valid JSON. It returns the
// text's length if the value ends too early, and -1 if text is one valid JSON value.
func JSONFault(text []byte) int {
	err := json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage))
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return len(text)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(text, new(json.RawMessage))); ok {
		return int(syntax.Offset) - 1
	}
	return -1
}

// JSONCFault is [JSONFault] for JSON with comments and trailing commas.
func JSONCFault(text string) int { return JSONFault(blanked(text)) }

// blanked replaces comments, and commas before a closing bracket, by blanks.
func blanked(text string) []byte {
	out := []byte(text)
	comma := -1 // offset of a comma after which nothing has followed yet, or -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '/':
			end := min(skipComment(text, i), len(text)-1)
			if end == i {
				break
			}
			for ; i <= end; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
			i = end
			continue
		case ',':
			comma = i
			continue
		case '"':
			i = min(i+stringLength(text[i:]), len(text)) - 1
		case ']', '}':
			if comma > 0 && !opens(out[:comma]) {
				out[comma] = ' '
			}
		}
		comma = -1
	}
	return out
}

// stringLength returns the length of the string that text begins with, even if it is
// not closed.
func stringLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// opens reports whether a comma may not follow text, because text is empty or ends in an opening
// bracket, a colon or a comma.
func opens(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n")
	return len(text) == 0 || strings.IndexByte("[{,:", text[len(text)-1]) >= 0
}
