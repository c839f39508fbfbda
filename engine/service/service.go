// Package service is galley's HTTP API. For editors it offers the global template and the
// catalogue of variables. For agents it offers prompts and conversations. The file openapi.json,
// which the service also serves, describes the API.
//
// The API is for programs on the same machine. It listens on a loopback address; any other address
// needs a token. The Host of a request must name this machine, so that no web page can reach the
// service under another name. Requests from other sites are refused. Bodies, headers and times are
// limited. A template cannot make the service read a file outside the served directories. The
// service does not return a prompt that was kept for another directory.
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

// Options configure a service.
type Options struct {
	World facts.World
	// Roots are the served directories, as absolute paths. The first one is the default working
	// directory. At least one is required.
	Roots  []string
	Store  *session.Store
	Global *session.Global
	Agents *agent.Registry // nil means the agents that galley follows
	Engine []engine.Option // options for the workbenches that compute the numbers in the answers

	// Home lets agents read their settings outside the roots: the settings of the user and the
	// machine, and rule files above a root. It needs a loopback address or a token.
	Home bool

	Token string   // if not "", every request must have it
	Hosts []string // names of this machine in addition to the loopback ones
	Log   *slog.Logger
	// LogText adds templates and prompts to the log.
	LogText bool

	Bounds Bounds
}

// Bounds limit what one client can use. Zero means the default, which is at the end of each
// field's comment.
type Bounds struct {
	Body   int64         // most bytes of a request's body; 16 MiB
	Header time.Duration // until the head of a request is complete; 5 s
	Read   time.Duration // until the whole request is read; 20 s
	Work   time.Duration // to build a prompt; 30 s
	Idle   time.Duration // between two requests of a connection; 60 s
	Stop   time.Duration // for requests in progress when the service stops; 5 s
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

// maxTemplate is the most bytes of a template. It equals the limit for files in a world.
const maxTemplate = facts.DefaultFileCap

// Service answers requests.
type Service struct {
	Options
	world    *rooted // for templates and projects
	settings *rooted // the same directories, for the user's own settings
	handler  http.Handler
	readers  sync.Map // by profile: the *engine.Refusal if the profile reads the home, or nil
}

// New returns a service. It does not listen or open a file yet.
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

// ErrNeedsToken says that other machines can reach the address, so a token is needed.
var ErrNeedsToken = errors.New("can be reached from other machines and needs a token")

// Listen listens on the address, HOST:PORT. Addresses outside the loopback need a
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

// Serve answers requests until ctx ends. Then it waits for requests in progress and closes the
// listener.
func (s *Service) Serve(ctx context.Context, l net.Listener) error {
	if a, ok := l.Addr().(*net.TCPAddr); s.Home && s.Token == "" && ok && !a.IP.IsLoopback() {
		return errors.Join(fmt.Errorf("the address %s %w before agents may read settings in the home", a, ErrNeedsToken), l.Close())
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
			err = errors.Join(fmt.Errorf("requests were still running after %s: %w", s.Bounds.Stop, err), server.Close())
		}
		stopped <- err
	})
	err := server.Serve(l)
	if !stop() && errors.Is(err, http.ErrServerClosed) {
		return <-stopped
	}
	return err
}
