package discovery

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
)

func TestKeyThatNothingReadsIsPlacedInItsFile(t *testing.T) {
	text := "{\n  \"keys\": 1,\n  \"a.b\" : {\"axb\": 2}\n}"
	for _, tt := range []struct{ file, key, want string }{
		{"/p/s.json", "a.b", `dead-key "it is not read" "remove it" /p/s.json {17 22} {17 3 3} {22 3 8}`},
		{"/p/s.json", "key", `dead-key "it is not read" "remove it" /p/s.json {-1 -1} {0 0 0} {0 0 0}`},
		{"", "keys", ""},
	} {
		trace := cook(t, kitchen(), Options{}, func(_ context.Context, f *Finder) { f.DeadKey(tt.file, text, tt.key, "it is not read", "remove it") })
		got := ""
		for _, p := range trace.Problems {
			got += fmt.Sprintf("%s %q %q %s %v %v %v", p.Code, p.Message, p.Hint, p.File, p.Span, p.Start, p.End)
		}
		same(t, tt.file+" "+tt.key, got, tt.want)
		same(t, "notes", strings.Join(trace.Notes, "\n"), "it is not read; remove it")
	}
}

func TestFileThatDoesNotCountIsPlacedAtItsFault(t *testing.T) {
	trace := cook(t, kitchen(), Options{}, func(_ context.Context, f *Finder) { f.BadFile("/p/s.json", "{\n  ?}", "a value is missing", 4) })
	p := trace.Problems[0]
	same(t, "problem", fmt.Sprintf("%d: %s %q %q %s %v %v %v", len(trace.Problems), p.Code, p.Message, p.Hint, p.File, p.Span, p.Start, p.End),
		`1: bad-file "a value is missing" "fix it: until then the agent ignores the whole file" /p/s.json {4 4} {4 2 3} {4 2 3}`)
	same(t, "notes", strings.Join(trace.Notes, "\n"), "/p/s.json: line 2, column 3: a value is missing")
	if got := Located(source.Position{}, "m"); got != "m" {
		t.Errorf("a message without a place is %q", got)
	}
	if got := Located(source.Position{Line: 1, Column: 2}, "m"); got != "line 1, column 2: m" {
		t.Errorf("a message with a place is %q", got)
	}
}

func TestDefinedAgentsAndModels(t *testing.T) {
	var d Defined
	d.AddAgent("a", source.Literal("A"))
	d.AddAgent("b", source.Literal("B"))
	d.AddModel("x", "P/X")
	d.AddModel("y", "P/Y")
	if got := fmt.Sprintf("%d %s %s %v", len(d.Agents), d.Agents["a"].String(), d.Agents["b"].String(), d.Models); got != "2 A B map[x:P/X y:P/Y]" {
		t.Errorf("defined are %s", got)
	}
}
