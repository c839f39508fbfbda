package report

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/textutil"
)

// StandIns says how much of a prompt consists of stand-ins for the agent's own words.
type StandIns struct {
	Blocks    int    `json:"blocks"`    // number of blocks that contain stand-ins
	Tools     int    `json:"tools"`     // number of tools whose declarations are stand-ins
	Bytes     int    `json:"bytes"`     // size of the stand-ins
	RealBytes int    `json:"realBytes"` // size of the agent's own text that the stand-ins replace, as far as it was measured
	Unknown   int    `json:"unknown"`   // number of blocks and tools whose own text was not measured
	Measured  string `json:"measured"`  // the version and session that were measured, or ""
}

// StandInsOf returns the JSON shape of a result's stand-ins; it is zero if the prompt has none.
func StandInsOf(r *engine.Result) StandIns {
	s := r.Whole.StandIns
	if !s.There() {
		return StandIns{}
	}
	return StandIns{s.Blocks, s.Tools, s.Bytes, s.Real, s.Unknown, s.Measured}
}

// sentSize returns the size of block i of [engine.Result.Blocks] as the agent sends
// it: stand-ins count with the measured length of the agent's own words.
func sentSize(r *engine.Result, i int) budget.Size {
	if i < len(r.Whole.Blocks) {
		return r.Whole.Blocks[i]
	}
	return r.Blocks[i].Size
}

// StandInText says how much of the shown text consists of stand-ins, and which size the totals
// count in place of them. It is a sentence without a final stop, or "" for a text without
// stand-ins.
func StandInText(r *engine.Result) string {
	s := r.Whole.StandIns
	if !s.There() {
		return ""
	}
	g, all := ProvenanceOf(r), 0
	for _, m := range r.Prompt.Messages {
		all += m.Text().Len()
	}
	text := fmt.Sprintf("%d of %d bytes are stand-ins for the agent's own words", g.StandInBytes, all)
	switch {
	case s.Tools > 0:
		text += fmt.Sprintf(", and %d tool declarations in addition", s.Tools)
	case len(r.Prompt.Tools) == 0:
		text += "; the agent's tools are declared separately, not known, and not counted"
	}
	known := s.Blocks + s.Tools - s.Unknown
	switch {
	case known == 0:
		return text + "; its words were not measured, so the real prompt is larger than the numbers say"
	case s.Unknown > 0:
		return text + fmt.Sprintf("; %d of these %d sections count with the size measured on %s; %s not measured, so the real prompt is larger than the numbers say", known, s.Blocks+s.Tools, s.Measured, others(s.Unknown))
	}
	return text + "; totals count them with the size measured on " + s.Measured
}

// others names the n sections of unknown size, as the subject of a sentence in the past.
func others(n int) string {
	if n == 1 {
		return "the other one was"
	}
	return "the others were"
}

// StandInSize describes the size of the agent's own words that stand-ins replace.
func StandInSize(s budget.StandIns) string {
	switch {
	case s.Unknown == 0:
		return Size(s.Real)
	case s.Unknown < s.Blocks+s.Tools:
		return "at least " + Size(s.Real)
	}
	return "size unknown"
}

// ReplacedText says what the stand-ins replace and how galley counts them. It is for outputs with
// the sizes that the agent sends. [StandInText] is for outputs with the sizes of the shown text.
func ReplacedText(r *engine.Result) string {
	s := r.Whole.StandIns
	if !s.There() {
		return ""
	}
	text := "stand-ins for the agent's own words, " + StandInSize(s) + ", in " + textutil.Plural(s.Blocks, "block")
	switch {
	case s.Tools > 0:
		text += " and " + textutil.Plural(s.Tools, "tool declaration")
	case len(r.Prompt.Tools) == 0:
		text += "; its tools are declared separately, not known, and not counted"
	}
	switch known := s.Blocks + s.Tools - s.Unknown; {
	case known == 0:
		return text + "; they were not measured, so the real prompt is larger than the numbers say"
	case s.Unknown > 0:
		return text + fmt.Sprintf("; %d of %d count with the size measured on %s; %s not measured, so the real prompt is larger than the numbers say", known, s.Blocks+s.Tools, s.Measured, others(s.Unknown))
	}
	return text + "; all numbers count them with the size measured on " + s.Measured
}

// Whole is the size of everything that the agent sends. The agent's own words count with their
// measured size.
type Whole struct {
	System   WholePart `json:"system"`
	Messages WholePart `json:"messages"`
	Tools    WholePart `json:"tools"`
	All      WholePart `json:"all"`
	Unread   WholePart `json:"unread"`  // rule files that the agent sends but that are too large for galley to read
	AtLeast  bool      `json:"atLeast"` // the size of some of the agent's own text is not known
}

// WholePart is the size of a part.
type WholePart struct {
	Bytes  int    `json:"bytes"`
	UTF16  int    `json:"utf16"`
	Tokens Tokens `json:"tokens"`
}

func wholePart(s budget.Size) WholePart {
	return WholePart{s.Length.Bytes, s.Length.UTF16, tokens(s.Tokens)}
}

// WholeOf returns the JSON shape of the size of everything sent.
func WholeOf(r *engine.Result) Whole {
	w := r.Whole
	return Whole{wholePart(w.System), wholePart(w.Messages), wholePart(w.Tools), wholePart(w.All()), wholePart(w.Unread), w.StandIns.Unknown > 0}
}

// wholeText writes a line for each part of what is sent, and the total.
func wholeText(b *strings.Builder, r *engine.Result) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	least := ""
	if r.Whole.StandIns.Unknown > 0 {
		least = "at least "
	}
	tools := "tools"
	if n := len(r.Prompt.Tools); n > 0 {
		tools = fmt.Sprintf("%d tools", n)
	}
	type part struct {
		name string
		size budget.Size
	}
	parts := []part{{"system", r.Whole.System}, {"messages", r.Whole.Messages}, {tools, r.Whole.Tools}}
	if r.Whole.Unread.Length.Bytes > 0 {
		parts = append(parts, part{"rule files that are too large for galley to read", r.Whole.Unread})
	}
	for _, one := range append(parts, part{"in total", r.Whole.All()}) {
		fmt.Fprintf(t, "%s%d bytes\t%s%d tokens\t  %s\n", least, one.size.Length.Bytes, one.size.Tokens.Basis.Sign(), one.size.Tokens.Tokens, one.name)
	}
	t.Flush()
}
