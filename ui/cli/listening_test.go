package cli

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// hearing is an output that calls a function once, when it has printed what a pattern matches.
type hearing struct {
	mu      sync.Mutex
	text    strings.Builder
	pattern *regexp.Regexp
	heard   func(match []string)
}

func (h *hearing) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.Write(p)
	if match := h.pattern.FindStringSubmatch(h.text.String()); match != nil && h.heard != nil {
		go h.heard(match)
		h.heard = nil
	}
	return len(p), nil
}

func (h *hearing) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// sends posts the body of a main turn.
func sends(t *testing.T, url, key string) {
	t.Helper()
	q, err := http.NewRequest("POST", url+"/v1/messages", strings.NewReader(sentBody))
	if err != nil {
		t.Error(err)
		return
	}
	q.Header.Set("X-Api-Key", key)
	q.Header.Set("User-Agent", "claude-cli/2.1.300 (external, cli)")
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Error(err)
		return
	}
	_ = r.Body.Close()
}

// answering is a provider that answers each request.
func answering(t *testing.T) (url string) {
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"type":"message","usage":{"input_tokens":7,"output_tokens":2}}`))
	}))
	t.Cleanup(provider.Close)
	return provider.URL
}

func TestAnAgentThatTheUserStartsIsCaptured(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	var out strings.Builder
	told := &hearing{pattern: regexp.MustCompile(`ANTHROPIC_BASE_URL=(\S+)\n  ANTHROPIC_API_KEY=(\S+)\n(?s:.*)NO_PROXY`), heard: func(match []string) { sends(t, match[1], match[2]) }}
	status := Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: told, World: c.world, Dir: "/p"}, []string{"capture", "--listen=127.0.0.1:0", "--timeout", "20s"})
	if status != 0 || !strings.HasPrefix(out.String(), "claude-code-") || !strings.HasPrefix(told.String(), "Start the agent in this directory with these variables, and send it any message:\n  ANTHROPIC_BASE_URL=http://127.0.0.1:") {
		t.Errorf("status %d\n%s\n%s", status, out.String(), told.String())
	}
	kept, err := c.store().Load("last")
	if err != nil || kept.Agent != "claude-code" || kept.Version != "2.1.300" || string(kept.Body) != sentBody {
		t.Errorf("%+v, %v", kept, err)
	}
}

func TestRequestsArePassedOnToTheProvider(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	var mu sync.Mutex
	var paths []string
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		paths = append(paths, r.URL.Path+" "+r.Header.Get("X-Api-Key"))
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"type":"message","usage":{"input_tokens":7,"output_tokens":2}}`))
	}))
	defer provider.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	out := &hearing{pattern: regexp.MustCompile(`claude-code-.*\n`), heard: func([]string) { stop() }}
	told := &hearing{pattern: regexp.MustCompile(`ANTHROPIC_BASE_URL=(\S+) claude\n`), heard: func(match []string) { sends(t, match[1], "key") }}
	status := Run(ctx, Env{Stdin: strings.NewReader(""), Stdout: out, Stderr: told, World: c.world, Dir: "/p"}, []string{"capture", "claude", "--forward", provider.URL, "--yes"})
	line := out.String()
	if status != 0 || !strings.Contains(line, ", 1 tools ") || !strings.Contains(told.String(), "Its requests go to "+provider.URL+"\n") {
		t.Errorf("status %d\n%s\n%s", status, line, told.String())
	}
	mu.Lock()
	defer mu.Unlock()
	if len(paths) != 1 || paths[0] != "/v1/messages key" {
		t.Errorf("the provider got %q", paths)
	}
	kept, err := c.store().Load("last")
	if err != nil || kept.Agent != "claude-code" || len(kept.Notes) == 0 || kept.Notes[0] != "passed on to "+provider.URL+", which answered 200" {
		t.Errorf("%+v, %v", kept, err)
	}
}

// Messages say in words what is missing or wrong.
func TestWhatIsMissingIsSaid(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	for _, one := range []struct {
		status    int
		args      []string
		out, told string
	}{
		{2, []string{"walk", " "}, "", `walk: " " is not a path of a file`},
		{0, []string{"sessions", "--json"}, `"sessions": []`, ""},
		{0, []string{"pack"}, "Usage:", ""},
	} {
		status, out, told := c.run(one.args...)
		if status != one.status || !strings.Contains(out, one.out) || !strings.Contains(told, one.told) {
			t.Errorf("%q: status %d\n%s\n%s", one.args, status, out, told)
		}
	}
	c.world = c.world.Env("HOME", "").Env("XDG_STATE_HOME", "").Env("XDG_CONFIG_HOME", "")
	for _, one := range [][]string{{"captures"}, {"conversations"}} {
		if status, _, told := c.run(one...); status != 3 || !strings.Contains(told, "no directory for "+one[0]+": set HOME or XDG_STATE_HOME") {
			t.Errorf("%q without a home: %d, %q", one, status, told)
		}
	}
}

// A misspelt command does not open the workbench on a new file of that name.
func TestAMisspeltCommandIsNotAFile(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/scam", "A template.\n")
	for _, one := range []struct {
		arg  string
		told string // "" if the workbench opens
	}{
		{"rendr", `"rendr" is neither a file nor a command: did you mean render?`}, {"./rendr", ""}, {"rendr.md", ""}, {"something-else", ""}, {"scam", ""},
	} {
		opened := false
		var told strings.Builder
		status := Run(context.Background(), Env{
			Stdin: strings.NewReader(""), Stdout: &strings.Builder{}, Stderr: &told, World: c.world, Dir: "/p",
			Workbench: func(context.Context, *Session) error { opened = true; return nil },
		}, []string{one.arg})
		if opened != (one.told == "") || (status == 0) != opened || !strings.Contains(told.String(), one.told) {
			t.Errorf("%s: opened %v, status %d, %q", one.arg, opened, status, told.String())
		}
	}
}
