package bounded

import (
	"errors"
	"strings"
	"testing"
)

func TestYAMLIsDecodedWithinItsLimits(t *testing.T) {
	t.Parallel()
	var into struct{ A []string }
	if err := YAML([]byte("a: [x, y]\n"), &into); err != nil || len(into.A) != 2 {
		t.Errorf("got %+v, %v", into, err)
	}
	err := YAML([]byte(strings.Repeat("[", 201)+strings.Repeat("]", 201)), &into)
	if at, _ := excess(err); at < 0 {
		t.Errorf("nested too deeply: %v", err)
	}
	err = YAML([]byte("a: b\nb: [1\n"), &into)
	if line, column, what := YAMLFault(err); err == nil || line == 0 || column == 0 || what == "" {
		t.Errorf("a list that is not closed: %d:%d %q of %v", line, column, what, err)
	}
	err = YAML([]byte("a: 1\nxx: 'y\n"), &into)
	if line, column, what := YAMLFault(err); line != 2 || column != 5 || what == "" || strings.Contains(what, "\n") {
		t.Errorf("a text that is not closed: %d:%d %q", line, column, what)
	}
	if line, column, what := YAMLFault(errors.New("other")); line != 0 || column != 0 || what != "" {
		t.Errorf("another error: %d:%d %q", line, column, what)
	}
}

// A string that is not closed ends at the end of its line. One that begins with three quotes ends
// at the end of the text.
func TestStringsOfTOML(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 201)
	for text, within := range map[string]bool{
		`a = "` + deep + `"`: true, `a = '` + deep + `'`: true, `a = """` + deep + "\n" + deep + `"""`: true, `a = "` + deep: true, `a = """` + deep + "\n" + deep: true,
		`a = "x` + "\n" + deep: false, `a = "x" ` + deep: false, `a = """x""" ` + deep: false, `a = "x\" ` + deep + `"`: true, `a = 'x\' ` + deep: false,
		strings.Repeat("[a]\n", 300): true, "]]]" + deep[1:]: true, "]]]" + deep: false, "# " + deep: true, "# x\n" + deep: false, "#\n" + deep: false, "a#" + deep: true,
		`a = "x\`: true, `a = "`: true, `a = """x\`: true, `a = ""` + deep: false, `a = '''x''` + deep + `'''`: true,
	} {
		if at, what := excess(TOMLDepth(text)); (at < 0) != within {
			t.Errorf("%.20q: %d %s", text, at, what)
		}
	}
	for text, want := range map[string]int{`"ab"c`: 3, `"a`: 2, "'a\nb": 1, `"""a"b"""c`: 8, `"\"a"`: 4, `"a\`: 3, `""`: 1} {
		if got := skipTOMLString(text, 0); got != want {
			t.Errorf("%q ends at %d, want %d", text, got, want)
		}
	}
}

func TestTextsAreAddedOnlyWithinTheLimits(t *testing.T) {
	t.Parallel()
	deep := `{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}"
	if out, err := AddTexts(deep, []string{"b"}, nil, []string{"x"}); out != "" || err == nil {
		t.Errorf("too deep: %q, %v", out, err)
	}
	if out, err := AddTexts(`{"a":`, []string{"b"}, nil, []string{"x"}); out != "" || err == nil {
		t.Errorf("not valid: %q, %v", out, err)
	}
}

// bomb panics when it is decoded.
type bomb struct{}

func (*bomb) UnmarshalYAML([]byte) error { panic("boom") }

func TestAPanicOfTheYAMLLibraryIsAnError(t *testing.T) {
	t.Parallel()
	var into struct{ A bomb }
	if err := YAML([]byte("a: 1\n"), &into); err == nil || err.Error() != "the YAML cannot be parsed: boom" {
		t.Errorf("got %v", err)
	}
}
