package scenario

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/settings"
)

func TestTheTemplateAddsNothingWhileItIsCommentedOut(t *testing.T) {
	s, problems := Parse("", Template())
	if len(problems) > 0 || !reflect.DeepEqual(s, Scenario{}) {
		t.Errorf("got %+v, %v", s, problems)
	}
}

// uncommented returns the template of a scenario with every example active. If a key has two
// examples, second selects the second one.
func uncommented(second bool) string {
	example := regexp.MustCompile(`^# (\[|[a-z_]+ = )`)
	var lines []string
	for _, line := range strings.Split(Template(), "\n") {
		isList := strings.HasPrefix(line, "# tools = [")
		if strings.HasPrefix(line, "# tools = ") && isList != second {
			continue
		}
		if example.MatchString(line) {
			lines = append(lines, line[2:])
		}
	}
	return strings.Join(lines, "\n")
}

func TestTheTemplateCoversEveryKey(t *testing.T) {
	for _, second := range []bool{false, true} {
		text := uncommented(second)
		s, problems := Parse("", text)
		if len(problems) > 0 {
			t.Fatalf("an example is wrong: %v", problems)
		}
		// Some example must set every field.
		v := reflect.ValueOf(s)
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Tag.Get("set") != "-" && v.Field(i).IsZero() {
				t.Errorf("no example for %s", f.Name)
			}
		}
	}
	for _, key := range settings.Keys(Scenario{}) {
		name := key[strings.LastIndexByte(key, '.')+1:]
		if !regexp.MustCompile(`\b` + name + ` = |\[\[?` + name + `\]`).MatchString(Template()) {
			t.Errorf("%s is not in the template", key)
		}
	}
}

func TestEveryShapeOfAKey(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		text string
		get  func(Scenario) any
		want any
	}{
		{`model = "anthropic/claude/x"`, func(s Scenario) any { return []string{s.Provider, s.Model} }, []string{"anthropic", "claude/x"}},
		{"model = 'm'\nprovider = 'p'", func(s Scenario) any { return []string{s.Provider, s.Model} }, []string{"p", "m"}},
		{"model = 'p/m'\nprovider = 'p'", func(s Scenario) any { return []string{s.Provider, s.Model} }, []string{"p", "m"}},
		{"model = 'a/m'\nprovider = 'openrouter'", func(s Scenario) any { return []string{s.Provider, s.Model} }, []string{"openrouter", "a/m"}},
		{`approval_mode = "plan"`, func(s Scenario) any { return s.PermissionMode }, "plan"},
		{`sandbox = false`, func(s Scenario) any { return s.Sandbox }, Word("false")},
		{`sandbox = "docker"`, func(s Scenario) any { return s.Sandbox }, Word("docker")},
		{`todos = false`, func(s Scenario) any { return s.Todos }, Todos{On: &no}},
		{`todos = ["a", {content = "b", status = "done"}]`, func(s Scenario) any { return s.Todos }, Todos{&yes, []Todo{{"a", ""}, {"b", "done"}}}},
		{`topic = "Parsing"`, func(s Scenario) any { return s.Topic }, Topic{On: &yes, Title: "Parsing"}},
		{`topic = {title = "a", summary = "b"}`, func(s Scenario) any { return s.Topic }, Topic{&yes, "a", "b"}},
		{`topic = true`, func(s Scenario) any { return s.Topic }, Topic{On: &yes}},
		{`memory = "m"`, func(s Scenario) any { return s.Memory }, Memory{Whole: settings.Text{Given: true, Text: "m"}}},
		{`memory = {user = ""}`, func(s Scenario) any { return s.Memory }, Memory{User: settings.Text{Given: true}}},
		{`tools = []`, func(s Scenario) any { return s.Tools }, Tools{Given: true}},
		{`tools = ["Read", {name = "B", z = 1, a = 2}, {type = "function", function = {name = "C"}}]`, func(s Scenario) any { return s.Tools.List },
			[]Tool{{"Read", ""}, {"B", `{"name":"B","z":1,"a":2}`}, {"C", `{"type":"function","function":{"name":"C"}}`}}},
		{`modifiers = ["A", {name = "B", options = {n = 1}}]`, func(s Scenario) any { return s.Modifiers }, []Modifier{{"A", ""}, {"B", `{"n":1}`}}},
		{`allowed_tools = []`, func(s Scenario) any { return s.AllowedTools != nil && len(*s.AllowedTools) == 0 }, true},
		{`ide = {active_file = "a", turns = [{open_files = ["b"]}]}`, func(s Scenario) any { return s.IDE },
			IDE{IDEState{ActiveFile: "a"}, []IDEState{{OpenFiles: []string{"b"}}}}},
		{`custom_prompt = ""`, func(s Scenario) any { return s.CustomPrompt }, settings.Text{Given: true}},
	} {
		s, problems := Parse("s.toml", c.text)
		if len(problems) > 0 {
			t.Errorf("%s: %v", c.text, problems)
		}
		if got := c.get(s); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.text, got, c.want)
		}
	}
}

func TestFaultDoesNotAffectOtherKeys(t *testing.T) {
	s, problems := Parse("s.toml", "mdoel = 'x'\nauth = 'oath'\nprobes = ['a']\n[[skills]]\nnaem = 'r'\ndescription = 'd'\n[topic]\non = 'x'\n")
	var got []string
	for _, p := range problems {
		got = append(got, string(p.Code)+" "+p.Message+"; "+p.Hint)
		if p.File != "s.toml" || p.Start.Line == 0 {
			t.Errorf("no place: %+v", p)
		}
	}
	want := []string{
		`unknown-key unknown setting "mdoel"; did you mean "model"?`,
		`bad-value expected "api" or "oauth", found "oath"; did you mean "oauth"?`,
		`unknown-key unknown setting "skills.naem"; did you mean "name"?`,
		`bad-value expected true or false, found "x"; `,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(s.Probes) != 1 || len(s.Skills) != 1 || s.Skills[0].Description != "d" {
		t.Errorf("got %+v", s)
	}
}

func TestLoadReadsReferencedFiles(t *testing.T) {
	w := facts.NewMemory().
		Env("HOME", "/home/u").
		File("/p/.galley/scenario.toml", "custom_prompt = {file = 'a.txt'}\nappend_prompt = {file = '/abs.txt'}\nbase_prompt = {file = '~/h.txt'}\ntools = 't.json'\nuser_system = {file='gone'}\n").
		File("/p/.galley/a.txt", "A").File("/abs.txt", "ABS").File("/home/u/h.txt", "H").File("/p/.galley/t.json", "[]").
		File("/p/other.json", "{\"model\": \"m\" /* why */}")
	s, problems := Load(w, Path(w, "/p", ""))
	if s.CustomPrompt != (settings.Text{Given: true, Text: "A", File: "/p/.galley/a.txt"}) || s.AppendPrompt.Text != "ABS" || s.BasePrompt.Text != "H" || s.Tools.Text.Text != "[]" {
		t.Errorf("got %+v", s)
	}
	if s.UserSystem.Given || len(problems) != 1 || problems[0].Code != diag.BadFile || problems[0].Start.Line != 5 {
		t.Errorf("a missing file: %+v %v", s.UserSystem, problems)
	}
	if want := []string{"/p/.galley/a.txt", "/abs.txt", "/home/u/h.txt", "/p/.galley/t.json", "/p/.galley/gone"}; !slices.Equal(s.Files, want) {
		t.Errorf("files %q, want %q", s.Files, want)
	}
	w.File("/p/twice.toml", "custom_prompt = {file = '/abs.txt'}\nappend_prompt = {file = '/abs.txt'}\n")
	if s, _ := Load(w, "/p/twice.toml"); !slices.Equal(s.Files, []string{"/abs.txt"}) {
		t.Errorf("a file that is named twice: %q", s.Files)
	}
	if s, problems := Load(w, Path(w, "/p", "other.json")); s.Model != "m" || len(problems) > 0 {
		t.Errorf("named explicitly: %+v %v", s, problems)
	}
	if _, problems := Load(w, Path(w, "/p", "gone.toml")); len(problems) != 1 || problems[0].Code != diag.BadFile {
		t.Errorf("named but missing: %v", problems)
	}
	if s, problems := Load(w, Path(w, "/q", "")); !reflect.DeepEqual(s, Scenario{}) || len(problems) > 0 {
		t.Errorf("a project without a scenario: %+v %v", s, problems)
	}
}

func TestSplitModel(t *testing.T) {
	for in, want := range map[string][2]string{"m": {"", "m"}, "p/m": {"p", "m"}, "p/a/b": {"p", "a/b"}, "/m": {"", "m"}, "p/": {"p", ""}, "": {"", ""}, "models/m": {"", "models/m"}, "publishers/google/models/m": {"", "publishers/google/models/m"}, "models/": {"models", ""}} {
		if p, m := SplitModel(in); p != want[0] || m != want[1] {
			t.Errorf("SplitModel(%q) = %q, %q", in, p, m)
		}
	}
}
