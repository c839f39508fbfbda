package endpoint

import (
	"bufio"
	"bytes"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"galley/engine/wire"
)

// fixed returns an endpoint that was not started, with the key k.
func fixed(o Options) *Endpoint {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Unix(0, 0).UTC() }
	}
	return &Endpoint{o: o, key: "k", address: "127.0.0.1:1", refused: map[string]int{}, main: make(chan Exchange, 1)}
}

// sendTo sends a request to an endpoint without a network.
func sendTo(e *Endpoint, method, url string, body []byte, header ...string) (int, string) {
	w, r := httptest.NewRecorder(), httptest.NewRequest(method, url, bytes.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	e.serve(w, r)
	return w.Code, w.Body.String()
}

func TestWhatAnEndpointRefuses(t *testing.T) {
	t.Parallel()
	const own, key = "http://127.0.0.1:1", "X-Api-Key"
	for _, c := range []struct {
		name, method, url string
		header            []string
		code              int
		says              string
		count             [3]int // the numbers of strangers, probes and exchanges
		refused           []string
	}{
		{"another host", "GET", "http://example.com/v1/messages", nil, 403, "this endpoint forwards nothing", [3]int{}, []string{"example.com:80"}},
		{"another host with a port", "GET", "https://example.com:8443/x", nil, 403, "this endpoint forwards nothing", [3]int{}, []string{"example.com:8443"}},
		{"another host by https", "GET", "https://example.com/x", nil, 403, "this endpoint forwards nothing", [3]int{}, []string{"example.com:443"}},
		{"a tunnel to another host", "CONNECT", "example.com:443", nil, 403, "this endpoint forwards nothing", [3]int{}, []string{"example.com:443"}},
		{"a web socket", "GET", own + "/x", []string{"Upgrade", "WebSocket"}, 426, "web sockets are refused", [3]int{}, nil},
		{"no key", "POST", own + "/v1/messages", nil, 401, "unknown key", [3]int{1, 0, 0}, nil},
		{"another key", "POST", own + "/v1/messages", []string{key, "x"}, 401, "unknown key", [3]int{1, 0, 0}, nil},
		{"a probe", "GET", own + "/", nil, 200, "", [3]int{0, 1, 1}, nil},
		{"a probe without a body", "HEAD", own + "/", nil, 200, "", [3]int{0, 1, 1}, nil},
	} {
		e := fixed(Options{})
		code, says := sendTo(e, c.method, c.url, nil, c.header...)
		if code != c.code || c.says != "" && !strings.Contains(says, `"galley's capture: `+c.says+`"`) {
			t.Errorf("%s: %d %s", c.name, code, says)
		}
		if got := [3]int{e.strangers, e.probes, len(e.exchanges)}; got != c.count || !reflect.DeepEqual(e.order, c.refused) {
			t.Errorf("%s: counted %v, refused %q", c.name, got, e.order)
		}
	}
}

func TestAHostIsTheEndpointsOwnByNameAndPort(t *testing.T) {
	t.Parallel()
	e := fixed(Options{})
	for host, want := range map[string]bool{"127.0.0.1:1": true, "localhost:1": true, "[::1]:1": true, "127.0.0.1:2": false, "127.0.0.1": false, "example.com:1": false, "": false} {
		if got := e.isOwnHost(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

func TestTheKeyIsFoundWhereClientsSendIt(t *testing.T) {
	t.Parallel()
	e := fixed(Options{})
	for _, h := range [][2]string{{"X-Api-Key", "k"}, {"X-Goog-Api-Key", "k"}, {"Api-Key", "k"}, {"Authorization", "Bearer k"}} {
		r := httptest.NewRequest("POST", "/", nil)
		if r.Header.Set(h[0], h[1]); !e.signed(r) {
			t.Errorf("not found in %s", h[0])
		}
		if r.Header.Set(h[0], h[1]+"x"); e.signed(r) {
			t.Errorf("another key in %s", h[0])
		}
	}
	if !e.signed(httptest.NewRequest("POST", "/?key=k", nil)) {
		t.Error("not found in the query")
	}
}

func TestAnExchangeSaysWhyItIsNotTheMainOne(t *testing.T) {
	t.Parallel()
	const tools, path = `"tools":[{"name":"a","input_schema":{}}]`, "http://127.0.0.1:1/v1/messages?key=k&beta=true"
	body := func(rest string) []byte {
		return []byte(`{"model":"m","messages":[{"role":"user","content":"first"},{"role":"assistant","content":"say"},{"role":"user","content":"ask"}]` + rest + `}`)
	}
	for _, c := range []struct {
		name, prompt, path, why string
		body                    []byte
		main                    bool
	}{
		{"main", "ask", path, "", body("," + tools), true},
		{"no tools", "ask", path, "it declares no tools", body(""), false},
		{"an earlier message", "first", path, "its last user message does not contain the prompt", body("," + tools), false},
		{"no JSON", "ask", path, "the body cannot be read: ", []byte("{"), false},
		{"another path", "ask", "http://127.0.0.1:1/other?key=k", "", body("," + tools), false},
	} {
		e := fixed(Options{Prompt: c.prompt})
		code, _ := sendTo(e, "POST", c.path, c.body, "Content-Encoding", "Identity", "User-Agent", "test", "X-App", strings.Repeat("x", 1001), "Cookie", "secret")
		x := e.exchanges[0]
		if x.Main != c.main || !strings.HasPrefix(x.Why, c.why) || c.why == "" && x.Why != "" || string(x.Body) != string(c.body) || x.N != 1 {
			t.Errorf("%s: main %v, %q, number %d, body %s", c.name, x.Main, x.Why, x.N, x.Body)
		}
		if x.Status != code || x.Query != "" || x.Encoding != "identity" || !reflect.DeepEqual(x.Header, map[string]string{"user-agent": "test", "content-encoding": "Identity"}) {
			t.Errorf("%s: status %d of %d, query %q, encoding %s, headers %v", c.name, x.Status, code, x.Query, x.Encoding, x.Header)
		}
		if (len(e.main) == 1) != c.main {
			t.Errorf("%s: %d exchanges are announced", c.name, len(e.main))
		}
	}
	e := fixed(Options{Prompt: "ask"})
	sendTo(e, "POST", "http://127.0.0.1:1/v1/messages?beta=true", body(","+tools), "X-Api-Key", "k")
	sendTo(e, "POST", "http://127.0.0.1:1/v1/messages", body(","+tools), "X-Api-Key", "k")
	if e.exchanges[0].Query != "beta=true" || e.mains != 2 || len(e.main) != 1 || e.exchanges[1].N != 2 {
		t.Errorf("query %q, %d main requests, %d announced", e.exchanges[0].Query, e.mains, len(e.main))
	}
}

func TestLimitsOfARun(t *testing.T) {
	t.Parallel()
	e := fixed(Options{})
	e.total = MaxTotal - 2
	if _, _, ok := e.record(&Exchange{Body: []byte("ab")}); !ok {
		t.Error("the last bytes are refused")
	}
	if code, _ := sendTo(e, "POST", "http://127.0.0.1:1/x", []byte("c"), "X-Api-Key", "k"); code != http.StatusTooManyRequests || e.dropped != 1 {
		t.Errorf("a byte more: %d, %d dropped", code, e.dropped)
	}
	e = fixed(Options{})
	e.exchanges = make([]Exchange, MaxRequests-1)
	if _, _, ok := e.record(&Exchange{}); !ok {
		t.Error("the last request is refused")
	}
	if _, _, ok := e.record(&Exchange{}); ok || e.dropped != 1 {
		t.Errorf("a request more: %v, %d dropped", ok, e.dropped)
	}
	e = fixed(Options{})
	if code, _ := sendTo(e, "POST", "http://127.0.0.1:1/x", make([]byte, MaxBody+1), "X-Api-Key", "k"); code != http.StatusRequestEntityTooLarge || e.dropped != 1 || len(e.exchanges) != 0 {
		t.Errorf("a large body: %d, %d dropped", code, e.dropped)
	}
	e.probes = maxProbes - 1
	for n, want := range []int{1, 1} {
		if sendTo(e, "GET", "http://127.0.0.1:1/", nil); len(e.exchanges) != want {
			t.Errorf("probe %d: %d exchanges", n, len(e.exchanges))
		}
	}
}

func TestSmallestValuesAreBounded(t *testing.T) {
	t.Parallel()
	budget := 1 << 20
	for _, c := range []struct {
		schema object
		want   any
	}{
		{object{"type": []any{"integer", "null"}}, 1}, {object{"type": []any{}}, object{}}, {object{"type": "number", "minimum": 2.5}, 2.5}, {object{"type": "array"}, []any{}},
		{object{"type": "array", "minItems": 2.0, "items": object{"type": "boolean"}}, []any{false, false}}, {object{"enum": []any{"a", "b"}}, "a"}, {object{"enum": []any{}, "type": "null"}, nil},
		{object{"anyOf": []any{object{"type": "null"}}}, nil}, {object{"const": "x", "default": "y"}, "x"}, {object{"default": "y"}, "y"},
	} {
		if got := smallest(c.schema, 0, &budget); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, want %v", c.schema, got, c.want)
		}
	}
	if got, _ := smallest(object{"type": "array", "minItems": 5000.0, "items": object{"type": "null"}}, 0, &budget).([]any); len(got) != 1000 {
		t.Errorf("%d items", len(got))
	}
	for least, want := range map[float64]int{0: len(text), float64(len(text)): len(text), float64(len(text) + 1): len(text) + 1, 1e6: len(text) + 10000} {
		if got, _ := smallest(object{"type": "string", "minLength": least}, 0, &budget).(string); len(got) != want || !strings.HasPrefix(got, text) {
			t.Errorf("at least %v: %d bytes, want %d", least, len(got), want)
		}
	}
}

// plain is a response writer whose connection cannot be taken over. The connection of closed is
// already closed.
type plain struct{ http.ResponseWriter }

type closed struct{ http.ResponseWriter }

func (closed) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, net.ErrClosed }

func TestAListenerOfOneConnection(t *testing.T) {
	t.Parallel()
	for _, w := range []http.ResponseWriter{plain{httptest.NewRecorder()}, closed{httptest.NewRecorder()}} {
		if conn := hijack(w); conn != nil {
			t.Errorf("taken over: %v", conn)
		}
	}
	one, other := net.Pipe()
	defer other.Close()
	s := newSingle(one)
	c, err := s.Accept()
	if err != nil || s.Addr() != one.LocalAddr() {
		t.Fatalf("%v, at %v", err, s.Addr())
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if c, err := s.Accept(); c != nil || !errors.Is(err, net.ErrClosed) {
		t.Errorf("a second connection: %v, %v", c, err)
	}
}

func TestARelayRecordsOnlyMainRequests(t *testing.T) {
	t.Parallel()
	const main = `{"model":"m","tools":[{"name":"a","input_schema":{}}],"messages":[{"role":"user","content":"x"}]}`
	for _, c := range []struct {
		name, method, path, body, encoding string
		main                               bool
	}{
		{"main", "POST", "/v1/messages", main, "", true}, {"a GET", "GET", "/v1/messages", main, "", false}, {"another path", "POST", "/x", main, "", false},
		{"another coding", "POST", "/v1/messages", main, "br", false}, {"no JSON", "POST", "/v1/messages", "{", "", false}, {"no tools", "POST", "/v1/messages", `{"messages":[{"role":"user","content":"x"}]}`, "", false},
	} {
		r := &Relay{now: func() time.Time { return time.Unix(7, 0) }}
		in := httptest.NewRequest(c.method, c.path, nil)
		in.Header.Set("Content-Encoding", c.encoding)
		x, ok := r.recorded(in, c.path, []byte(c.body))
		if ok != c.main || r.Count() != map[bool]int{true: 1}[ok] || x.Path != c.path || x.Method != c.method || !x.At.Equal(time.Unix(7, 0)) || ok && (x.N != 1 || x.Form != wire.Anthropic || string(x.Body) != c.body || r.passed != int64(len(main))) {
			t.Errorf("%s: %v, %+v", c.name, ok, x)
		}
	}
	for name, r := range map[string]*Relay{"requests": {now: time.Now, count: MaxRequests}, "bytes": {now: time.Now, passed: MaxTotal - int64(len(main)) + 1}} {
		if _, ok := r.recorded(httptest.NewRequest("POST", "/v1/messages", nil), "/v1/messages", []byte(main)); ok {
			t.Errorf("recorded above the limit of %s", name)
		}
	}
	r := &Relay{now: time.Now, count: MaxRequests - 1, passed: MaxTotal - int64(len(main))}
	if x, ok := r.recorded(httptest.NewRequest("POST", "/v1/messages", nil), "/v1/messages", []byte(main)); !ok || x.N != MaxRequests {
		t.Errorf("refused at the limit: %+v", x)
	}
}

func TestBothEndsOfAnAnswerAreKept(t *testing.T) {
	t.Parallel()
	out := httptest.NewRecorder()
	w := &watched{ResponseWriter: out}
	w.WriteHeader(201)
	whole := strings.Repeat("a", mostWatched) + strings.Repeat("b", mostWatched) + strings.Repeat("c", 2*mostWatched)
	for at := 0; at < len(whole); at += mostWatched / 2 {
		if n, err := w.Write([]byte(whole[at : at+mostWatched/2])); n != mostWatched/2 || err != nil {
			t.Fatal(n, err)
		}
	}
	if ends := string(w.ends()); out.Code != 201 || w.status != 201 || out.Body.String() != whole || !strings.HasPrefix(ends, whole[:mostWatched]) || !strings.HasSuffix(ends, whole[len(whole)-mostWatched:]) || len(ends) > 3*mostWatched {
		t.Errorf("%d, %d of %d bytes are kept", out.Code, len(ends), len(whole))
	}
	if w.Unwrap() != http.ResponseWriter(out) {
		t.Error("the proxy cannot flush")
	}
}
