package bounded

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"galley/engine/facts"
)

// TestTabsStayInYAML lists texts with tabs, and the JSON form of the value that js-yaml, yaml and
// yaml.v3 read from each.
func TestTabsStayInYAML(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"d: does\tthings\n":                            `{"d":"does\tthings"}`,
		"d: does\t\tthings\n":                          `{"d":"does\t\tthings"}`,
		"d: does \t things\n":                          `{"d":"does \t things"}`,
		"d: does\t# c\n":                               `{"d":"does"}`,
		"d: does\t#c more\n":                           `{"d":"does"}`,
		"d: a b # c\td\n":                              `{"d":"a b"}`,
		"d:\tdoes things\n":                            `{"d":"does things"}`,
		"d: \tdoes\n":                                  `{"d":"does"}`,
		"d: does\t\n":                                  `{"d":"does"}`,
		"a\tb: x\n":                                    `{"a\tb":"x"}`,
		"d\t: x\n":                                     `{"d":"x"}`,
		"d:\n  - a\tb\n  -\tc\n":                       `{"d":["a\tb","c"]}`,
		"- a\tb\n- c\n":                                `["a\tb","c"]`,
		"a\tb\n":                                       `"a\tb"`,
		"d: [a\tb, c]\n":                               `{"d":["a\tb","c"]}`,
		"d: [\ta,\tb\t]\n":                             `{"d":["a","b"]}`,
		"d: {a\tb: c\td}\n":                            `{"d":{"a\tb":"c\td"}}`,
		"d: 1\t2\n":                                    `{"d":"1\t2"}`,
		"d: tr\tue\n":                                  `{"d":"tr\tue"}`,
		"d: 1\t\n":                                     `{"d":1}`,
		"d: true\t# x\n":                               `{"d":true}`,
		"d: does\n  more\tthings\n  \tand\n":           `{"d":"does more\tthings and"}`,
		"d: does\t\r\n  a\tb\r\n":                      `{"d":"does a\tb"}`,
		"d: a\tb\n\n\n  c\n":                           `{"d":"a\tb\n\nc"}`,
		"d: 'does\tthings'\ne: f\n":                    `{"d":"does\tthings","e":"f"}`,
		"d: 'it''s: \"a\tb'\ne:\tf\ng: h\ti\n":         `{"d":"it's: \"a\tb","e":"f","g":"h\ti"}`,
		"d: \"does\tthings\"\ne: f\n":                  `{"d":"does\tthings","e":"f"}`,
		"d: \"a\tb \t c\td\"\t# e\nf: \"\tg\"\n":       `{"d":"a\tb \t c\td","f":"\tg"}`,
		"d: \"a\\\tb\\\"\tc\"\ne: f\n":                 `{"d":"a\tb\"\tc","e":"f"}`,
		"d: \"a\tb\n  \tc\td\t\n  e\"\ne: f\n":         `{"d":"a\tb c\td e","e":"f"}`,
		"d: # say: \"no\ne:\tf\n":                      `{"d":null,"e":"f"}`,
		"d: say \"a\tb\ne:\tf\n":                       `{"d":"say \"a\tb","e":"f"}`,
		"d: |\n  a\tb\n  \tc\ne: >\n  f\tg\n":          `{"d":"a\tb\n\tc\n","e":"f\tg\n"}`,
		"d: | # c\n  1\t2\n":                           `{"d":"1\t2\n"}`,
		"d: \ue000\t\"\ue000\te\"\nf: \"\ue000\tg\"\n": `{"d":"` + "\ue000" + `\t\"` + "\ue000" + `\te\"","f":"` + "\ue000" + `\tg"}`,
		"%YAML 1.2\n---\nd: a\tb\n":                    `{"d":"a\tb"}`,
		"# a\tb\n":                                     `null`,
	} {
		var got any
		if err := YAML([]byte(text), &got); err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		out := strings.Builder{}
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(got); err != nil || strings.TrimSpace(out.String()) != want {
			t.Errorf("%q\n gives %s want  %s, %v", text, out.String(), want, err)
		}
	}
	for _, text := range []string{"\td: x\ne: y\n", "d:\n\te: x\n", "d: does\n\tmore\n", "d: a:\tb\n", "d: \"a\tb\n"} {
		var got any
		if err := YAML([]byte(text), &got); err == nil {
			t.Errorf("%q gives %v, want an error", text, got)
		}
	}
}

// A text with tabs is decoded into the type that the caller wants. Its errors have a line and a
// column.
func TestTabsAreDecodedAsOtherYAML(t *testing.T) {
	t.Parallel()
	var into struct{ Name, Rest string }
	if err := YAML([]byte("name: a\tb\nrest:\tc\n"), &into); err != nil || into.Name != "a\tb" || into.Rest != "c" {
		t.Errorf("got %+v, %v", into, err)
	}
	err := YAML([]byte("name: a\tb\nrest: [1\n"), &into)
	if line, column, what := YAMLFault(err); line == 0 || column == 0 || what == "" {
		t.Errorf("a list that is not closed: %d:%d %q of %v", line, column, what, err)
	}
	if err := YAML([]byte("a:\t"+strings.Repeat("[", 300)), &into); !errors.Is(err, facts.ErrOverBudget) {
		t.Errorf("nested too deeply: %v", err)
	}
	all := strings.Builder{}
	for r := '\ue000'; r <= '\uf8ff'; r++ {
		all.WriteRune(r)
	}
	if err := YAML([]byte("name: \"a\t"+all.String()+"\"\n"), &into); err != nil || into.Name != "a\t"+all.String() {
		t.Errorf("with all private characters: %v", err)
	}
}

func TestUnusedRuneIsNotInTheText(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for r := '\ue000'; r <= '\uf8ff'; r++ {
		all.WriteRune(r)
	}
	for _, c := range []struct{ text, want string }{
		{"a", "\ue000"},
		{"\ue001\ue000", "\ue002"},
		{strings.TrimSuffix(all.String(), "\uf8ff"), "\uf8ff"},
		{all.String(), "\t"},
	} {
		if got := unusedRune(c.text); got != c.want {
			t.Errorf("after %d bytes: %q, want %q", len(c.text), got, c.want)
		}
	}
}
