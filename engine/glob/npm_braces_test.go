package glob

import (
	"slices"
	"strings"
	"testing"
)

// The expansions are those of minimatch 10.2.6.
func TestBracesAsThePackageExpandsThem(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		want    []string
	}{
		{"{a,b}", []string{"a", "b"}},
		{"x{${a,b}}", []string{"x{${a,b}}"}},
		{"{${a,b}}", []string{"{${a,b}}"}},
		{"{${a,b}}{a,b}", []string{"{${a,b}}a", "{${a,b}}b"}},
		{"{-01..01}", []string{"-01", "000", "001"}},
		{"{01..-01}", []string{"001", "000", "-01"}},
		{"{1..-2}", []string{"1", "0", "-1", "-2"}},
		{"{-2..1}", []string{"-2", "-1", "0", "1"}},
		{"{a..e..2}", []string{"a", "c", "e"}},
		{"{e..a..-2}", []string{"e", "c", "a"}},
		{"{a..a}", []string{"a"}},
		{"{1..1}", []string{"1"}},
		{"{001..3}", []string{"001", "002", "003"}},
		{"{1..03}", []string{"01", "02", "03"}},
		{"{1..10..03}", []string{"01", "04", "07", "10"}},
		{"{Z..a}", []string{"Z", "[", "", "]", "^", "_", "`", "a"}},
		{"{X..b..3}", []string{"X", "[", "^", "a"}},
		{"{a..1}", []string{"{a..1}"}},
		{"{1..a}", []string{"{1..a}"}},
		{"{,a}", []string{"a"}},
		{"{a,}", []string{"a"}},
		{"{,}", []string{}},
		{"a{,}b", []string{"ab", "ab"}},
		{"{{a,b}}", []string{"{a}", "{b}"}},
		{"{{a}}", []string{"{{a}}"}},
		{"{{a},b}", []string{"{a}", "b"}},
		{"{a},b}", []string{"a}", "b"}},
		{"{a},b},c}", []string{"a},c}", "b,c}"}},
		{"a}b{c,d}", []string{"a}bc", "a}bd"}},
		{"{a{b,c}d}", []string{"{abd}", "{acd}"}},
		{"{a{b}c,d}", []string{"a{b}c", "d"}},
		{"{{a,b},{c,d}}", []string{"a", "b", "c", "d"}},
		{"{a,b}{c,d}", []string{"ac", "ad", "bc", "bd"}},
		{"{a,{b,{c,d}}}", []string{"a", "b", "c", "d"}},
		{"{}", []string{"{}"}},
		{"{}{a,b}", []string{"{}a", "{}b"}},
		{"a{}{b,c}", []string{"a{}b", "a{}c"}},
		{"{},{a,b}", []string{"{},a", "{},b"}},
		{"${a,b}", []string{"${a,b}"}},
		{"${a}", []string{"${a}"}},
		{"$${a,b}c", []string{"$${a,b}c"}},
		{"{a,${b,c}}", []string{"a", "${b,c}"}},
		{"{a,b$}{c,d}", []string{"ac", "ad", "b$c", "b$d"}},
		{"\\{a,b}", []string{"{a,b}"}},
		{"{a\\,b,c}", []string{"a,b", "c"}},
		{"{a,b\\}", []string{"{a,b}"}},
		{"{a,b}\\{c,d}", []string{"a{c,d}", "b{c,d}"}},
		{"\\\\{a,b}", []string{"\\a", "\\b"}},
		{"{a\\\\,b}", []string{"a\\", "b"}},
		{"{a.b,c\\.d}", []string{"a.b", "c.d"}},
		{"{1\\..3}", []string{"{1..3}"}},
		{"{a,b", []string{"{a,b"}},
		{"a,b}", []string{"a,b}"}},
		{"{a,{b,c}", []string{"{a,b", "{a,c"}},
		{"{{a,b}", []string{"{a", "{b"}},
		{"{a,b}}", []string{"a}", "b}"}},
		{"{x{1..3},y}", []string{"x1", "x2", "x3", "y"}},
		{"{1..3}{a,b}", []string{"1a", "1b", "2a", "2b", "3a", "3b"}},
		{"{1..3,5}", []string{"1..3", "5"}},
		{"{0..10..5}", []string{"0", "5", "10"}},
		{"{10..0..5}", []string{"10", "5", "0"}},
		{"{0..3..0}", []string{"0", "1", "2", "3"}},
		{"{0..3..-1}", []string{"0", "1", "2", "3"}},
		{"{3..0..1}", []string{"3", "2", "1", "0"}},
		{"{a,b}/{c,d}", []string{"a/c", "a/d", "b/c", "b/d"}},
		{"{a,a}", []string{"a", "a"}},
		{"{a b,c}", []string{"a b", "c"}},
		{"{\\,,a}", []string{",", "a"}},
		{"{[,],a}", []string{"[", "]", "a"}},
		{"{\"a\",b}", []string{"\"a\"", "b"}},
		{"{-1..-3}", []string{"-1", "-2", "-3"}},
		{"{-9..9..9}", []string{"-9", "0", "9"}},
		{"{9..-9..-9}", []string{"9", "0", "-9"}},
		{"{a,b}{}", []string{"a{}", "b{}"}},
		{"{a,}{,b}", []string{"a", "ab", "b"}},
		{"{{,a},b}", []string{"a", "b"}},
		{"{{{a,b}}}", []string{"{{a}}", "{{b}}"}},
		{"{a..c}{1..2}", []string{"a1", "a2", "b1", "b2", "c1", "c2"}},
		{"{00..02}", []string{"00", "01", "02"}},
		{"{0..02}", []string{"00", "01", "02"}},
		{"{-0..2}", []string{"0", "1", "2"}},
		{"{1..2..3..4}", []string{"{1..2..3..4}"}},
		{"{1...3}", []string{"{1...3}"}},
		{"{1..2.}", []string{"{1..2.}"}},
		{"{é,ü}", []string{"é", "ü"}},
		{"{\u2028,}a}", []string{"{\u2028,}a}"}},
	} {
		if got := npmBraces(tt.pattern); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

func TestExpansionOfBracesIsBounded(t *testing.T) {
	for _, tt := range []struct {
		pattern, first, last string
		n                    int
	}{
		{"{1..20000}", "1", "10000", 10_000}, {"{1..200}{1..200}", "11", "50200", 10_000}, {strings.Repeat("{a,b}", 13), "aaaaaaaaaaaaa", "bbbbbbbbbbbbb", 8192},
	} {
		got := npmBraces(tt.pattern)
		if len(got) != tt.n || got[0] != tt.first || got[len(got)-1] != tt.last {
			t.Errorf("%s: %d patterns, from %s to %s", tt.pattern, len(got), got[0], got[len(got)-1])
		}
	}
}
