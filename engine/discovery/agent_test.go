package discovery

import (
	"slices"
	"testing"
)

func TestVersionIsFoundByEachOfItsNames(t *testing.T) {
	versions := []Version{{Name: "2.1.0", Same: []string{"2.0.9"}}, {Name: "2.1.0-beta"}, {Name: "1.9", Former: []string{"old"}}}
	for want, names := range map[string][]string{
		"2.1.0": {"", "2.1.0", "2.1", "2", "2.0.9"}, "2.1.0-beta": {"2.1.0-beta"}, "1.9": {"1", "1.9", "old"}, "": {"3", "2.", "2.1.", "1.9.1", "ol", "2.0", "2.1.0-"},
	} {
		for _, name := range names {
			if got := MatchVersion(versions, name); got != want {
				t.Errorf("%q is %q, want %q", name, got, want)
			}
		}
	}
}

func TestArgumentsOfAnAgentsCommandLine(t *testing.T) {
	o := Options{Args: []string{"--bare", "--dir", "a", "--dir=b", "--dir=", "--dirs=c", "--dir"}}
	for name, want := range map[string]bool{"--bare": true, "--dir": true, "--dirs": false, "a": true} {
		if got := o.Flag("--none", name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := o.Values("--dir"); !slices.Equal(got, []string{"a", "b", ""}) {
		t.Errorf("the values of --dir are %q", got)
	}
	if got := o.Values("--bare"); !slices.Equal(got, []string{"--dir"}) {
		t.Errorf("the values of --bare are %q", got)
	}
	if got := o.Values("--none"); got != nil {
		t.Errorf("the values of --none are %q", got)
	}
}
