package opencode

import (
	"encoding/json"
	"errors"
	"strings"

	"galley/engine/discovery"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/textutil"
)

// matter is a Markdown file of an agent, a mode or a skill as OpenCode reads it with
// the library gray-matter. The library finds the front matter, here called the header,
// by other rules than most:
//
//	a line of --- begins it, and any line that begins with --- ends it
//	without a line that ends it, the whole file is the header
//	the first line may name the header's language, as ---json
type matter struct {
	values map[string]any
	body   int    // where the text after the header begins
	broken string // why OpenCode ignores the file, or ""
}

var (
	headerOf  = textutil.LazyRegexp(`(?s)^---\r?\n(.*?)\r?\n---`)
	plainLine = textutil.LazyRegexp(`^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$`)
)

// readMatter reads a file's text. OpenCode puts a header's values in quotes if they contain a
// colon: 1.1.34 always does this, and 1.18.33 only if the header is not valid YAML. If the header
// is still not valid, 1.18.33 treats it as part of the body.
func (r opencodeRelease) readMatter(text string) matter {
	if !r.mendsHeaders {
		m, err := parseMatter(quoted(text, "|"))
		return m.withBodyIn(text, err)
	}
	m, err := parseMatter(text)
	if err == nil {
		return m.withBodyIn(text, nil)
	}
	mended := quoted(text, "|-")
	if mended == text {
		return matter{}
	}
	m, err = parseMatter(mended)
	return m.withBodyIn(text, err)
}

// withBodyIn returns m with the offset of the body in the original text. The parser may have got a
// text with a changed header, in which offsets are different. The body is unchanged, so its
// distance from the end of the text is the same.
func (m matter) withBodyIn(text string, err error) matter {
	if err != nil {
		return matter{broken: settings.Why(err)}
	}
	m.body += len(text)
	return m
}

// parseMatter reads a header. It sets body to a negative number, the distance of the text after the
// header from the end of the file. [matter.withBodyIn] turns it into an offset.
func parseMatter(text string) (m matter, err error) {
	m.body = -len(text)
	rest, there := strings.CutPrefix(text, "---")
	if !there || strings.HasPrefix(rest, "-") {
		return m, nil
	}
	language := ""
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		language = strings.TrimFunc(rest[:i], source.IsJSSpace)
		rest = rest[len(strings.TrimSuffix(rest[:i], "\r")):]
	}
	header, body, closed := strings.Cut(rest, "\n---")
	if closed {
		body = strings.TrimPrefix(strings.TrimPrefix(body, "\r"), "\n")
	}
	m.body = -len(body)
	m.values, err = headerValues(language, header)
	return m, err
}

// headerValues reads a header in one of gray-matter's languages; language is "" for YAML.
func headerValues(language, header string) (values map[string]any, err error) {
	if blank(header) {
		return nil, nil
	}
	switch language {
	case "", "yaml", "yml":
		// Include the line end, which belongs to a YAML block of several lines.
		if values, err = discovery.ReadYAML(withoutTabs(header + "\n")); errors.Is(err, discovery.ErrNotMapping) {
			return nil, nil
		}
		return values, err
	case "json":
		err = json.Unmarshal([]byte(header), &values)
		return values, err
	}
	return nil, errors.New("its header is written in " + language + ", which galley does not read")
}

// withoutTabs removes the white space from the beginning of each line that starts with a tab,
// because js-yaml 3 does not count it as indentation. In the first line, which sets the indentation
// of the keys, it replaces the white space by blanks.
func withoutTabs(header string) string {
	if !strings.Contains(header, "\n\t") && !strings.HasPrefix(header, "\t") {
		return header
	}
	var b strings.Builder
	first := true
	for line := range strings.SplitAfterSeq(header, "\n") {
		rest := line
		if strings.HasPrefix(line, "\t") {
			rest = strings.TrimLeft(line, "\t ")
		}
		if content := strings.TrimSpace(rest) != ""; content && first {
			b.WriteString(strings.Repeat(" ", len(line)-len(rest)))
			first = false
		}
		b.WriteString(rest)
	}
	return b.String()
}

// blank reports whether front matter contains only comments and blank lines.
func blank(header string) bool {
	for line := range strings.SplitSeq(header, "\n") {
		if line = strings.TrimFunc(line, source.IsJSSpace); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// QuoteColons writes each header value that contains a colon as a YAML block. OpenCode and Kilo do
// this with a header that is not valid YAML.
func QuoteColons(text string) string { return quoted(text, "|-") }

// quoted writes each header value that contains a colon as a YAML block. mark is the mark with
// which such a block begins, such as "|-".
func quoted(text, mark string) string {
	at := headerOf().FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	var lines []string
	for line := range strings.SplitSeq(text[at[2]:at[3]], "\n") {
		pair := plainLine().FindStringSubmatch(strings.TrimSuffix(line, "\r"))
		if pair != nil {
			value := strings.TrimFunc(pair[2], source.IsJSSpace)
			if strings.Contains(value, ":") && value[0] != '"' && value[0] != '\'' {
				lines = append(lines, pair[1]+": "+mark, "  "+value)
				continue
			}
		}
		lines = append(lines, line)
	}
	return text[:at[2]] + strings.Join(lines, "\n") + text[at[3]:]
}
