package codebolt

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/tool"
)

// The limits of all models in the table of 5.0.7, of names that contain one of theirs, and of
// names that are a part of one.
func TestLimitOfEachModel(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]int{
		"gpt-4": 8192, "gpt-4-32k": 32768, "gpt-4-turbo": 128000, "gpt-4-turbo-preview": 128000, "gpt-4o": 128000, "gpt-4o-mini": 128000, "gpt-3.5-turbo": 16385, "gpt-3.5-turbo-16k": 16385,
		"claude-3-opus": 200000, "claude-3-sonnet": 200000, "claude-3-haiku": 200000, "claude-3-5-sonnet": 200000, "claude-2": 100000, "claude-2.1": 200000,
		"gemini-pro": 32768, "gemini-1.5-pro": 1048576, "gemini-1.5-flash": 1048576, "mistral-large": 32768, "mistral-medium": 32768, "mistral-small": 32768,
		"": 128000, "mistral": 32768, "GEMINI": 32768, "my-claude-3-opus-x": 200000, "other": 128000,
	} {
		if got := ModelLimit(model); got != want {
			t.Errorf("%q: %d, want %d", model, got, want)
		}
	}
}

func parse(t *testing.T, text string) tool.Value {
	t.Helper()
	v, _, err := tool.ParseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Options are read as JavaScript reads them.
func TestOptionsAsInJavaScript(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`0`: "7 0 true true false", `5`: "5 5 true true true", `-1.9`: "-1 -1.9 true true true", `1e999`: "7 +Inf false true true", `"5"`: "7 0 false true true", `""`: "7 0 false true false",
		`true`: "7 0 false true true", `false`: "7 0 false false false", `null`: "7 0 false true false", `[]`: "7 0 false true true", `{}`: "7 0 false true true", `-0.0`: "7 -0 true true false",
	} {
		o := options{tool.Table(tool.Member{Name: "k", Value: parse(t, text)})}
		f, given := o.float("k")
		if got := fmt.Sprint(o.number("k", 7), f, given, o.on("k"), o.truthy("k")); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	var none options
	if none.number("k", 7) != 7 || !none.on("k") || none.truthy("k") || none.text("k") != "" {
		t.Error("an option that is not given")
	}
	o := options{parse(t, `{"list":["a",5,"b"],"text":"x","number":5}`)}
	list, given := o.texts("list")
	if _, wrong := o.texts("text"); fmt.Sprintf("%v %v %v %q %q", list, given, wrong, o.text("text"), o.text("number")) != `[a b] true false "x" ""` {
		t.Errorf("texts %v %v", list, given)
	}
}

func TestFirstEntriesOfAList(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{-4: "", -3: "", -2: "a", -1: "ab", 0: "", 1: "a", 2: "ab", 3: "abc", 4: "abc"} {
		if got := strings.Join(first([]string{"a", "b", "c"}, n), ""); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// A parsed object has its array indexes first, in numeric order.
func TestParsedValuesAreOrderedAsInJavaScript(t *testing.T) {
	t.Parallel()
	const text = `{"b":1.50,"10":[{"2":0,"1":1e21}],"a":null,"9":-0.0,"01":1e-7,"4294967294":1,"4294967295":2,"-1":3,"4294967296":4,"0":1e2}`
	const want = `{"0":100,"9":0,"10":[{"1":1e+21,"2":0}],"4294967294":1,"b":1.5,"a":null,"01":1e-7,"4294967295":2,"-1":3,"4294967296":4}`
	v := parse(t, text)
	if got := parsed(v).JSON(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if v.Get("b").Text != "1.50" || v.Members[0].Name != "b" {
		t.Error("the value itself changed")
	}
}

func TestNumbersOfEverySize(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]string{0: "0", 1e-6: "0.000001", 9.9e-7: "9.9e-7", -1e-7: "-1e-7", 1e20: "100000000000000000000", 1e21: "1e+21", -1.5e21: "-1.5e+21", 1e-10: "1e-10", 1e100: "1e+100", -2.5: "-2.5"} {
		if got := number(n); got != want {
			t.Errorf("%v: %s, want %s", n, got, want)
		}
	}
}

// JavaScript sorts by UTF-16 units, so characters beyond U+FFFF come before U+E000.
func TestOrderOfTextsInUTF16(t *testing.T) {
	t.Parallel()
	all := []string{"\uffff", "\U00010000", "\ue000", "😀b", "😀", "\ud7ff", "\uf000", "b", "ba", "a", ""}
	slices.SortFunc(all, compareUTF16)
	if got, want := fmt.Sprintf("%+q", all), `["" "a" "b" "ba" "\ud7ff" "\U00010000" "\U0001f600" "\U0001f600b" "\ue000" "\uf000" "\uffff"]`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if compareUTF16("a", "a") != 0 || compareUTF16("a", "b") >= 0 || compareUTF16("ab", "a") <= 0 {
		t.Error("equal or shorter texts")
	}
}

func TestSizesOfMentionedFiles(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0B", 1023: "1023B", 1024: "1KB", 1535: "1KB", 1536: "2KB", 2560: "3KB"} {
		if got := size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// Unless the scenario's template_as selects the builder, the profile reads none of the builder's
// keys, and gives a reason for each of them.
func TestKeysOfAScenario(t *testing.T) {
	t.Parallel()
	keys, why := codeboltAgent{}.Reads(profile.Input{})
	if len(keys) != 14 || len(why) != 8 || !strings.Contains(why["skills"], "gemini-builder") {
		t.Errorf("%q, %q", keys, why)
	}
	keys, why = codeboltAgent{}.Reads(profile.Input{Scenario: scenario.Scenario{TemplateAs: "gemini-builder"}})
	if len(keys) != 22 || !slices.Contains(keys, "tool_names") || why != nil {
		t.Errorf("with the builder: %q, %q", keys, why)
	}
	keys, why = builder{}.Reads(profile.Input{})
	if got := strings.Join(keys, " "); got != "tools allowed_tools permission_mode interactive skills agents todos sandbox git tool_names" || why != nil {
		t.Errorf("the builder itself: %s, %q", got, why)
	}
}

func TestWhatTheProfilesSayOfThemselves(t *testing.T) {
	t.Parallel()
	form, always := codeboltAgent{}.WireForm()
	got := fmt.Sprint(codeboltAgent{}.Name(), codeboltAgent{}.Version(), codeboltAgent{}.TemplateAs(), codeboltAgent{}.Makes(), codeboltAgent{}.Separator(), form, always,
		builder{}.Name(), builder{}.Version(), builder{}.TemplateAs(), builder{}.Separator())
	if want := "codebolt5.0.7[custom base gemini-builder none] [gemini-builder]\n\nopenai-chatfalsegemini-builder[none]\n\n"; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got %q", got)
	}
}

func TestEveryModifierIsMadeByItsName(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		m, problems := Build(host(project()), strings.TrimSuffix(name, "Modifier"), tool.Table(), Defaults{})
		if m == nil || m.Name() != name || len(problems) > 0 {
			t.Errorf("%s: %v, %v", name, m, problems)
		}
	}
}

// The modifier does not change the history that the caller gave.
func TestHistoryIsNotChanged(t *testing.T) {
	t.Parallel()
	h := host(project())
	h.History = []prompt.Message{message(prompt.User, prompt.Block{ID: "history", From: "the user"})}
	turn := &Turn{}
	if err := (history{host: h}).Modify(t.Context(), turn); err != nil || turn.Messages[0].Blocks[0].From != historyBlock.from || h.History[0].Blocks[0].From != "the user" {
		t.Errorf("%v, sent by %q, kept as of %q", err, turn.Messages[0].Blocks[0].From, h.History[0].Blocks[0].From)
	}
}
