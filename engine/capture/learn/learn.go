// Package learn takes an agent's own words out of a captured request and puts them
// into prompts that galley puts together.
//
// [Learn] lays a prompt that galley made in the captured place beside the request that
// the agent sent there. What galley writes itself, such as headings, tags, values and
// rule files, stands in both, in one order. Between two such places the request holds
// the agent's words and the prompt holds stand-ins: a [Run]. [Fill] puts the words in
// the place of the same stand-ins in the same order, in any other prompt of the agent.
//
// Words are never taken from where the request holds bytes of the user's files, and
// facts about the machine that stand among them are kept as values.
package learn

import (
	"slices"
	"strings"

	"galley/engine/capture/match"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// Words are what one capture taught.
type Words struct {
	// Profile is the model whose stand-ins were laid beside the request, NAME@VERSION.
	Profile string `json:"profile"`
	Runs    []Run  `json:"runs"`
	Tools   []Tool `json:"tools"`
	// Lacks names tools that the model declares and the agent did not.
	Lacks []string `json:"lacks,omitempty"`
}

// Run is a row of stand-ins and the agent's words for them.
type Run struct {
	// Row holds the names of the stand-ins at its even places, and what galley writes
	// between two of them at its odd ones.
	Row []string `json:"row"`
	// Before and After are what galley writes around the row and the agent does not.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Words  []Bit  `json:"words"`
}

// Bit is a part of a run's words.
type Bit struct {
	Text  string `json:"t"`
	Value string `json:"v,omitempty"` // the name of the fact that it is; "" for words
}

// Tool is a declaration as the agent sent it.
type Tool struct {
	Name string `json:"name"`
	Text string `json:"text"` // JSON
	// Added says that the model does not declare it, and no server of the captured
	// place brought it.
	Added bool `json:"added,omitempty"`
}

// From is what words are taken from.
type From struct {
	Model   prompt.Prompt // as galley puts it together in the captured place
	Request *wire.Request
	Map     match.Map // where the request's bytes come from
	Profile string    // the model's name and version
	Given   string    // the text that the agent was given: it is nobody's words
	// Titled says that a block's title is the heading with which its words begin.
	Titled bool
	// Served reports whether a server of the captured place brings a tool.
	Served func(name string) bool
}

// Learn takes the agent's words out of a request.
func Learn(in From) *Words {
	w := &Words{Profile: in.Profile, Runs: []Run{}, Tools: []Tool{}}
	sent := groups(in.Request.Prompt.Messages)
	at := 0
	for _, ours := range groups(in.Model.Messages) {
		next := slices.IndexFunc(sent[at:], func(g group) bool { return g.role == ours.role })
		if next < 0 {
			continue
		}
		theirs := sent[at+next]
		at += next + 1
		if ours.n == theirs.n {
			for i := range ours.n {
				w.Runs = append(w.Runs, align(flatten(in.Model.Messages[ours.from+i]), textOf(in, theirs.from+i, 1), in.Titled)...)
			}
			continue
		}
		var all []flat // APIs join what the agent has apart
		for _, m := range in.Model.Messages[ours.from : ours.from+ours.n] {
			all = append(all, flatten(m)...)
		}
		w.Runs = append(w.Runs, align(all, textOf(in, theirs.from, theirs.n), in.Titled)...)
	}
	w.tools(in)
	return w
}

// class says which messages stand for each other: APIs have three names for the
// system's words.
func class(r prompt.Role) prompt.Role {
	if r == prompt.Developer || r == prompt.Instructions {
		return prompt.System
	}
	return r
}

// group is messages of one class that follow each other.
type group struct {
	role    prompt.Role
	from, n int
}

func groups(all []prompt.Message) (out []group) {
	for i, m := range all {
		if n := len(out); n > 0 && out[n-1].role == class(m.Role) {
			out[n-1].n++
			continue
		}
		out = append(out, group{class(m.Role), i, 1})
	}
	return out
}

// sentText is a message of the request, or several, as one text.
type sentText struct {
	text  string
	cuts  []int        // where a text of the request ends and the next begins
	spans []match.Span // by start, in text
}

// textOf joins the texts of messages, without the one that the agent was given.
func textOf(in From, from, n int) sentText {
	var t sentText
	for i, p := range in.Request.Places {
		if p.Message < from || p.Message >= from+n {
			continue
		}
		_, text := in.Request.At(i)
		if in.Given != "" && strings.Contains(text, in.Given) {
			continue
		}
		if t.text != "" {
			t.cuts = append(t.cuts, len(t.text))
		}
		for _, s := range in.Map.Spans {
			if s.Place == i {
				s.Start, s.End = s.Start+len(t.text), s.End+len(t.text)
				t.spans = append(t.spans, s)
			}
		}
		t.text += text
	}
	slices.SortStableFunc(t.spans, func(a, b match.Span) int { return a.Start - b.Start })
	return t
}

// bits returns a range of the text as words and values; ok is false where it holds
// bytes of a user's file.
func (t sentText) bits(from, to int) (all []Bit, ok bool) {
	all = []Bit{}
	at := from
	for _, s := range t.spans {
		if s.End <= from || s.Start >= to {
			continue
		}
		if isFile(s.Origin.Kind) {
			return nil, false
		}
		if s.Origin.Kind != source.Variable || s.Expected >= 0 || s.Start < at || s.End > to {
			continue
		}
		if s.Start > at {
			all = append(all, Bit{Text: t.text[at:s.Start]})
		}
		all = append(all, Bit{t.text[s.Start:s.End], s.Origin.Source})
		at = s.End
	}
	if to > at {
		all = append(all, Bit{Text: t.text[at:to]})
	}
	return all, true
}

func isFile(k source.Kind) bool { return k == source.File || k == source.Import }

// tools keeps the declarations.
func (w *Words) tools(in From) {
	sent := map[string]bool{}
	for _, t := range in.Request.Prompt.Tools {
		sent[t.Name] = true
		modelled := slices.ContainsFunc(in.Model.Tools, func(m prompt.Tool) bool { return m.Name == t.Name })
		if !modelled && in.Served != nil && in.Served(t.Name) {
			continue
		}
		w.Tools = append(w.Tools, Tool{Name: t.Name, Text: t.Declaration.String(), Added: !modelled})
	}
	for _, m := range in.Model.Tools {
		if !sent[m.Name] {
			w.Lacks = append(w.Lacks, m.Name)
		}
	}
}
