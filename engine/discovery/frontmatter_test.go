package discovery

import (
	"reflect"
	"strings"
	"testing"
)

func TestFrontMatterReadsWhatPeopleWrite(t *testing.T) {
	tests := []struct {
		name, text string
		there      bool
		body       string
		key        string
		want       []string
		shape      Shape
		broken     bool
		odd        string
	}{
		{"a list", "---\npaths:\n  - \"a/**\"\n  - b\n---\nB", true, "B", "paths", []string{"a/**", "b"}, ShapeList, false, ""},
		{"one text with commas", "---\npaths: \"a, b/{c,d}\"\n---\nB", true, "B", "paths", []string{"a", "b/{c,d}"}, ShapeText, false, ""},
		{"a bare star", "---\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nB", true, "B", "globs", []string{"*.ts", "*.tsx"}, ShapeText, true, "bare *"},
		{"bare stars in a list", "---\nglobs:\n  - *.ts\n  - src/*.go\n---\n", true, "", "globs", []string{"*.ts", "src/*.go"}, ShapeList, true, ""},
		{"a byte order mark", "\ufeff---\npaths: [a]\n---\nB", true, "B", "paths", []string{"a"}, ShapeList, false, "byte order mark"},
		{"CRLF", "---\r\npaths: [a]\r\n---\r\nB", true, "B", "paths", []string{"a"}, ShapeList, false, ""},
		{"empty", "---\n---\nB", true, "B", "paths", nil, ShapeNone, false, ""},
		{"a boolean instead of patterns", "---\npaths: true\n---\nB", true, "B", "paths", nil, ShapeBool, false, ""},
		{"a list that is not closed", "---\npaths: [unclosed\n---\nB", true, "B", "paths", []string{"[unclosed"}, ShapeText, true, ""},
		{"a key twice", "---\npaths: a\npaths: b\n---\nB", true, "B", "paths", []string{"b"}, ShapeText, true, ""},
		{"never closed", "---\npaths: a\n", false, "---\npaths: a\n", "paths", nil, ShapeNone, false, "never closed"},
		{"a blank line before it", "\n---\npaths: a\n---\nB", false, "\n---\npaths: a\n---\nB", "paths", nil, ShapeNone, false, "white space"},
		{"none", "# Title\n", false, "# Title\n", "paths", nil, ShapeNone, false, ""},
		{"a rule, not a fence", "----\nx\n----\n", false, "----\nx\n----\n", "paths", nil, ShapeNone, false, ""},
		{"no mapping", "---\njust text\n---\nB", true, "B", "paths", nil, ShapeNone, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := ReadFront(tt.text)
			items, s := f.List(tt.key)
			if f.there != tt.there || tt.text[f.Body:] != tt.body || !reflect.DeepEqual(items, tt.want) || s != tt.shape || (f.Broken != "") != tt.broken {
				t.Errorf("%+v: %q as %q", f, items, s)
			}
			if odd := strings.Join(f.Odd, "; "); !strings.Contains(odd, tt.odd) || (tt.odd == "") != (odd == "") && !tt.broken {
				t.Errorf("faults: %q, want one about %q", odd, tt.odd)
			}
		})
	}
}

func TestOnlyALongDescriptionIsReadInFull(t *testing.T) {
	words := strings.Repeat("word ", 200_000) + "end"
	for _, tt := range []struct {
		name, block, want string
		broken            bool
	}{
		{"plain", "description: " + words, words, false},
		{"in quotes", "description: \"" + words + "\"", words, false},
		{"in single quotes", "description: '" + words + "'", words, false},
		{"beside invalid YAML", "description: " + words + "\npaths: [", words, true},
		{"with a colon", "description: " + words + ": x", "", true},
		{"over lines", "description: " + words + "\n  more", "", true},
		{"a list", "description: d\npaths:" + strings.Repeat("\n  - a", 20_000), "", true},
	} {
		f := ReadFront("---\nname: n\n" + tt.block + "\n---\nB")
		if got := f.Text("description"); got != tt.want || (f.Broken != "") != tt.broken {
			t.Errorf("%s: %d bytes, want %d; error: %.80q", tt.name, len(got), len(tt.want), f.Broken)
		}
	}
}

// The place of a fault is given in lines of the whole file, as an editor counts them.
func TestBrokenFrontMatterNamesItsPlace(t *testing.T) {
	for _, tt := range []struct{ block, want string }{
		{"description: a: b", "line 2, column 14: a colon and a space where YAML allows no key; a value with them needs quotes"},
		{"name: n\nglobs:\n\t- src/**", "line 4, column 1: a tab, where YAML allows only spaces"},
		{"name: n\ndescription: \"a", "line 3, column 14: could not find end character of double-quoted text"},
		{"- a", "not a mapping"},
	} {
		if f := ReadFront("---\n" + tt.block + "\n---\nB"); !strings.Contains(f.Broken, tt.want) {
			t.Errorf("%q: %q, want %q", tt.block, f.Broken, tt.want)
		}
	}
}

func TestQuotedBooleanIsText(t *testing.T) {
	f := ReadFront("---\nalwaysApply: \"true\"\nreal: true\n---\n")
	if on, s := f.Flag("alwaysApply"); !on || s != ShapeText {
		t.Errorf("alwaysApply is %v, %q", on, s)
	}
	if on, s := f.Flag("real"); !on || s != ShapeBool {
		t.Errorf("real is %v, %q", on, s)
	}
}

func FuzzFrontMatter(f *testing.F) {
	for _, seed := range []string{"---\na: b\n---\nc", "---\n*\n---\n", "---\n&a [*a]\n---\n", "\ufeff---\r\n? :\n---", "---\na: {b: [c\n---\n", "---\n- \n---\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		front := ReadFront(text)
		if front.Body < 0 || front.Body > len(text) || !front.there && front.Body != 0 {
			t.Fatalf("the body begins at %d of %d", front.Body, len(text))
		}
		for key := range front.Values {
			front.List(key)
			front.Flag(key)
		}
	})
}
