package settings

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
)

// tree prints a value in full: its kind, the bytes of the file at its place, and what they mean.
func tree(text string, v *Value) string {
	part := func(s source.Span) string { return fmt.Sprintf("‹%s›", text[s.Start:s.End]) }
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s", [...]string{"null", "text", "int", "float", "bool", "time", "list", "table"}[v.Kind], part(v.Span))
	switch v.Kind {
	case String, Time:
		fmt.Fprintf(&b, "%q", v.Text)
	case Integer:
		fmt.Fprintf(&b, "%q=%d=%g", v.Text, v.Int, v.Float)
	case Float:
		fmt.Fprintf(&b, "%q=%g", v.Text, v.Float)
	case Boolean:
		fmt.Fprintf(&b, "%v", v.Bool)
	}
	if v.open {
		b.WriteString("+")
	}
	for _, item := range v.Items {
		b.WriteString("[" + tree(text, item) + "]")
	}
	for _, f := range v.Fields {
		fmt.Fprintf(&b, "{%s%s:%s}", f.Name, part(f.Span), tree(text, f.Value))
	}
	return b.String()
}

// A settings file as a tree: each value with its place in the file, and the problems.
func TestWholeTreeOfAFile(t *testing.T) {
	for _, c := range []struct{ name, file, text, want, problems string }{
		{"json", "a.json", `{"a": "x", "b": [1, -2.5, 1e2, true, false, null], /* c */ "d": {"e": {}},}`,
			`table‹ALL›{a‹"a"›:text‹"x"›"x"}{b‹"b"›:list‹[1, -2.5, 1e2, true, false, null]›[int‹1›"1"=1=1][float‹-2.5›"-2.5"=-2.5][float‹1e2›"1e2"=100][bool‹true›true][bool‹false›false][null‹null›]}{d‹"d"›:table‹{"e": {}}›{e‹"e"›:table‹{}›}}`, ``},
		{"json after a mark", "a.json", "\ufeff {\"a\": [7]} ", `table‹{"a": [7]}›{a‹"a"›:list‹[7]›[int‹7›"7"=7=7]}`, ``},
		{"json twice", "a.json", `{"a": 1, "a": 2, "b": 3}`, `table‹ALL›{a‹"a"›:int‹1›"1"=1=1}{b‹"b"›:int‹3›"3"=3=3}`, `1:10 bad-value the key "a" is given twice (the first one is used: remove one of the two)`},
		{"json that breaks after a mark", "a.json", "\ufeff{\n1}", `table‹›+`, `2:1 bad-file not valid JSON: invalid character '1' at start of object name (the whole file is ignored until this is fixed)`},
		{"no object after a mark", "a.jsonc", "\ufeff 'x'", `table‹›+`, `1:3 bad-file not valid JSON: invalid character '\'' at start of value (the whole file is ignored until this is fixed)`},
		{"a text of json", "a.JSON", "\ufeff \"x\"", `table‹›+`, `1:3 bad-file expected an object, found a text (put the settings between { and })`},
		{"toml", "a.toml", "a = 'x'\nb = [1_0, 0x1f, -2.5, 1e2, inf, true, false]\nc = 2026-01-02\n[d.e]\nf = {g.h = 1, i = []}\n[[l]]\nm = \"\"\n[[l]]\nn.o = 07:00:00\n",
			`table‹›+{a‹a›:text‹'x'›"x"}{b‹b›:list‹b›[int‹1_0›"1_0"=10=10][int‹0x1f›"0x1f"=31=31][float‹-2.5›"-2.5"=-2.5][float‹1e2›"1e2"=100][float‹inf›"inf"=+Inf][bool‹true›true][bool‹false›false]}{c‹c›:time‹2026-01-02›"2026-01-02"}{d‹d›:table‹d›+{e‹e›:table‹e›+{f‹f›:table‹{›{g‹g›:table‹g›+{h‹h›:int‹1›"1"=1=1}}{i‹i›:list‹i›}}}}{l‹l›:list‹l›+[table‹l›+{m‹m›:text‹""›""}][table‹l›+{n‹n›:table‹n›+{o‹o›:time‹07:00:00›"07:00:00"}}]}`, ``},
		{"toml after a mark", "a.toml", "\ufeffa = 1\n[b]\n", `table‹›+{a‹a›:int‹1›"1"=1=1}{b‹b›:table‹b›+}`, ``},
		{"toml by its text", "settings", "\t[a]", `table‹›+{a‹a›:table‹a›+}`, ``},
		{"a table again, for its sub-table", "a.toml", "[a.b]\n[a]\nc = 1\n[a.d]\n", `table‹›+{a‹a›:table‹a›+{b‹b›:table‹b›+}{c‹c›:int‹1›"1"=1=1}{d‹d›:table‹d›+}}`, ``},
		{"a table twice", "a.toml", "[a]\nb = 1\n[a]\nc = 2\n", `table‹›+{a‹a›:table‹a›+{b‹b›:int‹1›"1"=1=1}{c‹c›:int‹2›"2"=2=2}}`, `3:2 bad-file not valid TOML: a table already exists (the rest of the file is used)`},
		{"tables where values are", "a.toml", "a = 1\n[a.b]\nc.d = 2\n[a]\ne.f = 3\n[g]\nh.i = 4\n", `table‹›+{a‹a›:int‹1›"1"=1=1}{g‹g›:table‹g›+{h‹h›:table‹h›+{i‹i›:int‹4›"4"=4=4}}}`,
			`2:2 bad-value the key "a" is given twice (the first one is used: remove one of the two)|4:2 bad-value the key "a" is given twice (the first one is used: remove one of the two)`},
		{"a list where a table is", "a.toml", "[a]\n[[a]]\nb = 1\n[c]\n", `table‹›+{a‹a›:table‹a›+}{c‹c›:table‹c›+}`, `2:3 bad-value the key "a" is given twice (the first one is used: remove one of the two)`},
		{"a table where a list is", "a.toml", "[[a]]\n[a]\nb = 1\n", `table‹›+{a‹a›:list‹a›+[table‹a›+]}`, `2:2 bad-value the key "a" is given twice (the first one is used: remove one of the two)`},
		{"a table in the last of a list", "a.toml", "[[a]]\n[[a]]\n[a.b]\nc = 1\n", `table‹›+{a‹a›:list‹a›+[table‹a›+][table‹a›+{b‹b›:table‹b›+{c‹c›:int‹1›"1"=1=1}}]}`, ``},
		{"a closed list", "a.toml", "a = []\n[[a]]\n[a.b]\n", `table‹›+{a‹a›:list‹a›}`, `2:3 bad-value the key "a" is given twice (the first one is used: remove one of the two)|3:2 bad-value the key "a" is given twice (the first one is used: remove one of the two)`},
		{"a closed table", "a.toml", "a = {}\na.b = 1\n[a.c]\n", `table‹›+{a‹a›:table‹{›}`, `2:1 bad-value the key "a" is given twice (the first one is used: remove one of the two)|3:2 bad-value the key "a" is given twice (the first one is used: remove one of the two)`},
		{"a number that is too large", "a.toml", "a = 9223372036854775808\nb = [9223372036854775807]\n", `table‹›+{b‹b›:list‹b›[int‹9223372036854775807›"9223372036854775807"=9223372036854775807=9.223372036854776e+18]}`, `1:5 bad-value the number 9223372036854775808 is too large`},
		{"a value that breaks", "a.toml", "\ufeffa = 1\nb = 'x\nc = 2\n", `table‹›+{a‹a›:int‹1›"1"=1=1}`, `2:7 bad-file not valid TOML: literal strings cannot have new lines (the rest of the file is ignored until this is fixed)`},
		{"an end that breaks", "a.toml", "a = [1,", `table‹›+`, `1:7 bad-file not valid TOML: array is incomplete (the rest of the file is ignored until this is fixed)`},
	} {
		f := Parse(c.file, c.text)
		want := strings.Replace(c.want, "ALL", c.text, 1)
		if got := tree(c.text, f.Root); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
		if got := strings.Join(told(f.Problems), "|"); got != c.problems {
			t.Errorf("%s: problems\n%s\nwant\n%s", c.name, got, c.problems)
		}
		for _, p := range f.Problems {
			if p.File != c.file || f.Position(p.Span.Start) != p.Start || f.Position(p.Span.End) != p.End {
				t.Errorf("%s: the place of %+v", c.name, p)
			}
		}
	}
}

type outer struct {
	base
	Words   []string            `set:"words" among:"one|two|three"`
	Only    string              `set:"only" among:"this"`
	Least   int64               `set:"least,lowest" min:"3"`
	Most    int                 `set:"most" min:"-3" max:"3"`
	Size    *int                `set:"size" min:"0" max:"2"`
	Lists   map[string][]string `set:"lists"`
	Inner   struct{ base }      `set:"inner"`
	Rows    []base              `set:"rows"`
	Skipped struct {
		X int `set:"x"`
	} `set:"-"`
	Free string
}

type base struct {
	On    bool   `set:"on,enabled"`
	Label string `set:"label"`
}

// The fields that settings become in a struct, and the problems with wrong settings.
func TestSettingsInAStruct(t *testing.T) {
	for _, c := range []struct{ name, text, want, problems string }{
		{"of the inner struct", "on = true\nlabel = 'x'", `{base:{On:true Label:x}}`, ``},
		{"by an alias", "enabled = true\nlowest = 3", `{base:{On:true} Least:3}`, ``},
		{"an alias and the name", "lowest = 4\nleast = 5", `{Least:4}`, `2:1 bad-value the key "least" is given twice (the first one is used: remove one of the two)`},
		{"what has no name", "Free = 'x'\nx = 1\nfree = 'x'", `{}`, `1:1 unknown-key unknown setting "Free" (remove it)|2:1 unknown-key unknown setting "x" (remove it)|3:1 unknown-key unknown setting "free" (remove it)`},
		{"words of a list", "words = ['one', 'twoo', 'three', 4]", `{Words:[one three]}`, `1:17 bad-value expected "one", "two" or "three", found "twoo" (did you mean "two"?)|1:34 bad-value expected "one", "two" or "three", found 4`},
		{"the only word", "only = 'that'", `{}`, `1:8 bad-value expected "this", found "that" (did you mean "this"?)`},
		{"too small", "least = 2\nmost = 4\nsize = -1", `{}`, `1:9 bad-value expected a whole number of at least 3, found 2|2:8 bad-value expected a whole number from -3 to 3, found 4|3:8 bad-value expected a whole number from 0 to 2, found -1`},
		{"at the bounds", "least = 3\nmost = -3\nsize = 0", `{Least:3 Most:-3 Size:0}`, ``},
		{"at the upper bound", "size = 2", `{Size:2}`, ``},
		{"too large", "size = 3", `{}`, `1:8 bad-value expected a whole number from 0 to 2, found 3`},
		{"of other types", "on = 1.5\nlabel = true\nleast = 2026-01-02\nlists = []\ninner = 'x'\nwords = {}\nrows = [1]", `{Rows:[]}`,
			`1:6 bad-value expected true or false, found 1.5|2:9 bad-value expected a text, found true|3:9 bad-value expected a whole number of at least 3, found 2026-01-02|4:1 bad-value expected a table, found a list|5:9 bad-value expected a table, found "x"|6:9 bad-value expected a list, found a table|7:9 bad-value expected a table, found 1`},
		{"tables", "[lists]\na = ['x']\nb = 1\nc = [2]\n[inner]\nenabled = true\nlabl = 'x'\n[[rows]]\nlabel = 'r'\non = 'no'\n[[rows]]", `{Lists:map[a:[x]] Inner:{base:{On:true}} Rows:[{Label:r} {}]}`,
			`3:5 bad-value expected a list, found 1|4:6 bad-value expected a text, found 2|7:1 unknown-key unknown setting "inner.labl" (did you mean "label"?)|10:6 bad-value expected true or false, found "no"`},
	} {
		var into outer
		got := told(Decode(Parse("a.toml", c.text), &into))
		if s := strings.Join(got, "|"); s != c.problems {
			t.Errorf("%s: problems\n%s\nwant\n%s", c.name, s, c.problems)
		}
		if s := nonZero(reflect.ValueOf(into)); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
	if got, want := fmt.Sprint(Keys(&outer{})), "[on label words only least most size lists inner inner.on inner.label rows rows[].on rows[].label]"; got != want {
		t.Errorf("keys %s, want %s", got, want)
	}
	for name, want := range map[string]string{"lowest": "least", "enabled": "on", "on": "on", "x": "", "Free": ""} {
		if got := KeyOf(outer{}, name); got != want {
			t.Errorf("the key of %s is %q, want %q", name, got, want)
		}
	}
	var p outer
	problems := Decode(Parse("a.toml", "labell = 'x'"), &p)
	if want := []diag.Fix{{Label: "replace with label", Span: source.Span{End: 6}, Text: "label"}}; len(problems) != 1 || !slices.Equal(problems[0].Fixes, want) {
		t.Errorf("the fix of a misspelt key: %+v", problems)
	}
}

// nonZero prints the fields of a struct that are set.
func nonZero(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		return nonZero(v.Elem())
	case reflect.Slice:
		var all []string
		for i := range v.Len() {
			all = append(all, nonZero(v.Index(i)))
		}
		return "[" + strings.Join(all, " ") + "]"
	case reflect.Struct:
		var all []string
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				all = append(all, v.Type().Field(i).Name+":"+nonZero(v.Field(i)))
			}
		}
		return "{" + strings.Join(all, " ") + "}"
	}
	return fmt.Sprint(v)
}

// Tables and keys may be nested up to 200 deep.
func TestNestingHasALimit(t *testing.T) {
	dotted := func(n int) string { return strings.Repeat("a.", n-1) + "a" }
	for _, c := range []struct {
		name, text string
		problems   int
	}{
		{"a key of 199", dotted(199) + " = 1", 0}, {"a key of 201", dotted(201) + " = 1", 1},
		{"a header of 200", "[" + dotted(200) + "]", 0}, {"a header of 201", "[" + dotted(201) + "]\nb = 1", 1},
	} {
		f := Parse("a.toml", c.text)
		if len(f.Problems) != c.problems {
			t.Errorf("%s: %v", c.name, told(f.Problems))
		}
	}
	f := Parse("a.toml", "["+dotted(201)+"]\nb = 1\n[c]\nd = 1")
	if got := f.Root.JSON(); got != `{}` && got != `{"c":{"d":1}}` {
		t.Errorf("after a header that is too deep: %s", got)
	}
}

func TestATableIsDecodedOrRefused(t *testing.T) {
	f := Parse("a.toml", "a = {label = 'x'}\nb = 1\n")
	d := NewDecoder(f, nil)
	var got base
	d.Table(f.Root.Field("a"), &got, "a table of mine")
	d.Table(f.Root.Field("b"), &got, "a table of mine")
	if want := "2:5 bad-value expected a table of mine, found 1"; got != (base{Label: "x"}) || strings.Join(told(f.Problems), "|") != want {
		t.Errorf("%+v, %q", got, told(f.Problems))
	}
	defer func() {
		if got := fmt.Sprint(recover()); got != "settings: no way to set a complex128" {
			t.Errorf("a type without a form: %s", got)
		}
	}()
	d.Into(f.Root.Field("b"), new(complex128))
}

// A table with many keys, which has an index, finds them like a small table.
func TestLargeTableFindsItsKeys(t *testing.T) {
	for _, n := range []int{31, 32, 33, 70} {
		var v Value
		for i := range n {
			v.append(Field{Name: fmt.Sprint("k", i), Value: &Value{Int: int64(i)}})
		}
		for i := range n {
			if got := v.Field(fmt.Sprint("k", i)); got == nil || got.Int != int64(i) {
				t.Errorf("key %d of %d: %v", i, n, got)
			}
		}
		if v.Field("other") != nil || (v.index != nil) != (n >= 32) {
			t.Errorf("%d keys: index %v", n, v.index)
		}
		v.Keep(v.Fields[1:3])
		if len(v.Fields) != 2 || v.Field("k0") != nil || v.Field("k2").Int != 2 {
			t.Errorf("%d keys, of which two are kept: %+v", n, v.Fields)
		}
	}
}

// Strings are written as JSON.stringify does.
func TestStringsOfJSON(t *testing.T) {
	for s, want := range map[string]string{
		"": `""`, "a": `"a"`, "é<\u2028>": "\"é<\u2028>\"", "a\"b\\c": `"a\"b\\c"`, "\n\r\t\b\f": `"\n\r\t\b\f"`, "\x00\x1f \x7f": "\"\\u0000\\u001f \x7f\"", "a\xffb\xc3": "\"a\ufffdb\ufffd\"", "\ufffd": "\"\ufffd\"",
	} {
		var b strings.Builder
		if WriteString(&b, s); b.String() != want {
			t.Errorf("%q: %s, want %s", s, b.String(), want)
		}
	}
}

// How paths in settings are resolved, whether a file is JSON or TOML, and what is reported about a
// file that cannot be read.
func TestPathsAndKindsOfFiles(t *testing.T) {
	w := facts.NewMemory()
	w.Env("HOME", "/home/u")
	for file, want := range map[string]string{"~/a": "/home/u/a", "a/../b": "/p/b", "/c": "/c", "~a": "/p/~a", "~": "/p/~"} {
		if got := Resolve(w, "/p", file); got != want {
			t.Errorf("%s is %s, want %s", file, got, want)
		}
	}
	if got := Resolve(facts.NewMemory(), "/p", "~/a"); got != "/p/~/a" {
		t.Errorf("without a home: %s", got)
	}
	for name, want := range map[string]bool{"a.json": true, "a.JSONC": true, "a.toml": false, "a.TOML": false, "a": true, "a.txt": true} {
		if got := IsJSON(name, "\ufeff\t\r\n {"); got != want {
			t.Errorf("%s is JSON: %v", name, got)
		}
	}
	if IsJSON("a", " a{") || IsJSON("a", "[a]") {
		t.Error("other texts are JSON")
	}
	f := Unreadable("a.toml", errors.New("no permission"))
	if got := fmt.Sprint(told(f.Problems)); got != "[1:1 bad-file cannot be read: no permission (its settings are not used)]" || f.Name != "a.toml" || f.Root.Kind != Table || f.Problems[0].File != "a.toml" {
		t.Errorf("%s: %s %v", f.Name, got, f.Root)
	}
}

type setter struct{ seen, text string }

func (s *setter) Set(d *Decoder, v *Value) {
	s.seen = v.Kind.String()
	s.text = d.File(v, v.Text).Text
	d.At(diag.BadValue, source.Span{Start: 1, End: 2}, "at", "hint of at")
	d.Problem(diag.BadFile, v, "of it", "hint of it")
}

// A type that decodes itself gets every value, even null, and reports its problems to the decoder.
func TestTypeThatDecodesItself(t *testing.T) {
	var s struct {
		A setter   `set:"a"`
		B []setter `set:"b"`
		C Text     `set:"c"`
	}
	read := func(path string) (string, string, error) {
		if path == "bad" {
			return "", "", errors.New("no such file")
		}
		return "text of " + path, "/" + path, nil
	}
	problems := NewDecoder(Parse("a.json", "{\"a\": null,\n\"b\": [\"x\"], \"c\": {\"file\": \"bad\"}}"), read).Decode(&s)
	want := "1:2 bad-value at (hint of at)|1:2 bad-value at (hint of at)|1:7 bad-file of it (hint of it)|2:7 bad-file of it (hint of it)|2:18 bad-file the file \"bad\" cannot be read: no such file (paths are relative to the file that names them)"
	if got := strings.Join(told(problems), "|"); got != want || s.A.seen != "null" || len(s.B) != 0 || s.C.Given {
		t.Errorf("%+v\n%s\nwant\n%s", s, got, want)
	}
	var unread struct {
		C Text `set:"c"`
	}
	if Decode(Parse("a.toml", "c = {file = 'x'}"), &unread); unread.C != (Text{Given: true, File: "x"}) {
		t.Errorf("without a reader: %+v", unread.C)
	}
}
