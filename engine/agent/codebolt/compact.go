package codebolt

import (
	"strconv"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Strategy is how a conversation is shortened.
type Strategy string

// The strategies. Smart never asks a model: it cuts tool output and, if that is not
// enough, drops older messages. Summarize asks a model for a state snapshot; if it gets
// no answer, it acts as Smart.
const (
	Simple    Strategy = "simple"
	Smart     Strategy = "smart"
	Summarize Strategy = "summarize"
)

// Status says how a compaction ended, in the agent's own words.
type Status string

// The statuses.
const (
	Compressed     Status = "COMPRESSED"
	NoOp           Status = "NOOP"
	FailedInflated Status = "FAILED_INFLATED_TOKEN_COUNT" // the conversation did not become shorter
	GivenUp        Status = ""                            // after three failures: no attempt and no report
)

// CompactOptions are the options of ConversationCompactorModifier. A zero value means the agent's
// default, which the comment of each field gives.
type CompactOptions struct {
	Strategy       Strategy // default Smart
	ModelLimit     int      // in tokens; default 128000
	Threshold      float64  // the share of ModelLimit from which it is compacted; default 0.5
	Preserve       float64  // the share of the content that is kept; default 0.3
	ToolBudget     int      // tokens of all tool output together; default 50000
	TruncateLines  int      // lines that remain of a tool's output; default 30
	MinUserMessage int      // nothing is dropped if at most twice this number could be; default 3
	DropSystem     bool     // drop and count system messages like others
}

func (o CompactOptions) settled() CompactOptions {
	if o.Strategy == "" {
		o.Strategy = Smart
	}
	whole := func(n *int, otherwise int) {
		if *n == 0 {
			*n = otherwise
		}
	}
	share := func(f *float64, otherwise float64) {
		if *f == 0 {
			*f = otherwise
		}
	}
	whole(&o.ModelLimit, defaultLimit)
	share(&o.Threshold, 0.5)
	share(&o.Preserve, 0.3)
	whole(&o.ToolBudget, 50000)
	whole(&o.TruncateLines, 30)
	whole(&o.MinUserMessage, 3)
	return o
}

// Answer holds what is known about the model and the prompt's size from the model's last answer.
type Answer struct {
	Limit  int    // the model's limit in tokens, if the platform knows it; else 0
	Model  string // "" if not reported
	Tokens *int   // the tokens of the prompt, as the provider counted them
}

// Report describes the result of a compaction.
type Report struct {
	Status              Status
	Before, After       int // in tokens; After is an estimate, and Before too unless the provider counted
	Dropped, Kept       int // numbers of messages
	ToolOutputTruncated bool
	Failed              int // failed attempts so far
	Strategy            Strategy
}

// Compactor is ConversationCompactorModifier. It runs after each tool call and remembers
// earlier runs: after a success it waits until the conversation has grown by a fifth,
// and after three failures it stops.
type Compactor struct {
	Options CompactOptions
	// Ask returns a model's summary of messages, a <state_snapshot>, or "" for no
	// answer. A nil Ask never answers.
	Ask func([]prompt.Message) string

	failed   int
	inflated bool   // an attempt failed because it did not shorten anything
	reached  int    // tokens after the last success
	steps    int    // calls of Compact since then
	last     Report // the report that is stored with the conversation
}

// Compact returns the messages that the conversation continues with, and a report.
func (c *Compactor) Compact(messages []prompt.Message, a Answer) ([]prompt.Message, Report) {
	o := c.Options.settled()
	limit := o.ModelLimit
	switch {
	case a.Limit != 0:
		limit = a.Limit
	case a.Model != "":
		limit = ModelLimit(a.Model)
	}
	now := EstimateTokens(messages)
	if a.Tokens != nil {
		now = *a.Tokens
	}
	c.steps++
	r := Report{Status: NoOp, Before: now, After: now, Kept: len(messages), Failed: c.failed, Strategy: o.Strategy}
	grown := func(from int) bool { return float64(now) >= float64(from)*1.2 }
	switch {
	case c.reached > 0 && c.steps <= 2 && !grown(c.reached):
		return messages, c.record(r)
	case c.last.Status == Compressed && c.last.After > 0 && !grown(c.last.After):
		return messages, c.last
	case float64(now) < float64(limit)*o.Threshold:
		return messages, c.record(r)
	case c.inflated && c.failed >= 3:
		r.Status = GivenUp
		return messages, r
	}
	out, did := c.shorten(o, messages)
	r.After, r.Failed = EstimateTokens(out), c.failed
	if r.After >= now {
		c.failed++
		c.inflated = true
		r.Status, r.Failed = FailedInflated, c.failed
		return messages, c.record(r)
	}
	r.Status, r.Dropped, r.Kept, r.ToolOutputTruncated = Compressed, did.Dropped, did.Kept, did.ToolOutputTruncated
	c.reached, c.steps = r.After, 0
	return out, c.record(r)
}

// record keeps a report as the one that is stored with the conversation, and returns it.
func (c *Compactor) record(r Report) Report {
	c.last = r
	return r
}

// shorten shortens the messages by the strategy of the options.
func (c *Compactor) shorten(o CompactOptions, messages []prompt.Message) ([]prompt.Message, Report) {
	if o.Strategy == Simple {
		return drop(o, messages, func(n int) string {
			return "[Previous conversation context has been compressed. " + strconv.Itoa(n) + " messages were removed to manage context length.]"
		})
	}
	cut, truncated := truncateTools(o, messages)
	if o.Strategy == Summarize {
		split := splitAt(o, cut)
		if split == 0 {
			return cut, Report{Kept: len(cut), ToolOutputTruncated: truncated}
		}
		old := without(cut[:split], prompt.System)
		if summary := c.ask(old); trimString(summary) != "" {
			answer := "Understood. I have processed the conversation state snapshot and am ready to continue from where we left off."
			out := append(systems(o, cut[:split]),
				message(prompt.User, block(compressedBlock, "State snapshot", value("summary", summary))),
				message(prompt.Assistant, block(compressedAckBlock, "Acknowledgement", source.Of(answer, structure))))
			return append(out, cut[split:]...), Report{Dropped: len(old), Kept: len(cut) - split, ToolOutputTruncated: truncated}
		}
		c.failed++
	}
	// Compare with the limit of the options, even if the model has its own.
	if float64(EstimateTokens(cut)) < float64(o.ModelLimit)*o.Threshold {
		return cut, Report{Kept: len(cut), ToolOutputTruncated: truncated}
	}
	out, did := drop(o, cut, func(n int) string {
		return "[Conversation compressed. " + strconv.Itoa(n) + " older messages summarized. Tool outputs may have been truncated.]"
	})
	did.ToolOutputTruncated = truncated
	return out, did
}

func (c *Compactor) ask(old []prompt.Message) string {
	if c.Ask == nil {
		return ""
	}
	return c.Ask(old)
}

// drop replaces the older messages by a note, but keeps system messages.
func drop(o CompactOptions, messages []prompt.Message, note func(n int) string) ([]prompt.Message, Report) {
	split := splitAt(o, messages)
	if split == 0 {
		return messages, Report{Kept: len(messages)}
	}
	text := source.Of(note(split), structure)
	out := append(systems(o, messages[:split]), message(prompt.User, block(compressedBlock, "Compression note", text)))
	return append(out, messages[split:]...), Report{Dropped: split, Kept: len(messages) - split}
}

// systems returns the system messages of some messages that a compaction drops, so that they can
// be kept. It returns none if the options say that system messages are dropped like others.
func systems(o CompactOptions, messages []prompt.Message) []prompt.Message {
	if o.DropSystem {
		return nil
	}
	var all []prompt.Message
	for _, m := range messages {
		if m.Role == prompt.System {
			all = append(all, m)
		}
	}
	return all
}

func without(messages []prompt.Message, role prompt.Role) []prompt.Message {
	var all []prompt.Message
	for _, m := range messages {
		if m.Role != role {
			all = append(all, m)
		}
	}
	return all
}

// truncateTools shortens tool output, oldest first, until all of it fits its budget;
// short output is left as it is.
func truncateTools(o CompactOptions, messages []prompt.Message) (out []prompt.Message, truncated bool) {
	out = append(out, messages...)
	total := 0
	for _, m := range messages {
		if isToolOutput(m) {
			total += estimate(plain(m))
		}
	}
	for i, m := range out {
		if total <= o.ToolBudget {
			break
		}
		before := estimate(plain(m))
		if !isToolOutput(m) || before <= 100 {
			continue
		}
		text := truncate(m, o.TruncateLines)
		if after := estimate(text.String()); after < before {
			total -= before - after
			truncated = true
			b := block(historyBlock, "Tool output", text)
			if len(m.Blocks) > 0 {
				b.ID, b.Title = m.Blocks[0].ID, m.Blocks[0].Title
			}
			m.Blocks, m.Parts = []prompt.Block{b}, nil
			out[i] = m
		}
	}
	return out, truncated
}

func isToolOutput(m prompt.Message) bool { return m.Role == prompt.ToolResult || m.CallID != "" }

// truncate shortens the text of a message that has more lines than the limit, which is the
// parameter most. It keeps half of that number of lines from the beginning and half from the end.
func truncate(m prompt.Message, most int) source.Text {
	text := source.Join(source.Of("\n", structure), textParts(m)...)
	s := text.String()
	lines := strings.Count(s, "\n") + 1
	if lines <= most {
		return text
	}
	half := most / 2
	var ends []int
	for i := range len(s) {
		if s[i] == '\n' {
			ends = append(ends, i)
		}
	}
	mark := source.Of("\n... ["+strconv.Itoa(lines-most)+" lines truncated] ...\n", structure)
	if half == 0 { // JavaScript's slice(-0) returns everything
		return mark.Append(source.Of("\n", structure), text)
	}
	line := source.Of("\n", structure)
	return text.Slice(0, ends[half-1]).Append(line, mark, line, text.Slice(ends[lines-1-half]+1, len(s)))
}
