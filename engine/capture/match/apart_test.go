package match

import (
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/wire"
)

// toolRequest returns a request with two tools; the description of one of them lists skills.
func toolRequest(t *testing.T, system, description string) *wire.Request {
	t.Helper()
	r, err := wire.Decode(wire.Chat, []byte(`{"model":"m","messages":[{"role":"system","content":`+quoted(system)+`},{"role":"user","content":"go"}],`+
		`"tools":[{"type":"function","function":{"name":"read","description":"Reads."}},{"type":"function","function":{"name":"skills","description":`+quoted(description)+`}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"` }

// skillsText returns the expected description of the tool that lists skills.
func skillsText(names ...string) Expected {
	var texts []source.Text
	for _, name := range names {
		texts = append(texts, source.Of(name, source.Origin{Kind: source.File, Source: "/p/" + name, Tag: source.NoSpan}))
	}
	return Expected{Name: "skills", Tool: "skills", Text: gap("tool").Append(source.Literal(" Have: "), source.Join(source.Literal(", "), texts...), source.Literal("."))}
}

func TestListInAToolDescriptionIsPredicted(t *testing.T) {
	r := toolRequest(t, "You help. Have: a, b.", "Uses one. Have: a, b.")
	m := Match(Input{Request: r, Expected: []Expected{skillsText("a", "b")}, Files: []File{{Path: "/p/a", Text: "a", Loaded: true}}})
	if len(m.Differences) > 0 {
		t.Fatal(m.Differences)
	}
	for _, one := range []struct {
		name string
		now  []Expected
		want string
	}{
		{"the same", []Expected{skillsText("a", "b")}, "Uses one. Have: a, b."},
		{"one more", []Expected{skillsText("a", "b", "c")}, "Uses one. Have: a, b, c."},
		{"no skills, and the tool stays", nil, "Uses one."},
		{"no skills, and the tool is removed", []Expected{{Name: "skills", Tool: "skills", Absent: true}}, ""},
	} {
		p, err := Predict(r, m, []string{"skills"}, one.now, nil)
		if err != nil {
			t.Fatalf("%s: %v", one.name, err)
		}
		got := ""
		for i := len(p.Request.Places); i < p.Request.Count(); i++ {
			if place, text := p.Request.At(i); place.Kind == "skills" {
				got = text
			}
		}
		if got != one.want {
			t.Errorf("%s: %q, want %q", one.name, got, one.want)
		}
		if system := p.Request.Prompt.Messages[0].Text().String(); system != "You help. Have: a, b." {
			t.Errorf("%s: the system message became %q", one.name, system)
		}
		if tools := len(p.Request.Prompt.Tools); tools != 2 && one.want != "" || tools != 1 && one.want == "" {
			t.Errorf("%s: %d tools", one.name, tools)
		}
	}
	if m := Match(Input{Request: r, Expected: []Expected{skillsText("x")}}); len(m.Differences) != 1 || m.Differences[0].Kind != Missing {
		t.Errorf("a missing list: %v", m.Differences)
	}
}

func TestFirstTextOfAKindIsPlacedAsTheAgentDoes(t *testing.T) {
	r := toolRequest(t, "You help.\n\nDate: today", "Uses one.")
	rules := source.Literal("\n\n# Rules\n").Append(framed("/p/A.md", "alpha"))
	for _, one := range []struct {
		name     string
		expected Expected
		want     string // the expected system message
	}{
		{"at the end", Expected{Name: "r", Text: rules, Last: true}, "You help.\n\nDate: today" + rules.String()},
		{"before a line", Expected{Name: "r", Text: rules, Before: "\n\nDate: "}, "You help." + rules.String() + "\n\nDate: today"},
		{"before a missing line", Expected{Name: "r", Text: rules, Before: "\n\nTime: "}, "You help.\n\nDate: today"},
		{"replacing the agent's own list", Expected{Name: "r", Text: rules, Last: true, Instead: true}, "You help.\n\nDate: today"},
		{"nowhere", Expected{Name: "r", Text: rules}, "You help.\n\nDate: today"},
	} {
		p, err := Predict(r, Map{}, nil, []Expected{one.expected}, nil)
		if err != nil {
			t.Fatalf("%s: %v", one.name, err)
		}
		got := p.Request.Prompt.Messages[0].Text().String()
		if got != one.want {
			t.Errorf("%s: %q, want %q", one.name, got, one.want)
		}
		if placed := len(p.Unplaced) == 0; placed != strings.Contains(one.want, "alpha") {
			t.Errorf("%s: unplaced %v", one.name, p.Unplaced)
		}
	}
}

// If a list begins directly after the agent's own words, nothing shows where a new text before the
// list would begin. No text is inserted there.
func TestNoTextIsPutBetweenTheAgentsWordsAndTheirList(t *testing.T) {
	list := Expected{Name: "skills", Text: gap("intro").Append(source.Literal("\n<skills>\n"), framed("/p/s", "one"), source.Literal("</skills>"))}
	r := request(t, []string{"You help.\nSkills are good.\n<skills>\n" + framed("/p/s", "one").String() + "</skills>"}, "hello", "go")
	m := Match(Input{Request: r, Expected: []Expected{list}})
	rules := Expected{Name: "rules", Text: framed("/p/A.md", "alpha")}
	p, err := Predict(r, m, []string{"skills"}, []Expected{rules, list}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Unplaced) != 1 || string(p.Request.Body) != string(r.Body) {
		t.Errorf("unplaced %v, system %q", p.Unplaced, p.Request.Prompt.Messages[0].Text().String())
	}
}

// The expected text begins with a blank line, and the request has blank lines in several places
// before it. The gap must not begin at one of those.
func TestGapContainsOnlyWordsNextToItsList(t *testing.T) {
	list := Expected{Name: "skills", Text: source.Literal("\n\n").Append(gap("intro"), source.Literal("\n\n<skills>\n"), framed("/p/s", "one"), source.Literal("</skills>"))}
	r := request(t, []string{"You help.\n\nBe brief.\n\nSkills are good.\n\n<skills>\n" + framed("/p/s", "one").String() + "</skills>"}, "hello", "go")
	if m := Match(Input{Request: r, Expected: []Expected{list}}); m.Gaps["intro"] != "Skills are good." {
		t.Errorf("the gap contains %q", m.Gaps["intro"])
	}
}
