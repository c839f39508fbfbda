package main

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// concurrent sends requests from many clients at once. A quarter of the requests each renders,
// starts a conversation, stores the template, and reads the template.
func (f *flood) concurrent(clients, requests int) error {
	s, err := f.start("concurrent", io.Discard)
	if err != nil {
		return err
	}
	defer func() { _ = s.kill() }()
	took := make([]time.Duration, requests)
	failed := make([]error, requests)
	var next atomic.Int64
	var wait sync.WaitGroup
	begun := time.Now()
	for range clients {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < requests; i = int(next.Add(1)) - 1 {
				start := time.Now()
				failed[i] = s.one(i)
				took[i] = time.Since(start)
			}
		})
	}
	wait.Wait()
	all := time.Since(begun)
	for i, err := range failed {
		if err != nil {
			f.fail("request %d: %v", i, err)
		}
	}
	fmt.Fprintf(f.out, "%d requests of %d clients: %v in all, %s\n", requests, clients, round(all), spread(took))
	// A request that the server refuses, because it is too large or needs too much, must not
	// affect later requests.
	for _, body := range []string{
		`{"template":"` + strings.Repeat("[file:AGENTS.md]", 250_000) + `"}`, `{"scenario":` + strings.Repeat("[", 1<<20) + `}`,
		`{"template":"` + strings.Repeat("x", 17<<20) + `"}`,
	} {
		if _, err := s.ask("POST", "/render", body); err != nil && statusOf(err) == 0 {
			f.fail("a large request: %v", err)
		}
	}
	if _, err := s.ask("GET", "/system-prompt", ""); err != nil {
		f.fail("after large requests: %v", err)
	}
	return nil
}

// one sends request number i.
func (s *server) one(i int) error {
	var err error
	switch i % 4 {
	case 0:
		_, err = s.ask("POST", "/render", `{"template":"[system:date] [file:AGENTS.md]"}`)
	case 1:
		_, err = s.ask("POST", fmt.Sprintf("/conversations/c%d/prompt", i), `{}`)
	case 2:
		_, err = s.ask("PUT", "/system-prompt", fmt.Sprintf(`{"template":"T%d [file:AGENTS.md]"}`, i))
	default:
		_, err = s.ask("GET", "/system-prompt", "")
	}
	return err
}

// spread says how long requests took: the median, the time within which 99% ended, and the longest.
func spread(took []time.Duration) string {
	slices.Sort(took)
	n := len(took)
	return fmt.Sprintf("median %v, 99%% within %v, the slowest %v", round(took[n/2]), round(took[n*99/100]), round(took[n-1]))
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// slowly opens connections that send one byte per second.
func (f *flood) slowly(n int) error {
	s, err := f.start("slow", io.Discard)
	if err != nil {
		return err
	}
	defer func() { _ = s.kill() }()
	var wait sync.WaitGroup
	closed := make([]time.Duration, n)
	begun := time.Now()
	for i := range n {
		wait.Go(func() {
			head := "GET /system-prompt HTTP/1.1\r\nHost: localhost\r\nX: "
			if i%2 == 1 {
				head = "POST /render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
			}
			closed[i] = s.drip(head, 2*usual.body)
		})
	}
	var slowest time.Duration
	done := make(chan struct{})
	go func() { wait.Wait(); close(done) }()
	for asking := true; asking; {
		start := time.Now()
		if _, err := s.ask("POST", "/render", `{"template":"[file:AGENTS.md]"}`); err != nil {
			f.fail("beside slow connections: %v", err)
		}
		slowest = max(slowest, time.Since(start))
		select {
		case <-done:
			asking = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	var head, body time.Duration
	for i, d := range closed {
		most, longest := f.most.head, &head
		if i%2 == 1 {
			most, longest = f.most.body, &body
		}
		if *longest = max(*longest, d); d > most {
			f.fail("slow connection %d was open for %v", i, round(d))
		}
	}
	if slowest > f.most.others {
		f.fail("another client waited %v", round(slowest))
	}
	fmt.Fprintf(f.out, "%d slow connections: closed within %v in the head and %v in the body, %v in all; others waited at most %v\n",
		n, round(head), round(body), round(time.Since(begun)), round(slowest))
	return nil
}

// drip sends a header and then one byte per second until the server closes the connection, or
// until the time most has passed. It returns how long the connection was open.
func (s *server) drip(head string, most time.Duration) time.Duration {
	start := time.Now()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return 0
	}
	defer c.Close()
	if _, err := io.WriteString(c, head); err != nil {
		return time.Since(start)
	}
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, c)
		close(ended)
	}()
	for time.Since(start) < most {
		select {
		case <-ended:
			return time.Since(start)
		case <-time.After(time.Second):
			_, _ = io.WriteString(c, "x")
		}
	}
	return time.Since(start)
}
