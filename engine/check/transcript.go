package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/tool"
)

// Answer says what a transcript is checked against.
type Answer struct {
	File string // what the transcript is called
	Text string // line-delimited JSON
	// Mode is the permission mode in force: auto, interactive or deny.
	Mode string
	// Tools are those that the model may call; nil accepts every call.
	Tools []tool.Tool
	// Rules are the files of instructions that were in the prompt, with their texts.
	Rules []RuleFile
	// Probes are phrases of which one must occur; they stand in for the rules.
	Probes []string
}

// RuleFile is a file of instructions.
type RuleFile struct{ Path, Text string }

// Transcript holds a model's answer against what its prompt asks for, rule by rule:
//
//   - every line is a JSON object of a type that is known;
//   - in mode interactive nothing follows a call until its result does;
//   - in mode deny an answer holds no call, and a result is an error;
//   - only tools that were advertised are called, with input that their schemas take;
//   - the answer shows that the instructions were read: it names a file of them, has
//     eight words in a row of one, or one of the probes.
//
// Calls may be written as the prompt for Gemini asks, {type: tool_use}, or as the
// API of OpenAI gives them, {type: function} and {type: function_call}.
func Transcript(a Answer) []diag.Problem {
	t := transcript{answer: a, lines: source.NewLines(a.Text), left: maxStepsInAll}
	at := 0
	for line := range strings.SplitSeq(a.Text, "\n") {
		if len(t.problems) >= mostProblems {
			t.problem(diag.BadLine, at, at+len(line), fmt.Sprintf("the answer is not looked at from here on: it has %d problems before this line", len(t.problems)), "mend those first")
			diag.Sort(t.problems)
			return t.problems
		}
		t.line(at, strings.TrimSuffix(line, "\r"))
		at += len(line) + 1
	}
	t.context()
	diag.Sort(t.problems)
	return t.problems
}

// mostProblems is how many problems of one answer are told.
const mostProblems = 1000

type transcript struct {
	answer   Answer
	lines    *source.Lines
	problems []diag.Problem
	schemas  map[int]*inputSchema // of the tools that were called
	left     int                  // schemas that may still be entered
	waiting  string               // the call whose result is waited for
	said     strings.Builder      // what the model said, in words
}

func (t *transcript) problem(code diag.Code, from, to int, message, hint string) {
	p := diag.New(code, source.Span{Start: from, End: to}, message, hint)
	p.File = t.answer.File
	p.Start, p.End = t.lines.Position(from), t.lines.Position(to)
	t.problems = append(t.problems, p)
}

// message is a line as any of the forms has it.
type message struct {
	kind  string // text, call or result
	id    string
	name  string
	input tool.Value
	text  string
	fails bool // a result that says that it is an error
}

func (t *transcript) line(at int, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	end := at + len(line)
	v, _, err := tool.ParseJSON(line)
	if err != nil || v.Kind != tool.Object {
		t.problem(diag.BadLine, at, end, "the line is not a JSON object", "each line of an answer is one object: "+diag.Clip(line))
		return
	}
	m, ok := read(v)
	if !ok {
		t.problem(diag.BadLine, at, end, fmt.Sprintf("the type %q is not known", diag.Clip(typeOf(v))), "known are text, thinking, tool_use, tool_result and the calls of OpenAI's APIs")
		return
	}
	t.said.WriteString(m.text + "\n")
	t.order(at, end, m)
	if m.kind == "call" {
		t.call(at, end, m)
	}
}

func typeOf(v tool.Value) string { return cmp.Or(v.Get("type").Text, v.Get("role").Text, "(none)") }

// read reads a message in any of the forms.
func read(v tool.Value) (message, bool) {
	role := v.Get("role").Text
	switch kind := v.Get("type").Text; {
	case kind == "text", kind == "output_text", kind == "thinking", kind == "reasoning":
		return message{kind: "text", text: cmp.Or(v.Get("text").Text, v.Get("content").Text, v.Get("thinking").Text)}, true
	case kind == "tool_use":
		return message{kind: "call", id: v.Get("id").Text, name: v.Get("name").Text, input: v.Get("input"), text: v.Get("input").JSON()}, true
	case kind == "function" && v.Has("function"):
		f := v.Get("function")
		return called(v.Get("id").Text, f.Get("name").Text, f.Get("arguments")), true
	case kind == "function_call":
		return called(cmp.Or(v.Get("call_id").Text, v.Get("id").Text), v.Get("name").Text, v.Get("arguments")), true
	case kind == "tool_result":
		return message{kind: "result", id: v.Get("tool_use_id").Text, fails: v.Get("is_error").Text == "true"}, true
	case kind == "function_call_output", role == "tool":
		return message{kind: "result", id: cmp.Or(v.Get("call_id").Text, v.Get("tool_call_id").Text), fails: v.Get("is_error").Text == "true"}, true
	case kind == "message" || kind == "" && role == "assistant":
		return message{kind: "text", text: v.Get("content").JSON()}, true
	}
	return message{}, false
}

// called is a call whose arguments are JSON in a string.
func called(id, name string, arguments tool.Value) message {
	input := arguments
	if arguments.Kind == tool.String {
		input, _, _ = tool.ParseJSON(arguments.Text)
	}
	return message{kind: "call", id: id, name: name, input: input, text: input.JSON()}
}

// order holds the permission mode.
func (t *transcript) order(at, end int, m message) {
	switch t.answer.Mode {
	case "deny":
		switch {
		case m.kind == "call":
			t.problem(diag.DeniedCall, at, end, "a tool is called in mode deny: "+m.name, "the prompt does not say clearly enough that nothing is to be called")
		case m.kind == "result" && !m.fails:
			t.problem(diag.DeniedCall, at, end, "a result in mode deny is not marked as an error", "is_error is true where a call is refused")
		}
	case "interactive":
		if t.waiting != "" && m.kind != "result" {
			t.problem(diag.AfterCall, at, end, "the answer goes on after the call "+t.waiting+" without waiting for its result", "in mode interactive nothing follows a call until its result")
		}
		switch m.kind {
		case "call":
			t.waiting = cmp.Or(m.id, m.name)
		case "result":
			t.waiting = ""
		}
	}
}

// call holds a call against the declarations.
func (t *transcript) call(at, end int, m message) {
	if t.answer.Tools == nil {
		return
	}
	names := make([]string, len(t.answer.Tools))
	for i, one := range t.answer.Tools {
		names[i] = one.Named()
	}
	i := slices.Index(names, m.name)
	if i < 0 {
		hint := "advertised are " + strings.Join(names, ", ")
		if near, ok := diag.Nearest(m.name, names); ok {
			hint = "did it mean " + near + "?"
		}
		t.problem(diag.UnadvertisedTool, at, end, "the tool "+cmp.Or(m.name, "(without a name)")+" is called and was not advertised", hint)
		return
	}
	if m.input.Kind != tool.Object {
		t.problem(diag.BadInput, at, end, "the input of "+m.name+" is not an object", "")
		return
	}
	schema := t.schema(i)
	wrong, unchecked := schema.check(m.input, &t.left)
	for _, one := range wrong {
		t.problem(diag.BadInput, at, end, "the input of "+m.name+" is not what its schema takes: "+one, "")
	}
	if unchecked != "" {
		t.problem(diag.IgnoredKeyword, at, end, "the input of "+m.name+" is not checked: "+unchecked, "")
	}
}

// schema returns the schema of a tool's input, and says once what in it is not
// checked.
func (t *transcript) schema(i int) *inputSchema {
	if s := t.schemas[i]; s != nil {
		return s
	}
	s := newInputSchema(t.answer.Tools[i].Schema)
	if t.schemas == nil {
		t.schemas = map[int]*inputSchema{}
	}
	t.schemas[i] = s
	if len(s.ignored) > 0 {
		p := diag.New(diag.IgnoredKeyword, source.Span{}, "the schema of "+t.answer.Tools[i].Named()+" says what nobody checks: "+diag.Clip(strings.Join(s.ignored, ", ")),
			"inputs are checked by draft 2020-12 of JSON Schema, which has no such keyword")
		p.File = t.answer.File
		t.problems = append(t.problems, p)
	}
	return s
}

// context asks whether the answer shows that the instructions were read.
func (t *transcript) context() {
	rules, probes := t.answer.Rules, t.answer.Probes
	if len(rules) == 0 && len(probes) == 0 {
		return // nothing was there to be read
	}
	said := t.said.String()
	for _, phrase := range probes {
		if phrase != "" && strings.Contains(strings.ToLower(said), strings.ToLower(phrase)) {
			return
		}
	}
	for _, r := range rules {
		if strings.Contains(said, baseName(r.Path)) {
			return
		}
	}
	if shares(said, rules) {
		return
	}
	var names []string
	for _, r := range rules {
		names = append(names, baseName(r.Path))
	}
	hint := "it names none of " + strings.Join(names, ", ") + " and repeats no eight words of them"
	if len(probes) > 0 {
		hint += "; none of the scenario's probes is in it"
	}
	p := diag.New(diag.NoContext, source.Span{}, "nothing in the answer shows that the project's instructions were read", hint)
	p.File = t.answer.File
	t.problems = append(t.problems, p)
}

// run is how many equal words in a row are not a coincidence.
const run = 8

// shares reports whether a text has as many words in a row as a rule file.
func shares(said string, rules []RuleFile) bool {
	known := map[string]bool{}
	for _, r := range rules {
		words := strings.Fields(strings.ToLower(r.Text))
		for i := 0; i+run <= len(words); i++ {
			known[strings.Join(words[i:i+run], " ")] = true
		}
	}
	words := strings.Fields(strings.ToLower(said))
	for i := 0; i+run <= len(words); i++ {
		if known[strings.Join(words[i:i+run], " ")] {
			return true
		}
	}
	return false
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
