package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/session"
	"galley/engine/source"
)

// failure is an error with its HTTP status.
type failure struct {
	status int
	detail string
}

func (f *failure) Error() string { return f.detail }

func refuse(status int, format string, args ...any) error {
	return &failure{status, fmt.Sprintf(format, args...)}
}

func bad(format string, args ...any) error {
	return refuse(http.StatusBadRequest, format, args...)
}

// words maps each status to the value of "error" in the answer.
var words = map[int]string{
	http.StatusBadRequest:            "bad-request",
	http.StatusUnauthorized:          "unauthorized",
	http.StatusForbidden:             "forbidden",
	http.StatusNotFound:              "not-found",
	http.StatusMethodNotAllowed:      "method-not-allowed",
	http.StatusRequestTimeout:        "timeout",
	http.StatusRequestEntityTooLarge: "too-large",
	http.StatusInternalServerError:   "internal",
	http.StatusServiceUnavailable:    "unavailable",
}

// statusOf returns the HTTP status and the detail for an error.
func statusOf(err error) (int, string) {
	var known *failure
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known.status, known.detail
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is larger than %d bytes", large.Limit)
	case errors.Is(err, session.ErrUnknown):
		return http.StatusNotFound, err.Error()
	case errors.Is(err, session.ErrID):
		return http.StatusBadRequest, err.Error()
	case errors.Is(err, facts.ErrRefused):
		return http.StatusForbidden, err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, "it took too long"
	}
	return http.StatusServiceUnavailable, err.Error()
}

// refusalOf returns the refusal to build a prompt that an error contains, or nil.
func refusalOf(err error) *engine.Refusal {
	var refusal *engine.Refusal
	var over *engine.OverBudgetError
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &over):
		return &engine.Refusal{Reason: string(diag.OverBudget), Problems: []diag.Problem{over.Problem}}
	case errors.Is(err, facts.ErrOverBudget):
		return &engine.Refusal{Reason: string(diag.OverBudget), Problems: []diag.Problem{diag.New(diag.OverBudget, source.NoSpan, err.Error(), "name less")}}
	}
	return nil
}

// fail answers with an error.
func (s *Service) fail(w http.ResponseWriter, r *http.Request, err error) {
	if refusal := refusalOf(err); refusal != nil {
		s.answer(w, r, http.StatusUnprocessableEntity, struct {
			Error    string           `json:"error"`
			Reason   string           `json:"reason"`
			Problems []report.Problem `json:"problems"`
		}{"unprocessable", refusal.Reason, report.Problems(refusal.Problems)})
		return
	}
	status, detail := statusOf(err)
	if status >= http.StatusInternalServerError {
		s.Log.LogAttrs(r.Context(), levelOf(status), "cannot answer", slogError(err))
	}
	if status == http.StatusRequestEntityTooLarge || status == http.StatusRequestTimeout {
		w.Header().Set("Connection", "close") // because the rest of the body will not be read
	}
	s.answer(w, r, status, struct {
		Error  string `json:"error"`
		Detail string `json:"detail"`
	}{words[status], detail})
}

// answer writes a value as JSON; a value of type []byte is JSON already. It encodes the whole value
// before it writes, so that an answer is either complete or an error.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, status int, value any) {
	var body bytes.Buffer
	if text, ok := value.([]byte); ok {
		body.Write(text)
	} else {
		e := json.NewEncoder(&body)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			s.Log.LogAttrs(r.Context(), levelOf(http.StatusInternalServerError), "cannot encode", slogError(err))
			status = http.StatusInternalServerError
			body.Reset()
			body.WriteString(`{"error":"internal","detail":"the answer could not be written as JSON"}` + "\n")
		}
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // an error only means that the client is gone
}

// reason says why a directory cannot be used.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such directory"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, os.ErrInvalid):
		return "not a path"
	}
	return err.Error()
}
