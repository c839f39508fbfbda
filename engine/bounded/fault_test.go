package bounded

import (
	"strings"
	"testing"
)

func TestAFaultOfJSONHasAPlace(t *testing.T) {
	for text, want := range map[string]int{
		`{"a": 1}`: -1, ` [1, "x"] `: -1, ``: 0, `  `: 2, `{"a": `: 6, `[1,`: 3, `"a`: 2, `nul`: 3,
		`{"a" 4}`: 5, `[1 2]`: 3, `{"a":1}}`: 7, `{a}`: 1, `[1,]`: 3, `nulx`: 3, `"\x"`: 2,
	} {
		if got := JSONFault([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestAFaultOfJSONWithCommentsHasAPlace(t *testing.T) {
	for text, want := range map[string]int{
		`{"a": 1, /* , */ }`: -1, "// x\n[1, // 2\n]": -1, `["//", "/* \" */",]`: -1, `[,]`: 1, `[1,,]`: 3, `{"a":,}`: 5,
		"{ // \"\n  \"a\" 4}": 13, `[1, /* never ends`: 17, `{"a": "b /* c", 4}`: 16, `[1 / 2]`: 3,
	} {
		if got := JSONCFault(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if deep := strings.Repeat("[", 100_000); JSONCFault(deep) < 0 {
		t.Error("the error for too deep nesting lacks its place")
	}
}
