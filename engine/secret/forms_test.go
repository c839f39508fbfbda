package secret

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"galley/engine/source"
)

// A value is masked completely in each form in which texts, settings and addresses contain it.
func TestAValueIsMaskedAsItIsWritten(t *testing.T) {
	for _, c := range []struct{ name, value, text, want string }{
		{"in JSON", "pass\"word", `{"key": "pass\"word"}`, `{"key": "{file:x}"}`},
		{"in JSON for a page", "pass<word>9", `"pass\u003cword\u003e9"`, `"{file:x}"`},
		{"quoted as Go does", "pass\x7fword", `"pass\x7fword"`, `"{file:x}"`},
		{"in a query", "pass word+ü", "?k=pass+word%2B%C3%BC&x", "?k={file:x}&x"},
		{"in a query in lower case", "pass word+ü", "?k=pass+word%2b%c3%bc&x", "?k={file:x}&x"},
		{"in a path", "pass word+ü", "/pass%20word+%C3%BC/x", "/{file:x}/x"},
		{"without its escapes", "pass%20word9", "pass word9", "{file:x}"},
		{"as a path with backslashes", "/srv/private/me/", `\srv\private\me\`, "{file:x}"},
		{"as a path without slashes around it", "/srv/private/me/", "srv/private/me", "{file:x}"},
		{"as a clean path", "/srv//private/../private/me", "/srv/private/me", "{file:x}"},
		{"as short as a value may be", strings.Repeat("p", Shortest), strings.Repeat("p", Shortest), "{file:x}"},
		{"too short", strings.Repeat("p", Shortest-1), strings.Repeat("p", Shortest), strings.Repeat("p", Shortest)},
	} {
		v := new(Values)
		v.AddFile(c.value, "{file:x}")
		if got := v.Mask(c.text); got != c.want {
			t.Errorf("%s: %q is shown as %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

func TestValuesAreMaskedInTheOrderOfTheText(t *testing.T) {
	v := new(Values)
	v.AddFile("second-value", "{file:2}")
	v.AddFile("first-value", "{file:1}")
	if got := v.Mask("a first-value b second-value c first-value"); got != "a {file:1} b {file:2} c {file:1}" {
		t.Errorf("got %q", got)
	}
}

func TestACoveredValueKeepsItsLengthAndLines(t *testing.T) {
	for _, c := range []struct{ found, shown, want string }{
		{"12345678", "{env:AB}", "{env:AB}"}, {"123456789", "{env:AB}", "{env:AB}*"}, {"1234567", "{env:AB}", "*******"},
		{"123\n5678", "{x}", "{x}\n****"}, {"123\n5678", "{xy}", "***\n****"}, {"12345678", "{\n}", "********"}, {"12345678", "{\r}", "********"}, {"12\r\n34", "", "**\r\n**"},
	} {
		if got := cover(c.found, c.shown); got != c.want {
			t.Errorf("%q shown as %q is covered by %q, want %q", c.found, c.shown, got, c.want)
		}
	}
}

// Every string of a result is searched for secrets. Strings without a secret must not allocate
// memory.
func TestTextsWithoutSecretsTakeNoMemory(t *testing.T) {
	v := new(Values)
	v.AddFile("first-value", "{file:1}")
	text := source.Literal(strings.Repeat("nothing to hide ", 20))
	v.Mask(text.String())
	if n := testing.AllocsPerRun(10, func() { v.Mask(text.String()); v.Text(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	var none *Values
	if got := none.Mask("first-value"); got != "first-value" || !none.Empty() {
		t.Errorf("without values %q is shown", got)
	}
}

func TestAWordOfMixedCharactersLooksLikeAKey(t *testing.T) {
	for word, want := range map[string]bool{
		"a1b2c3d4e5f6g7h8i9j0": true, "a1b2c3d4e5f6g7h8i9j": false, "a1b2c3d4e5f6g7h8.i9j0": false,
		"xx-aaaaa11111aaaaa111": true, "xx-aaaaa11111aaaaa1111": false, "xxxx-a1b2c3d4e5f6g7h8": true, "xxxxx-a1b2c3d4e5f6g7h": false,
		"claude-sonnet-4-5-20250929": false, strings.Repeat("letters", 4): false,
	} {
		if got := LooksLikeKey(word); got != want {
			t.Errorf("%s looks like a key: %v", word, got)
		}
	}
}

func TestACopyHoldsEveryStringWithItsSecretsMasked(t *testing.T) {
	type inner struct {
		Name string
		Any  any
	}
	type outer struct {
		Text  string
		List  []string
		Map   map[string]string
		Inner *inner
		Parts source.Text
	}
	const plain, masked = "it is first-value here", "it is {file:1} here"
	of := func(s string, text source.Text) outer {
		return outer{s, []string{"kept", s}, map[string]string{"kept": s}, &inner{s, s}, text}
	}
	v := new(Values)
	v.AddFile("first-value", "{file:1}")
	parts := source.FromPieces([]source.Piece{{Text: "it is ", Origin: source.Origin{Source: "a"}}, {Text: "first-value", Origin: source.Origin{Source: "b"}}, {Text: " here", Origin: source.Origin{Source: "c"}}})
	got := Copy(v, of(plain, parts))
	want := of(masked, source.Text{})
	if got.Text != want.Text || !slices.Equal(got.List, want.List) || !maps.Equal(got.Map, want.Map) || *got.Inner != *want.Inner {
		t.Errorf("%+v with %+v", got, *got.Inner)
	}
	if got.Parts.String() != "it is {file:1}*** here" || len(got.Parts.Pieces()) != 3 || got.Parts.Pieces()[2].Origin.Source != "c" {
		t.Errorf("%q of %d pieces", got.Parts, len(got.Parts.Pieces()))
	}
}

func TestValuesOfTwoAreMerged(t *testing.T) {
	a, b := new(Values), new(Values)
	a.AddFile("first-value", "{file:1}")
	b.AddFile("other-value", "{file:2}")
	a.Merge(nil)
	a.Merge(b)
	if got := a.Mask("first-value other-value"); got != "{file:1} {file:2}" {
		t.Errorf("got %q", got)
	}
	if got := b.Mask("first-value other-value"); got != "first-value {file:2}" {
		t.Errorf("the other one masks %q", got)
	}
}

func TestValuesThatOverlapAreMaskedTogether(t *testing.T) {
	for _, order := range [][]string{{"abcdefgh", "efghijkl"}, {"efghijkl", "abcdefgh"}, {"abcdefghijkl", "efghij"}, {"abcdef", "abcdefghijkl"}} {
		v := new(Values)
		for _, text := range order {
			v.AddFile(text, "{file}")
		}
		if got := v.Mask("x abcdefghijkl y"); got != "x {file} y" {
			t.Errorf("%q: got %q", order, got)
		}
	}
}

func TestAKeyHasItsFormAndLength(t *testing.T) {
	begin := strings.Repeat("-", 5) + "BEGIN "
	for text, want := range map[string]bool{
		begin + "RSA PRIVATE KEY": true, begin + "CERTIFICATE": false, "my PRIVATE KEY": false,
		"ghp_" + strings.Repeat("x", 2*Shortest-4): true, "ghp_" + strings.Repeat("x", 2*Shortest-5): false,
		"github_pat_" + strings.Repeat("x", Shortest): true, "github_pat_" + strings.Repeat("x", Shortest-1): false,
		"ghp_ " + strings.Repeat("x", 20): false, "aaaa1aaaa1aaaaaaaaaa": false, "1aaaa1aaaa1aaaaaaaaa": true,
	} {
		if got := LooksLikeKey(text); got != want {
			t.Errorf("%.12s of %d bytes looks like a key: %v", text, len(text), got)
		}
	}
}

// The first lines of a long value are masked even if they occur alone; later lines are not.
func TestTheFirstLinesOfAValueAreMaskedAlone(t *testing.T) {
	var lines []string
	for i := range mostParts + 1 {
		lines = append(lines, fmt.Sprintf("the line with number %d of the secret", i+1))
	}
	v := new(Values)
	v.AddFile(strings.Join(lines, "\n"), "{file:x}")
	if got := v.Mask("> " + lines[mostParts-1]); got != "> {file:x}" {
		t.Errorf("the last of the first lines is shown as %q", got)
	}
	if got := v.Mask("> " + lines[mostParts]); got != "> "+lines[mostParts] {
		t.Errorf("a later line is shown as %q", got)
	}
	short := new(Values)
	short.AddFile("twelve bytes\neleven byte", "{file:x}")
	if got := short.Mask("twelve bytes, eleven byte"); got != "{file:x}, eleven byte" {
		t.Errorf("got %q", got)
	}
}

func TestWhatLooksLikeAKey(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		" ghp_abcdefghijkl\n": true, "\tSG.abcdefghijklm ": true, "ghp_abc": false, "plain words": false,
		"a1b2c3d4e5f6a7b8-c9d0": true, "a1b2c3d4e5f6a7b8_c9d0": true, "a1b2c3d4-e5f6a7b8-c9d0": false, "a1b2c3d4_e5f6a7b8_c9d0": false,
		"a1b2c3d4e5f6a7b8c9": false, "a1b2c3d4e5f6a7b8c9d0": true, "a1b2c3d4e5/6a7b8c9d0a": false, "abcdefghijklmnopqrstu": false,
		"-----BEGIN RSA PRIVATE KEY-----": true, "PRIVATE KEY": false, "-----BEGIN CERTIFICATE-----": false,
	} {
		if got := LooksLikeKey(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]string{
		"k=a1b2c3d4e5f6a7b8-c9d0.": "k=[key].", "k=a1b2c3d4e5f6a7b8_c9d0;": "k=[key];", "(ghp_abcdefghijkl)": "([key])", "no key": "no key",
	} {
		if got := MaskKeys(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFormsInBase64(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"12345678": 0, "123456789": 2, "1234567890": 4, "12345678901": 6} {
		if got := inBase64(text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	for n, masked := range map[int]bool{4096: true, 4097: false} {
		value := strings.Repeat("a1b2c3", 700)[:n]
		var v Values
		v.AddFile(value, "{file:x}")
		if got := strings.HasPrefix(v.Mask(base64.StdEncoding.EncodeToString([]byte(value))), "{file:x}"); got != masked {
			t.Errorf("a value of %d bytes: masked %v", n, got)
		}
	}
}
