package discovery

import "testing"

func TestListNames(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := either(words); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for base, want := range map[string]bool{"README.md": true, "license": true, "Changelog.txt": true, ".hidden": true, "rule.md": false, "readme2.md": false} {
		if got := ordinary(base); got != want {
			t.Errorf("%s: %v", base, got)
		}
	}
	if got := plain([]string{"a", "b/", "c/d", "/e", "f/g/"}); len(got) != 2 || got[0] != "a" || got[1] != "b" {
		t.Errorf("%q", got)
	}
}
