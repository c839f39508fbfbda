package template

import (
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/variable"
)

// Each test here is named after a fault that users of other template languages reported. It uses
// the smallest input that would show the fault here.

func TestFaultLiteralBracketsAreTakenForVariables(t *testing.T) {
	for _, text := range []string{
		"- [x] done\n- [ ] open", "[text](https://example.org)", "[text][ref]\n\n[ref]: https://example.org",
		"a[0] b[i][j]", "[1,2,3]", `{"a": [1, {"b": []}]}`, "[^1]", "![alt](img.png)", "[!NOTE]", "x[1:]"[:1] + "[]",
	} {
		if got := render(text, vars()); got != text {
			t.Errorf("%q renders to %q", text, got)
		}
		if got := check(text, vars(), Options{}); len(got) > 0 {
			t.Errorf("%q: %s", text, lines(got))
		}
	}
}

func TestFaultTextInBracketsVanishesSilently(t *testing.T) {
	for _, text := range []string{"[file:line]", "[drive:path]", "[type:]", "[9:00-17:00]", "[http://x]"} {
		got := check("see "+text+".", vars(), Options{})
		if len(got) != 1 || got[0].Severity != diag.Warning {
			t.Fatalf("%s: %s", text, lines(got))
		}
		if !strings.Contains(got[0].Message, text+" is dropped") {
			t.Errorf("%s: the message does not name the text that disappears: %s", text, got[0].Message)
		}
	}
}

func TestFaultEmptyAndHalfEmptyBracketsBreakTheParser(t *testing.T) {
	for _, text := range []string{"[]", "[ ]", "[:]", "[if ]", "[", "]", "[[", "[]]", "[if !]", "[if :x]", "[ : ]"} {
		if got := render(text, vars()); got != text {
			t.Errorf("%q renders to %q", text, got)
		}
	}
	if got := lines(check("[] [ ] [:] [ : ]", vars(), Options{})); got != "" {
		t.Errorf("unexpected problems: %s", got)
	}
}

func TestFaultUnusedValuesAreNotNoticed(t *testing.T) {
	// A variable that the template does not name must not be among its keys, because the inspector
	// marks variables without a key as unused.
	tree := Parse("[prompt:cwd]")
	if keys := tree.Keys(); len(keys) != 1 || keys[0] != "prompt:cwd" {
		t.Errorf("keys %q", keys)
	}
	if uses := tree.Uses(); len(uses) != 1 || uses[0].Key != "prompt:cwd" {
		t.Errorf("uses %+v", uses)
	}
}

func TestFaultFalseBlockLeavesBlankLinesSilently(t *testing.T) {
	for _, nl := range []string{"\n", "\r\n"} {
		text := strings.ReplaceAll("a\n\n[if git:branch]\nb\n[endif]\n\nc", "\n", nl)
		none := vars("git:branch")
		if got, want := render(text, none), strings.ReplaceAll("a\n\n\n\nc", "\n", nl); got != want {
			t.Errorf("got %q, want %q: the language must not change line ends", got, want)
		}
		got := check(text, none, Options{})
		if len(got) != 1 || got[0].Code != diag.BlankRun || got[0].Start.Line != 3 || got[0].End.Line != 5 {
			t.Errorf("the gap is not reported: %s", lines(got))
		}
	}
}

func TestFaultBracketsInMarkdownBreakTheParser(t *testing.T) {
	for _, text := range []string{"- [ ] [Try] one", `[\[link\]](address)`, "[if](https://x)", "[else](#x)", "[endif][1]", "[x][if]"} {
		want := text
		if got := render(text, vars()); got != want {
			t.Errorf("%q renders to %q", text, got)
		}
	}
	for _, text := range []string{"- [ ] [Try] one", `[\[link\]](address)`, "[if](https://x)", "[x][if]", "[if]: https://x"} {
		if got := lines(check(text, vars(), Options{})); got != "" {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestFaultMissingVariablesBecomeEmptySilently(t *testing.T) {
	values := vars("file:empty.md=", "file:none.md")
	for _, c := range []struct {
		key  string
		want variable.State
	}{
		{"file:empty.md", variable.Present}, {"file:none.md", variable.Missing},
		{"note:x", variable.Unknown}, {"git:nope", variable.Unknown},
	} {
		if got := values.Lookup(c.key).State; got != c.want {
			t.Errorf("%s is %s, want %s", c.key, got, c.want)
		}
	}
	got := lines(check("[file:empty.md][file:none.md][note:x][git:nope]", values, Options{}))
	if want := "missing 1:16-1:30\nunknown-type 1:30-1:38\nunknown-name 1:38-1:48\n"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestFaultTemplateSyntaxInAValueIsRunAgain(t *testing.T) {
	text := "hi [prompt:cwd] [if x:y]q[endif] {{x}} [endif]"
	values := vars("file:T.md="+text, "prompt:cwd=/p")
	if got := render("[file:T.md]", values); got != text {
		t.Errorf("got %q", got)
	}
	if got := check("[file:T.md]", values, Options{}); len(got) > 0 {
		t.Errorf("a value was parsed as a template: %s", lines(got))
	}
}
