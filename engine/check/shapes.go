package check

import (
	"cmp"
	"fmt"

	"galley/engine/diag"
	"galley/engine/tool"
)

// message is a part of an answer, in a form that is the same for all APIs.
type message struct {
	kind  string // text, call or result
	id    string
	name  string
	input tool.Value
	text  string
	fails bool // for a result: it is marked as an error
}

// fault is something wrong with an object of an answer.
type fault struct{ message, hint string }

// shapes lists the keys under which objects of APIs have their parts, such as the messages of an
// answer or the blocks of a message.
var shapes = []string{"choices", "output", "candidates", "content", "parts", "message", "messages", "contents", "tool_calls", "input"}

// isAPI reports whether an object comes from an API and is not a line in galley's own form.
func isAPI(v tool.Value) bool {
	for _, key := range shapes {
		if kind := v.Get(key).Kind; kind == tool.Array || kind == tool.Object && (key == "message" || key == "content") {
			return true
		}
	}
	return false
}

// mostNested is how deep objects may be nested.
const mostNested = 8

// read returns the messages in an object of an answer. The object may have galley's own form or
// the form of an API.
func read(v tool.Value) ([]message, []fault) {
	r := reading{}
	r.object(v, 0)
	return r.all, r.wrong
}

type reading struct {
	all   []message
	wrong []fault
}

func (r *reading) bad(message, hint string) { r.wrong = append(r.wrong, fault{message, hint}) }

func typeOf(v tool.Value) string { return cmp.Or(v.Get("type").Text, v.Get("role").Text, "(none)") }

// object reads an object: a whole answer, a message, or part of a message.
func (r *reading) object(v tool.Value, depth int) {
	if v.Kind != tool.Object || depth > mostNested {
		r.bad("a part of the answer is not an object", "")
		return
	}
	before := len(r.all) + len(r.wrong)
	switch kind, role := v.Get("type").Text, v.Get("role").Text; {
	case r.part(kind, v):
	case v.Get("choices").Kind == tool.Array: // an answer of Chat Completions
		r.each(v.Get("choices"), "message", depth)
	case v.Get("output").Kind == tool.Array: // an answer of Responses
		r.each(v.Get("output"), "", depth)
	case v.Get("candidates").Kind == tool.Array: // an answer of Gemini
		r.each(v.Get("candidates"), "content", depth)
	case role == "tool":
		r.result(v, "tool_call_id")
	case v.Get("parts").Kind == tool.Array: // a content of Gemini
		r.each(v.Get("parts"), "", depth)
	case v.Has("functionCall"):
		call := v.Get("functionCall")
		r.call(call, call.Get("id").Text, "functionCall", "args", false)
	case v.Has("functionResponse"):
		response := v.Get("functionResponse")
		failed := response.Get("response").Has("error")
		r.all = append(r.all, message{kind: "result", id: response.Get("id").Text, name: response.Get("name").Text, fails: failed})
	case kind == "message", kind == "" && role != "":
		r.message(v, depth)
	case kind == "" && v.Get("text").Kind == tool.String: // a part of a content of Gemini
		r.all = append(r.all, message{kind: "text", text: v.Get("text").Text})
	default:
		r.bad(fmt.Sprintf("the type %q is not known", diag.Clip(typeOf(v))), "known are text, thinking, tool_use, tool_result and what the APIs of OpenAI, Anthropic and Gemini give")
		return
	}
	if len(r.all)+len(r.wrong) == before && depth == 0 {
		r.bad("the object contains neither a text nor a call", "")
	}
}

// each reads the entries of a list; field names the member of an entry to read, and "" means the
// entry itself.
func (r *reading) each(list tool.Value, field string, depth int) {
	for _, item := range list.Items {
		if field != "" {
			item = item.Get(field)
		}
		r.object(item, depth+1)
	}
}

// message reads a message of Chat Completions, Messages or Responses: its text or blocks, and then
// its calls.
func (r *reading) message(v tool.Value, depth int) {
	switch content := v.Get("content"); content.Kind {
	case tool.String:
		r.all = append(r.all, message{kind: "text", text: content.Text})
	case tool.Array:
		r.each(content, "", depth)
	case tool.Absent, tool.Null:
		if v.Get("tool_calls").Kind != tool.Array && !v.Has("refusal") {
			r.bad("the message has neither content nor tool_calls", "")
		}
	default:
		r.bad("the content of the message is neither a text nor a list", "")
	}
	r.each(v.Get("tool_calls"), "", depth)
}

// part reads a part whose type is kind. It returns false if kind is not the type of a part.
func (r *reading) part(kind string, v tool.Value) bool {
	switch kind {
	case "text", "output_text", "input_text":
		r.text(v, kind, "text")
	case "thinking":
		r.text(v, kind, "thinking")
	case "reasoning": // the summary of the reasoning may be empty
		r.all = append(r.all, message{kind: "text", text: cmp.Or(v.Get("text").Text, v.Get("summary").JSON())})
	case "redacted_thinking", "refusal":
		r.all = append(r.all, message{kind: "text", text: v.Get("refusal").Text})
	case "tool_use":
		r.call(v, r.id(v, kind, "id"), kind, "input", false)
	case "function":
		if !v.Has("function") {
			return false
		}
		r.call(v.Get("function"), r.id(v, kind, "id"), kind, "arguments", true)
	case "function_call":
		r.call(v, r.id(v, kind, "call_id"), kind, "arguments", true)
	case "tool_result":
		r.result(v, "tool_use_id")
	case "function_call_output":
		r.result(v, "call_id")
	default:
		return false
	}
	return true
}

// text reads a part whose member with the name field must be a text.
func (r *reading) text(v tool.Value, kind, field string) {
	text := v.Get(field)
	if text.Kind != tool.String {
		r.bad("a "+kind+" has no "+field, "it is a text in the field "+field)
	}
	r.all = append(r.all, message{kind: "text", text: text.Text})
}

// id returns the id of a call. The id is the value of the member with the name field.
func (r *reading) id(v tool.Value, kind, field string) string {
	id := v.Get(field)
	if id.Kind != tool.String || id.Text == "" {
		r.bad("a "+kind+" has no "+field, "add it: the result refers to the call by this id")
	}
	return id.Text
}

// call reads a call: its name and its input. field is the name of the member with the input. If
// inString is set, the input may be JSON in a string.
func (r *reading) call(v tool.Value, id, kind, field string, inString bool) {
	m := message{kind: "call", id: id, name: v.Get("name").Text, input: v.Get(field)}
	if m.name == "" {
		r.bad("a "+kind+" has no name", "it is the name of the tool that is called")
	}
	if m.input.Kind == tool.Absent {
		r.bad("a "+kind+" has no "+field, "a call without input has an empty object")
	}
	if inString && m.input.Kind == tool.String {
		if v, _, err := tool.ParseJSON(m.input.Text); err == nil {
			m.input = v // otherwise the input stays a text, which is not valid
		}
	}
	m.text = m.input.JSON()
	r.all = append(r.all, m)
}

// result reads the result of a call; field is the name of the member with the id of the call.
func (r *reading) result(v tool.Value, field string) {
	r.all = append(r.all, message{kind: "result", id: r.id(v, cmp.Or(v.Get("type").Text, "tool message"), field), fails: v.Get("is_error").Text == "true"})
}
