//go:build unix

package launch

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/capture/start"
)

func TestListenTakesTheFirstRequestWithTheKey(t *testing.T) {
	t.Parallel()
	ready, progress := make(chan []string, 1), make(chan string, 10)
	go func() {
		variables := <-ready
		value := func(name string) string {
			for _, v := range variables {
				if rest, ok := strings.CutPrefix(v, name+"="); ok {
					return rest
				}
			}
			return ""
		}
		for _, key := range []string{"wrong", value("ANTHROPIC_API_KEY")} {
			q, _ := http.NewRequest("POST", value("ANTHROPIC_BASE_URL")+"/v1/messages", strings.NewReader(`{"tools":[{"name":"t"}],"messages":[{"role":"user","content":"anything"}]}`))
			q.Header.Set("X-Api-Key", key)
			if r, err := http.DefaultClient.Do(q); err == nil {
				r.Body.Close()
			}
			if key != "wrong" {
				break
			}
			if said := <-progress; !strings.Contains(said, "without the key") {
				t.Errorf("the message about a request with another key is %q", said)
			}
		}
	}()
	c, err := Listen(context.Background(), Listening{
		Address: "127.0.0.1:0", Timeout: 20 * time.Second, Cwd: "/p", Project: "/p",
		Ready: func(v []string) { ready <- v }, Progress: func(said string) { progress <- said },
	})
	if err != nil || c.Mode != start.Listened || !strings.Contains(string(c.Body), "anything") || !slices.Equal(c.Notes, []string{"1 request of other programs refused"}) {
		t.Errorf("%+v %v", c, err)
	}
	_, err = Listen(context.Background(), Listening{Address: "127.0.0.1:0", Timeout: 50 * time.Millisecond, Ready: func([]string) {}})
	if err == nil || err.Error() != "no request came within 50ms" {
		t.Errorf("%v", err)
	}
}

// An agent may send another request just after the main one. Without an answer it would retry for
// minutes.
func TestListenAnswersWhatComesJustAfterTheMainRequest(t *testing.T) {
	t.Parallel()
	var err error
	for range 3 { // the machine may be too busy for the second request to arrive in time
		answered := make(chan error, 1)
		ready := func(variables []string) {
			go func() {
				url, key := strings.TrimPrefix(variables[0], "ANTHROPIC_BASE_URL="), strings.TrimPrefix(variables[1], "ANTHROPIC_API_KEY=")
				for _, body := range []string{`{"tools":[{"name":"t"}],"messages":[{"role":"user","content":"anything"}]}`, `{"messages":[{"role":"user","content":"a title"}]}`} {
					q, _ := http.NewRequest("POST", url+"/v1/messages", strings.NewReader(body))
					q.Header.Set("X-Api-Key", key)
					r, err := http.DefaultClient.Do(q)
					if err != nil {
						answered <- err
						return
					}
					r.Body.Close()
					time.Sleep(50 * time.Millisecond)
				}
				answered <- nil
			}()
		}
		c, failed := Listen(context.Background(), Listening{Address: "127.0.0.1:0", Timeout: 20 * time.Second, Ready: ready})
		if failed != nil {
			t.Fatal(failed)
		}
		if err = <-answered; err == nil {
			if len(c.Side) != 1 {
				t.Errorf("the capture reports %d requests beside the main one", len(c.Side))
			}
			return
		}
	}
	t.Error(err)
}

func TestListenNamesTheHostsThatWereRefused(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	ready := func(variables []string) {
		address := strings.TrimPrefix(variables[0], "ANTHROPIC_BASE_URL=http://")
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Write([]byte("CONNECT gateway.corp.example:443 HTTP/1.1\r\nHost: gateway.corp.example:443\r\n\r\n"))
			conn.Read(make([]byte, 64))
			conn.Close()
		}
		close(gone)
	}
	_, err := Listen(context.Background(), Listening{Address: "127.0.0.1:0", Timeout: 50 * time.Millisecond, Ready: ready})
	<-gone
	if err == nil || !strings.Contains(err.Error(), "tried to reach a host that was refused (gateway.corp.example:443)") {
		t.Errorf("%v", err)
	}
}

func TestPortScannerHasNoEffect(t *testing.T) {
	t.Parallel()
	tr := try(t, "post /v1/messages")
	inner := tr.Starter.Headless
	tr.Starter.Headless = func(in start.Input) (start.Plan, error) {
		for _, probe := range []string{"GET / HTTP/1.0\r\n\r\n", "\x16\x03\x01\x02\x00", "POST /v1/messages HTTP/1.1\r\nHost: evil\r\nContent-Length: 2\r\n\r\n{}"} {
			if conn, err := net.Dial("tcp", strings.TrimPrefix(in.URL, "http://")); err == nil {
				conn.Write([]byte(probe))
				conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
				conn.Read(make([]byte, 64))
				conn.Close()
			}
		}
		return inner(in)
	}
	r, err := Capture(context.Background(), tr.Options)
	if err != nil || len(r.Capture.Side) != 0 {
		t.Errorf("%+v %v", r, err)
	}
}

func TestListeningCanBeStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	c, err := Listen(ctx, Listening{Address: "127.0.0.1:0", Timeout: time.Minute, Ready: func([]string) { cancel() }})
	if c != nil || err == nil || err.Error() != "the capture was stopped" {
		t.Errorf("%+v, %v", c, err)
	}
}

// postTo sends an endpoint a request with a key.
func postTo(t *testing.T, url, key, body string) {
	t.Helper()
	q, err := http.NewRequest("POST", url+"/v1/messages", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("X-Api-Key", key)
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Error(err)
		return
	}
	r.Body.Close()
}

func TestListenSaysWhyNothingWasTaken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, address, want string }{
		{"", "127.0.0.1:0", "none of 1 requests within 50ms was of a main turn (it declares no tools)"},
		{"wrong", "127.0.0.1:0", "1 request came without the key: the agent uses another one"},
		{"", "192.0.2.1:0", "starting the endpoint: "},
	} {
		ready := func(variables []string) {
			key := c.key
			if key == "" {
				key = strings.TrimPrefix(variables[1], "ANTHROPIC_API_KEY=")
			}
			postTo(t, strings.TrimPrefix(variables[0], "ANTHROPIC_BASE_URL="), key, `{"messages":[{"role":"user","content":"a title"}]}`)
		}
		if _, err := Listen(context.Background(), Listening{Address: c.address, Timeout: 50 * time.Millisecond, Ready: ready}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
