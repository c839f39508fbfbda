// Package learn extracts an agent's own words from a captured request and puts them into prompts
// that galley assembles.
//
// [Learn] compares the request with a prompt that galley assembled for the same directory. Both
// contain what galley writes itself, such as headings, tags, values and rule files, in the same
// order. Between two such texts the request has the agent's words where the prompt has stand-ins: a
// [Run]. [Fill] replaces the same stand-ins in the same order by these words, in any other prompt
// of the agent.
//
// Bytes of the user's files never become words, and facts about the machine among the words are
// stored as values.
package learn

import (
	"slices"
	"strings"

	"galley/engine/capture/match"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

// Words holds what was learned from one capture.
type Words struct {
	// Profile is the profile, as NAME@VERSION, with whose prompt the request was compared.
	Profile string `json:"profile"`
	Runs    []Run  `json:"runs"`
	Tools   []Tool `json:"tools"`
	// Lacks names tools that the prompt declares but the request does not.
	Lacks []string `json:"lacks,omitempty"`
}

// Run is a sequence of stand-ins, and the agent's words for them.
type Run struct {
	// Row has the names of the stand-ins at its even indexes, and the text that galley writes
	// between two of them at its odd ones.
	Row []string `json:"row"`
	// Before and After are texts that galley writes before and after the row, but the agent does
	// not.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Words  []Bit  `json:"words"`
}

// Bit is one part of the words of a run: a text or a value.
type Bit struct {
	Text  string `json:"t"`
	Value string `json:"v,omitempty"` // the name of a fact, or "" for words
}

// Tool is a declaration as the agent sent it.
type Tool struct {
	Name string `json:"name"`
	Text string `json:"text"` // as JSON
	// Added says that neither the prompt nor a server in the captured directory declares the tool.
	Added bool `json:"added,omitempty"`
}

// From is the input of [Learn].
type From struct {
	Model   prompt.Prompt // the prompt that galley assembles for the captured directory
	Request *wire.Request
	Map     match.Map // where each byte of the request comes from
	Profile string    // the name and version of the profile that made Model
	Given   string    // the text that the user gave the agent
	// Titled says that the words of a block begin with its title as a heading.
	Titled bool
	// Served reports whether a tool belongs to a server in the captured directory.
	Served func(name string) bool
}

// Learn extracts the agent's words from a request.
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
		// The numbers of texts differ because APIs join texts, so align all of them as one.
		var all []flat
		for _, m := range in.Model.Messages[ours.from : ours.from+ours.n] {
			all = append(all, flatten(m)...)
		}
		w.Runs = append(w.Runs, align(all, textOf(in, theirs.from, theirs.n), in.Titled)...)
	}
	w.tools(in)
	return w
}

// class returns the same role for roles with the same meaning: APIs have three names for the
// system's role.
func class(r prompt.Role) prompt.Role {
	if r == prompt.Developer || r == prompt.Instructions {
		return prompt.System
	}
	return r
}

// group is a run of successive messages whose roles count as the same; see [class].
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

// sentText is one or more messages of the request, as one text.
type sentText struct {
	text  string
	cuts  []int        // offsets in text at which one text of the request ends
	spans []match.Span // spans, sorted by their start in text
}

// textOf joins the texts of n messages, without the text that the user gave the agent.
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

// bits returns a range of the text as words and values. ok is false if the range has bytes of a
// user's file.
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

// tools adds the declarations of the agent's tools.
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
