// Package wire reads and writes the requests that agents send to their providers.
//
// [Encode] writes a prompt in a provider's form.
//
// [Decode] turns a request's body into a [prompt.Prompt] and records where in the
// body each text is. [Request.Edit] changes texts in the body itself, so that
// everything else keeps its bytes: key order, numbers, spelling of escapes. A request
// that is decoded and written again without an edit is unchanged byte for byte.
//
// The package parses JSON by hand because it needs the byte range of every string,
// which no library gives; the standard library still checks whether a body is JSON.
package wire

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/token"
)

// Form is the format of a provider's request body.
type Form string

// The forms.
const (
	Anthropic Form = "anthropic-messages"
	Chat      Form = "openai-chat"
	Responses Form = "openai-responses"
	Gemini    Form = "gemini-generate"
)

// Title returns the form's name for people.
func (f Form) Title() string {
	switch f {
	case Anthropic:
		return "Anthropic Messages"
	case Chat:
		return "OpenAI Chat Completions"
	case Responses:
		return "OpenAI Responses"
	case Gemini:
		return "Gemini generateContent"
	}
	return string(f)
}

// Forms lists the forms in the order in which views show them.
func Forms() []Form { return []Form{Anthropic, Chat, Responses, Gemini} }

// Provider returns the name of the form's provider: anthropic, openai or gemini.
func (f Form) Provider() string {
	switch f {
	case Chat, Responses:
		return "openai"
	case Gemini:
		return "gemini"
	}
	return "anthropic"
}

// API returns the API of openai that takes the form: chat or responses. It returns "" for other
// providers.
func (f Form) API() string {
	switch f {
	case Chat:
		return "chat"
	case Responses:
		return "responses"
	}
	return ""
}

// Find returns the form of a provider and, for openai, of an API ("" means chat).
func Find(provider, api string) (Form, error) {
	names := []string{"anthropic", "openai", "gemini"}
	provider = apiName(provider)
	switch {
	case !slices.Contains(names, provider):
		return "", fmt.Errorf("galley does not know the request form of %q; it knows %s", provider, strings.Join(names, ", "))
	case provider != "openai" && api != "":
		return "", fmt.Errorf("only openai has several APIs; %s has one", provider)
	case provider == "gemini":
		return Gemini, nil
	case provider == "anthropic":
		return Anthropic, nil
	case api == "" || api == "chat":
		return Chat, nil
	case api == "responses":
		return Responses, nil
	}
	return "", fmt.Errorf("openai has no API %q; it has chat and responses", api)
}

// apiName returns the name under which [Find] knows the API of a provider. If the API is not known,
// it returns the provider's name.
func apiName(provider string) string {
	switch name := token.Means(provider, "").API; name {
	case "google":
		return "gemini"
	case "":
		return provider
	default:
		return name
	}
}

// Request is a request's body and its decoded content.
type Request struct {
	Form   Form
	Body   []byte // as the agent sent it, with any content coding undone
	Model  string // "" if the body does not name the model, as with Gemini
	Stream bool
	// Prompt holds the texts, one block for each text in the body, and the tools.
	Prompt prompt.Prompt
	// Places says, for each block of Prompt in order, where the block's text is in the body.
	Places []Location
	// Descriptions says, for each tool with a description, where the description is in the body.
	// Message is the index of the tool in Prompt.Tools.
	Descriptions []Location
	Sizes        Sizes
	// Notes describe what the prompt cannot represent: sentences without a final stop.
	Notes []string

	descriptions []string // the texts at Descriptions
}

// Count returns the number of texts of a request: those of its messages, then the
// descriptions of its tools.
func (r *Request) Count() int { return len(r.Places) + len(r.Descriptions) }

// At returns the location and the text of one of the request's texts. i is an index below
// [Request.Count].
func (r *Request) At(i int) (Location, string) {
	if n := len(r.Places); i >= n {
		return r.Descriptions[i-n], r.descriptions[i-n]
	}
	p := r.Places[i]
	return p, r.Prompt.Messages[p.Message].Blocks[p.Block].Text.String()
}

// Location is the location of a block's text in the body.
type Location struct {
	Message int // index in Prompt.Messages
	Block   int // index in that message
	// Start and End are the byte range of the JSON string, with its quotes.
	Start, End int
	Pointer    string // JSON pointer of the string: /messages/0/content/1/text
	// Kind is the agent's own name for the text, or "". Codex gives each text such a name.
	Kind string
	// Cache is the cache mark on the text's part, as in the body, or "".
	Cache string
	// part is the byte range of the list item that contains only this text; it is
	// empty if the text is not a list item.
	part span
	// label is the byte range of Kind in the agent's list of labels. data is the byte range of the
	// text's value in the agent's list of data. They are empty if the agent has no such list.
	label, data span
}

// Listed reports whether the text is a list item. Such a text can be removed, and another text can
// be inserted before it.
func (p Location) Listed() bool { return p.part.end > 0 }

// Sizes are a request's sizes in UTF-8 bytes of decoded text. Tools is the size of
// the tool lists as compact JSON.
type Sizes struct {
	System    int `json:"system"`
	Tools     int `json:"tools"`
	ToolCount int `json:"toolCount"`
	Messages  int `json:"messages"`
}

// Limits on what is read.
const (
	MaxBody  = 64 << 20 // bytes of a body
	maxDepth = 200      // nesting of JSON
	maxNodes = 1 << 20  // values in a body
)
