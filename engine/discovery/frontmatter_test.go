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
		shape      shape
		broken     bool
		odd        string
	}{
		{"a list", "---\npaths:\n  - \"a/**\"\n  - b\n---\nB", true, "B", "paths", []string{"a/**", "b"}, shapeList, false, ""},
		{"one text with commas", "---\npaths: \"a, b/{c,d}\"\n---\nB", true, "B", "paths", []string{"a", "b/{c,d}"}, shapeText, false, ""},
		{"a bare star", "---\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nB", true, "B", "globs", []string{"*.ts", "*.tsx"}, shapeText, true, "bare *"},
		{"bare stars in a list", "---\nglobs:\n  - *.ts\n  - src/*.go\n---\n", true, "", "globs", []string{"*.ts", "src/*.go"}, shapeList, true, ""},
		{"a byte order mark", "\ufeff---\npaths: [a]\n---\nB", true, "B", "paths", []string{"a"}, shapeList, false, "byte order mark"},
		{"CRLF", "---\r\npaths: [a]\r\n---\r\nB", true, "B", "paths", []string{"a"}, shapeList, false, ""},
		{"empty", "---\n---\nB", true, "B", "paths", nil, shapeNone, false, ""},
		{"a boolean where patterns are due", "---\npaths: true\n---\nB", true, "B", "paths", nil, shapeBool, false, ""},
		{"a list that is not closed", "---\npaths: [unclosed\n---\nB", true, "B", "paths", []string{"[unclosed"}, shapeText, true, ""},
		{"a key twice", "---\npaths: a\npaths: b\n---\nB", true, "B", "paths", []string{"b"}, shapeText, true, ""},
		{"never closed", "---\npaths: a\n", false, "---\npaths: a\n", "paths", nil, shapeNone, false, "never closed"},
		{"a blank line before it", "\n---\npaths: a\n---\nB", false, "\n---\npaths: a\n---\nB", "paths", nil, shapeNone, false, "blank"},
		{"none", "# Title\n", false, "# Title\n", "paths", nil, shapeNone, false, ""},
		{"a rule, not a fence", "----\nx\n----\n", false, "----\nx\n----\n", "paths", nil, shapeNone, false, ""},
		{"no mapping", "---\njust text\n---\nB", true, "B", "paths", nil, shapeNone, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := frontMatter(tt.text)
			items, s := f.list(tt.key)
			if f.there != tt.there || tt.text[f.body:] != tt.body || !reflect.DeepEqual(items, tt.want) || s != tt.shape || (f.broken != "") != tt.broken {
				t.Errorf("%+v: %q as %q", f, items, s)
			}
			if odd := strings.Join(f.odd, "; "); !strings.Contains(odd, tt.odd) || (tt.odd == "") != (odd == "") && !tt.broken {
				t.Errorf("odd: %q, want something about %q", odd, tt.odd)
			}
		})
	}
}

func TestAQuotedBooleanIsSeenAsText(t *testing.T) {
	f := frontMatter("---\nalwaysApply: \"true\"\nreal: true\n---\n")
	if on, s := f.flag("alwaysApply"); !on || s != shapeText {
		t.Errorf("alwaysApply is %v, %q", on, s)
	}
	if on, s := f.flag("real"); !on || s != shapeBool {
		t.Errorf("real is %v, %q", on, s)
	}
}

func FuzzFrontMatter(f *testing.F) {
	for _, seed := range []string{"---\na: b\n---\nc", "---\n*\n---\n", "---\n&a [*a]\n---\n", "\ufeff---\r\n? :\n---", "---\na: {b: [c\n---\n", "---\n- \n---\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		front := frontMatter(text)
		if front.body < 0 || front.body > len(text) || !front.there && front.body != 0 {
			t.Fatalf("the body begins at %d of %d", front.body, len(text))
		}
		for key := range front.values {
			front.list(key)
			front.flag(key)
		}
	})
}
