package service

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"galley/engine/facts"
)

func TestAllowedClients(t *testing.T) {
	r := serve(t)
	port := r.address[strings.LastIndex(r.address, ":"):]
	for _, c := range []struct {
		status  int
		headers []string
	}{
		{200, nil},
		{200, []string{"Host: localhost" + port}},
		{200, []string{"Host: LOCALHOST."}},
		{200, []string{"Host: [::1]" + port}},
		{200, []string{"Origin: http://" + r.address}},
		{200, []string{"Sec-Fetch-Site: same-origin"}},
		{200, []string{"Sec-Fetch-Site: none"}},
		{403, []string{"Host: evil.example" + port}},
		{403, []string{"Host: localhost.evil.example" + port}},
		{403, []string{"Host: 192.0.2.1" + port}},
		{403, []string{"Origin: https://evil.example"}},
		{403, []string{"Origin: null"}},
		{403, []string{"Origin: http://127.0.0.1:1"}},
		{403, []string{"Origin: http://" + r.address, "Origin: https://evil.example"}},
		{403, []string{"Host: evil.example", "Origin: http://evil.example"}},
		{403, []string{"Sec-Fetch-Site: cross-site"}},
		{403, []string{"Sec-Fetch-Site: same-site"}},
	} {
		r.want(c.status, "GET", "/system-prompt", "", c.headers...)
		r.want(c.status, "PUT", "/system-prompt", `{"template":"x"}`, c.headers...)
		r.want(c.status, "POST", "/render", "", c.headers...)
	}
}

// If a request announces a body that is too long, it is refused before the body is read.
func TestABodyThatSaysItIsTooLongIsRefused(t *testing.T) {
	t.Parallel()
	s := &Service{Options: Options{Bounds: Bounds{Body: 10}}}
	for length, want := range map[int64]string{-1: "<nil>", 0: "<nil>", 10: "<nil>", 11: "the body is larger than 10 bytes"} {
		r, err := http.NewRequest("POST", "http://localhost/render", nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.ContentLength = length; fmt.Sprint(s.admit(r)) != want {
			t.Errorf("%d bytes: %v, want %s", length, s.admit(r), want)
		}
	}
}

func TestTokenIsRequired(t *testing.T) {
	const token = "a long enough token"
	r := serve(t, func(o *Options) { o.Token, o.Hosts = token, []string{"box"} })
	for _, h := range []string{"X: y", "Authorization: Bearer", "Authorization: Bearer a long enough toke", "Authorization: Basic " + token, "Authorization: " + token} {
		got := r.want(401, "GET", "/system-prompt", "", h)
		if got.header.Get("WWW-Authenticate") == "" || strings.Contains(got.text, token) {
			t.Errorf("%s: %v %s", h, got.header, got.text)
		}
		r.want(401, "GET", "/openapi.json", "", h)
	}
	show := "Authorization: Bearer " + token
	r.want(200, "GET", "/system-prompt", "", show)
	r.want(200, "GET", "/system-prompt", "", show, "Host: box:7117")
	r.want(200, "GET", "/system-prompt", "", show, "Host: 192.0.2.1:7117")
	r.want(403, "GET", "/system-prompt", "", show, "Host: evil.example")
	r.want(403, "GET", "/system-prompt", "", show, "Origin: https://evil.example")
}

func TestOtherAddressesNeedAToken(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0"} {
		if l, err := Listen(address, ""); !errors.Is(err, ErrNeedsToken) {
			t.Errorf("%s: %v, %v", address, l, err)
		}
	}
	for _, address := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := Listen(address, "")
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
	}
	l, err := Listen("0.0.0.0:0", "token")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if _, err := Listen("nonsense", ""); err == nil {
		t.Error("an invalid address was accepted")
	}
}

// brief sets short time limits.
func brief(o *Options) {
	o.Bounds = Bounds{Body: 1 << 20, Header: 200 * time.Millisecond, Read: 400 * time.Millisecond}
}

func TestIdleClientIsDisconnected(t *testing.T) {
	r := serve(t, brief)
	for _, sent := range []string{"", "GET /system-prompt HT", "GET /system-prompt HTTP/1.1\r\nHost: localhost\r\n"} {
		c := r.raw()
		fmt.Fprint(c, sent)
		if _, err := io.ReadAll(c); err != nil {
			t.Errorf("%q: %v", sent, err)
		}
	}
	r.want(200, "GET", "/system-prompt", "")
}

func TestIncompleteBodyIsRejected(t *testing.T) {
	r := serve(t, brief)
	c := r.raw()
	fmt.Fprint(c, "PUT /system-prompt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"template\":\"ha")
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || answer.StatusCode != 408 {
		t.Errorf("got %v, %v", answer, err)
	}
	gone := r.raw()
	fmt.Fprint(gone, "PUT /system-prompt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"template\":\"ha")
	_ = gone.Close()
	if got := r.want(200, "GET", "/system-prompt", ""); strings.HasPrefix(got.json["template"].(string), "ha") {
		t.Errorf("the template was stored: %s", got.text)
	}
}

// endless is a body without end that counts how much of it was read.
type endless struct {
	mu    sync.Mutex
	taken int64
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.taken += int64(len(p))
	return len(p), nil
}

func TestHugeBodyIsRejectedUnread(t *testing.T) {
	r := serve(t, func(o *Options) { o.Bounds.Body = 1 << 20 })
	for _, length := range []int64{1 << 30, -1} { // with a Content-Length and without one
		body := &endless{}
		q, err := http.NewRequest("PUT", "http://"+r.address+"/system-prompt", io.MultiReader(strings.NewReader(`{"template":"`), io.LimitReader(body, 1<<30)))
		if err != nil {
			t.Fatal(err)
		}
		q.ContentLength = length
		answer, err := r.client.Do(q)
		// The client may not see the answer, because the service closes the connection while the
		// client still writes.
		if err == nil {
			if answer.StatusCode != 413 {
				t.Errorf("got %d", answer.StatusCode)
			}
			_ = answer.Body.Close()
		}
		body.mu.Lock()
		if body.taken > 64<<20 {
			t.Errorf("%d bytes were read", body.taken)
		}
		body.mu.Unlock()
	}
	r.want(413, "POST", "/render", `{"template":"`+strings.Repeat("x", 1<<20)+`"}`)
	r.want(200, "GET", "/system-prompt", "")
}

// slow is a world in which git is slow.
type slow struct {
	*facts.Memory
	asked, goOn chan struct{}
}

func (s *slow) Git(ctx context.Context, _ string, _ ...string) (facts.GitAnswer, error) {
	s.asked <- struct{}{}
	select {
	case <-s.goOn:
		return facts.GitAnswer{Stdout: "main\n"}, nil
	case <-ctx.Done():
		return facts.GitAnswer{}, ctx.Err()
	}
}

func TestStopWaitsForPendingRequests(t *testing.T) {
	w := &slow{memory(), make(chan struct{}, 1), make(chan struct{})}
	r := serve(t, func(o *Options) { o.World = w; o.Bounds.Stop = patience })
	got := make(chan reply)
	go func() { got <- r.call("POST", "/render", `{"template":"on [git:branch]"}`) }()
	<-w.asked
	stopped := make(chan error)
	go func() { stopped <- r.stop() }()
	close(w.goOn)
	if one := <-got; one.status != 200 || one.json["text"] != "on main" {
		t.Errorf("got %d %s", one.status, one.text)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + r.address + "/system-prompt"); err == nil {
		t.Error("the service still listens")
	}
}

func TestSlowRequestTimesOut(t *testing.T) {
	w := &slow{memory(), make(chan struct{}, 1), make(chan struct{})}
	r := serve(t, func(o *Options) { o.World = w; o.Bounds.Work = 50 * time.Millisecond })
	r.want(503, "POST", "/render", `{"template":"on [git:branch]"}`)
}

// faulty is a world that panics.
type faulty struct{ *facts.Memory }

func (faulty) Hostname() (string, error) { panic("a fault with a s3cret") }

func TestAFaultEndsOneRequestOnly(t *testing.T) {
	var log safeBuffer
	r := serve(t, func(o *Options) {
		o.World = faulty{memory()}
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	out, err := r.client.Post("http://"+r.address+"/conversations/c/prompt", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := io.ReadAll(out.Body)
	if out.StatusCode != 500 || strings.Contains(string(data), "s3cret") || !strings.Contains(log.String(), `level=ERROR msg="a fault" fault="a fault with`) {
		t.Errorf("got %d %s, log %s", out.StatusCode, data, log.String())
	}
	r.want(200, "GET", "/system-prompt", "")
}

// safeBuffer is a log that can be read while it is being written.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestTheLogHoldsNoTextUnlessAsked(t *testing.T) {
	for _, asked := range []bool{false, true} {
		var log safeBuffer
		r := serve(t, func(o *Options) { o.Log, o.LogText = slog.New(slog.NewTextHandler(&log, nil)), asked })
		r.want(200, "PUT", "/system-prompt", `{"template":"told-you [file:AGENTS.md]"}`)
		r.want(200, "POST", "/conversations/c/prompt", "")
		r.want(200, "POST", "/render", "")
		r.want(400, "POST", "/render", `{"template":"told-you"`)
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
		text := log.String()
		for _, word := range []string{"told-you", "Rules."} {
			if strings.Contains(text, word) != asked {
				t.Errorf("logging requested %v: %q is in the log: %v", asked, word, !asked)
			}
		}
		if strings.Count(text, "msg=request") != 4 || !strings.Contains(text, "path=/conversations/c/prompt") || !strings.Contains(text, "status=400") {
			t.Errorf("got %s", text)
		}
	}
}

func TestTheLogMasksKeysInPaths(t *testing.T) {
	key := strings.Join([]string{"sk", "ant", "api03"}, "-") + strings.Repeat("aB3x", 6)
	var log safeBuffer
	r := serve(t, func(o *Options) { o.Log, o.LogText = slog.New(slog.NewTextHandler(&log, nil)), false })
	r.want(404, "GET", "/conversations/"+key, "")
	r.want(404, "GET", "/x?token="+key, "")
	if got := log.String(); strings.Contains(got, "aB3x") || !strings.Contains(got, "/conversations/[key]") {
		t.Errorf("the log:\n%s", got)
	}
}
