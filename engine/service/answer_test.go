package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/engine/source"
)

func TestStatusOfAnError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    error
		status int
		detail string
	}{
		{bad("x %d", 1), 400, "x 1"},
		{fmt.Errorf("wrapped: %w", refuse(418, "tea")), 418, "tea"},
		{&http.MaxBytesError{Limit: 7}, 413, "the body is larger than 7 bytes"},
		{session.ErrUnknown, 404, "not stored"},
		{session.ErrID, 400, "not a conversation's id"},
		{facts.ErrRefused, 403, "refused by policy"},
		{context.DeadlineExceeded, 503, "it took too long"},
		{errors.New("other"), 503, "other"},
	} {
		if status, detail := statusOf(c.err); status != c.status || detail != c.detail || words[status] == "" && status != 418 {
			t.Errorf("%v: %d %q", c.err, status, detail)
		}
	}
	if bad("x").Error() != "x" {
		t.Error("the text of a failure")
	}
	for want, err := range map[string]error{
		"no such directory": &fs.PathError{Err: fs.ErrNotExist}, "permission denied": fs.ErrPermission, "not a path": os.ErrInvalid, "other": errors.New("other"),
	} {
		if got := reason(err); got != want {
			t.Errorf("%v: %q", err, got)
		}
	}
	for status, want := range map[int]slog.Level{503: slog.LevelWarn, 500: slog.LevelError} {
		if got := levelOf(status); got != want {
			t.Errorf("%d: %v", status, got)
		}
	}
}

func TestWhyNoPromptWasBuilt(t *testing.T) {
	t.Parallel()
	refusal := &engine.Refusal{Reason: "because"}
	problem := diag.New(diag.OverBudget, source.NoSpan, "too much", "name less")
	if got := refusalOf(fmt.Errorf("wrapped: %w", refusal)); got != refusal {
		t.Errorf("got %+v", got)
	}
	for name, err := range map[string]error{"too much": &engine.OverBudgetError{Problem: problem}, "over the budget of 5 imports": &facts.OverBudget{What: "imports", Limit: 5}} {
		got := refusalOf(err)
		if got == nil || got.Reason != string(diag.OverBudget) || len(got.Problems) != 1 || got.Problems[0].Message != name || got.Problems[0].Hint != "name less" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := refusalOf(errors.New("other")); got != nil {
		t.Errorf("another error: %+v", got)
	}
}

// asked passes a request to a handler.
func asked(f func(w http.ResponseWriter, r *http.Request)) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f(w, httptest.NewRequest("GET", "/", nil))
	return w
}

func TestAnswersAreWhole(t *testing.T) {
	t.Parallel()
	var log safeBuffer
	s := New(Options{World: memory(), Roots: []string{"/p"}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for name, c := range map[string]struct {
		value  any
		status int
		body   string
	}{
		"bytes":            {[]byte(`{"a":1}`), 201, `{"a":1}`},
		"a value":          {map[string]string{"a": "<&>"}, 201, `{"a":"<&>"}` + "\n"},
		"no JSON possible": {make(chan int), 500, `{"error":"internal","detail":"the answer could not be written as JSON"}` + "\n"},
	} {
		w := asked(func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, 201, c.value) })
		if w.Code != c.status || w.Body.String() != c.body {
			t.Errorf("%s: %d %q", name, w.Code, w.Body)
		}
		want := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "Content-Length": {fmt.Sprint(len(c.body))}, "Cache-Control": {"no-store"},
			"X-Content-Type-Options": {"nosniff"}, "Cross-Origin-Resource-Policy": {"same-origin"}}
		if fmt.Sprint(w.Header()) != fmt.Sprint(want) {
			t.Errorf("%s: %v", name, w.Header())
		}
	}
	if !strings.Contains(log.String(), `level=ERROR msg="cannot encode" error="json: unsupported type: chan int"`) {
		t.Errorf("logged %s", log.String())
	}
	for status, closes := range map[int]string{400: "", 408: "close", 413: "close", 500: ""} {
		w := asked(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, refuse(status, "detail")) })
		if want := fmt.Sprintf(`{"error":%q,"detail":"detail"}`+"\n", words[status]); w.Code != status || w.Body.String() != want || w.Header().Get("Connection") != closes {
			t.Errorf("%d: %d %s %v", status, w.Code, w.Body, w.Header())
		}
	}
	if n := strings.Count(log.String(), "cannot answer"); n != 1 {
		t.Errorf("%d errors were logged, want that of status 500", n)
	}
	problem := diag.New(diag.OverBudget, source.NoSpan, "too much", "name less")
	w := asked(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, &engine.OverBudgetError{Problem: problem}) })
	if got := w.Body.String(); w.Code != 422 || !strings.HasPrefix(got, `{"error":"unprocessable","reason":"over-budget","problems":[{`) || !strings.Contains(got, `"too much"`) {
		t.Errorf("a refusal: %d %s", w.Code, got)
	}
}

func TestBoundsThatAreNotSet(t *testing.T) {
	t.Parallel()
	want := Bounds{Body: 16 << 20, Header: 5 * time.Second, Read: 20 * time.Second, Work: 30 * time.Second, Idle: time.Minute, Stop: 5 * time.Second}
	if got := (Bounds{}).filled(); got != want {
		t.Errorf("got %+v", got)
	}
	given := Bounds{1, 2, 3, 4, 5, 6}
	if got := given.filled(); got != given {
		t.Errorf("got %+v", got)
	}
}

func TestHeadIsAnsweredAsGet(t *testing.T) {
	t.Parallel()
	s := New(Options{World: memory(), Roots: []string{"/p"}, Global: session.NewGlobal("")})
	for method, status := range map[string]int{"HEAD": 200, "GET": 200, "DELETE": 405} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "/system-prompt", nil)
		r.Host = "localhost"
		s.ServeHTTP(w, r)
		if w.Code != status || (w.Header().Get("Allow") == "GET, PUT") != (status == 405) {
			t.Errorf("%s: %d %v", method, w.Code, w.Header())
		}
	}
}

func TestConversationsOfAnOddProfile(t *testing.T) {
	t.Parallel()
	r := serve(t)
	put := func(id string, at session.Location, d session.Draft) {
		if _, _, err := r.service.Store.Prompt(context.Background(), id, at, func(context.Context) (session.Draft, error) { return d, nil }); err != nil {
			t.Fatal(err)
		}
	}
	put("odd", session.Location{Cwd: "/p", Host: "box"}, session.Draft{Text: "x", Profile: "codebolt"})
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	kept, err := r.service.Store.Get(context.Background(), "odd")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.service.served(gone, kept); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	put("out", session.Location{Cwd: "/secret", Host: "box"}, session.Draft{Text: "x", Profile: "template"})
	if got := r.want(403, "GET", "/conversations/out", ""); got.json["detail"] != "the conversation's directory is not served here" {
		t.Errorf("got %s", got.text)
	}
	// An id that is not allowed, a version that is not a number, and a prompt that cannot be
	// built.
	r.want(400, "POST", "/conversations/a%0Ab/prompt", "")
	r.want(200, "POST", "/conversations/c/prompt", `{"profile":"template"}`)
	for _, version := range []string{"x", "0", "-1", "1.5"} {
		if got := r.want(400, "GET", "/conversations/c?version="+version, ""); got.json["detail"] != "version must be a number from 1" {
			t.Errorf("%s: %s", version, got.text)
		}
	}
	r.want(404, "GET", "/conversations/c?version=2", "")
	r.want(422, "POST", "/conversations/bad/prompt", `{"profile":"openagentic"}`)
	for _, body := range []string{`{"cwd":"/secret"}`, `{"cwd":"/p/none"}`, `{"cwd":"p"}`, `{"cwd":"/p/AGENTS.md"}`} {
		if got := r.call("POST", "/conversations/c/compact", body); got.status != 400 && got.status != 403 {
			t.Errorf("%s: %d %s", body, got.status, got.text)
		}
	}
	r.want(400, "POST", "/conversations/c/prompt", `{"template":"x"}`)
	r.want(400, "POST", "/conversations/c/compact", `{"template":"x"}`)
}

func TestDirectoriesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	w := memory()
	s := New(Options{World: w, Roots: []string{"/p"}})
	w.Dir("/p/locked/in").Mode("/p/locked", 0o600)
	for cwd, want := range map[string]string{
		"p": "cwd must be an absolute path with slashes", "/secret": "cwd is in no directory that is served here", "/p/none": "cwd: no such directory",
		"/p/AGENTS.md": "cwd is not a directory", "/p/locked/in": "cwd: permission denied", "/p": "<nil>", "/p/./sub": "<nil>",
	} {
		at := cwd
		if err := s.directory(&at); fmt.Sprint(err) != want || want == "<nil>" && at != facts.Clean(cwd) {
			t.Errorf("%s: %v, %s", cwd, err, at)
		}
	}
}

func TestARootedWorldPassesErrorsOn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	w := memory().Throw("/p/bad.md", nil).GitThrow(nil)
	r := newRooted(w, []string{"/p", "/p/sub", "/none"})
	if _, err := r.Readlink("/secret/key"); !errors.Is(err, facts.ErrRefused) {
		t.Errorf("Readlink: %v", err)
	}
	for _, args := range [][]string{{"status"}, {"log"}} {
		if _, err := r.Git(ctx, "/p", args...); !errors.Is(err, facts.ErrNoGit) {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, err := r.ReadDir("/p/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadDir: %v", err)
	}
	for path, want := range map[string]string{"/p": "/p", "/p/sub/x": "/p", "/none/x": "/none", "/q": "", "/pq": ""} {
		if got := r.rootOf(path); got != want || r.within(path) != (want != "") {
			t.Errorf("%s: %q", path, got)
		}
	}
	if !slices.Equal(r.roots, []string{"/p", "/p/sub", "/none"}) || r.Unwrap() != facts.World(w) {
		t.Errorf("roots %q", r.roots)
	}
	// A status outside a repository, or of named files, is passed on to git unchanged.
	plain := memory().OnGit("/p", "status --short -- x", facts.GitAnswer{Stdout: "named"}).OnGit("/p", "status", facts.GitAnswer{Stdout: "all"})
	rooted := newRooted(plain, []string{"/p"})
	for want, args := range map[string][]string{"named": {"status", "--short", "--", "x"}, "all": {"status"}} {
		if answer, err := rooted.Git(ctx, "/p", args...); answer.Stdout != want || err != nil {
			t.Errorf("%v: %+v, %v", args, answer, err)
		}
	}
}

// everythingFails is a listener that accepts nothing.
type everythingFails struct{ net.Listener }

func (everythingFails) Accept() (net.Conn, error) { return nil, errors.New("boom") }

func TestListeningAndStopping(t *testing.T) {
	t.Parallel()
	if l, err := Listen("odd address", ""); l != nil || err == nil {
		t.Errorf("an odd address: %v", err)
	}
	if l, err := Listen("192.0.2.1:0", ""); l != nil || !errors.Is(err, ErrNeedsToken) {
		t.Errorf("an address of other machines: %v", err)
	}
	l, err := Listen("127.0.0.1:0", "")
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{World: memory(), Roots: []string{"/p"}, Global: session.NewGlobal(filepath.Join(t.TempDir(), "x")), Bounds: Bounds{Stop: time.Nanosecond}})
	if err := s.Serve(context.Background(), everythingFails{l}); err == nil || err.Error() != "boom" {
		t.Errorf("a listener that fails: %v", err)
	}
	_ = l.Close()
	// The handler of this request has not returned when the service stops.
	if l, err = Listen("127.0.0.1:0", ""); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	begun, release := make(chan bool), make(chan bool)
	defer close(release)
	s.handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(begun); <-release })
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	<-begun
	cancel()
	if err := <-done; err == nil || err.Error() != "requests were still running after 1ns: context deadline exceeded" {
		t.Errorf("stopped late: %v", err)
	}
}

func TestRequestsThatCannotBeRendered(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "system-prompt.md")
	if err := os.WriteFile(broken, []byte("\xff\xfeu\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := serve(t, func(o *Options) { o.Global = session.NewGlobal(broken) })
	for _, path := range []string{"/render", "/conversations/c/prompt"} {
		if got := r.want(503, "POST", path, "{}"); !strings.Contains(got.text, "the global template cannot be read") {
			t.Errorf("%s: %s", path, got.text)
		}
	}
	for body, want := range map[string]string{`{"template":1}`: "template must be a string", `{"cwd":1}`: "cwd must be a string", `{"profile":"none"}`: "profile: ", `{"scenario":"x"}`: "scenario: "} {
		if got := r.want(400, "POST", "/render", body); !strings.HasPrefix(got.json["detail"].(string), want) {
			t.Errorf("%s: %s", body, got.text)
		}
	}
	for size, want := range map[int]error{maxTemplate: nil, maxTemplate + 1: tooLarge} {
		q := httptest.NewRequest("POST", "/render", strings.NewReader(`{"template":"`+strings.Repeat("x", size)+`"}`))
		if a, err := r.service.readRenderRequest(q, renderMembers); err != want || err == nil && len(*a.template) != size {
			t.Errorf("a template of %d bytes: %v", size, err)
		}
	}
	// A URL does not name a file of this machine. A link to the home counts as the home.
	s := r.service
	named := func(files ...string) error {
		var a renderRequest
		a.scenario.InstructionFiles = files
		return s.named(a)
	}
	if err := named("https://x/rules.md", "http://x", "a.md", "/q/b.md"); err != nil {
		t.Errorf("served files: %v", err)
	}
	for _, file := range []string{"~/x", "../x", "/secret/key", "ftp://../x"} {
		if err := named(file); err == nil || err.Error() != fmt.Sprintf("scenario: instruction_files: %q is in no directory that is served here", file) {
			t.Errorf("%s: %v", file, err)
		}
	}
	linked := newAgentWorld(newRooted(memory().Dir("/real").Link("/home/u", "/real"), []string{"/p"}), true)
	for name, want := range map[string]bool{"/home/u/.claude/x": true, "/real/.claude/x": true, "/home/u": true, "/home/u/.ssh": false, "/real/.ssh": false, "/AGENTS.md": true, "/AGENTS.md/x": true,
		"/notes": false, "/p/x": false, "/etc/codex/x": true} {
		if got := linked.lets(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	closed := newAgentWorld(newRooted(memory(), []string{"/p"}), false)
	if closed.lets("/AGENTS.md") || closed.needsHome("p") != nil || closed.lets("/home/u/.claude/a") || closed.lets("/home/u/.codex") {
		t.Error("a closed home was opened")
	}
	if refusal := closed.needsHome("p"); refusal == nil || refusal.Reason != "needs --home" || refusal.Problems[0].File != "/home/u/.claude/a" ||
		refusal.Problems[0].Message != "p reads settings outside the served directories, which this service may not read" {
		t.Errorf("refusal %+v", refusal)
	}
	w := httptest.NewRecorder()
	if (&noting{ResponseWriter: w}).Unwrap() != http.ResponseWriter(w) {
		t.Error("the writer below is not found")
	}
}
