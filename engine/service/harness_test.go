package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/session"
)

// patience is how long a test waits for something that must happen. It normally happens at once.
const patience = 2 * time.Minute

// running is a service that listens, and a client for it.
type running struct {
	t       *testing.T
	service *Service
	address string
	world   *facts.Memory
	stop    func() error
	client  *http.Client
}

func memory() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/home/u").SetHostname("box").SetPlatform("darwin").
		Clock(time.Date(2026, 2, 5, 9, 7, 3, 0, time.UTC)).
		File("/p/AGENTS.md", "Rules.\n").File("/p/sub/x.md", "x").File("/q/AGENTS.md", "Others.\n").File("/secret/key", "s3cret")
}

// serve starts a service with an empty store that serves the directories /p and /q.
func serve(t *testing.T, change ...func(*Options)) *running {
	t.Helper()
	dir := t.TempDir()
	w := memory()
	o := Options{
		World: w, Roots: []string{"/p", "/q"},
		Store:  session.New(filepath.Join(dir, "state")),
		Global: session.NewGlobal(filepath.Join(dir, "config", "system-prompt.md")),
	}
	for _, f := range change {
		f(&o)
	}
	l, err := Listen("127.0.0.1:0", o.Token)
	if err != nil {
		t.Fatal(err)
	}
	s := New(o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	r := &running{t: t, service: s, address: l.Addr().String(), world: w, client: &http.Client{Timeout: patience}}
	r.stop = func() error {
		cancel()
		select {
		case err := <-done:
			done <- err
			return err
		case <-time.After(patience):
			return fmt.Errorf("the service does not stop")
		}
	}
	t.Cleanup(func() {
		r.client.CloseIdleConnections()
		if err := r.stop(); err != nil {
			t.Error(err)
		}
		if err := o.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// reply is a response with its decoded JSON.
type reply struct {
	status int
	header http.Header
	text   string
	json   map[string]any
}

// call sends a request. It fails the test if the response does not match openapi.json.
func (r *running) call(method, path, body string, headers ...string) reply {
	r.t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	q, err := http.NewRequest(method, "http://"+r.address+path, reader)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			q.Host = value
		} else {
			q.Header.Add(name, value)
		}
	}
	answer, err := r.client.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	out := reply{status: answer.StatusCode, header: answer.Header, text: string(data)}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&out.json); err != nil {
		r.t.Fatalf("%s %s: status %d, not a JSON object: %q", method, path, out.status, data)
	}
	if err := described(method, path, out); err != nil {
		r.t.Errorf("%s %s: status %d, not as described: %v", method, path, out.status, err)
	}
	return out
}

// want sends a request and checks the status of the response.
func (r *running) want(status int, method, path, body string, headers ...string) reply {
	r.t.Helper()
	out := r.call(method, path, body, headers...)
	if out.status != status {
		r.t.Errorf("%s %s %.80s: %d %s; want %d", method, path, body, out.status, out.text, status)
	}
	return out
}

func quoted(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

// raw opens a connection for requests that no client would send.
func (r *running) raw() net.Conn {
	r.t.Helper()
	c, err := net.Dial("tcp", r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	return c
}
