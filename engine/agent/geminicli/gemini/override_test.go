package gemini

import (
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
)

// The value of a variable such as GEMINI_SYSTEM_MD is either a switch or the path of a file.
func TestSwitchedFiles(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"": "", " \ufeff": "", "0": "-", "FALSE": "-", "1": "/r/std.md", "\tTrue ": "/r/std.md", "~": "/h", "~/": "/h", "~/a": "/h/a", "~a": "/r/~a", "a": "/r/a", "../a": "/a", "/b": "/b", "2": "/r/2",
	} {
		file, set := SwitchedFile(value, "/r", "/h", "std.md")
		if got := map[bool]string{true: "-"}[set && file == ""] + file; got != want || set != (want != "") {
			t.Errorf("%q: %q, set %v, want %q", value, got, set, want)
		}
	}
	w := facts.NewMemory().Env("GEMINI_SYSTEM_MD", "1")
	if got := SystemFile(w, "/r", "/h"); got != "/r/.gemini/system.md" {
		t.Errorf("the standard file is %q", got)
	}
	if got := SystemFile(w.Env("GEMINI_SYSTEM_MD", "~/s.md"), "/r", "/h"); got != "/h/s.md" {
		t.Errorf("a file of the home is %q", got)
	}
	if got := SystemFile(facts.NewMemory(), "/r", "/h"); got != "" {
		t.Errorf("without the variable: %q", got)
	}
}

func TestAMissingSystemFileIsReported(t *testing.T) {
	t.Parallel()
	got := System(facts.NewMemory().Env("GEMINI_SYSTEM_MD", "1"), Options{Version: V061, Cwd: "/r"}, marked)
	const reason = "missing system prompt file '/r/.gemini/system.md'"
	if len(got.Blocks) != 0 || got.Refused != reason || len(got.Problems) != 1 {
		t.Fatalf("%+v", got)
	}
	p := got.Problems[0]
	if p.Code != diag.AgentRefuses || p.File != "/r/.gemini/system.md" || p.Message != "Gemini CLI would not start: "+reason ||
		p.Hint != "create the file, or unset GEMINI_SYSTEM_MD; Gemini CLI does not look in the home directory instead" {
		t.Errorf("%+v", p)
	}
}

// The patterns that String.replace of JavaScript knows ($$, $&, $` and $'), each at two places of
// a text.
func TestReplacementsAreJavaScripts(t *testing.T) {
	t.Parallel()
	for with, want := range map[string]string{
		"y": "ay-yb", "": "a-b", "$$": "a$-$b", "<$&>": "a<XX>-<XX>b", "($`)": "a(a)-(aXX-)b", "($')": "a(-XXb)-(b)b", "$": "a$-$b", "$1$": "a$1$-$1$b", "$$$": "a$$-$$b", "$$&": "a$&-$&b", "é$&": "aéXX-éXXb",
	} {
		if got := replaceAll(source.Literal("aXX-XXb"), "XX", source.Literal(with)).String(); got != want {
			t.Errorf("%q: %q, want %q", with, got, want)
		}
	}
	if got := replaceAll(source.Literal("none"), "XX", source.Literal("$&")).String(); got != "none" {
		t.Errorf("without a place: %q", got)
	}
}

// Replacements that make a text longer stop at the limit.
func TestReplacementsAreBounded(t *testing.T) {
	t.Parallel()
	const quarter = mostExpanded / 4
	got := replaceAll(source.Literal("XXXXXXX"), "X", source.Literal("$$"+strings.Repeat("x", quarter-1)))
	if got.Len() != 5*quarter {
		t.Errorf("%d bytes of seven replacements", got.Len())
	}
	none := source.Text{}
	got = expand(source.Literal(strings.Repeat("$`", 7)+"."), none, source.Literal(strings.Repeat("x", quarter)), none)
	if s := got.String(); len(s) != 5*quarter+5 || !strings.HasSuffix(s, "x$`$`.") {
		t.Errorf("%d bytes of seven texts, at the end %q", len(s), s[len(s)-8:])
	}
}
