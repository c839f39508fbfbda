package codebolt

import (
	"fmt"
	"slices"
	"strconv"

	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/tool"
)

// Compressor is ChatCompressionModifier, which runs before each model call. It calls no model: its
// summary is a state snapshot with the beginnings of the first messages. A zero value means the
// agent's default, which the comment of each field gives.
//
// Known from the source of packages/agent, which was read and not run.
type Compressor struct {
	Limit     int     // in tokens; default 128000
	Threshold float64 // the share of Limit from which a conversation is compressed; default 0.7
	Force     bool    // run whatever the number of tokens
	Off       bool
}

// The fixed numbers of [Compressor].
const (
	compressKeeps = 0.3 // share of the history that is kept, in characters, at its end
	quoteFrom     = 20  // messages of at most this many UTF-16 units are not quoted
	quoteLength   = 150 // UTF-16 units of a message that are quoted
	mostQuoted    = 5   // messages of each role that are quoted
)

// BuildCompressor makes ChatCompressionModifier.
func BuildCompressor(o tool.Value) (*Compressor, []diag.Problem) {
	v := options{o}
	share, _ := v.float("contextPercentageThreshold")
	return &Compressor{
		Limit: v.number("modelTokenLimit", defaultLimit), Threshold: share, Force: v.truthy("force"), Off: !v.on("enableCompression"),
	}, unknownOptions(compressorName, o, []string{"contextPercentageThreshold", "enableCompression", "force", "modelTokenLimit"})
}

// IsCompressor reports whether a name is that of ChatCompressionModifier.
func IsCompressor(name string) bool { return kind{name: compressorName}.is(name) }

// threshold returns the number of tokens at which compression starts.
func (c *Compressor) threshold() float64 {
	threshold := c.Threshold
	if threshold == 0 {
		threshold = 0.7
	}
	return threshold * float64(c.Limit)
}

// Compress returns the messages that the conversation continues with, and a report.
func (c *Compressor) Compress(messages []prompt.Message, prose Prose) ([]prompt.Message, Report) {
	now := quarter(messages)
	r := Report{Status: NoOp, Before: now, After: now, Kept: len(messages), Strategy: "chat"}
	if c.Off || len(messages) == 0 || !c.Force && float64(now) < c.threshold() {
		return messages, r
	}
	split := c.split(messages)
	answer := block(chatAckBlock, "Acknowledgement", prose("compression-ack"))
	out := append([]prompt.Message{
		message(prompt.User, block(chatSummaryBlock, "State snapshot", snapshot(messages[:split], prose))), message(prompt.Assistant, answer),
	}, messages[split:]...)
	if r.After = quarter(out); r.After > now {
		r.Status = FailedInflated
		return messages, r
	}
	r.Status, r.Dropped, r.Kept = Compressed, split, len(messages)-split
	return out, r
}

// split returns how many messages are dropped. It counts the oldest messages, as long as their
// JSON is shorter than seven tenths of the JSON of all messages. If messages of the assistant
// follow directly, they are dropped too.
func (c *Compressor) split(messages []prompt.Message) int {
	sizes := make([]int, len(messages))
	total := 0
	for i, m := range messages {
		sizes[i] = source.Measure(messageJSON(m)).UTF16
		total += sizes[i]
	}
	sum, split := 0, len(messages)
	for i, n := range sizes {
		if sum += n; float64(sum) >= float64(total)*(1-compressKeeps) {
			split = i
			break
		}
	}
	for split < len(messages) && messages[split].Role == prompt.Assistant {
		split++
	}
	return split
}

// quarter estimates the tokens of messages: one for every four UTF-16 units of their contents
// together.
func quarter(messages []prompt.Message) int {
	n := 0
	for _, m := range messages {
		n += source.Measure(content(m)).UTF16
	}
	return (n + 3) / 4
}

// messageJSON returns the JSON of a message as the platform stores it.
func messageJSON(m prompt.Message) string {
	v := object("role", tool.Text(string(m.Role))).With("content", tool.Text(m.Text().String()))
	if m.Parts != nil {
		parts, _, _ := tool.ParseJSON(content(m))
		v = v.With("content", parts)
	}
	var calls []tool.Value
	for _, call := range m.Calls {
		f := object("name", tool.Text(call.Name)).With("arguments", tool.Text(call.Arguments))
		calls = append(calls, object("id", tool.Text(call.ID)).With("type", tool.Text("function")).With("function", f))
	}
	if calls != nil {
		v = v.With("tool_calls", tool.List(calls...))
	}
	if m.CallID != "" {
		v = v.With("tool_call_id", tool.Text(m.CallID))
	}
	return v.JSON()
}

// snapshot returns the summary of messages.
func snapshot(messages []prompt.Message, prose Prose) source.Text {
	newline := source.Of("\n", structure)
	lines := []source.Text{source.Of("<state_snapshot>", structure), prose("compression-intro"), {}}
	for _, part := range []struct {
		role  prompt.Role
		entry string
	}{{prompt.User, "compression-requests"}, {prompt.Assistant, "compression-actions"}} {
		var quotes []source.Text
		for _, m := range messages {
			text := source.Literal(content(m))
			if m.Parts == nil {
				text = m.Text()
			}
			if units := text.Measure().UTF16; m.Role == part.role && units > quoteFrom && len(quotes) < mostQuoted {
				quote, _ := text.CutUTF16(quoteLength)
				if units > quoteLength {
					quote = quote.Append(source.Of("...", structure))
				}
				quotes = append(quotes, source.Of(strconv.Itoa(len(quotes)+1)+". ", structure).Append(quote))
			}
		}
		if len(quotes) > 0 {
			lines = append(append(append(lines, prose(part.entry)), quotes...), source.Text{})
		}
	}
	lines = append(lines, prose("compression-count", source.Of(strconv.Itoa(len(messages)), structure)), source.Of("</state_snapshot>", structure))
	var b source.Builder
	for i, l := range lines {
		if i > 0 {
			b.Append(newline)
		}
		b.Append(l)
	}
	return b.Text()
}

// compress applies the compression that Codebolt would do before the model call.
func (codeboltAgent) compress(in profile.Input, c *Compressor, p *prompt.Prompt) []diag.Problem {
	messages, r := c.Compress(p.Messages, From(in.Pack))
	p.Messages = messages
	counted := fmt.Sprintf("the conversation has %d tokens by the estimate of %s", r.Before, compressorName)
	switch r.Status {
	case Compressed:
		return []diag.Problem{in.Problem(diag.OverLimit, fmt.Sprintf("%s: a summary replaces %s, which leaves %s", counted, textutil.Plural(r.Dropped, "message"), textutil.Plural(r.After, "token")),
			"the summary quotes the beginnings of messages: no model is asked for it")}
	case FailedInflated:
		return []diag.Problem{in.Problem(diag.OverLimit, counted+", but a summary would not make it shorter: it is left as it is", "")}
	}
	return nil
}

// besidePipeline names the modifiers that run outside the pipeline of the first prompt, in the
// order in which they run.
var besidePipeline = []string{compressorName, compactorName}

// allNames lists the names of all modifiers that a scenario can contain.
func allNames() []string { return slices.Concat(Names(), besidePipeline) }

// strategies are the values of compactStrategy.
var strategies = []string{string(Simple), string(Smart), string(Summarize)}

func strategyProblem(s Strategy) []diag.Problem {
	if s == "" || slices.Contains(strategies, string(s)) {
		return nil
	}
	return []diag.Problem{diag.New(diag.UnknownWord, source.Span{},
		fmt.Sprintf("unknown compactStrategy %q: %s uses smart", s, compactorName), hint(string(s), strategies))}
}
