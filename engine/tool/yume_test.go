package tool

import (
	"slices"
	"strings"
	"testing"
)

func TestReadIsDefinedAsGiven(t *testing.T) {
	const given = `{"name":"Read","description":"Read a file from the filesystem","input_schema":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path to the file to read"},"offset":{"type":"number","description":"Line number to start reading from (optional)"},"limit":{"type":"number","description":"Number of lines to read (optional)"}},"required":["file_path"]}}`
	if got := Definitions()[0].Canonical().JSON(); got != given {
		t.Errorf("got %s", got)
	}
}

func TestEveryAdvertisedToolIsDefinedAndTakenEverywhere(t *testing.T) {
	names := Advertised(Capabilities{true, true})
	found, missing := Pick(names, Definitions())
	if len(names) != 14 || len(missing) > 0 || len(found) != 14 {
		t.Fatalf("%d names, of which %v have no definition", len(names), missing)
	}
	for _, f := range forms {
		for _, c := range Write(found, f.to, f.o).Changes {
			if c.Path != "/strict" {
				t.Errorf("%s: %+v", f.name, c)
			}
		}
	}
}

func TestCapabilitiesDecideWhatIsAdvertised(t *testing.T) {
	for _, c := range []struct {
		can  Capabilities
		last string
		n    int
	}{{Capabilities{}, "Bash", 8}, {Capabilities{WebAccess: true}, "NotebookEdit", 11}, {Capabilities{Subagents: true}, "TodoWrite", 11}, {Capabilities{true, true}, "TodoWrite", 14}} {
		names := Advertised(c.can)
		if len(names) != c.n || names[len(names)-1] != c.last {
			t.Errorf("%+v: %v", c.can, names)
		}
		names[0] = "changed" // must not affect the list of the next call
	}
	if Advertised(Capabilities{})[0] != "Read" {
		t.Error("callers share the same slices")
	}
}

func TestPickKeepsTheOrderAndReportsMissingTools(t *testing.T) {
	found, missing := Pick([]string{"Bash", "Nope", "Read"}, Definitions())
	if len(found) != 2 || found[0].Named() != "Bash" || found[1].Named() != "Read" || !slices.Equal(missing, []string{"Nope"}) {
		t.Errorf("%v %v", found, missing)
	}
}

func TestShortDeclarations(t *testing.T) {
	one := func(schema string) Tool {
		return Read("f", `[{"name":"n","description":"Does it. And more.\n\nExample:\n`+"```"+`\nx\n`+"```"+`","input_schema":`+schema+`}]`).Tools[0]
	}
	schema := `{"type":"object","title":"T","additionalProperties":true,"properties":{"title":{"type":"string","title":"x","default":1,"format":"uri","examples":["a"],"description":"A title (e.g. \"x\"). Required."},"o":{"type":"object","additionalProperties":false}}}`
	for _, c := range []struct {
		name, want string
		do         func(Tool) Tool
	}{
		{"bare", `{"type":"object","properties":{"title":{"type":"string","description":"A title (e.g. \"x\"). Required."},"o":{"type":"object","additionalProperties":false}}}`, Bare},
		{"terse", `{"type":"object","title":"T","additionalProperties":true,"properties":{"title":{"type":"string","title":"x","default":1,"format":"uri","examples":["a"],"description":"A title (e.g. \"x\")."},"o":{"type":"object","additionalProperties":false}}}`, Terse},
		{"plain", `{"type":"object","title":"T","additionalProperties":true,"properties":{"title":{"type":"string","title":"x","default":1,"format":"uri","description":"A title. Required."},"o":{"type":"object","additionalProperties":false}}}`, Plain},
	} {
		if got := c.do(one(schema)).Schema.JSON(); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if got := Terse(one(schema)).Description.Text; got != "Does it." {
		t.Errorf("terse: %q", got)
	}
	if got := Plain(one(schema)).Description.Text; strings.Contains(got, "```") {
		t.Errorf("plain: %q", got)
	}
}

func TestFirstSentences(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "One": "One", "One. Two.": "One.", "Use e.g. this. Then that.": "Use e.g. this.", "Version 1.2 of it. Yes.": "Version 1.2 of it.",
		"Line\nnext. More": "Line\nnext.", "Para\n\nnext": "Para", "Really? Yes.": "Really?", "see a.b.c": "see a.b.c", "etc. and so on. X": "etc. and so on.",
	} {
		if got := firstSentence(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

func TestExamplesAreRemovedFromDescriptions(t *testing.T) {
	for s, want := range map[string]string{
		"A path, e.g. /a/b. Absolute.":  "A path. Absolute.",
		"A path (e.g. /a/b).":           "A path.",
		"A path (for example f(x)) now": "A path now",
		"Text\n```\ncode\n```\nafter":   "Text\nafter",
		"Example: x y\nrest":            "rest",
		"no samples here":               "no samples here",
	} {
		if got := withoutSamples(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestAbbreviationsEndNoSentence(t *testing.T) {
	for _, short := range []string{"e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "incl.", "max.", "min.", "no.", "No."} {
		if got, want := firstSentence("Takes "+short+" two of them. More."), "Takes "+short+" two of them."; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
