package check

import (
	"strconv"
	"strings"
	"testing"
)

// Whether a number is a multiple of a fraction is computed with decimals, because the quotient of
// the floats may not be a whole number.
func TestMultiplesOfFractionsAreDecimal(t *testing.T) {
	t.Parallel()
	const tenth = `{"properties":{"a":{"type":["number","array","string"],"multipleOf":0.1,"items":{"multipleOf":0.01}},"b":{"maximum":0.3}}}`
	for _, c := range []struct{ schema, input, want string }{
		{tenth, `{"a":0.3}`, ""},
		{tenth, `{"a":-0.7,"b":0.3}`, ""},
		{tenth, `{"a":1e22}`, ""},
		{tenth, `{"a":9007199254740993}`, ""},
		{tenth, `{"a":"0.25","b":0.25}`, ""},
		{tenth, `{"a":0.35}`, "at a: got 0.35, want a multiple of 0.1"},
		{tenth, `{"a":0.0000000001}`, "at a: got 0.0000000001, want a multiple of 0.1"},
		{tenth, `{"a":[0.07,0.29,0.295]}`, "at a/2: got 0.295, want a multiple of 0.01"},
		{tenth, `{"a":0.35,"b":0.35}`, "at a: got 0.35, want a multiple of 0.1; at b: got 0.35, want 0.3 or less"},
		{`{"properties":{"a":{"allOf":[{"minimum":1}],"multipleOf":0.1}}}`, `{"a":0.3}`, "at a: got 0.3, want 1 or more"},
		{`{"properties":{"a":{"anyOf":[{"multipleOf":0.1},{"type":"string"}]}}}`, `{"a":0.3}`, ""},
		{`{"properties":{"a":{"not":{"multipleOf":0.1}}}}`, `{"a":0.25}`, ""},
		{`{"properties":{"a":{"not":{"multipleOf":0.1}}}}`, `{"a":0.3}`, `at a: 0.3 matches what "not" excludes`},
		{`{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"multipleOf":0.1}}}`, `{"a":0.3}`, ""},
	} {
		s := newInputSchema(parsed(t, c.schema))
		for range 2 {
			wrong, unchecked := checked(s, parsed(t, c.input))
			if got := strings.Join(wrong, "; "); got != c.want || unchecked != "" {
				t.Errorf("%s, %s: %q, unchecked %q, want %q", c.schema, c.input, got, unchecked, c.want)
			}
		}
	}
}

func TestTooManyMultiplesAreNotChecked(t *testing.T) {
	t.Parallel()
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = strconv.Quote("k"+strconv.Itoa(i)) + `:{"multipleOf":0.5}`
	}
	many := newInputSchema(parsed(t, `{"properties":{`+strings.Join(keys, ",")+`}}`))
	for _, c := range []struct {
		n     int
		after string // what follows the whole part of each number
		want  string
		used  int // the number of steps, at least
	}{
		{100, "", "", 10_000}, {500, "", "", 50_000}, {501, "", tooDeep, 50_000}, {maxRefused, ".25", "", 20_000}, {maxRefused + 1, ".25", tooDeep, 20_100},
	} {
		numbers := make([]string, c.n)
		for i := range numbers {
			numbers[i] = strconv.Itoa(i) + c.after
		}
		left := maxStepsInAll
		wrong, unchecked := many.check(parsed(t, `{"list":[`+strings.Join(numbers, ",")+`]}`), &left)
		if unchecked != c.want || wrong != nil || maxStepsInAll-left < c.used {
			t.Errorf("%d numbers: %q, %q, %d used; want %q", c.n, wrong, unchecked, maxStepsInAll-left, c.want)
		}
	}
}
