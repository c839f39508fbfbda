package profile_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/prompt"
)

func TestASketchIsReadFromItsList(t *testing.T) {
	got := profile.Sketch{Measured: "1.0"}.Holding("system\n\t62\tIdentity\tbase\n\t7\tWhere\ttells directory\tbase\nuser\n\t0\tRule files\tpart rules\ntools\n\t5\tread file\n")
	want := profile.Sketch{Measured: "1.0",
		Messages: []profile.SketchMessage{
			{Role: prompt.System, Blocks: []profile.SketchBlock{
				{Title: "Identity", Bytes: 62, Base: true},
				{Title: "Where", Bytes: 7, Base: true, Tells: prompt.Directory}}},
			{Role: prompt.User, Blocks: []profile.SketchBlock{{Title: "Rule files", Part: "rules"}}}},
		Tools: []profile.SketchTool{{Name: "read file", Bytes: 5}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestASketchMayBeginWithItsTools(t *testing.T) {
	got := profile.Sketch{}.Holding("tools\n\t5\tread\nuser\n\t1\tHello\n")
	want := profile.Sketch{Messages: []profile.SketchMessage{{Role: prompt.User, Blocks: []profile.SketchBlock{{Title: "Hello", Bytes: 1}}}}, Tools: []profile.SketchTool{{Name: "read", Bytes: 5}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestASketchThatCannotBeReadNamesItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"system\n\tmany\tIdentity\n":        `line 2 of a sketch: strconv.Atoi: parsing "many": invalid syntax`,
		"system\n\t1\tIdentity\tbasement\n": `line 2 of a sketch: "basement" is neither base, part NAME nor tells ELEMENT`,
		"\tmany\tIdentity\n":                `line 1 of a sketch: strconv.Atoi: parsing "many": invalid syntax`,
		"\t1\tIdentity\n":                   "line 1 of a sketch: no role stands before it",
	} {
		got := func() (said string) {
			defer func() { said = fmt.Sprint(recover()) }()
			profile.Sketch{}.Holding(text)
			return ""
		}()
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
