package bounded

import (
	"errors"
	"strings"
	"testing"

	"galley/engine/facts"
)

func deep(open, inside, shut string, n int) string {
	return strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
}

func TestDeepNestingIsRejectedBeforeParsing(t *testing.T) {
	standard := func(s string) error { _, err := Standardize([]byte(s)); return err }
	intoTOML := func(s string) error { var v map[string]any; return TOML([]byte(s), &v) }
	intoYAML := func(s string) error { var v any; return YAML([]byte(s), &v) }
	for _, c := range []struct {
		name  string
		parse func(string) error
		of    func(n int) string
		most  int // the deepest nesting that is accepted
	}{
		{"JSON lists", standard, func(n int) string { return deep("[", "", "]", n) }, 200},
		{"JSON objects", standard, func(n int) string { return deep(`{"a":`, "1", "}", n) }, 200},
		{"TOML lists", intoTOML, func(n int) string { return "a = " + deep("[", "", "]", n) }, 200},
		{"TOML tables", intoTOML, func(n int) string { return "a = " + deep("{a = ", "1", "}", n) }, 200},
		{"TOML dotted keys", intoTOML, func(n int) string { return strings.Repeat("a.", n) + "a = 1" }, 200},
		{"TOML headers", intoTOML, func(n int) string { return "[" + strings.Repeat("a.", n) + "a]" }, 199},
		{"YAML lists", intoYAML, func(n int) string { return "a: " + deep("[", "", "]", n) }, 199},
		{"YAML objects", intoYAML, func(n int) string { return "a: " + deep("{a: ", "1", "}", n) }, 199},
		{"YAML lists behind ends that end nothing", func(s string) error { return YAMLDepth(s) }, func(n int) string { return "]}]}\n" + strings.Repeat("[", n) }, 199},
		{"YAML lines, each further in", func(s string) error { return YAMLDepth(s) }, func(n int) string {
			var b strings.Builder
			for i := range min(n, 1000) {
				b.WriteString(strings.Repeat(" ", i) + "x\n")
			}
			return b.String()
		}, 200},
		{"YAML dashes", intoYAML, func(n int) string { return strings.Repeat("- ", n) + "x" }, 199},
	} {
		if err := c.parse(c.of(c.most)); err != nil {
			t.Errorf("%s, %d deep: %v", c.name, c.most, err)
		}
		for _, n := range []int{c.most + 1, 4 * c.most, 100_000} {
			if err := c.parse(c.of(n)); !errors.Is(err, facts.ErrOverBudget) {
				t.Errorf("%s, nested %d deep: %v, want an over-budget error", c.name, n, err)
			}
		}
	}
}

func TestQuotedBracketsDoNotCount(t *testing.T) {
	many := strings.Repeat("[", 1000)
	for _, s := range []string{
		`{"a": "` + many + `", "b": "\"` + many + `"}`, "// " + many + "\n{}", "/* " + many + " */ {}", strings.Repeat("[]", 1000),
	} {
		if err := JSONDepth(s); err != nil {
			t.Errorf("JSON %.20s: %v", s, err)
		}
	}
	for _, s := range []string{
		`a = "` + many + `"`, "a = '" + many + "'", "a = \"\"\"\n" + many + "\"\"\"", "# " + many, "a = '" + strings.Repeat(".", 500) + "'",
		strings.Repeat("a.b = 1.5\n", 300),
	} {
		if err := TOMLDepth(s); err != nil {
			t.Errorf("TOML %.20s: %v", s, err)
		}
	}
}

func TestTooManyKeysAreRejected(t *testing.T) {
	var v map[string]any
	if err := TOML([]byte(strings.Repeat("a = 1\n", MaxKeys+1)), &v); !errors.Is(err, facts.ErrOverBudget) {
		t.Error(err)
	}
	if err := YAML([]byte(strings.Repeat("a: 1\n", MaxYAMLKeys+1)), &v); !errors.Is(err, facts.ErrOverBudget) {
		t.Error(err)
	}
	if err := YAML([]byte(strings.Repeat("---\n", MaxYAMLKeys+1)), &v); !errors.Is(err, facts.ErrOverBudget) {
		t.Error(err)
	}
}
