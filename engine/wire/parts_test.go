package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

func TestNamesOfTheForms(t *testing.T) {
	t.Parallel()
	var names []string
	for _, f := range append(Forms(), "other") {
		names = append(names, f.Title()+": "+f.Provider()+" "+f.API())
	}
	want := []string{"Anthropic Messages: anthropic ", "OpenAI Chat Completions: openai chat", "OpenAI Responses: openai responses", "Gemini generateContent: gemini ", "other: anthropic "}
	if !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	for name, want := range map[[2]string]string{
		{"nobody", ""}:        `galley does not know the request form of "nobody"; it knows anthropic, openai, gemini`,
		{"google", "chat"}:    "only openai has several APIs; gemini has one",
		{"openai", "other"}:   `openai has no API "other"; it has chat and responses`,
		{"anthropic", "chat"}: "only openai has several APIs; anthropic has one",
	} {
		if form, err := Find(name[0], name[1]); form != "" || err == nil || err.Error() != want {
			t.Errorf("%v: %s, %v", name, form, err)
		}
	}
	for name, want := range map[[2]string]Form{{"openai", "chat"}: Chat, {"openai", "responses"}: Responses, {"gemini", ""}: Gemini} {
		if form, err := Find(name[0], name[1]); form != want || err != nil {
			t.Errorf("%v: %s, %v", name, form, err)
		}
	}
}

// A declaration in the target's own words stays as it is, even if it breaks a rule of the target.
func TestDeclarationsInTheAgentsOwnWordsStay(t *testing.T) {
	t.Parallel()
	const odd = `{"name":"a b","description":"d","input_schema":{"type":"object","properties":{}}}`
	for _, c := range []struct {
		name    string
		tools   []prompt.Tool
		want    []string
		changes []string
	}{
		{"its own", []prompt.Tool{{Name: "a b", Declaration: source.Literal(odd)}}, []string{odd}, []string{"kept /name: this is the agent's own declaration, and claude may refuse it: claude cannot have the name \"a b\" here"}},
		{"galley's", []prompt.Tool{{Name: "a b", Declaration: source.Literal(odd), Neutral: true}}, []string{strings.Replace(odd, "a b", "a_b", 1)}, []string{"rewritten /name: claude cannot have the name \"a b\" here"}},
		{"another's beside it", []prompt.Tool{{Declaration: source.Literal(odd)}, {Declaration: source.Literal(`{"name":"c","parameters":{"type":"object","properties":{}}}`)}},
			[]string{strings.Replace(odd, "a b", "a_b", 1), `{"name":"c","input_schema":{"type":"object","properties":{}}}`}, []string{"rewritten /name: claude cannot have the name \"a b\" here"}},
	} {
		b := &body{sent: &Encoded{}, prompt: prompt.Prompt{Tools: c.tools}}
		var got, changes []string
		for _, v := range b.tools(tool.ToClaude, tool.Options{}, tool.Claude) {
			got = append(got, v.JSON())
		}
		for _, one := range b.sent.Changes {
			changes = append(changes, string(one.Action)+" "+one.Path+": "+one.Why)
		}
		if !slices.Equal(got, c.want) || !slices.Equal(changes, c.changes) {
			t.Errorf("%s:\n got %q, %q\nwant %q, %q", c.name, got, changes, c.want, c.changes)
		}
	}
	if v := named(""); v.Kind != tool.Absent {
		t.Errorf("an empty text: %s", v.JSON())
	}
}

func TestFaultsOfABodyHaveAPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "line 1, column 1: ", "{\n \"a\": x}": "line 2, column 7: ", "{}}": "line 1, column 3: ", "[\n\n": "line 2, column 1: "} {
		if _, err := parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := parse(make([]byte, MaxBody+1)); err == nil || !strings.HasPrefix(err.Error(), "the body has ") {
		t.Errorf("a large body: %v", err)
	}
	for _, c := range []struct{ at, line, column int }{{-1, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {99, 2, 2}} {
		if line, column := position([]byte("ab\nc"), c.at); line != c.line || column != c.column {
			t.Errorf("offset %d: line %d, column %d", c.at, line, column)
		}
	}
	for part, want := range map[string]bool{`{"type":"text"}`: true, `{}`: true, `{"type":"input_text"}`: true, `{"type":"output_text"}`: true, `{"thought":true}`: false, `{"thought":false}`: true, `{"type":"image"}`: false} {
		n, err := parse([]byte(part))
		if err != nil || isTextPart(n) != want {
			t.Errorf("%s is text: %v, %v", part, !want, err)
		}
	}
}

// Notes name at most twenty kinds of parts that are not shown, each with the number of such parts.
func TestPartsThatAreNotShownAreCounted(t *testing.T) {
	var parts, want []string
	for i := range 22 {
		for range i%3 + 1 {
			parts = append(parts, fmt.Sprintf(`{"type":"kind-%d"}`, i))
		}
		if i < 20 {
			want = append(want, fmt.Sprintf(`%d parts of the type "kind-%d" are not shown as text`, i%3+1, i))
		}
	}
	r, err := Decode(Chat, []byte(`{"messages":[{"role":"user","content":[{"type":"text","text":"a"},`+strings.Join(parts, ",")+`]}]}`))
	if err != nil || !slices.Equal(r.Notes, want) {
		t.Errorf("got %q, %v", r.Notes, err)
	}
}

// Changes that were needed to read a declaration are reported with the index of the declaration in
// the prompt.
func TestWhatWasRewrittenToReadADeclaration(t *testing.T) {
	own := `{"name":"a","description":"d","input_schema":{"type":"object","properties":{}}}`
	gemini := `{"name":"b","description":"d","parameters":{"type":"OBJECT","properties":{"x":{"type":"STRING"}}}}`
	p := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User, Blocks: []prompt.Block{{Text: source.Literal("hi")}}}}}
	for _, text := range []string{own, gemini} {
		p.Tools = append(p.Tools, prompt.Tool{Name: "t", Declaration: source.Literal(text)})
	}
	var got []string
	for _, c := range Encode(p, Anthropic, "m").Changes {
		got = append(got, fmt.Sprintf("%d %s %s: %s", c.Index, c.Tool, c.Path, c.Why))
	}
	if want := []string{"1 b /input_schema: types in capitals became lower case and nullable a type null, as in JSON Schema"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
