package diag

import (
	"fmt"
	"testing"

	"galley/engine/source"
)

// Of two problems of the same tag, the missing partner comes last, whatever the names of the codes
// are.
func TestUnclosedTagComesAfterItsCause(t *testing.T) {
	span := source.Span{Start: 1, End: 4}
	problems := []Problem{{Code: UnclosedIf, Span: span}, {Code: UnknownType, Span: span}, {Code: ConstantIf, Span: span}, {Code: UnclosedIf, Span: source.Span{Start: 1, End: 3}}}
	Sort(problems)
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprint(p.Span.End, " ", p.Code))
	}
	if fmt.Sprint(got) != "[3 unclosed-if 4 constant-if 4 unknown-type 4 unclosed-if]" {
		t.Errorf("sorted %s", got)
	}
}
