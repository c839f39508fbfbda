package token

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// refusal is an answer of a provider that is not a count.
type refusal struct {
	status  int
	message string        // the provider's message, unchanged
	after   time.Duration // how long to wait before asking again; 0 if not given
}

func (r *refusal) Error() string { return fmt.Sprintf("HTTP status %d: %s", r.status, r.message) }

// later reports whether the same question may be answered later.
func (r *refusal) later() bool {
	return r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable || r.status == overloaded
}

// overloaded is the status with which Anthropic says that it is overloaded.
const overloaded = 529

// refusalOf reads an answer that is an error. All three providers put a message into an object
// "error"; Gemini also says there how long to wait.
func refusalOf(response *http.Response, answer []byte, now time.Time) *refusal {
	r := &refusal{status: response.StatusCode, message: http.StatusText(response.StatusCode)}
	var body struct {
		Error struct {
			Message string
			Details []struct{ RetryDelay string }
		}
	}
	if json.Unmarshal(answer, &body) == nil && body.Error.Message != "" {
		r.message = body.Error.Message
		for _, d := range body.Error.Details {
			if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
				r.after = wait
			}
		}
	}
	if after := response.Header.Get("Retry-After"); after != "" {
		if seconds, err := strconv.ParseFloat(after, 64); err == nil && seconds > 0 && seconds < 1e6 {
			r.after = time.Duration(seconds * float64(time.Second))
		} else if at, err := http.ParseTime(after); err == nil && at.After(now) {
			r.after = at.Sub(now)
		}
	}
	return r
}

// explain makes a message of an error. The message says who refused and what to do; it never
// contains the key.
func (v *Verifier) explain(ctx context.Context, err error, a api, name, key string, timeout time.Duration) error {
	var refused *refusal
	var transport *url.Error
	switch {
	case errors.As(err, &refused):
		said := cleaned(refused.message, key)
		switch {
		case refused.status == http.StatusUnauthorized, refused.status == http.StatusForbidden,
			refused.status == http.StatusBadRequest && strings.Contains(strings.ToLower(said), "api key"):
			return fmt.Errorf("%s refuses the key in %s: %s", a.title, name, said)
		case refused.status == http.StatusNotFound:
			return fmt.Errorf("%s does not know the model: %s", a.title, said)
		case refused.status == http.StatusRequestEntityTooLarge:
			return fmt.Errorf("the text is too large for %s to count: %s", a.title, said)
		case refused.later() && refused.after > 0:
			return fmt.Errorf("%s has had too many requests: try again in %s: %s", a.title, refused.after.Round(time.Second), said)
		case refused.later():
			return fmt.Errorf("%s cannot answer now, try again later: %s", a.title, said)
		case refused.status >= 300 && refused.status < 400:
			return fmt.Errorf("%s redirects (HTTP status %d), and the key is not sent to another server", a.title, refused.status)
		}
		return fmt.Errorf("%s does not count this (HTTP status %d): %s", a.title, refused.status, said)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s did not answer within %s", a.title, timeout)
	case errors.Is(ctx.Err(), context.Canceled):
		return context.Canceled
	case errors.As(err, &transport):
		return fmt.Errorf("%s cannot be reached: %s", a.title, cleaned(transport.Err.Error(), key))
	}
	return fmt.Errorf("%s: %s", a.title, cleaned(err.Error(), key))
}

// longestMessage is how many characters of a server's message are shown.
const longestMessage = 300

// cleaned returns a server's message on one line, without control characters and without anything
// that looks like the key, because servers repeat keys or parts of them.
func cleaned(message, key string) string {
	words := strings.FieldsFunc(message, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
	for i, word := range words {
		if strings.Contains(word, key) || hasPartOf(word, key) {
			words[i] = "[key]"
		}
	}
	line := []rune(strings.ToValidUTF8(strings.Join(words, " "), "\uFFFD"))
	if len(line) > longestMessage {
		line = append(line[:longestMessage], '…')
	}
	return string(line)
}

// partOfKey is how many consecutive characters of a key would reveal it.
const partOfKey = 6

func hasPartOf(word, key string) bool {
	for i := 0; i+partOfKey <= len(key); i++ {
		if strings.Contains(word, key[i:i+partOfKey]) {
			return true
		}
	}
	return false
}
