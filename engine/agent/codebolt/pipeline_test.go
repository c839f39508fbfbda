package codebolt

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// marks is a pack whose entries consist of their name and values in angle brackets.
type marks struct{}

func (marks) Entry(_, name string) (pack.Entry, bool) {
	text := "<" + name + ">"
	if name == "tree-truncated" {
		text = "<tree-truncated {1}>"
	}
	return pack.Entry{Text: text, Kind: source.Pack, Path: name}, true
}

func host(w facts.World) *Host {
	return &Host{World: w, Prose: From(pack.Of(marks{})), Project: "/p", Dir: "/run", Platform: "linux", Locale: "en-US", Zone: time.UTC, Todos: -1}
}

// build makes modifiers from lines of the form "Name {options}".
func build(t *testing.T, h *Host, lines ...string) []Modifier {
	t.Helper()
	var all []Modifier
	for _, line := range lines {
		name, text, _ := strings.Cut(line, " ")
		o := tool.Table()
		if text != "" {
			v, _, err := tool.ParseJSON(text)
			if err != nil {
				t.Fatal(err)
			}
			o = v
		}
		m, problems := Build(h, name, o, Defaults{})
		if len(problems) > 0 {
			t.Fatalf("%s: %v", line, problems)
		}
		all = append(all, m)
	}
	return all
}

// process runs modifiers on one request. It returns the messages as "role: text" and the messages
// of the problems.
func process(t *testing.T, h *Host, r Request, lines ...string) (messages, problems []string) {
	t.Helper()
	p := &Pipeline{Host: h, Modifiers: build(t, h, lines...)}
	got, found := p.Process(context.Background(), r)
	for _, m := range got.Messages {
		var parts []string
		for _, c := range m.Contents() {
			parts = append(parts, c.String())
		}
		messages = append(messages, string(m.Role)+": "+strings.Join(parts, "|"))
	}
	for _, f := range found {
		problems = append(problems, f.Message)
	}
	return messages, problems
}

func project() *facts.Memory {
	return facts.NewMemory().Clock(time.Date(2026, 2, 5, 23, 30, 0, 0, time.UTC)).Dir("/p")
}

func TestTheEnvironmentNamesTwentyEntriesInTheOrderOfTheDisk(t *testing.T) {
	w := project()
	for i := range 23 {
		w.File(fmt.Sprintf("/p/f%02d", i), "x")
	}
	h := host(w.ReadDirOrder("/p", "f22", ".hidden").File("/p/.hidden", ""))
	h.Zone = time.FixedZone("", 3600)
	got, problems := process(t, h, Request{}, envName)
	want := "user: <setup-intro>\nToday's date is Friday, February 6, 2026 (formatted according to the user's locale).\nOperating system: linux\n" +
		"Current working directory: /p\nFiles in current directory: f22, .hidden, f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16, f17 ... and 4 more files"
	if got[0] != want || len(problems) > 0 {
		t.Errorf("got  %q\nwant %q\n%v", got[0], want, problems)
	}
}

func TestEmptyEnvironmentLosesItsTrailingBlank(t *testing.T) {
	if got, _ := process(t, host(project()), Request{}, envName); !strings.HasSuffix(got[0], "Files in current directory:") {
		t.Errorf("got %q", got[0])
	}
	if got, _ := process(t, host(project().Mode("/p", 0)), Request{}, envName); !strings.HasSuffix(got[0], "\nUnable to read current directory") {
		t.Errorf("got %q", got[0])
	}
}

func TestAssumedLocaleIsReported(t *testing.T) {
	h := host(project())
	h.Locale = "de-DE"
	if _, problems := process(t, h, Request{}, envName); len(problems) != 1 || !strings.Contains(problems[0], "de-DE") {
		t.Errorf("got %q", problems)
	}
}

func TestFullContextAsksForExactlyOneFolderInFront(t *testing.T) {
	w := project().File("/p/top.md", "").File("/p/a/one.md", "1").File("/p/a/b/two.md", "").File("/p/build/x.js", "").
		File("/p/a/shut.ts", "").Mode("/p/a/shut.ts", 0).File("/p/a/big.txt", strings.Repeat("x", 9)).File("/p/a/no.go", "").Link("/p/a/link.md", "one.md")
	got, _ := process(t, host(w), Request{}, envName+` {"enableFullContext": true, "maxFileSize": 8}`)
	_, full, _ := strings.Cut(got[0], "\n\n\n--- Full File Context ---\n")
	want := "--- a/big.txt ---\n[File too large: 9 bytes]\n\n--- a/one.md ---\n1\n\n--- a/shut.ts ---\n[Error reading file: EACCES: permission denied, open '/p/a/shut.ts']\n"
	if full != want {
		t.Errorf("got  %q\nwant %q", full, want)
	}
	got, _ = process(t, host(w), Request{}, envName+` {"enableFullContext": true, "maxFiles": 1}`)
	if !strings.HasSuffix(got[0], "\n\n... (2 more files not shown due to limit)\n") {
		t.Errorf("got %q", got[0])
	}
	if got, _ := process(t, host(project()), Request{}, envName+` {"enableFullContext": true}`); strings.Contains(got[0], "Full") {
		t.Errorf("without anything to show: %q", got[0])
	}
}

func TestOrderOfModifiersDecidesWhatIsLost(t *testing.T) {
	h := host(project())
	h.History = []prompt.Message{message(prompt.System, block(historyBlock, "", source.Literal("OLD")))}
	h.Tools = tool.Read("", `[{"name": "t"}]`).Tools
	r := Request{ActiveFile: "a.go", Files: []string{"x.md"}}
	for _, c := range []struct {
		lines []string
		want  string // the expected first message
		lost  string // the messages of the expected problems; "" for none
	}{
		{[]string{ideName, coreName}, "system: <CORE_DEFAULT>", "CoreSystemPromptModifier replaces the system message that is there: what IdeContextModifier added is lost"},
		{[]string{historyName, coreName}, "system: <CORE_DEFAULT>", "CoreSystemPromptModifier replaces the system message that is there: what ChatHistoryMessageModifier added is lost"},
		{[]string{coreName, historyName}, "system: OLD", ""},
		{[]string{"Memory {\"user\": 1}", ideName, coreName}, "system: <CORE_DEFAULT>", "CoreSystemPromptModifier replaces the system message that is there: what GeminiMemoryModifier and IdeContextModifier added is lost"},
		{[]string{mentionName, envName}, "", "the mentioned files are not sent: no user message exists yet when AtFileProcessorModifier adds them to the last one"},
		{[]string{toolsName + ` {"toolsLocation": "InsidePrompt"}`}, "", "the tools are not sent: the last message is not the user's when ToolInjectionModifier adds them to it"},
		{[]string{envName, mentionName, toolsName + ` {"toolsLocation": "InsidePrompt"}`}, "user: [object Object],[object Object],[object Object],[object Object]\n\n--- Available Tools ---\n1. **t**",
			"ToolInjectionModifier turns the parts of a message into the words [object Object]: what EnvironmentContextModifier and AtFileProcessorModifier added is lost"},
		{[]string{coreName + ` {"customSystemPrompt": "C", "userMemory": "M"}`}, "system: C", "the memory of CoreSystemPromptModifier is not sent: it belongs to the agent's own text, which is replaced"},
	} {
		got, problems := process(t, h, r, c.lines...)
		if c.want != "" && got[0] != c.want {
			t.Errorf("%q:\ngot  %q\nwant %q", c.lines, got[0], c.want)
		}
		if strings.Join(problems, "; ") != c.lost {
			t.Errorf("%q:\ngot  %q\nwant %q", c.lines, problems, c.lost)
		}
	}
}

func TestTheBasePromptIsSentOnlyWithoutASystemMessage(t *testing.T) {
	h := host(project())
	base := source.Literal("BASE")
	for _, c := range []struct {
		modifiers []Modifier
		first     string
		problems  int
	}{{nil, "BASE", 0}, {build(t, h, planName), "<PLAN_MODE_TEXT>", 1}, {build(t, h, envName), "BASE", 0}} {
		got, problems := (&Pipeline{Host: h, Base: &base, Modifiers: c.modifiers}).Process(context.Background(), Request{})
		if m := got.Messages[0]; m.Role != prompt.System || m.Text().String() != c.first || len(problems) != c.problems {
			t.Errorf("got %s %q %v", m.Role, m.Text(), problems)
		}
	}
}

func TestTheEndOfThePrompt(t *testing.T) {
	text := source.Literal(" \u00a0do it\ufeff\n")
	for _, c := range []struct {
		todos int
		r     Request
		lines []string
		want  string
	}{
		{0, Request{Text: &text}, nil, "assistant: <ack>/user: <system-reminder>\n<todo-reminder>\n</system-reminder>/user: do it"},
		{2, Request{Text: &text}, nil, "assistant: <ack>/user: do it"},
		{-1, Request{}, nil, "assistant: <ack>"},
		{-1, Request{}, []string{planName}, "system: <PLAN_MODE_TEXT>"}, // the acknowledgement is left out after a system message
		{-1, Request{}, []string{planName + ` {"isPlanMode": false}`}, "assistant: <ack>"},
	} {
		h := host(project())
		h.Todos = c.todos
		p := &Pipeline{Host: h}
		for _, m := range build(t, h, c.lines...) {
			if m != nil {
				p.Modifiers = append(p.Modifiers, m)
			}
		}
		got, _ := p.Process(context.Background(), c.r)
		var all []string
		for _, m := range got.Messages {
			all = append(all, string(m.Role)+": "+m.Text().String())
		}
		if s := strings.Join(all, "/"); s != c.want {
			t.Errorf("got  %q\nwant %q", s, c.want)
		}
	}
}

func TestMemoryIsTheJSONThatJavaScriptWrites(t *testing.T) {
	got, _ := process(t, host(project()), Request{}, `GeminiMemoryModifier {"user": {"b": 1.50, "10": "x\u2028<", "2": [], "a": {}}, "project": 0}`)
	want := "system: \n---\n\n# User Preferences\n{\n  \"2\": [],\n  \"10\": \"x\u2028<\",\n  \"b\": 1.5,\n  \"a\": {}\n}\n\n"
	if got[0] != want {
		t.Errorf("got  %q\nwant %q", got[0], want)
	}
	if got, _ := process(t, host(project()), Request{}, `Memory {"user": "", "project": null}`); got[0] != "assistant: <ack>" {
		t.Errorf("nothing remembered: %q", got)
	}
}

func TestErrorsOfMentionsHaveNodesWording(t *testing.T) {
	w := project().File("/p/a.md", "A").File("/p/b.MD", "B").File("/p/raw.md", "x\xe2\x82y").File("/p/Makefile", "").Dir("/p/d.md").
		File("/p/large.md", strings.Repeat("x", 11)).File("/p/d/.h.md", "").File("/p/d/z.md", "Z").File("/p/d/k.bin", strings.Repeat("x", 1536)).Dir("/p/d/sub").
		File("/p/shut.md", "").Mode("/p/shut.md", 0)
	env := envName
	read := func(name string) string {
		got, _ := process(t, host(w), Request{Files: []string{name}}, env, mentionName+` {"maxFileSize": 10}`)
		return got[0][strings.LastIndexByte(got[0], '|')+1:]
	}
	for name, want := range map[string]string{
		"a.md": "A", "b.MD": "B", "/p/a.md": "A", "d/../a.md": "A", "raw.md": "x\ufffdy",
		"Makefile": "[Error reading: Error: File type not allowed: ]",
		"d.md":     "[Error reading: Error: EISDIR: illegal operation on a directory, read]",
		"large.md": "[Error reading: Error: File too large: 11 bytes]",
		"a.md/x":   "[Error reading: Error: ENOTDIR: not a directory, stat '/p/a.md/x']",
		"shut.md":  "[Error reading: Error: EACCES: permission denied, open '/p/shut.md']",
	} {
		if got := read(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	got, _ := process(t, host(w), Request{Folders: []string{"d", "a.md"}}, env, mentionName)
	_, parts, _ := strings.Cut(got[0], "|")
	want := "\n--- Folder Structures ---|\nStructure of @d:\n|d/sub/\nd/k.bin (2KB)\nd/z.md (1B)|\n--- Files in d ---|\nContent from @d/z.md:\n|Z|" +
		"\nStructure of @a.md:\n|[Error reading folder a.md: /p/a.md is not a directory]"
	if parts != want {
		t.Errorf("got  %q\nwant %q", parts, want)
	}
	if _, problems := process(t, host(w), Request{Files: []string{"**/*.md"}}, env, mentionName); len(problems) != 1 || !strings.Contains(problems[0], "adds nothing") {
		t.Errorf("a pattern: %q", problems)
	}
}

func TestUnknownModifierIsAProblem(t *testing.T) {
	h := host(project())
	m, problems := Build(h, "EnviromentContext", tool.Table(), Defaults{})
	if m != nil || len(problems) != 1 || problems[0].Hint != "did you mean EnvironmentContextModifier?" {
		t.Errorf("got %v %v", m, problems)
	}
	m, problems = Build(h, "IdeContext", tool.Table(tool.Member{Name: "maxOpenFile", Value: tool.Flag(true)}), Defaults{})
	if m == nil || len(problems) != 1 || problems[0].Hint != "did you mean maxOpenFiles?" {
		t.Errorf("got %v %v", m, problems)
	}
}

func TestEveryByteHasAnOrigin(t *testing.T) {
	w := project().File("/p/a.md", "A").File("/p/d/b.md", "B")
	h := host(w)
	h.Tools = tool.Read("", `[{"type": "function", "function": {"name": "t", "description": "d", "parameters": {"type": "object"}}}]`).Tools
	h.Todos = 0
	text := source.Of("do it", source.Origin{Kind: source.Variable, Source: "request"})
	p := &Pipeline{Host: h, Modifiers: build(t, h, coreName, envName+` {"enableFullContext": true}`, directoryName, ideName, toolsName, mentionName)}
	got, _ := p.Process(context.Background(), Request{Text: &text, ActiveFile: "a.md", Files: []string{"a.md"}, Folders: []string{"d"}})
	kinds := map[source.Kind]bool{}
	for _, m := range got.Messages {
		for _, piece := range m.Text().Pieces() {
			kinds[piece.Origin.Kind] = true
			if piece.Origin.Kind != source.Structure && piece.Origin.Source == "" {
				t.Errorf("no origin: %q", piece.Text)
			}
		}
	}
	for _, k := range []source.Kind{source.Structure, source.Variable, source.File, source.Pack} {
		if !kinds[k] {
			t.Errorf("no text has the origin %s", k)
		}
	}
	if d := got.Tools[0].Declaration.String(); d != `{"type":"function","function":{"name":"t","description":"d","parameters":{"type":"object"}}}` || got.ToolChoice != "auto" {
		t.Errorf("tools: %s, %q", d, got.ToolChoice)
	}
}
