package endpoint

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// halfOpen opens connections that send nothing, or the beginning of a request. They are
// closed at the end of the test.
func halfOpen(t *testing.T, e *Endpoint, n int) []net.Conn {
	t.Helper()
	all := make([]net.Conn, n)
	for i := range all {
		conn, err := net.Dial("tcp", strings.TrimPrefix(e.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if i%2 == 0 {
			fmt.Fprint(conn, "POST /v1/messages HTTP/1.1\r\nHost: ")
		}
		all[i] = conn
	}
	return all
}

// If the endpoint had no connections left for the agent, the agent would wait until these
// connections time out, 64 of them at a time.
func TestHalfOpenConnectionsDoNotKeepTheAgentWaiting(t *testing.T) {
	t.Parallel()
	for _, n := range []int{300, 1200} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			e := start(t, Options{})
			halfOpen(t, e, n)
			client := &http.Client{Transport: &http.Transport{}, Timeout: 30 * time.Second}
			q, err := http.NewRequest("POST", e.URL()+"/v1/messages", strings.NewReader(mains["/v1/messages"]))
			if err != nil {
				t.Fatal(err)
			}
			q.Header.Set("X-Api-Key", e.Key())
			if status, answer := do(t, client, q); status != 200 {
				t.Errorf("%d %s", status, answer)
			}
		})
	}
}

func TestTheAgentsOwnConnectionsAreKept(t *testing.T) {
	t.Parallel()
	e := start(t, Options{})
	ask := func(t *testing.T, conn net.Conn) {
		t.Helper()
		body := mains["/v1/messages"]
		fmt.Fprintf(conn, "POST /v1/messages HTTP/1.1\r\nHost: %s\r\nX-Api-Key: %s\r\nContent-Length: %d\r\n\r\n%s", e.address, e.Key(), len(body), body)
		a, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, a.Body)
		a.Body.Close()
	}
	own, err := net.Dial("tcp", e.address)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	ask(t, own)
	through, err := net.Dial("tcp", e.address) // some agents reach the endpoint through the endpoint itself, as a proxy
	if err != nil {
		t.Fatal(err)
	}
	defer through.Close()
	fmt.Fprintf(through, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", e.address, e.address)
	if a, err := http.ReadResponse(bufio.NewReader(through), nil); err != nil || a.StatusCode != 200 {
		t.Fatal(a, err)
	}
	ask(t, through)
	halfOpen(t, e, 300)
	late, err := net.Dial("tcp", e.address)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	ask(t, late) // an answer here shows that all earlier connections have been accepted
	ask(t, own)
	ask(t, through)
}

func TestProbesWithoutTheKeyTakeNoRoom(t *testing.T) {
	t.Parallel()
	e := start(t, Options{})
	u, _ := url.Parse(e.URL())
	for range MaxRequests + 1 {
		q := &http.Request{Method: http.MethodGet, URL: u, Host: u.Host}
		if status, _ := do(t, http.DefaultClient, q); status != 200 {
			t.Fatalf("a probe: %d", status)
		}
	}
	if n := len(e.Exchanges()); n != maxProbes {
		t.Errorf("%d probes are recorded, not %d", n, maxProbes)
	}
	if status, _ := post(t, e, "/v1/messages", mains["/v1/messages"], nil); status != 200 {
		t.Errorf("the agent's request after them: %d", status)
	}
}
