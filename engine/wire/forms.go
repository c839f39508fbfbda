package wire

import (
	"strconv"

	"galley/engine/prompt"
)

// anthropic reads a Messages request. The request has the field system. Its messages may also have
// the role system. Tool results are inside a user's message.
func (d *decoder) anthropic(root node) {
	if system := root.get("system"); system.exists() {
		d.message(prompt.System, system, "/system", nil)
	}
	for i, m := range root.get("messages").list() {
		role := prompt.Role(m.get("role").text())
		content, at := m.get("content"), "/messages/"+strconv.Itoa(i)+"/content"
		rest := d.results(content, at)
		if rest == 0 && content.kind == '[' && len(content.items) > 0 {
			continue // the message has only tool results, which are messages of their own now
		}
		d.message(role, content, at, func(part node, m *prompt.Message) bool {
			switch part.get("type").text() {
			case "tool_use", "server_tool_use":
				m.Calls = append(m.Calls, prompt.Call{ID: part.get("id").text(), Name: part.get("name").text(), Arguments: part.get("input").raw()})
				return true
			case "tool_result":
				return true // results has made a message of it
			}
			return false
		})
	}
	d.plainTools(root.get("tools"))
	switch choice := root.path("tool_choice", "type").text(); choice {
	case "any":
		d.request.Prompt.ToolChoice = "required"
	default:
		d.request.Prompt.ToolChoice = choice
	}
}

// results appends a message for each tool result in a content. It returns the number of other
// parts.
func (d *decoder) results(content node, pointer string) (rest int) {
	for i, part := range content.list() {
		if part.get("type").text() != "tool_result" {
			rest++
			continue
		}
		d.message(prompt.ToolResult, part.get("content"), pointer+"/"+strconv.Itoa(i)+"/content", nil)
		d.last().CallID = part.get("tool_use_id").text()
	}
	return rest
}

func (d *decoder) last() *prompt.Message {
	all := d.request.Prompt.Messages
	return &all[len(all)-1]
}

// plainTools reads a list whose entries have a key name. An entry without this key is a built-in
// tool of the provider and is named by its type.
func (d *decoder) plainTools(list node) {
	for _, t := range list.list() {
		name := t.get("name").text()
		if name == "" {
			name = t.path("function", "name").text()
		}
		if name == "" {
			name = t.get("type").text()
		}
		d.tool(name, t)
	}
	d.toolList(list)
}

// chat reads a Chat Completions request.
func (d *decoder) chat(root node) {
	for i, m := range root.get("messages").list() {
		d.message(prompt.Role(m.get("role").text()), m.get("content"), "/messages/"+strconv.Itoa(i)+"/content", nil)
		last := d.last()
		last.CallID = m.get("tool_call_id").text()
		for _, c := range m.get("tool_calls").list() {
			last.Calls = append(last.Calls, prompt.Call{ID: c.get("id").text(), Name: c.path("function", "name").text(), Arguments: c.path("function", "arguments").text()})
		}
	}
	d.plainTools(root.get("tools"))
	d.request.Prompt.ToolChoice = root.get("tool_choice").text()
}

// responses reads a Responses request: the field instructions, input as a text or as
// items, and the items in which Codex sends its tools and labels its texts.
func (d *decoder) responses(root node) {
	if own := root.get("instructions"); own.isString() {
		d.message(prompt.Instructions, own, "/instructions", nil)
	}
	input := root.get("input")
	if input.isString() {
		d.message(prompt.User, input, "/input", nil)
	}
	for i, item := range input.list() {
		at := "/input/" + strconv.Itoa(i)
		switch kind := item.get("type").text(); kind {
		case "", "message":
			first := len(d.request.Places)
			d.message(prompt.Role(item.get("role").text()), item.get("content"), at+"/content", nil)
			d.label(first, item.get("internal_chat_message_metadata_passthrough"))
		case "function_call", "custom_tool_call":
			call := prompt.Call{ID: item.get("call_id").text(), Name: item.get("name").text(), Arguments: item.get("arguments").text()}
			if kind == "custom_tool_call" {
				call.Arguments = item.get("input").text()
			}
			d.call(call)
		case "function_call_output", "custom_tool_call_output":
			d.message(prompt.ToolResult, item.get("output"), at+"/output", nil)
			d.last().CallID = item.get("call_id").text()
		case "additional_tools":
			d.namespaces(item.get("tools"))
		default:
			d.pass(item)
		}
	}
	d.namespaces(root.get("tools"))
	d.request.Prompt.ToolChoice = root.get("tool_choice").text()
}

// call adds a call to the assistant message before it. Without such a message, it adds a new one.
func (d *decoder) call(c prompt.Call) {
	all := d.request.Prompt.Messages
	if len(all) == 0 || all[len(all)-1].Role != prompt.Assistant {
		d.request.Prompt.Messages = append(all, prompt.Message{Role: prompt.Assistant})
	}
	d.last().Calls = append(d.last().Calls, c)
}

// label sets the agent's names and data of the texts from index first on, if the agent has one for
// each text.
func (d *decoder) label(first int, beside node) {
	places := d.request.Places[first:]
	if data := beside.get("content_item_metadata").list(); len(data) == len(places) {
		for i, one := range data {
			places[i].data = one.span
		}
	}
	kinds := beside.get("content_item_kinds").list()
	if len(places) != len(kinds) {
		return
	}
	blocks := d.last().Blocks
	for i, kind := range kinds {
		places[i].Kind, places[i].label = kind.text(), kind.span
		if name := kind.text(); name != "" {
			blocks[i].Title = name
		}
	}
}

// namespaces reads a list of tools in which an entry may itself be a list of tools.
func (d *decoder) namespaces(list node) {
	for _, t := range list.list() {
		inner := t.get("tools")
		if t.get("type").text() != "namespace" || inner.kind != '[' {
			name := t.get("name").text()
			if name == "" {
				name = t.get("type").text()
			}
			d.tool(name, t)
			continue
		}
		for _, one := range inner.items {
			d.tool(t.get("name").text()+"."+one.get("name").text(), one)
		}
	}
	d.toolList(list)
}

// gemini reads a generateContent request.
func (d *decoder) gemini(root node) {
	body, at := root, ""
	if inner := generate(root); inner.start != root.start {
		body, at = inner, "/request"
	}
	for _, key := range []string{"systemInstruction", "system_instruction"} {
		own := body.get(key)
		if own.isString() {
			d.message(prompt.System, own, at+"/"+key, nil)
		} else if own.exists() {
			d.message(prompt.System, own.get("parts"), at+"/"+key+"/parts", nil)
		}
	}
	for i, c := range body.get("contents").list() {
		role := prompt.Role(c.get("role").text())
		switch role {
		case "model":
			role = prompt.Assistant
		case "":
			role = prompt.User
		}
		d.contents(role, c.get("parts"), at+"/contents/"+strconv.Itoa(i)+"/parts")
	}
	for _, group := range body.get("tools").list() {
		declared := group.get("functionDeclarations")
		if !declared.exists() {
			declared = group.get("function_declarations")
		}
		for _, t := range declared.list() {
			d.tool(t.get("name").text(), t)
		}
		if !declared.exists() && len(group.items) > 0 {
			d.tool(group.items[0].key, group)
		}
	}
	d.toolList(body.get("tools"))
	d.request.Prompt.ToolChoice = map[string]string{"AUTO": "auto", "NONE": "none", "ANY": "required"}[body.path("toolConfig", "functionCallingConfig", "mode").text()]
}

// contents appends a turn. A response to a call becomes a separate message.
func (d *decoder) contents(role prompt.Role, parts node, pointer string) {
	rest := 0
	for i, part := range parts.list() {
		answer := part.get("functionResponse")
		if !answer.exists() {
			rest++
			continue
		}
		output := answer.path("response", "output")
		d.message(prompt.ToolResult, output, pointer+"/"+strconv.Itoa(i)+"/functionResponse/response/output", nil)
		d.last().CallID = answer.get("id").text()
		if d.last().CallID == "" {
			d.last().CallID = answer.get("name").text()
		}
	}
	if rest == 0 && len(parts.list()) > 0 {
		return
	}
	d.message(role, parts, pointer, func(part node, m *prompt.Message) bool {
		call := part.get("functionCall")
		if !call.exists() {
			return part.get("functionResponse").exists()
		}
		id := call.get("id").text()
		if id == "" {
			id = call.get("name").text()
		}
		m.Calls = append(m.Calls, prompt.Call{ID: id, Name: call.get("name").text(), Arguments: call.get("args").raw()})
		return true
	})
}
