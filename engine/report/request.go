package report

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/token"
	"galley/engine/tool"
)

// Wire is a provider's API, as far as it takes a prompt.
type Wire struct {
	Provider string // anthropic, openai or gemini
	API      string // chat or responses, of openai's; "" elsewhere
}

// Wires lists the APIs in the order in which views show them.
func Wires() []Wire {
	return []Wire{{"anthropic", ""}, {"openai", "chat"}, {"openai", "responses"}, {"gemini", ""}}
}

// String returns the API's name for people.
func (w Wire) String() string {
	switch {
	case w.API == "chat":
		return "OpenAI Chat Completions"
	case w.API == "responses":
		return "OpenAI Responses"
	case w.Provider == "gemini":
		return "Gemini generateContent"
	default:
		return "Anthropic Messages"
	}
}

// FindWire returns the API of a provider and, for openai, of an api ("" is chat).
func FindWire(provider, api string) (Wire, error) {
	names := []string{"anthropic", "openai", "gemini"}
	provider = wireProvider(provider)
	switch {
	case !slices.Contains(names, provider):
		return Wire{}, fmt.Errorf("%q is no provider whose request is known; known are %s", provider, strings.Join(names, ", "))
	case provider != "openai" && api != "":
		return Wire{}, fmt.Errorf("only openai has several APIs; %s has one", provider)
	case provider != "openai":
		return Wire{provider, ""}, nil
	case api != "" && api != "chat" && api != "responses":
		return Wire{}, fmt.Errorf("%q is no API of openai's; there are chat and responses", api)
	case api == "":
		api = "chat"
	}
	return Wire{provider, api}, nil
}

// WireOf returns the API that a result's prompt is most likely sent to: the agent's
// own where it has one, else that of the model's provider.
func WireOf(r *engine.Result) Wire {
	name, _, _ := strings.Cut(r.Profile, "@")
	switch name {
	case "gemini-cli", "yume-gemini":
		return Wire{"gemini", ""}
	case "yume-openai":
		return Wire{"openai", "chat"}
	}
	w, err := FindWire(token.Means(r.Provider, r.Model).API, "")
	switch {
	case err != nil && name == "codebolt":
		return Wire{"openai", "chat"}
	case err != nil:
		return Wires()[0]
	case w.Provider == "openai" && slices.ContainsFunc(r.Prompt.Messages, func(m prompt.Message) bool { return m.Role == prompt.Instructions }):
		w.API = "responses" // the only one that has such a field
	}
	return w
}

// wireProvider returns the name of the company whose API a provider has, else the
// provider's own.
func wireProvider(provider string) string {
	switch vendor := token.Means(provider, "").Vendor; vendor {
	case "google":
		return "gemini"
	case "":
		return provider
	default:
		return vendor
	}
}

// Sent is a request's body as a provider takes it: what the prompt decides of it.
// Numbers that an agent chooses for itself, such as the most tokens to answer
// with, are not in it.
type Sent struct {
	Wire
	Model string
	Body  tool.Value // Absent when the agent sends nothing that galley knows
	// Changes were done to the tools' declarations on the way.
	Changes []tool.Change
	// Notes say what the API cannot take as the prompt has it, and what else there
	// is to know: sentences without a stop.
	Notes []string
}

// RequestOf makes the body of a result's request. Declarations that are in the
// API's own dialect go out as the agent wrote them.
func RequestOf(r *engine.Result, to Wire) Sent {
	s := Sent{Wire: to, Model: r.Model}
	s.Notes = append(s.Notes, r.Prompt.Notes...)
	if len(r.Prompt.Command) > 0 && len(r.Prompt.Messages) == 0 {
		s.note("no request is made by the agent itself: it starts %s", Command(r.Prompt.Command))
		return s
	}
	b := body{sent: &s, prompt: r.Prompt, names: map[string]string{}}
	for _, m := range r.Prompt.Messages {
		for _, c := range m.Calls {
			b.names[c.ID] = c.Name
		}
	}
	switch {
	case to.Provider == "gemini":
		s.Body = b.gemini()
	case to.API == "responses":
		s.Body = b.responses()
	case to.Provider == "openai":
		s.Body = b.chat()
	default:
		s.Body = b.anthropic()
	}
	return s
}

func (s *Sent) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(s.Notes, text) {
		s.Notes = append(s.Notes, text)
	}
}

// Request is the JSON shape of `request`.
type Request struct {
	Schema   int      `json:"schema"`
	Profile  string   `json:"profile"`
	Provider string   `json:"provider"`
	API      string   `json:"api"`
	Model    string   `json:"model"`
	Body     raw      `json:"body"` // null when the agent sends nothing that galley knows
	Changes  []Change `json:"changes"`
	Notes    []string `json:"notes"`
}

// Change is one thing that was done to a tool's declaration.
type Change struct {
	Tool   string `json:"tool"`
	Index  int    `json:"index"` // its place in the list, from 0
	Path   string `json:"path"`  // a JSON pointer into {name, description, input_schema}
	Action string `json:"action"`
	Why    string `json:"why"`
}

// raw is JSON with its keys in their order.
type raw struct{ tool.Value }

// MarshalJSON implements json.Marshaler.
func (v raw) MarshalJSON() ([]byte, error) {
	if v.Kind == tool.Absent {
		return []byte("null"), nil
	}
	return []byte(v.JSON()), nil
}

// RequestShape returns the shape of a request.
func RequestShape(r *engine.Result, s Sent) Request {
	return Request{
		Schema: Schema, Profile: r.Profile, Provider: s.Provider, API: s.API, Model: s.Model,
		Body: raw{s.Body}, Changes: changes(s.Changes), Notes: list(s.Notes),
	}
}

func changes(all []tool.Change) []Change {
	out := make([]Change, len(all))
	for i, c := range all {
		out[i] = Change{c.Tool, c.Index, c.Path, string(c.Action), c.Why}
	}
	return out
}

// ChangeText says in a line what was done to a declaration.
func ChangeText(c tool.Change) string {
	name := c.Tool
	if name == "" {
		name = fmt.Sprintf("tool %d", c.Index+1)
	}
	return oneLine(fmt.Sprintf("%s%s: %s: %s", name, c.Path, c.Action, c.Why))
}

// list makes of nil an empty list: shapes have no null in a list's place.
func list(all []string) []string { return append([]string{}, all...) }
