package service

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/report"
	"galley/engine/scenario"
	"galley/engine/session"
	"galley/engine/template"
)

func TestTheGlobalTemplateIsReadAndStored(t *testing.T) {
	r := serve(t)
	if got := r.want(200, "GET", "/system-prompt", ""); got.json["template"] != template.Default || len(got.json) != 1 {
		t.Errorf("none stored: %s", got.text)
	}
	for _, text := range []string{"one\r\n<&> \u2028 é\x00", "", "[file:AGENTS.md]"} {
		if got := r.want(200, "PUT", "/system-prompt", `{"template":`+quoted(text)+`}`); got.json["template"] != text || len(got.json) != 1 {
			t.Errorf("PUT %q: %s", text, got.text)
		}
		if got := r.want(200, "GET", "/system-prompt", ""); got.json["template"] != text {
			t.Errorf("GET after %q: %s", text, got.text)
		}
		if data, err := os.ReadFile(r.service.Global.Path()); err != nil || string(data) != text {
			t.Errorf("the file that galley edits: %q, %v", data, err)
		}
	}
	if err := os.WriteFile(r.service.Global.Path(), []byte("edited"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := r.want(200, "GET", "/system-prompt", ""); got.json["template"] != "edited" {
		t.Errorf("an edit of the file: %s", got.text)
	}
}

func TestInvalidTemplateIsRejected(t *testing.T) {
	r := serve(t)
	for _, body := range []string{
		``, `{}`, `{"template":null}`, `{"template":1}`, `{"template":["x"]}`, `{"template":{}}`, `{"Template":"x"}`, `null`, `[]`, `"x"`,
		`{"template":"x"`, `{"template":"x"} y`, "{\"template\":\"\xff\"}", `template=x`,
	} {
		if got := r.want(400, "PUT", "/system-prompt", body); got.json["error"] != "bad-request" || got.json["detail"] == "" {
			t.Errorf("%q: %s", body, got.text)
		}
	}
	r.want(413, "PUT", "/system-prompt", `{"template":"`+strings.Repeat("x", maxTemplate+1)+`"}`)
	if got := r.want(200, "GET", "/system-prompt", ""); got.json["template"] != template.Default {
		t.Errorf("a template was stored: %s", got.text)
	}
	r.want(400, "PUT", "/system-prompt", `{"template":"x","more":"is not known"}`)
}

func TestAStoreThatCannotBeUsedIsUnavailable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log safeBuffer
	r := serve(t, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
		o.Store = session.New(filepath.Join(file, "below"))
		o.Global = session.NewGlobal(filepath.Join(file, "below"))
	})
	r.want(503, "PUT", "/system-prompt", `{"template":"x"}`)
	r.want(400, "PUT", "/system-prompt", `{}`)
	r.want(503, "POST", "/conversations/c/prompt", "")
	r.want(503, "POST", "/conversations/c/compact", "")
	if got := r.want(503, "GET", "/conversations/c", ""); got.json["error"] != "unavailable" {
		t.Errorf("got %s", got.text)
	}
	r.want(200, "GET", "/system-prompt/variables", "")
	if got := log.String(); !strings.Contains(got, `level=WARN msg="cannot answer"`) || strings.Contains(got, "level=ERROR") {
		t.Errorf("an unavailable store is a warning, not a fault of galley:\n%s", got)
	}
}

func TestCatalogueIsConstant(t *testing.T) {
	got := serve(t).want(200, "GET", "/system-prompt/variables", "").json["variables"].([]any)
	var keys []string
	for _, v := range got {
		row := v.(object)
		keys = append(keys, fmt.Sprint(row["type"], ":", row["name"], " ", row["dynamic"]))
	}
	want := []string{
		"system:time false", "system:date false", "system:os false", "system:hostname false", "prompt:cwd false", "prompt:model false",
		"prompt:conversation_id false", "prompt:workspace_id false", "git:branch false", "git:status false", "file:<path> true",
	}
	if !reflect.DeepEqual(keys, want) {
		t.Errorf("got %q", keys)
	}
	if d := got[0].(object)["description"]; d != "Current time (ISO 8601)" {
		t.Errorf("description %q", d)
	}
}

func TestRenderingIsWhatTheWorkbenchShows(t *testing.T) {
	r := serve(t)
	text := "[file:AGENTS.md][prompt:cwd] [prompt:model] [prompt:workspace_id] [note: gone]"
	got := r.want(200, "POST", "/render", `{"template":`+quoted(text)+`,"model":"anthropic/opus","scenario":{"workspace_id":"w"},"cwd":"/q"}`)
	if got.json["text"] != "Others.\n/q opus w " || got.json["model"] != "opus" {
		t.Errorf("got %s", got.text)
	}
	res, err := engine.New(r.world).Render(context.Background(), engine.Request{
		Template: engine.Template{Text: text}, Cwd: "/q", Config: config.Default(), Provider: "anthropic", Model: "opus",
		Scenario: scenario.Scenario{WorkspaceID: "w"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(report.RenderOf(res))
	if err != nil {
		t.Fatal(err)
	}
	var shape object
	if err := json.Unmarshal(want, &shape); err != nil || !reflect.DeepEqual(got.json, shape) {
		t.Errorf("got  %s\nwant %s", got.text, want)
	}
	if _, err := r.service.Store.Get(context.Background(), "c"); err == nil {
		t.Error("a prompt was stored")
	}
}

func TestRequestDefaultsComeFromTheProject(t *testing.T) {
	r := serve(t)
	text := func(body string) any { return r.want(200, "POST", "/render", body).json["text"] }
	if got := text(""); !strings.Contains(got.(string), "Rules.\n") || !strings.Contains(got.(string), "directory is /p.") {
		t.Errorf("the default template in the first root: %q", got)
	}
	r.want(200, "PUT", "/system-prompt", `{"template":"global [prompt:cwd]"}`)
	if got := text("{}"); got != "global /p" {
		t.Errorf("the global template: %q", got)
	}
	r.world.File("/p/.galley/system-prompt.md", "own [prompt:model] [prompt:workspace_id]").
		File("/p/.galley/config.toml", "model = 'a/from-config'").File("/p/.galley/scenario.toml", "workspace_id = 'from-scenario'")
	if got := text("{}"); got != "own from-config from-scenario" {
		t.Errorf("the project's own template: %q", got)
	}
	if got := text(`{"template":"","cwd":"/q"}`); got != "" {
		t.Errorf("an empty template: %q", got)
	}
}

func TestInvalidRequestsAreRejected(t *testing.T) {
	r := serve(t)
	for body, why := range map[string]string{
		`{"cwd":"relative"}`: "absolute", `{"cwd":"/p/nowhere"}`: "no such", `{"cwd":"/p/AGENTS.md"}`: "not a directory", `{"cwd":7}`: "string",
		`{"profile":"opencod"}`: "unknown profile", `{"model":[]}`: "string", `{"templat":"x"}`: "templat", `{"scenario":"x"}`: "scenario",
		`{"scenario":{"modle":"x"}}`: "modle", `{"scenario":{"auth":"x"}}`: "auth",
	} {
		if got := r.want(400, "POST", "/render", body); !strings.Contains(fmt.Sprint(got.json["detail"]), why) {
			t.Errorf("%s: %s", body, got.text)
		}
	}
	r.want(400, "POST", "/conversations/c/prompt", `{"template":"x"}`)
	r.want(400, "POST", "/conversations/c/prompt", `{"append":"x"}`)
	r.want(400, "POST", "/conversations/a%0Ab/prompt", ``)
	r.want(400, "GET", "/conversations/"+strings.Repeat("x", 201), "")
	r.want(404, "GET", "/", "")
	r.want(404, "GET", "/conversations/a/b", "")
	if got := r.want(405, "DELETE", "/system-prompt", ""); got.header.Get("Allow") != "GET, PUT" {
		t.Errorf("allowed: %q", got.header.Get("Allow"))
	}
	r.want(405, "GET", "/render", "")
}

func TestAConversationKeepsItsPrompt(t *testing.T) {
	r := serve(t)
	r.want(200, "PUT", "/system-prompt", `{"template":"one [prompt:conversation_id] [prompt:workspace_id] [prompt:model] [file:AGENTS.md]"}`)
	first := r.want(200, "POST", "/conversations/c%2F1/prompt", `{"workspace":"w","model":"anthropic/opus"}`)
	if first.json["text"] != "one c/1 w opus Rules.\n" || first.json["reused"] != false || first.json["reason"] != "first" || first.json["host"] != "box" {
		t.Fatalf("got %s", first.text)
	}
	r.want(200, "PUT", "/system-prompt", `{"template":"two [prompt:model] [prompt:workspace_id] [file:AGENTS.md]"}`)
	r.world.File("/p/AGENTS.md", "New rules.")
	again := r.want(200, "POST", "/conversations/c%2F1/prompt", "")
	if again.json["text"] != first.json["text"] || again.json["reused"] != true || again.json["digest"] != first.json["digest"] {
		t.Errorf("reuse: %s", again.text)
	}
	compacted := r.want(200, "POST", "/conversations/c%2F1/compact", `{"append":"so far: x"}`)
	if compacted.json["text"] != "two opus w New rules." || compacted.json["sent"] != "two opus w New rules.\n\nso far: x" || compacted.json["reason"] != "compaction" {
		t.Errorf("compaction: %s", compacted.text)
	}
	moved := r.want(200, "POST", "/conversations/c%2F1/prompt", `{"cwd":"/q"}`)
	if moved.json["text"] != "two opus w Others.\n" || moved.json["reason"] != "moved" || moved.json["reused"] != false {
		t.Errorf("another directory: %s", moved.text)
	}
	if got := r.want(200, "POST", "/conversations/c%2F1/prompt", `{"scenario":{"hostname":"other"}}`); got.json["reason"] != "moved" || got.json["host"] != "other" || got.json["cwd"] != "/q" {
		t.Errorf("another host: %s", got.text)
	}
	now := r.want(200, "GET", "/conversations/c%2F1", "")
	if now.json["version"] != 4.0 || len(now.json["versions"].([]any)) != 4 {
		t.Errorf("got %s", now.text)
	}
	if old := r.want(200, "GET", "/conversations/c%2F1?version=1", ""); old.json["text"] != first.json["text"] {
		t.Errorf("the first prompt: %s", old.text)
	}
	r.want(404, "GET", "/conversations/c%2F1?version=5", "")
	r.want(400, "GET", "/conversations/c%2F1?version=x", "")
	r.want(404, "GET", "/conversations/other", "")
	r.want(404, "POST", "/conversations/other/compact", "")
}

func TestTheEmptyPromptIsKeptToo(t *testing.T) {
	r := serve(t)
	r.want(200, "PUT", "/system-prompt", `{"template":""}`)
	r.want(200, "POST", "/conversations/c/prompt", "")
	r.want(200, "PUT", "/system-prompt", `{"template":"x"}`)
	got := r.want(200, "POST", "/conversations/c/prompt", "")
	if got.json["text"] != "" || got.json["reused"] != true || len(got.json["messages"].([]any)) != 0 {
		t.Errorf("got %s", got.text)
	}
}

func TestNothingOutsideTheServedDirectoriesIsRead(t *testing.T) {
	r := serve(t, func(o *Options) { o.Roots = []string{"/p"} })
	r.world.Link("/p/way-out", "/secret").Link("/p/key", "/secret/key").Link("/p/in", "/p/sub/x.md").File("/etc/os-release", "ID=x")
	for name, want := range map[string]string{
		"/secret/key": "", "../secret/key": "", "way-out/key": "", "key": "", "/etc/os-release": "", "/home/u/.config/galley/config.toml": "",
		"in": "x", "/p/sub/x.md": "x", "sub/../sub/x.md": "x",
	} {
		body := `{"template":` + quoted("[file:"+name+"]") + `}`
		if want == "" { // the policy hides the only text, so the prompt is missing
			if got := r.want(422, "POST", "/render", body); got.json["reason"] != "unreadable" || strings.Contains(got.text, "s3cret") {
				t.Errorf("%s: %s", name, got.text)
			}
			continue
		}
		if got := r.want(200, "POST", "/render", body); got.json["text"] != want {
			t.Errorf("%s: %q", name, got.json["text"])
		}
	}
	for _, cwd := range []string{"/secret", "/", "/p/../secret", "/p/way-out"} {
		r.want(403, "POST", "/render", `{"cwd":`+quoted(cwd)+`}`)
		r.want(403, "POST", "/conversations/c/prompt", `{"cwd":`+quoted(cwd)+`}`)
	}
	r.want(404, "GET", "/conversations/c", "")
}

func TestPromptOfAnotherDirectoryIsNotServed(t *testing.T) {
	r := serve(t, func(o *Options) { o.Roots = []string{"/p"} })
	build := func(context.Context) (session.Draft, error) { return session.Draft{Text: "s3cret"}, nil }
	for _, host := range []string{"box", "other"} {
		if _, _, err := r.service.Store.Prompt(context.Background(), "at "+host, session.Location{Cwd: "/secret", Host: host}, build); err != nil {
			t.Fatal(err)
		}
		for _, call := range [][2]string{{"GET", ""}, {"POST", "/prompt"}, {"POST", "/compact"}} {
			if got := r.want(403, call[0], "/conversations/at%20"+host+call[1], ""); strings.Contains(got.text, "s3cret") {
				t.Errorf("%v served it: %s", call, got.text)
			}
		}
		if v, err := r.service.Store.Versions(context.Background(), "at "+host); err != nil || len(v) != 1 {
			t.Errorf("a version was added: %+v, %v", v, err)
		}
	}
	if got := r.want(200, "POST", "/conversations/at%20box/prompt", `{"cwd":"/p"}`); got.json["version"] != 2.0 {
		t.Errorf("moved to a served directory: %s", got.text)
	}
	r.want(403, "GET", "/conversations/at%20box?version=1", "")
}

func TestManyClientsNeverSeeHalfATemplate(t *testing.T) {
	r := serve(t)
	r.client.Transport = &http.Transport{MaxConnsPerHost: 100}
	texts := map[string]bool{template.Default: true}
	for i := range 10 {
		texts[strings.Repeat(fmt.Sprint(i), 20_000)] = true
	}
	var wait sync.WaitGroup
	for i := range 1000 {
		wait.Go(func() {
			if i%2 == 0 {
				r.want(200, "PUT", "/system-prompt", `{"template":"`+strings.Repeat(fmt.Sprint(i/2%10), 20_000)+`"}`)
				return
			}
			if got := r.want(200, "GET", "/system-prompt", ""); !texts[got.json["template"].(string)] {
				t.Errorf("a partial read of %d bytes", len(got.text))
			}
		})
	}
	wait.Wait()
}

func TestManyClientsOfOneConversationGetOnePrompt(t *testing.T) {
	r := serve(t)
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			r.want(200, "PUT", "/system-prompt", fmt.Sprintf(`{"template":"%d"}`, i))
			r.want(200, "POST", "/conversations/c/prompt", "")
		})
	}
	wait.Wait()
	if got := r.want(200, "GET", "/conversations/c", ""); got.json["version"] != 1.0 {
		t.Errorf("got %s", got.text)
	}
}

func TestRequestOverTheBudgetIsUnprocessable(t *testing.T) {
	r := serve(t)
	r.world.File("/p/big.txt", strings.Repeat("x", 1<<20))
	body := `{"template":` + quoted(strings.Repeat("[file:big.txt]", 100)) + `}`
	got := r.want(422, "POST", "/render", body)
	if got.json["error"] != "unprocessable" || got.json["reason"] != "over-budget" || len(got.json["problems"].([]any)) != 1 {
		t.Errorf("got %s", got.text)
	}
	// For a conversation, no prompt is built and nothing is stored.
	r.want(200, "PUT", "/system-prompt", body)
	if got := r.want(422, "POST", "/conversations/c/prompt", ""); got.json["reason"] != "over-budget" {
		t.Errorf("got %s", got.text)
	}
	r.want(404, "GET", "/conversations/c", "")
}
