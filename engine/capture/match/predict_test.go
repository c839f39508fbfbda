package match

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/wire"
)

// captured returns the prediction from a request in which the agent puts two rule files into a
// frame.
func captured(t *testing.T) (*Prediction, []string) {
	t.Helper()
	user := "Intro of the agent.\n" + "Contents of /p/A.md:\n\nalpha\n\n" + "Contents of /p/B.md:\n\nbeta\n\n" + "In /home/u/p today."
	r := request(t, []string{"You help."}, user, "go")
	expected := []Expected{{Name: "A", Text: framed("/p/A.md", "alpha")}, {Name: "B", Text: framed("/p/B.md", "beta")}}
	m := Match(Input{Request: r, Expected: expected, Values: []Value{{"system:cwd", "/home/u/p"}}})
	if len(m.Differences) > 0 {
		t.Fatal(m.Differences)
	}
	return &Prediction{Request: r, Map: m}, []string{"A", "B"}
}

func TestThePredictionFollowsTheFiles(t *testing.T) {
	a, b, c := Expected{Name: "A", Text: framed("/p/A.md", "alpha")}, Expected{Name: "B", Text: framed("/p/B.md", "beta")}, Expected{Name: "C", Text: framed("/p/C.md", "gamma")}
	longer := Expected{Name: "A", Text: framed("/p/A.md", "alpha\n\"more\"")}
	frame := func(name, text string) string { return "Contents of /p/" + name + ".md:\n\n" + text + "\n\n" }
	for name, one := range map[string]struct {
		now     []Expected
		want    string
		changed string
	}{
		"nothing changed": {[]Expected{a, b}, frame("A", "alpha") + frame("B", "beta"), "[]"},
		"edited":          {[]Expected{longer, b}, frame("A", "alpha\n\"more\"") + frame("B", "beta"), "[A]"},
		"removed":         {[]Expected{b}, frame("B", "beta"), "[A]"},
		"all removed":     {nil, "", "[A B]"},
		"added between":   {[]Expected{a, c, b}, frame("A", "alpha") + frame("C", "gamma") + frame("B", "beta"), "[C]"},
		"added last":      {[]Expected{a, b, c}, frame("A", "alpha") + frame("B", "beta") + frame("C", "gamma"), "[C]"},
		"added first":     {[]Expected{c, a, b}, frame("C", "gamma") + frame("A", "alpha") + frame("B", "beta"), "[C]"},
		"renamed":         {[]Expected{a, c}, frame("A", "alpha") + frame("C", "gamma"), "[C B]"},
	} {
		was, names := captured(t)
		p, err := Predict(was.Request, was.Map, names, one.now, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := p.Request.Prompt.Messages[1].Blocks[0].Text.String()
		if want := "Intro of the agent.\n" + one.want + "In /home/u/p today."; text != want {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
		if got := fmt.Sprint(p.Changed); got != one.changed {
			t.Errorf("%s: changed %s, want %s", name, got, one.changed)
		}
		found := false
		for _, s := range p.Map.Spans {
			if s.Origin.Source == "system:cwd" {
				found = text[s.Start:s.End] == "/home/u/p"
			}
		}
		if !found {
			t.Errorf("%s: the value is not in its former place", name)
		}
		if name == "nothing changed" && string(p.Request.Body) != string(was.Request.Body) {
			t.Error("an unchanged request has different bytes")
		}
		blocks := Prompt(p.Request, p.Map, one.now)
		if got := blocks.Messages[1].Text().String(); got != text+"go" {
			t.Errorf("%s: the texts of the blocks are %q", name, got)
		}
	}
}

func TestEmptiedTextIsRemovedFromTheRequest(t *testing.T) {
	rules := source.Literal("<r>\n").Append(gap("intro"), source.Literal("\n"), framed("/p/A.md", "alpha"), source.Literal("</r>"))
	r := request(t, nil, "<r>\nKnow this.\n"+framed("/p/A.md", "alpha").String()+"</r>", "go")
	m := Match(Input{Request: r, Expected: []Expected{{Name: "rules", Text: rules}}})
	p, err := Predict(r, m, []string{"rules"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(p.Request.Places); got != 1 || strings.Contains(string(p.Request.Body), "Know") {
		t.Errorf("%d texts: %s", got, p.Request.Body)
	}
	// When the block is expected again, the agent's words for it are inserted again.
	now := source.Literal("<r>\n").Append(gap("intro"), source.Literal("\n"), framed("/p/B.md", "beta"), source.Literal("</r>"))
	p, err = Predict(r, m, []string{"rules"}, []Expected{{Name: "rules", Text: now}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Request.Prompt.Messages[1].Blocks[0].Text.String(); got != "<r>\nKnow this.\n"+framed("/p/B.md", "beta").String()+"</r>" {
		t.Errorf("%q", got)
	}
}

func TestTextWithoutAPlaceIsReported(t *testing.T) {
	r := request(t, []string{"You help."}, "go")
	p, err := Predict(r, Match(Input{Request: r}), nil, []Expected{{Name: "A", Text: framed("/p/A.md", "alpha")}}, nil)
	if err != nil || fmt.Sprint(p.Unplaced) != "[A]" || string(p.Request.Body) != string(r.Body) {
		t.Errorf("%v %v", p.Unplaced, err)
	}
}

// A capture after an edit must equal the prediction: for random edits of the files, the prediction
// equals the request built from the new files.
func FuzzPredict(f *testing.F) {
	f.Add("alpha", "beta", "alpha 2", "beta", uint8(3))
	f.Add("same", "same", "", "same", uint8(7))
	f.Fuzz(func(t *testing.T, a, b, a2, b2 string, there uint8) {
		for _, s := range []string{a, b, a2, b2} {
			if strings.Contains(s, "Contents of") || strings.ToValidUTF8(s, "") != s {
				t.Skip()
			}
		}
		make := func(a, b string, there uint8) (string, []Expected) {
			var e []Expected
			text := "Intro.\n"
			if there&1 > 0 {
				e = append(e, Expected{Name: "A", Text: framed("/p/A.md", a)})
			}
			if there&2 > 0 {
				e = append(e, Expected{Name: "B", Text: framed("/p/B.md", b)})
			}
			for _, one := range e {
				text += one.Text.String()
			}
			return text + "End.", e
		}
		before, old := make(a, b, 3)
		after, now := make(a2, b2, there&3)
		encoded := request(t, nil, before)
		m := Match(Input{Request: encoded, Expected: old})
		p, err := Predict(encoded, m, []string{"A", "B"}, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Request.Prompt.Messages[1].Blocks[0].Text.String(); got != after {
			t.Fatalf("%q, want %q", got, after)
		}
	})
}

func TestWhatWasMissingFromTheCaptureIsNotNew(t *testing.T) {
	r := request(t, []string{"one\ntwo"}, "go")
	expected := []Expected{{Name: "A", Text: framed("/p/A.md", "alpha")}}
	m := Match(Input{Request: r, Expected: expected})
	p, err := Predict(r, m, []string{"A"}, expected, nil)
	if err != nil || len(p.Changed)+len(p.Unplaced) != 0 {
		t.Errorf("%+v %v", p, err)
	}
}

func TestCurrentValuesReplaceCapturedOnes(t *testing.T) {
	r := request(t, []string{"Today is 2026-01-02, not 2026-01-02.\nStatus:\n(clean)\nend"}, "go")
	m := Match(Input{Request: r, Values: []Value{{Name: "system:date", Text: "2026-01-02"}, {Name: "git:status", Text: "Status:\n(clean)"}}})
	p, err := Predict(r, m, nil, nil, map[string]string{"2026-01-02": "2026-01-03", "Status:\n(clean)": "Status:\nM a.md"})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Request.Prompt.Messages[0].Text().String(); got != "Today is 2026-01-03, not 2026-01-03.\nStatus:\nM a.md\nend" {
		t.Errorf("%q", got)
	}
	if len(p.Changed) != 2 || len(p.Map.Spans) != 3 {
		t.Errorf("%+v", p)
	}
}

// If the number of a text changes, the agent's own words about the text get the new number. If the
// number stays the same, nothing counts as changed.
func TestPredictionRenumbersTheAgentsOwnWords(t *testing.T) {
	t.Parallel()
	list := func(number, more string) Expected {
		return Expected{Name: "skills", Text: source.Text{}.Append(source.Literal("root r" + number + "\n")).Append(gap("own")).Append(source.Literal(more + "</skills>")), Numbered: "(r" + number + "/"}
	}
	r := request(t, []string{"You help.\nroot r0\n- own (r0/own) of r0\n</skills>"}, "go")
	m := Match(Input{Request: r, Expected: []Expected{list("0", "")}})
	for number, want := range map[string]string{"0": "You help.\nroot r0\n- own (r0/own) of r0\n</skills>", "12": "You help.\nroot r12\n- own (r12/own) of r0\n</skills>"} {
		p, err := Predict(r, m, []string{"skills"}, []Expected{list(number, "")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := p.Request.At(0); got != want || (number == "0") != (len(p.Changed) == 0) {
			t.Errorf("%s: %q, changed %q, want %q", number, got, p.Changed, want)
		}
	}
}

func TestSeparateTextIsNotPlacedBesideOthers(t *testing.T) {
	was, names := captured(t)
	now := []Expected{{Name: "A", Text: framed("/p/A.md", "alpha")}, {Name: "B", Text: framed("/p/B.md", "beta")}, {Name: "C", Text: framed("/p/C.md", "gamma"), Separate: true}}
	p, err := Predict(was.Request, was.Map, names, now, nil)
	if err != nil || fmt.Sprint(p.Unplaced) != "[C]" || string(p.Request.Body) != string(was.Request.Body) {
		t.Errorf("%v %v", p.Unplaced, err)
	}
}

// If no text of a new text's kind is in the request, the new text is inserted where agents were
// measured to put it, although the other texts have places of their own.
func TestSeparateTextIsPlacedWhereMeasured(t *testing.T) {
	was, names := captured(t)
	now := []Expected{{Name: "A", Text: framed("/p/A.md", "alpha")}, {Name: "B", Text: framed("/p/B.md", "beta")}, {Name: "C", Text: framed("/p/C.md", "gamma"), Separate: true, Last: true}}
	p, err := Predict(was.Request, was.Map, names, now, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, text := p.Request.At(0)
	if len(p.Unplaced) > 0 || !strings.HasSuffix(text, framed("/p/C.md", "gamma").String()) {
		t.Errorf("unplaced %q, text %q", p.Unplaced, text)
	}
}

// A text that is an item of its own is inserted as an item, with the agent's label and data.
func TestFirstItemOfAKindIsInsertedAsTheAgentDoes(t *testing.T) {
	const plain = `{"input":[{"role":"developer","content":[{"text":"You help."}]},{"role":"user","content":[{"text":"Date"},{"text":"go"}]}]}`
	labelled := func(texts, kinds, data string) string {
		return `{"input":[{"role":"user","content":[` + texts + `],"internal_chat_message_metadata_passthrough":{"content_item_kinds":[` + kinds + `],"content_item_metadata":[` + data + `]}}]}`
	}
	rules := Expected{Name: "rules", Text: file("/p/A.md", "alpha"), Item: true, Label: "rules.kind", Before: "date.kind", Data: `{"rules":1}`}
	first := rules
	first.Before = ""
	for _, one := range []struct {
		name, body string
		now        Expected
		want       string
		spans      string
	}{
		{"before the item with a label", labelled(`{"text":"Date"},{"text":"go"}`, `"date.kind","user"`, "2,3"), rules,
			labelled(`{"text":"alpha"},{"text":"Date"},{"text":"go"}`, `"rules.kind","date.kind","user"`, `{"rules":1},2,3`), "[0 0-5 /p/A.md]"},
		{"before a later item", labelled(`{"text":"go"},{"text":"Date"}`, `"user","date.kind"`, "2,3"), rules,
			labelled(`{"text":"go"},{"text":"alpha"},{"text":"Date"}`, `"user","rules.kind","date.kind"`, `2,{"rules":1},3`), "[1 0-5 /p/A.md]"},
		{"captured before galley knew the text", labelled(`{"text":"old"},{"text":"Date"}`, `"rules.kind","date.kind"`, "2,3"), rules,
			labelled(`{"text":"alpha"},{"text":"Date"}`, `"rules.kind","date.kind"`, `2,3`), "[0 0-5 /p/A.md]"},
		{"first in the first user message", plain, first, strings.Replace(plain, `{"text":"Date"}`, `{"text":"alpha"},{"text":"Date"}`, 1), "[1 0-5 /p/A.md]"},
		{"first in a request of one user message", `{"input":[{"role":"user","content":[{"text":"go"}]}]}`, first, `{"input":[{"role":"user","content":[{"text":"alpha"},{"text":"go"}]}]}`, "[0 0-5 /p/A.md]"},
		{"no item has the label", plain, rules, plain, "unplaced"},
		{"no user message", `{"input":[{"role":"developer","content":[{"text":"You help."}]}]}`, first, `{"input":[{"role":"developer","content":[{"text":"You help."}]}]}`, "unplaced"},
		{"the message is one text", `{"input":[{"role":"user","content":"go"}]}`, first, `{"input":[{"role":"user","content":"go"}]}`, "unplaced"},
	} {
		r, err := wire.Decode(wire.Responses, []byte(one.body))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Predict(r, Map{}, nil, []Expected{one.now}, nil)
		if err != nil {
			t.Fatalf("%s: %v", one.name, err)
		}
		var spans []string
		for _, s := range p.Map.Spans {
			spans = append(spans, fmt.Sprintf("%d %d-%d %s", s.Place, s.Start, s.End, s.Origin.Source))
		}
		got := fmt.Sprint(spans)
		if len(p.Unplaced) > 0 {
			got = "unplaced"
		}
		if string(p.Request.Body) != one.want || fmt.Sprint(p.Changed) != "[rules]" || got != one.spans {
			t.Errorf("%s: %s %s\nwant %s %s", one.name, p.Request.Body, got, one.want, one.spans)
		}
	}
}

// If a list ends with the agent's own words, nothing shows where these words end, and no new text
// is inserted after the list. A list that has only the agent's own words is neither reported as
// missing nor inserted. If it is in the request, it is where the first entry of the user is
// inserted.
func TestListOfOnlyTheAgentsOwnWords(t *testing.T) {
	none := Expected{Name: "agents", OwnOnly: true, Text: gap("intro").Append(source.Literal("\n- b: "), gap("b"), source.Literal("\n\n"))}
	one := Expected{Name: "agents", Text: gap("intro").Append(source.Literal("\n- b: "), gap("b"), source.Literal("\n- c: mine\n\n"))}
	r := request(t, []string{"Agents:\n- b: does b\n\nEnd."}, "go")
	m := Match(Input{Request: r, Expected: []Expected{none}})
	if len(m.Differences) != 0 || m.Gaps["b"] != "does b" {
		t.Fatalf("differences %v, gaps %q", m.Differences, m.Gaps)
	}
	names := []string{"agents"}
	for _, c := range []struct {
		name string
		now  []Expected
		want string
	}{
		{"the same", []Expected{none}, "Agents:\n- b: does b\n\nEnd."},
		{"the first entry", []Expected{one}, "Agents:\n- b: does b\n- c: mine\n\nEnd."},
	} {
		p, err := Predict(r, m, names, c.now, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Request.Prompt.Messages[0].Text().String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	open := Expected{Name: "agents", Text: none.Text.Slice(0, none.Text.Len()-2)}
	p, err := Predict(r, Match(Input{Request: r, Expected: []Expected{open}}), names, []Expected{open, {Name: "rules", Text: source.Literal("rules")}}, nil)
	if err != nil || fmt.Sprint(p.Unplaced) != "[rules]" {
		t.Errorf("a text after a list with an open end: %v, unplaced %v", err, p.Unplaced)
	}
	elsewhere := request(t, []string{"No such list."}, "go")
	m = Match(Input{Request: elsewhere, Expected: []Expected{none}})
	p, err = Predict(elsewhere, m, names, []Expected{none}, nil)
	if err != nil || len(m.Differences)+len(p.Changed)+len(p.Unplaced) != 0 {
		t.Errorf("a request without the list: %v, %v, %+v", err, m.Differences, p)
	}
}
