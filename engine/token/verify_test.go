package token

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const testKey = "zq-secret-4711-key"

// question is a request that a test server received.
type question struct {
	path   string
	header http.Header
	body   string
}

// provider is a server that answers as one of the three providers does.
type provider struct {
	*Verifier
	asked []question
	waits []time.Duration
}

// serve starts a server that answers with reply, and a verifier that uses it.
func serve(t *testing.T, reply func(w http.ResponseWriter, q question, try int)) *provider {
	t.Helper()
	p := &provider{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s with %s: %v", r.Method, r.Header.Get("Content-Type"), err)
		}
		q := question{r.URL.RequestURI(), r.Header, string(body)}
		p.asked = append(p.asked, q)
		reply(w, q, len(p.asked))
	}))
	t.Cleanup(server.Close)
	env := map[string]string{
		"ANTHROPIC_API_KEY": testKey, "GEMINI_API_KEY": testKey, "OPENAI_API_KEY": testKey,
		"ANTHROPIC_BASE_URL": server.URL, "GOOGLE_GEMINI_BASE_URL": server.URL + "/", "OPENAI_BASE_URL": server.URL + "/v1",
	}
	p.Verifier = &Verifier{
		Env:   func(key string) (string, bool) { value, ok := env[key]; return value, ok },
		Store: NewStore(""),
		Now:   func() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC) },
		Wait: func(_ context.Context, d time.Duration) error {
			p.waits = append(p.waits, d)
			return nil
		},
	}
	return p
}

func say(status int, body string) func(http.ResponseWriter, question, int) {
	return func(w http.ResponseWriter, _ question, _ int) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

var whole = Payload{
	System:   "You are <careful>.",
	Messages: []Turn{{"user", "hi"}, {"assistant", "yes?"}},
	Tools:    []Tool{{Name: "read", Description: "Reads.", Schema: json.RawMessage(`{"type":"object"}`)}, {Name: "stop"}},
}

func TestVerifyAsksEachProviderInItsOwnWay(t *testing.T) {
	for _, c := range []struct {
		provider, model, answer, path, key, body string
	}{
		{
			"anthropic", "claude-opus-5", `{"input_tokens":14}`, "/v1/messages/count_tokens", "X-Api-Key",
			`{"model":"claude-opus-5","system":"You are <careful>.",
			"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"yes?"}],
			"tools":[{"name":"read","description":"Reads.","input_schema":{"type":"object"}},
			{"name":"stop","description":"","input_schema":{"type":"object","properties":{}}}]}`,
		},
		{
			"gemini", "gemini-3-pro-preview", `{"totalTokens":14,"promptTokensDetails":[{"modality":"TEXT","tokenCount":14}]}`,
			"/v1beta/models/gemini-3-pro-preview:countTokens", "X-Goog-Api-Key",
			`{"generateContentRequest":{"model":"models/gemini-3-pro-preview","systemInstruction":{"parts":[{"text":"You are <careful>."}]},
			"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"text":"yes?"}]}],
			"tools":[{"functionDeclarations":[{"name":"read","description":"Reads.","parameters":{"type":"object"}},
			{"name":"stop","description":"","parameters":{"type":"object","properties":{}}}]}]}}`,
		},
		{
			"openai", "openai/gpt-5", `{"object":"response.input_tokens","input_tokens":14}`, "/v1/responses/input_tokens", "Authorization",
			`{"model":"gpt-5","instructions":"You are <careful>.",
			"input":[{"role":"user","content":"hi"},{"role":"assistant","content":"yes?"}],
			"tools":[{"type":"function","name":"read","description":"Reads.","parameters":{"type":"object"}},
			{"type":"function","name":"stop","description":"","parameters":{"type":"object","properties":{}}}]}`,
		},
	} {
		t.Run(c.provider, func(t *testing.T) {
			p := serve(t, say(200, c.answer))
			got, err := p.Count(t.Context(), c.provider, c.model, whole)
			if err != nil || got.Tokens != 14 || got.Cached || !got.Date.Equal(p.Now()) {
				t.Fatalf("%+v, %v", got, err)
			}
			q := p.asked[0]
			if q.path != c.path || !strings.HasSuffix(q.header.Get(c.key), testKey) {
				t.Errorf("asked %s with %s %q", q.path, c.key, q.header.Get(c.key))
			}
			if !sameJSON(t, q.body, c.body) {
				t.Errorf("asked %s\nwant  %s", q.body, c.body)
			}
			again, err := p.Count(t.Context(), c.provider, c.model, whole)
			if err != nil || !again.Cached || again.Tokens != 14 || len(p.asked) != 1 {
				t.Errorf("on the second call: %+v, %v, %d requests", again, err, len(p.asked))
			}
			if _, err := p.Count(t.Context(), c.provider, c.model, Payload{System: "other", Messages: whole.Messages}); err != nil || len(p.asked) != 2 {
				t.Errorf("with other content: %v, %d requests", err, len(p.asked))
			}
		})
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y)); err != nil {
		t.Fatal(err)
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}

// A system prompt alone is counted by two requests, one with it and one without. The difference is
// its count.
func TestVerifySystemPromptAlone(t *testing.T) {
	p := serve(t, func(w http.ResponseWriter, q question, _ int) {
		n := 8
		if strings.Contains(q.body, "careful") {
			n = 20
		}
		fmt.Fprintf(w, `{"input_tokens":%d}`, n)
	})
	got, err := p.System(t.Context(), "claude", "claude-opus-5", "be careful")
	if err != nil || got.Tokens != 12 {
		t.Errorf("%+v, %v; want 12", got, err)
	}
	if got, err := p.System(t.Context(), "claude", "claude-opus-5", ""); err != nil || got.Tokens != 0 {
		t.Errorf("an empty prompt: %+v, %v", got, err)
	}
	if len(p.asked) != 2 {
		t.Errorf("%d questions, want 2", len(p.asked))
	}
}

func TestVerifyReportsErrors(t *testing.T) {
	anthropic := `{"type":"error","error":{"type":%q,"message":%q}}`
	for _, c := range []struct {
		name, provider string
		status         int
		answer, want   string
	}{
		{"wrong key", "anthropic", 401, fmt.Sprintf(anthropic, "authentication_error", "invalid x-api-key "+testKey), "Anthropic refuses the key in ANTHROPIC_API_KEY: invalid x-api-key [key]"},
		{"part of the key", "openai", 401, `{"error":{"message":"Incorrect API key provided: zq-secr*****key."}}`, "OpenAI refuses the key in OPENAI_API_KEY: Incorrect API key provided: [key]"},
		{"Gemini's wrong key", "google", 400, `{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}`, "Gemini refuses the key in GEMINI_API_KEY: API key not valid."},
		{"no permission", "google", 403, `{"error":{"message":"denied"}}`, "Gemini refuses the key in GEMINI_API_KEY: denied"},
		{"unknown model", "anthropic", 404, fmt.Sprintf(anthropic, "not_found_error", "model: x"), "Anthropic does not know the model: model: x"},
		{"too large", "anthropic", 413, fmt.Sprintf(anthropic, "request_too_large", "too large"), "the text is too large for Anthropic to count: too large"},
		{"bad request", "openai", 400, `{"error":{"message":"no\u001b[31m\ninput"}}`, "OpenAI does not count this (HTTP status 400): no [31m input"},
		{"no JSON", "openai", 500, `<html>`, "OpenAI does not count this (HTTP status 500): Internal Server Error"},
		{"no count", "openai", 200, `{"object":"other"}`, "OpenAI: the answer is not the count that was asked for"},
		{"a negative count", "openai", 200, `{"object":"response.input_tokens","input_tokens":-5}`, "OpenAI: the answer is not the count that was asked for"},
		{"a negative count of Anthropic's", "anthropic", 200, `{"input_tokens":-1}`, "Anthropic: the answer is not the count that was asked for"},
		{"a redirect", "openai", 307, ``, "OpenAI redirects (HTTP status 307), and the key is not sent to another server"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := serve(t, func(w http.ResponseWriter, _ question, _ int) {
				if c.status == 307 {
					w.Header().Set("Location", "/elsewhere")
				}
				w.WriteHeader(c.status)
				io.WriteString(w, c.answer)
			})
			_, err := p.Count(t.Context(), c.provider, "m", whole)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			if len(p.asked) != 1 {
				t.Errorf("%d questions, want 1", len(p.asked))
			}
		})
	}
}

func TestVerifyRetriesWhenAsked(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		header string
		answer string
		want   time.Duration
	}{
		{"seconds", 429, "7", `{"error":{"message":"slow"}}`, 7 * time.Second},
		{"a date", 429, "Fri, 27 Nov 2026 12:00:09 GMT", `{}`, 9 * time.Second},
		{"Gemini's way", 429, "", `{"error":{"message":"slow","details":[{"@type":"x"},{"retryDelay":"3s"}]}}`, 3 * time.Second},
		{"overloaded", 529, "", `{}`, time.Second},
		{"unavailable", 503, "", `{}`, time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := serve(t, func(w http.ResponseWriter, _ question, try int) {
				if try == 1 {
					if c.header != "" {
						w.Header().Set("Retry-After", c.header)
					}
					w.WriteHeader(c.status)
					io.WriteString(w, c.answer)
					return
				}
				io.WriteString(w, `{"totalTokens":5}`)
			})
			got, err := p.Count(t.Context(), "gemini", "gemini-3-pro-preview", whole)
			if err != nil || got.Tokens != 5 {
				t.Errorf("%+v, %v", got, err)
			}
			if len(p.waits) != 1 || p.waits[0] != c.want {
				t.Errorf("waited %v, want %v", p.waits, c.want)
			}
		})
	}
}

func TestVerifyDoesNotWaitForever(t *testing.T) {
	p := serve(t, func(w http.ResponseWriter, _ question, _ int) {
		w.Header().Set("Retry-After", "600")
		w.WriteHeader(429)
		io.WriteString(w, `{"error":{"message":"rate limit"}}`)
	})
	_, err := p.Count(t.Context(), "anthropic", "claude-opus-5", whole)
	if want := "Anthropic has had too many requests: try again in 10m0s: rate limit"; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if len(p.waits) != 0 {
		t.Errorf("waited %v", p.waits)
	}
	busy := serve(t, say(529, `{"error":{"message":"busy"}}`))
	if _, err := busy.Count(t.Context(), "anthropic", "claude-opus-5", whole); err == nil || len(busy.asked) != 1+repetitions {
		t.Errorf("%v after %d questions", err, len(busy.asked))
	}
}

func TestVerifyTimeOutAndCancel(t *testing.T) {
	release := make(chan struct{})
	p := serve(t, func(http.ResponseWriter, question, int) { <-release })
	t.Cleanup(func() { close(release) })
	p.Timeout = 20 * time.Millisecond
	_, err := p.Count(t.Context(), "openai", "gpt-5", whole)
	if want := "OpenAI did not answer within 20ms"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	p.Timeout = time.Minute
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Count(ctx, "openai", "gpt-5", whole); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want cancelled", err)
	}
}

func TestVerifyNeedsAKeyAModelAndASafeAddress(t *testing.T) {
	env := map[string]string{}
	v := &Verifier{Env: func(key string) (string, bool) { value, ok := env[key]; return value, ok }}
	for _, c := range []struct{ provider, model, set, value, want string }{
		{"mistral", "m", "", "", `galley knows no counting endpoint of "mistral": only of anthropic, google and openai`},
		{"", "m", "", "", `galley knows no counting endpoint of "": only of anthropic, google and openai`},
		{"openai", "", "", "", "the provider needs a model: name one"},
		{"google", "gemini-2.5-pro", "", "", "no key for Gemini: set GEMINI_API_KEY or GOOGLE_API_KEY"},
		{"openai", "gpt-5", "OPENAI_BASE_URL", "http://example.com/v1", "OPENAI_BASE_URL is not https: the key would be sent unencrypted"},
		{"openai", "gpt-5", "OPENAI_BASE_URL", "nowhere", "OPENAI_BASE_URL is not the address of a server"},
		{"openai", "gpt-5", "OPENAI_BASE_URL", "http://127.0.0.1:1/v1", "OpenAI cannot be reached: "},
	} {
		clear(env)
		if c.set != "" {
			env["OPENAI_API_KEY"] = testKey
			env[c.set] = c.value
		}
		_, err := v.Count(t.Context(), c.provider, c.model, whole)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	if v.Available("anthropic") || v.Available("mistral") {
		t.Error("available without a key")
	}
	env["ANTHROPIC_API_KEY"] = testKey
	if !v.Available("claude") {
		t.Error("not available with a key")
	}
}

// A count that cannot be stored is still correct. It is returned together with the error.
func TestACountThatCannotBeStoredIsReturned(t *testing.T) {
	p := serve(t, func(w http.ResponseWriter, q question, _ int) {
		if strings.Contains(q.body, "fails") {
			w.WriteHeader(http.StatusBadRequest)
		}
		fmt.Fprintf(w, `{"input_tokens":%d}`, len(q.body))
	})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.Store = NewStore(filepath.Join(file, "below"))
	system := func(text string) (int, bool) {
		got, err := p.System(t.Context(), "anthropic", "claude-opus-5", text)
		return got.Tokens, err != nil && strings.Contains(err.Error(), "could not be stored")
	}
	one, unkept := system("12345")
	if two, _ := system("1234567"); !unkept || one == 0 || two != one+2 {
		t.Errorf("counted %d and %d, not stored: %v", one, two, unkept)
	}
	p.Store = NewStore(filepath.Join(file, "below"))
	if n, unkept := system(""); n != 0 || !unkept {
		t.Errorf("an empty text: %d, not stored: %v", n, unkept)
	}
	if n, unkept := system("fails"); n != 0 || unkept {
		t.Errorf("a question that failed: %d, not stored: %v", n, unkept)
	}
}

func TestStoreKeepsCountsOnDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	p := serve(t, say(200, `{"input_tokens":14}`))
	p.Store = NewStore(dir)
	if _, err := p.Count(t.Context(), "anthropic", "claude-opus-5", whole); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), "careful") || strings.Contains(string(data), testKey) {
		t.Errorf("the file contains the counted text or the key: %s", data)
	}
	p.Store = NewStore(dir)
	got, err := p.Count(t.Context(), "anthropic", "claude-opus-5", whole)
	if err != nil || !got.Cached || got.Tokens != 14 || !got.Date.Equal(p.Now()) || len(p.asked) != 1 {
		t.Errorf("after a restart: %+v, %v, %d requests", got, err, len(p.asked))
	}
	if err := os.WriteFile(filepath.Join(dir, storeFile), []byte("{broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Store = NewStore(dir)
	if got, err := p.Count(t.Context(), "anthropic", "claude-opus-5", whole); err != nil || got.Cached {
		t.Errorf("with a broken file: %+v, %v", got, err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 1 {
		t.Errorf("remaining files: %v", names)
	}
}

func TestStoreEvictsTheOldest(t *testing.T) {
	s := NewStore("")
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range storedCounts + 5 {
		if err := s.put(Verified{Tokens: i, Date: day.Add(time.Duration(i) * time.Hour)}, []byte{byte(i), byte(i >> 8)}); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.entries) != storedCounts {
		t.Errorf("%d counts are stored", len(s.entries))
	}
	for i, want := range map[int]bool{0: false, 4: false, 5: true, storedCounts + 4: true} {
		if _, ok := s.get("", "", []byte{byte(i), byte(i >> 8)}); ok != want {
			t.Errorf("count %d kept: %v", i, ok)
		}
	}
}

func TestVerifiedCountFollowsTheEstimate(t *testing.T) {
	v := Verified{Tokens: 1000, Provider: "anthropic", Date: time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)}
	then := estimated("m", 900, 0.1)
	if got := v.Since(then, then, true); got.Basis != Exact || got.Tokens != 1000 || got.Low != 1000 || got.High != 1000 {
		t.Errorf("unchanged: %+v", got)
	}
	for _, c := range []struct{ now, tokens, low, high int }{{950, 1050, 1045, 1056}, {850, 950, 944, 955}, {900, 1000, 1000, 1000}} {
		got := v.Since(then, estimated("m", c.now, 0.1), false)
		if got.Basis != Estimate || got.Tokens != c.tokens || got.Low != c.low || got.High != c.high {
			t.Errorf("from 900 to %d: %+v", c.now, got)
		}
	}
}
