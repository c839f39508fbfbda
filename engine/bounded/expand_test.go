package bounded

import (
	"fmt"
	"strings"
	"testing"
)

// A text whose lines each name the line above twice is refused before a decoder expands it: decoding
// 40 such lines would take hours.
func TestAliasesThatGrowAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"bI: &bI {<<: [*bJ, *bJ], yI: 1}", "bI: &bI {a: {<<: *bJ}, b: {<<: *bJ}}", "bI: &bI [*bJ, *bJ]",
		"bI: &bI\n  a: *bJ\n  b: *bJ", "bI: &bI [{? *bJ : 1}, *bJ]", "bI: &bI !!seq [*bJ, *bJ]", "bI: &bI [*bJ, *bJ] # \t",
	} {
		text := "b0: &b0 {x: 1}\n"
		for i := 1; i <= 40; i++ {
			text += strings.NewReplacer("I", fmt.Sprint(i), "J", fmt.Sprint(i-1)).Replace(line) + "\n"
		}
		if at, what := excess(yamlExpansion(text)); at != strings.Index(text, "*") || what != "more than 10000 "+whatNodes {
			t.Errorf("%s: %d %s", line, at, what)
		}
	}
	text := "b0: &b0 [x]\n"
	for i := 1; i <= 13; i++ {
		text += fmt.Sprintf("b%d: &b%[1]d [*b%d, *b%[2]d]\n", i, i-1)
	}
	var into any
	if at, _ := excess(YAML([]byte(text), &into)); at < 0 {
		t.Error("YAML decodes a text that is too large")
	}
}

// An anchor may be given twice, and may contain its own alias.
func TestAliasesInACircleAreRefused(t *testing.T) {
	t.Parallel()
	for text, refused := range map[string]bool{
		"a: &a [*a]\nb: *a\n": true,
		"a: &a {x: 1}\nb: &b {<<: [*a, *a]}\nc: &a {<<: [*b, *b]}\nd: *a":                                  true,
		"a: &a {x: 1}\nb: {<<: *a}\n---\nc: &a {y: 1}\nd: {<<: *a}\n":                                      false,
		"a: &a {x: 1}\nb: &a {y: 1}\nc: *a\n":                                                              false,
		"a: &a [" + strings.Repeat("x,", 200) + "x]\nb: [" + strings.Repeat("*a,", 200) + "*a]\nc: &a x\n": true,
		"a: *b\n":              false,
		"a: [*b\n":             false,
		"a: '*b'\nc: \"&b\"\n": false,
		"a: &a x\nb: [" + strings.Repeat("*a, ", 400) + "*a]\n": false,
	} {
		var into any
		if at, _ := excess(YAML([]byte(text), &into)); at >= 0 != refused {
			t.Errorf("%.60q: refused at %d", text, at)
		}
	}
}

// Exactly the limit is accepted: a text of 100 values that are named 99 times, and some more.
func TestTheLimitOfExpandedValues(t *testing.T) {
	t.Parallel()
	text := func(more int) string {
		return "- &a [" + strings.Repeat("x,", 98) + "x]\n" + strings.Repeat("- *a\n", 98) + "- [" + strings.Repeat("x,", 96+more) + "x]\n"
	}
	for more, refused := range map[int]bool{0: false, 1: true} {
		if at, _ := excess(yamlExpansion(text(more))); at >= 0 != refused {
			t.Errorf("%d more: refused at %d", more, at)
		}
	}
}

// The first byte of a text may be the sign of an alias or of an anchor.
func TestASignMayBeTheFirstByte(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("x,", 200) + "x]\n"
	times := "[" + strings.Repeat("*a, ", 200) + "*a]\n"
	for text, want := range map[string]int{
		"*b\n---\na: &a " + list + "c: " + times: 0,
		"&k a: &a " + list + "c: " + times:       len("&k a: &a " + list + "c: ["),
		"&k a: &a x\nc: *a\n":                    -1,
	} {
		if at, _ := excess(yamlExpansion(text)); at != want {
			t.Errorf("%.20q: refused at %d, want %d", text, at, want)
		}
	}
}

// The limit is for texts with both signs only: other limits bound a text that cannot expand.
func TestATextWithoutAliasesIsNotCounted(t *testing.T) {
	t.Parallel()
	values := strings.Repeat("- x\n", MaxYAMLNodes)
	for text, counted := range map[string]bool{values: false, "- &a x\n" + values: false, values + "- '*a'\n": false, "- &a x\n" + values + "- *a\n": true} {
		if err := yamlExpansion(text); (err != nil) != counted {
			t.Errorf("%.9q … %.4q: %v", text, text[len(text)-4:], err)
		}
	}
}
