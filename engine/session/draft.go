package session

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// DraftOf returns the parts of a rendered prompt that the store keeps.
func DraftOf(r engine.Request, res *engine.Result) Draft {
	d := Draft{
		Workspace: r.Scenario.WorkspaceID, Profile: res.Profile, Provider: res.Provider, Model: res.Model,
		Text: res.System.String(), Messages: make([]Message, len(res.Prompt.Messages)), Blocks: make([]Block, len(res.Blocks)),
		Template: digestOf(r.Template.Text), Facts: factsDigest(res.Questions),
	}
	for i, m := range res.Prompt.Messages {
		d.Messages[i] = Message{string(m.Role), m.Text().String()}
	}
	for i, size := range res.Blocks {
		b := res.Prompt.Messages[size.Message].Blocks[size.Block]
		d.Blocks[i] = Block{b.ID, b.Title, string(b.Lifetime), b.StandInBytes() > 0, size.Message, size.Span.Start, size.Span.End}
	}
	return d
}

// LocationOf returns the location of a request. The host is the scenario's host name, or this
// machine's if the scenario has none.
func LocationOf(w facts.World, r engine.Request) Location {
	host := r.Scenario.Hostname
	if host == "" {
		host, _ = w.Hostname() // all machines without a name count as one
	}
	return Location{Cwd: r.Cwd, Host: host}
}

// factsDigest returns a digest of the world's answers. It leaves out answers about the time, which
// always differ.
func factsDigest(questions []facts.Question) string {
	h := sha256.New()
	for _, q := range questions {
		if q.Op != facts.OpNow {
			fmt.Fprintf(h, "%s\x00%q\x00%q\n", q.Op, q.Arg, q.Digest)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Prompt returns the draft as a prompt, for example for measuring. The origins of its
// texts are lost.
func (d Draft) Prompt() prompt.Prompt {
	p := prompt.Prompt{Messages: make([]prompt.Message, len(d.Messages))}
	done := make([]int, len(d.Messages))
	for i, m := range d.Messages {
		p.Messages[i].Role = prompt.Role(m.Role)
	}
	for _, b := range d.Blocks {
		if b.Message < 0 || b.Message >= len(d.Messages) {
			continue
		}
		text := source.Literal(d.Messages[b.Message].Text)
		p.Messages[b.Message].Blocks = append(p.Messages[b.Message].Blocks, prompt.Block{
			ID: b.ID, Title: b.Title, Lifetime: prompt.Lifetime(b.Lifetime),
			Before: text.Slice(done[b.Message], b.Start), Text: text.Slice(b.Start, b.End),
		})
		done[b.Message] = b.End
	}
	return p
}
