package endpoint

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"galley/engine/prompt"
)

// All answers of the endpoint, byte by byte: in each form, streamed and whole, as a text and as a
// tool call.
func TestWholeAnswers(t *testing.T) {
	var b strings.Builder
	say := func(name string, r reply, q *http.Request) {
		w := httptest.NewRecorder()
		status := r.write(w, q)
		if status != w.Code {
			t.Errorf("%s: %d was returned, %d written", name, status, w.Code)
		}
		fmt.Fprintf(&b, "== %s: %d %s %s\n%s", name, w.Code, w.Header().Get("Content-Type"), w.Header().Get("Cache-Control"), w.Body.String())
		if !strings.HasSuffix(w.Body.String(), "\n") {
			b.WriteByte('\n')
		}
	}
	call := &prompt.Call{ID: "c1", Name: "Read", Arguments: `{"a":1}`}
	for _, path := range []string{"/v1/messages", "/v1/chat/completions", "/v1/responses", "/v1/models/m:generateContent", "/v1/models/m:streamGenerateContent", "/v1/models/m:streamGenerateContent?alt=sse"} {
		for _, stream := range []string{"false", "true"} {
			for _, c := range []*prompt.Call{nil, call} {
				q := httptest.NewRequest("POST", path, nil)
				r := replyOf(q, []byte(`{"model":"m-1","stream":`+stream+`}`))
				r.call = c
				say(fmt.Sprintf("%s stream %s call %v", path, stream, c != nil), r, q)
			}
		}
	}
	for _, path := range []string{"/v1/messages/count_tokens", "/v1/models/m:countTokens", "/v1/models/m:embedContent", "/v1/models/m:batchEmbedContents", "/v1/embeddings", "/v1/models", "/v1/models/", "/v1/models/x/y", "/V1/Responses/compact", "/", "/other"} {
		for _, method := range []string{"GET", "HEAD", "POST"} {
			if method != "GET" && path != "/" {
				continue
			}
			q := httptest.NewRequest(method, path, nil)
			say(method+" "+path, replyOf(q, nil), q)
		}
	}
	want, err := os.ReadFile("testdata/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	if len(got) != len(lines) {
		t.Errorf("%d lines, want %d", len(got), len(lines))
	}
	for i := range min(len(got), len(lines)) {
		if got[i] != lines[i] {
			t.Errorf("line %d:\n%s\nwant\n%s", i+1, got[i], lines[i])
		}
	}
}

// The smallest value that fits a schema.
func TestSmallestValueOfASchema(t *testing.T) {
	for schema, want := range map[string]string{
		`5`: `{}`, `{"const":1,"default":2}`: `1`, `{"default":2,"enum":[3]}`: `2`, `{"enum":[3,4]}`: `3`, `{"enum":[],"type":"null"}`: `null`,
		`{"anyOf":[{"const":1}],"oneOf":[{"const":2}]}`: `1`, `{"oneOf":[{"const":2},{"const":3}]}`: `2`, `{"allOf":[{"const":4}]}`: `4`, `{"anyOf":[]}`: `{}`,
		`{"type":"STRING"}`: `"ok"`, `{"type":"string","minLength":1}`: `"ok"`, `{"type":"string","minLength":4}`: `"ok  "`, `{"type":"integer"}`: `1`, `{"type":"number","minimum":0.5}`: `0.5`, `{"type":"boolean"}`: `false`, `{"type":["array","null"]}`: `[]`, `{"type":[]}`: `{}`,
		`{"type":"array","minItems":2,"items":{"type":"boolean"}}`: `[false,false]`, `{"type":"object","properties":{"a":{"const":1},"b":{"const":2}}}`: `{"a":1,"b":2}`, `{"properties":{"a":{"const":1},"b":{"const":2}},"required":["b",5,"c"]}`: `{"b":2,"c":{}}`, `{"properties":{"a":{"const":1}},"required":[]}`: `{}`,
	} {
		var v any
		if err := json.Unmarshal([]byte(schema), &v); err != nil {
			t.Fatal(err)
		}
		budget := 100
		if got, _ := json.Marshal(smallest(v, 0, &budget)); string(got) != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
	budget := 100
	if got := smallest(object{"type": "string", "minLength": 20000.0}, 0, &budget).(string); len(got) != 10002 {
		t.Errorf("a text of %d bytes", len(got))
	}
	if got := smallest(object{"type": "array", "minItems": 2000.0, "items": object{"type": "null"}}, 0, new(5000)).([]any); len(got) != 1000 {
		t.Errorf("a list of %d items", len(got))
	}
	nested := func(n int) object {
		s := object{"const": "deep"}
		for range n {
			s = object{"anyOf": []any{s}}
		}
		return s
	}
	if got := smallest(nested(50), 0, new(100)); got != "deep" {
		t.Errorf("50 levels: %v", got)
	}
	if got := fmt.Sprint(smallest(nested(51), 0, new(100))); got != "map[]" {
		t.Errorf("51 levels: %v", got)
	}
	wide := object{"type": "array", "minItems": 5.0, "items": object{"const": 1}}
	if got := fmt.Sprint(smallest(wide, 0, new(4))); got != "[1 1 1 map[] map[]]" {
		t.Errorf("more values than the budget: %v", got)
	}
}

// Whether the answer to a request must be JSON, for each way in which a request can demand it.
func TestDemandsOfARequest(t *testing.T) {
	for body, want := range map[string]string{
		`{}`: "capture false ok", `x`: "capture false ok", `{"model":"m","text":{"format":{"type":"text","schema":{"const":1}}}}`: "m false ok",
		`{"text":{"format":{"type":"json_schema","schema":{"const":1}}}}`: "capture true 1", `{"response_format":{"type":"json_object"}}`: "capture true {}", `{"output_format":{"type":"json_schema","json_schema":{"schema":{"const":2}}}}`: "capture true 2",
		`{"output_config":{"format":{"type":"json_schema","schema":{"const":3}}}}`: "capture true 3", `{"generationConfig":{"responseMimeType":"application/json","responseSchema":{"const":4}}}`: "capture true 4",
		`{"request":{"generationConfig":{"responseMimeType":"application/json","responseSchema":{"const":4},"responseJsonSchema":{"const":5}}}}`: "capture true 5", `{"generationConfig":{"responseMimeType":"text/plain","responseSchema":{"const":4}}}`: "capture false ok",
		`{"tool_choice":"required","tools":[{"function":{"name":"f","parameters":{"const":6}}}]}`: `capture true 6 call_galley f 6`, `{"tool_choice":"auto","tools":[{"function":{"name":"f"}}]}`: "capture false ok", `{"tool_choice":"required","tools":[]}`: "capture false ok",
	} {
		r := replyOf(httptest.NewRequest("POST", "/v1/chat/completions", nil), []byte(body))
		got := fmt.Sprint(r.model, " ", r.demanded, " ", r.text)
		if r.call != nil {
			got += " " + r.call.ID + " " + r.call.Name + " " + r.call.Arguments
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// The tokens that an answer reports, in the format of each provider.
func TestTokensOfAnAnswer(t *testing.T) {
	for answer, want := range map[string]Spent{
		"": {}, `{"usage":{}}`: {},
		`{"input_tokens": 5,"output_tokens":1}{"output_tokens":7,"input_tokens":0}`:                           {true, 5, 0, 7},
		`{"input_tokens":5,"cache_read_input_tokens":100,"cache_creation_input_tokens":20,"output_tokens":3}`: {true, 125, 100, 3},
		`{"input_tokens":5,"cache_read_input_tokens":0,"cache_creation_input_tokens":20,"output_tokens":3}`:   {true, 25, 0, 3},
		`{"prompt_tokens":50,"prompt_tokens_details":{"cached_tokens":40},"completion_tokens":2}`:             {true, 50, 40, 2},
		`{"promptTokenCount":60,"cachedContentTokenCount":30,"candidatesTokenCount":4}`:                       {true, 60, 30, 4},
		`{"prompt_tokens":"5"}`: {}, `{"input_tokens":999999999}`: {true, 999999999, 0, 0},
	} {
		if got := spentOf([]byte(answer)); got != want {
			t.Errorf("%s: %+v, want %+v", answer, got, want)
		}
	}
	for _, sizes := range [][]int{{10}, {mostWatched}, {mostWatched - 1, 2}, {mostWatched, mostWatched, 1}, {3 * mostWatched}, {mostWatched, mostWatched, mostWatched, 5}} {
		w := &watched{ResponseWriter: httptest.NewRecorder()}
		var whole []byte
		for i, n := range sizes {
			part := []byte(strings.Repeat(string(rune('a'+i)), n))
			whole = append(whole, part...)
			if got, err := w.Write(part); got != n || err != nil {
				t.Errorf("%d bytes written of %d: %v", got, n, err)
			}
		}
		ends := string(w.ends())
		if !strings.HasPrefix(ends, string(whole[:min(len(whole), mostWatched)])) || !strings.HasSuffix(ends, string(whole[max(len(whole)-mostWatched, 0):])) || len(ends) > 3*mostWatched {
			t.Errorf("%v: %d bytes are kept", sizes, len(ends))
		}
		if w.Unwrap() != w.ResponseWriter {
			t.Error("another writer is below")
		}
	}
}

// Which hosts are providers, the loopback or the endpoint itself, with and without a port.
func TestHostsAreToldApart(t *testing.T) {
	for host, want := range map[string]bool{"api.openai.com": true, "API.OpenAI.com.:443": true, "eu.api.openai.com:443": true, "us-api.openai.com": true, "xapi.openai.com": false, "openai.com": false, "example.com:443": false, "us-central1-aiplatform.googleapis.com:443": true} {
		if got := isProvider(host); got != want {
			t.Errorf("%s is a provider: %v", host, got)
		}
	}
	for host, want := range map[string]bool{"localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true, "10.0.0.1": false, "example.com": false, "": false} {
		if got := onLoopback(host); got != want {
			t.Errorf("%s is on the loopback: %v", host, got)
		}
	}
	e := &Endpoint{address: "127.0.0.1:5000", refused: map[string]int{}}
	for host, want := range map[string]bool{"127.0.0.1:5000": true, "localhost:5000": true, "[::1]:5000": true, "127.0.0.1:5001": false, "127.0.0.1": false, "127.0.0.2:5000": false, "example.com:5000": false} {
		if got := e.isOwnHost(host); got != want {
			t.Errorf("%s is the endpoint's own: %v", host, got)
		}
	}
	for _, c := range [][3]string{{"a:1", "https", "a:1"}, {"a", "https", "a:443"}, {"a", "http", "a:80"}, {"a", "", "a:80"}} {
		if got := withPort(c[0], c[1]); got != c[2] {
			t.Errorf("%s with a port: %s", c[0], got)
		}
	}
	for i := range 101 {
		e.refuse(fmt.Sprint("host", i))
		e.refuse("host0")
	}
	if all := e.Refused(); len(all) != 100 || all[0] != (Host{"host0", 102}) || all[99] != (Host{"host99", 1}) {
		t.Errorf("%d hosts are listed: %v", len(all), all)
	}
	for i := range maxProbes + 1 {
		if got := e.probed(); got != (i < maxProbes) {
			t.Errorf("probe %d is recorded: %v", i+1, got)
		}
	}
	for text, want := range map[string]string{
		"https://x.example/v1": "", "http://localhost:5/": "", "http://127.0.0.1": "", "": "is not an address", "https://": "is not an address", "https://x:": "is not an address", ":": "is not an address",
		"https://u@x.example": "has a user name, a query or a fragment", "https://x.example?a=b": "has a user name, a query or a fragment", "https://x.example#a": "has a user name, a query or a fragment", "http://x.example": "is neither https nor on the loopback", "ftp://localhost": "is neither https nor on the loopback",
	} {
		to, err := checkTo(text)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) || err == nil && to.String() != text {
			t.Errorf("%s: %v %v, want %s", text, to, err, want)
		}
	}
}

// Which headers of a request are kept, and how its body is decoded.
func TestHeadersAndCodings(t *testing.T) {
	h := http.Header{}
	for _, name := range []string{"User-Agent", "Content-Type", "Content-Encoding", "Anthropic-Version", "Anthropic-Beta", "Originator", "Version", "X-Codex-Beta-Features", "X-Api-Key", "Cookie"} {
		h.Set(name, "v")
	}
	h.Set("X-App", strings.Repeat("x", 1000))
	h.Set("User-Agent", strings.Repeat("x", 1001))
	got := safeHeaders(h)
	if len(got) != 8 || got["x-app"] == "" || got["user-agent"] != "" || got["version"] != "v" || got["x-codex-beta-features"] != "v" {
		t.Errorf("kept: %v", got)
	}
	for coding, want := range map[string]string{"": "", "identity": "", "gzip": "the body is not gzip: ", "x-gzip": "the body is not gzip: ", "deflate": "the body is broken deflate: ", "zstd": "the body is broken zstd: ", "br": `the content coding "br" is not known`} {
		body, err := decoded(coding, []byte("plain text"))
		if (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), want) || err == nil && string(body) != "plain text" {
			t.Errorf("%q: %q %v", coding, body, err)
		}
	}
}
