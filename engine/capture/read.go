package capture

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"galley/engine/prompt"
	"galley/engine/wire"
)

// Read is one request from a recorded file.
type Read struct {
	At      time.Time // zero if the file does not say when
	Method  string
	Path    string // the path of the URL, without the query
	Header  map[string]string
	Body    []byte
	Form    wire.Form
	Request *wire.Request
	// Why says, without a final stop, why this is not a request of a main turn. It is "" for a
	// request of a main turn.
	Why string
}

// maxRead is the most requests that are read from one file.
const maxRead = 10000

// ReadRequests reads the requests in a file: one body, HAR, JSON lines, or the output of `codex
// debug prompt-input`; the file may be compressed with gzip or zstd. It returns an error if the
// file has none of these forms.
func ReadRequests(data []byte) ([]Read, error) {
	data, err := unpacked(data)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if len(data) == 0 {
		return nil, errors.New("the file is empty")
	}
	var archive har
	if json.Unmarshal(data, &archive) == nil && len(archive.Log.Entries) > 0 {
		return archive.requests()
	}
	if json.Valid(data) {
		if one, ok := record(data); ok {
			return []Read{one}, nil
		}
		return nil, errors.New("the file is JSON but contains no request: expected a request body, HAR, JSON lines or the output of `codex debug prompt-input`")
	}
	return lines(data)
}

// lines reads JSON lines. For a line that is not JSON it returns an error with the line's number,
// because the file may have been cut off.
func lines(data []byte) (all []Read, err error) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if !json.Valid(line) {
			if n == 1 {
				var syntax *json.SyntaxError
				var v any
				if errors.As(json.Unmarshal(data, &v), &syntax) {
					row := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
					return nil, fmt.Errorf("the file is not JSON: line %d: %v", row, syntax)
				}
			}
			return nil, fmt.Errorf("line %d is not JSON: the file may be cut short", n)
		}
		if one, ok := record(line); ok && len(all) < maxRead {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("none of the %d lines contains a request", n)
	}
	return all, nil
}

// recorded is a line that a recorder of requests wrote: the body, under one of the names that
// recorders use, and other fields.
type recorded struct {
	Method  string          `json:"method"`
	URL     string          `json:"url"`
	Path    string          `json:"path"`
	Headers json.RawMessage `json:"headers"`
	Body    json.RawMessage `json:"body"`
	Request json.RawMessage `json:"request"`
	Time    string          `json:"timestamp"`
}

// record reads one JSON value: a body, a list of input items, or a recorder's entry. ok is false
// for any other value.
func record(value []byte) (r Read, ok bool) {
	if form, ok := wire.FormOf("", value); ok {
		return judged(Read{Method: "POST", Path: usual(form), Body: value, Form: form}), true
	}
	if value[0] == '[' { // a list of input items, as Codex prints it
		body := append(append([]byte(`{"input":`), value...), '}')
		if got, err := wire.Decode(wire.Responses, body); err == nil && len(got.Places) > 0 {
			r := Read{Method: "POST", Path: usual(wire.Responses), Body: body, Form: wire.Responses, Request: got}
			r.Request.Notes = append(r.Request.Notes, "the file contains only the input: base instructions and tools are missing")
			return r, true
		}
		return r, false
	}
	var line recorded
	if json.Unmarshal(value, &line) != nil {
		return r, false
	}
	if len(line.Body) == 0 && len(line.Request) > 0 && line.Request[0] == '{' {
		at := line.Time
		if json.Unmarshal(line.Request, &line) != nil {
			return r, false
		}
		if line.Time == "" {
			line.Time = at
		}
	}
	body := []byte(line.Body)
	var text string
	if json.Unmarshal(line.Body, &text) == nil {
		body = text2body(text)
	}
	r = Read{Method: line.Method, Path: pathOf(line.Path, line.URL), Header: headers(line.Headers), Body: body}
	r.At, _ = time.Parse(time.RFC3339, line.Time)
	return known(r)
}

// text2body returns a body that a recorder wrote as a string, either plain or in base64.
func text2body(text string) []byte {
	if raw, err := base64.StdEncoding.DecodeString(text); err == nil && len(raw) > 0 {
		if plain, err := unpacked(raw); err == nil && json.Valid(plain) {
			return plain
		}
	}
	return []byte(text)
}

// known sets the form of a request; the second result is false if the request fits no form.
func known(r Read) (Read, bool) {
	form, ok := wire.FormOf(r.Path, r.Body)
	if !ok || len(r.Body) == 0 {
		return r, false
	}
	r.Form = form
	if r.Method == "" {
		r.Method = "POST"
	}
	if r.Path == "" {
		r.Path = usual(form)
	}
	return judged(r), true
}

// judged decodes a request and decides whether it belongs to a main turn: it declares a tool, has a
// text of the user, and does not ask for JSON.
func judged(r Read) Read {
	got, err := wire.Decode(r.Form, r.Body)
	if err != nil {
		r.Why = "the body cannot be read: " + err.Error()
		return r
	}
	r.Request = got
	asks := false
	for _, m := range got.Prompt.Messages {
		asks = asks || m.Role == prompt.User
	}
	switch {
	case got.Sizes.ToolCount == 0:
		r.Why = "it declares no tools"
	case !asks:
		r.Why = "it has no user message"
	case wire.DemandsJSON(r.Body):
		r.Why = "it demands JSON"
	}
	return r
}

func usual(form wire.Form) string {
	return cmp.Or(map[wire.Form]string{
		wire.Anthropic: "/v1/messages", wire.Responses: "/v1/responses", wire.Gemini: "/v1beta/models/unknown:generateContent",
	}[form], "/v1/chat/completions")
}

func pathOf(path, address string) string {
	if address != "" && path == "" {
		if u, err := url.Parse(address); err == nil {
			path = u.Path
		}
	}
	path, _, _ = strings.Cut(path, "?")
	return path
}

// shown lists the headers that say what was sent but not who sent it.
var shown = map[string]bool{
	"user-agent": true, "content-type": true, "anthropic-version": true, "anthropic-beta": true, "x-app": true, "originator": true, "version": true,
}

// headers reads the headers of a recorder's entry: an object, or a list of names and
// values.
func headers(raw json.RawMessage) map[string]string {
	out := map[string]string{}
	add := func(name, value string) {
		if name = strings.ToLower(name); shown[name] && len(value) <= 1000 {
			out[name] = value
		}
	}
	var object map[string]any
	var list []struct{ Name, Value string }
	if json.Unmarshal(raw, &object) == nil {
		for name, v := range object {
			if text, ok := v.(string); ok {
				add(name, text)
			}
		}
	} else if json.Unmarshal(raw, &list) == nil {
		for _, h := range list {
			add(h.Name, h.Value)
		}
	}
	return out
}

// har is the part of an HTTP archive (HAR) that galley reads.
type har struct {
	Log struct {
		Entries []struct {
			Started time.Time `json:"startedDateTime"`
			Request struct {
				Method   string          `json:"method"`
				URL      string          `json:"url"`
				Headers  json.RawMessage `json:"headers"`
				PostData struct {
					Text string `json:"text"`
				} `json:"postData"`
			} `json:"request"`
		} `json:"entries"`
	} `json:"log"`
}

func (h har) requests() (all []Read, err error) {
	for _, e := range h.Log.Entries {
		q := e.Request
		if q.PostData.Text == "" || len(all) >= maxRead {
			continue
		}
		r := Read{At: e.Started, Method: q.Method, Path: pathOf("", q.URL), Header: headers(q.Headers), Body: text2body(q.PostData.Text)}
		if r, ok := known(r); ok {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("none of the %d entries in the archive is a request to a provider", len(h.Log.Entries))
	}
	return all, nil
}

// unpacked decompresses gzip or zstd, which it recognises by their first bytes. Other data is
// returned unchanged.
func unpacked(data []byte) ([]byte, error) {
	var from io.Reader
	switch {
	case bytes.HasPrefix(data, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("the file is broken gzip: %w", err)
		}
		from = z
	case bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderMaxMemory(wire.MaxBody), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("the file is broken zstd: %w", err)
		}
		defer z.Close()
		from = z
	default:
		return data, nil
	}
	out, err := io.ReadAll(io.LimitReader(from, wire.MaxBody+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the file cannot be unpacked: %w", err)
	case len(out) > wire.MaxBody:
		return nil, fmt.Errorf("the file unpacks to more than %d bytes", wire.MaxBody)
	}
	return out, nil
}
