package endpoint

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"galley/engine/prompt"
	"galley/engine/wire"
)

const asked = "Say ok."

func start(t *testing.T, o Options) *Endpoint {
	t.Helper()
	if o.Prompt == "" {
		o.Prompt = asked
	}
	e, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// post sends a body as an agent does. It returns the status and the response body.
func post(t *testing.T, e *Endpoint, path, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	q, err := http.NewRequest("POST", e.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+e.Key())
	if change != nil {
		change(q)
	}
	return do(t, http.DefaultClient, q)
}

func do(t *testing.T, c *http.Client, q *http.Request) (int, string) {
	t.Helper()
	a, err := c.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	out, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(out)
}

const tools = `"tools":[{"name":"Read","description":"d","input_schema":{}}]`

var mains = map[string]string{
	"/v1/messages":                `{"model":"m","stream":true,"messages":[{"role":"user","content":"rules"},{"role":"user","content":"Say ok."},{"role":"system","content":"env"}],` + tools + `}`,
	"/openai/v1/chat/completions": `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"Say ok."}],` + tools + `}`,
	"/v1/responses":               `{"stream":true,"input":[{"type":"additional_tools","tools":[{"type":"namespace","name":"n","tools":[{"name":"a"}]}]},{"role":"user","content":"Say ok."}]}`,
	"/v1beta/models/m:streamGenerateContent?alt=sse": `{"contents":[{"role":"user","parts":[{"text":"Say ok."}]}],"tools":[{"functionDeclarations":[{"name":"f"}]}]}`,
}

func TestTheMainRequestIsFoundInEveryForm(t *testing.T) {
	for path, body := range mains {
		e := start(t, Options{})
		status, answer := post(t, e, path, body, nil)
		if status != 200 || !strings.Contains(answer, `"ok"`) {
			t.Errorf("%s: %d %s", path, status, answer)
		}
		x := <-e.Main()
		if x.N != 1 || string(x.Body) != body || x.Request == nil || x.Request.Sizes.ToolCount != 1 {
			t.Errorf("%s: %+v", path, x)
		}
	}
}

func TestSideRequestsAreNotTheMainOne(t *testing.T) {
	for why, body := range map[string]string{
		"it declares no tools": `{"messages":[{"role":"user","content":"Say ok."}]}`,
		"it demands JSON":      `{"messages":[{"role":"user","content":"Say ok."}],"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}},` + tools + `}`,
		"its last user message does not contain the prompt": `{"messages":[{"role":"user","content":"Say ok."},{"role":"user","content":"remember"}],` + tools + `}`,
	} {
		e := start(t, Options{})
		post(t, e, "/v1/messages", body, nil)
		if x := e.Exchanges()[0]; x.Main || x.Why != why {
			t.Errorf("main %v, %q, want %q", x.Main, x.Why, why)
		}
		post(t, e, "/v1/messages", mains["/v1/messages"], nil)
		if x := <-e.Main(); x.N != 2 {
			t.Errorf("%s: the capture is request %d", why, x.N)
		}
	}
}

func TestEndpointFinishesAStartedResponse(t *testing.T) {
	e := start(t, Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(e.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	body := mains["/v1/messages"]
	fmt.Fprintf(conn, "POST /v1/messages HTTP/1.1\r\nHost: %s\r\nX-Api-Key: %s\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", conn.RemoteAddr(), e.Key(), len(body))
	in := bufio.NewReader(conn)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("%q %v", line, err)
	}
	in.ReadString('\n') // the blank line; the endpoint now waits for the body
	finished := make(chan struct{})
	go func() { e.Finish(); close(finished) }()
	for { // until the listener accepts no more connections
		other, err := net.Dial("tcp", conn.RemoteAddr().String())
		if err != nil {
			break
		}
		other.Close()
	}
	fmt.Fprint(conn, body)
	a, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if out, err := io.ReadAll(a.Body); err != nil || !strings.Contains(string(out), "message_stop") {
		t.Errorf("the agent got %q, %v", out, err)
	}
	<-finished
}

func TestARequestWithoutTheKeyChangesNothing(t *testing.T) {
	e := start(t, Options{})
	for _, key := range []string{"", "Bearer sk-other"} {
		if status, _ := post(t, e, "/v1/messages", mains["/v1/messages"], func(q *http.Request) { q.Header.Set("Authorization", key) }); status != 401 {
			t.Errorf("%q: %d", key, status)
		}
	}
	if status, _ := post(t, e, "/v1/messages", mains["/v1/messages"], func(q *http.Request) { q.Host = "evil.example" }); status != 403 {
		t.Errorf("another host's name: %d", status)
	}
	if n := len(e.Exchanges()); n != 0 || e.Strangers() != 3 {
		t.Errorf("%d recorded, %d strangers", n, e.Strangers())
	}
	for _, put := range []func(*http.Request){
		func(q *http.Request) { q.Header.Set("X-Api-Key", e.Key()) },
		func(q *http.Request) { q.Header.Set("X-Goog-Api-Key", e.Key()) },
		func(q *http.Request) { q.URL.RawQuery = "key=" + e.Key() },
	} {
		post(t, e, "/v1/messages", mains["/v1/messages"], func(q *http.Request) { q.Header.Del("Authorization"); put(q) })
	}
	for _, x := range e.Exchanges() {
		if out := fmt.Sprint(x.Header, x.Query); strings.Contains(out, e.Key()) {
			t.Errorf("the key was stored: %s", out)
		}
	}
	if n := len(e.Exchanges()); n != 3 {
		t.Errorf("%d of 3 requests with the key were recorded", n)
	}
}

func TestNoOtherHostIsReached(t *testing.T) {
	e := start(t, Options{})
	u, _ := url.Parse(e.URL())
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(u)}}
	if _, err := client.Get("https://api.example.com/v1/x"); err == nil {
		t.Error("a tunnel to another host was opened")
	}
	q, _ := http.NewRequest("GET", "http://telemetry.example.com/x", nil)
	if status, _ := do(t, client, q); status != 403 {
		t.Errorf("a plain request to another host returned %d", status)
	}
	if got := fmt.Sprint(e.Refused()); got != "[{api.example.com:443 1} {telemetry.example.com:80 1}]" {
		t.Errorf("refused %s", got)
	}
	// The endpoint also serves a client that uses it as a proxy for requests to the loopback.
	q, _ = http.NewRequest("POST", e.URL()+"/v1/messages", strings.NewReader(mains["/v1/messages"]))
	q.Header.Set("X-Api-Key", e.Key())
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", u.Host, u.Host)
	from := bufio.NewReader(conn)
	if a, err := http.ReadResponse(from, nil); err != nil || a.StatusCode != 200 {
		t.Fatalf("CONNECT to itself: %v %v", a, err)
	}
	if err := q.Write(conn); err != nil {
		t.Fatal(err)
	}
	if a, err := http.ReadResponse(from, q); err != nil || a.StatusCode != 200 {
		t.Fatalf("through the tunnel: %v %v", a, err)
	}
	if x := <-e.Main(); !x.Main {
		t.Error("the request through the tunnel was not recorded")
	}
}

func TestAnAllowedHostIsPassedOnAndAProviderNever(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	go func() {
		if conn, err := other.Accept(); err == nil {
			io.WriteString(conn, "hello")
			conn.Close()
		}
	}()
	e := start(t, Options{Allow: []string{other.Addr().String()}})
	conn, err := net.Dial("tcp", strings.TrimPrefix(e.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: x\r\n\r\n", other.Addr())
	out, _ := io.ReadAll(conn)
	if !strings.HasSuffix(string(out), "\r\n\r\nhello") {
		t.Errorf("%q", out)
	}
	for _, host := range []string{"api.anthropic.com:443", "API.OpenAI.com:443", "eu-aiplatform.googleapis.com:443", "x.openrouter.ai:443"} {
		if _, err := Start(t.Context(), Options{Prompt: asked, Allow: []string{host}}); err == nil {
			t.Errorf("%s was allowed", host)
		}
	}
	for _, address := range []string{"0.0.0.0:0", "192.168.1.1:0", ":0", "example.com:0", "x"} {
		if _, err := Start(t.Context(), Options{Prompt: asked, Listen: address}); err == nil {
			t.Errorf("it listens on %q", address)
		}
	}
}

func TestContentEncodingsAreDecodedWithinALimit(t *testing.T) {
	squeezed := func(body []byte) (gz, zs []byte) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(body)
		z.Close()
		w, _ := zstd.NewWriter(nil)
		return b.Bytes(), w.EncodeAll(body, nil)
	}
	body := mains["/v1/messages"]
	gz, zs := squeezed([]byte(body))
	for _, c := range []struct {
		encoding string
		sent     []byte
	}{
		{"gzip", gz}, {"x-gzip", gz}, {"zstd", zs}, {"", []byte(body)}, {"identity", []byte(body)},
		{"deflate", deflated(body, true)}, {"deflate", deflated(body, false)}, // servers accept both
	} {
		e := start(t, Options{})
		post(t, e, "/v1/messages", string(c.sent), func(q *http.Request) { q.Header.Set("Content-Encoding", c.encoding) })
		if x := e.Exchanges()[0]; string(x.Body) != body || !x.Main {
			t.Errorf("%q: main %v %s", c.encoding, x.Main, x.Why)
		}
	}
	bomb, zbomb := squeezed(make([]byte, MaxBody+1))
	for encoding, sent := range map[string][]byte{"gzip": bomb, "zstd": zbomb, "br": []byte("x")} {
		e := start(t, Options{})
		post(t, e, "/v1/messages", string(sent), func(q *http.Request) { q.Header.Set("Content-Encoding", encoding) })
		if x := e.Exchanges()[0]; x.Main || x.Why == "" || len(x.Body) != len(sent) {
			t.Errorf("%q: %d bytes kept, %q", encoding, len(x.Body), x.Why)
		}
	}
}

// deflated compresses a body for the encoding "deflate": with a zlib header if framed, otherwise
// without.
func deflated(body string, framed bool) []byte {
	var b bytes.Buffer
	w := io.WriteCloser(zlib.NewWriter(&b))
	if !framed {
		w, _ = flate.NewWriter(&b, flate.BestSpeed)
	}
	io.WriteString(w, body)
	w.Close()
	return b.Bytes()
}

func TestEndpointRejectsAFlood(t *testing.T) {
	e := start(t, Options{})
	for range MaxRequests + 10 {
		post(t, e, "/v1/other", `{}`, nil)
	}
	if len(e.Exchanges()) != MaxRequests || e.Dropped() != 10 {
		t.Errorf("%d recorded, %d dropped", len(e.Exchanges()), e.Dropped())
	}
	big := start(t, Options{})
	big.total = MaxTotal - 10
	if status, _ := post(t, big, "/v1/messages", mains["/v1/messages"], nil); status != 429 {
		t.Errorf("beyond the limit for all requests: %d", status)
	}
}

func TestRequiredJSONMatchesItsSchema(t *testing.T) {
	schema := `{"type":"object","properties":{"title":{"type":"string","minLength":5},"n":{"type":["integer","null"],"minimum":3},"e":{"enum":["x"]},"l":{"type":"array","items":{"type":"boolean"},"minItems":2},"o":{"type":"string"}},"required":["title","n","e","l"]}`
	const want = `{"e":"x","l":[false,false],"n":3,"title":"ok   "}`
	for path, body := range map[string]string{
		"/v1/messages":                     `{"output_config":{"format":{"type":"json_schema","schema":` + schema + `}}}`,
		"/v1/chat/completions":             `{"response_format":{"type":"json_schema","json_schema":{"schema":` + schema + `}}}`,
		"/v1/responses":                    `{"text":{"format":{"type":"json_schema","schema":` + schema + `}}}`,
		"/v1beta/models/m:generateContent": `{"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":` + schema + `}}`,
	} {
		e := start(t, Options{})
		_, answer := post(t, e, path, body, nil)
		quoted, _ := json.Marshal(want)
		if !strings.Contains(answer, string(quoted)) {
			t.Errorf("%s: %s", path, answer)
		}
	}
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 400) + `{}` + strings.Repeat(`}}`, 400)
	e := start(t, Options{})
	if status, _ := post(t, e, "/v1/messages", `{"output_config":{"format":{"type":"json_schema","schema":`+deep+`}}}`, nil); status != 200 {
		t.Errorf("a deep schema: %d", status)
	}
}

func TestRequiredToolIsCalled(t *testing.T) {
	e := start(t, Options{})
	const tool = `{"type":"function","function":{"name":"judge","parameters":{"type":"object","properties":{"blocks":{"type":"boolean"}},"required":["blocks"]}}}`
	body := func(tools string) string {
		return `{"messages":[{"role":"user","content":"Say ok."}],"tool_choice":"required","tools":[` + tools + `]}`
	}
	_, answer := post(t, e, "/v1/chat/completions", body(tool), nil)
	if x := e.Exchanges()[0]; x.Main || !strings.Contains(answer, `"arguments":"{\"blocks\":false}"`) || !strings.Contains(answer, `"name":"judge"`) {
		t.Errorf("main %v, answer %s", x.Main, answer)
	}
	if _, answer := post(t, e, "/v1/chat/completions", body(tool+","+tool), nil); strings.Contains(answer, "judge") {
		t.Errorf("one of two tools was called: %s", answer)
	}
}

func TestCallsAreAnsweredBeforeTheText(t *testing.T) {
	for path, body := range mains {
		e := start(t, Options{Calls: []prompt.Call{{ID: "c1", Name: "Read", Arguments: `{"file_path":"a.md"}`}}})
		_, first := post(t, e, path, body, nil)
		if !strings.Contains(first, "Read") || !strings.Contains(first, "a.md") {
			t.Errorf("%s: no tool call in %s", path, first)
		}
		_, second := post(t, e, path, body, nil)
		if strings.Contains(second, "a.md") || !strings.Contains(second, `"ok"`) {
			t.Errorf("%s: no end of turn in %s", path, second)
		}
	}
}

func TestProbesOfClientsAreAnswered(t *testing.T) {
	e := start(t, Options{})
	for path, want := range map[string]int{"/": 200, "/v1/models": 200, "/v1/models/x": 200, "/v1beta/models": 200, "/nothing": 404} {
		q, _ := http.NewRequest("GET", e.URL()+path, nil)
		if status, _ := do(t, http.DefaultClient, q); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	q, _ := http.NewRequest("GET", e.URL()+"/v1/responses", nil)
	q.Header.Set("Upgrade", "websocket")
	q.Header.Set("Connection", "Upgrade")
	if status, _ := do(t, http.DefaultClient, q); status != http.StatusUpgradeRequired {
		t.Errorf("a web socket: %d", status)
	}
	if status, answer := post(t, e, "/v1/messages/count_tokens", `{}`, nil); status != 200 || !strings.Contains(answer, "input_tokens") {
		t.Errorf("a count: %d %s", status, answer)
	}
	if status, _ := post(t, e, "/v1/messages", `{"messages": [`, nil); status != 200 || !strings.Contains(e.Exchanges()[len(e.Exchanges())-1].Why, "cannot be read") {
		t.Error("a truncated body is not reported")
	}
	if x := e.Exchanges()[0]; x.Form != wire.Form("") {
		t.Errorf("a probe has the form %s", x.Form)
	}
}
