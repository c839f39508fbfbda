package walk

import (
	"testing"

	"galley/engine/discovery"
)

// Which candidates wait for people, which names are those of rule files, and which rule files lie
// below the directory.
func TestWhatWaitsAndWhatIsBelow(t *testing.T) {
	for detail, want := range map[string]bool{"when it is named": true, "when a tool reaches /p/d": false, "then when a tool reaches /p": true, "": true} {
		if got := waitsForPeople(&discovery.Candidate{Verdict: discovery.Later, Detail: detail}); got != want {
			t.Errorf("%q waits for people: %v, want %v", detail, got, want)
		}
	}
	for name, want := range map[string]bool{"AGENTS.md": true, "rules.MD": true, "*.md": false, "a?.md": false, "md": false, ".cursorrules": false, "a.mdc": false} {
		if got := ruleName(name); got != want {
			t.Errorf("%s is a name of a rule file: %v, want %v", name, got, want)
		}
	}
	for _, c := range []struct {
		rule  string
		files []string
		want  bool
	}{
		{"/p/a/R.md", []string{"/p/a/x.go"}, true}, {"/p/a/R.md", []string{"/p/a/b/x.go"}, true}, {"/p/a/R.md", []string{"/p/x.go"}, false}, {"/p/a/R.md", []string{"/p/x.go", "/p/a/x.go"}, true},
		{"/p/R.md", []string{"/p/x.go"}, false}, {"/q/a/R.md", []string{"/q/a/x.go"}, false}, {"/p/a/R.md", []string{"/p/a/R.md"}, false}, {"/p/a/R.md", nil, false}, {"/p/a/R.md", []string{"/p/ab/x.go"}, false},
	} {
		if got := below(c.rule, "/p", c.files); got != c.want {
			t.Errorf("%s is below /p for %v: %v, want %v", c.rule, c.files, got, c.want)
		}
	}
}
