// Package endpoint acts as the provider of a captured agent.
//
// It listens on the loopback, records each request, and answers it with the shortest valid end of a
// turn, in the form of the request. It is also the agent's proxy and refuses every other host, so
// that nothing leaves the machine. It serves only requests with the random key of this run, so port
// scanners and other programs have no effect.
package endpoint

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"galley/engine/prompt"
	"galley/engine/wire"
)

// Limits of one run.
const (
	MaxBody     = wire.MaxBody // the most bytes of one body, compressed or not
	MaxTotal    = 256 << 20    // the most bytes of all bodies
	MaxRequests = 1000
	maxOpen     = 64 // the most connections at once, see [limited]
	maxProbes   = 20 // the most recorded requests without a key
)

// Options configure an endpoint.
type Options struct {
	// Prompt is the text given to the agent. The last user message of the main request must contain
	// it.
	Prompt string
	// Any accepts any user text in the main request, for prompts that a person types. Either Any is
	// set or Prompt is not empty.
	Any bool
	// Listen is the address, "127.0.0.1:0" by default. It must be on the loopback.
	Listen string
	// Allow lists the hosts, as HOST:PORT, to which CONNECT requests are forwarded.
	Allow []string
	// Calls are the tool calls with which the first main requests are answered, one for each
	// request; later requests are answered with a text.
	Calls []prompt.Call
	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// Exchange is one recorded request.
type Exchange struct {
	N      int // from 1, in the order of arrival
	At     time.Time
	Method string
	Path   string // the path of the URL, without the query
	Query  string
	// Header has the few headers that say what was sent. It never contains credentials or names of
	// people.
	Header map[string]string
	// Body is the body after decompression; Encoding is its content coding, or "".
	Body     []byte
	Encoding string
	Form     wire.Form     // "" if the request has none of the forms
	Request  *wire.Request // nil if the body could not be decoded
	// Main says that this is a request of the agent's main turn; the first such request is the
	// capture. If Main is false, Why gives the reason, without a final stop.
	Main   bool
	Why    string
	Status int // the status of the response
}

// Endpoint is a running endpoint.
type Endpoint struct {
	o        Options
	key      string
	address  string
	server   *http.Server
	listener net.Listener
	main     chan Exchange

	mu        sync.Mutex
	exchanges []Exchange
	total     int64
	calls     int // how many of o.Calls were sent
	mains     int
	refused   map[string]int
	order     []string // the hosts in the map refused, in the order of their first attempt
	strangers int
	probes    int
	dropped   int
}

// Start starts an endpoint. It runs until Close is called or ctx ends.
func Start(ctx context.Context, o Options) (*Endpoint, error) {
	if o.Prompt == "" && !o.Any {
		return nil, fmt.Errorf("an endpoint needs a prompt by which to recognise the main request")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	for _, to := range o.Allow {
		if isProvider(to) {
			return nil, fmt.Errorf("%s is a model provider: the request must go to galley instead", to)
		}
	}
	listener, secret, err := listen(ctx, o.Listen)
	if err != nil {
		return nil, err
	}
	e := &Endpoint{
		o: o, key: "sk-galley-" + secret, address: listener.Addr().String(), listener: listener,
		main: make(chan Exchange, 1), refused: map[string]int{},
	}
	e.server = &http.Server{
		Handler: http.HandlerFunc(e.serve), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second,
		WriteTimeout: 60 * time.Second, IdleTimeout: 60 * time.Second, MaxHeaderBytes: 256 << 10, ErrorLog: silent, ConnContext: withConnection,
	}
	go e.server.Serve(e.listener)
	context.AfterFunc(ctx, func() { e.Close() })
	return e, nil
}

// URL returns the endpoint's address without a final slash.
func (e *Endpoint) URL() string { return "http://" + e.address }

// Key returns the random key that marks the requests of this run.
func (e *Endpoint) Key() string { return e.key }

// Main returns a channel that receives the first main request after it was answered.
func (e *Endpoint) Main() <-chan Exchange { return e.main }

// Exchanges returns the requests recorded so far, in order.
func (e *Endpoint) Exchanges() []Exchange {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.exchanges)
}

// Host is a host that the agent tried to reach through the proxy.
type Host struct {
	Name     string // HOST:PORT
	Attempts int
}

// Refused returns the hosts that the proxy refused, in the order of the first attempt.
func (e *Endpoint) Refused() []Host {
	e.mu.Lock()
	defer e.mu.Unlock()
	hosts := make([]Host, len(e.order))
	for i, name := range e.order {
		hosts[i] = Host{name, e.refused[name]}
	}
	return hosts
}

// Strangers returns how many requests did not have this run's key.
func (e *Endpoint) Strangers() int { e.mu.Lock(); defer e.mu.Unlock(); return e.strangers }

// Dropped returns how many requests were refused because there were too many or they were too
// large.
func (e *Endpoint) Dropped() int { e.mu.Lock(); defer e.mu.Unlock(); return e.dropped }

// Close closes the endpoint and its connections.
func (e *Endpoint) Close() error { return e.server.Close() }

// Finish waits until the pending answers are written, at most two seconds, and closes the endpoint.
// It lets an agent that a person started get its answer and continue.
func (e *Endpoint) Finish() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if e.server.Shutdown(ctx) != nil {
		e.Close()
	}
}

// refuse records a host that was refused; it keeps at most 100 hosts.
func (e *Endpoint) refuse(host string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.refused[host] == 0 {
		if len(e.order) >= 100 {
			return
		}
		e.order = append(e.order, host)
	}
	e.refused[host]++
}

// providers are hosts that accept prompts: no flag can allow them.
var providers = []string{
	"api.anthropic.com", "api.openai.com", "chatgpt.com", "generativelanguage.googleapis.com", "cloudcode-pa.googleapis.com",
	"aiplatform.googleapis.com", "openrouter.ai", "api.githubcopilot.com", "dashscope.aliyuncs.com", "api.mistral.ai",
	"api.x.ai", "api.deepseek.com", "api.groq.com", "opencode.ai", "api.kilo.ai", "api.cline.bot", "claude.ai",
}

// isProvider reports whether an address belongs to a provider.
func isProvider(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return slices.ContainsFunc(providers, func(p string) bool {
		return host == p || strings.HasSuffix(host, "."+p) || strings.HasSuffix(host, "-"+p)
	})
}
