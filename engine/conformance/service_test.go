package conformance

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/service"
	"galley/engine/session"
)

// step is one step of a service case.
type step struct {
	Op, Conv, Cwd, Template, Path, Text, Now string
	Ctx                                      struct{ Model, ConversationID, WorkspaceID string }
}

// bench is a service with an empty store, and the world that it reads.
type bench struct {
	t       *testing.T
	world   *facts.Memory
	store   *session.Store
	global  *session.Global
	service http.Handler
}

// judgeService runs the steps through the HTTP API.
func judgeService(t *testing.T, c Case) {
	var steps []step
	var initial map[string]string
	var now string
	Member(t, c.Input, "steps", &steps)
	Member(t, c.Input, "initialFiles", &initial)
	Member(t, c.Input, "initialNow", &now)

	dir := t.TempDir()
	b := &bench{t: t, world: facts.NewMemory().Env("HOME", "/home/u").SetPlatform("darwin").GitThrow(nil),
		store: session.New(filepath.Join(dir, "state")), global: session.NewGlobal(filepath.Join(dir, "system-prompt.md"))}
	defer func() { _ = b.store.Close() }()
	for name, text := range initial {
		b.world.File(name, text)
	}
	b.clock(now)
	b.service = service.New(service.Options{World: b.world, Roots: []string{"/"}, Store: b.store, Global: b.global})

	var results []any
	Member(t, c.Expect, "results", &results)
	if len(results) != len(steps) {
		t.Fatalf("%d results of %d steps", len(results), len(steps))
	}
	for i, s := range steps {
		if got := b.do(s); !reflect.DeepEqual(got, results[i]) {
			t.Errorf("step %d, %s:\n got %v\nwant %v", i+1, s.Op, got, results[i])
		}
	}
	var keys []string
	if Member(t, c.Expect, "storedKeys", &keys) && !slices.Equal(b.keys(), keys) {
		t.Errorf("stored\n got %q\nwant %q", b.keys(), keys)
	}
}

func (b *bench) clock(now string) {
	at, err := time.Parse(time.RFC3339Nano, now)
	if err != nil {
		b.t.Fatal(err)
	}
	b.world.Clock(at)
}

// do runs one step and returns its result as decoded JSON; nil stands for null.
func (b *bench) do(s step) any {
	b.t.Helper()
	if s.Cwd != "" {
		b.world.Dir(s.Cwd)
	}
	conversation := "/conversations/" + url.PathEscape(s.Conv)
	body := map[string]any{"cwd": s.Cwd}
	if s.Ctx.Model != "" {
		body["model"] = "/" + s.Ctx.Model // the whole string is the model's name
	}
	switch s.Op {
	case "getTemplate":
		return b.text(b.ask("GET", "/system-prompt", nil), "template")
	case "setTemplate":
		b.ask("PUT", "/system-prompt", map[string]any{"template": s.Template})
	case "construct":
		body["workspace"] = s.Ctx.WorkspaceID
		if b.ask("GET", conversation, nil) != nil {
			return b.text(b.ask("POST", conversation+"/compact", body), "text")
		}
		return b.text(b.ask("POST", conversation+"/prompt", body), "text")
	case "meta":
		return b.meta(b.ask("GET", conversation, nil))
	case "get":
		return b.text(b.ask("GET", conversation, nil), "text")
	case "resolveText":
		body["template"] = s.Template
		body["scenario"] = map[string]any{"conversation_id": s.Ctx.ConversationID, "workspace_id": s.Ctx.WorkspaceID}
		return b.text(b.ask("POST", "/render", body), "text")
	case "write":
		b.world.File(s.Path, s.Text)
	case "remove":
		b.world.Remove(s.Path)
	case "now":
		b.clock(s.Now)
	default:
		b.t.Fatalf("unknown step %q", s.Op)
	}
	return nil
}

// ask sends a request. It returns nil for a conversation that is not stored.
func (b *bench) ask(method, path string, body map[string]any) map[string]any {
	b.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	if body == nil {
		data = nil
	}
	answer := httptest.NewRecorder()
	b.service.ServeHTTP(answer, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(string(data))))
	if answer.Code == http.StatusNotFound {
		return nil
	}
	var out map[string]any
	if err := json.Unmarshal(answer.Body.Bytes(), &out); err != nil || answer.Code != http.StatusOK {
		b.t.Fatalf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	return out
}

func (b *bench) text(answer map[string]any, name string) any { return answer[name] }

// meta returns what is stored about a conversation, under the names that the cases use. The
// computer is null if it is this one.
func (b *bench) meta(answer map[string]any) any {
	if answer == nil {
		return nil
	}
	computer := answer["host"]
	if own, _ := b.world.Hostname(); computer == own {
		computer = nil
	}
	return map[string]any{"prompt": answer["text"], "cwd": answer["cwd"], "computerId": computer}
}

// keys lists the keys of all stored values, under the names that the cases use.
func (b *bench) keys() []string {
	keys := []string{}
	all, err := b.store.List(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range all {
		keys = append(keys, "resolved:"+c.ID, "resolved-cwd:"+c.ID, "resolved-computer:"+c.ID)
	}
	if _, stored, err := b.global.Text(); err != nil {
		b.t.Fatal(err)
	} else if stored {
		keys = append(keys, "template")
	}
	slices.Sort(keys)
	return keys
}
