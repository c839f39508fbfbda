package requirements

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/service"
	"galley/engine/session"
)

// exchange is a requirement on the HTTP API: a request, and what its response must contain. The
// exchanges of a list run in order.
type exchange struct {
	number int
	demand string
	ask    string // method and path
	body   string
	status int
	has    []string
}

// answers sends requests to a service for /p, whose store is in a directory.
func answers(t *testing.T, system, store string, w *facts.Memory, all []exchange) {
	t.Helper()
	kept := session.New(filepath.Join(store, "state"))
	t.Cleanup(func() { _ = kept.Close() })
	s := service.New(service.Options{World: w, Roots: []string{"/p", "/q"}, Store: kept, Global: session.NewGlobal(filepath.Join(store, "config", "system-prompt.md"))})
	for _, e := range all {
		method, path, _ := strings.Cut(e.ask, " ")
		q := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(e.body))
		got := httptest.NewRecorder()
		s.ServeHTTP(got, q)
		text := got.Body.String()
		for name := range got.Header() {
			text += "\n" + name + ": " + got.Header().Get(name)
		}
		if got.Code != e.status {
			t.Errorf("%s %d %s: %s: status %d, want %d\n%s", system, e.number, e.demand, e.ask, got.Code, e.status, text)
		}
		hold(t, e.ask, "the answer", text, e.has)
	}
}

func project() *facts.Memory {
	return facts.NewMemory().Env("HOME", "/home/u").SetHostname("box").SetPlatform("linux").
		Clock(time.Date(2026, 2, 6, 4, 30, 0, 0, time.UTC)).File("/p/AGENTS.md", "RULES").File("/q/AGENTS.md", "OTHER RULES")
}

func TestTheBuildersTemplateOverHTTP(t *testing.T) {
	t.Parallel()
	answers(t, "builder", t.TempDir(), project(), []exchange{
		{1, "GET answers with the template", "GET /system-prompt", "", http.StatusOK, []string{`"template":`}},
		{2, "without one it is the built-in one", "GET /system-prompt", "", http.StatusOK, []string{`"You are a helpful coding assistant.\n\n[if file:AGENTS.md]`}},
		{3, "PUT stores a template and answers with it", "PUT /system-prompt", `{"template":"MINE"}`, http.StatusOK, []string{`"template":"MINE"`}},
		{3, "which GET gives from then on", "GET /system-prompt", "", http.StatusOK, []string{`"template":"MINE"`}},
		{4, "an empty template is stored as it is", "PUT /system-prompt", `{"template":""}`, http.StatusOK, []string{`"template":""`}},
		{4, "and means no prompt", "POST /render", `{}`, http.StatusOK, []string{`"messages":[]`}},
		{5, "400 without a template", "PUT /system-prompt", `{}`, http.StatusBadRequest, []string{`"error":"bad-request"`, `"detail":`}},
		{6, "400 for another type", "PUT /system-prompt", `{"template":5}`, http.StatusBadRequest, []string{`"error":"bad-request"`}},
		{6, "400 for what is not an object, in words of JSON", "PUT /system-prompt", `[]`, http.StatusBadRequest, []string{"!service."}},
		{8, "the catalogue", "GET /system-prompt/variables", "", http.StatusOK, []string{`"variables":`, `"type":"system"`, `"description":"Current time (ISO 8601)"`}},
		{9, "only the file's name is free", "GET /system-prompt/variables", "", http.StatusOK, []string{`"dynamic":true`, `"name":"<path>"`}},
		{10, "405 for another method, with those that are", "DELETE /system-prompt", "", http.StatusMethodNotAllowed, []string{"Allow: GET, PUT"}},
		{10, "404 for another path", "GET /elsewhere", "", http.StatusNotFound, []string{`"error":`}},
		{52, "a profile's prompt", "POST /render", `{"profile":"yume-openai"}`, http.StatusOK, []string{"Working directory: /p"}},
		{52, "an agent that reads the home is refused unless it may, and is told so", "POST /render", `{"profile":"opencode"}`, http.StatusUnprocessableEntity, []string{"needs --home"}},
	})
}

func TestTheBuildersBrokenStoreOverHTTP(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	answers(t, "builder", file, project(), []exchange{
		{7, "503 where nothing can be stored", "PUT /system-prompt", `{"template":"x"}`, http.StatusServiceUnavailable, []string{`"error":"unavailable"`}},
		{8, "the catalogue needs no store", "GET /system-prompt/variables", "", http.StatusOK, []string{`"variables":`}},
	})
}

// The last part is requirement builder 49.
func TestTheBuildersConversationsOverHTTP(t *testing.T) {
	t.Parallel()
	store, w := t.TempDir(), project()
	answers(t, "builder", store, w, []exchange{
		{42, "a template", "PUT /system-prompt", `{"template":"one [file:AGENTS.md]"}`, http.StatusOK, nil},
		{42, "the first turn builds the prompt", "POST /conversations/c/prompt", `{}`, http.StatusOK, []string{`"text":"one RULES"`, `"reused":false`, `"reason":"first"`, `"version":1`}},
		{46, "a new template", "PUT /system-prompt", `{"template":"two [file:AGENTS.md]"}`, http.StatusOK, nil},
		{43, "later turns get the same bytes", "POST /conversations/c/prompt", `{}`, http.StatusOK, []string{`"text":"one RULES"`, `"reused":true`}},
	})
	w.File("/p/AGENTS.md", "NEW RULES")
	answers(t, "builder", store, w, []exchange{
		{44, "another process finds it", "POST /conversations/c/prompt", `{}`, http.StatusOK, []string{`"text":"one RULES"`, `"reused":true`, `"version":1`}},
		{45, "compaction builds it again", "POST /conversations/c/compact", `{"append":"so far"}`, http.StatusOK, []string{`"text":"two NEW RULES"`, `"sent":"two NEW RULES\n\nso far"`, `"reason":"compaction"`, `"version":2`}},
		{45, "what was appended is not kept", "GET /conversations/c", "", http.StatusOK, []string{`"text":"two NEW RULES"`, "!so far"}},
		// The document mentions only compaction. The code that it describes also builds a new
		// prompt if directory or host differ.
		{47, "another directory builds it again, as the code does", "POST /conversations/c/prompt", `{"cwd":"/q"}`, http.StatusOK, []string{`"text":"two OTHER RULES"`, `"reason":"moved"`}},
		{48, "404 for a conversation that nobody began", "GET /conversations/other", "", http.StatusNotFound, []string{`"error":"not-found"`}},
		{48, "it cannot be compacted either", "POST /conversations/other/compact", `{}`, http.StatusNotFound, nil},
	})
	w.File("/p/opencode.json", "{bad")
	kept := session.New(filepath.Join(store, "other"))
	t.Cleanup(func() { _ = kept.Close() })
	home := service.New(service.Options{World: w, Roots: []string{"/p"}, Store: kept, Global: session.NewGlobal(filepath.Join(store, "none")), Home: true})
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		got := httptest.NewRecorder()
		home.ServeHTTP(got, httptest.NewRequest(method, "http://127.0.0.1/conversations/oc"+map[string]string{http.MethodPost: "/prompt"}[method], strings.NewReader(`{"profile":"opencode"}`)))
		if want := map[string]int{http.MethodPost: http.StatusUnprocessableEntity, http.MethodGet: http.StatusNotFound}[method]; got.Code != want {
			t.Errorf("builder 49, a prompt that the agent rejects is not stored: %s: %d, want %d\n%s", method, got.Code, want, got.Body)
		}
	}
}

// Requirement builder 50: the differences between a stored prompt and a new one, also for a prompt
// from a file.
func TestTheBuildersDrift(t *testing.T) {
	t.Parallel()
	w := project().Env("XDG_STATE_HOME", t.TempDir()).File("/p/t.md", "from a file")
	requirement{run: "freeze c t.md", has: []string{"from a file"}}.holds(t, w)
	requirement{run: "drift c t.md", has: []string{"c: the same"}}.holds(t, w)
	w.File("/p/t.md", "changed")
	requirement{run: "drift c t.md", status: 1, has: []string{"changed: the template"}}.holds(t, w)
}
