package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"galley/engine/diag"
	"galley/engine/source"
)

// found prints the problems of a file, each with its code and place.
func found(f *File) string {
	var all []string
	for _, p := range f.Problems {
		all = append(all, fmt.Sprintf("%s %d:%d %s", p.Code, p.Start.Line, p.Start.Column, p.Message))
	}
	return strings.Join(all, "; ")
}

func TestLimitsOfAFile(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("[", n) + "1" + strings.Repeat("]", n) }
	dotted := func(n int) string { return strings.TrimSuffix(strings.Repeat("a.", n), ".") }
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\"k%d\":0,", i)
		}
		return "{" + strings.TrimSuffix(b.String(), ",") + "}"
	}
	over := string(diag.OverBudget)
	for name, c := range map[string]struct{ file, text, want string }{
		"nested lists":            {"x.toml", "a = " + nested(199), ""},
		"one list more":           {"x.toml", "a = " + nested(200), string(diag.BadValue) + " 1:205 nested more than 200 deep"},
		"too many for a reader":   {"x.toml", "a = " + nested(201), over + " 1:205 settings nested more than 200 deep"},
		"a dotted key":            {"x.toml", dotted(200) + " = 1", ""},
		"one part more":           {"x.toml", dotted(201) + " = 1", string(diag.BadValue) + " 1:1 nested more than 200 deep"},
		"a dotted key in a table": {"x.toml", "x = {" + dotted(198) + " = 1}", ""},
		"there, one part more":    {"x.toml", "x = {" + dotted(199) + " = 1}", string(diag.BadValue) + " 1:6 nested more than 200 deep"},
		"a dotted header":         {"x.toml", "[" + dotted(200) + "]", ""},
		"a header, one part more": {"x.toml", "[" + dotted(201) + "]", over + " 1:401 settings nested more than 200 deep"},
		"JSON":                    {"x.json", `{"a":` + nested(199) + "}", ""},
		"JSON, one list more":     {"x.json", `{"a":` + nested(200) + "}", over + " 1:205 settings nested more than 200 deep"},
		"keys":                    {"x.json", keys(10_000), ""},
		"the most bytes":          {"x.json", strings.Repeat(" ", 1<<20-2) + "{}", ""},
		"a byte more":             {"x.json", strings.Repeat(" ", 1<<20-1) + "{}", over + " 1:1048577 settings of more than 1048576 bytes"},
	} {
		if got := found(Parse(c.file, c.text)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := Parse("x.toml", "a = "+nested(200)).Root.JSON(); strings.Contains(got, "1") || strings.Count(got, "[") != 200 {
		t.Errorf("what is nested too deeply is kept: %s", got)
	}
	if f := Parse("x.json", `{"a":1}`+strings.Repeat(" ", 1<<20)); len(f.Root.Fields) > 0 {
		t.Errorf("a file that is too large is read: %s", f.Root.JSON())
	}
	f := Parse("x.json", keys(10_002))
	if got := found(f); len(f.Root.Fields) != 10_000 || !strings.HasPrefix(got, over+" 1:") || !strings.HasSuffix(got, " settings with more than 10000 keys") || len(f.Problems) != 1 {
		t.Errorf("%d keys, %s", len(f.Root.Fields), got)
	}
}

func TestPlacesAndReasonsOfParsers(t *testing.T) {
	t.Parallel()
	var sink map[string]any
	err := toml.Unmarshal([]byte("a = 1\nb = = 2\n"), &sink)
	if at := PlaceTOML(fmt.Errorf("wrapped: %w", err)); at != (source.Position{Line: 2, Column: 5}) {
		t.Errorf("at %+v: %v", at, err)
	}
	if at := PlaceTOML(errors.New("other")); at != (source.Position{}) {
		t.Errorf("at %+v", at)
	}
	inner := errors.New("hujson: invalid character")
	if got := Unplaced(fmt.Errorf("line 3: %w", inner)); got != "invalid character" {
		t.Errorf("got %q", got)
	}
	f := Parse("x.json", `{"a": [true, false, null, 1, 2.5, "x"]}`)
	if got := f.Root.Fields[0].Value.JSON(); got != `[true,false,null,1,2.5,"x"]` {
		t.Errorf("as JSON: %s", got)
	}
	if got := Unplaced(inner); got != "invalid character" {
		t.Errorf("got %q", got)
	}
}
