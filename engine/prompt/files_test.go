package prompt

import (
	"fmt"
	"testing"

	"galley/engine/source"
)

func TestFilesOfMessagesAreListedOnce(t *testing.T) {
	piece := func(kind source.Kind, name string) source.Text {
		return source.Of("x", source.Origin{Kind: kind, Source: name})
	}
	messages := []Message{
		{Blocks: []Block{{Text: piece(source.Template, "t").Append(piece(source.File, "b"), piece(source.Import, "c"), piece(source.Pack, "p"))}, {Text: piece(source.File, "a")}}},
		{Blocks: []Block{{Text: piece(source.Import, "b").Append(piece(source.StandIn, "s"), piece(source.File, "d"), piece(source.File, "a"))}}},
	}
	if got := fmt.Sprint(Files(messages)); got != "[b c a d]" {
		t.Errorf("the files are %s", got)
	}
	if got := Files(nil); got != nil {
		t.Errorf("of no message: %s", got)
	}
}
