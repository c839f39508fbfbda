package conformance

import "testing"

// If the rest of a block is the agent's own prose, a runner compares only the <skill> elements.
func TestExtractSkillElements(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"none", "some words", ""},
		{"one, with its indentation", "before\n  <skill>a</skill>\nafter", "  <skill>a</skill>"},
		{"at the very start", "<skill>a</skill>", "<skill>a</skill>"},
		{"two", "<skill>a</skill> and <skill>b</skill>", "<skill>a</skill>\n and <skill>b</skill>"},
		{"one that is not closed", "<skill>a", ""},
		{"closed before it opens", "</skill> <skill>a</skill>", ""},
		{"behind the agent's own words", "{{text:1}}  <skill>a</skill>", "  <skill>a</skill>"},
		{"the agent's own", "<skill>{{text:1}}</skill>\n<skill>b</skill>", "<skill>b</skill>"},
	} {
		if got := skillElements(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestBlankEndsDoNotCount(t *testing.T) {
	for text, want := range map[string]string{
		"a": "a", "\na\n": "a", "\r\n\n  a\r\n\n": "  a", " \na": " \na", "\n": "", "": "", "a\n\nb": "a\n\nb",
	} {
		if got := withoutBlankEnds(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
