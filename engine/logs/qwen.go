package logs

import (
	"encoding/json"
	"strings"
)

// qwen reads the chats of Qwen Code: a JSON object on each line. The chats contain neither the
// system text nor the tools.
type qwen struct {
	spoken
}

type qwenLine struct {
	UUID      string `json:"uuid"`
	Timestamp string `json:"timestamp"`
	Type      string `json:"type"`
	Subtype   string `json:"subtype"`
	Cwd       string `json:"cwd"`
	Version   string `json:"version"`
	Model     string `json:"model"`
	Message   struct {
		Role  string            `json:"role"`
		Parts []json.RawMessage `json:"parts"`
	} `json:"message"`
	Usage *struct {
		Input  claim `json:"promptTokenCount"`
		Output claim `json:"candidatesTokenCount"`
		Cached claim `json:"cachedContentTokenCount"`
	} `json:"usageMetadata"`
}

type qwenPart struct {
	Text string `json:"text"`
	Call *struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
	Response *struct {
		Response struct {
			Output string `json:"output"`
		} `json:"response"`
	} `json:"functionResponse"`
}

func (q *qwen) startsTurn(text []byte) bool {
	return hasTextValue(text, 400, "type", "user")
}

func (q *qwen) line(b *builder, text []byte) error {
	var l qwenLine
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	at := b.written(l.Timestamp, l.Cwd, l.Version)
	var texts []string
	var calls []Call
	for _, raw := range l.Message.Parts {
		var p qwenPart
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		switch {
		case p.Call != nil:
			calls = append(calls, callOf(p.Call.Name, p.Call.Args))
			texts = append(texts, string(raw))
		case p.Response != nil:
			texts = append(texts, p.Response.Response.Output)
			qwenRules(b, p.Response.Response.Output)
		default:
			texts = append(texts, p.Text)
		}
	}
	all := strings.Join(texts, "\n")
	switch l.Type {
	case "user":
		b.prompt(at, all)
		q.push(b, "user", all)
	case "tool_result":
		q.push(b, "tool", all)
	case "assistant":
		r := Request{At: at, Model: l.Model, Calls: calls}
		b.sent(&r, q.parts)
		if u := l.Usage; u != nil {
			r.Usage = usageOf(u.Input, claim{}, u.Cached, claim{}, u.Output)
		}
		b.request(l.UUID, r)
		q.push(b, "assistant", all)
	case "system":
		if l.Subtype == "chat_compression" {
			b.compacted, q.parts = true, nil
		}
	default:
		b.strange(l.Type)
	}
	return nil
}

// qwenRules finds the rule files in the result of a tool by their headings.
func qwenRules(b *builder, text string) { b.between("Rule", text, true, Call{}) }
