package session

import "time"

// schema is the version of the JSON form.
const schema = 1

// Shape is the JSON form of a version of a conversation's prompt.
type Shape struct {
	Schema int `json:"schema"`
	SummaryShape
	Facts    string    `json:"facts"`
	Text     string    `json:"text"` // the system prompt
	Messages []Message `json:"messages"`
	Blocks   []Block   `json:"blocks"`
	// Each of these fields is set only in the answers to which it applies.
	Reused   *bool          `json:"reused,omitempty"`   // it was already stored
	Sent     *string        `json:"sent,omitempty"`     // set after a compaction: Text followed by the summary
	Versions []SummaryShape `json:"versions,omitempty"` // the oldest first
}

// SummaryShape is the JSON form of a version without its texts.
type SummaryShape struct {
	ID        string    `json:"id"`
	Version   int       `json:"version"` // from 1
	Reason    Reason    `json:"reason"`  // first, moved, compaction or damaged
	Workspace string    `json:"workspace"`
	Cwd       string    `json:"cwd"`
	Host      string    `json:"host"`
	Profile   string    `json:"profile"`
	Provider  string    `json:"provider"`
	Model     string    `json:"model"`
	Bytes     int       `json:"bytes"`    // size of the system prompt
	Digest    string    `json:"digest"`   // SHA-256 of the system prompt
	Template  string    `json:"template"` // SHA-256 of the template
	Built     time.Time `json:"built"`
	Created   time.Time `json:"created"` // as in [Kept]
}

// Shape returns the JSON form.
func (k *Kept) Shape() Shape {
	return Shape{
		Schema: schema, SummaryShape: k.summary().shape(),
		Facts: k.Facts, Text: k.Text, Messages: k.Messages, Blocks: k.Blocks,
	}
}

// summary returns the version without its texts.
func (k *Kept) summary() Summary {
	return Summary{
		ID: k.ID, Workspace: k.Workspace, Location: k.Location, Profile: k.Profile, Provider: k.Provider, Model: k.Model,
		Version: k.Version, Reason: k.Reason, Bytes: len(k.Text), Digest: k.Digest, Template: k.Template,
		Built: k.Built, Created: k.Created,
	}
}

// shape returns the JSON form.
func (s Summary) shape() SummaryShape {
	return SummaryShape{
		ID: s.ID, Version: s.Version, Reason: s.Reason, Workspace: s.Workspace, Cwd: s.Cwd, Host: s.Host,
		Profile: s.Profile, Provider: s.Provider, Model: s.Model, Bytes: s.Bytes, Digest: s.Digest, Template: s.Template,
		Built: s.Built, Created: s.Created,
	}
}

// Shapes returns the JSON forms.
func Shapes(all []Summary) []SummaryShape {
	out := make([]SummaryShape, len(all))
	for i, s := range all {
		out[i] = s.shape()
	}
	return out
}

// Sent returns the text that is sent after a compaction: the prompt, a blank line and the summary.
// The summary is not stored.
func (k *Kept) Sent(appended string) string {
	if k.Text == "" || appended == "" {
		return k.Text + appended
	}
	return k.Text + "\n\n" + appended
}
