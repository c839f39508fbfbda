package template

import (
	"strings"

	"galley/engine/source"
	"galley/engine/variable"
)

// operators lists operators of conditions in other languages, and what to write instead.
var operators = []struct {
	sign string
	word bool // the operator stands between blanks
	hint string
}{
	{"&&", false, both}, {"and", true, both},
	{"||", false, either}, {"or", true, either},
	{"===", false, exists}, {"!==", false, exists}, {"==", false, exists}, {"!=", false, exists}, {"=~", false, exists}, {">=", false, exists}, {"<=", false, exists},
	{"=", true, exists}, {">", true, exists}, {"<", true, exists},
	{"contains", true, exists}, {"matches", true, exists}, {"is", true, exists}, {"in", true, exists}, {"eq", true, exists}, {"ne", true, exists},
	{"exists", true, exists}, {"not", true, turned}, {"?", true, exists},
	{"then", true, "[if type:name] needs no further word: remove it"},
	{"|", false, "filters do not exist: a value is inserted as it is"},
	{"#L", false, "a condition tests a whole file: remove the line numbers"},
}

const (
	both   = "put one [if …] inside the other"
	either = "write a block for each one"
	exists = "a condition tests only whether there is a value: write [if type:name]"
	turned = "negate a condition with ! before its type: [if !type:name]"
)

// operator finds what is not allowed in the name of a condition: an operator, a filter or quotes.
// what is "" if the name may be intended. Names may contain words that are operators elsewhere. So
// a word counts as an operator only beside another key, or after a text that looks like a file
// name.
func operator(key string) (what, hint string) {
	typ, name, _ := variable.Split(key)
	name = strings.TrimFunc(name, source.IsJSSpace)
	if name == "" {
		return "", ""
	}
	free := variable.Dynamic(key)
	for _, quote := range []string{`"`, "'", "`", "“"} {
		if strings.HasPrefix(name, quote) {
			return "the quote " + quote, "write the name without quotes: [if " + typ + ":name]"
		}
	}
	at := len(name)
	for _, o := range operators {
		sign := o.sign
		if o.word {
			sign = " " + sign + " "
		}
		i := strings.Index(strings.ToLower(name)+" ", strings.ToLower(sign))
		if i < 0 || i >= at || i == 0 && !o.word {
			continue
		}
		letters := o.sign[0] >= 'a' && o.sign[0] <= 'z'
		rest := strings.TrimSpace(name[min(i+len(sign), len(name)):])
		if o.word && letters && free && !namesKey(rest) && !wholeFile(name[:i]) {
			continue
		}
		if o.sign == "#L" && (rest == "" || rest[0] < '0' || rest[0] > '9') {
			continue
		}
		at, what, hint = i, strings.TrimSpace(name[i:min(i+len(sign), len(name))]), o.hint
	}
	if what == "" {
		what, hint = anotherKey(name, free), both
	}
	if what == "" && free {
		what, hint = inPath(name)
	}
	if last := name[len(name)-1]; what == "" && free && strings.IndexByte("?:;,", last) >= 0 && wholeFile(strings.TrimRight(name[:len(name)-1], " ")) {
		return `"` + string(last) + `"`, "remove it"
	}
	return what, hint
}

// separators are the characters that may stand between two keys.
const separators = " ,;&+"

// anotherKey finds a second key in the name of a condition, as in file:A.md, file:B.md. It returns the
// sign before it in quotes, or other words for the key if only a blank is before it. In a free name
// the key must follow a text that looks like a file name.
func anotherKey(name string, free bool) string {
	for i := range name {
		if strings.IndexByte(separators, name[i]) < 0 || free && !wholeFile(name[:i]) {
			continue
		}
		rest := strings.TrimLeft(name[i:], separators)
		typ, _, colon := variable.Split(rest)
		if !colon || !variable.KnownType(strings.ToLower(typ)) {
			continue
		}
		if sign := strings.TrimSpace(name[i : len(name)-len(rest)]); sign != "" {
			return `"` + sign + `"`
		}
		return "the second key"
	}
	return ""
}

// inPath finds a sign that has a meaning in the paths of other programs, in a path that leads to no
// file. Without one, what is "".
func inPath(name string) (what, hint string) {
	if strings.Contains(name, "*") {
		return "*", "patterns do not exist: name one file"
	}
	if i := strings.IndexByte(name, '$'); i >= 0 && i+1 < len(name) && (name[i+1] == '{' || name[i+1] >= 'A' && name[i+1] <= 'Z') {
		return "$", "environment variables are not replaced: write the path itself"
	}
	return "", ""
}

// inValue returns what to do about a tag for a value whose path leads to no file, if the path has a
// sign of another language, and otherwise "".
func inValue(key string) string {
	what, hint := operator(key)
	switch what {
	case "#L":
		return "a file is inserted whole: remove the line numbers"
	case "|", "*", "$":
		return hint
	}
	if strings.HasPrefix(what, "the quote") {
		return strings.Replace(hint, "[if ", "[", 1)
	}
	return ""
}

// wholeFile reports whether a text ends in an extension.
func wholeFile(s string) bool {
	i := strings.LastIndexAny(s, "./ ")
	return i >= 0 && s[i] == '.' && i+1 < len(s) && len(s)-i <= 10
}
