package textutil

import "testing"

// The name of a project's file or sub-agent must stay one word of a command that the user pastes.
func TestACommandKeepsItsWordsApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"galley", "transfer", ".cursor/rules/x.mdc", "--to", "claude-code"}, "galley transfer .cursor/rules/x.mdc --to claude-code"},
		{[]string{"claude", "--cwd", "/a b", "it's", ""}, `claude --cwd '/a b' 'it'\''s' ''`},
		{[]string{"x", "a;reboot", "$(reboot)", "`reboot`", "a\nreboot", "a\rb", "a&&b"}, "x 'a;reboot' '$(reboot)' '`reboot`' 'a\nreboot' 'a\rb' 'a&&b'"},
	} {
		if got := Command(c.words...); got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
}
