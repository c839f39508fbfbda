package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// codex reads the rollouts of Codex. A rollout lists the items of the conversation in order. Each
// request consists of all items before its answer.
type codex struct {
	items  []string // the items of the history, by their names in the builder
	tools  []Tool
	system []string
	calls  []Call
	number int
	model  string
	dir    string // the directory of the rule files that were sent last
}

type codexLine struct {
	Timestamp string          `json:"timestamp"`
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`
}

type codexPayload struct {
	Type string `json:"type"`

	// Fields of a "session_meta".
	Cwd     string          `json:"cwd"`
	Version string          `json:"cli_version"`
	Base    json.RawMessage `json:"base_instructions"`

	Model string `json:"model"` // of a "turn_context"
	State struct {
		Agents *struct {
			Directory string `json:"directory"`
			Text      string `json:"text"`
		} `json:"agents_md"`
	} `json:"state"` // of a "world_state"

	// Fields of a "response_item".
	Role      string            `json:"role"`
	Content   json.RawMessage   `json:"content"`
	Name      string            `json:"name"`
	Arguments json.RawMessage   `json:"arguments"`
	Tools     []json.RawMessage `json:"tools"`
	Passed    struct {
		Kinds []string `json:"content_item_kinds"`
	} `json:"internal_chat_message_metadata_passthrough"`

	// ResponseID and Usage are in lines of type "token_usage_record", Info is in lines of type
	// "token_count".
	ResponseID string      `json:"response_id"`
	Usage      *codexUsage `json:"usage"`
	Info       *struct {
		Last *codexUsage `json:"last_token_usage"`
	} `json:"info"`

	// Fields of a "compacted".
	History []json.RawMessage `json:"replacement_history"`
	Message string            `json:"message"`
}

type codexUsage struct {
	Input  claim `json:"input_tokens"`
	Cached claim `json:"cached_input_tokens"`
	Write  claim `json:"cache_write_input_tokens"`
	Output claim `json:"output_tokens"`
}

func (u *codexUsage) usage() Usage { return usageOf(u.Input, claim{}, u.Cached, u.Write, u.Output) }

func (c *codex) startsTurn(text []byte) bool {
	return bytes.Contains(text[:min(len(text), 200)], []byte(`"task_started"`))
}

func (c *codex) line(b *builder, text []byte) error {
	var l codexLine
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	var p codexPayload
	if err := json.Unmarshal(l.Payload, &p); err != nil {
		return err
	}
	at := b.parseTime(l.Timestamp)
	switch l.Type {
	case "session_meta":
		b.log.Cwd, b.log.Version = p.Cwd, p.Version
		c.system = textsOf(p.Base)
		var base struct {
			Text string `json:"text"`
		}
		if json.Unmarshal(p.Base, &base) == nil && base.Text != "" {
			c.system = []string{base.Text}
		}
		b.log.Launch.System = c.system
	case "turn_context":
		c.model = p.Model
		b.model(p.Model)
	case "world_state":
		if p.State.Agents != nil && p.State.Agents.Text != "" {
			if p.State.Agents.Directory != "" { // a change contains only the text, so keep the directory
				c.dir = p.State.Agents.Directory
			}
			b.rule(Rule{Path: "AGENTS.md of " + c.dir, Text: p.State.Agents.Text})
		}
		b.log.Launch.Tells = true
	case "response_item":
		c.item(b, &p, l.Payload, at)
	case "token_usage_record":
		if p.Usage != nil {
			c.answered(b, p.ResponseID, p.Usage.usage(), at)
		}
	case "event_msg":
		switch {
		case p.Type == "task_started":
			b.begin(at)
		case p.Type == "token_count" && p.Info != nil && p.Info.Last != nil:
			c.answered(b, "", p.Info.Last.usage(), at)
		}
	case "compacted":
		b.compacted = true
		c.items = nil
		for _, raw := range p.History {
			c.push(b, "user", string(raw))
		}
		if len(p.History) == 0 && p.Message != "" {
			c.push(b, "user", p.Message)
		}
	default:
		b.strange(l.Type)
	}
	return nil
}

// item records an item of the history.
func (c *codex) item(b *builder, p *codexPayload, raw []byte, at time.Time) {
	switch {
	case p.Type == "additional_tools":
		c.tools = nil
		for _, t := range p.Tools {
			var space struct {
				Tools []json.RawMessage `json:"tools"`
			}
			if json.Unmarshal(t, &space) == nil && space.Tools != nil {
				c.tools = append(c.tools, toolsOf(space.Tools)...)
			} else {
				c.tools = append(c.tools, toolsOf([]json.RawMessage{t})...)
			}
		}
		if b.log.Launch.Tools == nil {
			b.log.Launch.Tools = c.tools
		}
	case p.Type == "message" && p.Role == "assistant", strings.HasSuffix(p.Type, "_call"), p.Type == "reasoning":
		if strings.HasSuffix(p.Type, "_call") {
			arguments := p.Arguments
			var inner string
			if json.Unmarshal(arguments, &inner) == nil {
				arguments = json.RawMessage(inner)
			}
			c.calls = append(c.calls, callOf(p.Name, arguments))
		}
		c.push(b, "assistant", string(raw))
	case p.Type == "message":
		texts := textsOf(p.Content)
		c.push(b, p.Role, strings.Join(texts, "\n"))
		for i, text := range texts {
			kind := ""
			if i < len(p.Passed.Kinds) {
				kind = p.Passed.Kinds[i]
			}
			c.addText(b, p.Role, kind, text, at)
		}
	default:
		c.push(b, "tool", string(raw))
	}
}

// addText records a text of a message.
func (c *codex) addText(b *builder, role, kind, text string, at time.Time) {
	dir, inner, framed := strings.Cut(strings.TrimPrefix(text, "# AGENTS.md instructions for "), "\n")
	switch {
	case kind == "user.text", kind == "" && role == "user" && !strings.HasPrefix(text, "<") && !strings.HasPrefix(text, "# AGENTS.md instructions"):
		b.prompt(at, text)
	case framed && strings.HasPrefix(text, "# AGENTS.md instructions for "):
		b.rule(Rule{Path: "AGENTS.md of " + dir, Text: strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(inner), "<INSTRUCTIONS>\n"), "\n</INSTRUCTIONS>")})
	case kind == "host_skills.instructions" && b.log.Launch.Skills == nil:
		for line := range strings.SplitSeq(text, "\n") {
			if name, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), ": "); ok && strings.HasPrefix(line, "- ") && len(name) < 80 && !strings.Contains(name, " ") {
				b.log.Launch.Skills = append(b.log.Launch.Skills, name)
			}
		}
	}
}

// push adds an item to the history.
func (c *codex) push(b *builder, role, text string) {
	c.number++
	name := fmt.Sprint(c.number)
	b.keep(name, Message{role, text})
	if len(c.items) < mostRequests {
		c.items = append(c.items, name)
	}
}

// answered records the usage of an answer. The answer's own items are the last ones in the history
// and do not belong to the request.
func (c *codex) answered(b *builder, id string, usage Usage, at time.Time) {
	if id == "" { // the same usage was written twice; this is the older form
		if t := b.turn(); len(t.Requests) > 0 && t.Requests[len(t.Requests)-1].Usage == usage {
			return
		}
	}
	sent := len(c.items)
	for sent > 0 && b.texts[c.items[sent-1]].Role == "assistant" {
		sent--
	}
	shape := ""
	if b.log.Launch.System != nil && !b.cut || c.tools != nil {
		shape = fmt.Sprintf("%p", c.tools)
		if b.forms[shape] == nil {
			b.forms[shape] = &Sent{Tools: c.tools}
		}
	}
	r := Request{At: at, Model: c.model, Usage: usage, Calls: c.calls, shape: shape}
	if !b.cut {
		r.parts = &parts{tail: c.items[:sent:sent]}
	}
	b.request(id+fmt.Sprint(c.number), r)
	c.calls = nil
}
