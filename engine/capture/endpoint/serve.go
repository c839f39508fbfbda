package endpoint

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"galley/engine/prompt"
	"galley/engine/wire"
)

func (e *Endpoint) serve(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodConnect:
		e.connect(w, r)
	case r.URL.IsAbs() && r.URL.Host != e.address:
		e.refuse(withPort(r.URL.Host, r.URL.Scheme))
		fail(w, http.StatusForbidden, "this endpoint forwards nothing")
	case !e.isOwnHost(r.Host):
		e.stranger()
		fail(w, http.StatusForbidden, "unknown host")
	case strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		fail(w, http.StatusUpgradeRequired, "web sockets are refused")
	default:
		e.answer(w, r)
	}
}

// isOwnHost reports whether a Host header names this endpoint. A web page can reach the endpoint
// under a domain name that resolves to this machine; its requests name that domain and are refused.
func (e *Endpoint) isOwnHost(host string) bool {
	name, port, err := net.SplitHostPort(host)
	_, mine, _ := net.SplitHostPort(e.address)
	return err == nil && port == mine && (name == "127.0.0.1" || name == "localhost" || name == "::1")
}

func withPort(host, scheme string) string {
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	if scheme == "https" {
		return net.JoinHostPort(host, "443")
	}
	return net.JoinHostPort(host, "80")
}

// connect answers a CONNECT request to the proxy. It serves a tunnel to the endpoint itself,
// forwards to an allowed host, and refuses every other host.
func (e *Endpoint) connect(w http.ResponseWriter, r *http.Request) {
	switch {
	case e.isOwnHost(r.Host):
		if conn := hijack(w); conn != nil {
			e.server.Serve(newSingle(conn))
		}
	case slices.ContainsFunc(e.o.Allow, func(host string) bool { return strings.EqualFold(host, r.Host) }):
		know(r)
		e.tunnel(w, r)
	default:
		e.refuse(r.Host)
		w.Header().Set("Connection", "close")
		fail(w, http.StatusForbidden, "this endpoint forwards nothing")
	}
}

// hijack takes over the request's connection and confirms the tunnel. It returns nil if that fails.
func hijack(w http.ResponseWriter) net.Conn {
	h, ok := w.(http.Hijacker)
	if !ok {
		return nil
	}
	conn, buffered, err := h.Hijack()
	if err != nil {
		return nil
	}
	conn.SetDeadline(time.Time{})
	if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		conn.Close()
		return nil
	}
	return &bufferedConn{conn, buffered.Reader}
}

// bufferedConn is a connection whose first bytes were already read into a buffer.
type bufferedConn struct {
	net.Conn
	from *bufio.Reader
}

func (c *bufferedConn) Read(p []byte) (int, error) { return c.from.Read(p) }

// tunnel copies bytes in both directions until one side ends.
func (e *Endpoint) tunnel(w http.ResponseWriter, r *http.Request) {
	d := net.Dialer{Timeout: 10 * time.Second}
	to, err := d.DialContext(r.Context(), "tcp", r.Host)
	if err != nil {
		fail(w, http.StatusBadGateway, "no connection")
		return
	}
	from := hijack(w)
	if from == nil {
		to.Close()
		return
	}
	go func() { io.Copy(to, from); to.Close() }()
	io.Copy(from, to)
	from.Close()
}

// answer records a request and answers it so that the agent's turn ends.
func (e *Endpoint) answer(w http.ResponseWriter, r *http.Request) {
	switch {
	case e.signed(r):
		know(r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		e.stranger()
		fail(w, http.StatusUnauthorized, "unknown key")
		return
	case !e.probed(): // agents may ask without a key, but not this often
		replyOf(r, nil).write(w, r)
		return
	}
	raw, broken := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if tooLarge := new(http.MaxBytesError); errors.As(broken, &tooLarge) {
		e.drop()
		fail(w, http.StatusRequestEntityTooLarge, "the body is too large")
		return
	}
	x := Exchange{At: e.o.Now(), Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: safeHeaders(r.Header), Encoding: strings.ToLower(r.Header.Get("Content-Encoding"))}
	if x.Query != "" && r.URL.Query().Has("key") {
		x.Query = ""
	}
	var err error
	if broken != nil {
		x.Body, x.Why = raw, fmt.Sprintf("its body broke off after %d bytes", len(raw))
	} else if x.Body, err = decoded(x.Encoding, raw); err != nil {
		x.Body, x.Why = raw, err.Error()
	}
	reply := replyOf(r, x.Body)
	if form, ok := wire.FormOf(x.Path, nil); ok && r.Method == http.MethodPost && x.Why == "" {
		x.Form = form
		if x.Request, err = wire.Decode(form, x.Body); err != nil {
			x.Why = "the body cannot be read: " + err.Error()
		} else {
			x.Main, x.Why = isMain(x.Request, reply.demanded, e.o.Prompt)
		}
	}
	first, call, ok := e.record(&x)
	if !ok {
		fail(w, http.StatusTooManyRequests, "too many requests")
		return
	}
	if broken != nil {
		fail(w, http.StatusBadRequest, "the body broke off")
		e.status(x.N, http.StatusBadRequest)
		return
	}
	if call != nil {
		reply.call = call
	}
	x.Status = reply.write(w, r)
	e.status(x.N, x.Status)
	if first {
		e.main <- x // does not block: the channel has room for one exchange
	}
}

// isMain reports whether a request belongs to the main turn: it declares a tool, does not ask for
// JSON, and its last user message contains the prompt. Otherwise it returns the reason.
func isMain(r *wire.Request, demanded bool, text string) (bool, string) {
	if r.Sizes.ToolCount == 0 {
		return false, "it declares no tools"
	}
	if demanded {
		return false, "it demands JSON"
	}
	last := ""
	for _, m := range r.Prompt.Messages {
		if m.Role == prompt.User {
			last = m.Text().String()
		}
	}
	if last == "" || !strings.Contains(last, text) {
		return false, "its last user message does not contain the prompt"
	}
	return true, ""
}

// signed reports whether a request has this run's key in one of the places where providers' clients
// send it.
func (e *Endpoint) signed(r *http.Request) bool {
	for _, v := range []string{
		r.Header.Get("X-Api-Key"), r.Header.Get("X-Goog-Api-Key"), r.Header.Get("Api-Key"),
		strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), r.URL.Query().Get("key"),
	} {
		if v == e.key {
			return true
		}
	}
	return false
}

// record stores an exchange and numbers it. first reports whether it is the first main request.
// call is the tool call with which to answer, or nil for a text. ok is false if the run has sent
// too much.
func (e *Endpoint) record(x *Exchange) (first bool, call *prompt.Call, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.exchanges) >= MaxRequests || e.total+int64(len(x.Body)) > MaxTotal {
		e.dropped++
		return false, nil, false
	}
	e.total += int64(len(x.Body))
	x.N = len(e.exchanges) + 1
	e.exchanges = append(e.exchanges, *x)
	if !x.Main {
		return false, nil, true
	}
	if e.calls < len(e.o.Calls) {
		call = &e.o.Calls[e.calls]
		e.calls++
	}
	e.mains++
	return e.mains == 1, call, true
}

func (e *Endpoint) status(n, status int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.exchanges[n-1].Status = status
}

// probed counts a request without a key that only asks whether the endpoint is there. ok is false
// once enough of them are recorded, so that they cannot use up the limits of the agent's requests.
func (e *Endpoint) probed() (ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.probes++
	return e.probes <= maxProbes
}

func (e *Endpoint) stranger() { e.mu.Lock(); e.strangers++; e.mu.Unlock() }

func (e *Endpoint) drop() { e.mu.Lock(); e.dropped++; e.mu.Unlock() }

// safeHeaders returns the headers that say what was sent but not who sent it.
func safeHeaders(h http.Header) map[string]string {
	out := map[string]string{}
	for _, name := range []string{"User-Agent", "Content-Type", "Content-Encoding", "Anthropic-Version", "Anthropic-Beta", "X-App", "Originator", "Version", "X-Codex-Beta-Features"} {
		if v := h.Get(name); v != "" && len(v) <= 1000 {
			out[strings.ToLower(name)] = v
		}
	}
	return out
}

// decoded decompresses a body; the result is limited to MaxBody bytes.
func decoded(encoding string, raw []byte) ([]byte, error) {
	var from io.Reader
	switch encoding {
	case "", "identity":
		return raw, nil
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return nil, fmt.Errorf("the body is not gzip: %w", err)
		}
		from = z
	case "deflate":
		z, err := zlib.NewReader(bytes.NewReader(raw))
		if err != nil {
			from = flate.NewReader(bytes.NewReader(raw))
		} else {
			from = z
		}
	case "zstd":
		z, err := zstd.NewReader(bytes.NewReader(raw), zstd.WithDecoderMaxMemory(MaxBody), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("the body is not zstd: %w", err)
		}
		defer z.Close()
		from = z
	default:
		return nil, fmt.Errorf("the content coding %q is not known", encoding)
	}
	out, err := io.ReadAll(io.LimitReader(from, MaxBody+1))
	if err != nil {
		return nil, fmt.Errorf("the body is broken %s: %w", encoding, err)
	}
	if len(out) > MaxBody {
		return nil, errors.New("the uncompressed body is larger than galley reads")
	}
	return out, nil
}
