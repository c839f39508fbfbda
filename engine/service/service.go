// Package service is galley's HTTP face: the global template and the catalogue
// of variables for whoever edits them elsewhere, and rendering and conversations
// for agents. What it answers is described in openapi.json, which it serves.
//
// It is for programs on the same machine. It listens on a loopback address; any
// other needs a token. A request must name a host that is this machine's, so that
// no web page reaches it under a name of its own, and what a browser sends from
// another site is refused. Bodies, headers and times are bounded. No template
// makes it read a file outside the directories that it serves, and a prompt kept
// for a directory elsewhere is not given out.
package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/session"
)

// Options say what a service works with.
type Options struct {
	World facts.World
	// Roots are the directories that it serves, absolute; the first is the working
	// directory of requests that name none. At least one is needed.
	Roots  []string
	Store  *session.Store
	Global *session.Global
	Agents *agent.Registry // nil: those that galley follows
	Engine []engine.Option // for workbenches whose numbers are answered

	// Home lets agents read the settings that they keep outside the roots: the
	// user's, the machine's, and rule files above a root. It needs a loopback address
	// or a token.
	Home bool

	Token string   // if not "", every request must show it
	Hosts []string // names of this machine, besides the loopback ones
	Log   *slog.Logger
	// LogText puts templates and prompts into the log.
	LogText bool

	Bounds Bounds
}

// Bounds limit what one client can take. A zero field stands for its default.
type Bounds struct {
	Body   int64         // bytes of a request's body; 16 MiB
	Header time.Duration // until a request's head is complete; 5 s
	Read   time.Duration // until all of it is there; 20 s
	Work   time.Duration // to build a prompt; 30 s
	Idle   time.Duration // between two requests of a connection; 60 s
	Stop   time.Duration // for requests under way when the service stops; 5 s
}

func (b Bounds) filled() Bounds {
	set := func(d *time.Duration, to time.Duration) {
		if *d == 0 {
			*d = to
		}
	}
	if b.Body == 0 {
		b.Body = 16 << 20
	}
	set(&b.Header, 5*time.Second)
	set(&b.Read, 20*time.Second)
	set(&b.Work, 30*time.Second)
	set(&b.Idle, time.Minute)
	set(&b.Stop, 5*time.Second)
	return b
}

// maxTemplate is the largest template, in bytes: what a world reads of a file.
const maxTemplate = facts.DefaultFileCap

// Service answers requests.
type Service struct {
	Options
	world    *rooted // for templates and projects
	settings *rooted // the same, with the user's own settings
	handler  http.Handler
	readers  sync.Map // profile to the *engine.Refusal of the home that it reads, nil for none
}

// New returns a service; nothing listens yet, and nothing is opened.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Bounds = o.Bounds.filled()
	s := &Service{Options: o, world: newRooted(o.World, o.Roots)}
	s.settings = s.world
	if user := config.UserDir(o.World); user != "" {
		s.settings = newRooted(o.World, append([]string{user}, o.Roots...))
	}
	s.handler = s.logged(s.guarded(s.routes()))
	return s
}

// ServeHTTP implements [http.Handler].
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// ErrNeedsToken: the address can be reached from other machines.
var ErrNeedsToken = errors.New("can be reached from other machines and needs a token")

// Listen opens the address, HOST:PORT. One that is not of the loopback needs a
// token.
func Listen(address, token string) (net.Listener, error) {
	a, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	if token == "" && !a.IP.IsLoopback() {
		return nil, fmt.Errorf("the address %s %w", address, ErrNeedsToken)
	}
	return net.ListenTCP("tcp", a)
}

// Serve answers until ctx ends, and then waits for the requests under way. It
// closes the listener.
func (s *Service) Serve(ctx context.Context, l net.Listener) error {
	if a, ok := l.Addr().(*net.TCPAddr); s.Home && s.Token == "" && ok && !a.IP.IsLoopback() {
		return errors.Join(fmt.Errorf("the address %s %w before agents' settings in the home are opened", a, ErrNeedsToken), l.Close())
	}
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.Bounds.Header,
		ReadTimeout:       s.Bounds.Read,
		WriteTimeout:      s.Bounds.Read + s.Bounds.Work,
		IdleTimeout:       s.Bounds.Idle,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		late, cancel := context.WithTimeout(context.Background(), s.Bounds.Stop)
		defer cancel()
		err := server.Shutdown(late)
		if err != nil {
			err = errors.Join(fmt.Errorf("requests were still under way after %s: %w", s.Bounds.Stop, err), server.Close())
		}
		stopped <- err
	})
	err := server.Serve(l)
	if !stop() && errors.Is(err, http.ErrServerClosed) {
		return <-stopped
	}
	return err
}
