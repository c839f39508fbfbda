package inspector

import (
	"strings"
	"testing"

	"galley/engine/variable"
)

func TestEachStateIsDescribedInOneLine(t *testing.T) {
	of := func(state variable.State, key, text, detail string, overridden bool) string {
		v := value(key, state, text)
		v.Detail, v.Overridden = detail, overridden
		return Describe(v)
	}
	short, long := strings.Repeat("x", 39), strings.Repeat("x", 40)
	for _, c := range []struct{ got, want string }{
		{of(variable.Present, "file:a", "12345", "", false), "5 B"},
		{of(variable.Present, "file:a", "12345", "", true), "12345"},
		{of(variable.Present, "prompt:cwd", "/p", "", false), "/p"},
		{of(variable.Present, "prompt:cwd", short, "a detail", false), short + " (a detail)"},
		{of(variable.Present, "prompt:cwd", long, "a detail", false), long},
		{of(variable.Missing, "a:b", "", "", false), "no value here"},
		{of(variable.Missing, "a:b", "", "no repository", false), "no repository"},
		{of(variable.Unreadable, "a:b", "", "", false), string(variable.Unreadable)},
		{of(variable.Unreadable, "a:b", "", "permission denied", false), "permission denied"},
		{of(variable.Unknown, "a:b", "", "", false), string(variable.Unknown)},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
