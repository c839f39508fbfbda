package endpoint

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
)

// silent discards the server's own log messages, because they contain what a stranger has sent.
var silent = log.New(io.Discard, "", 0)

// limited is a listener that limits the number of simultaneous connections. A connection above the
// limit takes the place of the oldest one that has not presented a key, so that programs which
// connect and send nothing cannot keep the agent waiting.
type limited struct {
	net.Listener

	mu   sync.Mutex
	room sync.Cond  // uses mu; signals that a connection was closed
	open []*counted // the oldest first
}

// listen opens a listener on the loopback; if address is "", on any port. It also makes the key
// that marks the agent's requests.
func listen(ctx context.Context, address string) (l *limited, secret string, err error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, "", fmt.Errorf("the address %q: %w", address, err)
	}
	if !onLoopback(host) {
		return nil, "", fmt.Errorf("the address %q is not on the loopback", address)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, "", err
	}
	random := make([]byte, 16)
	rand.Read(random) // rand.Read never fails
	l = &limited{Listener: listener}
	l.room.L = &l.mu
	return l, hex.EncodeToString(random), nil
}

func (l *limited) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &counted{Conn: conn, of: l}
	for {
		l.mu.Lock()
		if len(l.open) < maxOpen {
			l.open = append(l.open, c)
			l.mu.Unlock()
			return c, nil
		}
		i := slices.IndexFunc(l.open, func(c *counted) bool { return !c.known })
		if i < 0 { // every connection has presented a key, so wait until one closes
			l.room.Wait()
			l.mu.Unlock()
			continue
		}
		oldest := l.open[i]
		l.mu.Unlock()
		oldest.Close()
	}
}

// counted is a connection of a limited listener.
type counted struct {
	net.Conn
	of    *limited
	known bool // it has presented a key; guarded by of.mu
}

// Close makes room for another connection.
func (c *counted) Close() error {
	l := c.of
	l.mu.Lock()
	if i := slices.Index(l.open, c); i >= 0 {
		l.open = slices.Delete(l.open, i, i+1)
		l.room.Signal()
	}
	l.mu.Unlock()
	return c.Conn.Close()
}

// markKnown marks a connection as one that has presented a key.
func (c *counted) markKnown() {
	c.of.mu.Lock()
	c.known = true
	c.of.mu.Unlock()
}

// connection is the key under which a request's context holds its connection.
type connection struct{}

// withConnection returns a context that also holds the connection c, for the requests that arrive
// on c.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}

// know marks the connection of a request that has presented a key. If the request came through a
// tunnel that [hijack] opened, it marks the connection below the tunnel.
func know(r *http.Request) {
	c := r.Context().Value(connection{})
	for {
		switch of := c.(type) {
		case *counted:
			of.markKnown()
			return
		case *closing:
			c = of.Conn
		case *bufferedConn:
			c = of.Conn
		default:
			return
		}
	}
}

// single is a listener that returns one existing connection, as if it had accepted it, so that an
// HTTP server can serve this connection.
type single struct {
	conn chan net.Conn
	addr net.Addr
	done chan struct{}
	once sync.Once
}

func newSingle(conn net.Conn) *single {
	s := &single{conn: make(chan net.Conn, 1), addr: conn.LocalAddr(), done: make(chan struct{})}
	s.conn <- &closing{conn, s}
	return s
}

func (s *single) Accept() (net.Conn, error) {
	select {
	case c := <-s.conn:
		return c, nil
	case <-s.done:
		return nil, net.ErrClosed
	}
}

func (s *single) Close() error {
	s.once.Do(func() { close(s.done) })
	return nil
}

func (s *single) Addr() net.Addr { return s.addr }

// closing is a connection that also closes its listener when it is closed.
type closing struct {
	net.Conn
	of *single
}

func (c *closing) Close() error {
	c.of.Close()
	return c.Conn.Close()
}
