package discovery

import (
	"fmt"
	"strings"
	"testing"
)

func TestWhatIsReadOfFrontMatter(t *testing.T) {
	const blanks, mark, open = "white space comes before the first ---, so it does not begin front matter", "a byte order mark comes before the first ---", "the first --- is never closed, so it does not begin front matter"
	for _, tt := range []struct{ text, want string }{
		{"", "false 0 map[] \"\" \"\" []"},
		{"---", "false 0 map[] \"\" \"\" []"},
		{"\ufeff---", "false 0 map[] \"\" \"\" [" + mark + "]"},
		{"---\n", "false 0 map[] \"\" \"\" [" + open + "]"},
		{"---\n---", "true 7 map[] \"\" \"\" []"},
		{"--- \t\r\na: b\n--- \t\r\nB", "true 19 map[a:b] \"a: b\\n\" \"\" []"},
		{"---\na: b\n---x\n---\nB", "true 18 map[a:b] \"a: b\\n---x\\n\" \"line 3, column 1: non-map value is specified\" []"},
		{" \t\r\n---\na: b\n---\n", "false 0 map[] \"\" \"\" [" + blanks + "]"},
		{"\ufeff\n---\na: b\n---\n", "false 0 map[] \"\" \"\" [" + blanks + "]"},
		{"\n----\n", "false 0 map[] \"\" \"\" []"},
		{"---\n\na: b\n\n---\nB", "true 15 map[a:b] \"\\na: b\\n\\n\" \"\" []"},
		{"---\n# none\n---\n", "true 15 map[] \"# none\\n\" \"\" []"},
		{"---\n1\n---\n", "true 10 map[] \"1\\n\" \"it is not a mapping of keys to values\" []"},
		{"---\nx: *a\ny: *b\nz:\n---\n", "true 23 map[x:*a y:*b z:<nil>] \"x: *a\\ny: *b\\nz:\\n\" \"line 2, column 5: could not find alias \\\"a\\\"\" [x begins with a bare *, which means an alias in YAML: put the value in quotes y begins with a bare *, which means an alias in YAML: put the value in quotes]"},
	} {
		f := ReadFront(tt.text)
		if got := fmt.Sprintf("%v %d %v %q %q %s", f.there, f.Body, f.Values, f.Header, f.Broken, f.Odd); got != tt.want {
			t.Errorf("%q:\n%s, want\n%s", tt.text, got, tt.want)
		}
	}
}

func TestLongFrontMatterIsNotParsed(t *testing.T) {
	for n, want := range map[int]string{frontCap: "", frontCap + 1: "it is longer than 65536 bytes, the most that galley reads"} {
		block := "a: b\n#" + strings.Repeat("x", n-7) + "\n"
		if f := ReadFront("---\n" + block + "---\n"); len(block) != n || f.Broken != want || (f.Text("a") == "b") != (want == "") {
			t.Errorf("%d bytes: %q, %v", n, f.Broken, f.Values)
		}
	}
}

func TestLongValuesAreTakenOut(t *testing.T) {
	long := strings.Repeat("x", longValue)
	for _, tt := range []struct{ name, block, short, value string }{
		{"a short block", "a: b\n", "a: b\n", ""},
		{"a value of the length", "a: b\nc: " + long + "\nd: e", "a: b\nc: galley long value 0\nd: e", long},
		{"a value that is shorter by one", "a: b\nc: " + long[1:] + "\n", "a: b\nc: " + long[1:] + "\n", ""},
		{"at the end of the block", "c: " + long, "c: galley long value 0\n", long},
		{"a value with blanks around it", "c:   " + long + " \r\n", "c: galley long value 0\n", long},
		{"in quotes", "c: \"" + long + "'\"\n", "c: galley long value 0\n", long + "'"},
		{"in single quotes", "c: '" + long + "\"\\'\n", "c: galley long value 0\n", long + "\"\\"},
		{"with an escape", "c: \"" + long + "\\n\"\n", "", ""},
		{"with a quote in quotes", "c: \"" + long + "\"\"\n", "", ""},
		{"with a single quote in single quotes", "c: '" + long + "'''\n", "", ""},
		{"with quotes that differ", "c: \"" + long + "'\n", "", ""},
		{"with other quotes that differ", "c: '" + long + "\"\n", "", ""},
		{"with a comment", "c: " + long + " # x\n", "", ""},
		{"with a comment after a tab", "c: " + long + "\t# x\n", "", ""},
		{"with a colon and a tab", "c: " + long + ":\tx\n", "", ""},
		{"with a tab", "c: " + long + "\tx\n", "c: galley long value 0\n", long + "\tx"},
		{"with a colon", "c: " + long + ": x\n", "", ""},
		{"with a colon at its end", "c: " + long + ":\n", "", ""},
		{"that begins with a digit", "c: 1" + long + "\n", "", ""},
		{"in capitals", "c: A" + long + "\n", "c: galley long value 0\n", "A" + long},
		{"from Z", "c: Z" + long + "\n", "c: galley long value 0\n", "Z" + long},
		{"from z", "c: z" + long + "\n", "c: galley long value 0\n", "z" + long},
		{"from a", "c: a" + long + "\n", "c: galley long value 0\n", "a" + long},
		{"that goes on", "c: " + long + "\n more\n", "", ""},
		{"that goes on after a tab", "c: " + long + "\n\tmore\n", "", ""},
		{"of a key below another", " c: " + long + "\n", "", ""},
		{"of a key in quotes", "\"c\": " + long + "\n", "", ""},
		{"of an item", "- c: " + long + "\n", "", ""},
		{"in a comment", "#c: " + long + "\n", "", ""},
		{"without a key", long + "\n", "", ""},
	} {
		short, values := WithoutLong(tt.block)
		if tt.short == "" {
			tt.short = tt.block
		}
		want := LongValues{"galley long value 0": tt.value}
		if short != tt.short || values["galley long value 0"] != tt.value || tt.value == "" && values != nil || tt.value != "" && len(values) != len(want) {
			t.Errorf("%s: %.60q, %d values", tt.name, short, len(values))
		}
	}
	short, values := WithoutLong("a: " + long + "\nb: y" + long + "\n")
	front := map[string]any{"a": "galley long value 0", "b": "galley long value 1", "c": "x", "d": 1}
	values.PutBack(front)
	if short != "a: galley long value 0\nb: galley long value 1\n" || front["a"] != long || front["b"] != "y"+long || front["c"] != "x" || front["d"] != 1 {
		t.Errorf("two values: %q", short)
	}
}

func TestLinesOfTabsAreBlank(t *testing.T) {
	t.Parallel()
	for block, want := range map[string]string{
		"a: b\n\t\nc: d\n": "a: b\n \nc: d\n", "\t \t\r\na: b": "   \r\na: b", "a: b\n\t": "a: b\n ", "a: |\n b\n \t\n": "a: |\n b\n \t\n", "a:\n\tb\n": "a:\n\tb\n", "a:\tb\n": "a:\tb\n",
	} {
		if got := TabLinesBlank(block); got != want {
			t.Errorf("%q gives %q, want %q", block, got, want)
		}
	}
}

func TestBrokenFrontMatterIsGuessedLineByLine(t *testing.T) {
	for block, want := range map[string]string{
		"a: b\n- x\n- 'y'\nc:\n- z\n": "map[a:[x y] c:[z]]", "- x\na: b": "map[a:b]", "# a: b\n: c\nd\n": "map[]", " a: b\n\tc: d\ne : f": "map[e:f]", "a: [x, \"y\",z]": "map[a:[x y z]]", "a: [x": "map[a:[x]", "a: x]": "map[a:x]]",
		"a: true\nb: false\nc: True\n": "map[a:true b:false c:True]", "a: \"b\nc: 'd'\ne: \"\nf: \"g'": "map[a:\"b c:d e:\" f:\"g']", "a: b\n  - x": "map[a:[x]]", "a: b: c": "map[a:b: c]",
	} {
		if got := fmt.Sprint(looseYAML(block)); got != want {
			t.Errorf("%q: %s, want %s", block, got, want)
		}
	}
	if values := looseYAML("a: true\nb:\nc: '1'"); values["a"] != true || values["b"] != nil || values["c"] != "1" {
		t.Errorf("%v", values)
	}
}

func TestValuesOfFrontMatter(t *testing.T) {
	f := ReadFront("---\nnone:\ntext: ' a, \"b\",, {c,d} '\nlist: [a, \" b \", 1, '']\nyes: true\nno: false\nnumber: 1\nsaid: ' TRUE '\nsays: nope\nempty: []\nopen: '}a,{b,{c}d,e'\nshut: '{a}}b,c'\n---\n")
	for key, want := range map[string]string{
		"none": `[] "" "" false ""`, "text": `["a" "b" "{c,d}"] "text" "a, \"b\",, {c,d}" false "text"`, "list": `["a" "b"] "list" "" false "something else"`, "yes": `[] "boolean" "" true "boolean"`,
		"no": `[] "boolean" "" false "boolean"`, "number": `[] "something else" "" false "something else"`, "said": `["TRUE"] "text" "TRUE" true "text"`, "says": `["nope"] "text" "nope" false "text"`,
		"empty": `[] "list" "" false "something else"`, "open": `["}a" "{b,{c}d,e"] "text" "}a,{b,{c}d,e" false "text"`, "shut": `["{a}}b" "c"] "text" "{a}}b,c" false "text"`, "absent": `[] "" "" false ""`,
	} {
		items, shape := f.List(key)
		on, as := f.Flag(key)
		if got := fmt.Sprintf("%q %q %q %v %q", items, shape, f.Text(key), on, as); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	if got := fmt.Sprintf("%q", SplitCommas("a,,b", strings.ToUpper)); got != `["A" "B"]` {
		t.Errorf("the items are %s", got)
	}
}

func TestPatternsOfARulesHeader(t *testing.T) {
	for header, want := range map[string]string{
		"alwaysApply: true\npaths: a": "[] true", "trigger: always_on\npaths: a": "[] true", "trigger: glob\nglobs: a,b": "[a b] false", "paths: a\nglobs: b\napplyTo: c": "[c] false", "paths: a": "[a] false",
		"globs: b": "[b] false", "applyTo: '**'": "[] true", "paths: ['**', a]": "[** a] false", "alwaysApply: false": "[] false", "name: x": "[] false",
	} {
		f := ReadFront("---\n" + header + "\n---\n")
		patterns, always := RulePatterns(&f)
		if got := fmt.Sprint(patterns, always); got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
	}
	for file, want := range map[string]string{"/p/.claude/rules/x.md": ".claude/rules", "/p/.github/instructions/a/b.md": ".github/instructions", "/p/x.claude/rules/x.md": "", "/p/.claude/rules": "", "/p/x.md": ""} {
		if got := PatternFolderOf(file); got != want {
			t.Errorf("%s lies in %q", file, got)
		}
	}
}

func TestWhichYAMLIsPlain(t *testing.T) {
	for block, want := range map[string]string{
		"": "map[] true", "a: b\nb-1_: c\n": "map[a:b b-1_:c] true", "a: b": "map[a:b] true", "a: b\na: c\n": "map[] false", "a:b\n": "map[] false", "a: b \n": "map[] false", "a: b\r\n": "map[] false", "1a: b\n": "map[] false", "-a: b\n": "map[] false",
		"_a: b": "map[] false", "a1: b": "map[a1:b] true", "a b: c": "map[] false", ": b": "map[] false", "no: b": "map[] false", "a: OFF": "map[] false", "a: Off we go": "map[a:Off we go] true", "a: 1": "map[] false", "a: ": "map[] false", "a: b: c": "map[] false",
		"a: b #c": "map[] false", "a: [b": "map[] false", "A: Z9 .,;()/_'\"!?+=-": "map[A:Z9 .,;()/_'\"!?+=-] true", "a: b@c": "map[] false", "a: b:c": "map[] false", "a: {b}": "map[] false", "a@: b": "map[] false", "z: z": "map[z:z] true", "a: zz09": "map[a:zz09] true", "\xe0: b": "map[] false",
		"a: n": "map[] false", "a: nan": "map[] false", "a: b\n\nc: d": "map[] false", "n: b": "map[] false", "y-: b": "map[y-:b] true", "a[: b": "map[] false", "a: x[": "map[] false", "a: x`": "map[] false", "a: x{": "map[] false", "a: x/": "map[a:x/] true", "a/: x": "map[] false", "a:: x": "map[] false",
	} {
		values, ok := plainYAML(block)
		if got := fmt.Sprint(values, ok); got != want {
			t.Errorf("%q: %s, want %s", block, got, want)
		}
	}
	for _, word := range strings.Fields("null true false yes no on off y n inf nan Null FALSE Y") {
		if !reservedWord(word) {
			t.Errorf("%s is taken as text", word)
		}
	}
	for _, word := range strings.Fields("nulls truth falsehood x o of infinity") {
		if reservedWord(word) {
			t.Errorf("%s is not taken as text", word)
		}
	}
}
