// Package report writes results as JSON, for scripts and the service, and as plain text, for
// people. A type of the JSON is called a shape. Every shape contains the schema number. As long as
// this number stays the same, fields are added but not changed or removed.
//
// Offsets are in bytes, from 0, in the text of the message that the shape names. Lines and columns
// count from 1. Columns are in code points. Line and column are both 0 without a place. Lists are
// never null. JSON has U+FFFD in place of each invalid byte, and offsets count the bytes of that
// character. The size of a block counts its original bytes.
package report

import (
	"encoding/json"
	"io"
	"slices"
	"unicode/utf8"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/token"
)

// Schema is the version number of the JSON shapes.
const Schema = 1

// Encode writes a value as JSON: indented, with a final line end, and without escapes
// for HTML (no \u003c for <).
func Encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Render is the JSON shape of a rendered prompt.
type Render struct {
	Schema   int       `json:"schema"`
	Profile  string    `json:"profile"`
	Model    string    `json:"model"`
	Text     string    `json:"text"` // the messages joined by a blank line
	Messages []Message `json:"messages"`
	Blocks   []Block   `json:"blocks"`
	Origins  []Origin  `json:"origins"`
	Problems []Problem `json:"problems"`
	Budgets  []Budget  `json:"budgets"`
	Extra
}

// Message is one message as it is sent.
type Message struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Block is one block and its place in its message.
type Block struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Role     string `json:"role"`
	Lifetime string `json:"lifetime"`
	StandIn  bool   `json:"standIn"` // the block contains stand-ins
	Message  int    `json:"message"` // index of its message, from 0
	Start    int    `json:"start"`
	End      int    `json:"end"`
	Bytes    int    `json:"bytes"`
	UTF16    int    `json:"utf16"`
	Runes    int    `json:"runes"`
	Tokens   Tokens `json:"tokens"`
}

// Tokens is a number of tokens and how exact it is.
type Tokens struct {
	Count  int    `json:"count"`
	Basis  string `json:"basis"` // exact, assumed or estimate
	Method string `json:"method"`
	Low    int    `json:"low"`
	High   int    `json:"high"`
}

// Origin says where a range of a message comes from. The ranges of a message cover it completely.
type Origin struct {
	Message int    `json:"message"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Kind    string `json:"kind"`
	Source  string `json:"source"`
	Line    int    `json:"line"` // line of the source at which the range starts; 0 if the source has no lines
}

// Position is a place in a file.
type Position struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Problem is one problem.
type Problem struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"` // info, warning or error
	Message  string   `json:"message"`
	Hint     string   `json:"hint"`
	File     string   `json:"file"` // "" for the template, and for a problem without a place
	Start    Position `json:"start"`
	End      Position `json:"end"`
}

// Budget says how much of a provider's limit a prompt uses.
type Budget struct {
	Provider string `json:"provider"`
	Unit     string `json:"unit"`
	Limit    int    `json:"limit"`
	Used     int    `json:"used"`
	Basis    string `json:"basis"`
	Method   string `json:"method"`
	Low      int    `json:"low"`
	High     int    `json:"high"`
	State    string `json:"state"` // ok, warning or over
}

// RenderOf returns the JSON shape of a result.
func RenderOf(r *engine.Result) Render {
	out := Render{
		Schema: Schema, Profile: r.Profile, Model: r.Model, Text: r.Text.String(),
		Messages: make([]Message, len(r.Prompt.Messages)),
		Blocks:   blocks(r),
		Origins:  []Origin{},
		Problems: Problems(r.Problems),
		Budgets:  budgets(r),
		Extra:    extra(r),
	}
	for i, m := range r.Prompt.Messages {
		text := m.Text()
		out.Messages[i] = Message{string(m.Role), text.String()}
		out.Origins = appendOrigins(out.Origins, i, text, shown(out.Messages[i].Text))
	}
	return out
}

func blocks(r *engine.Result) []Block {
	places := make([]func(int) int, len(r.Prompt.Messages))
	for i, m := range r.Prompt.Messages {
		places[i] = shown(m.Text().String())
	}
	list := make([]Block, len(r.Blocks))
	for i, size := range r.Blocks {
		m := r.Prompt.Messages[size.Message]
		b := m.Blocks[size.Block]
		list[i] = Block{
			ID: b.ID, Title: b.Title, Role: string(m.Role), Lifetime: string(b.Lifetime), StandIn: b.StandInBytes() > 0,
			Message: size.Message, Start: places[size.Message](size.Span.Start), End: places[size.Message](size.Span.End),
			Bytes: size.Length.Bytes, UTF16: size.Length.UTF16, Runes: size.Length.Runes, Tokens: tokens(size.Tokens),
		}
	}
	return list
}

// limits returns the gauges of the limits that apply to the prompt.
func limits(r *engine.Result) []budget.Gauge {
	if !r.Limited {
		return nil
	}
	return r.Budgets
}

func budgets(r *engine.Result) []Budget {
	holding := limits(r)
	list := make([]Budget, len(holding))
	for i, g := range holding {
		list[i] = budgetOf(g)
	}
	return list
}

// RenderJSON writes a result's prompt.
func RenderJSON(w io.Writer, r *engine.Result) error { return Encode(w, RenderOf(r)) }

// shown returns a function that converts an offset in a text to the offset in its JSON form, in
// which the three bytes of U+FFFD replace each invalid byte.
func shown(text string) func(int) int {
	var bad []int
	if !utf8.ValidString(text) {
		for at, r := range text {
			if r != utf8.RuneError {
				continue
			}
			if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
				bad = append(bad, at)
			}
		}
	}
	return func(at int) int {
		n, _ := slices.BinarySearch(bad, at)
		return at + n*(len("\uFFFD")-1)
	}
}

func appendOrigins(all []Origin, message int, t source.Text, shown func(int) int) []Origin {
	at := 0
	for _, p := range t.Pieces() {
		o := p.Origin
		all = append(all, Origin{message, shown(at), shown(at + len(p.Text)), o.Kind.String(), o.Source, o.Line})
		at += len(p.Text)
	}
	return all
}

func tokens(c token.Count) Tokens {
	return Tokens{c.Tokens, string(c.Basis), c.Method, c.Low, c.High}
}

// budgetOf returns the JSON shape of a gauge. The number for a limit in characters or bytes is
// exact, because it does not depend on tokens.
func budgetOf(g budget.Gauge) Budget {
	b := Budget{
		Provider: g.Provider, Unit: string(g.Unit), Limit: g.Max, Used: g.Used,
		Basis: string(token.Exact), Method: string(g.Unit), Low: g.Used, High: g.Used, State: string(g.State),
	}
	if g.Unit == budget.Tokens {
		b.Basis, b.Method, b.Low, b.High = string(g.Count.Basis), g.Count.Method, g.Count.Low, g.Count.High
	}
	return b
}

// Problems returns the JSON shapes of problems.
func Problems(all []diag.Problem) []Problem {
	out := make([]Problem, len(all))
	for i, p := range all {
		out[i] = Problem{string(p.Code), p.Severity.String(), p.Message, p.Hint, p.File, position(p.Start), position(p.End)}
	}
	return out
}

func position(p source.Position) Position { return Position{p.Offset, p.Line, p.Column} }

// ProblemsJSON writes a list of problems: {schema, problems}.
func ProblemsJSON(w io.Writer, all []diag.Problem) error {
	return Encode(w, struct {
		Schema   int       `json:"schema"`
		Problems []Problem `json:"problems"`
	}{Schema, Problems(all)})
}

// Variables is the JSON shape of the variables.
type Variables struct {
	Schema    int        `json:"schema"`
	Variables []Variable `json:"variables"`
}

// Variable is a variable, its value and its uses.
type Variable struct {
	Key        string `json:"key"`
	Type       string `json:"type"`
	Name       string `json:"name"`
	State      string `json:"state"` // value, missing, unknown or unreadable
	Overridden bool   `json:"overridden"`
	Value      string `json:"value"` // "" unless state is value
	Source     string `json:"source"`
	Dynamic    bool   `json:"dynamic"` // the name is free text, as in file:PATH
	Uses       []Use  `json:"uses"`    // empty if it is unused
	// Note says what is unusual about the value, or why it is missing; it is mostly "".
	Note string `json:"note,omitempty"`
}

// Use is a place in the template that names a variable.
type Use struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// VariablesOf returns the JSON shape of a result's variables.
func VariablesOf(r *engine.Result) Variables {
	r = r.Masked()
	out := Variables{Schema, make([]Variable, len(r.Values))}
	lines := source.NewLines(r.Tree.Text)
	for i, v := range r.Values {
		uses := make([]Use, len(v.Uses))
		for j, span := range v.Uses {
			p := lines.Position(span.Start)
			uses[j] = Use{p.Line, p.Column}
		}
		out.Variables[i] = Variable{v.Key, v.Type, v.Name, string(v.State), v.Overridden, v.Text, v.Source, v.Dynamic, uses, v.Detail}
	}
	return out
}

// VarsJSON writes a result's variables.
func VarsJSON(w io.Writer, r *engine.Result) error { return Encode(w, VariablesOf(r)) }
