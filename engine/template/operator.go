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
	return what, hint
}

// wholeFile reports whether a text ends in an extension.
func wholeFile(s string) bool {
	i := strings.LastIndexAny(s, "./ ")
	return i >= 0 && s[i] == '.' && i+1 < len(s) && len(s)-i <= 10
}
