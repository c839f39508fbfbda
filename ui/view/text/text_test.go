package text

import (
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// sample is a prompt of four parts: "abc" of the template, the content of a file that a tag
// inserted, "xyz" of the template, and a text that an agent adds.
//
//	template  abc[file:f]xyz
//	prompt    abcRULES
//	          xyzadded
func sample() *engine.Result {
	tag := source.Span{Start: 3, End: 11}
	text := source.Of("abc", source.Origin{Kind: source.Template, Span: source.Span{Start: 0, End: 3}, Tag: source.Span{Start: 0, End: 3}}).Append(
		source.Of("RULES\n", source.Origin{Kind: source.File, Source: "/p/f", Span: source.Span{Start: 10, End: 16}, Tag: tag}),
		source.Of("xyz", source.Origin{Kind: source.Template, Span: source.Span{Start: 11, End: 14}, Tag: source.Span{Start: 11, End: 14}}),
		source.Of("added", source.Origin{Kind: source.Import, Source: "/p/g", Span: source.Span{Start: 20, End: 25}, Tag: source.NoSpan}),
		source.Of("frame", source.Origin{Kind: source.Structure, Tag: source.NoSpan, Span: source.NoSpan}),
	)
	return &engine.Result{Text: text, Prompt: prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: "b", Title: "B", Text: text}}}}}}
}

func shown(r *engine.Result) (*View, *viewtest.Host) {
	host := &viewtest.Host{}
	v := New(host, cell.Options{})
	v.Update(view.Result{Result: r})
	viewtest.Rows(v, 40, 10)
	return v, host
}

// A place in the template, or in a file that it inserts, is marked in the prompt: the corresponding
// byte if there is one, otherwise everything that the tag inserted.
func TestAPlaceIsMarkedInThePrompt(t *testing.T) {
	for _, c := range []struct {
		name   string
		names  []string
		offset int
		want   string
	}{
		{"the first byte", nil, 0, "a"}, {"a byte of the template", nil, 1, "b"}, {"the last byte before a tag", nil, 2, "c"},
		{"the start of a tag", nil, 3, "RULES\n"}, {"inside a tag", nil, 7, "RULES\n"}, {"right behind a tag", nil, 11, "x"}, {"behind it", nil, 13, "z"},
		{"behind the template", nil, 15, ""},
		{"a byte of a file", []string{"/p/f"}, 10, "R"}, {"another", []string{"/p/f"}, 12, "L"}, {"before the part that is sent", []string{"/p/f"}, 9, ""},
		{"by another of its names", []string{"/x", "/p/f"}, 11, "U"}, {"a file that is not in it", []string{"/x"}, 10, ""}, {"a file that an agent adds", []string{"/p/g"}, 24, "d"},
	} {
		v, _ := shown(sample())
		v.Match(c.names, c.offset)
		span, ok := v.Matched()
		got := ""
		if ok {
			got = v.Text()[span.Start:span.End]
		}
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q is marked, want %q", c.name, got, c.want)
		}
	}
	v := New(&viewtest.Host{}, cell.Options{})
	v.Match(nil, 0)
	if _, ok := v.Matched(); ok {
		t.Error("something is marked without a prompt")
	}
}

// From a place in the prompt the user jumps to its source.
func TestJumpToTheSourceOfAPlace(t *testing.T) {
	for _, c := range []struct {
		name   string
		at     int
		went   int // the offset in the template; -1 means no jump
		opened string
		offset int
	}{
		{"the template", 1, 1, "", 0}, {"a tag", 5, 3, "", 0}, {"the template behind a tag", 10, 12, "", 0}, {"a file that no tag put there", 13, -1, "/p/g", 21}, {"the agent's own", 18, -1, "", 0},
	} {
		v, host := shown(sample())
		v.GoTo(c.at)
		v.Update(keymap.Jump)
		if c.went >= 0 && (host.Went != 1 || host.Place.Span.Start != c.went) || c.went < 0 && host.Went != 0 || host.Opened != c.opened {
			t.Errorf("%s: jumped %d times, to %+v, opened %q at %+v", c.name, host.Went, host.Place, host.Opened, host.At)
		}
		if c.opened != "" && host.At.Offset != c.offset {
			t.Errorf("%s: the file opens at %+v", c.name, host.At)
		}
		if nowhere := c.went < 0 && c.opened == ""; nowhere != strings.Contains(host.Said, "neither from the template nor from a file") {
			t.Errorf("%s: said %q", c.name, host.Said)
		}
	}
}

// A double click jumps to the source, and the mark stays where the click was.
func TestADoublePressJumps(t *testing.T) {
	v, host := shown(sample())
	v.Update(view.Click{X: 4, Y: 0, Count: 1})
	if host.Went != 0 {
		t.Error("a single click jumps")
	}
	v.Update(view.Click{X: 4, Y: 0, Count: 2})
	if host.Went != 1 {
		t.Error("a double click does not jump")
	}
	v.Match(nil, 13)
	if _, ok := v.Matched(); ok {
		t.Error("the text scrolls away before a third click")
	}
	v.Match(nil, 12)
	if _, ok := v.Matched(); !ok {
		t.Error("a later move of the caret marks nothing")
	}
}

func TestOriginsAreShownAndHidden(t *testing.T) {
	v, _ := shown(sample())
	with := viewtest.Rows(v, 40, 10)[0]
	v.Update(keymap.ToggleOrigins)
	without := viewtest.Rows(v, 40, 10)[0]
	if with == without || !strings.HasPrefix(without, "abcRULES") {
		t.Errorf("with origins %q, without %q", with, without)
	}
}

func TestAnEmptyPromptSaysWhy(t *testing.T) {
	v, _ := shown(&engine.Result{})
	if rows := strings.Join(viewtest.Rows(v, 60, 5), "\n"); !strings.Contains(rows, "No message is sent: the template is empty.") {
		t.Errorf("drawn\n%s", rows)
	}
	v, _ = shown(&engine.Result{Prompt: prompt.Prompt{Command: []string{"aider", "--read", "A B"}, Notes: []string{"a note"}}})
	rows := viewtest.Rows(v, 70, 8)
	text := strings.Join(rows, "\n")
	first, command, note := strings.Index(text, "galley sends no prompt"), strings.Index(text, "aider --read"), strings.Index(text, "a note")
	if first < 0 || command < first || note < command || strings.Count(strings.TrimRight(text, "\n"), "\n") != 4 {
		t.Errorf("drawn\n%s", text)
	}
}

// After a jump from a text that a tag inserted, the piece that the user left is marked, not the
// first one of its tag, and the text does not scroll away.
func TestAfterAJumpThePieceThatWasLeftIsMarked(t *testing.T) {
	tag := source.Span{Start: 0, End: 8}
	of := func(text string, from int) source.Text {
		return source.Of(text, source.Origin{Kind: source.File, Source: "/p/f", Line: 3, Span: source.Span{Start: from, End: from + len(text)}, Tag: tag})
	}
	r := &engine.Result{Text: of("first\n", 0).Append(of("second\n", 10), of("third", 20))}
	for _, c := range []struct {
		at   int
		want string
	}{{0, "first\n"}, {5, "first\n"}, {6, "second\n"}, {12, "second\n"}, {13, "third"}, {16, "third"}, {18, "third"}} {
		v, host := shown(r)
		v.GoTo(c.at)
		v.Update(keymap.Jump)
		if host.Said != "/p/f, line 3" || host.Place.Span != tag {
			t.Errorf("said %q, went to %v", host.Said, host.Place)
		}
		v.Match(nil, tag.Start)
		if span, ok := v.Matched(); !ok || v.Text()[span.Start:span.End] != c.want || v.Cursor() != c.at {
			t.Errorf("after a jump from %d, %v is marked and the reader is at %d", c.at, span, v.Cursor())
		}
		v.Match(nil, tag.Start+1)
		if span, _ := v.Matched(); span.Start != 0 {
			t.Errorf("the next move of the caret marks %v", span)
		}
	}
}

// The tab says where a piece comes from when the user jumps to its tag.
func TestAJumpSaysWhereThePieceComesFrom(t *testing.T) {
	tag := source.Span{Start: 0, End: 9}
	for _, c := range []struct {
		kind source.Kind
		from string
		want string
	}{
		{source.File, "/p/f", "/p/f, line 4"}, {source.Import, "/p/g", "/p/g, line 4"}, {source.Override, "prompt:cwd", "prompt:cwd, overridden here"},
		{source.Variable, "own:git status", "git status"}, {source.Variable, "prompt:cwd", "prompt:cwd"}, {source.Pack, "agent/tone", "agent/tone"},
	} {
		v, host := shown(&engine.Result{Text: source.Of("text", source.Origin{Kind: c.kind, Source: c.from, Line: 4, Tag: tag})})
		if next, _ := v.Update(keymap.Jump); next != v || host.Said != c.want || host.Place.Span != tag {
			t.Errorf("%v of %s: said %q, went to %v", c.kind, c.from, host.Said, host.Place)
		}
	}
}

// The mark follows the caret, and comes back when the prompt was made again.
func TestTheMarkIsMadeAgainForANewPrompt(t *testing.T) {
	v, _ := shown(sample())
	v.Match(nil, 1)
	v.Update(view.Move{End: 1})
	at := v.Cursor()
	if v.Match(nil, 1); v.Cursor() != at {
		t.Error("the same place of the caret scrolls the reader away")
	}
	v.Update(view.Result{Result: sample()})
	v.Match(nil, 1)
	if span, ok := v.Matched(); !ok || span.Start != 1 {
		t.Errorf("for a new prompt %v is marked", span)
	}
}

// A press begins a selection and a drag extends it. A double click beside the text does not jump.
func TestTheMouseSelectsText(t *testing.T) {
	v, host := shown(sample())
	v.Update(keymap.ToggleOrigins)
	viewtest.Rows(v, 40, 10)
	v.Update(view.Click{X: 3, Y: 0, Count: 1})
	v.Update(view.Drag{X: 7, Y: 0})
	if text, what := v.Selected(); text != "RULE" || what != view.Selection {
		t.Errorf("%q is selected as %q", text, what)
	}
	v.Update(view.Unselect{})
	if text, _ := v.Selected(); text != "" {
		t.Errorf("%q stays selected", text)
	}
	if next, cmd := v.Update(view.Click{X: 3, Y: 9, Count: 2}); next != v || cmd != nil || host.Went != 0 || host.Said != "" {
		t.Errorf("below the text it jumps %d times and says %q", host.Went, host.Said)
	}
	v.Update(view.Click{X: 4, Y: 0, Count: 2})
	v.Update(view.Click{X: 4, Y: 0, Count: 1})
	v.Match(nil, 12)
	if _, ok := v.Matched(); !ok {
		t.Error("after a jump and a later click the caret marks nothing")
	}
}

// A prompt that is being made again is dimmed.
func TestAnOldPromptIsDimmed(t *testing.T) {
	v, _ := shown(sample())
	draw := func(stale bool) string {
		g := cell.NewGrid(30, 3)
		g.Reset(30, 3, cell.Style{})
		v.Draw(g.Area(0, 0, 30, 3), view.Frame{Styles: viewtest.Styles(), Stale: stale})
		return g.String()
	}
	if draw(false) == draw(true) {
		t.Error("it is drawn as a new one")
	}
}

func TestAPlaceIsShownNearTheTop(t *testing.T) {
	v, _ := shown(&engine.Result{Text: source.Literal(strings.Repeat("line\n", 100))})
	v.GoToTop(250)
	viewtest.Rows(v, 40, 10)
	if e := v.Extent(); v.Cursor() != 250 || e.Top > 250 || e.Top < 235 {
		t.Errorf("the reader is at %d, the window at %+v", v.Cursor(), e)
	}
}

// A text that is by chance as long as its tag is marked whole: its bytes are not those of the tag.
func TestATextAsLongAsItsTagIsMarkedWhole(t *testing.T) {
	r := &engine.Result{Text: source.Of("8 bytes\n", source.Origin{Kind: source.File, Source: "/p/f", Span: source.Span{Start: 0, End: 8}, Tag: source.Span{Start: 0, End: 8}})}
	v, _ := shown(r)
	v.Match(nil, 3)
	if span, ok := v.Matched(); !ok || span != (source.Span{Start: 0, End: 8}) {
		t.Errorf("%v is marked, %v", span, ok)
	}
}
