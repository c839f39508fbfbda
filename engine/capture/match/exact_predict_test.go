package match

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
	"galley/engine/wire"
)

// A captured request and the texts of today predict the next request: all its texts, its spans,
// and what is reported about it.
func TestWhatThePredictionHas(t *testing.T) {
	lit, all := source.Literal, func(parts ...source.Text) source.Text { return source.Text{}.Append(parts...) }
	r, err := wire.Decode(wire.Chat, []byte(`{"messages":[{"role":"developer","content":"You help on main. Rules: (own words)one end."},{"role":"assistant","content":"tail"},{"role":"user","content":"On main: two tail tail"},{"role":"user","content":"go"}],
		"tools":[{"type":"function","function":{"name":"Skill","description":"Skills: a"}},{"type":"function","function":{"name":"Task","description":"Tasks: b"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	one := func(text string) Expected {
		return Expected{Name: "one", Text: all(lit("("), gap("g"), lit(")"), file("/A.md", text))}
	}
	two := func(text string) Expected {
		return Expected{Name: "two", Text: file("/B.md", text)}
	}
	skills := func(text string) Expected {
		return Expected{Name: "skills", Tool: "Skill", Text: lit(text)}
	}
	was := []Expected{one("one"), two("two"), {Name: "gone", Text: lit("never there")}, skills(": a"), {Name: "tasks", Tool: "Task", Text: lit(": b")}}
	m := Match(Input{Request: r, Expected: was, Values: []Value{{"branch", "main"}, {"word", "help"}}})
	if len(m.Differences) != 1 {
		t.Fatal(m.Differences)
	}
	names := []string{"one", "two", "gone", "skills", "tasks"}
	added := func(e Expected) []Expected {
		e.Name = "new"
		if e.Text.Len() == 0 && !e.Absent {
			e.Text = lit("NEW")
		}
		return []Expected{one("one"), two("two"), skills(": a"), was[4], e}
	}
	const same = "You help on main. Rules: (own words)one end.|tail|On main: two tail tail|go|Skills: a|Tasks: b"
	for _, c := range []struct {
		name   string
		now    []Expected
		values map[string]string
		want   string
		says   string
	}{
		{"the same", was, nil, same, "[] []"},
		{"a value", was, map[string]string{"main": "dev", "help": "help", "two": "2"}, "You help on dev. Rules: (own words)one end.|tail|On dev: two tail tail|go|Skills: a|Tasks: b", "[branch] []"},
		{"a file", []Expected{one("ONE!"), two("two"), skills(": a"), was[4]}, nil, "You help on main. Rules: (own words)ONE! end.|tail|On main: two tail tail|go|Skills: a|Tasks: b", "[one] []"},
		{"a gap that was never captured", append([]Expected{{Name: "one", Text: all(lit("("), gap("h"), lit(")"))}}, was[1:]...), nil, "You help on main. Rules: (…) end.|tail|On main: two tail tail|go|Skills: a|Tasks: b", "[one] []"},
		{"all gone", nil, nil, "You help on main. Rules:  end.|tail|On main:  tail tail|go|Skills|Tasks", "[one two skills tasks] []"},
		{"a tool without its list", []Expected{one("one"), two("two"), skills(""), was[4]}, nil, "You help on main. Rules: (own words)one end.|tail|On main: two tail tail|go|Skills|Tasks: b", "[skills] []"},
		{"a tool that is not declared", []Expected{one("one"), two("two"), {Name: "skills", Tool: "Skill", Absent: true}, was[4]}, nil, "You help on main. Rules: (own words)one end.|tail|On main: two tail tail|go|Tasks: b", "[skills] []"},
		{"a new one without text", added(Expected{Absent: true}), nil, same, "[] []"},
		{"what was missing then", append([]Expected{{Name: "gone", Text: lit("now there")}}, was...), nil, same, "[] []"},
		{"a new one, after the last", added(Expected{}), nil, "You help on main. Rules: (own words)one end.|tail|On main: twoNEW tail tail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one, with gaps at its ends", added(Expected{Text: all(gap("x"), gap("y"), lit("NEW"), gap("z"), gap("z"))}), nil, "You help on main. Rules: (own words)one end.|tail|On main: twoNEW tail tail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one of a tool", added(Expected{Tool: "Task"}), nil, "You help on main. Rules: (own words)one end.|tail|On main: two tail tail|go|Skills: a|Tasks: bNEW", "[new] []"},
		{"a new one of a tool that is not there", added(Expected{Tool: "Bash"}), nil, same, "[new] [new]"},
		{"a new one by itself", added(Expected{Separate: true}), nil, same, "[new] [new]"},
		{"a new one by itself, last", added(Expected{Separate: true, Last: true}), nil, "You help on main. Rules: (own words)one end.NEW|tail|On main: two tail tail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one by itself, before a text", added(Expected{Separate: true, Before: "tail"}), nil, "You help on main. Rules: (own words)one end.|tail|On main: two tail NEWtail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one by itself, before the first text", added(Expected{Separate: true, Before: "You"}), nil, "NEWYou help on main. Rules: (own words)one end.|tail|On main: two tail tail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one by itself, before a text that is not there", added(Expected{Separate: true, Before: "no"}), nil, same, "[new] [new]"},
		{"a new bare one", added(Expected{Bare: true}), nil, same, "[new] [new]"},
		{"a new one instead of the agent's", added(Expected{Instead: true}), nil, same, "[new] [new]"},
		{"a new one before the first", []Expected{{Name: "new", Text: lit("NEW")}, two("two"), one("one"), skills(": a"), was[4]}, nil, "You help on main. Rules: (own words)one end.|tail|On main: NEWtwo tail tail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one before one that begins with a gap", []Expected{{Name: "new", Text: lit("NEW")}, {Name: "one", Text: all(gap("g"), lit("(own words)one"))}, two("two"), skills(": a"), was[4]}, nil, "You help on main. Rules: (own words)one end.|tail|On main: NEWtwo tail tail|go|Skills: a|Tasks: b", "[new] []"},
		{"a new one beside lists of tools alone", []Expected{skills(": a"), {Name: "new", Text: lit("NEW")}, was[4]}, nil, "You help on main. Rules:  end.|tail|On main:  tail tail|go|Skills: a|Tasks: b", "[new one two] [new]"},
		{"a new one after an emptied one", []Expected{two("two"), {Name: "one"}, {Name: "new", Text: lit("NEW")}, skills(": a"), was[4]}, nil, "You help on main. Rules:  end.|tail|On main: twoNEW tail tail|go|Skills: a|Tasks: b", "[one new] []"},
		{"a new one before an emptied one", []Expected{{Name: "new", Text: lit("NEW")}, {Name: "one"}, two("two"), skills(": a"), was[4]}, nil, "You help on main. Rules:  end.|tail|On main: NEWtwo tail tail|go|Skills: a|Tasks: b", "[new one] []"},
	} {
		p, err := Predict(r, m, names, c.now, c.values)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var texts []string
		for i := range p.Request.Count() {
			_, text := p.Request.At(i)
			texts = append(texts, text)
		}
		if got, says := strings.Join(texts, "|"), fmt.Sprint(p.Changed, p.Unplaced); got != c.want || says != c.says {
			t.Errorf("%s:\n%s %s\nwant\n%s %s", c.name, got, says, c.want, c.says)
		}
		for _, s := range p.Map.Spans { // each span has the text that its origin names
			text := texts[s.Place][s.Start:s.End]
			switch want := s.Origin.Source; {
			case s.Start >= s.End:
				t.Errorf("%s: an empty span %+v", c.name, s)
			case s.Origin.Kind == source.Variable && want == "branch" && text != "main" && text != c.values["main"], s.Origin.Kind == source.Variable && want == "word" && text != "help",
				want == "/B.md" && text != "two", want == "/A.md" && !strings.EqualFold(strings.TrimSuffix(text, "!"), "one"), want == "g" && text != "own words":
				t.Errorf("%s: the span of %s has %q", c.name, want, text)
			}
		}
		if got := strings.Join(texts, "|"); (got == same) != (p.Request == r) {
			t.Errorf("%s: the request is a new one: %v", c.name, p.Request != r)
		}
		if c.name == "the same" && wholeMap(p.Map) != wholeMap(m) {
			t.Errorf("the map of an unchanged request is\n%s\nwant\n%s", wholeMap(p.Map), wholeMap(m))
		}
		if c.name == "a value" {
			want := "0:4-8 word 0-4 l0 (-1); 0:12-15 branch 0-3 l0 (-1); 0:24-25 - (0); 0:25-34 g 0-9 l0 (0); 0:34-35 - (0); 0:35-38 /A.md 0-3 l1 (0); 2:3-6 branch 0-3 l0 (-1); 2:8-11 /B.md 0-3 l1 (1); 4:6-9 - (3); 5:5-8 - (4)"
			if got := wholeMap(Map{Spans: p.Map.Spans}); got != want {
				t.Errorf("the spans after a changed value are\n%s\nwant\n%s", got, want)
			}
		}
	}
}
