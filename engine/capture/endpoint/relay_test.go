package endpoint

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// relayTo starts a relay to a made-up provider and returns what the relay records.
func relayTo(t *testing.T, provider http.HandlerFunc) (*Relay, chan Exchange, chan Spent) {
	t.Helper()
	server := httptest.NewServer(provider)
	t.Cleanup(server.Close)
	exchanges, spent := make(chan Exchange, 8), make(chan Spent, 8)
	relay, err := StartRelay(t.Context(), RelayOptions{To: server.URL + "/base", Each: func(x Exchange, s Spent) { exchanges <- x; spent <- s }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { relay.Close() })
	return relay, exchanges, spent
}

const mainBody = `{"model":"m","messages":[{"role":"user","content":"do it"}],"tools":[{"name":"Read","input_schema":{"type":"object"}}]}`

func passes(t *testing.T, url, body string, header map[string]string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestARelayPassesOnWithTheAgentsKeyAndRecordsTheBody(t *testing.T) {
	got := make(chan *http.Request, 8)
	relay, exchanges, spent := relayTo(t, func(w http.ResponseWriter, r *http.Request) {
		r.Body = io.NopCloser(strings.NewReader(func() string { b, _ := io.ReadAll(r.Body); return string(b) }()))
		got <- r
		io.WriteString(w, `{"usage":{"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":5,"output_tokens":7}}`)
	})
	status, answer := passes(t, relay.URL()+"/v1/messages", mainBody, map[string]string{"X-Api-Key": "sk-of-the-user", "User-Agent": "claude-cli/2.1.332"})
	if status != 200 || !strings.Contains(answer, "usage") {
		t.Fatalf("%d %s", status, answer)
	}
	r := <-got
	body, _ := io.ReadAll(r.Body)
	if r.URL.Path != "/base/v1/messages" || r.Header.Get("X-Api-Key") != "sk-of-the-user" || string(body) != mainBody || r.Header.Get("X-Forwarded-For") != "" {
		t.Errorf("the provider got %s %v %s", r.URL.Path, r.Header, body)
	}
	x := <-exchanges
	if string(x.Body) != mainBody || x.Path != "/v1/messages" || x.Status != 200 || relay.Count() != 1 {
		t.Errorf("recorded %s %s %d", x.Path, x.Body, x.Status)
	}
	for name, value := range x.Header {
		if strings.Contains(value, "sk-of-the-user") {
			t.Errorf("the key was stored in %s", name)
		}
	}
	if s := <-spent; s != (Spent{true, 105, 90, 7}) {
		t.Errorf("spent %+v", s)
	}
	// A request that is not part of the main turn is passed on but not recorded.
	if status, _ := passes(t, relay.URL()+"/v1/messages/count_tokens", `{"model":"m","messages":[]}`, nil); status != 200 || relay.Count() != 1 {
		t.Errorf("a request beside the main turn: status %d, %d recorded", status, relay.Count())
	}
}

func TestARelayServesNobodyElse(t *testing.T) {
	passed := 0
	relay, _, _ := relayTo(t, func(http.ResponseWriter, *http.Request) { passed++ })
	root, _, _ := strings.Cut(relay.URL()[len("http://"):], "/")
	for name, try := range map[string]func() int{
		"without the secret":  func() int { s, _ := passes(t, "http://"+root+"/v1/messages", mainBody, nil); return s },
		"with another secret": func() int { s, _ := passes(t, "http://"+root+"/0123/v1/messages", mainBody, nil); return s },
		"by another name": func() int {
			s, _ := passes(t, relay.URL()+"/v1/messages", mainBody, map[string]string{"Host": "evil.example:80"})
			return s
		},
	} {
		if status := try(); status != http.StatusForbidden {
			t.Errorf("%s: %d", name, status)
		}
	}
	if passed > 0 {
		t.Errorf("%d requests were passed on", passed)
	}
}

func TestRelayStreamsTheResponse(t *testing.T) {
	release := make(chan bool)
	relay, _, spent := relayTo(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "data: {\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}\n\n")
		w.(http.Flusher).Flush()
		<-release
		io.WriteString(w, strings.Repeat("x", 5*mostWatched)+"data: {\"usage\":{\"output_tokens\":9}}\n\n")
	})
	r, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, relay.URL()+"/v1/messages", strings.NewReader(mainBody))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(answer.Body, first); err != nil || string(first) != "data:" {
		t.Fatalf("%q, %v", first, err)
	}
	close(release)
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Fatal(err)
	}
	if s := <-spent; s != (Spent{true, 3, 0, 9}) {
		t.Errorf("spent %+v", s)
	}
}

func TestRelayTargets(t *testing.T) {
	for to, fine := range map[string]bool{
		"https://api.example.com": true, "https://api.example.com/v1": true, "http://127.0.0.1:4000": true, "http://localhost:4000/x": true,
		"http://api.example.com": false, "ftp://api.example.com": false, "https://name:key@api.example.com": false, "https://api.example.com?x=1": false, "http://127.0.0.1:": false, "": false, "api.example.com": false,
	} {
		if _, err := checkTo(to); (err == nil) != fine {
			t.Errorf("%q: %v", to, err)
		}
	}
	if _, err := StartRelay(t.Context(), RelayOptions{To: "https://api.example.com", Listen: "0.0.0.0:0"}); err == nil {
		t.Error("it listens on every interface")
	}
}

func TestRelayRecordsUpToItsLimits(t *testing.T) {
	for _, c := range []struct {
		name   string
		count  int
		passed int64
		kept   bool
	}{
		{"the first", 0, 0, true}, {"the last that is counted", MaxRequests - 1, 0, true}, {"one more", MaxRequests, 0, false}, {"many more", 4 * MaxRequests, 0, false},
		{"the last byte", 0, MaxTotal - int64(len(mainBody)), true}, {"one byte more", 0, MaxTotal - int64(len(mainBody)) + 1, false}, {"many bytes more", 0, 4 * MaxTotal, false},
	} {
		r := &Relay{now: time.Now, count: c.count, passed: c.passed}
		in := httptest.NewRequest(http.MethodPost, "/v1/messages", nil)
		x, ok := r.recorded(in, "/v1/messages", []byte(mainBody))
		if ok != c.kept || ok && (x.N != c.count+1 || r.count != x.N || r.passed != c.passed+int64(len(mainBody))) {
			t.Errorf("%s: kept %v as %d", c.name, ok, x.N)
		}
	}
}
