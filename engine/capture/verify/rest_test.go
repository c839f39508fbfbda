package verify

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/wire"
)

// body decodes an Anthropic request with some tools and other fields.
func body(t *testing.T, tools, rest string) Side {
	t.Helper()
	r, err := wire.Decode(wire.Anthropic, []byte(`{"model":"m","system":"s","messages":[{"role":"user","content":"go"}],"tools":[`+tools+`]`+rest+`}`))
	if err != nil {
		t.Fatal(err)
	}
	return Side{Request: r}
}

// The fields of a request besides its texts are compared as well: the predicted fields in the
// order of their names, then the fields that only the capture has.
func TestOptionsOfARequestAreCompared(t *testing.T) {
	for _, c := range []struct {
		name, captured, predicted string
		want                      string // the block of the first difference and its two texts; "" for no difference
		used                      string
	}{
		{"the same", `,"a":{"b":[1,"x",true,null]}`, `,"a":{"b":[1,"x",true,null]}`, "", ""},
		{"keys in another order", `,"a":1,"b":2`, `,"b":2,"a":1`, "", ""},
		{"a number", `,"a":{"b":1}`, `,"a":{"b":2}`, `/a/b "1" "2"`, ""},
		{"another spelling of a number", `,"a":1.0`, `,"a":1`, `/a "1.0" "1"`, ""},
		{"signs of HTML", `,"a":["<b>"]`, `,"a":["<c>&"]`, `/a/0 "\"<b>\"" "\"<c>&\""`, ""},
		{"a truth", `,"a":true`, `,"a":false`, `/a "true" "false"`, ""},
		{"an element", `,"a":[1,2,3]`, `,"a":[1,5,3]`, `/a/1 "2" "5"`, ""},
		{"one element less", `,"a":[1]`, `,"a":[1,2]`, `/a "[1]" "[1,2]"`, ""},
		{"a list for an object", `,"a":[1]`, `,"a":{"b":1}`, `/a "[1]" "{\"b\":1}"`, ""},
		{"an object for a list", `,"a":{"b":1}`, `,"a":[1]`, `/a "{\"b\":1}" "[1]"`, ""},
		{"a number for a text", `,"a":1`, `,"a":"1"`, `/a "1" "\"1\""`, ""},
		{"a text for a number", `,"a":"1"`, `,"a":1`, `/a "\"1\"" "1"`, ""},
		{"a member that is missing", ``, `,"a":1`, `/a "" "1"`, ""},
		{"an extra field", `,"a":{"b":1}`, `,"a":{}`, `/a/b "1" ""`, ""},
		{"the first of two", `,"b":1,"c":1`, `,"b":2,"c":2`, `/b "1" "2"`, ""},
		{"missing fields before extra fields", `,"a":1`, `,"b":1`, `/b "" "1"`, ""},
		{"metadata", `,"metadata":{"user":"a"}`, `,"metadata":{"user":"b"}`, "", Metadata},
		{"the same metadata", `,"metadata":{"user":"a"}`, `,"metadata":{"user":"a"}`, "", ""},
		{"a time", `,"at":1764374400`, `,"at":1764374500`, "", "dates"},
		{"the same time", `,"at":1764374400`, `,"at":1764374400`, "", ""},
		{"a time in milliseconds", `,"at":1764374400123`, `,"at":1764374400.5`, "", "dates"},
		{"a number that is not a time", `,"at":17643744`, `,"at":17643745`, `/at "17643744" "17643745"`, ""},
		{"a time for a number", `,"at":1764374400`, `,"at":5`, `/at "1764374400" "5"`, ""},
		{"a number for a time", `,"at":5`, `,"at":1764374400`, `/at "5" "1764374400"`, ""},
		{"a day in a text", `,"a":"on 2026-11-28"`, `,"a":"on 2026-11-27"`, "", "dates"},
		{"JSON in a text, its keys in any order", `,"a":"{\"x\":1,\"y\":2}"`, `,"a":"{\"y\":2,\"x\":1}"`, "", ""},
		{"JSON in a text that differs", `,"a":"{\"x\":1}"`, `,"a":"{\"x\":2}"`, `/a/x "1" "2"`, ""},
		{"a list in a text is a text", `,"a":"[1, 2]"`, `,"a":"[1,2]"`, `/a "\"[1, 2]\"" "\"[1,2]\""`, ""},
	} {
		r := Compare(body(t, "", c.captured), body(t, "", c.predicted), false)
		got := ""
		if r.First != nil {
			got = r.First.Block + " " + quote(r.First.Captured) + " " + quote(r.First.Predicted)
		}
		if got != c.want || r.Same != (c.want == "") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if used := strings.Join(r.Normalised, " "); c.want == "" && used != c.used {
			t.Errorf("%s: normalised %q, want %q", c.name, used, c.used)
		}
	}
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// Declarations are compared by name, whatever their order.
func TestToolsAreComparedByName(t *testing.T) {
	tool := func(name, says string) string {
		return `{"name":"` + name + `","description":"` + says + `","input_schema":{"type":"object"}}`
	}
	two := tool("a", "one") + "," + tool("b", "two")
	for _, c := range []struct {
		name, captured string
		block          string
		offset         bool
		used           []string
	}{
		{"the same", two, "", false, nil},
		{"another order", tool("b", "two") + "," + tool("a", "one"), "", false, []string{Orders}},
		{"another text", tool("a", "one") + "," + tool("b", "Two"), "tool b", true, nil},
		{"another day", tool("a", "one") + "," + tool("b", "two"), "", false, nil},
		{"one less", tool("a", "one"), "tool b", false, nil},
		{"one more", two + "," + tool("c", "three"), "tool c", false, nil},
		{"two with the same name", two + "," + tool("b", "again"), "tool b'", false, nil},
	} {
		r := Compare(body(t, c.captured, ""), body(t, two, ""), false)
		block := ""
		if r.First != nil {
			block = r.First.Block
			if r.First.Origin != "tool" || (r.First.Offset > 0) != c.offset {
				t.Errorf("%s: %+v", c.name, r.First)
			}
			if has := r.First.Captured + r.First.Predicted; has == "" || !c.offset && has[0] != '{' {
				t.Errorf("%s: the text shown is %q", c.name, has)
			}
		}
		if block != c.block || !slices.Equal(r.Normalised, c.used) {
			t.Errorf("%s: %q, normalised %q; want %q, %q", c.name, block, r.Normalised, c.block, c.used)
		}
	}
	dated := Compare(body(t, tool("a", "on 2026-11-28"), ""), body(t, tool("a", "on 2026-11-27"), ""), false)
	if !dated.Same || !slices.Equal(dated.Normalised, []string{"dates"}) {
		t.Errorf("another date in a declaration: %+v", dated)
	}
}

// The excerpt of a text begins at the difference and consists of whole characters.
func TestADifferenceShowsWholeCharacters(t *testing.T) {
	long := strings.Repeat("é", Shown)
	for _, c := range []struct {
		text string
		at   int
		want string
	}{{"abc", 0, "abc"}, {"abc", 1, "bc"}, {"abc", 9, ""}, {"aé", 2, ""}, {long, 0, long[:Shown/2*2]}, {"x" + long, 0, "x" + long[:(Shown-1)/2*2]}} {
		if got := clip(c.text, c.at); got != c.want {
			t.Errorf("%.10q from %d: %.20q, want %.20q", c.text, c.at, got, c.want)
		}
	}
}

// The texts in a body may have another order than the messages that are decoded from it.
func TestTheRestIsComparedWhateverTheOrderOfTheKeys(t *testing.T) {
	of := func(user, system, model string) Side {
		r, err := wire.Decode(wire.Anthropic, []byte(`{"messages":[{"role":"user","content":"`+user+`"}],"system":"`+system+`","model":"`+model+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		return Side{Request: r}
	}
	if got := values(of("a", "b", "m").Request); encoded(got) != `{"messages":[{"content":"","role":"user"}],"model":"m","system":""}` {
		t.Errorf("the rest is %s", encoded(got))
	}
	r := Compare(of("on 2026-11-28", "b", "m"), of("on 2026-11-29", "b", "n"), false)
	if r.Same || *r.First != (Difference{Block: "/model", Origin: "structure", Captured: `"m"`, Predicted: `"n"`}) || !slices.Equal(r.Normalised, []string{"dates"}) {
		t.Errorf("%+v, %+v", r, r.First)
	}
	c := comparing{used: map[string]bool{}}
	if c.text(text{pointer: "/a", role: "user", raw: "one"}, text{pointer: "/b", role: "user", raw: "two"}); *c.first != (Difference{Block: "/b", Origin: "structure", Captured: "user /a ", Predicted: "user /b "}) {
		t.Errorf("another place and text: %+v", c.first)
	}
}

// The first of several differences is the one that is shown, with the texts as they are.
func TestTheFirstOfSeveralDifferencesIsShown(t *testing.T) {
	of := func(note string, texts ...string) Side {
		content := `{"type":"text","text":"` + strings.Join(texts, `"},{"type":"text","text":"`) + `"}`
		r, err := wire.Decode(wire.Anthropic, []byte(`{"messages":[{"role":"user","content":[`+content+`]}],"note":`+note+`}`))
		if err != nil {
			t.Fatal(err)
		}
		return Side{Request: r}
	}
	for name, c := range map[string]struct {
		got, want Side
		block     string
		captured  string
	}{
		"two texts":             {of("1", "a", "b", "c"), of("1", "a", "x", "y"), "/messages/0/content/1/text", "b"},
		"two texts too many":    {of("1", "a", "b", "c"), of("1", "a"), "/messages/0/content/1/text", "b"},
		"a text for an object":  {of(`"text"`, "a"), of(`"{\"k\":1}"`, "a"), "/note", `"text"`},
		"an object for a text":  {of(`"{\"k\":1}"`, "a"), of(`"text"`, "a"), "/note", `"{\"k\":1}"`},
		"a number for a text":   {of("7", "a"), of(`"{\"k\":1}"`, "a"), "/note", "7"},
		"values in the objects": {of(`"{\"k\":1}"`, "a"), of(`"{\"k\":2}"`, "a"), "/note/k", "1"},
	} {
		if r := Compare(c.got, c.want, false); r.Same || r.First.Block != c.block || r.First.Captured != c.captured {
			t.Errorf("%s: %+v", name, r.First)
		}
	}
}
