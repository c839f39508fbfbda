package endpoint

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"sync"
)

// silent discards the server's own messages, because they contain what a stranger
// sent.
var silent = log.New(io.Discard, "", 0)

// limited is a listener with a limit of simultaneous connections.
type limited struct {
	net.Listener
	free chan struct{} // its capacity is the number of connections
}

// listen opens a listener on the loopback, on any port if address is "", and makes
// the key that marks its requests.
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
	rand.Read(random) // never fails
	return &limited{Listener: listener, free: make(chan struct{}, maxOpen)}, hex.EncodeToString(random), nil
}

func (l *limited) Accept() (net.Conn, error) {
	l.free <- struct{}{}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &counted{Conn: conn, free: l.free}, nil
}

type counted struct {
	net.Conn
	free chan struct{}
	once sync.Once
}

func (c *counted) Close() error {
	c.once.Do(func() { <-c.free })
	return c.Conn.Close()
}

// single is a listener with one connection, as if that had been accepted.
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

// closing closes its listener when it is closed.
type closing struct {
	net.Conn
	of *single
}

func (c *closing) Close() error {
	c.of.Close()
	return c.Conn.Close()
}
