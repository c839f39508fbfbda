package service

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// body is the JSON object in the body of a request. Names are case-sensitive.
type body map[string]json.RawMessage

// read reads the body of a request, which must be a JSON object in UTF-8. An empty body counts as
// the empty object or, if must is set, as an error.
func read(r *http.Request, must bool) (body, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, readError(err)
	}
	if len(data) == 0 && !must {
		return body{}, nil
	}
	if !utf8.Valid(data) {
		return nil, bad("the body is not valid UTF-8")
	}
	var b body
	if err := json.Unmarshal(data, &b); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return nil, bad("the body must be a JSON object, not a JSON %s", wrong.Value)
		}
		return nil, bad("the body must be a JSON object: %v", err)
	}
	if b == nil {
		return nil, bad("the body must be a JSON object, not null")
	}
	return b, nil
}

func readError(err error) error {
	var slow net.Error
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return err
	case errors.As(err, &slow) && slow.Timeout():
		return refuse(http.StatusRequestTimeout, "the body did not come in time")
	}
	return bad("the body ended too early: %v", err)
}

// only returns an error if the body has a member that is not in names.
func (b body) only(names ...string) error {
	for name := range b {
		if !slices.Contains(names, name) {
			return bad("unknown member %q; known are %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// text returns a member that is a string. there is false if the member is missing or null.
func (b body) text(name string) (text string, there bool, err error) {
	raw, there := b[name]
	if !there || string(raw) == "null" {
		return "", false, nil
	}
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", true, bad("%s must be a string", name)
	}
	return text, true, nil
}
