package facts

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// served starts a server on this machine with a few documents. It returns a policy that trusts its
// certificate.
func served(t *testing.T, encrypted bool) (base string, hits *int, p FetchPolicy) {
	t.Helper()
	hits = new(int)
	mux := http.NewServeMux()
	mux.HandleFunc("/doc", func(w http.ResponseWriter, r *http.Request) {
		*hits++
		if r.Header.Get("Cookie")+r.Header.Get("Authorization")+r.Header.Get("Referer") != "" {
			t.Errorf("headers %v", r.Header)
		}
		fmt.Fprint(w, "rules")
	})
	mux.HandleFunc("/gone", http.NotFound)
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, "a part")
	})
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 2000)) })
	mux.HandleFunc("/to", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "a=b")
		http.Redirect(w, r, r.URL.Query().Get("u"), http.StatusFound)
	})
	mux.HandleFunc("/round", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) })
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewUnstartedServer(mux)
	if encrypted {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	p = FetchPolicy{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		Proxy:           func(*http.Request) (*url.URL, error) { return nil, errors.New("a proxy was asked") },
	}}
	return server.URL, hits, p
}

// Requirements opencode 51, 52, 53 and 54 of ui/cli/requirements.
func TestFetchFollowsThePolicy(t *testing.T) {
	plain, _, _ := served(t, false)
	base, hits, strict := served(t, true)
	local := strict
	local.Private = true
	only := local
	only.Hosts = []string{"example.org"}
	open := local
	open.HTTP = true
	for _, tt := range []struct {
		name   string
		policy FetchPolicy
		url    string
		want   string // part of the error; "" if the URL is fetched
	}{
		{"this machine", strict, base + "/doc", "127.0.0.1 is not an address on the public internet"},
		{"this machine by name", strict, strings.Replace(base, "127.0.0.1", "localhost", 1) + "/doc", "not an address on the public internet"},
		{"this machine when allowed", local, base + "/doc", ""},
		{"plain http", local, plain + "/doc", "only https"},
		{"plain http when allowed", open, plain + "/doc", ""},
		{"a host that is not on the list", only, base + "/doc", "not among those that are allowed"},
		{"another scheme", open, "file:///etc/passwd", "only https"},
		{"credentials in the URL", local, "https://u:p@127.0.0.1/", "user name"},
		{"no host", local, "https:///x", "no host"},
		{"no URL", local, "https://[", "not a valid URL"},
		{"a redirection within", local, base + "/to?u=/doc", ""},
		{"a redirection to plain http", local, base + "/to?u=" + plain + "/doc", "only https"},
		{"a redirection to a file", local, base + "/to?u=file:///etc/passwd", "only https"},
		{"a redirection off the list", FetchPolicy{Private: true, Hosts: []string{"127.0.0.1"}, Transport: local.Transport},
			base + "/to?u=" + strings.Replace(base, "127.0.0.1", "localhost", 1) + "/doc", "not among those that are allowed"},
		{"redirections without an end", local, base + "/round", "more than 5 redirections"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := *hits
			r, err := NewFetch(tt.policy)(context.Background(), tt.url)
			switch {
			case tt.want == "" && (err != nil || r.Body != "rules" || r.Status != 200):
				t.Errorf("%+v, %v", r, err)
			case tt.want != "" && (!errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("%v, want %q", err, tt.want)
			case tt.want != "" && *hits != before:
				t.Error("the document was requested nevertheless")
			}
		})
	}
}

// A local server stands in for one on the public internet: of the local addresses, only its
// address is allowed.
func TestARedirectionToAPrivateAddressIsRefused(t *testing.T) {
	base, _, p := served(t, true)
	inside, hits, _ := served(t, true)
	p.public = []netip.AddrPort{netip.MustParseAddrPort(strings.TrimPrefix(base, "https://"))}
	fetch := NewFetch(p)
	if r, err := fetch(context.Background(), base+"/to?u=/doc"); err != nil || r.Body != "rules" {
		t.Fatalf("the public server: %+v, %v", r, err)
	}
	for _, to := range []string{
		inside + "/doc",
		strings.Replace(inside, "127.0.0.1", "localhost", 1) + "/doc", // a host name that resolves to that address
		base + "/to?u=" + inside + "/doc",
	} {
		_, err := fetch(context.Background(), base+"/to?u="+to)
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "public internet") || *hits > 0 {
			t.Errorf("redirect to %s: %v, %d documents served", to, err, *hits)
		}
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	for _, address := range []string{
		"127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
		"::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:100.64.0.1", "::ffff:192.0.2.1", "::127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::1", "fec0::1",
	} {
		err := FetchPolicy{}.checkURL(mustURL(t, address))
		if !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"1.1.1.1", "2606:4700::1111"} {
		if err := (FetchPolicy{}).checkURL(mustURL(t, address)); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	// A host name is resolved only when the connection is made, so the address is checked then.
	policy := FetchPolicy{}
	for _, at := range []string{"127.0.0.1:443", "[::1]:443", "[fe80::1%lo]:443", "192.168.0.1:443"} {
		if err := policy.checkAddress(at); !errors.Is(err, ErrRefused) {
			t.Errorf("connecting to %s: %v", at, err)
		}
	}
}

// Requirements opencode 40 and 55 of ui/cli/requirements.
func TestFetchIsBounded(t *testing.T) {
	base, _, p := served(t, true)
	p.Private = true
	p.Limit = 1000
	if _, err := NewFetch(p)(context.Background(), base+"/long"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a long document: %v", err)
	}
	p.Limit = 2000
	if r, err := NewFetch(p)(context.Background(), base+"/long"); err != nil || len(r.Body) != 2000 {
		t.Errorf("a document as long as the limit: %d bytes, %v", len(r.Body), err)
	}
	if r, err := NewFetch(p)(context.Background(), base+"/cut"); err == nil || err.Error() != "fetching "+base+"/cut: unexpected EOF" || r != (Response{}) {
		t.Errorf("a document that is cut short: %+v, %v", r, err)
	}
	p.Time = 30 * time.Millisecond
	if _, err := NewFetch(p)(context.Background(), base+"/slow"); !errors.Is(err, ErrTimeout) {
		t.Errorf("a slow server: %v", err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewFetch(p)(gone, base+"/doc"); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

func TestFetchGivesTheStatusAndThePlace(t *testing.T) {
	base, _, p := served(t, true)
	p.Private = true
	r, err := NewLive(WithFetch(NewFetch(p))).Fetch(context.Background(), base+"/to?u=/gone")
	if err != nil || r.Status != 404 || r.FinalURL != base+"/gone" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := NewLive().Fetch(context.Background(), base+"/doc"); !errors.Is(err, ErrRefused) {
		t.Errorf("a world without a policy fetched: %v", err)
	}
}

func TestAFetchedCertificateIsChecked(t *testing.T) {
	base, hits, _ := served(t, true)
	if _, err := NewFetch(FetchPolicy{Private: true})(context.Background(), base+"/doc"); err == nil || *hits > 0 {
		t.Errorf("with an unknown certificate: %v", err)
	}
}

func mustURL(t *testing.T, address string) *url.URL {
	t.Helper()
	if strings.Contains(address, ":") {
		address = "[" + address + "]"
	}
	u, err := url.Parse("https://" + address + "/x")
	if err != nil {
		t.Fatal(err)
	}
	return u
}
