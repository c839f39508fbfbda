package glob

import "testing"

// Each class is tried at both sides of its ends.
func TestNamedClassesHaveTheirCharacters(t *testing.T) {
	tests := map[string]struct{ in, out string }{
		"[:alnum:]":  {"azAZ09éⅣ٣", "_-./ \t€"},
		"[:alpha:]":  {"azAZéⅣ", "09٣_- "},
		"[:ascii:]":  {"\x00 ~\x7f", "\u0080é"},
		"[:blank:]":  {"\t \u00a0\u3000", "\b\n\v\r\u2028x"},
		"[:cntrl:]":  {"\x00\x1f\x7f\u009f", " ~\u00a0\u200b"},
		"[:digit:]":  {"09٣", "/:aⅣ²"},
		"[:lower:]":  {"azé", "AZ09`{"},
		"[:punct:]":  {"!_-./«", "$+<=^`|~a0 "},
		"[:space:]":  {"\t\n\v\f\r \u00a0\u2028\u2029\u3000", "\b\x0e\x1f\u0085!x"},
		"[:upper:]":  {"AZÉ", "az09@["},
		"[:word:]":   {"azAZ09_é‿", "-. $"},
		"[:xdigit:]": {"09afAF", "/:`g@G٣"},
	}
	for _, class := range namedClasses {
		test, ok := tests[class.name]
		if !ok && class.name != "[:graph:]" && class.name != "[:print:]" {
			t.Errorf("%s has no test", class.name)
		}
		for _, r := range test.in {
			if !class.in(r) {
				t.Errorf("%s lacks %q", class.name, r)
			}
		}
		for _, r := range test.out {
			if class.in(r) {
				t.Errorf("%s has %q", class.name, r)
			}
		}
	}
}
