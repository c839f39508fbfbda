package template

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/variable"
	"galley/engine/variable/variabletest"
)

// vars returns fixed values: "key=text" gives a key a value, and "key" alone makes it known
// without a value.
func vars(list ...string) *variable.Values {
	fixed := map[string]*string{}
	for _, item := range list {
		key, text, has := strings.Cut(item, "=")
		fixed[key] = nil
		if has {
			fixed[key] = &text
		}
	}
	return variabletest.Fixed(fixed)
}

func render(text string, v Lookuper) string { return Render(Parse(text), v, Options{}).String() }

func TestTags(t *testing.T) {
	have := vars("prompt:cwd=/p", "git:branch=main", "git:status=", "file:X=v", "file:none", "t_1:x=u", "file:a b.md=N",
		"file:é.md=E", "file:[x=odd", "a:=empty name")
	for _, c := range []struct{ name, text, want, keys string }{
		// endif, else
		{"a block", "[if file:X]A[endif]", "A", "file:X"},
		{"an alternative", "[if file:none]A[else]B[endif]", "B", "file:none"},
		{"white space in the brackets", "[  if   file:X  ]A[ else ]B[\tendif\n]", "A", "file:X"},
		{"lower case only", "[IF file:X]A[Else]B[ENDIF]", "[IF file:X]A[Else]B[ENDIF]", ""},
		{"an empty branch", "[if file:X][else]B[endif].", ".", "file:X"},
		// if
		{"negated", "[if !file:none]A[endif]", "A", "file:none"},
		{"negated, with a value", "[if !file:X]A[else]B[endif]", "B", "file:X"},
		{"a tab after if", "[if\tfile:X]A[endif]", "A", "file:X"},
		{"a line end after if", "[if\nfile:X]A[endif]", "A", "file:X"},
		{"a no-break space after if", "[if\u00a0file:X]A[endif]", "A", "file:X"},
		{"a blank after ! is not a tag", "[if ! file:X]A[endif]", "[if ! file:X]A[endif]", ""},
		{"two ! are not a tag", "[if !!file:X]A", "[if !!file:X]A", ""},
		{"if without a key", "[if]A[if ]B[if x]C", "[if]A[if ]B[if x]C", ""},
		{"if without white space is a variable", "[iffile:X].", ".", "iffile:X"},
		{"if as a type", "[if:X].", ".", "if:X"},
		{"two words are not a key", "[if a b:c]", "[if a b:c]", ""},
		{"an unknown type does not exist", "[if nope:x]A[else]B[endif]", "B", "nope:x"},
		{"the empty string exists", "[if git:status]A[git:status][endif]", "A", "git:status"},
		// type:name
		{"a variable", "<[prompt:cwd]>", "</p>", "prompt:cwd"},
		{"white space around", "[ \u00a0prompt:cwd\ufeff\u3000]", "/p", "prompt:cwd"},
		{"U+0085 is not white space", "[\u0085prompt:cwd]", "[\u0085prompt:cwd]", ""},
		{"line ends around", "[\nprompt:cwd\r\n]", "/p", "prompt:cwd"},
		{"a blank after the colon is part of the name", "[prompt: cwd].", ".", "prompt: cwd"},
		{"a blank before the colon is not a tag", "[prompt :cwd]", "[prompt :cwd]", ""},
		{"case counts", "[PROMPT:cwd].", ".", "PROMPT:cwd"},
		{"digits and underscores in a type", "[t_1:x]", "u", "t_1:x"},
		{"no other letters in a type", "[té:x][t-1:x]", "[té:x][t-1:x]", ""},
		{"an empty name", "[file:].[a:]", ".empty name", "file: a:"},
		{"an empty type", "[:x]", "[:x]", ""},
		{"a name with blanks", "[file:a b.md]", "N", "file:a b.md"},
		{"a name beyond ASCII", "[file:é.md]", "E", "file:é.md"},
		{"a bracket in a name", "[file:[x]", "odd", "file:[x"},
		{"adjacent", "[git:branch][prompt:cwd]", "main/p", "git:branch prompt:cwd"},
		{"a label", "[Note: keep this] text", " text", "Note: keep this"},
		// a line end inside a key
		{"LF in a key", "[prompt:\ncwd]", "[prompt:\ncwd]", ""},
		{"CR in a key", "[prompt:c\rwd]", "[prompt:c\rwd]", ""},
		{"U+2028 in a key", "[prompt:c\u2028wd]", "[prompt:c\u2028wd]", ""},
		{"U+2029 in a key", "[if prompt:c\u2029wd]", "[if prompt:c\u2029wd]", ""},
		// everything else
		{"no closing bracket", "[prompt:cwd", "[prompt:cwd", ""},
		{"double brackets", "[[prompt:cwd]]", "[/p]", "prompt:cwd"},
		{"a tag in an unclosed bracket", "[oops and [prompt:cwd]", "[oops and /p", "prompt:cwd"},
		{"empty brackets", "a[]b[ ]c", "a[]b[ ]c", ""},
		{"no escape", `\[prompt:cwd\]`, `\`, `prompt:cwd\`},
		// blocks
		{"an unclosed if", "[if file:none]A[git:branch]", "[if file:none]Amain", "file:none git:branch"},
		{"an unclosed if keeps its white space", "[ if  file:X ]", "[ if  file:X ]", "file:X"},
		{"the else of an unclosed if loses it", "[if file:X]a[ else ]b", "[if file:X]a[else]b", "file:X"},
		{"a stray endif", "a[ endif ]b", "a[ endif ]b", ""},
		{"a stray else", "a[else]b", "a[else]b", ""},
		{"a second else", "[if file:none]a[else]b[else]c[endif]", "b[else]c", "file:none"},
		{"endif closes the innermost", "[if file:X]A[if git:branch]B[endif]C", "[if file:X]ABC", "file:X git:branch"},
		{"nested in the branch not taken", "[if file:none]A[if git:branch]B[else]C[endif]D[else]E[endif]", "E", "file:none git:branch"},
		{"nested in the alternative", "[if file:none]A[else]B[if git:branch]C[endif]D[endif]E", "BCDE", "file:none git:branch"},
		{"CR LF stays", "a\r\n[if file:X]\r\nb\r\n[endif]\r\n", "a\r\n\r\nb\r\n\r\n", "file:X"},
		{"invalid bytes stay", "\xff[\xfe]\x80[prompt:cwd]\xc3", "\xff[\xfe]\x80/p\xc3", "prompt:cwd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(c.text, have); got != c.want {
				t.Errorf("%q\n got %q\nwant %q", c.text, got, c.want)
			}
			if got := strings.Join(Parse(c.text).Keys(), " "); got != c.keys {
				t.Errorf("%q names %q, want %q", c.text, got, c.keys)
			}
		})
	}
}

func TestDefaultEndsWithALineEnd(t *testing.T) {
	got := render(Default, vars("file:AGENTS.md=RULES", "prompt:cwd=/p"))
	want := "You are a helpful coding assistant.\n\n\nRULES\n\n\nThe current working directory is /p.\n"
	if got != want {
		t.Errorf("got %q", got)
	}
}

func TestKeepUnknownLeavesAnUnknownTypeInPlace(t *testing.T) {
	text := "[note: x] [git:nope] [if nope:y]a[endif] [note:set]"
	o := Options{KeepUnknown: true}
	if got := Render(Parse(text), vars("note:set=put"), o).String(); got != "[note: x]   put" {
		t.Errorf("got %q", got)
	}
}

func TestTagsAreMatchedForAnEditor(t *testing.T) {
	tree := Parse("[if a:b][if !c:d]x[else]y[endif][else][endif][endif][else][x:y][if e:f]")
	type row struct {
		kind        TagKind
		key         string
		match, alt  int
		literal, no bool
	}
	var got []row
	for _, tag := range tree.Tags() {
		got = append(got, row{tag.Kind, tag.Key, tag.Match, tag.Else, tag.Literal, tag.Negated})
		if tag.Key != "" && tree.Text[tag.KeySpan.Start:tag.KeySpan.End] != tag.Key {
			t.Errorf("%s: its span holds %q", tag.Key, tree.Text[tag.KeySpan.Start:tag.KeySpan.End])
		}
		if s := tree.Text[tag.Span.Start:tag.Span.End]; s[0] != '[' || s[len(s)-1] != ']' {
			t.Errorf("%v: its span holds %q", tag, s)
		}
	}
	want := []row{
		{TagIf, "a:b", 5, 4, false, false},
		{TagIf, "c:d", 3, 2, false, true},
		{TagElse, "", 1, -1, false, false},
		{TagEndif, "", 1, -1, false, false},
		{TagElse, "", 0, -1, false, false},
		{TagEndif, "", 0, -1, false, false},
		{TagEndif, "", -1, -1, true, false},
		{TagElse, "", -1, -1, true, false},
		{TagVar, "x:y", -1, -1, false, false},
		{TagIf, "e:f", -1, -1, true, false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestUsesKnowTheirConditions(t *testing.T) {
	tree := Parse("[a:b][if a:b][a:b][c:d][else][a:b][endif][if !a:b][a:b][else][if c:d][a:b][endif][endif][a:b][if a:b]")
	var got strings.Builder
	for _, u := range tree.Uses() {
		word := u.Key
		if u.Condition {
			word = "if " + word
		}
		if u.Negated {
			word += " negated"
		}
		if u.Guarded {
			word += " guarded"
		}
		got.WriteString(word + "\n")
	}
	want := `a:b
if a:b
a:b guarded
c:d
a:b
if a:b negated
a:b
if c:d
a:b guarded
a:b
if a:b
`
	if got.String() != want {
		t.Errorf("got\n%s", got.String())
	}
}

// together is a Lookuper that can also return all values at once.
type together struct {
	Lookuper
	all []variable.Value
}

func (o together) Listed(keys []string) []variable.Value { return o.all[:min(len(keys), len(o.all))] }

func TestValuesThatAreListedAreNotLookedUp(t *testing.T) {
	tree := Parse("[file:a] [file:b] [file:a]")
	all := []variable.Value{{Key: "file:a", State: variable.Present, Text: "A"}, {Key: "file:b", State: variable.Present, Text: "B"}}
	if got := Render(tree, together{all: all}, Options{}).String(); got != "A B A" {
		t.Errorf("got %q", got)
	}
	if got := Render(tree, together{Lookuper: vars("file:a=x", "file:b=y")}, Options{}).String(); got != "x y x" {
		t.Errorf("without a list: %q", got)
	}
}

// Keys returns each key of a template once, in the order of their first use, even if the template
// has many keys.
func TestKeysOfATemplate(t *testing.T) {
	var keys []string
	text := ""
	for i := range 3 * fewKeys {
		keys = append(keys, "file:"+strings.Repeat("x", i+1))
		text += "[" + keys[i] + "][" + keys[0] + "]"
		if got := Parse(text + text).Keys(); !slices.Equal(got, keys) {
			t.Errorf("%d keys: %q", i+1, got)
		}
	}
}
