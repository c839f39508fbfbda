package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine"
	"galley/engine/profile"
	"galley/engine/textutil"
)

// Compactions is the JSON shape of `compaction`: the ways in which the agent shortens the
// conversation. It has the way that the agent tries first, and the other ways.
type Compactions struct {
	Schema  int    `json:"schema"`
	Profile string `json:"profile"`
	Model   string `json:"model"`
	Compaction
	Further []Compaction `json:"further"`
	Provenance
}

// Compaction is one way in which an agent shortens a conversation.
type Compaction struct {
	By      string             `json:"by"`  // what shortens the conversation; "" if nothing is known to do so
	Due     bool               `json:"due"` // it would happen before the next request
	Limit   int                `json:"limit"`
	Window  int                `json:"window"`
	Tokens  int                `json:"tokens"`  // as galley counts them
	Counted string             `json:"counted"` // describes which number the agent compares with the threshold
	Goes    int                `json:"goes"`    // number of messages that the summary replaces
	Stays   []Message          `json:"stays"`
	Parts   []string           `json:"parts"`   // the parts that the summary should have
	Request *CompactionRequest `json:"request"` // null if the agent asks no model, or if the prompt of its request is not known
	Notes   []string           `json:"notes"`
}

// CompactionRequest is the request for the summary.
type CompactionRequest struct {
	Messages []Message `json:"messages"`
	StandIn  bool      `json:"standIn"` // the request contains stand-ins
}

// CompactionsOf returns the JSON shape of the ways in which a result's conversation is shortened.
func CompactionsOf(r *engine.Result) Compactions {
	r = r.Masked()
	out := Compactions{Schema: Schema, Profile: r.Profile, Model: r.Model, Further: []Compaction{}, Provenance: ProvenanceOf(r)}
	out.Compaction = Compaction{Stays: []Message{}, Parts: []string{}, Notes: []string{}}
	for i, c := range r.Compactions {
		one := compaction(c)
		if i == 0 {
			out.Compaction = one
			continue
		}
		out.Further = append(out.Further, one)
	}
	return out
}

func compaction(c profile.Compaction) Compaction {
	one := Compaction{By: c.By, Due: c.Due, Limit: c.Limit, Window: c.Window, Tokens: c.Tokens, Counted: c.Counted, Goes: c.Goes,
		Stays: []Message{}, Parts: list(c.Parts), Notes: list(c.Notes)}
	for _, m := range c.Stays {
		one.Stays = append(one.Stays, Message{string(m.Role), m.Text().String()})
	}
	if c.Request != nil {
		one.Request = &CompactionRequest{Messages: []Message{}}
		for _, m := range c.Request.Messages {
			one.Request.Messages = append(one.Request.Messages, Message{string(m.Role), m.Text().String()})
			for _, b := range m.Blocks {
				one.Request.StandIn = one.Request.StandIn || b.StandInBytes() > 0
			}
		}
	}
	return one
}

// CompactionLines says in lines how a result's conversation would be shortened.
func CompactionLines(r *engine.Result) []string {
	if len(r.Compactions) == 0 {
		return []string{noCompaction(r)}
	}
	var lines []string
	for i, c := range CompactionsOf(r).all() {
		if i > 0 {
			lines = append(lines, "")
		}
		due := "not due"
		if c.Due {
			due = "due"
		}
		lines = append(lines,
			fmt.Sprintf("%s: %s", c.By, due),
			describeThreshold(c),
			fmt.Sprintf("  now %d tokens, as galley counts them; the agent uses %s", c.Tokens, c.Counted),
			fmt.Sprintf("  removed: %s; kept: %s", textutil.Plural(c.Goes, "message"), textutil.Plural(len(c.Stays), "message")))
		for _, note := range c.Notes {
			lines = append(lines, "  "+note)
		}
		if len(c.Parts) > 0 {
			lines = append(lines, "  the answer has the parts "+strings.Join(c.Parts, ", "))
		}
		if c.Request == nil {
			continue
		}
		head := "  the model is asked:"
		if c.Request.StandIn {
			head = "  the model is asked (with stand-ins, galley's words instead of the agent's):"
		}
		lines = append(lines, head)
		for _, m := range c.Request.Messages {
			lines = append(lines, "--- "+m.Role+" ---")
			lines = append(lines, strings.Split(m.Text, "\n")...)
		}
	}
	return lines
}

// describeThreshold says at which number of tokens a conversation is shortened.
func describeThreshold(c Compaction) string {
	if c.Window == 0 {
		return "  starts at a share of the model's context window, whose size is not known"
	}
	return fmt.Sprintf("  starts at %d tokens, of the %d that it assumes the model accepts", c.Limit, c.Window)
}

// noCompaction says why no compaction is shown.
func noCompaction(r *engine.Result) string {
	if r.Sent != nil {
		return "this prompt was captured: use --capture none to see how galley's model of the agent compacts a conversation"
	}
	if strings.HasPrefix(r.Profile, "codebolt") {
		return "nothing compacts the conversation: the scenario's modifiers include neither ChatCompressionModifier nor ConversationCompactorModifier"
	}
	if r.Profile == profile.Default {
		return "no agent is chosen, and only agents compact conversations: choose one first"
	}
	return "it is not known when " + r.Profile + " compacts a long conversation, and what stays; galley survive shows what is known about its rules"
}

func (c Compactions) all() []Compaction { return append([]Compaction{c.Compaction}, c.Further...) }

// CompactionText writes how a result's conversation would be shortened.
func CompactionText(w io.Writer, r *engine.Result) error {
	_, err := io.WriteString(w, Safe(strings.Join(CompactionLines(r), "\n")+"\n"))
	return err
}
