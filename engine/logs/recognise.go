package logs

import (
	"context"
	"encoding/json"
	"io"
)

// marks holds the keys of a line that show which agent wrote it.
type marks struct {
	SessionID string `json:"sessionId"`
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`

	ProjectHash string          `json:"projectHash"` // Gemini CLI
	Payload     json.RawMessage `json:"payload"`     // Codex

	// Qwen Code and Claude Code.
	UUID        string          `json:"uuid"`
	System      json.RawMessage `json:"systemPayload"`
	Attachment  json.RawMessage `json:"attachment"`
	IsSidechain bool            `json:"isSidechain"`
	Message     struct {
		Parts   json.RawMessage `json:"parts"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// agent returns the agent whose logs have lines with these keys, or "" if the keys do not show it.
func (m *marks) agent() string {
	switch {
	case m.SessionID != "" && m.ProjectHash != "":
		return "gemini-cli"
	case m.Type != "" && m.Timestamp != "" && len(m.Payload) > 0 && m.Payload[0] == '{':
		return "codex"
	case m.SessionID == "" || m.Type == "":
		return ""
	case m.UUID != "" && (m.Message.Parts != nil || m.System != nil):
		return "qwen-code"
	case m.Message.Content != nil || m.Attachment != nil:
		return "claude-code"
	}
	return ""
}

// Recognise finds out from the beginning of a file which agent wrote the file. agent is "" if the
// file is not a log that [Read] reads. If the log belongs to a sub-agent, parent is the id of the
// session that started it.
func Recognise(ctx context.Context, r io.ReaderAt, size int64) (agent, parent string, err error) {
	err = lines(ctx, io.NewSectionReader(r, 0, min(headBytes, size)), 0, size <= headBytes, func(_ int64, text []byte) {
		var m marks
		if agent != "" || len(text) == 0 || json.Unmarshal(text, &m) != nil {
			return
		}
		if agent = m.agent(); agent == "claude-code" && m.IsSidechain {
			parent = m.SessionID
		}
	})
	return agent, parent, err
}
