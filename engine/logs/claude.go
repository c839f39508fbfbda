package logs

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// claude reads the logs of Claude Code: a JSON object on each line. The lines of the types
// "api-request-shape", "api-request-blob" and "api-request" contain each request in parts.
type claude struct {
	side  bool // the log belongs to a sub-agent
	asked map[string]claudeAsked
	// said holds the messages since the last request. A message that the next request contains
	// unchanged is not written to the log again.
	said   []Message
	saidID string // the id of the last message, if the model wrote that message
}

// claudeAsked is a request that was sent and has no answer yet.
type claudeAsked struct {
	at           time.Time
	shape, model string
	parts        *parts // nil if the parts refer to earlier lines that are not known
}

type claudeLine struct {
	Type        string          `json:"type"`
	Subtype     string          `json:"subtype"`
	Timestamp   string          `json:"timestamp"`
	Cwd         string          `json:"cwd"`
	Version     string          `json:"version"`
	IsSidechain bool            `json:"isSidechain"`
	IsMeta      bool            `json:"isMeta"`
	IsSummary   bool            `json:"isCompactSummary"`
	Message     json.RawMessage `json:"message"`
	Attachment  json.RawMessage `json:"attachment"`
	RequestRef  string          `json:"requestRef"`
	Cache       string          `json:"promptCacheRequested"`

	// Fields of an "api-request" and its parts.
	ID        string   `json:"id"`
	ShapeHash string   `json:"shapeHash"`
	Hash      string   `json:"hash"`
	Base      string   `json:"base"`
	Keep      int      `json:"keep"`
	Tail      []string `json:"tail"`
	Params    struct {
		Model string `json:"model"`
	} `json:"params"`
	Shape struct {
		System json.RawMessage   `json:"system"`
		Tools  []json.RawMessage `json:"tools"`
	} `json:"shape"`
}

// claudeQuiet lists the types of lines that contain nothing of a request.
var claudeQuiet = map[string]bool{
	"queue-operation": true, "atis-latch": true, "tools-used": true, "last-prompt": true, "cost-state": true, "mode": true,
	"summary": true, "file-history-snapshot": true, "progress": true, "ai-title": true, "custom-title": true,
}

func (c *claude) line(b *builder, text []byte) error {
	var l claudeLine
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	at := b.written(l.Timestamp, l.Cwd, l.Version)
	if l.IsSidechain && !c.side {
		return nil // the line belongs to a sub-agent
	}
	switch l.Type {
	case "user":
		return c.user(b, &l, at)
	case "assistant":
		return c.assistant(b, &l, at)
	case "attachment":
		return c.attachment(b, &l)
	case "api-request-shape":
		b.forms[l.ShapeHash] = &Sent{System: textsOf(l.Shape.System), Tools: toolsOf(l.Shape.Tools)}
		if b.log.Launch.System == nil {
			b.log.Launch.System, b.log.Launch.Tools = b.forms[l.ShapeHash].System, b.forms[l.ShapeHash].Tools
		}
	case "api-request-blob":
		var m claudeMessage
		if err := json.Unmarshal(l.Message, &m); err != nil {
			return err
		}
		b.keep(l.Hash, Message{m.Role, strings.Join(textsOf(m.Content), "\n")})
	case "api-request":
		c.settle(b, l.Tail)
		c.request(&l, at)
	case "system":
		if l.Subtype == "compact_boundary" {
			b.compacted = true
		}
	default:
		if !claudeQuiet[l.Type] {
			b.strange(l.Type)
		}
	}
	return nil
}

type claudeMessage struct {
	ID      string          `json:"id"`
	Role    string          `json:"role"`
	Model   string          `json:"model"`
	Content json.RawMessage `json:"content"`
	Usage   *struct {
		Input      claim `json:"input_tokens"`
		CacheWrite claim `json:"cache_creation_input_tokens"`
		CacheRead  claim `json:"cache_read_input_tokens"`
		Output     claim `json:"output_tokens"`
	} `json:"usage"`
}

// prompted returns the prompt in a line of type "user". It returns "" if the line is the result of
// a tool or a text that the program wrote itself.
func (c *claude) prompted(l *claudeLine) string {
	if l.Type != "user" || l.IsMeta || l.IsSummary || l.IsSidechain && !c.side || bytes.Contains(l.Message, []byte(`"tool_result"`)) {
		return ""
	}
	var m claudeMessage
	if json.Unmarshal(l.Message, &m) != nil {
		return ""
	}
	text := strings.TrimSpace(strings.Join(textsOf(m.Content), "\n"))
	for _, mark := range []string{"<local-command-", "<command-name>", "<bash-"} {
		if strings.HasPrefix(text, mark) {
			return ""
		}
	}
	return text
}

func (c *claude) user(b *builder, l *claudeLine, at time.Time) error {
	var m claudeMessage
	if err := json.Unmarshal(l.Message, &m); err != nil {
		return err
	}
	c.say("user", "", strings.Join(textsOf(m.Content), "\n"))
	if text := c.prompted(l); text != "" {
		b.prompt(at, text)
	}
	return nil
}

func (c *claude) startsTurn(text []byte) bool {
	// Quotes in the text of a prompt are escaped, so the text cannot contain such a key.
	if !hasTextValue(text, 4096, "type", "user") || bytes.Contains(text, []byte(`"tool_result"`)) {
		return false
	}
	var l claudeLine
	return json.Unmarshal(text, &l) == nil && c.prompted(&l) != ""
}

func (c *claude) assistant(b *builder, l *claudeLine, at time.Time) error {
	var m claudeMessage
	if err := json.Unmarshal(l.Message, &m); err != nil {
		return err
	}
	c.say("assistant", m.ID, strings.Join(textsOf(m.Content), "\n"))
	if strings.HasPrefix(m.Model, "<") {
		return nil // a note of the program
	}
	r := Request{At: at, Model: m.Model, Calls: callsOf(m.Content)}
	if u := m.Usage; u != nil {
		r.Usage = usageOf(claim{}, u.Input, u.CacheRead, u.CacheWrite, u.Output)
	}
	if asked, ok := c.asked[l.RequestRef]; ok {
		r.At, r.shape, r.parts = asked.at, asked.shape, asked.parts
	}
	if l.Cache == "1h" {
		r.ttl = time.Hour
	}
	id := l.RequestRef
	if id == "" {
		id = m.ID
	}
	b.request(id, r)
	return nil
}

// say records a message. Several lines of one answer are one message.
func (c *claude) say(role, id, text string) {
	if n := len(c.said); n > 0 && id != "" && id == c.saidID {
		c.said[n-1].Text += "\n" + text
		return
	}
	if c.saidID = id; len(c.said) >= 64 {
		c.said = c.said[1:]
	}
	c.said = append(c.said, Message{role, text})
}

// settle finds the texts of a request's messages that the log does not repeat with the request.
// Such messages were said since the last request. settle compares the two lists from their ends.
func (c *claude) settle(b *builder, names []string) {
	for i := len(names) - 1; i >= 0 && len(c.said) > 0; i-- {
		last := c.said[len(c.said)-1]
		if m, known := b.texts[names[i]]; !known {
			b.keep(names[i], last)
		} else if m.Role != last.Role {
			continue
		}
		c.said = c.said[:len(c.said)-1]
	}
	c.said, c.saidID = c.said[:0], ""
}

func (c *claude) request(l *claudeLine, at time.Time) {
	if c.asked == nil {
		c.asked = map[string]claudeAsked{}
	}
	a := claudeAsked{at: at, shape: l.ShapeHash, model: l.Params.Model, parts: &parts{tail: l.Tail}}
	if l.Base != "" || l.Keep > 0 {
		if before, ok := c.asked[l.Base]; ok && before.parts != nil && l.Keep >= 0 && l.Keep <= before.parts.len() {
			a.parts.base, a.parts.keep = before.parts, l.Keep
		} else {
			a.parts = nil
		}
	}
	if len(c.asked) > 100_000 {
		clear(c.asked)
	}
	c.asked[l.ID] = a
}

func (c *claude) attachment(b *builder, l *claudeLine) error {
	type file struct {
		Path    string `json:"path"`
		Content string `json:"content"`
	}
	var a struct {
		Type    string          `json:"type"`
		Files   []file          `json:"files"`
		Path    string          `json:"path"`
		Names   []string        `json:"names"`
		Added   []string        `json:"addedTypes"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(l.Attachment, &a); err != nil {
		return err
	}
	switch a.Type {
	case "instructions":
		for _, f := range a.Files {
			b.rule(Rule{Path: f.Path, Text: f.Content})
		}
		b.log.Launch.Tells = true
	case "nested_memory":
		var f file
		if json.Unmarshal(a.Content, &f) != nil {
			_ = json.Unmarshal(a.Content, &f.Content) // in other versions the content is plain text
		}
		b.rule(Rule{Path: a.Path, OnDemand: true, Text: f.Content})
	case "skill_listing":
		if b.log.Launch.Skills == nil {
			b.log.Launch.Skills = a.Names
		}
	case "agent_listing_delta":
		if b.log.Launch.Agents == nil {
			b.log.Launch.Agents = a.Added
		}
	}
	return nil
}

// textsOf returns the texts of a content, which is a string or a list of blocks.
func textsOf(content json.RawMessage) (out []string) {
	var one string
	if bytes.HasPrefix(content, []byte(`"`)) && json.Unmarshal(content, &one) == nil {
		return []string{one}
	}
	var blocks []json.RawMessage
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	for _, raw := range blocks {
		var block struct {
			Text    *string         `json:"text"`
			Content json.RawMessage `json:"content"`
		}
		if json.Unmarshal(raw, &block) != nil {
			continue
		}
		switch {
		case block.Text != nil:
			out = append(out, *block.Text)
		case block.Content != nil:
			out = append(out, textsOf(block.Content)...)
		default:
			out = append(out, string(raw)) // a call or an image, as JSON
		}
	}
	return out
}

// toolsOf returns declarations as they were sent.
func toolsOf(raw []json.RawMessage) (out []Tool) {
	for _, t := range raw {
		var named struct {
			Name string `json:"name"`
			Type string `json:"type"`
		}
		_ = json.Unmarshal(t, &named) // a tool without a name counts too
		if named.Name == "" {
			named.Name = named.Type
		}
		out = append(out, Tool{named.Name, string(t)})
	}
	return out
}

// callsOf returns the tool calls in the content of an answer.
func callsOf(content json.RawMessage) (out []Call) {
	var blocks []struct {
		Type  string          `json:"type"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	for _, block := range blocks {
		if block.Type == "tool_use" {
			out = append(out, callOf(block.Name, block.Input))
		}
	}
	return out
}
