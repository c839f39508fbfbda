package token

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Payload is the content whose tokens a provider is asked to count: the non-empty parts of a
// request.
type Payload struct {
	System   string
	Messages []Turn
	Tools    []Tool
}

// valid returns the payload with its texts as galley counts them: with one U+FFFD in place of each
// longest invalid part of a character.
func (p Payload) valid() Payload {
	p.System, _ = validUTF8(p.System, nil)
	p.Messages = slices.Clone(p.Messages)
	for i := range p.Messages {
		p.Messages[i].Text, _ = validUTF8(p.Messages[i].Text, nil)
	}
	return p
}

// Turn is one message of a conversation.
type Turn struct {
	Role string // "user" or "assistant"
	Text string
}

// Tool is the declaration of a tool. Schema is the JSON Schema of the tool's parameters.
type Tool struct {
	Name, Description string
	Schema            json.RawMessage
}

// Verified is a provider's own count.
type Verified struct {
	Tokens   int
	Provider string // "anthropic", "google", "openai"
	Model    string
	Date     time.Time // when the provider was asked
	Cached   bool      // the answer comes from the store: it was given earlier for the same content
}

// Verifier asks providers to count. A question sends the text to another machine, so galley asks
// only if the user requests it. One Verifier serves a session. It is safe for concurrent use.
type Verifier struct {
	// Env looks up an environment variable, as LookupEnv of a facts.World does. The variables
	// ANTHROPIC_API_KEY, GEMINI_API_KEY, GOOGLE_API_KEY and OPENAI_API_KEY hold the keys.
	// ANTHROPIC_BASE_URL, GOOGLE_GEMINI_BASE_URL and OPENAI_BASE_URL may hold addresses other than
	// the providers' own.
	Env func(key string) (string, bool)
	// Client sends the requests. Nil means a default client. A redirect is never followed, because
	// the new address would get the key.
	Client *http.Client
	// Store remembers answers; nil remembers nothing.
	Store *Store
	// Timeout limits one question, including its repetitions; 0 means 20 seconds.
	Timeout time.Duration
	// Now returns the time; nil means time.Now.
	Now func() time.Time
	// Wait waits before a request is repeated. If it is nil, the Verifier sleeps. Tests replace
	// it.
	Wait func(ctx context.Context, d time.Duration) error
}

const (
	defaultTimeout = 20 * time.Second
	// repetitions is how many times a question is repeated when a provider says to ask later.
	repetitions = 2
	// answerCap is the most bytes that are read of an answer.
	answerCap = 1 << 20
)

// Available reports whether a key for the provider is in the environment.
func (v *Verifier) Available(provider string) bool {
	api, ok := apiOf(provider)
	if !ok {
		return false
	}
	_, _, ok = v.key(api)
	return ok
}

// Count asks the provider how many input tokens a request with this payload has, including what the
// provider adds around messages and tools. If the answer could not be stored, Count returns it
// together with an error; the answer is still valid.
func (v *Verifier) Count(ctx context.Context, provider, model string, p Payload) (Verified, error) {
	api, ok := apiOf(provider)
	if !ok {
		return Verified{}, fmt.Errorf("galley knows no counting endpoint of %q: only of anthropic, google and openai", provider)
	}
	if model == "" {
		return Verified{}, errors.New("the provider needs a model: name one")
	}
	model = model[strings.LastIndexByte(model, '/')+1:]
	body, err := api.body(model, p.valid())
	if err != nil {
		return Verified{}, err
	}
	if known, ok := v.Store.get(api.vendor, model, body); ok {
		return known, nil
	}
	name, key, ok := v.key(api)
	if !ok {
		return Verified{}, fmt.Errorf("no key for %s: set %s", api.title, strings.Join(api.keys, " or "))
	}
	timeout := v.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	address, err := v.address(api, model)
	if err != nil {
		return Verified{}, err
	}
	tokens, err := v.ask(ctx, api, address, key, body)
	if err != nil {
		return Verified{}, v.explain(ctx, err, api, name, key, timeout)
	}
	answer := Verified{Tokens: tokens, Provider: api.vendor, Model: model, Date: v.now().UTC().Truncate(time.Second)}
	if err := v.Store.put(answer, body); err != nil {
		return answer, fmt.Errorf("counted, but the count could not be stored: %w", err)
	}
	return answer, nil
}

// probe is the text of a message that a request must have but whose text does not matter.
const probe = "."

// System asks for the tokens of a system prompt: the count of a request with the prompt minus the
// count of the same request without it. The result includes what the provider adds around a system
// prompt. If an answer could not be stored, System returns the tokens together with an error, as
// Count does.
func (v *Verifier) System(ctx context.Context, provider, model, text string) (Verified, error) {
	turns := []Turn{{Role: "user", Text: probe}}
	without, err := v.Count(ctx, provider, model, Payload{Messages: turns})
	if err != nil && without.Tokens == 0 {
		return Verified{}, err
	}
	if text == "" {
		without.Tokens = 0
		return without, err
	}
	with, err := v.Count(ctx, provider, model, Payload{System: text, Messages: turns})
	if err != nil && with.Tokens == 0 {
		return Verified{}, err
	}
	with.Tokens -= without.Tokens
	return with, err
}

// Since returns the count of a text that has changed since a provider counted it. The count is v
// plus the change of galley's own count from then to now. same says that the text has not changed;
// the result is then exact. Otherwise the change is as uncertain as galley's counter.
func (v Verified) Since(then, now Count, same bool) Count {
	method := "counted by " + v.Provider + " on " + v.Date.Format(time.DateOnly)
	change := now.Tokens - then.Tokens
	if same {
		return Count{Tokens: v.Tokens, Basis: Exact, Method: method, Low: v.Tokens, High: v.Tokens}
	}
	c := Count{Tokens: max(0, v.Tokens+change), Basis: Estimate, Method: method + ", and " + now.Method + " for the change since"}
	a, b := float64(change), float64(change)
	if now.Tokens > 0 {
		a *= float64(now.Low) / float64(now.Tokens)
		b *= float64(now.High) / float64(now.Tokens)
	}
	c.Low = max(0, v.Tokens+int(math.Floor(min(a, b))))
	c.High = max(0, v.Tokens+int(math.Ceil(max(a, b))))
	return c
}

func (v *Verifier) now() time.Time {
	if v.Now != nil {
		return v.Now()
	}
	return time.Now()
}

// key returns the first key for an API, and the variable that contains it.
func (v *Verifier) key(a api) (name, key string, ok bool) {
	for _, name := range a.keys {
		if key, ok := v.Env(name); ok && strings.TrimSpace(key) != "" {
			return name, strings.TrimSpace(key), true
		}
	}
	return "", "", false
}

// address returns the URL to which the request for a token count is sent.
func (v *Verifier) address(a api, model string) (string, error) {
	base := a.base
	if other, ok := v.Env(a.baseKey); ok && other != "" {
		u, err := url.Parse(other)
		if err != nil || u.Host == "" || u.User != nil {
			return "", fmt.Errorf("%s is not the address of a server", a.baseKey)
		}
		if local := u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1"; u.Scheme != "https" && !(u.Scheme == "http" && local) {
			return "", fmt.Errorf("%s is not https: the key would be sent unencrypted", a.baseKey)
		}
		base = strings.TrimRight(other, "/")
	}
	return base + a.path(base, url.PathEscape(model)), nil
}

// ask sends a question. It repeats the question if the provider says to ask later and enough time
// is left.
func (v *Verifier) ask(ctx context.Context, a api, address, key string, body []byte) (int, error) {
	for try := 0; ; try++ {
		tokens, err := v.once(ctx, a, address, key, body)
		var refused *refusal
		if !errors.As(err, &refused) || !refused.later() || try == repetitions {
			return tokens, err
		}
		wait := refused.after
		if wait == 0 {
			wait = time.Second << try
		}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
			return 0, err
		}
		if v.wait(ctx, wait) != nil {
			return 0, err
		}
	}
}

func (v *Verifier) wait(ctx context.Context, d time.Duration) error {
	if v.Wait != nil {
		return v.Wait(ctx, d)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (v *Verifier) once(ctx context.Context, a api, address, key string, body []byte) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	a.sign(request.Header, key)
	client := http.Client{}
	if v.Client != nil {
		client = *v.Client
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, answerCap))
	if err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return 0, refusalOf(response, answer, v.now())
	}
	tokens, ok := a.read(answer)
	if !ok || tokens < 0 {
		return 0, errors.New("the answer is not the count that was asked for")
	}
	return tokens, nil
}
