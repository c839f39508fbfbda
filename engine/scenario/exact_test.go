package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Each setting whose value may have several forms, in each of these forms and in a wrong one.
func TestFormsOfValues(t *testing.T) {
	show := func(v any) string {
		out, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	of := map[string]func(s Scenario) any{
		"tools": func(s Scenario) any { return s.Tools }, "tool_names": func(s Scenario) any { return s.ToolNames }, "todos": func(s Scenario) any { return s.Todos },
		"topic": func(s Scenario) any { return s.Topic }, "memory": func(s Scenario) any { return s.Memory }, "modifiers": func(s Scenario) any { return s.Modifiers },
		"demand_call": func(s Scenario) any { return s.DemandCall },
	}
	for _, c := range []struct{ key, value, want, problem string }{
		{"tool_names", `"gemini-cli"`, `{"Of":"gemini-cli","Names":null}`, ""},
		{"tool_names", `{edit = "replace", ls = "LS"}`, `{"Of":"","Names":[{"Tool":"edit","Name":"replace"},{"Tool":"ls","Name":"LS"}]}`, ""},
		{"tool_names", `{edit = "", ls = "LS", read = 5}`, `{"Of":"","Names":[{"Tool":"ls","Name":"LS"}]}`, `expected a tool's name, found ""|expected a tool's name, found 5`},
		{"tool_names", `[]`, `{"Of":"","Names":null}`, `expected the name of an agent, or a table of tools and their names, found a list`},
		{"demand_call", `true`, `"true"`, ""}, {"demand_call", `"Read"`, `"Read"`, ""}, {"demand_call", `5`, `""`, `expected a word, or true or false, found 5`},
		{"todos", `true`, `{"On":true,"Items":null}`, ""}, {"todos", `false`, `{"On":false,"Items":null}`, ""},
		{"todos", `["one", {text = "two", status = "done"}, {content = "three"}, 4]`, `{"On":true,"Items":[{"Text":"one","Status":""},{"Text":"two","Status":"done"},{"Text":"three","Status":""}]}`, `expected a task: a text or {text, status}, found 4`},
		{"todos", `"x"`, `{"On":null,"Items":null}`, `expected true, false or a list of tasks, found "x"`},
		{"topic", `false`, `{"On":false,"Title":"","Summary":""}`, ""}, {"topic", `"T"`, `{"On":true,"Title":"T","Summary":""}`, ""}, {"topic", `{title = "T", summary = "S"}`, `{"On":true,"Title":"T","Summary":"S"}`, ""}, {"topic", `{on = false}`, `{"On":false,"Title":"","Summary":""}`, ""},
		{"topic", `5`, `{"On":null,"Title":"","Summary":""}`, `expected true, false, a title or {title, summary}, found 5`},
		{"memory", `"all"`, `{"Whole":{"Given":true,"Text":"all","File":""},"User":{"Given":false,"Text":"","File":""},"Project":{"Given":false,"Text":"","File":""}}`, ""},
		{"memory", `{user = "u", project = "p"}`, `{"Whole":{"Given":false,"Text":"","File":""},"User":{"Given":true,"Text":"u","File":""},"Project":{"Given":true,"Text":"p","File":""}}`, ""},
		{"memory", `{global = "g"}`, `{"Whole":{"Given":false,"Text":"","File":""},"User":{"Given":true,"Text":"g","File":""},"Project":{"Given":false,"Text":"","File":""}}`, ""},
		{"modifiers", `["a", {name = "b", options = {x = 1}}, 5]`, `[{"Name":"a","Options":""},{"Name":"b","Options":"{\"x\":1}"}]`, `expected a modifier's name or {name, options}, found 5`},
		{"tools", `["Read", {name = "A", x = 1}, {type = "function", function = {name = "B"}}, {function = 1, name = 2}, 5]`, `{"Given":true,"Text":{"Given":false,"Text":"","File":""},"List":[{"Name":"Read","Declaration":""},{"Name":"A","Declaration":"{\"name\":\"A\",\"x\":1}"},{"Name":"B","Declaration":"{\"type\":\"function\",\"function\":{\"name\":\"B\"}}"},{"Name":"","Declaration":"{\"function\":1,\"name\":2}"}]}`, `expected a tool's name or declaration, found 5`},
		{"tools", `5`, `{"Given":false,"Text":{"Given":false,"Text":"","File":""},"List":null}`, `expected a file's path or a list of tools, found 5`},
	} {
		get := of[c.key]
		if get == nil {
			t.Fatal(c.key)
		}
		s, problems := Parse("s.toml", c.key+" = "+c.value)
		var said []string
		for _, p := range problems {
			said = append(said, p.Message)
		}
		if got := show(get(s)); got != c.want || strings.Join(said, "|") != c.problem {
			t.Errorf("%s = %s:\n%s %q\nwant\n%s %q", c.key, c.value, got, said, c.want, c.problem)
		}
	}
	if (&NotInPlaceError{Why: "why", Paste: "x"}).Error() != "why" || (&BrokenError{Why: "line 1"}).Error() != "the scenario's file cannot be read: line 1; correct it first" {
		t.Error("the texts of errors")
	}
	var broken *BrokenError
	if _, err := Set("s.toml", "model = = 1\n", "model", `"m"`); !errors.As(err, &broken) {
		t.Errorf("a broken file: %v", err)
	}
}

// The offsets at which brackets, quotes and values of a file end.
func TestWhereValuesEnd(t *testing.T) {
	for text, want := range map[string]int{
		"[a]": 3, "[[a], {b}] c": 10, "[ # ]\n]": 7, "[ // ]\n]": 8, "[ / ]x": 5, `["]"]`: 5, `['\']x`: 5, `["\"]"]`: 7, "[": 0, "]": 0, "a": 0, `""`: 2, "[\"\"\"]\"\"\"]": 9, "{'''}'''}": 9, "[#": 0, "{]": 2,
	} {
		if got := closing(text, 0); got != want {
			t.Errorf("%q closes at %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{`"a"b`: 3, `"\""`: 4, `'\'x`: 3, `"a`: 2, `"""a"b"""c`: 9, `'''a''b'''`: 10, `""`: 2, `"\`: 2} {
		if got := quoted(text, 0); got != want {
			t.Errorf("%s ends at %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{"a = 1\nb": 0, "a = [\n1,\n2]\n": 9, "a = '''\nx\ny''' # [\nz": 10, "a = 1 # [\n]": 0, "a = \"[\"\n]": 0, "a = [] # x": 0, "a = \"\"\n[b]\n\"": 0} {
		if got := value(text, 0); got != want {
			t.Errorf("the last line of %q begins at %d, want %d", text, got, want)
		}
	}
	if got := fmt.Sprint(line1("a\nb"), line1("a"), line1("")); got != "aa" {
		t.Errorf("first lines %q", got)
	}
}
