package wire

import (
	"fmt"
	"strconv"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
)

// FormOf returns the form of a request from its path or, if the path does not decide, from the
// keys of its body. ok is false if the form is not known.
func FormOf(path string, body []byte) (form Form, ok bool) {
	p := strings.ToLower(strings.TrimRight(path, "/"))
	switch {
	case strings.HasSuffix(p, "/messages"):
		return Anthropic, true
	case strings.HasSuffix(p, "/chat/completions"):
		return Chat, true
	case strings.HasSuffix(p, "/responses"):
		return Responses, true
	case strings.HasSuffix(p, ":generatecontent"), strings.HasSuffix(p, ":streamgeneratecontent"):
		return Gemini, true
	}
	n, err := parse(body)
	if err != nil {
		return "", false
	}
	switch {
	case generate(n).get("contents").kind == '[':
		return Gemini, true
	case n.get("input").exists():
		return Responses, true
	case n.get("messages").kind == '[' && (n.get("system").exists() || n.get("anthropic_version").exists() || n.path("metadata", "user_id").exists()):
		return Anthropic, true
	case n.get("messages").kind == '[':
		return Chat, true
	}
	return "", false
}

// DemandsJSON reports whether a request asks for an answer in JSON, as requests for titles and
// routing do. Requests of a main turn do not.
func DemandsJSON(body []byte) bool {
	n, err := parse(body)
	if err != nil {
		return false
	}
	for _, keys := range [][]string{{"text", "format"}, {"response_format"}, {"output_format"}, {"output_config", "format"}} {
		if t := n.path(append(keys, "type")...).text(); t == "json_schema" || t == "json_object" {
			return true
		}
	}
	return strings.HasSuffix(generate(n).path("generationConfig", "responseMimeType").text(), "json")
}

// generate returns the body of a generateContent request. In a request of Code Assist, this body is
// the value of the key "request".
func generate(n node) node {
	if inner := n.get("request"); inner.get("contents").exists() {
		return inner
	}
	return n
}

// Decode reads a request's body. An error says where the body is not JSON, or that it has no
// messages.
func Decode(form Form, body []byte) (*Request, error) {
	root, err := parse(body)
	if err != nil {
		return nil, err
	}
	if root.kind != '{' {
		return nil, fmt.Errorf("the body is not a JSON object")
	}
	d := &decoder{request: &Request{Form: form, Body: body, Model: root.get("model").text(), Stream: root.get("stream").kind == 't'}}
	switch form {
	case Anthropic:
		d.anthropic(root)
	case Chat:
		d.chat(root)
	case Responses:
		d.responses(root)
	case Gemini:
		d.gemini(root)
	default:
		return nil, fmt.Errorf("%q is not a form that galley reads", form)
	}
	if len(d.request.Prompt.Messages) == 0 {
		return nil, fmt.Errorf("the body holds no messages in the form %s", form.Title())
	}
	d.finish()
	return d.request, nil
}

// decoder collects a body's content.
type decoder struct {
	request *Request
	noted   map[string]int // what was skipped, with a count; seen has the order
	seen    []string
}

// message appends a message. content is a text or a list of parts. other handles a part that is
// not text, and reports whether it understood the part.
func (d *decoder) message(role prompt.Role, content node, pointer string, other func(part node, m *prompt.Message) bool) {
	m := prompt.Message{Role: role}
	at := len(d.request.Prompt.Messages)
	add := func(text node, part span, pointer, cache string) {
		d.request.Places = append(d.request.Places, Location{
			Message: at, Block: len(m.Blocks), Start: text.start, End: text.end, Pointer: pointer, Cache: cache, part: part,
		})
		m.Blocks = append(m.Blocks, block(at, len(m.Blocks), role, text.text()))
	}
	if content.isString() {
		add(content, span{}, pointer, "")
	}
	for i, part := range content.list() {
		to := pointer + "/" + strconv.Itoa(i)
		switch text := part.get("text"); {
		case part.isString():
			add(part, part.span, to, "")
		case text.isString() && isTextPart(part):
			add(text, part.span, to+"/text", part.get("cache_control").raw())
		case other == nil || !other(part, &m):
			d.pass(part)
		}
	}
	if content.kind == '[' {
		m.Parts = make([]int, len(m.Blocks))
		for i := range m.Parts {
			m.Parts[i] = 1
		}
	}
	d.request.Prompt.Messages = append(d.request.Prompt.Messages, m)
}

// isTextPart reports whether a part with a key text is only text, unlike for example
// a thought of Gemini's.
func isTextPart(part node) bool {
	switch part.get("type").text() {
	case "", "text", "input_text", "output_text":
		return part.get("thought").kind != 't'
	}
	return false
}

// block makes the block of one text. The block's id says where the text is in the request.
func block(message, index int, role prompt.Role, text string) prompt.Block {
	life := prompt.Session
	if role == prompt.System || role == prompt.Instructions || role == prompt.Developer {
		life = prompt.Static
	}
	id := "message-" + strconv.Itoa(message) + "." + strconv.Itoa(index)
	return prompt.Block{ID: id, Title: id, Lifetime: life, Element: role.Told(),
		Text: source.Of(text, source.Origin{Kind: source.Captured, Source: id, Span: source.Span{End: len(text)}, Tag: source.NoSpan})}
}

// pass records a part that the prompt does not show.
func (d *decoder) pass(part node) {
	kind := part.get("type").text()
	for _, key := range []string{"inlineData", "fileData", "thought", "executableCode", "role"} {
		if kind == "" && part.get(key).exists() {
			kind = key
		}
	}
	if kind == "" {
		kind = "unknown"
	}
	if d.noted == nil {
		d.noted = map[string]int{}
	}
	if d.noted[kind] == 0 && len(d.seen) < 20 {
		d.seen = append(d.seen, kind)
	}
	d.noted[kind]++
}

// finish measures the request and adds notes about what was skipped.
func (d *decoder) finish() {
	r := d.request
	for _, m := range r.Prompt.Messages {
		switch m.Role {
		case prompt.System, prompt.Instructions, prompt.Developer:
			r.Sizes.System += m.Text().Len()
		default:
			r.Sizes.Messages += m.Text().Len()
		}
	}
	for _, kind := range d.seen {
		r.Notes = append(r.Notes, fmt.Sprintf("%d parts of the type %q are not shown as text", d.noted[kind], kind))
	}
}

// tool appends a tool. declaration is the tool's entry in the list of tools.
func (d *decoder) tool(name string, declaration node) {
	text := declaration.compact()
	d.request.Prompt.Tools = append(d.request.Prompt.Tools, prompt.Tool{
		Name:        name,
		Declaration: source.Of(text, source.Origin{Kind: source.Tool, Source: name, Span: source.Span{End: len(text)}, Tag: source.NoSpan}),
	})
	for _, keys := range [][]string{{"description"}, {"function", "description"}} {
		if n := declaration.path(keys...); n.isString() {
			d.request.Descriptions = append(d.request.Descriptions, Location{Message: len(d.request.Prompt.Tools) - 1, Start: n.start, End: n.end, Kind: name, part: declaration.span})
			d.request.descriptions = append(d.request.descriptions, n.text())
			break
		}
	}
	d.request.Sizes.ToolCount++
}

// toolList measures a list of tools.
func (d *decoder) toolList(list node) {
	if list.kind == '[' && len(list.items) > 0 {
		d.request.Sizes.Tools += len(list.compact())
	}
}
