package capture

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/capture/start"
)

// Which of several captures of one directory is chosen, and which are skipped.
func TestWhichCaptureIsChosen(t *testing.T) {
	s := Store{t.TempDir()}
	save := func(version string, mode start.Mode, hours int, change func(c *Capture)) string {
		c := made("codex", version, day.Add(time.Duration(hours)*time.Hour))
		c.Mode, c.Project, c.Cwd, c.Attribution = mode, "/p", "/p/d", &Attribution{}
		if change != nil {
			change(c)
		}
		if err := s.Save(c); err != nil {
			t.Fatal(err)
		}
		return c.ID
	}
	id := func(c *Capture) string {
		if c == nil {
			return ""
		}
		return c.ID
	}
	oldTalk := save("1", start.Interactive, 1, nil)
	talk := save("2", start.Interactive, 2, nil)
	once := save("2", start.Headless, 3, nil)
	newer := save("3", start.Headless, 4, nil)
	save("3", start.Interactive, 5, func(c *Capture) { c.Agent = "claude-code" })
	save("3", start.Interactive, 5, func(c *Capture) { c.Project = "/q" })
	save("3", start.Interactive, 5, func(c *Capture) { c.Cwd = "/p" })
	save("3", start.Interactive, 5, func(c *Capture) { c.Subagent = "helper" })
	if got := id(s.Newest("codex", "/p", "/p/d")); got != newer {
		t.Errorf("the newest is %s, want %s", got, newer)
	}
	if err := s.Forget(newer); err != nil {
		t.Fatal(err)
	}
	if got := id(s.Newest("codex", "/p", "/p/d")); got != talk {
		t.Errorf("of one version the interactive one is chosen: %s, want %s", got, talk)
	}
	for mode, want := range map[start.Mode]string{start.Headless: once, start.Interactive: talk} {
		if got := id(s.NewestIn("codex", "/p", "/p/d", mode)); got != want {
			t.Errorf("the newest with the mode %s is %s, want %s", mode, got, want)
		}
	}
	if s.Newest("codex", "/p", "/none") != nil || s.NewestIn("none", "/p", "/p/d", start.Headless) != nil {
		t.Error("a capture of another place was chosen")
	}
	// That a body is damaged is noticed only when the body is read.
	for _, one := range []string{talk, once} {
		text, err := os.ReadFile(s.file(one))
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)-1]++
		if err := os.WriteFile(s.file(one), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, damaged := s.Choose("codex", "/p", "/p/d")
	if id(c) != oldTalk || len(damaged) != 2 || damaged[0].ID != talk || damaged[1].ID != once {
		t.Errorf("chosen %s, damaged %v", id(c), damaged)
	}
	if err := s.Forget(oldTalk); err != nil {
		t.Fatal(err)
	}
	if c, damaged := s.Choose("codex", "/p", "/p/d"); c != nil || len(damaged) != 2 {
		t.Errorf("chosen %s, damaged %v", id(c), damaged)
	}
	if c, damaged := (Store{filepath.Join(s.Dir, "none")}).Choose("codex", "/p", "/p/d"); c != nil || damaged != nil {
		t.Errorf("of no store %v, %v", c, damaged)
	}
	if got := agentOf("claude-code-20260102-030405-ab12"); got != "claude-code" {
		t.Errorf("the agent is %s", got)
	}
	if agentOf("a-b-c") != "" || agentOf("a") != "" {
		t.Error("an agent of a short id")
	}
}

// Requests can be recorded in several ways. Each row is a file with one of them, and what galley
// reports about its requests.
func TestWhatIsReadOfRecordedRequests(t *testing.T) {
	const tool = `"tools":[{"type":"function","function":{"name":"a"}}]`
	const chat = `{"messages":[{"role":"user","content":"hi"}],` + tool + `}`
	quoted := strings.NewReplacer(`"`, `\"`).Replace(chat)
	for _, c := range []struct{ name, data, want string }{
		{"a body", chat, "POST /v1/chat/completions openai-chat map[] "},
		{"without tools", `{"messages":[{"role":"user","content":"hi"}]}`, "POST /v1/chat/completions openai-chat map[] it declares no tools"},
		{"without a user", `{"messages":[{"role":"system","content":"hi"}],` + tool + `}`, "POST /v1/chat/completions openai-chat map[] it has no user message"},
		{"for JSON", `{"messages":[{"role":"user","content":"hi"}],"response_format":{"type":"json_object"},` + tool + `}`, "POST /v1/chat/completions openai-chat map[] it demands JSON"},
		{"without messages", `{"messages":[]}`, "POST /v1/chat/completions openai-chat map[] the body cannot be read: the body holds no messages in the form OpenAI Chat Completions"},
		{"of Anthropic", `{"system":"s","messages":[{"role":"user","content":"hi"}]}`, "POST /v1/messages anthropic-messages map[] it declares no tools"},
		{"of Gemini", `{"contents":[{"parts":[{"text":"hi"}]}]}`, "POST /v1beta/models/unknown:generateContent gemini-generate map[] it declares no tools"},
		{"of Responses", `{"input":"hi"}`, "POST /v1/responses openai-responses map[] it declares no tools"},
		{"the input alone", `[{"role":"user","content":[{"type":"input_text","text":"hi"}]}]`, "POST /v1/responses openai-responses map[]  notes [the file contains only the input: base instructions and tools are missing]"},
		{"a list of numbers", `[1,2]`, "!the file is JSON but contains no request: expected a request body, HAR, JSON lines or the output of `codex debug prompt-input`"},
		{"a recorder's line", `{"method":"PUT","path":"/x/chat/completions?key=1","body":` + chat + `,"timestamp":"2026-01-02T03:04:05Z"}`, "PUT /x/chat/completions openai-chat map[]  at 2026-01-02T03:04:05Z"},
		{"a recorder's line within", `{"timestamp":"2026-01-02T03:04:05Z","request":{"url":"https://x/v1/chat/completions?key=1","body":"` + quoted + `"}}`, "POST /v1/chat/completions openai-chat map[]  at 2026-01-02T03:04:05Z"},
		{"a recorder's line with a time within", `{"timestamp":"2026-01-02T03:04:05Z","request":{"timestamp":"2026-02-02T03:04:05Z","body":` + chat + `}}`, "POST /v1/chat/completions openai-chat map[]  at 2026-02-02T03:04:05Z"},
		{"in base64", `{"body":"` + base64.StdEncoding.EncodeToString([]byte(chat)) + `"}`, "POST /v1/chat/completions openai-chat map[] "},
		{"headers", `{"headers":{"User-Agent":"a/1","X-Api-Key":"sk","version":7,"x-app":"` + strings.Repeat("x", 1000) + `","originator":"` + strings.Repeat("x", 1001) + `"},"body":` + chat + `}`, "POST /v1/chat/completions openai-chat map[user-agent:a/1 x-app:" + strings.Repeat("x", 1000) + "] "},
		{"a list of headers", `{"headers":[{"name":"Version","value":"2"},{"name":"Cookie","value":"c"}],"body":` + chat + `}`, "POST /v1/chat/completions openai-chat map[version:2] "},
		{"headers of another kind", `{"headers":"x","body":` + chat + `}`, "POST /v1/chat/completions openai-chat map[] "},
		{"an object without a body", `{"a":1}`, "!the file is JSON but contains no request: expected a request body, HAR, JSON lines or the output of `codex debug prompt-input`"},
		{"a request without a body", `{"request":{"method":"POST"}}`, "!the file is JSON but contains no request: expected a request body, HAR, JSON lines or the output of `codex debug prompt-input`"},
		{"an empty body", `{"path":"/v1/messages","body":""}`, "!the file is JSON but contains no request: expected a request body, HAR, JSON lines or the output of `codex debug prompt-input`"},
		{"lines", chat + "\n\n{\"a\":1}\n" + chat + "\n", "POST /v1/chat/completions openai-chat map[] | POST /v1/chat/completions openai-chat map[] "},
		{"lines without a request", "{\"a\":1}\n\n{\"a\":2}\n", "!none of the 3 lines contains a request"},
		{"a line that is cut", chat + "\n" + chat[:20], "!line 2 is not JSON: the file may be cut short"},
		{"no JSON", "{\n\"a\": x\n}", "!the file is not JSON: line 2: invalid character 'x' looking for beginning of value"},
		{"an archive", `{"log":{"entries":[{"request":{"method":"POST","url":"https://x/v1/messages","postData":{"text":""}}},{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"POST","url":"https://x/v1/chat/completions?a=b","postData":{"text":"` + quoted + `"}}}]}}`, "POST /v1/chat/completions openai-chat map[]  at 2026-01-02T03:04:05Z"},
		{"an archive of other requests", `{"log":{"entries":[{"request":{"method":"GET","url":"https://x/a"}},{"request":{"postData":{"text":"x"}}}]}}`, "!none of the 2 entries in the archive is a request to a provider"},
	} {
		all, err := ReadRequests([]byte(c.data))
		var got []string
		for _, r := range all {
			s := fmt.Sprintf("%s %s %s %v %s", r.Method, r.Path, r.Form, r.Header, r.Why)
			if !r.At.IsZero() {
				s += " at " + r.At.Format(time.RFC3339)
			}
			if r.Request != nil && r.Request.Notes != nil {
				s += fmt.Sprintf(" notes %s", r.Request.Notes)
			}
			got = append(got, s)
		}
		s := strings.Join(got, "| ")
		if err != nil {
			s = "!" + err.Error()
		}
		if s != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, s, c.want)
		}
	}
	if all, err := ReadRequests([]byte(strings.Repeat(chat+"\n", maxRead+1))); err != nil || len(all) != maxRead {
		t.Errorf("%d requests are read, %v", len(all), err)
	}
}
