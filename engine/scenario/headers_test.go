package scenario

import (
	"fmt"
	"reflect"
	"testing"

	"galley/engine/diag"
	"galley/engine/settings"
	"galley/engine/source"
)

func TestHeadersOfTables(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "[]",
		"# c\n[a]\n# d\n# e\n[b]\n[c]\n":    "[{0 4 } {8 16 } {20 20 }]",
		"# c\n\n[a]\n":                      "[{5 5 }]",
		"# c\n# d\n[a]\n":                   "[{0 8 }]",
		"# c\nx = 1\n[a]\n":                 "[{10 10 }]",
		"x = \"\"\"\n[no]\n\"\"\"\n[a]":     "[{17 17 }]",
		"x = [\n[1],\n]\n  [a]\n":           "[{13 13 }]",
		"x = 1 # [no\n[a]\n":                "[{12 12 }]",
		"x = '[' # \"\n[a]\n":               "[{12 12 }]",
		"[ a . b ]\n[[\"a\"]]\n[':']\n[x\n": "[{0 0 } {10 10 } {18 18 } {24 24 }]",
	} {
		if got := fmt.Sprint(headers(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if first := firstHeader(text); want == "[]" && first != len(text) {
			t.Errorf("%q: the first header at %d", text, first)
		}
	}
	if first := firstHeader("x = 1\n# c\n[a]\n"); first != 6 {
		t.Errorf("the first header at %d", first)
	}
	for row, want := range map[string]string{"[ide]": "ide", " [[ skills ]]": "skills", "['ide'.x]": "ide", "[": "", "[]": "", "[ide": "", "ide]": "", "[x]": ""} {
		if got := headerOf(row); got != want {
			t.Errorf("%s is the header of %q, want %q", row, got, want)
		}
	}
}

// The place of a field's value directly after its key. It does not exist if the value is in
// several places or missing.
func TestThePlaceOfAValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ide = {x = 1} # c": "{x = 1}", "ide = [\n1]\n": "[\n1]", "\"ide\" =\t[]": "[]", "'ide'=[]": "[]", "ide = 'a'": "'a'", "ide = 1": "1",
		"[ide]\n[other]\n": "", "[ide]\nx = 1\n": "", "[[ide]]\n[[ide]]\n": "", "ide.x = {}": "", "ide.x = 1": "", "[ide]": "",
	} {
		span, ok := inPlace(settings.Parse("s.toml", text).Root.Fields[0], text)
		if got := text[span.Start:span.End]; got != want || ok != (want != "") || !ok && span != (source.Span{}) {
			t.Errorf("%q: %q, %v, want %q", text, got, ok, want)
		}
	}
	text := `{"ide": {"x": 1}, "more": 2}`
	if span, ok := inPlace(settings.Parse("s.json", text).Root.Fields[0], text); !ok || text[span.Start:span.End] != `{"x": 1}` {
		t.Errorf("JSON: %v, %v", span, ok)
	}
	// The key of the field ends the text, the value is not the field's table, or the text ends
	// before the value.
	for text, want := range map[string]source.Span{"ide": {}, "ide = x": {Start: 6, End: 6}, "ide =": {Start: 5, End: 5}} {
		if span, ok := inPlace(settings.Field{Span: source.Span{End: 3}, Value: &settings.Value{Kind: settings.Table}}, text); ok || span != want {
			t.Errorf("%q: %v, %v, want %v", text, span, ok, want)
		}
	}
	if at := closing("a]", 1); at != 1 {
		t.Errorf("a list that begins with its end ends at %d", at)
	}
	if at := closing("x = [a", 4); at != 4 {
		t.Errorf("a list that is not closed ends at %d", at)
	}
}

func TestNullLeavesAKeyUnset(t *testing.T) {
	t.Parallel()
	for _, key := range Keys() {
		if key == "settings" {
			continue // its value is used as it is written in JSON
		}
		s, problems := Parse("s.json", `{"`+key+`": null}`)
		s.Given = nil
		if len(problems) > 0 || !reflect.DeepEqual(s, Scenario{File: "s.json"}) {
			t.Errorf("%s is set: %v", key, problems)
		}
	}
	if example := Example("unknown"); example != "" {
		t.Errorf("an example of an unknown key: %q", example)
	}
	if span, ok := underHeaders("skills", "[ide]\n"); ok || span != (source.Span{}) {
		t.Errorf("tables that are missing: %v", span)
	}
	one, two := diag.Problem{Message: "one"}, diag.Problem{Message: "two"}
	for _, c := range []struct {
		before, after []diag.Problem
		want          string
	}{{nil, []diag.Problem{two, one}, "two"}, {[]diag.Problem{one}, []diag.Problem{one, two}, "two"}, {[]diag.Problem{one}, []diag.Problem{two, one}, "two"}, {[]diag.Problem{one, two}, []diag.Problem{one}, "one"}} {
		if got := firstNew(c.before, c.after).Message; got != c.want {
			t.Errorf("%v, %v: %s", c.before, c.after, got)
		}
	}
}

func TestToolsInAFile(t *testing.T) {
	t.Parallel()
	for _, value := range []string{`"tools.json"`, `{file = "tools.json"}`} {
		s, problems := Parse("s.toml", "tools = "+value+"\n")
		if want := (Tools{Given: true, Text: settings.Text{Given: true, File: "tools.json"}}); len(problems) > 0 || !reflect.DeepEqual(s.Tools, want) {
			t.Errorf("%s: %+v, %v", value, s.Tools, problems)
		}
	}
}
