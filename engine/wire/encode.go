package wire

import (
	"fmt"
	"slices"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// Encoded is the part of a request's body that follows from the prompt, in a provider's form.
// Settings that an agent chooses itself, such as the largest number of tokens in an answer, are
// not in it.
type Encoded struct {
	Form  Form
	Model string
	Body  tool.Value // Absent if the agent sends nothing that galley knows
	// Changes lists what was changed in the tools' declarations.
	Changes []tool.Change
	// Notes say what the form cannot express: sentences without a final stop.
	Notes []string
}

// Encode writes a prompt in a form. Declarations that are already in the form's dialect stay as
// the agent wrote them.
func Encode(p prompt.Prompt, to Form, model string) Encoded {
	s := Encoded{Form: to, Model: model}
	b := body{sent: &s, prompt: p, names: map[string]string{}}
	for _, m := range p.Messages {
		for _, c := range m.Calls {
			b.names[c.ID] = c.Name
		}
	}
	switch to {
	case Gemini:
		s.Body = b.gemini()
	case Responses:
		s.Body = b.responses()
	case Chat:
		s.Body = b.chat()
	default:
		s.Body = b.anthropic()
	}
	return s
}

func (s *Encoded) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(s.Notes, text) {
		s.Notes = append(s.Notes, text)
	}
}

// body builds a request's body.
type body struct {
	sent   *Encoded
	prompt prompt.Prompt
	names  map[string]string // by the id of a call: the name of its tool
}

type value = tool.Value

func object(members ...tool.Member) value { return tool.Table(members...) }

func is(name string, v value) tool.Member { return tool.Member{Name: name, Value: v} }

func str(s string) value { return tool.Text(s) }

// named returns s as a JSON string. For "" it returns the zero value, which objects leave out.
func named(s string) value {
	if s == "" {
		return value{}
	}
	return str(s)
}

// contents returns a message's content: one text, or a list of parts if the agent sends a list.
// part makes a part from a text. Empty parts are left out, because APIs do not accept them.
func (b *body) contents(m prompt.Message, part func(string) value) value {
	if m.Parts == nil {
		return str(m.Text().String())
	}
	return tool.List(b.parts(m, part)...)
}

// parts returns a message's content as a list of parts, without empty ones.
func (b *body) parts(m prompt.Message, part func(string) value) []value {
	all := []value{}
	for _, t := range m.Contents() {
		if t.Len() == 0 {
			continue
		}
		all = append(all, part(t.String()))
	}
	return all
}

// textPart returns a text part as most APIs have it.
func textPart(s string) value { return object(is("type", str("text")), is("text", str(s))) }

// isSystem reports whether a message has a system role.
func isSystem(m prompt.Message) bool { return m.Role == prompt.System || m.Role == prompt.Instructions }

// late adds a note if a system message comes after another message and the API has only one place
// for all system messages.
func (b *body) late(i int, place string) {
	for _, m := range b.prompt.Messages[:i] {
		if !isSystem(m) {
			b.sent.note("a system message comes after other messages; %s sends all system messages together, in %s", b.sent.Form.Title(), place)
			return
		}
	}
}

// anthropic builds the body of the Messages API: system messages in a separate field,
// tool results as a user's messages.
func (b *body) anthropic() value {
	var system, messages []value
	single := true
	for i, m := range b.prompt.Messages {
		switch {
		case isSystem(m):
			b.late(i, "system")
			single = single && m.Parts == nil
			system = append(system, b.parts(m, textPart)...)
		case m.Role == prompt.ToolResult:
			result := object(is("type", str("tool_result")), is("tool_use_id", str(m.CallID)), is("content", b.contents(m, textPart)))
			if i > 0 && b.prompt.Messages[i-1].Role == prompt.ToolResult {
				messages[len(messages)-1] = within(messages[len(messages)-1], "content", result)
				continue
			}
			messages = append(messages, object(is("role", str("user")), is("content", tool.List(result))))
		default:
			messages = append(messages, object(is("role", str(string(m.Role))), is("content", b.anthropicContent(m))))
		}
	}
	out := object(is("model", named(b.sent.Model)))
	switch {
	case len(system) == 1 && single:
		out = out.With("system", system[0].Get("text"))
	case len(system) > 0:
		out = out.With("system", tool.List(system...))
	}
	out = out.With("messages", tool.List(messages...))
	if tools := b.tools(tool.ToClaude, tool.Options{}, tool.Claude); len(tools) > 0 {
		out = out.With("tools", tool.List(tools...))
	}
	switch b.prompt.ToolChoice {
	case "":
	case "required":
		out = out.With("tool_choice", object(is("type", str("any"))))
	default:
		out = out.With("tool_choice", object(is("type", str(b.prompt.ToolChoice))))
	}
	return out
}

func (b *body) anthropicContent(m prompt.Message) value {
	if len(m.Calls) == 0 {
		return b.contents(m, textPart)
	}
	all := b.parts(m, textPart)
	for _, c := range m.Calls {
		all = append(all, object(is("type", str("tool_use")), is("id", str(c.ID)), is("name", str(c.Name)), is("input", b.arguments(c))))
	}
	return tool.List(all...)
}

// arguments returns the arguments of a call as an object, because the API accepts only an object.
func (b *body) arguments(c prompt.Call) value {
	v, _, err := tool.ParseJSON(c.Arguments)
	if err != nil || v.Kind != tool.Object {
		if c.Arguments != "" {
			b.sent.note("the arguments of the call %s are not a JSON object; %s accepts only an object", c.Name, b.sent.Form.Title())
		}
		return object()
	}
	return v
}

// chat builds the body of Chat Completions, with every message in the list.
func (b *body) chat() value {
	var messages []value
	for _, m := range b.prompt.Messages {
		role := m.Role
		if role == prompt.Instructions {
			role = prompt.System
			b.sent.note("this API has no field instructions: they are sent as a system message")
		}
		content := b.contents(m, textPart)
		if len(m.Calls) > 0 && m.Text().Len() == 0 {
			content = value{Kind: tool.Null}
		}
		one := object(is("role", str(string(role))), is("content", content))
		if m.Role == prompt.ToolResult {
			one = object(is("role", str("tool")), is("tool_call_id", str(m.CallID)), is("content", content))
		}
		var calls []value
		for _, c := range m.Calls {
			calls = append(calls, object(is("id", str(c.ID)), is("type", str("function")),
				is("function", object(is("name", str(c.Name)), is("arguments", str(c.Arguments))))))
		}
		if len(calls) > 0 {
			one = one.With("tool_calls", tool.List(calls...))
		}
		messages = append(messages, one)
	}
	out := object(is("model", named(b.sent.Model)), is("messages", tool.List(messages...)))
	return b.openAITools(out, tool.Options{}, tool.Chat)
}

// responses builds the body of the Responses API: a list of items, in which calls and
// their results are separate items, and the field instructions.
func (b *body) responses() value {
	var instructions []source.Text
	var input []value
	for _, m := range b.prompt.Messages {
		switch m.Role {
		case prompt.Instructions:
			instructions = append(instructions, m.Text())
			continue
		case prompt.ToolResult:
			input = append(input, object(is("type", str("function_call_output")), is("call_id", str(m.CallID)), is("output", str(m.Text().String()))))
			continue
		}
		kind := "input_text"
		if m.Role == prompt.Assistant {
			kind = "output_text"
		}
		part := func(s string) value { return object(is("type", str(kind)), is("text", str(s))) }
		if m.Text().Len() > 0 || len(m.Calls) == 0 {
			input = append(input, object(is("role", str(string(m.Role))), is("content", b.contents(m, part))))
		}
		for _, c := range m.Calls {
			input = append(input, object(is("type", str("function_call")), is("call_id", str(c.ID)), is("name", str(c.Name)), is("arguments", str(c.Arguments))))
		}
	}
	out := object(is("model", named(b.sent.Model)))
	if instructions != nil {
		out = out.With("instructions", str(source.Join(source.Literal("\n\n"), instructions...).String()))
	}
	out = out.With("input", tool.List(input...))
	return b.openAITools(out, tool.Options{Responses: true}, tool.Responses)
}

func (b *body) openAITools(out value, o tool.Options, own tool.Dialect) value {
	if tools := b.tools(tool.ToOpenAI, o, own); len(tools) > 0 {
		out = out.With("tools", tool.List(tools...))
	}
	if b.prompt.ToolChoice != "" {
		out = out.With("tool_choice", str(b.prompt.ToolChoice))
	}
	return out
}

// gemini builds the body of generateContent. The model is in the URL.
func (b *body) gemini() value {
	part := func(s string) value { return object(is("text", str(s))) }
	var system, contents []value
	for i, m := range b.prompt.Messages {
		switch {
		case isSystem(m):
			b.late(i, "systemInstruction")
			system = append(system, b.parts(m, part)...)
		case m.Role == prompt.ToolResult:
			response := object(is("name", str(b.names[m.CallID])), is("response", object(is("output", str(m.Text().String())))))
			one := object(is("functionResponse", response))
			if i > 0 && b.prompt.Messages[i-1].Role == prompt.ToolResult {
				contents[len(contents)-1] = within(contents[len(contents)-1], "parts", one)
				continue
			}
			contents = append(contents, turn("user", one))
		default:
			parts := b.parts(m, part)
			for _, c := range m.Calls {
				parts = append(parts, object(is("functionCall", object(is("name", str(c.Name)), is("args", b.arguments(c))))))
			}
			role := "user"
			if m.Role == prompt.Assistant {
				role = "model"
			}
			contents = append(contents, turn(role, parts...))
		}
	}
	out := object()
	if len(system) > 0 {
		out = out.With("systemInstruction", object(is("parts", tool.List(system...))))
	}
	out = out.With("contents", tool.List(contents...))
	if tools := b.tools(tool.ToGemini, tool.Options{}, tool.Gemini); len(tools) > 0 {
		out = out.With("tools", tool.List(object(is("functionDeclarations", tool.List(tools...)))))
	}
	if mode, ok := map[string]string{"auto": "AUTO", "none": "NONE", "required": "ANY", "any": "ANY"}[b.prompt.ToolChoice]; ok {
		out = out.With("toolConfig", object(is("functionCallingConfig", object(is("mode", str(mode))))))
	}
	return out
}

// within adds an item to a list in a message, so that the results of one turn are in one message.
func within(message value, key string, item value) value {
	all := message.Get(key).Items
	return message.With(key, tool.List(append(all[:len(all):len(all)], item)...))
}

func turn(role string, parts ...value) value {
	return object(is("role", str(role)), is("parts", tool.List(parts...)))
}

// tools returns the prompt's declarations for a target. A list in the target's own dialect is
// unchanged. Another list is converted.
func (b *body) tools(to tool.Target, o tool.Options, own tool.Dialect) []value {
	var read []tool.Tool
	var words []value
	for _, t := range b.prompt.Tools {
		text := t.Declaration.String()
		set := tool.Read("the tool "+t.Name, text)
		for _, c := range set.Changes {
			c.Index += len(read)
			b.sent.Changes = append(b.sent.Changes, c)
		}
		for _, one := range set.Tools {
			if v, _, err := tool.ParseJSON(text); err == nil && one.Dialect == own && !t.Neutral {
				words = append(words, v)
			}
		}
		read = append(read, set.Tools...)
	}
	if len(words) == len(read) {
		b.sent.Changes = refused(read, words, to, o)
		return words
	}
	written := tool.Write(read, to, o)
	b.sent.Changes = append(b.sent.Changes, written.Changes...)
	return written.Each
}

// refused lists what a target may refuse in declarations that are sent as the agent wrote them.
func refused(read []tool.Tool, words []value, to tool.Target, o tool.Options) (all []tool.Change) {
	for _, v := range words {
		o.JSONSchema = o.JSONSchema || v.Has("parametersJsonSchema")
	}
	for _, c := range tool.Write(read, to, o).Changes {
		if !c.Mild {
			c.Action, c.Why = tool.Kept, "this is the agent's own declaration, and "+string(to)+" may refuse it: "+c.Why
			all = append(all, c)
		}
	}
	return all
}
