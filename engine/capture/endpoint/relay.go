package endpoint

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"galley/engine/textutil"
	"galley/engine/wire"
)

// Relay forwards an agent's requests to its provider, including the credentials, and records the
// bodies of main turns. It stores neither keys nor answers.
type Relay struct {
	to       *url.URL
	path     string // "/" and a secret that requests must have
	address  string
	server   *http.Server
	listener net.Listener
	each     func(Exchange, Spent)
	now      func() time.Time

	mu     sync.Mutex
	count  int
	passed int64
}

// Spent is the usage that the provider reports for a request, in tokens.
type Spent struct {
	Known               bool
	Input, Cached, Made int // Cached: read from a cache; Made: in the answer
}

// RelayOptions configure a relay.
type RelayOptions struct {
	To     string // the provider's address: https, or http if it is on the loopback
	Listen string // "127.0.0.1:0" by default; it must be on the loopback
	// Each is called after a request of a main turn was answered. It may be called from several
	// goroutines at the same time.
	Each func(Exchange, Spent)
	Now  func() time.Time
}

// onLoopback reports whether a host name means this machine.
func onLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// checkTo parses the address of a provider.
func checkTo(text string) (*url.URL, error) {
	to, err := url.Parse(text)
	switch {
	case err != nil || to.Hostname() == "" || strings.HasSuffix(to.Host, ":"):
		return nil, fmt.Errorf("%q is not an address such as https://api.example.com", text)
	case to.User != nil || to.RawQuery != "" || to.Fragment != "":
		return nil, fmt.Errorf("the address has a user name, a query or a fragment; give only the host and a path")
	case to.Scheme == "https", to.Scheme == "http" && onLoopback(to.Hostname()):
		return to, nil
	}
	return nil, fmt.Errorf("%s is neither https nor on the loopback: the agent's key would be sent unencrypted", text)
}

// StartRelay starts a relay. It runs until Close is called or ctx ends.
func StartRelay(ctx context.Context, o RelayOptions) (*Relay, error) {
	to, err := checkTo(o.To)
	if err != nil {
		return nil, err
	}
	listener, secret, err := listen(ctx, o.Listen)
	if err != nil {
		return nil, err
	}
	r := &Relay{to: to, path: "/" + secret, address: listener.Addr().String(), each: o.Each, now: o.Now, listener: listener}
	if r.now == nil {
		r.now = time.Now
	}
	r.server = &http.Server{Handler: r.handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second, IdleTimeout: 60 * time.Second,
		// No WriteTimeout: an answer takes as long as the model needs.
		MaxHeaderBytes: 256 << 10, ErrorLog: silent, ConnContext: withConnection}
	go r.server.Serve(r.listener)
	context.AfterFunc(ctx, func() { r.Close() })
	return r, nil
}

// URL returns the address that the agent should use instead of the provider's.
func (r *Relay) URL() string { return "http://" + r.address + r.path }

// Close closes the relay.
func (r *Relay) Close() error { return r.server.Close() }

// Count returns how many requests of main turns were recorded.
func (r *Relay) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

func (r *Relay) handler() http.Handler {
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1, ErrorLog: silent,
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableCompression: true, ResponseHeaderTimeout: 10 * time.Minute,
			TLSHandshakeTimeout: 20 * time.Second, IdleConnTimeout: 60 * time.Second},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(r.to)
			p.Out.Host = r.to.Host
			p.Out.Header.Del("Accept-Encoding") // so that the answer is not compressed and its numbers can be read
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			fail(w, http.StatusBadGateway, "the provider could not be reached: "+err.Error())
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		name, _, err := net.SplitHostPort(in.Host)
		rest, mine := strings.CutPrefix(in.URL.Path, r.path+"/")
		switch {
		case in.Method == http.MethodConnect || in.URL.IsAbs() || !mine || err != nil || !onLoopback(name):
			fail(w, http.StatusForbidden, "this endpoint forwards only requests to its own address")
			return
		case strings.EqualFold(in.Header.Get("Upgrade"), "websocket"):
			fail(w, http.StatusUpgradeRequired, "web sockets are refused")
			return
		}
		know(in)
		raw, err := io.ReadAll(http.MaxBytesReader(w, in.Body, MaxBody))
		if err != nil {
			fail(w, http.StatusRequestEntityTooLarge, "the body is too large or broken")
			return
		}
		x, main := r.recorded(in, "/"+rest, raw)
		in.URL.Path, in.URL.RawPath = "/"+rest, ""
		in.Body, in.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
		watch := &watched{ResponseWriter: w}
		proxy.ServeHTTP(watch, in)
		if main {
			x.Status = watch.status
			if r.each != nil {
				r.each(x, spentOf(watch.ends()))
			}
		}
	})
}

// recorded decodes a request. main reports whether it belongs to a main turn and is within the
// limits of a run.
func (r *Relay) recorded(in *http.Request, path string, raw []byte) (x Exchange, main bool) {
	x = Exchange{At: r.now(), Method: in.Method, Path: path, Header: safeHeaders(in.Header), Encoding: strings.ToLower(in.Header.Get("Content-Encoding"))}
	form, ok := wire.FormOf(path, nil)
	if !ok || in.Method != http.MethodPost {
		return x, false
	}
	var err error
	if x.Body, err = decoded(x.Encoding, raw); err != nil {
		return x, false
	}
	x.Form = form
	if x.Request, err = wire.Decode(form, x.Body); err != nil {
		return x, false
	}
	if x.Main, x.Why = isMain(x.Request, replyOf(in, x.Body).demanded, ""); !x.Main {
		return x, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count >= MaxRequests || r.passed+int64(len(x.Body)) > MaxTotal {
		return x, false
	}
	r.count++
	r.passed += int64(len(x.Body))
	x.N = r.count
	return x, true
}

// watched forwards an answer and keeps its status, its first bytes and its last bytes.
type watched struct {
	http.ResponseWriter
	status     int
	head, tail []byte
}

// mostWatched is how many bytes of each end of an answer are kept.
const mostWatched = 32 << 10

// Unwrap lets the proxy flush the answer.
func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements [http.ResponseWriter].
func (w *watched) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *watched) Write(p []byte) (int, error) {
	if room := mostWatched - len(w.head); room > 0 {
		w.head = append(w.head, p[:min(room, len(p))]...)
	}
	w.tail = append(w.tail, p[max(len(p)-mostWatched, 0):]...)
	if len(w.tail) > 2*mostWatched {
		w.tail = slices.Clone(w.tail[len(w.tail)-mostWatched:])
	}
	return w.ResponseWriter.Write(p)
}

func (w *watched) ends() []byte { return append(slices.Clone(w.head), w.tail...) }

// numbers matches the numbers of tokens that providers report.
var numbers = textutil.LazyRegexp(`"(input_tokens|prompt_tokens|promptTokenCount|cache_read_input_tokens|cache_creation_input_tokens|cached_tokens|cachedContentTokenCount|output_tokens|completion_tokens|candidatesTokenCount)"\s*:\s*(\d{1,9})`)

// spentOf reads the usage in an answer. Streams repeat the numbers as they grow, so the largest one
// counts.
func spentOf(answer []byte) (s Spent) {
	most := map[string]int{}
	for _, m := range numbers().FindAllSubmatch(answer, -1) {
		n, _ := strconv.Atoi(string(m[2])) // cannot fail: the text has only digits
		most[string(m[1])] = max(most[string(m[1])], n)
		s.Known = true
	}
	s.Cached = max(most["cache_read_input_tokens"], most["cached_tokens"], most["cachedContentTokenCount"])
	s.Input = max(most["input_tokens"], most["prompt_tokens"], most["promptTokenCount"])
	if _, apart := most["cache_read_input_tokens"]; apart { // Anthropic does not include cached tokens in the input
		s.Input += most["cache_read_input_tokens"] + most["cache_creation_input_tokens"]
	}
	s.Made = max(most["output_tokens"], most["completion_tokens"], most["candidatesTokenCount"])
	return s
}
