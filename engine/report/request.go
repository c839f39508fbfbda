package report

import (
	"fmt"
	"slices"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/textutil"
	"galley/engine/token"
	"galley/engine/tool"
	"galley/engine/wire"
)

// FormOf returns the form in which a result's prompt is most likely sent. It is the form of the
// capture, if there is one. Otherwise it is the form that the prompt names, or that of an agent
// which uses only one form. Other agents use the form of the model's provider; if that is not
// known, FormOf returns the agent's usual form, or Anthropic's.
func FormOf(r *engine.Result) wire.Form {
	if r.Sent != nil {
		return r.Sent.Form
	}
	if r.Prompt.Form != "" {
		return wire.Form(r.Prompt.Form)
	}
	if r.OnlyForm {
		return r.WireForm
	}
	form, err := wire.Find(token.Means(r.Provider, r.Model).API, "")
	switch {
	case err != nil && r.WireForm != "":
		return r.WireForm
	case err != nil:
		return wire.Anthropic
	case form == wire.Chat && slices.ContainsFunc(r.Prompt.Messages, func(m prompt.Message) bool { return m.Role == prompt.Instructions }):
		return wire.Responses // no other form has this field
	}
	return form
}

// RequestOf makes the body of a result's request. If the request was captured in the form to, its
// body is the captured one, updated with the files and facts as they are now.
func RequestOf(r *engine.Result, to wire.Form) wire.Encoded {
	notes := slices.Clone(r.Prompt.Notes)
	if body, ok := r.SentBody(to); ok {
		return wire.Encoded{Form: to, Model: r.Sent.Model, Body: body, Notes: notes}
	}
	if len(r.Prompt.Command) > 0 && len(r.Prompt.Messages) == 0 {
		return wire.Encoded{Form: to, Model: r.Model, Notes: append(notes, "no request is made by the agent itself: it starts "+textutil.Command(r.Prompt.Command...))}
	}
	sent := r.Prompt
	if sent.SystemRole != "" && string(to) == sent.Form {
		sent.Messages = slices.Clone(sent.Messages)
		for i := range sent.Messages {
			if sent.Messages[i].Role == prompt.System {
				sent.Messages[i].Role = sent.SystemRole
			}
		}
	}
	s := wire.Encode(sent, to, r.Model)
	s.Notes = append(notes, s.Notes...)
	return s
}

// Request is the JSON shape of `request`.
type Request struct {
	Schema   int      `json:"schema"`
	Profile  string   `json:"profile"`
	Provider string   `json:"provider"`
	API      string   `json:"api"`
	Model    string   `json:"model"`
	Body     raw      `json:"body"` // null if galley cannot make the request
	Changes  []Change `json:"changes"`
	Notes    []string `json:"notes"`
	Provenance
}

// Change is one change to a tool's declaration.
type Change struct {
	Tool   string `json:"tool"`
	Index  int    `json:"index"` // index of the tool in the list, from 0
	Path   string `json:"path"`  // a JSON pointer into {name, description, input_schema}
	Action string `json:"action"`
	Why    string `json:"why"`
}

// raw is JSON that keeps the order of its keys.
type raw struct{ tool.Value }

// MarshalJSON implements json.Marshaler.
func (v raw) MarshalJSON() ([]byte, error) {
	if v.Kind == tool.Absent {
		return []byte("null"), nil
	}
	return []byte(v.JSON()), nil
}

// RequestShape returns the JSON shape of a request.
func RequestShape(r *engine.Result, s wire.Encoded) Request {
	return Request{
		Schema: Schema, Profile: r.Profile, Provider: s.Form.Provider(), API: s.Form.API(), Model: s.Model,
		Body: raw{s.Body}, Changes: changes(s.Changes), Notes: list(s.Notes), Provenance: ProvenanceOf(r),
	}
}

func changes(all []tool.Change) []Change {
	out := make([]Change, len(all))
	for i, c := range all {
		out[i] = Change{c.Tool, c.Index, c.Path, string(c.Action), c.Why}
	}
	return out
}

// ChangeText says in a line how a declaration was changed.
func ChangeText(c tool.Change) string {
	name := c.Tool
	if name == "" {
		name = fmt.Sprintf("tool %d", c.Index+1)
	}
	return oneLine(fmt.Sprintf("%s%s: %s: %s", name, c.Path, c.Action, c.Why))
}

// list returns a list that is never nil, because shapes have no null in place of a list.
func list(all []string) []string { return append([]string{}, all...) }
