package launch

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/capture/start"
	"galley/ui/words"
)

// Listening describes an endpoint for an agent that the user starts.
type Listening struct {
	Address string // the address on the loopback interface
	Timeout time.Duration
	Allow   []string
	Cwd     string // the directory in which the user starts the agent
	Project string
	// Ready is called with the environment variables to set, as NAME=VALUE, once the endpoint
	// listens.
	Ready    func(variables []string)
	Progress func(string) // may be nil
}

// Listen starts an endpoint and returns the first main request that arrives. It does not set the
// capture's agent.
func Listen(ctx context.Context, l Listening) (*capture.Capture, error) {
	end, err := endpoint.Start(ctx, endpoint.Options{Any: true, Listen: l.Address, Allow: l.Allow})
	if err != nil {
		return nil, fmt.Errorf("starting the endpoint: %w", err)
	}
	defer end.Close()
	url, key := end.URL(), end.Key()
	l.Ready([]string{
		"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=" + key, "OPENAI_BASE_URL=" + url + "/v1", "OPENAI_API_KEY=" + key,
		"GOOGLE_GEMINI_BASE_URL=" + url, "GEMINI_API_KEY=" + key, "HTTPS_PROXY=" + url, "HTTP_PROXY=" + url, "NO_PROXY=127.0.0.1,localhost,::1",
	})
	deadline := time.Now().Add(l.Timeout)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	said := time.Now()
	strangers := false
	timer := time.NewTimer(l.Timeout)
	defer timer.Stop()
	for {
		select {
		case x := <-end.Main():
			c := captureOf(x)
			c.Mode, c.Project, c.Cwd = start.Listened, l.Project, l.Cwd
			waitUntilQuiet(ctx, end)
			addExchanges(c, end, x.N)
			end.Finish()
			return c, nil
		case <-ctx.Done():
			return nil, errors.New("the capture was stopped")
		case <-timer.C:
			return nil, nothing(end, l.Timeout)
		case <-tick.C:
			switch {
			case l.Progress == nil:
			case end.Strangers() > 0 && !strangers:
				strangers = true
				l.Progress("a request came without the key and was refused: start the agent with the variables above")
			case time.Since(said) >= 30*time.Second:
				said = time.Now()
				l.Progress(fmt.Sprintf("waiting for a request, %.0f s left", time.Until(deadline).Seconds()))
			}
		}
	}
}

// waitUntilQuiet waits until no request has arrived for some time. An agent may send other
// requests besides the main one. It repeats these requests for minutes if they are not
// answered.
func waitUntilQuiet(ctx context.Context, end *endpoint.Endpoint) {
	for n, rounds := len(end.Exchanges()), 0; rounds < 10; rounds++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(linger):
		}
		last := n
		if n = len(end.Exchanges()); n == last {
			return
		}
	}
}

// nothing returns the error that says why no request was accepted as a main request.
func nothing(end *endpoint.Endpoint, waited time.Duration) error {
	switch all := end.Exchanges(); {
	case len(all) > 0:
		return fmt.Errorf("none of %d requests within %v was of a main turn (%s)", len(all), waited, noRequestReasons(all))
	case end.Strangers() > 0:
		return fmt.Errorf("%s came without the key: the agent uses another one", words.Plural(end.Strangers(), "request"))
	case len(end.Refused()) > 0:
		return fmt.Errorf("no request came within %v, but an agent with these variables tried to reach %s: its configuration may send requests there", waited, refusedHosts(end))
	}
	return fmt.Errorf("no request came within %v", waited)
}

// captureOf returns a capture with the fields that follow from the request itself.
func captureOf(x endpoint.Exchange) *capture.Capture {
	return &capture.Capture{
		Created: x.At, Model: capture.ModelOf(x.Request, x.Path), Form: x.Form, Method: x.Method, Path: x.Path, Header: x.Header, Sizes: x.Request.Sizes, Body: x.Body,
		Notes: append([]string{}, x.Request.Notes...),
	}
}

// addExchanges adds to a capture the requests that the endpoint received besides the main
// request.
func addExchanges(c *capture.Capture, end *endpoint.Endpoint, main int) {
	for _, h := range end.Refused() {
		c.Refused = append(c.Refused, h.Name)
	}
	if n := end.Strangers(); n > 0 {
		c.Notes = append(c.Notes, words.Plural(n, "request")+" of other programs refused")
	}
	for _, x := range end.Exchanges() {
		if x.N != main && !x.Main {
			c.Side = append(c.Side, capture.Side{Method: x.Method, Path: x.Path, Bytes: len(x.Body), Why: x.Why})
		}
	}
}

// later returns the main requests after the first.
func later(end *endpoint.Endpoint, main int) (all []endpoint.Exchange) {
	for _, x := range end.Exchanges() {
		if x.N != main && x.Main {
			all = append(all, x)
		}
	}
	return all
}

// leftOut returns the note that says which variables were left out.
func leftOut(names []string) string {
	return "left out of the environment: " + strings.Join(names, ", ")
}
