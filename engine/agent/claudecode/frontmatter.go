package claudecode

import (
	"fmt"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/textutil"
)

// front is the front matter of a file, read by Claude Code's rules.
type front struct {
	body   int // where the text after the front matter begins; 0 without front matter
	values map[string]any
	// lenient is the reason why the front matter is not valid YAML and was read line by line. It is
	// "" for valid front matter.
	lenient string
	// lost is set if nothing of the front matter could be read. unread is set as well if the front
	// matter was too long for galley; nobody has measured what Claude Code reads then.
	lost, unread bool
}

// frontBlock finds front matter. It begins with a first line "---" and ends at the next "---", even
// in the middle of a line. text[from:to] is the front matter without its marks. The body begins at
// end, after any white space.
func frontBlock(text string) (from, to, end int, ok bool) {
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return 0, 0, 0, false
	}
	blank := rest[:len(rest)-len(strings.TrimLeft(rest, blanks))]
	line := strings.LastIndexByte(blank, '\n')
	if line < 0 {
		return 0, 0, 0, false
	}
	from = len("---") + line + 1
	size := strings.Index(text[from:], "---")
	if size < 0 {
		return 0, 0, 0, false
	}
	to = from + size
	end = len(text) - len(strings.TrimLeft(text[to+len("---"):], blanks))
	return from, to, end, true
}

// blanks lists the white space that may follow "---" on its line. The same characters are skipped
// between the front matter and the text after it.
const blanks = "\t\n\f\r \ufeff"

// mostFront is a limit in bytes: galley does not read longer front matter.
const mostFront = 64 << 10

// frontOf reads a text's front matter.
func frontOf(text string) (f front) {
	from, to, end, ok := frontBlock(text)
	if !ok {
		return front{}
	}
	f = front{body: end, values: map[string]any{}}
	block, long := discovery.WithoutLong(text[from:to])
	if len(block) > mostFront {
		f.lenient, f.lost, f.unread = fmt.Sprintf("it is longer than the %d bytes that galley reads", mostFront), true, true
		return f
	}
	defer func() { long.PutBack(f.values) }()
	block = blankTabs(block)
	values, err := discovery.ReadYAML(block)
	if err == nil {
		f.values = values
		return f
	}
	f.lenient = textutil.FirstLine(err.Error())
	if bounded.YAMLDepth(block) != nil {
		f.lost = true
		return f
	}
	if values, ok := leniently(block); ok {
		f.values = values
	} else {
		f.lost = true
	}
	return f
}

var (
	keyLine     = textutil.LazyRegexp(`^([A-Za-z_-]+):[ \t]+(.+)$`)
	newKey      = textutil.LazyRegexp(`^[^\s#-][^:]*:(?:\s|$)`)
	blockHeader = textutil.LazyRegexp(`:[ \t]+[|>][-+0-9]*$`)
)

// blankTabs replaces each tab at the start of a line by a blank. Claude Code accepts such tabs as
// indentation, except in the first line of a block scalar, where they stay.
func blankTabs(block string) string {
	if !strings.HasPrefix(block, "\t") && !strings.Contains(block, "\n\t") {
		return block
	}
	var b strings.Builder
	header := false // the line before begins a block scalar
	for line := range strings.SplitAfterSeq(block, "\n") {
		rest := strings.TrimLeft(line, "\t")
		if tabs := len(line) - len(rest); !header {
			b.WriteString(strings.Repeat(" ", tabs) + rest)
		} else {
			b.WriteString(line)
		}
		header = blockHeader().MatchString(strings.TrimRight(line, blanks))
	}
	return b.String()
}

// leniently reads front matter that is not valid YAML, one key at a time. A value that is not valid
// YAML counts as text, unless a colon and a tab make it invalid. If a key occurs twice, its last
// value counts. The result is false if any key cannot be read, or if the first is indented.
func leniently(block string) (map[string]any, bool) {
	if strings.HasPrefix(block, " ") {
		return nil, false
	}
	var keys []string // the lines of each key
	for l := range strings.SplitSeq(block, "\n") {
		l = strings.TrimRight(l, "\r")
		if m := keyLine().FindStringSubmatch(l); m != nil && !readable(l) && !quoted(m[2]) && !strings.Contains(m[2], ":\t") {
			l = m[1] + `: "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(m[2]) + `"`
		}
		if newKey().MatchString(l) || len(keys) == 0 {
			keys = append(keys, l)
		} else {
			keys[len(keys)-1] += "\n" + l
		}
	}
	all := map[string]any{}
	for _, key := range keys {
		var one map[string]any
		if bounded.YAML([]byte(key), &one) != nil {
			return nil, false
		}
		for k, v := range one {
			all[k] = v
		}
	}
	return all, true
}

func readable(l string) bool {
	values, err := discovery.ReadYAML(l)
	return err == nil && values != nil
}

func quoted(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0]
}

// text returns the value of a key as text; a number counts as text.
func (f *front) text(key string) (string, bool) {
	switch v := f.values[key].(type) {
	case string:
		return v, true
	case int, int64, uint64, float64, bool:
		return fmt.Sprint(v), true
	}
	return "", false
}

// flag reports whether a key has the value true.
func (f *front) flag(key string) bool {
	v := f.values[key]
	return v == true || v == "true"
}

// list returns the items of a key's list; a text is split at its commas.
func (f *front) list(key string) (items []string, given bool) {
	if text, ok := f.values[key].(string); ok {
		return splitCommas(text), true
	}
	return discovery.Texts(f.values[key])
}

// patterns returns the patterns of "paths" as written, or nil if the rule applies to
// every file.
func (f *front) patterns() []string {
	items, _ := f.list("paths")
	var out []string
	all := true
	for _, item := range items {
		for _, p := range splitCommas(item) {
			if cut := strings.TrimSuffix(p, "/**"); cut != "" {
				out = append(out, p)
				all = all && cut == "**"
			}
		}
	}
	if all {
		return nil
	}
	return out
}

// splitCommas cuts a text at the commas outside braces.
func splitCommas(s string) []string { return discovery.SplitCommas(s, strings.TrimSpace) }
