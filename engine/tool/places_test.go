package tool

import (
	"fmt"
	"strings"
	"testing"
)

// Values may be nested 200 deep, lists and objects alike.
func TestTheDepthOfJSONIsLimited(t *testing.T) {
	t.Parallel()
	for name, c := range map[string][2]string{"lists": {"[", "]"}, "objects": {`{"a":`, "}"}} {
		for n, fails := range map[int]bool{1: false, maxDepth: false, maxDepth + 1: true} {
			v, _, err := ParseJSON(strings.Repeat(c[0], n) + "1" + strings.Repeat(c[1], n))
			if (err != nil) != fails || fails && (err.Error() != "nested more than 200 deep" || v.Kind != Absent) || !fails && strings.Count(v.JSON(), c[0]) != n {
				t.Errorf("%d %s: %s, %v", n, name, v.JSON(), err)
			}
		}
	}
}

func TestTheKindOfAValueHasTheNameOfItsType(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"true": "boolean", "1": "integer", "1.0": "integer", "-2e3": "integer", "1.5": "number", "1e400": "number", "1e30": "number", `"1"`: "string", "[1]": "array", "{}": "object", "null": "null"} {
		v, _, err := ParseJSON(text)
		if got := kindName(v); got != want || err != nil {
			t.Errorf("%s is of type %s, want %s, %v", text, got, want, err)
		}
	}
}

// A description may have as many characters as the strictest of OpenAI's endpoints takes. A longer
// one causes a note.
func TestTheLongestDescription(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1023: "[]", 1024: "[]", 1025: "[it has 1025 characters, and some of openai's endpoints take 1024]"} {
		tools := Read("", `[{"name":"n","description":"`+strings.Repeat("é", n)+`"}]`).Tools
		var got []string
		for _, c := range Write(tools, ToOpenAI, Options{}).Changes {
			if c.Path == "/description" {
				got = append(got, c.Why)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%d characters: %s, want %s", n, got, want)
		}
	}
}
