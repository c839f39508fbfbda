package service

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

func TestTheBodyOfARequest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body   io.Reader
		must   bool
		status int // the status of the refusal; 0 if the body is accepted
		says   string
	}{
		{strings.NewReader(`{"a":1}`), true, 0, ""},
		{strings.NewReader(``), false, 0, ""},
		{strings.NewReader(``), true, 400, "the body must be a JSON object: unexpected end of JSON input"},
		{strings.NewReader("{\"a\":\"\xff\"}"), false, 400, "the body is not valid UTF-8"},
		{strings.NewReader(`[1]`), false, 400, "the body must be a JSON object, not a JSON array"},
		{strings.NewReader(`null`), false, 400, "the body must be a JSON object, not null"},
		{strings.NewReader(`{"a":1} x`), false, 400, "the body must be a JSON object: invalid character 'x' after top-level value"},
		{iotest.ErrReader(io.ErrUnexpectedEOF), false, 400, "the body ended too early: unexpected EOF"},
		{iotest.ErrReader(os.ErrDeadlineExceeded), false, 408, "the body did not come in time"},
	} {
		got, err := read(httptest.NewRequest(http.MethodPost, "/", c.body), c.must)
		var status int
		var says string
		if refused, ok := errors.AsType[*failure](err); ok {
			status, says = refused.status, refused.detail
		} else if err != nil {
			t.Errorf("not a refusal: %v", err)
		}
		if status != c.status || says != c.says || (err == nil) != (got != nil) {
			t.Errorf("got %d %q, want %d %q", status, says, c.status, c.says)
		}
	}
	large := &http.MaxBytesError{Limit: 3}
	if _, err := read(httptest.NewRequest(http.MethodPost, "/", iotest.ErrReader(large)), false); !errors.Is(err, large) {
		t.Errorf("a body that is too large: %v", err)
	}
}

func TestMembersOfABody(t *testing.T) {
	t.Parallel()
	b := body{"a": []byte(`"x"`), "n": []byte(`1`), "z": []byte(`null`)}
	if err := b.only("a", "n"); err == nil || err.Error() != `unknown member "z"; known are a, n` {
		t.Errorf("unknown members: %v", err)
	}
	if err := b.only("z", "n", "a"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"a": "x true", "z": " false", "none": " false", "n": " true n must be a string"} {
		text, there, err := b.text(name)
		got := text + " false"
		if there {
			got = text + " true"
		}
		if err != nil {
			got += " " + err.Error()
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
