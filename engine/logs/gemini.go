package logs

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// gemini reads the chats of Gemini CLI. A chat is a list of messages; a later line with the same
// id adds to a message. A chat contains neither the system text nor the tools.
type gemini struct {
	spoken
	answers map[string]bool // answers whose usage was already recorded
	seen    map[string]bool // messages that were already seen, by type and id
}

type geminiLine struct {
	SessionID string          `json:"sessionId"`
	ID        string          `json:"id"`
	Timestamp string          `json:"timestamp"`
	StartTime string          `json:"startTime"`
	Type      string          `json:"type"`
	Model     string          `json:"model"`
	Content   json.RawMessage `json:"content"`
	Set       *struct {
		Messages []json.RawMessage `json:"messages"`
	} `json:"$set"`
	Rewind json.RawMessage `json:"$rewindTo"`
	Tokens *struct {
		Input  claim `json:"input"`
		Cached claim `json:"cached"`
		Output claim `json:"output"`
	} `json:"tokens"`
	Calls []struct {
		Name   string          `json:"name"`
		Args   json.RawMessage `json:"args"`
		Result json.RawMessage `json:"result"`
	} `json:"toolCalls"`
}

func (g *gemini) startsTurn(text []byte) bool {
	var l geminiLine
	return hasTextValue(text, 300, "type", "user") && !bytes.HasPrefix(text, []byte(`{"$set"`)) &&
		json.Unmarshal(text, &l) == nil && g.prompted(&l) != ""
}

// prompted returns what a person wrote. It returns "" if the message is the result of a tool or
// the program's own first message.
func (g *gemini) prompted(l *geminiLine) string {
	if l.Type != "user" || bytes.Contains(l.Content, []byte(`"functionResponse"`)) {
		return ""
	}
	text := strings.TrimSpace(strings.Join(textsOf(l.Content), "\n"))
	if strings.HasPrefix(text, "<session_context>") {
		return ""
	}
	return text
}

func (g *gemini) line(b *builder, text []byte) error {
	var l geminiLine
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	at := b.parseTime(l.Timestamp)
	switch {
	case l.Set != nil:
		return g.set(b, l.Set.Messages)
	case l.Type == "" && l.SessionID != "":
		b.parseTime(l.StartTime)
		return nil
	case l.Type == "user":
		g.see(&l)
		g.push(b, "user", strings.Join(textsOf(l.Content), "\n"))
		if prompt := g.prompted(&l); prompt != "" {
			b.prompt(at, prompt)
		} else {
			contextFiles(b, strings.Join(textsOf(l.Content), "\n"), false, Call{})
		}
		return nil
	case l.Type == "gemini":
		g.see(&l)
		return g.answer(b, &l, at)
	case l.Type == "info", l.Type == "error", l.Type == "warning", l.Rewind != nil:
		return nil
	}
	b.strange(l.Type)
	return nil
}

// see records that the log has a message with this type and id.
func (g *gemini) see(l *geminiLine) {
	if g.seen == nil {
		g.seen = map[string]bool{}
	}
	g.seen[l.Type+" "+l.ID] = true
}

// set replaces the history. When a session is continued, Gemini CLI writes its whole history again;
// these messages do not begin a turn.
func (g *gemini) set(b *builder, messages []json.RawMessage) error {
	if messages != nil {
		g.parts = nil
	}
	for _, raw := range messages {
		var l geminiLine
		if err := json.Unmarshal(raw, &l); err != nil {
			return err
		}
		if !g.seen[l.Type+" "+l.ID] {
			if err := g.line(b, raw); err != nil {
				return err
			}
			continue
		}
		role := l.Type
		if role == "gemini" {
			role = "model"
		}
		g.push(b, role, strings.Join(textsOf(l.Content), "\n"))
	}
	return nil
}

func (g *gemini) answer(b *builder, l *geminiLine, at time.Time) error {
	if g.answers == nil {
		g.answers = map[string]bool{}
	}
	var calls []Call
	for _, call := range l.Calls {
		made := callOf(call.Name, call.Args)
		calls = append(calls, made)
		contextFiles(b, strings.Join(outputs(call.Result), "\n"), true, made)
	}
	r := Request{At: at, Model: l.Model, Calls: calls}
	b.sent(&r, g.parts)
	if u := l.Tokens; u != nil {
		r.Usage = usageOf(u.Input, claim{}, u.Cached, claim{}, u.Output)
	}
	b.request(l.ID, r)
	if !g.answers[l.ID] {
		g.answers[l.ID] = true
		g.push(b, "model", strings.Join(textsOf(l.Content), "\n"))
	}
	return nil
}

// outputs returns the outputs of the tools in a result.
func outputs(result json.RawMessage) (out []string) {
	var parts []struct {
		Response struct {
			Response struct {
				Output string `json:"output"`
			} `json:"response"`
		} `json:"functionResponse"`
	}
	if json.Unmarshal(result, &parts) != nil {
		return nil
	}
	for _, p := range parts {
		out = append(out, p.Response.Response.Output)
	}
	return out
}

// contextFiles finds the rule files in a text of Gemini CLI by their headings.
func contextFiles(b *builder, text string, onDemand bool, by Call) {
	b.between("Context", text, onDemand, by)
}

// between finds the rule files in a text. Each is between the lines "--- WHAT from: PATH ---" and
// "--- End of WHAT from: PATH ---".
func (b *builder) between(what, text string, onDemand bool, by Call) {
	head, tail := "--- "+what+" from: ", "--- End of "+what+" from: "
	for {
		_, rest, ok := strings.Cut(text, head)
		if !ok {
			return
		}
		name, rest, ok := strings.Cut(rest, " ---\n")
		if !ok || strings.Contains(name, "\n") {
			return
		}
		body, after, ok := strings.Cut(rest, tail+name+" ---")
		if !ok {
			body, after = rest, ""
		}
		b.rule(Rule{Path: name, OnDemand: onDemand, By: by, Text: body})
		text = after
	}
}
