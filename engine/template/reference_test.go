package template

import (
	"regexp"
	"strings"

	"galley/engine/variable"
)

// This file is a second implementation of the language, which is simple and slow. The tests
// compare the engine with it.

const anyWhite = `\t\n\v\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`

var (
	plainIf  = regexp.MustCompile(`^if[` + anyWhite + `]+(!?)([0-9A-Za-z_]+:[^\n\r\x{2028}\x{2029}]*)$`)
	plainVar = regexp.MustCompile(`^[0-9A-Za-z_]+:[^\n\r\x{2028}\x{2029}]*$`)
	plainEnd = regexp.MustCompile(`^[` + anyWhite + `]+|[` + anyWhite + `]+$`)
)

type plainToken struct {
	kind      string // one of text, var, if, else, endif
	raw, key  string
	negated   bool
	yes, no   []*plainToken
	open, alt bool
}

func plainTokens(text string) (tokens []*plainToken) {
	literal := func(s string) {
		if n := len(tokens); n > 0 && tokens[n-1].kind == "text" {
			tokens[n-1].raw += s
			return
		}
		tokens = append(tokens, &plainToken{kind: "text", raw: s})
	}
	for i := 0; i < len(text); {
		if text[i] == '[' {
			if end := strings.IndexByte(text[i:], ']'); end > 0 {
				raw := text[i : i+end+1]
				if token := plainTag(raw); token != nil {
					tokens = append(tokens, token)
					i += len(raw)
					continue
				}
			}
		}
		literal(text[i : i+1])
		i++
	}
	return tokens
}

func plainTag(raw string) *plainToken {
	inner := plainEnd.ReplaceAllString(raw[1:len(raw)-1], "")
	switch m := plainIf.FindStringSubmatch(inner); {
	case inner == "else", inner == "endif":
		return &plainToken{kind: inner, raw: raw}
	case m != nil:
		return &plainToken{kind: "if", raw: raw, negated: m[1] != "", key: m[2]}
	case plainVar.MatchString(inner):
		return &plainToken{kind: "var", raw: raw, key: inner}
	}
	return nil
}

// plainRender renders a template and returns the keys that it names.
func plainRender(text string, v Lookuper) (out string, keys []string) {
	seen := map[string]bool{}
	root := &plainToken{}
	stack := []*plainToken{root}
	for _, token := range plainTokens(text) {
		if token.key != "" && !seen[token.key] {
			seen[token.key] = true
			keys = append(keys, token.key)
		}
		top := stack[len(stack)-1]
		switch {
		case token.kind == "else" && top != root && !top.alt:
			top.alt = true
			continue
		case token.kind == "endif" && top != root:
			top.open = false
			stack = stack[:len(stack)-1]
			continue
		case token.kind == "if":
			token.open = true
			stack = append(stack, token)
		case token.kind != "var":
			token.kind = "text"
		}
		if top.alt {
			top.no = append(top.no, token)
		} else {
			top.yes = append(top.yes, token)
		}
	}
	return plainText(root.yes, v), keys
}

func plainText(tokens []*plainToken, v Lookuper) string {
	out := ""
	for _, token := range tokens {
		exists := token.key != "" && v.Lookup(token.key).State == variable.Present
		switch {
		case token.kind == "text":
			out += token.raw
		case token.kind == "var" && exists:
			out += v.Lookup(token.key).Text
		case token.kind == "if" && token.open:
			out += token.raw + plainText(token.yes, v)
			if token.alt {
				out += "[else]" + plainText(token.no, v)
			}
		case token.kind == "if" && exists != token.negated:
			out += plainText(token.yes, v)
		case token.kind == "if":
			out += plainText(token.no, v)
		}
	}
	return out
}
