package profile

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

// unversioned is a profile without a version.
type unversioned struct{ Profile }

func (unversioned) Name() string    { return "plain" }
func (unversioned) Version() string { return "" }

// The declarations of all tools are compared as one element. The comparison counts the stand-ins
// among them.
func TestToolsOfTwoPromptsSideBySide(t *testing.T) {
	standIn := source.Of("12345", source.Origin{Kind: source.StandIn, Source: "s", Span: source.Span{End: 5}, Tag: source.NoSpan})
	a := Side{sketch(), prompt.Prompt{Tools: []prompt.Tool{
		{Name: "read", Declaration: source.Literal("123"), From: "a file"}, {Name: "write", Declaration: standIn}}}}
	// A file whose name is that of a value still counts as a file.
	file := source.Of("text", source.Origin{Kind: source.File, Source: "date", Span: source.Span{End: 4}, Tag: source.NoSpan})
	a.Prompt.Messages = []prompt.Message{{Role: prompt.User, Blocks: []prompt.Block{{ID: "y", Text: file}}}}
	b := Side{unversioned{}, prompt.Prompt{
		Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "x", Before: source.Literal("\n\n"), Text: standIn}}}},
		Tools:    []prompt.Tool{{Name: "read", Declaration: source.Literal("1")}}}}
	c := Compare(a, b)
	if c.A != "sketchy@1.0" || c.B != "plain" {
		t.Errorf("names %s, %s", c.A, c.B)
	}
	if len(c.FilesA) != 1 || c.FilesA[0] != "date" || len(c.FilesB) != 0 {
		t.Errorf("files %q and %q", c.FilesA, c.FilesB)
	}
	var got []string
	for _, r := range c.Rows {
		got = append(got, fmt.Sprintf("%s %d %d %q %q", r.Element, r.A.Size.Bytes, r.B.Size.Bytes, r.A.Blocks, r.B.Blocks))
	}
	for _, s := range c.Sizes {
		got = append(got, fmt.Sprintf("%s %d %d, stand-ins %d %d", s.Part, s.A.Bytes, s.B.Bytes, s.StandInA, s.StandInB))
	}
	want := `tools 8 1 ["tool-declarations"] ["tool-declarations"]
system instruction 0 7, stand-ins 0 5
environment context 0 0, stand-ins 0 0
tool declarations 8 1, stand-ins 5 0
IDE context 0 0, stand-ins 0 0
chat history 0 0, stand-ins 0 0
other messages 4 0, stand-ins 0 0
total 12 8, stand-ins 5 5`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}
