package service

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"galley/engine/secret"
)

// guarded returns a handler that passes only permitted requests to next.
func (s *Service) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.admit(r); err != nil {
			if status, _ := statusOf(err); status == http.StatusUnauthorized {
				w.Header().Set("WWW-Authenticate", `Bearer realm="galley"`)
			}
			s.fail(w, r, err)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, s.Bounds.Body)
		next.ServeHTTP(w, r)
	})
}

func (s *Service) admit(r *http.Request) error {
	if !s.ownHost(r.Host) {
		return refuse(http.StatusForbidden, "%q is not a name of this machine: ask for localhost or its address", r.Host)
	}
	if foreign(r) {
		return refuse(http.StatusForbidden, "requests from other sites are refused")
	}
	if s.Token != "" && !s.shown(r) {
		return refuse(http.StatusUnauthorized, "send the token: Authorization: Bearer TOKEN")
	}
	if r.ContentLength > s.Bounds.Body {
		return refuse(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", s.Bounds.Body)
	}
	return nil
}

// ownHost reports whether a Host header names this machine. If a web page reaches this machine
// under another name, the header has that name. If the service has a token, any IP address is
// accepted too, because such a page does not know the token.
func (s *Service) ownHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if address, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return address.IsLoopback() || s.Token != ""
	}
	return name == "localhost" || slices.ContainsFunc(s.Hosts, func(own string) bool { return strings.EqualFold(own, name) })
}

// foreign reports whether a browser sends the request on behalf of a page from another site.
// Programs that are not browsers send neither of the two headers.
func foreign(r *http.Request) bool {
	if origin := r.Header.Values("Origin"); len(origin) > 0 {
		u, err := url.Parse(origin[0])
		return len(origin) > 1 || err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host)
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return false
	}
	return true
}

// shown reports whether the request has the token. It compares digests, so that the time taken
// reveals neither the token nor its length.
func (s *Service) shown(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	got, want := sha256.Sum256([]byte(strings.TrimSpace(token))), sha256.Sum256([]byte(s.Token))
	same := subtle.ConstantTimeCompare(got[:], want[:]) == 1
	return same && strings.EqualFold(scheme, "Bearer")
}

// logged returns a handler that logs every request and recovers from a panic.
func (s *Service) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		note := &noting{ResponseWriter: w}
		defer func() {
			if fault := recover(); fault != nil {
				s.Log.Error("a fault", "fault", fault, "stack", string(debug.Stack()))
				if note.status == 0 {
					s.fail(note, r, refuse(http.StatusInternalServerError, "an error in galley; its log has the details"))
				}
			}
			s.Log.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelInfo, "request",
				slog.String("method", r.Method), slog.String("path", secret.MaskKeys(r.URL.Path)), slog.Int("status", note.status),
				slog.Int("bytes", note.bytes), slog.Duration("took", time.Since(start)))
		}()
		next.ServeHTTP(note, r)
	})
}

// noting records the status and the size of an answer.
type noting struct {
	http.ResponseWriter
	status, bytes int
}

func (n *noting) WriteHeader(status int) {
	n.status = status
	n.ResponseWriter.WriteHeader(status)
}

func (n *noting) Write(p []byte) (int, error) {
	written, err := n.ResponseWriter.Write(p)
	n.bytes += written
	return written, err
}

// Unwrap gives net/http access to its own writer.
func (n *noting) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// logText logs a template or a prompt, if the options ask for it.
func (s *Service) logText(ctx context.Context, what, text string) {
	if s.LogText {
		s.Log.LogAttrs(ctx, slog.LevelInfo, "text", slog.String("what", what), slog.String("text", text))
	}
}

func levelOf(status int) slog.Level {
	if status == http.StatusServiceUnavailable {
		return slog.LevelWarn
	}
	return slog.LevelError
}

func slogError(err error) slog.Attr { return slog.String("error", err.Error()) }
