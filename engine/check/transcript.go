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

// TranscriptInput is a model's answer, and what the answer is checked against.
type TranscriptInput struct {
	File string // the transcript's name in messages
	Text string // line-delimited JSON
	// Mode is the permission mode in force: auto, interactive or deny.
	Mode string
	// Tools are the tools that the model may call; nil accepts every call.
	Tools []tool.Tool
	// Rules are the instruction files in the prompt.
	Rules []RuleFile
	// Probes are phrases that must all occur in the answer. If there are any, they replace the
	// check of Rules.
	Probes []string
	// Call is a call that the answer must contain: "true" for any call, or the name of a tool; ""
	// requires no call.
	Call string
}

// RuleFile is a file of instructions.
type RuleFile struct{ Path, Text string }

// Transcript checks a model's answer against what its prompt requires:
//
//   - every line is a JSON object of a known form, with the fields of its type;
//   - in mode interactive nothing comes between a call and its result;
//   - in mode deny the answer contains no call, and every result is an error;
//   - only advertised tools are called, with input that matches their schemas;
//   - the required call is present;
//   - the answer shows that the model has read the instructions: it contains each of the probes or,
//     without probes, the name of one of their files or eight consecutive words of one.
//
// A line may have the form that the prompt for Gemini requires, {type: tool_use}, or that of an
// API: a message of Chat Completions with its tool_calls, a message of Messages with its blocks, an
// item of Responses, a content of Gemini with its parts, or a whole answer, which may take several
// lines.
func Transcript(a TranscriptInput) []diag.Problem {
	t := transcript{answer: a, lines: source.NewLines(a.Text), left: maxStepsInAll}
	if !t.whole() {
		t.each()
	}
	t.checkRequiredCall()
	t.context()
	diag.Sort(t.problems)
	return t.problems
}

// each checks the answer line by line.
func (t *transcript) each() {
	at := 0
	for line := range strings.SplitSeq(t.answer.Text, "\n") {
		if len(t.problems) >= mostProblems {
			t.problem(diag.BadLine, at, at+len(line), fmt.Sprintf("the rest of the answer is not checked: it has %d problems before this line", len(t.problems)), "fix those first")
			t.stopped = true
			return
		}
		t.line(at, strings.TrimSuffix(line, "\r"))
		at += len(line) + 1
	}
}

// mostProblems is the most problems reported for one answer.
const mostProblems = 1000

type transcript struct {
	answer   TranscriptInput
	lines    *source.Lines
	problems []diag.Problem
	schemas  map[int]*inputSchema // the schemas of the tools that were called
	left     int                  // how many evaluations of schemas are left
	waiting  []string             // ids of the calls that have no result yet
	called   []string             // the names of all calls
	stopped  bool                 // the rest of the answer was not checked
	said     strings.Builder      // the model's text
}

func (t *transcript) problem(code diag.Code, from, to int, message, hint string) {
	p := diag.New(code, source.Span{Start: from, End: to}, message, hint)
	p.File = t.answer.File
	p.Start, p.End = t.lines.Position(from), t.lines.Position(to)
	t.problems = append(t.problems, p)
}

// line checks one line of an answer.
func (t *transcript) line(at int, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	v, _, err := tool.ParseJSON(line)
	if err != nil || v.Kind != tool.Object {
		t.problem(diag.BadLine, at, at+len(line), "the line is not a JSON object", "each line of an answer is one object: "+diag.Clip(line))
		return
	}
	t.object(at, at+len(line), v)
}

// whole checks an answer that is one JSON text on several lines: an object of an API, or a list of
// such objects. It returns false for anything else.
func (t *transcript) whole() bool {
	text := strings.TrimSpace(t.answer.Text)
	if !strings.Contains(text, "\n") || !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") {
		return false
	}
	v, _, err := tool.ParseJSON(text)
	if err != nil || v.Kind == tool.Object && !isAPI(v) {
		return false
	}
	at := strings.Index(t.answer.Text, text)
	items := []tool.Value{v}
	if v.Kind == tool.Array {
		items = v.Items
	}
	for _, item := range items {
		if len(t.problems) >= mostProblems {
			t.stopped = true
			return true
		}
		t.object(at, at+len(text), item)
	}
	return true
}

// object checks one object, which may have any of the forms.
func (t *transcript) object(at, end int, v tool.Value) {
	all, wrong := read(v)
	for _, w := range wrong {
		t.problem(diag.BadLine, at, end, w.message, w.hint)
	}
	for i, m := range all {
		t.said.WriteString(m.text + "\n")
		t.order(at, end, m, i > 0 && all[i-1].kind == "call")
		if m.kind == "call" {
			t.called = append(t.called, m.name)
			t.call(at, end, m)
		}
	}
}

// order checks a call or a result against the permission mode. beside says that the call is in the
// same message as another one, because an API returns such calls together.
func (t *transcript) order(at, end int, m message, beside bool) {
	switch t.answer.Mode {
	case "deny":
		switch {
		case m.kind == "call":
			t.problem(diag.DeniedCall, at, end, "a tool is called in mode deny: "+m.name, "the prompt does not say clearly enough that tools must not be called")
		case m.kind == "result" && !m.fails:
			t.problem(diag.DeniedCall, at, end, "a result in mode deny is not marked as an error", "is_error is true where a call is refused")
		}
	case "interactive":
		if len(t.waiting) > 0 && m.kind != "result" && !(beside && m.kind == "call") {
			t.problem(diag.AfterCall, at, end, "the answer goes on after the call "+t.waiting[0]+" without waiting for its result", "in mode interactive, nothing may follow a call until its result")
			t.waiting = nil
		}
		switch m.kind {
		case "call":
			t.waiting = append(t.waiting, cmp.Or(m.id, m.name))
		case "result":
			if i := slices.Index(t.waiting, cmp.Or(m.id, m.name)); i >= 0 {
				t.waiting = slices.Delete(t.waiting, i, i+1)
			} else if len(t.waiting) > 0 {
				t.waiting = t.waiting[1:]
			}
		}
	}
}

// checkRequiredCall checks that the required call is present.
func (t *transcript) checkRequiredCall() {
	want := t.answer.Call
	if want == "" || t.stopped || want == "true" && len(t.called) > 0 || slices.Contains(t.called, want) {
		return
	}
	message, hint := "the answer calls no tool, but a call is required", "the prompt does not say clearly enough how a tool is called"
	if want != "true" {
		message = "the answer does not call " + want + ", which is required"
	}
	if len(t.called) > 0 {
		hint = "it calls " + diag.Clip(strings.Join(t.called, ", "))
	}
	p := diag.New(diag.NoCall, source.Span{}, message, hint)
	p.File = t.answer.File
	t.problems = append(t.problems, p)
}

// call checks a call against the declarations of the tools.
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
		hint := "the prompt declares " + strings.Join(names, ", ")
		if near, ok := diag.Nearest(m.name, names); ok {
			hint = "did it mean " + near + "?"
		}
		t.problem(diag.UnadvertisedTool, at, end, "the tool "+cmp.Or(m.name, "(without a name)")+" is called but the prompt does not declare it", hint)
		return
	}
	if m.input.Kind == tool.Absent {
		return // the unknown tool was reported already
	}
	if m.input.Kind != tool.Object {
		t.problem(diag.BadInput, at, end, "the input of "+m.name+" is not an object", "")
		return
	}
	schema := t.schema(i)
	wrong, unchecked := schema.check(m.input, &t.left)
	for _, one := range wrong {
		t.problem(diag.BadInput, at, end, "the input of "+m.name+" does not match its schema: "+one, "")
	}
	if unchecked != "" {
		t.problem(diag.IgnoredKeyword, at, end, "the input of "+m.name+" is not checked: "+unchecked, "")
	}
}

// schema returns the schema of a tool's input. On first use it reports what galley does not check
// in the schema.
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
		p := diag.New(diag.IgnoredKeyword, source.Span{}, "the schema of "+t.answer.Tools[i].Named()+" has keywords that are not checked: "+diag.Clip(strings.Join(s.ignored, ", ")),
			"inputs are checked by draft 2020-12 of JSON Schema, which has no such keyword")
		p.File = t.answer.File
		t.problems = append(t.problems, p)
	}
	return s
}

// context checks whether the answer shows that the model has read the instructions.
func (t *transcript) context() {
	rules, probes := t.answer.Rules, t.answer.Probes
	if len(rules) == 0 && len(probes) == 0 {
		return // the prompt has no instructions
	}
	said := t.said.String()
	if t.probes(strings.ToLower(said)) {
		return
	}
	for _, r := range rules {
		if strings.Contains(said, baseName(r.Path)) {
			return
		}
	}
	if sharesWords(said, rules) {
		return
	}
	var names []string
	for _, r := range rules {
		names = append(names, baseName(r.Path))
	}
	hint := "it mentions none of " + strings.Join(names, ", ") + " and repeats no eight words of them"
	p := diag.New(diag.NoContext, source.Span{}, "nothing in the answer shows that the project's instructions were read", hint)
	p.File = t.answer.File
	t.problems = append(t.problems, p)
}

// probes checks that the answer contains each of the probes. It returns false without probes.
func (t *transcript) probes(said string) bool {
	for _, phrase := range t.answer.Probes {
		if phrase == "" || strings.Contains(said, strings.ToLower(phrase)) {
			continue
		}
		p := diag.New(diag.NoContext, source.Span{}, fmt.Sprintf("the answer does not show the probe %q", diag.Clip(phrase)), "the scenario's probes are phrases that every answer must contain")
		p.File = t.answer.File
		t.problems = append(t.problems, p)
	}
	return len(t.answer.Probes) > 0
}

// run is how many consecutive words of a rule file an answer must repeat to show that the model
// has read the file.
const run = 8

// sharesWords reports whether a text repeats as many consecutive words of a rule file as the
// constant run requires.
func sharesWords(said string, rules []RuleFile) bool {
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
