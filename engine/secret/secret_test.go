package secret

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"galley/engine/source"
)

// key returns a made-up key. It is built at run time so that nothing in the repository looks like a
// key.
func key() string {
	return strings.Join([]string{"sk", "ant", "api03"}, "-") + strings.Repeat("aB3x", 6)
}

func env(name, text string) *Values {
	v := new(Values)
	v.AddEnv(name, text, "{env:"+name+"}")
	return v
}

func TestWhichValuesAreMasked(t *testing.T) {
	file := new(Values)
	file.AddFile("prosaic", "{file:x}")
	if got := file.Mask("a prosaic b"); got != "a {file:x} b" {
		t.Errorf("a file: %q", got)
	}
	for _, tt := range []struct {
		name, text string
		masked     bool
	}{
		{"MY_KEY", "prosaic", true}, {"TOKEN", "prosaic", true}, {"client_secret", "prosaic", true}, {"PGPASSWORD", "prosaic", true},
		{"GOOGLE_CREDENTIALS", "prosaic", true}, {"BASIC_AUTH", "prosaic", true}, {"MONKEY", "prosaic", true},
		{"PROJECT", "prosaic", false}, {"HOME", "/home/somebody", false}, {"MODEL", "claude-sonnet-4-5-20250929", false},
		{"X", key(), true}, {"X", "ghp_" + strings.Repeat("a1B", 12), true}, {"X", strings.Repeat("0f9a", 8), true},
		{"X", "-----BEGIN RSA " + "PRIVATE KEY-----\nabc\n-----END", true}, {"X", "eyJ" + strings.Repeat("hbGci", 5) + ".abc", true},
		{"X", "an ordinary sentence of some length 12345", false}, {"X", "internationalization-and-localization", false},
		{"MY_KEY", "short", false}, {"MY_KEY", "sixsix", true}, {"MY_KEY", "", false},
	} {
		masked := env(tt.name, tt.text).Mask("before "+tt.text+" behind") != "before "+tt.text+" behind"
		if masked != tt.masked {
			t.Errorf("%s=%q: masked %v", tt.name, tt.text, masked)
		}
	}
}

// A value may appear in other texts unchanged or in the escaped form of their language.
func TestAValueIsFoundInEveryForm(t *testing.T) {
	odd := `a"b\c/ü d+e%f` + "\n" + "second line of it"
	for _, text := range []string{key(), odd, "seg/ment/" + key() + "/more", "  padded " + key() + "\n", "x=1&" + key() + "#y"} {
		v := env("SOME_TOKEN", text)
		for name, form := range map[string]string{
			"as it is": text, "trimmed": strings.TrimSpace(text), "JSON": fmt.Sprintf("%q", text), "Go": strconv.Quote(text),
			"a path of a URL": url.PathEscape(text), "a query": url.QueryEscape(text), "lower": strings.ToLower(url.PathEscape("/")) + lowerEscapes(url.PathEscape(text)),
			"a URL": (&url.URL{Scheme: "https", Host: "h", Path: "/" + text}).String(), "twice": text + text,
		} {
			got := v.Mask("<" + form + ">")
			for _, part := range []string{key(), "second line of it", "second%20line", "api03aB3x"} {
				if strings.Contains(got, part) {
					t.Errorf("%s of %q: %q", name, text, got)
				}
			}
		}
	}
}

func TestPartsOfAValueAreMasked(t *testing.T) {
	v := env("TOKEN", key())
	for _, text := range []string{key()[:12], key()[:20] + "…", "dir/" + key()[:len(key())-1] + "/x"} {
		if got := v.Mask(text); strings.Contains(got, key()[:9]) {
			t.Errorf("the start of a key: %q", got)
		}
	}
	v = env("TOKEN", "first-part/"+key()+"/last-part")
	for _, text := range []string{"/x/" + key(), "last-part", "first-part/y"} {
		if got := v.Mask(text); got == text {
			t.Errorf("an element of a path: %q", got)
		}
	}
}

func TestMaskedTextKeepsOffsets(t *testing.T) {
	v := new(Values)
	v.AddFile("one line\nanother line, longer\n", "{file:p}")
	v.AddEnv("TOKEN", key(), "{env:TOKEN}")
	for _, s := range []string{"a " + key() + " b", "x\none line\nanother line, longer\ny", key(), "ü" + key() + "ü"} {
		got := v.Cover(s)
		if len(got) != len(s) || strings.Count(got, "\n") != strings.Count(s, "\n") || strings.Contains(got, "aB3x") || strings.Contains(got, "another") {
			t.Errorf("%q: %q", s, got)
		}
	}
	if got := v.Cover("a " + key() + " b"); !strings.HasPrefix(got, "a {env:TOKEN}***") || !strings.HasSuffix(got, "*** b") {
		t.Errorf("covered: %q", got)
	}
	text := source.Literal("a ").Append(source.Of(key()[:9], source.Origin{Kind: source.File, Source: "f"}), source.Literal(key()[9:]+" b"))
	covered := v.Text(text)
	if covered.Len() != text.Len() || len(covered.Pieces()) != 3 || covered.Pieces()[1].Origin.Source != "f" || strings.Contains(covered.String(), "aB3x") {
		t.Errorf("with origins: %q, %d pieces", covered, len(covered.Pieces()))
	}
}

func TestCopyMasksEveryString(t *testing.T) {
	type inner struct {
		S      []string
		M      map[string]string
		hidden string
	}
	type outer struct {
		A    string
		P    *inner
		Text source.Text
		N    int
	}
	k := key()
	in := outer{A: k, P: &inner{S: []string{"x" + k}, M: map[string]string{k: "/" + k}, hidden: k}, Text: source.Literal(k), N: 3}
	got := Copy(env("TOKEN", k), in)
	if s := fmt.Sprint(got.A, got.P.S, got.P.M, got.Text); strings.Contains(s, "aB3x") || got.N != 3 || got.P.hidden != k {
		t.Errorf("%s", s)
	}
	if in.A != k || in.P.S[0] != "x"+k || in.Text.String() != k {
		t.Error("the original value changed")
	}
	if same := Copy(nil, in); same.P != in.P {
		t.Error("copied although nothing is masked")
	}
}

// A pointer that occurs twice is copied once; nil stays nil.
func TestACopyHasTheShapeOfTheValue(t *testing.T) {
	type node struct {
		Name string
		Next *node
		Any  any
		List []string
		Map  map[string]string
		Do   func()
	}
	k := key()
	loop := &node{Name: k, Any: "in " + k}
	loop.Next = loop
	got := Copy(env("TOKEN", k), loop)
	if got == loop || got.Next != got {
		t.Error("a pointer to itself was not copied as one")
	}
	if s := fmt.Sprint(got.Name, got.Any); strings.Contains(s, "aB3x") {
		t.Errorf("it shows %s", s)
	}
	if got.List != nil || got.Map != nil || got.Do != nil {
		t.Errorf("a nil value became non-nil: %+v", got)
	}
	empty := Copy(env("TOKEN", k), &node{Any: nil, List: []string{}, Map: map[string]string{}})
	if empty.Any != nil || empty.Next != nil || empty.List == nil || empty.Map == nil {
		t.Errorf("an empty value: %+v", empty)
	}
}

// A text in which nothing is masked is returned without a copy.
func TestTextWithoutSecretsIsNotCopied(t *testing.T) {
	text := source.Of("plain", source.Origin{Kind: source.File, Source: "f"})
	if got := env("TOKEN", key()).Text(text); got.String() != "plain" || got.Pieces()[0].Origin.Source != "f" {
		t.Errorf("%q from %+v", got, got.Pieces())
	}
}

// Only the digits after a percent sign are changed to lower case.
func TestLowerEscapesChangesOnlyEscapes(t *testing.T) {
	for text, want := range map[string]string{"A%2FB": "A%2fB", "%2F": "%2f", "%2": "%2", "AB%C3%BCDE": "AB%c3%bcDE", "ABC": "ABC", "%AB": "%ab", "%A": "%A"} {
		if got := lowerEscapes(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A line of a longer value is masked if it is too long to occur by chance. A short line stays
// visible.
func TestLinesOfAValueAreMaskedWhenTheyAreLong(t *testing.T) {
	v := env("TOKEN", "a line that is long\nshort it\nanother long line")
	for text, masked := range map[string]bool{"see: a line that is long.": true, "another long line": true, "short it": false, "a line": false} {
		if got := v.Mask(text); (got != text) != masked {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

func TestReleasedFileIsNotMasked(t *testing.T) {
	v := new(Values)
	v.AddFile("a prompt in words", "{file:p}")
	v.Release("a prompt in words")
	v.AddFile(key(), "{file:k}")
	v.Release(key())
	if got := v.Mask("a prompt in words, " + key()); got != "a prompt in words, {file:k}" {
		t.Errorf("%q", got)
	}
}

// A stored text does not say which of its words were secrets. At most a thousand words that look
// like keys are masked.
func TestKeysInAKeptTextAreMasked(t *testing.T) {
	for _, text := range []string{"a " + key() + " b", `"` + key() + `",`, "/x/" + key() + "/y", "key=" + key() + ".", "(" + key() + ")"} {
		if got := MaskKeys(text); strings.Contains(got, "aB3x") || !strings.Contains(got, "[key]") {
			t.Errorf("%q is %q", text, got)
		}
	}
	const plain = "Use claude-sonnet-4-5-20250929 in /home/somebody/internationalization, as 2026-11-28 says."
	if got := MaskKeys(plain); got != plain {
		t.Errorf("an ordinary text is %q", got)
	}
	var many strings.Builder
	for i := range 4 * mostWords {
		many.WriteString(key() + strconv.Itoa(i) + " ")
	}
	var v Values
	if v.AddKept(many.String()); len(v.list) != mostWords {
		t.Errorf("%d values were stored", len(v.list))
	}
}

func TestAValueIsFoundInBase64(t *testing.T) {
	v := env("SOME_TOKEN", key())
	for before := range 4 {
		for after := range 4 {
			text := strings.Repeat("u", before) + key() + strings.Repeat("w", after)
			for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
				got := v.Mask("Basic " + alphabet.EncodeToString([]byte(text)))
				if !strings.Contains(got, "{env:SOME_TOKEN}") || len(got) > len("Basic {env:SOME_TOKEN}")+14 {
					t.Errorf("%d before and %d after: %q", before, after, got)
				}
			}
		}
	}
	if got := env("SOME_TOKEN", "abcdefg").Mask("YWJjZGVmZw"); got != "YWJjZGVmZw" {
		t.Errorf("a short value was found in base64: %q", got)
	}
}

func TestAValueIsKeptOnce(t *testing.T) {
	v := new(Values)
	for range 3 {
		v.AddFile("first-secret", "{file:x}")
		v.AddFile("other-secret", "{file:y}")
		v.AddFile("", "{file:z}")
	}
	if len(v.list) != 2 {
		t.Errorf("%d values are kept of two", len(v.list))
	}
	if got := v.Mask("first-secret"); got != "{file:x}" {
		t.Errorf("got %q", got)
	}
	v.Release("first-secret")
	v.AddFile("other-secret", "{file:y}")
	if len(v.list) != 1 || v.Mask("first-secret other-secret") != "first-secret {file:y}" {
		t.Errorf("after a release %d values are kept, and the text is %q", len(v.list), v.Mask("first-secret other-secret"))
	}
}
