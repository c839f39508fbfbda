package endpoint

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"galley/engine/prompt"
)

// text is the answer to a request that does not ask for JSON.
const text = "ok"

// object is a JSON object in an answer. Go writes its keys in sorted order, which every client
// accepts.
type object = map[string]any

// reply is the answer to one request.
type reply struct {
	kind     string
	model    string
	stream   bool
	text     string
	demanded bool // the answer must be JSON that a schema accepts
	call     *prompt.Call
}

// replyOf chooses the answer to a request by its path and body.
func replyOf(r *http.Request, body []byte) reply {
	var in struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
		Text   struct {
			Format *format `json:"format"`
		} `json:"text"`
		ResponseFormat *format `json:"response_format"`
		OutputFormat   *format `json:"output_format"`
		OutputConfig   struct {
			Format *format `json:"format"`
		} `json:"output_config"`
		ToolChoice any `json:"tool_choice"`
		Tools      []struct {
			Function struct {
				Name       string `json:"name"`
				Parameters any    `json:"parameters"`
			} `json:"function"`
		} `json:"tools"`
		GenerationConfig generation `json:"generationConfig"`
		Request          struct {
			GenerationConfig generation `json:"generationConfig"`
		} `json:"request"`
	}
	json.Unmarshal(body, &in) // fields that cannot be decoded stay empty
	out := reply{kind: kindOf(r.URL.Path), model: in.Model, stream: in.Stream, text: text}
	if out.model == "" {
		out.model = "capture"
	}
	for _, f := range []*format{in.Text.Format, in.ResponseFormat, in.OutputFormat, in.OutputConfig.Format} {
		if f != nil && (f.Type == "json_schema" || f.Type == "json_object") {
			out.demand(f.schema())
		}
	}
	if in.ToolChoice == "required" && len(in.Tools) == 1 { // the agent asks for a call of its only tool, so the answer follows that tool's schema
		out.demand(in.Tools[0].Function.Parameters)
		out.call = &prompt.Call{ID: "call_galley", Name: in.Tools[0].Function.Name, Arguments: out.text}
	}
	for _, g := range []generation{in.GenerationConfig, in.Request.GenerationConfig} {
		if strings.HasSuffix(g.ResponseMimeType, "json") {
			schema := g.ResponseJSONSchema
			if schema == nil {
				schema = g.ResponseSchema
			}
			out.demand(schema)
		}
	}
	return out
}

type format struct {
	Type       string `json:"type"`
	Schema     any    `json:"schema"`
	JSONSchema struct {
		Schema any `json:"schema"`
	} `json:"json_schema"`
}

func (f *format) schema() any {
	if f.Schema != nil {
		return f.Schema
	}
	return f.JSONSchema.Schema
}

type generation struct {
	ResponseMimeType   string `json:"responseMimeType"`
	ResponseSchema     any    `json:"responseSchema"`
	ResponseJSONSchema any    `json:"responseJsonSchema"`
}

// demand answers with the smallest JSON that a schema accepts. A client that gets anything else
// repeats its request.
func (r *reply) demand(schema any) {
	r.demanded = true
	budget := 10000
	if out, err := json.Marshal(smallest(schema, 0, &budget)); err == nil {
		r.text = string(out)
	}
}

// smallest returns the smallest value that a schema accepts. It understands only the keywords that
// agents use. budget is the number of values that it may still make.
func smallest(schema any, depth int, budget *int) any {
	s, ok := schema.(object)
	if *budget--; !ok || depth > 50 || *budget < 0 {
		return object{}
	}
	for _, key := range []string{"const", "default"} {
		if v, ok := s[key]; ok {
			return v
		}
	}
	if enum, ok := s["enum"].([]any); ok && len(enum) > 0 {
		return enum[0]
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if all, ok := s[key].([]any); ok && len(all) > 0 {
			return smallest(all[0], depth+1, budget)
		}
	}
	kind, _ := s["type"].(string)
	if all, ok := s["type"].([]any); ok && len(all) > 0 {
		kind, _ = all[0].(string)
	}
	properties, _ := s["properties"].(object)
	switch strings.ToLower(kind) {
	case "string":
		least, _ := s["minLength"].(float64)
		return text + strings.Repeat(" ", min(max(int(least)-len(text), 0), 10000))
	case "integer", "number":
		if least, ok := s["minimum"]; ok {
			return least
		}
		return 1
	case "boolean":
		return false
	case "null":
		return nil
	case "array":
		least, _ := s["minItems"].(float64)
		out := []any{}
		for range min(int(least), 1000) {
			out = append(out, smallest(s["items"], depth+1, budget))
		}
		return out
	}
	out := object{}
	required, ok := s["required"].([]any)
	for _, name := range required {
		if name, ok := name.(string); ok {
			out[name] = smallest(properties[name], depth+1, budget)
		}
	}
	if !ok {
		for name, p := range properties {
			out[name] = smallest(p, depth+1, budget)
		}
	}
	return out
}

// kindOf returns the kind of request that a path means. A client may put a prefix before the path.
func kindOf(path string) string {
	p := strings.ToLower(strings.TrimRight(path, "/"))
	for _, k := range []struct{ end, kind string }{
		{"/messages/count_tokens", "anthropic count"}, {"/messages", "anthropic"}, {"/chat/completions", "chat"},
		{"/responses/compact", "responses"}, {"/responses", "responses"}, {"/embeddings", "embeddings"}, {"/models", "models"},
		{":streamgeneratecontent", "gemini stream"}, {":generatecontent", "gemini"}, {":counttokens", "gemini count"},
		{":embedcontent", "gemini embed"}, {":batchembedcontents", "gemini embed"},
	} {
		if strings.HasSuffix(p, k.end) {
			return k.kind
		}
	}
	switch {
	case strings.Contains(p, "/models/"):
		return "model"
	case p == "":
		return "root"
	}
	return ""
}

// write sends the answer and returns its status.
func (r reply) write(w http.ResponseWriter, q *http.Request) int {
	probe := q.Method == http.MethodGet || q.Method == http.MethodHead
	switch r.kind {
	case "anthropic":
		return r.anthropic(w)
	case "chat":
		return r.chat(w)
	case "responses":
		return r.responses(w)
	case "gemini", "gemini stream":
		return r.gemini(w, q.URL.Query().Get("alt") == "sse")
	case "anthropic count":
		return send(w, object{"input_tokens": 1})
	case "gemini count":
		return send(w, object{"totalTokens": 1})
	case "gemini embed":
		return send(w, object{"embedding": object{"values": []float64{0}}})
	case "embeddings":
		return send(w, object{"object": "list", "model": r.model, "data": []object{{"object": "embedding", "index": 0, "embedding": []float64{0}}}, "usage": object{"prompt_tokens": 1, "total_tokens": 1}})
	case "models":
		list := []object{}
		for _, id := range []string{"claude-sonnet-4-5", "gpt-5", "gemini-2.5-pro", "capture"} {
			list = append(list, model(id))
		}
		return send(w, object{"object": "list", "data": list, "has_more": false, "first_id": list[0]["id"], "last_id": list[len(list)-1]["id"]})
	case "model":
		return send(w, model(q.URL.Path[strings.LastIndexByte(q.URL.Path, '/')+1:]))
	case "root":
		if probe {
			return send(w, object{"ok": true})
		}
	}
	fail(w, http.StatusNotFound, "not found")
	return http.StatusNotFound
}

func model(id string) object {
	return object{"id": id, "object": "model", "type": "model", "display_name": id, "created": 0, "created_at": "2026-01-01T00:00:00Z", "owned_by": "galley"}
}

// send writes JSON as the answer.
func send(w http.ResponseWriter, v any) int {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // an error only means that the client is gone
	return http.StatusOK
}

// fail answers with an error, in a form that all clients show to their user.
func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(object{"type": "error", "error": object{"type": "galley", "message": "galley's capture: " + message}})
}

// events answers with server-sent events. If named is set, each event has a line with its type.
// tail is written at the end.
func events(w http.ResponseWriter, all []object, named bool, tail string) int {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	for _, e := range all {
		out, err := json.Marshal(e)
		if err != nil {
			continue
		}
		if named {
			fmt.Fprintf(w, "event: %s\n", e["type"])
		}
		fmt.Fprintf(w, "data: %s\n\n", out)
	}
	fmt.Fprint(w, tail)
	return http.StatusOK
}
