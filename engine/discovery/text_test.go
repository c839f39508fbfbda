package discovery

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
)

// pieces prints the pieces of a text with their origins.
func pieces(t source.Text) string {
	var out []string
	for _, p := range t.Pieces() {
		out = append(out, fmt.Sprintf("%q %s %s %v %d", p.Text, p.Origin.Kind, p.Origin.Source, p.Origin.Span, p.Origin.Line))
	}
	return strings.Join(out, ", ")
}

func TestTextOfAFileAsEachRuntimeDecodesIt(t *testing.T) {
	for _, tt := range []struct {
		name string
		text source.Text
		want string
	}{
		{"plain", FileText("f", "a\nb"), `"a\nb" file f {0 3} 1`},
		{"empty", FileText("f", ""), ``},
		{"a mark", FileText("f", "\ufeffa"), `"a" file f {3 4} 1`},
		{"a mark that stays", GoText("f", "\ufeffa"), `"\ufeffa" file f {0 4} 1`},
		{"from an offset", Decode("f", "ab\ufeffc", 2), `"\ufeffc" file f {2 6} 1`},
		{"wrong bytes", FileText("f", "a\n\xffb\n\n\xe2\x82c"), `"a\n" file f {0 2} 1, "�" file f {2 3} 2, "b\n\n" file f {3 6} 2, "�" file f {6 8} 4, "c" file f {8 9} 4`},
		{"wrong bytes one by one", GoText("f", "\xe2\x82c\ufffd"), `"�" file f {0 1} 1, "�" file f {1 2} 1, "c�" file f {2 6} 1`},
		{"UTF-16", BunText("f", "\xff\xfea\x00\xac\x20x"), `"a€" file f {2 7} 1`},
		{"no UTF-16", BunText("f", "\ufeffa"), `"a" file f {3 4} 1`},
		{"imported", AsImport(FileText("f", "a").Append(source.Literal("b"))), `"a" import f {0 1} 1, "b" import  {0 0} 0`},
	} {
		same(t, tt.name, pieces(tt.text), tt.want)
	}
	if NoOrigin.Tag != source.NoSpan || FileOrigin("f", 0, 1, 1).Tag != source.NoSpan {
		t.Error("a text of no template has a tag")
	}
}

func TestPartsOfATraceHaveText(t *testing.T) {
	trace := &Trace{}
	trace.AddPart(Part{Name: "none"})
	trace.AddPart(Part{Name: "rules", Text: source.Literal("x")})
	trace.AddPart(Part{Name: "skills", Absent: true})
	trace.AddPart(Part{Name: "skills", Text: source.Literal("y")})
	if got := fmt.Sprintf("%d %s %v %s", len(trace.Parts), trace.Part("rules").Text.String(), trace.Part("skills").Absent, trace.Part("none").Name); got != "3 x true " {
		t.Errorf("the parts are %s", got)
	}
	same(t, "stand-in", pieces(StandIn("intro")), `"[intro]" stand-in intro {0 7} 0`)
	if StandIn("intro").Pieces()[0].Origin.Tag != source.NoSpan {
		t.Error("a stand-in has a tag")
	}
}
