package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
)

type sample struct {
	Name    string   `set:"name,title"`
	Mode    string   `set:"mode" among:"fast|slow"`
	Tab     int      `set:"tab" min:"1" max:"8"`
	Mouse   *bool    `set:"mouse"`
	Dirs    []string `set:"dirs"`
	Limits  map[string]int
	Budgets map[string]int `set:"budgets"`
	Inner   struct {
		Deep bool `set:"deep"`
	} `set:"inner"`
	Rows []struct {
		ID   string `set:"id"`
		Size int    `set:"size"`
	} `set:"rows"`
	Prose Text `set:"prose"`
}

// told prints problems as "line:column code message (hint)".
func told(problems []diag.Problem) []string {
	var all []string
	for _, p := range problems {
		s := fmt.Sprintf("%d:%d %s %s", p.Start.Line, p.Start.Column, p.Code, p.Message)
		if p.Hint != "" {
			s += " (" + p.Hint + ")"
		}
		all = append(all, s)
	}
	return all
}

func TestFaultsAreReportedAndTheRestWorks(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		problems         []string
	}{
		{"all right", "a.toml", "name = 'x'\ntab = 4\n", nil},
		{"unknown key", "a.toml", "tab = 4\nnmae = 'y'\nname = 'x'\n",
			[]string{`2:1 unknown-key unknown setting "nmae" (did you mean "name"?)`}},
		{"unknown key without a neighbour", "a.toml", "name='x'\ntab=4\nzebra = 1\n",
			[]string{`3:1 unknown-key unknown setting "zebra" (remove it)`}},
		{"unknown key in a table", "a.toml", "name='x'\ntab=4\n[inner]\ndep = true\n",
			[]string{`4:1 unknown-key unknown setting "inner.dep" (did you mean "deep"?)`}},
		{"wrong type", "a.toml", "name='x'\ntab=4\nmouse = 'yes'\n",
			[]string{`3:9 bad-value expected true or false, found "yes"`}},
		{"wrong word", "a.toml", "name='x'\ntab=4\nmode = 'fats'\n",
			[]string{`3:8 bad-value expected "fast" or "slow", found "fats" (did you mean "fast"?)`}},
		{"out of range", "a.toml", "tab=4\n[[rows]]\nid=1\n",
			[]string{`3:4 bad-value expected a text, found 1`}},
		{"a number that is not a whole one", "a.toml", "budgets = {claude = 1.5}\n",
			[]string{`1:21 bad-value expected a whole number, found 1.5`}},
		{"a list's bad entry", "a.toml", "dirs = ['a', 2, 'c']\n",
			[]string{`1:14 bad-value expected a text, found 2`}},
		{"given twice", "a.toml", "name='x'\nname='y'\ntab=4\n",
			[]string{`2:1 bad-value the key "name" is given twice (the first one is used: remove one of the two)`}},
		{"given by its alias too", "a.toml", "name='x'\ntitle='y'\n",
			[]string{`2:1 bad-value the key "title" is given twice (the first one is used: remove one of the two)`}},
		{"a table on a value", "a.toml", "tab=4\n[tab.x]\ny=1\n",
			[]string{`2:2 bad-value the key "tab" is given twice (the first one is used: remove one of the two)`}},
		{"a syntax error", "a.toml", "name='x'\ntab = = 4\nmouse = true\n",
			[]string{`2:7 bad-file not valid TOML: unexpected character U+003D '=' at start of value (the rest of the file is ignored until this is fixed)`}},
		{"columns count code points", "a.toml", "budgets = {'é' = 'ü'}\n",
			[]string{`1:18 bad-value expected a whole number, found "ü"`}},
		{"JSON by its name", "a.json", "{\n// why\n\"name\": \"x\",\n\"tab\": \"4\",\n}",
			[]string{`4:8 bad-value expected a whole number from 1 to 8, found "4"`}},
		{"JSON by its brace", "settings", " {\"nmae\": 1}",
			[]string{`1:3 unknown-key unknown setting "nmae" (did you mean "name"?)`}},
		{"broken JSON", "a.json", "{\"name\": \"x\",\n  \"tab\" 4}",
			[]string{`2:9 bad-file not valid JSON: invalid character '4' after object name (the whole file is ignored until this is fixed)`}},
		{"JSON that is not an object", "a.json", "[1]",
			[]string{`1:1 bad-file expected an object, found a list (put the settings between { and })`}},
		{"JSON with null", "a.json", `{"name": null, "prose": null}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s sample
			got := told(Decode(Parse(c.file, c.text), &s))
			if !slices.Equal(got, c.problems) {
				t.Errorf("got  %q\nwant %q", got, c.problems)
			}
			if strings.Contains(c.text, "name='x'") && s.Name != "x" {
				t.Errorf("the name is missing: %+v", s)
			}
			if strings.Contains(c.text, "tab=4") && s.Tab != 4 {
				t.Errorf("the tab was lost: %+v", s)
			}
		})
	}
}

func TestAListKeepsItsGoodEntries(t *testing.T) {
	var s sample
	Decode(Parse("a.toml", "dirs = ['a', 2, 'c']\n[[rows]]\nid = 'one'\nsize = 'x'\n[[rows]]\nid = 'two'\n"), &s)
	if !slices.Equal(s.Dirs, []string{"a", "c"}) || len(s.Rows) != 2 || s.Rows[0].ID != "one" || s.Rows[1].ID != "two" {
		t.Errorf("got %+v", s)
	}
}

func TestSecondFileOverridesTheFirst(t *testing.T) {
	var s sample
	Decode(Parse("a.toml", "name='a'\ntab=2\ndirs=['x','y']\nbudgets={claude=1, gemini=2}\n"), &s)
	first := s
	Decode(Parse("b.toml", "name='b'\ndirs=['z']\nbudgets={gemini=3}\ntab='no'\n"), &s)
	if s.Name != "b" || s.Tab != 2 || !slices.Equal(s.Dirs, []string{"z"}) {
		t.Errorf("got %+v", s)
	}
	if s.Budgets["claude"] != 1 || s.Budgets["gemini"] != 3 {
		t.Errorf("tables are not merged key by key: %v", s.Budgets)
	}
	if first.Budgets["gemini"] != 2 {
		t.Error("the map of the first file was changed")
	}
}

func TestTextFromAFile(t *testing.T) {
	read := func(path string) (string, string, error) {
		if path == "p.txt" {
			return "from the file", "/there/p.txt", nil
		}
		return "", "", errors.New("no such file")
	}
	for _, c := range []struct {
		text    string
		want    Text
		problem bool
	}{
		{"prose = ''", Text{Given: true}, false},
		{"prose = 'here'", Text{Given: true, Text: "here"}, false},
		{"prose = {file='p.txt'}", Text{true, "from the file", "/there/p.txt"}, false},
		{"prose = {file='q.txt'}", Text{}, true},
		{"prose = {fiel='p.txt'}", Text{}, true},
		{"prose = {file = 3}", Text{}, true},
		{"prose = {}", Text{}, true},
		{"prose = 3", Text{}, true},
	} {
		var s sample
		problems := NewDecoder(Parse("a.toml", c.text), read).Decode(&s)
		if s.Prose != c.want || len(problems) > 1 || (len(problems) > 0) != c.problem {
			t.Errorf("%s: got %+v, %q", c.text, s.Prose, told(problems))
		}
	}
}

func TestJSONKeepsOrderAndSpelling(t *testing.T) {
	f := Parse("a.json", `{"b": [1.0, 1e3, -2], "a": "<\u2028&\n", "c": {"z": null, "y": true}}`)
	if got, want := f.Root.JSON(), "{\"b\":[1.0,1e3,-2],\"a\":\"<\u2028&\\n\",\"c\":{\"z\":null,\"y\":true}}"; got != want {
		t.Errorf("got %s", got)
	}
	f = Parse("a.toml", "b = 1_000\na = 0x10\nd = 2026-01-02\nf = inf")
	if got, want := f.Root.JSON(), `{"b":1000,"a":16,"d":"2026-01-02","f":null}`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestHostileFilesAreBounded(t *testing.T) {
	for name, text := range map[string]string{
		"a.json": strings.Repeat("[", 1<<20),
		"b.json": `{"a":` + strings.Repeat(`{"a":`, 1<<18),
		"a.toml": "a = " + strings.Repeat("[", 1<<20),
		"b.toml": strings.Repeat("a.", 1<<18) + "a = 1",
		"c.toml": "[" + strings.Repeat("a.", 1<<18) + "a]",
	} {
		if problems := Decode(Parse(name, text), &sample{}); len(problems) == 0 {
			t.Errorf("%s: no problem", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "a = 1\n[b]\nc = 'd'\n[[e]]\nf = {g = [1, 2.5, true]}\n", "\ufeff[a.b]\nc.d = 2026-01-01T00:00:00Z",
		`{"name": "x", /* why */ "rows": [{"id": "\ud83d"}],}`, "a = \"\"\"\nx\\\n  y\"\"\"", "[a]\n[a]\n", "{", "a = [",
	} {
		f.Add("a.toml", seed)
		f.Add("a.json", seed)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		var s sample
		file := Parse(name, text)
		for _, p := range Decode(file, &s) {
			if p.Span.Start < 0 || p.Span.End > len(text) || p.Span.Start > p.Span.End {
				t.Fatalf("a problem outside the text: %+v", p)
			}
		}
		file.Root.JSON()
	})
}

func TestTooLargeFileIsNotParsed(t *testing.T) {
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d = %d\n", i, i)
		}
		return b.String()
	}
	object := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\"k%d\": 1,", i)
		}
		return "{" + b.String() + "}"
	}
	for name, c := range map[string]struct {
		file, text string
		over       bool
	}{
		"10,000 keys":              {"a.toml", keys(10_000), false},
		"10,001 keys":              {"a.toml", keys(10_001), true},
		"40,000 keys":              {"a.toml", keys(40_000), true},
		"10,000 keys of JSON":      {"a.json", object(10_000), false},
		"10,001 keys of JSON":      {"a.json", object(10_001), true},
		"1 MiB":                    {"a.toml", "#" + strings.Repeat("x", 1<<20-1), false},
		"more than 1 MiB":          {"a.toml", "#" + strings.Repeat("x", 1<<20), true},
		"brackets":                 {"a.toml", "a = " + strings.Repeat("[", 1_000_000), true},
		"brackets of JSON":         {"a.json", strings.Repeat("[", 1_000_000), true},
		"brackets of 200":          {"a.json", `{"a":` + strings.Repeat("[", 199) + strings.Repeat("]", 199) + "}", false},
		"dotted keys":              {"a.toml", strings.Repeat("a.", 100_000) + "a = 1", true},
		"dotted keys of a header":  {"a.toml", "[" + strings.Repeat("a.", 100_000) + "a]", true},
		"tables within each other": {"a.toml", "a = " + strings.Repeat("{a = ", 100_000), true},
	} {
		f := Parse(c.file, c.text)
		over := slices.ContainsFunc(f.Problems, func(p diag.Problem) bool {
			return p.Code == diag.OverBudget && p.Severity == diag.Error && p.File == c.file && p.Hint != ""
		})
		if over != c.over || len(f.Problems) > 1 {
			t.Errorf("%s: problems %.300v", name, f.Problems)
		}
	}
}
