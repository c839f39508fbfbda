package match

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/wire"
)

// wholeMap prints a map: each span as "place:start-end source start-end line (expected)", then the
// differences and the gaps.
func wholeMap(m Map) string {
	var out []string
	for _, s := range m.Spans {
		from := fmt.Sprintf("%s %d-%d l%d", s.Origin.Source, s.Origin.Span.Start, s.Origin.Span.End, s.Origin.Line)
		if s.Origin.Kind == source.Structure {
			from = "-"
		}
		out = append(out, fmt.Sprintf("%d:%d-%d %s (%d)", s.Place, s.Start, s.End, from, s.Expected))
	}
	for _, d := range m.Differences {
		out = append(out, fmt.Sprintf("%s %s %d at %d:%d", d.Kind, d.Name, d.Bytes, d.Place, d.Start))
	}
	if len(m.Gaps) > 0 {
		text, _ := json.Marshal(m.Gaps)
		out = append(out, string(text))
	}
	return strings.Join(out, "; ")
}

// Which texts of a request count as the user's files, at which places and with which lines.
func TestWhereFilesAreFound(t *testing.T) {
	const bare = "0123456789012345678901234567890123456789" // just long enough to count as the file without its name
	type texts = []string
	for _, c := range []struct {
		name  string
		texts texts
		files []File
		want  string
	}{
		{"a file without text", texts{"x", " \n"}, []File{{"/A.md", " \n\t", true}, {"/B.md", "\ufeff\n", true}}, ""},
		{"blank lines around a file", texts{"one\n" + bare + "\ntwo"}, []File{{"/A.md", "\n\n " + bare + "\n", true}}, "0:4-44 /A.md 3-43 l3 (-1); changed /A.md 40 at 0:4"},
		{"a byte too short without its name", texts{"one\n" + bare[1:] + "\ntwo"}, []File{{"/A.md", bare[1:], false}}, "0:4-43 /A.md 0-39 l1 (-1); unexpected /A.md 39 at 0:4"},
		{"a byte too short, within a line", texts{"one " + bare[1:] + "\ntwo"}, []File{{"/A.md", bare[1:], true}}, "missing /A.md 39 at -1:0"},
		{"within a line, without its name", texts{"one " + bare + " two"}, []File{{"/A.md", bare, true}}, "0:4-44 /A.md 0-40 l1 (-1); changed /A.md 40 at 0:4"},
		{"short, with its name", texts{"/p/A.md:\n  use tabs \nend"}, []File{{"/p/A.md", "use tabs", true}}, "0:11-19 /p/A.md 0-8 l1 (-1); changed /p/A.md 8 at 0:11"},
		{"short, in tags", texts{"<file A.md>use tabs</file>"}, []File{{"/p/A.md", "use tabs", true}}, "0:11-19 /p/A.md 0-8 l1 (-1); changed /p/A.md 8 at 0:11"},
		{"short, after its name in a sentence", texts{"A.md use tabs\n"}, []File{{"/p/A.md", "use tabs", true}}, "missing /p/A.md 8 at -1:0"},
		{"short, before the end of a sentence", texts{"A.md\nuse tabs, please"}, []File{{"/p/A.md", "use tabs", true}}, "missing /p/A.md 8 at -1:0"},
		{"short, its name at 400 bytes", texts{"A.md" + strings.Repeat(" ", 395) + "\nuse tabs"}, []File{{"/p/A.md", "use tabs", true}}, "0:400-408 /p/A.md 0-8 l1 (-1); changed /p/A.md 8 at 0:400"},
		{"short, its name at 401 bytes", texts{"A.md" + strings.Repeat(" ", 396) + "\nuse tabs"}, []File{{"/p/A.md", "use tabs", true}}, "missing /p/A.md 8 at -1:0"},
		{"short, its name before the second place", texts{"use tabs\nA.md\nuse tabs"}, []File{{"/p/A.md", "use tabs", true}}, "0:14-22 /p/A.md 0-8 l1 (-1); changed /p/A.md 8 at 0:14"},
		{"short, its name in another text", texts{"A.md", "use tabs"}, []File{{"/p/A.md", "use tabs", true}}, "missing /p/A.md 8 at -1:0"},
		{"short, at the last place that is tried", texts{strings.Repeat("tabs\n", 199) + "A.md\ntabs"}, []File{{"/A.md", "tabs", true}}, "0:1000-1004 /A.md 0-4 l1 (-1); changed /A.md 4 at 0:1000"},
		{"short, behind the last place that is tried", texts{strings.Repeat("tabs\n", 200) + "A.md\ntabs"}, []File{{"/A.md", "tabs", true}}, "missing /A.md 4 at -1:0"},
		{"the long file takes the bytes that it shares with a short one", texts{"see\n" + bare + "+\nend"}, []File{{"/S.md", bare, false}, {"/L.md", bare + "+", true}}, "0:4-45 /L.md 0-41 l1 (-1); changed /L.md 41 at 0:4"},
		{"a file twice, once for each path", texts{bare + "\n", bare}, []File{{"/A.md", bare, true}, {"/B.md", bare, true}, {"/C.md", bare, true}}, "0:0-40 /A.md 0-40 l1 (-1); 1:0-40 /B.md 0-40 l1 (-1); changed /A.md 40 at 0:0; changed /B.md 40 at 1:0; missing /C.md 40 at -1:0"},
		{"a file whose text overlaps itself", texts{strings.Repeat("ab", 30)}, []File{{"/A.md", strings.Repeat("ab", 20), true}, {"/B.md", strings.Repeat("ab", 10), false}}, "0:0-40 /A.md 0-40 l1 (-1); changed /A.md 40 at 0:0"},

		{"two lines of twelve bytes", texts{"x\nfirst lines!\n  second line.\ny"}, []File{{"/A.md", "first lines!\n and more\n  second line.\n", true}}, "0:2-14 /A.md 0-12 l1 (-1); 0:17-29 /A.md 25-37 l3 (-1); changed /A.md 24 at 0:2"},
		{"two lines of eleven bytes", texts{"x\nfirst lines\nsecond line\ny"}, []File{{"/A.md", "first lines\n and more\nsecond line\n", true}}, "missing /A.md 34 at -1:0"},
		{"a line with half of the text", texts{"twelve bytes\n"}, []File{{"/A.md", "twelve bytes\n0123456789\n", false}}, "0:0-12 /A.md 0-12 l1 (-1); unexpected /A.md 12 at 0:0"},
		{"a line with half of the text, with more blank lines", texts{"twelve bytes\n"}, []File{{"/A.md", "\n\ntwelve bytes\n0123456789\n\n\n", true}}, "0:0-12 /A.md 2-14 l3 (-1); changed /A.md 12 at 0:0"},
		{"a line with exactly half of the text", texts{"twelve bytes\n"}, []File{{"/A.md", "twelve bytes\n01234567890\n", true}}, "0:0-12 /A.md 0-12 l1 (-1); changed /A.md 12 at 0:0"},
		{"a line with less than half of the text", texts{"twelve bytes\n"}, []File{{"/A.md", "twelve bytes\n012345678901\n", true}}, "missing /A.md 26 at -1:0"},
		{"two lines with less than half of the text", texts{"first lines!\nsecond line."}, []File{{"/A.md", "first lines!\n" + bare + "+\nsecond line.\n", true}}, "0:0-12 /A.md 0-12 l1 (-1); 0:13-25 /A.md 55-67 l3 (-1); changed /A.md 24 at 0:0"},
		{"a quoted line of a file that is there", texts{bare + "\n" + bare + "+", bare + "+"}, []File{{"/A.md", bare + "\n" + bare + "+", true}}, "0:0-82 /A.md 0-82 l1 (-1); changed /A.md 82 at 0:0"},
		{"a line that the file has twice", texts{"twelve bytes\n"}, []File{{"/A.md", "twelve bytes\n0123456789\ntwelve bytes\n", true}}, "missing /A.md 37 at -1:0"},
		{"a line in two places", texts{"twelve bytes\nor", "a\ntwelve bytes"}, []File{{"/A.md", "twelve bytes\nanother line that is long\n", true}}, "0:0-12 /A.md 0-12 l1 (-1); 1:2-14 /A.md 0-12 l1 (-1); changed /A.md 24 at 0:0"},
		{"lines in another order and in several texts", texts{"a second line\nx", "the first line\ny\na third line!"}, []File{{"/A.md", "the first line\nand this\na second line\nor\na third line!", false}}, "0:0-13 /A.md 24-37 l3 (-1); 1:0-14 /A.md 0-14 l1 (-1); 1:17-30 /A.md 41-54 l5 (-1); unexpected /A.md 40 at 0:0"},
		{"lines that belong to a file that is there", texts{"a line of the first\nanother of the first, long enough\n"}, []File{{"/A.md", "a line of the first\nanother of the first, long enough\n", true}, {"/B.md", "a line of the first\nx\nanother of the first, long enough\n", false}}, "0:0-53 /A.md 0-53 l1 (-1); changed /A.md 53 at 0:0"},
		{"lines that two cut files share", texts{"a line of the first\nanother of the first\n"}, []File{{"/A.md", "a line of the first\nx\nanother of the first\n", true}, {"/B.md", "a line of the first\n\n\nx\nanother of the first", true}}, "0:0-19 /B.md 0-19 l1 (-1); 0:20-40 /B.md 24-44 l5 (-1); changed /B.md 39 at 0:0; missing /A.md 43 at -1:0"},
	} {
		if got := wholeMap(Match(Input{Request: request(t, c.texts, "hello"), Files: c.files})); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// A value is found only as a whole word, longer values first, and at most 200 times in a text.
func TestWhereValuesAreFound(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"in /home/u/p and /home/u", "0:3-12 cwd 0-9 l0 (-1); 0:17-24 home 0-7 l0 (-1)"},
		{"/home/u /home/user /home/u1 /home/u_ /home/uA /home/u9 /home/uZ /home/uz /home/u0 /home/ua", "0:0-7 home 0-7 l0 (-1)"},
		{"/home/u: /home/u{ /home/u@ /home/u[ /home/u` /home/u/ /home/u", "0:0-7 home 0-7 l0 (-1); 0:9-16 home 0-7 l0 (-1); 0:18-25 home 0-7 l0 (-1); 0:27-34 home 0-7 l0 (-1); 0:36-43 home 0-7 l0 (-1); 0:45-52 home 0-7 l0 (-1); 0:54-61 home 0-7 l0 (-1)"},
		{"main mains remain main", "0:0-4 branch 0-4 l0 (-1); 0:18-22 branch 0-4 l0 (-1)"},
		{"abc abc", ""},
		{"mainmain main", "0:9-13 branch 0-4 l0 (-1)"},
	} {
		values := []Value{{"home", "/home/u"}, {"short", "abc"}, {"cwd", "/home/u/p"}, {"branch", "main"}}
		if got := wholeMap(Match(Input{Request: request(t, []string{c.text}, "hello"), Values: values})); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	m := Match(Input{Request: request(t, []string{strings.Repeat("main ", 201), "main"}, "hello"), Values: []Value{{"branch", "main"}}})
	if len(m.Spans) != 201 || m.Spans[200].Place != 1 {
		t.Errorf("%d values marked, want 200 in the first text and 1 in the second", len(m.Spans))
	}
}

// Expected texts in and out of order, with gaps, without a frame, and in the descriptions of
// tools.
func TestWhereExpectedTextsAreFound(t *testing.T) {
	type texts = []string
	lit, all := source.Literal, func(parts ...source.Text) source.Text { return source.Text{}.Append(parts...) }
	for _, c := range []struct {
		name     string
		texts    texts
		expected []Expected
		want     string
	}{
		{"without text", texts{"x"}, []Expected{{Name: "none"}}, ""},
		{"a byte", texts{"axb"}, []Expected{{Name: "x", Text: lit("x")}}, "0:1-2 - (0)"},
		{"a gap alone does not move the place", texts{"b A b"}, []Expected{{Name: "A", Text: lit("A")}, {Name: "gap", Text: gap("g")}, {Name: "b", Text: lit("b")}}, "0:2-3 - (0); 0:4-5 - (2)"},
		{"a gap as long as the text before it", texts{"end(xxxx)"}, []Expected{{Name: "1", Text: lit("end")}, {Name: "2", Text: all(lit("("), gap("g"), lit(")"))}}, `0:0-3 - (0); 0:3-4 - (1); 0:4-8 g 0-4 l0 (1); 0:8-9 - (1); {"g":"xxxx"}`},
		{"a gap alone", texts{"x"}, []Expected{{Name: "gap", Text: gap("g")}}, ""},
		{"gaps at both ends", texts{"xaby"}, []Expected{{Name: "ab", Text: all(gap("g"), lit("ab"), gap("h"))}}, "0:1-3 - (0)"},
		{"two gaps that touch", texts{"<one two>"}, []Expected{{Name: "ab", Text: all(lit("<"), gap("g"), gap("h"), lit(">"))}}, `0:0-1 - (0); 0:1-8 g 0-7 l0 (0); 0:8-9 - (0); {"g":"one two"}`},
		{"a gap without words", texts{"<>"}, []Expected{{Name: "ab", Text: all(lit("<"), gap("g"), lit(">"))}}, `0:0-1 - (0); 0:1-2 - (0)`},
		{"two gaps", texts{"<one|two>"}, []Expected{{Name: "ab", Text: all(lit("<"), gap("g"), lit("|"), gap("h"), lit(">"))}}, `0:0-1 - (0); 0:1-4 g 0-3 l0 (0); 0:4-5 - (0); 0:5-8 h 0-3 l0 (0); 0:8-9 - (0); {"g":"one","h":"two"}`},
		{"the start as near to the gap as can be", texts{"a\n\nb\n\nwords:rules"}, []Expected{{Name: "r", Text: all(lit("\n\n"), gap("g"), lit(":rules"))}}, `0:4-6 - (0); 0:6-11 g 0-5 l0 (0); 0:11-17 - (0); {"g":"words"}`},
		{"the start right before the end", texts{"\n\nwords\n\n:rules"}, []Expected{{Name: "r", Text: all(lit("\n\n"), gap("g"), lit(":rules"))}}, `0:7-9 - (0); 0:9-15 - (0)`},
		{"only the first of three can begin there", texts{"( one ) ( two )"}, []Expected{{Name: "r", Text: all(lit("( "), gap("g"), lit(" )"))}}, `0:0-2 - (0); 0:2-5 g 0-3 l0 (0); 0:5-7 - (0); {"g":"one"}`},
		{"a second text after the first one", texts{"ab ab ab"}, []Expected{{Name: "1", Text: lit("ab")}, {Name: "2", Text: lit("ab")}}, "0:0-2 - (0); 0:3-5 - (1)"},
		{"the next one after the end of the last", texts{"one two one", "one"}, []Expected{{Name: "1", Text: lit("two")}, {Name: "2", Text: lit("one")}, {Name: "3", Text: lit("one")}, {Name: "4", Text: lit("one")}, {Name: "5", Text: lit("one")}}, "0:0-3 - (3); 0:4-7 - (0); 0:8-11 - (1); 1:0-3 - (2); missing 5 3 at -1:0"},
		{"in a later text from its start", texts{"aa two", "one aa"}, []Expected{{Name: "1", Text: lit("two")}, {Name: "2", Text: lit("one")}}, "0:3-6 - (0); 1:0-3 - (1)"},
		{"the second place of its start", texts{"(x (y)"}, []Expected{{Name: "1", Text: all(lit("("), gap("g"), lit("y)"))}}, `0:3-4 - (0); 0:4-6 - (0)`},
		{"an end that is taken", texts{"(x) end"}, []Expected{{Name: "1", Text: lit("end")}, {Name: "2", Text: all(lit("("), gap("g"), lit(" end"))}}, "0:4-7 - (0); missing 2 8 at -1:0"},
		{"bare, long", texts{"x " + strings.Repeat("y", 40)}, []Expected{{Name: "/A.md", Bare: true, Text: file("/A.md", strings.Repeat("y", 40))}}, "0:2-42 /A.md 0-40 l1 (0)"},
		{"bare, a byte too short without its name", texts{"x " + strings.Repeat("y", 39)}, []Expected{{Name: "/A.md", Bare: true, Text: file("/A.md", strings.Repeat("y", 39))}}, "missing /A.md 39 at -1:0"},
		{"bare, short, behind its name", texts{"yes A.md: yes"}, []Expected{{Name: "/A.md", Bare: true, Text: file("/A.md", "yes")}}, "0:10-13 /A.md 0-3 l1 (0)"},
	} {
		got := wholeMap(Match(Input{Request: request(t, c.texts, "hello"), Expected: c.expected}))
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	for n, found := range map[int]bool{64 << 10: true, 64<<10 + 1: false} {
		text := all(lit("("), gap("g"), lit("))"))
		m := Match(Input{Request: request(t, texts{"(" + strings.Repeat("y", n) + "))"}, "hello"), Expected: []Expected{{Name: "1", Text: text}}})
		if (len(m.Gaps["g"]) == n) != found || (len(m.Differences) == 0) != found {
			t.Errorf("a gap of %d bytes: %d differences", n, len(m.Differences))
		}
	}
}

// twoTools returns a request with two tools that have descriptions.
func twoTools(t *testing.T, one, two string) *wire.Request {
	t.Helper()
	a, _ := json.Marshal(one)
	b, _ := json.Marshal(two)
	r, err := wire.Decode(wire.Anthropic, []byte(`{"system":"You help.","messages":[{"role":"user","content":"hello"}],"tools":[{"name":"Skill","description":`+string(a)+`,"input_schema":{}},{"name":"Task","description":`+string(b)+`,"input_schema":{}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A text that belongs to the description of a tool is searched for only there.
func TestWhereTextsOfToolsAreFound(t *testing.T) {
	lit, all := source.Literal, func(parts ...source.Text) source.Text { return source.Text{}.Append(parts...) }
	for _, c := range []struct {
		name, one, two string
		expected       Expected
		want           string
	}{
		{"found", "Runs. list: a", "list: a", Expected{Name: "skills", Tool: "Task", Text: lit("list: a")}, "3:0-7 - (0)"},
		{"only in another tool", "list: a", "none", Expected{Name: "skills", Tool: "Task", Text: lit("list: a")}, "missing skills 7 at -1:0"},
		{"no such tool", "list: a", "none", Expected{Name: "skills", Tool: "Bash", Text: lit("list: a")}, "missing skills 7 at -1:0"},
		{"a tool that is not declared", "list: a", "none", Expected{Name: "skills", Tool: "Bash", Absent: true}, ""},
		{"a gap alone", "list: a", "none", Expected{Name: "skills", Tool: "Skill", Text: gap("g")}, ""},
		{"with a gap, at its second start", "(a (words b)", "", Expected{Name: "skills", Tool: "Skill", Text: all(lit("("), gap("g"), file("/S.md", " b)"))}, `2:0-1 - (0); 2:1-9 g 0-8 l0 (0); 2:9-12 /S.md 0-3 l1 (0); {"g":"a (words"}`},
		{"its start alone", "(a (words b", "", Expected{Name: "skills", Tool: "Skill", Text: all(lit("("), gap("g"), lit(")"))}, "missing skills 5 at -1:0"},
	} {
		m := Match(Input{Request: twoTools(t, c.one, c.two), Expected: []Expected{c.expected}, Files: []File{{"/S.md", "b)", true}}})
		if got := strings.TrimSuffix(strings.TrimPrefix(wholeMap(m), "missing /S.md 2 at -1:0"), "; missing /S.md 2 at -1:0"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
