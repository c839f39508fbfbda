package bounded

import (
	"errors"
	"strings"
	"testing"
)

// excess returns which limit a text exceeds and at which byte; -1 if it exceeds none.
func excess(err error) (at int, what string) {
	if e, ok := errors.AsType[*Excess](err); ok {
		return e.Offset, e.Error()
	}
	return -1, ""
}

// Closed brackets, strings and comments do not count as depth: after each of them, as many open
// brackets are accepted as at the start. The error gives the byte of the first bracket that is not
// accepted.
func TestOnlyOpenBracketsCountAsDepth(t *testing.T) {
	for _, c := range []struct {
		name   string
		depth  func(string) error
		before string
		most   int // how many brackets are accepted after it
	}{
		{"JSON", JSONDepth, "", 200},
		{"JSON, one open", JSONDepth, "[", 199},
		{"JSON, one closed", JSONDepth, "[]", 200},
		{"JSON, a string", JSONDepth, `"[{"`, 200},
		{"JSON, an escaped quote", JSONDepth, `"\"[",`, 200},
		{"JSON, an escaped backslash", JSONDepth, `"\\"`, 200},
		{"JSON, a line comment", JSONDepth, "// [[\"\n", 200},
		{"JSON, a block comment", JSONDepth, "/*[\"*/", 200},
		{"JSON, a slash", JSONDepth, "/ ", 200},
		{"TOML", TOMLDepth, "", 200},
		{"TOML, one open", TOMLDepth, "{", 199},
		{"TOML, more closed than open", TOMLDepth, "]]]", 200},
		{"TOML, a string", TOMLDepth, `"["`, 200},
		{"TOML, a literal string", TOMLDepth, `'\'`, 200},
		{"TOML, an escaped quote", TOMLDepth, `"\"["`, 200},
		{"TOML, a string that its line ends", TOMLDepth, "\"[\n", 200},
		{"TOML, several lines", TOMLDepth, "\"\"\"[\n\"[\"\"\"", 200},
		{"TOML, several literal lines", TOMLDepth, "'''[\n'['''", 200},
		{"TOML, an empty string", TOMLDepth, `""`, 200},
		{"TOML, a comment", TOMLDepth, "# [[\n", 200},
		{"TOML, a dotted key", TOMLDepth, "a.b", 199},
		{"TOML, a dotted key and its value", TOMLDepth, "a.b =", 200},
		{"TOML, dots of the line before", TOMLDepth, "a.b\n", 200},
		{"TOML, dots of the element before", TOMLDepth, "1.5,", 200},
		{"YAML", YAMLDepth, "", 199},
		{"YAML, one open", YAMLDepth, "{", 198},
		{"YAML, one closed", YAMLDepth, "[]", 199},
		{"YAML, two open, one closed", YAMLDepth, "[{}", 198},
		{"YAML, a dash", YAMLDepth, "- ", 198},
		{"YAML, a question mark", YAMLDepth, "? ", 198},
		{"YAML, a dash in a word", YAMLDepth, "a-b ", 199},
		{"YAML, dashes of the line before", YAMLDepth, "- - x\n", 199},
		{"YAML, a line further in", YAMLDepth, "a:\n  ", 198},
		{"YAML, a line as far in", YAMLDepth, "a:\nb: ", 199},
		{"YAML, back out again", YAMLDepth, "a:\n  b:\n    c:\nd: ", 199},
		{"YAML, an empty line", YAMLDepth, "a:\n\n   \nb: ", 199},
	} {
		text := c.before + strings.Repeat("[", c.most)
		if at, what := excess(c.depth(text)); at >= 0 {
			t.Errorf("%s: %s at byte %d of %d", c.name, what, at, len(text))
		}
		if at, what := excess(c.depth(text + "[")); at != len(text) || what != "nested more than 200 deep" {
			t.Errorf("%s: %q at byte %d, want it at %d", c.name, what, at, len(text))
		}
	}
}

// The error gives the byte of the first key above the limit. Text that only looks like a key is
// not counted.
func TestKeysAreCountedOnce(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth func(string) error
		one   string // text with one key
		at    int    // the offset at which the key is counted
		most  int
	}{
		{"TOML", TOMLDepth, "a=1\n", 1, MaxKeys},
		{"TOML with the sign in strings and comments", TOMLDepth, "a='=' # =\n", 1, MaxKeys},
		{"YAML", YAMLDepth, "a: b:c\n", 1, MaxYAMLKeys},
		{"YAML without a value", YAMLDepth, "a:\n", 1, MaxYAMLKeys},
		{"YAML with a tab", YAMLDepth, "a:\tx\n", 1, MaxYAMLKeys},
		{"YAML documents", YAMLDepth, "---\n", 0, MaxYAMLKeys},
		{"YAML dashes within a line", YAMLDepth, "a: x---y\n", 1, MaxYAMLKeys},
		{"YAML anchors", YAMLDepth, "&a x & y\n", 0, MaxYAMLKeys},
		{"YAML aliases", YAMLDepth, "*a 2*3\n", 0, MaxYAMLKeys},
		{"YAML tags", YAMLDepth, "!a no!x\n", 0, MaxYAMLKeys},
		{"YAML aliases in lists", YAMLDepth, "[*a]\n", 1, MaxYAMLKeys},
	} {
		text := strings.Repeat(c.one, c.most)
		if at, what := excess(c.depth(text)); at >= 0 {
			t.Errorf("%s: %s at byte %d of %d", c.name, what, at, len(text))
		}
		if at, what := excess(c.depth(text + c.one)); at != len(text)+c.at || !strings.HasPrefix(what, "more than ") || !strings.HasSuffix(what, " keys") {
			t.Errorf("%s: %q at byte %d, want it at %d", c.name, what, at, len(text)+c.at)
		}
	}
}

// Standardized JSON has the same length as its source text, which stays unchanged.
func TestStandardizedJSONKeepsOffsets(t *testing.T) {
	text := []byte("{ // a\n \"a\": [1,], }")
	was := string(text)
	plain, err := Standardize(text)
	if err != nil || len(plain) != len(text) || string(text) != was || strings.Contains(string(plain), "//") {
		t.Errorf("%q, %v", plain, err)
	}
	var into struct{ A []int }
	if err := UnmarshalJSONC(was, &into); err != nil || len(into.A) != 1 {
		t.Errorf("%+v, %v", into, err)
	}
	if err := UnmarshalJSONC("{", &into); err == nil {
		t.Error("half an object was accepted")
	}
}

// A comment may end the text without a line break.
func TestACommentMayEndTheText(t *testing.T) {
	const text = "{\"a\": [\"x\"]} // all"
	plain, err := Standardize([]byte(text))
	if err != nil || string(plain) != "{\"a\": [\"x\"]}       " {
		t.Errorf("%q, %v", plain, err)
	}
	if got, err := AddTexts(text, []string{"a"}, nil, []string{"y"}); err != nil || got != "{\"a\": [\"x\", \"y\"]} // all" {
		t.Errorf("%q, %v", got, err)
	}
	var into any
	for _, text := range []string{"{ // all", "{} / all", "{} /* all", "{"} {
		if err := UnmarshalJSONC(text, &into); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
	if err := UnmarshalJSONC("{", &into); err.Error() != "hujson: line 1, column 2: parsing value: unexpected EOF" {
		t.Errorf("the place is %v", err)
	}
}

// A comma before a closing bracket is accepted, unless nothing precedes the comma.
func TestCommasBeforeABracket(t *testing.T) {
	for text, want := range map[string]int{
		"[1,]": -1, "[1, ]": -1, "[1,\n]": -1, "{\"a\":1,}": -1, "[1,/**/]": -1, "[,1]": 1, ",]": 0, "[1],": 3, "[[1,],]": -1, "{,}": 1, "[\"a\",\"b\",]": -1,
		"[\"\\\"\",]": -1, "[\"a,]": 5, "[1]//": -1, "[1]/": 3,
	} {
		if got := JSONCFault(text); got != want && !(got < 0 && want < 0) {
			t.Errorf("%q: the fault is at %d, want %d", text, got, want)
		}
	}
}
