package facts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// FetchPolicy says what may be fetched; the zero value is the strictest. It is applied to each step
// of a redirection, and to the address to which a name resolves when the connection is made, so
// that a name cannot lead to an address that was not checked.
type FetchPolicy struct {
	HTTP    bool          // also fetch http://, not only https://
	Private bool          // also fetch from loopback, private, link-local and other addresses outside the public internet
	Hosts   []string      // if any, only these hosts and their subdomains: "example.org"
	Limit   int64         // most bytes of a document, decoded; 0 means 1 MiB
	Time    time.Duration // time limit of the whole fetch; 0 means 5 s
	// Transport supplies the trusted certificates. Instead of its dialer, one that checks each
	// address is used.
	Transport *http.Transport

	public []netip.AddrPort // in tests: addresses that count as public
}

// The default bounds of a fetch.
const (
	defaultFetchLimit = 1 << 20
	defaultFetchTime  = 5 * time.Second
	maxRedirects      = 5
)

// NewFetch returns a function for [WithFetch]. It does not use cookies or the credentials and
// proxies of the environment. A refusal is ErrRefused with the reason.
func NewFetch(p FetchPolicy) func(ctx context.Context, url string) (Response, error) {
	if p.Limit <= 0 {
		p.Limit = defaultFetchLimit
	}
	if p.Time <= 0 {
		p.Time = defaultFetchTime
	}
	transport := &http.Transport{}
	if p.Transport != nil {
		transport = p.Transport.Clone()
	}
	transport.Proxy = nil // a proxy would resolve names without the check
	transport.DisableKeepAlives = true
	transport.MaxResponseHeaderBytes = 64 << 10
	dialer := &net.Dialer{Timeout: p.Time, ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		return p.checkAddress(address)
	}}
	transport.DialContext = dialer.DialContext
	transport.DialTLSContext = nil
	client := &http.Client{Transport: transport, CheckRedirect: func(next *http.Request, before []*http.Request) error {
		if len(before) > maxRedirects {
			return refused("more than %d redirections", maxRedirects)
		}
		next.Header.Del("Referer")
		return p.checkURL(next.URL)
	}}
	return func(ctx context.Context, address string) (Response, error) {
		r, err := p.fetch(ctx, client, address)
		if err != nil {
			return Response{}, fetchError(address, err)
		}
		return r, nil
	}
}

func (p FetchPolicy) fetch(ctx context.Context, client *http.Client, address string) (Response, error) {
	limited, cancel := context.WithTimeout(ctx, p.Time)
	defer cancel()
	to, err := url.Parse(address)
	if err != nil {
		return Response{}, refused("it is not a valid URL")
	}
	if err := p.checkURL(to); err != nil {
		return Response{}, err
	}
	request := &http.Request{Method: http.MethodGet, URL: to, Header: http.Header{"User-Agent": {"galley"}}}
	answer, err := client.Do(request.WithContext(limited))
	if err != nil {
		return Response{}, p.failure(ctx, limited, err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, p.Limit+1))
	switch {
	case err != nil:
		return Response{}, p.failure(ctx, limited, err)
	case int64(len(body)) > p.Limit:
		return Response{}, fmt.Errorf("it is longer than %d bytes: %w", p.Limit, ErrTooLarge)
	}
	return Response{Status: answer.StatusCode, Body: string(body), FinalURL: answer.Request.URL.String()}, nil
}

// failure returns the reason inside the error of the client.
func (p FetchPolicy) failure(ctx, limited context.Context, err error) error {
	var r *refusal
	switch {
	case errors.As(err, &r):
		return r
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("no answer within %v: %w", p.Time, ErrTimeout)
	}
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err // without the URL, which the message already has
	}
	return err
}

// checkURL checks a URL. It also checks a host that is written as an address, so that such a
// refusal needs no connection.
func (p FetchPolicy) checkURL(u *url.URL) error {
	switch {
	case u.Scheme != "https" && u.Scheme != "http":
		return refused("only https is fetched, not %q", u.Scheme)
	case u.Scheme == "http" && !p.HTTP:
		return refused("it is not encrypted: only https is fetched")
	case u.Host == "" || u.Hostname() == "":
		return refused("it names no host")
	case u.User != nil:
		return refused("it contains a user name or password")
	case !p.allowsHost(u.Hostname()):
		return refused("the host %s is not among those that are allowed", u.Hostname())
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		port, _ := strconv.ParseUint(u.Port(), 10, 16)
		return p.checkPlace(netip.AddrPortFrom(ip, uint16(port)))
	}
	return nil
}

func (p FetchPolicy) allowsHost(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return len(p.Hosts) == 0 || slices.ContainsFunc(p.Hosts, func(allowed string) bool {
		allowed = strings.TrimSuffix(strings.ToLower(allowed), ".")
		return host == allowed || strings.HasSuffix(host, "."+allowed)
	})
}

// checkAddress checks the address before connecting.
func (p FetchPolicy) checkAddress(address string) error {
	where, err := netip.ParseAddrPort(address)
	if err != nil {
		return refused("its address cannot be found")
	}
	return p.checkPlace(where)
}

// notPublic lists ranges for which netip has no method: this network, shared and test addresses,
// benchmarks, old relays, multicast and reserved addresses, transitions from IPv6 to IPv4,
// documentation.
var notPublic = func() (out []netip.Prefix) {
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23",
		"2001:db8::/32", "2002::/16", "3fff::/20", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}()

func (p FetchPolicy) checkPlace(where netip.AddrPort) error {
	if slices.Contains(p.public, where) {
		return nil
	}
	ip := where.Addr().Unmap().WithZone("")
	public := ip.IsGlobalUnicast() && !ip.IsPrivate() &&
		!slices.ContainsFunc(notPublic, func(block netip.Prefix) bool { return block.Contains(ip) })
	if !public && !p.Private {
		return refused("%s is not an address on the public internet", ip)
	}
	return nil
}

// refusal is an ErrRefused with its reason.
type refusal struct{ why string }

func (r *refusal) Error() string        { return r.why }
func (r *refusal) Is(target error) bool { return target == ErrRefused }

func refused(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }
