package capture

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestIdentifiersAreMaskedEverywhere(t *testing.T) {
	const id = "c12c398d-62b2-42e8-929f-d6db98dfc45f"
	body := `{"metadata":{"user_id":"{\"device_id\":\"bf68432477a7c2d482ad1c6338b29c3b\",\"session_id\":\"` + id + `\"}"},
		"system":[{"text":"log in /tmp/` + id + `/x; cc_entrypoint=cli; cch=a1b2c;"}],"messages":[{"content":"example: {\"session_id\":\"abc123\"} and abc123"}]}`
	got := string(Mask([]byte(body)))
	for _, secret := range []string{id, "bf68432477a7c2d482ad1c6338b29c3b", "a1b2c;"} {
		if strings.Contains(got, secret) {
			t.Errorf("%s is shown: %s", secret, got)
		}
	}
	if !strings.Contains(got, `{\"session_id\":\"abc123\"} and abc123`) {
		t.Errorf("an example in a text was masked as an identifier: %s", got)
	}
	if again := string(Mask([]byte(got))); again != got {
		t.Errorf("masking twice: %s", again)
	}
}

const mainBody = `{"model":"m","system":"S","tools":[{"name":"t","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"hello"}]}`
const sideBody = `{"model":"m","system":"S","messages":[{"role":"user","content":"a title"}]}`
const chatBody = `{"model":"n","tools":[{"type":"function","function":{"name":"t","parameters":{"type":"object"}}}],"messages":[{"role":"system","content":"S"},{"role":"user","content":"hello"}]}`

func TestRecordedRequestsAreReadInEveryForm(t *testing.T) {
	quote := func(s string) string {
		return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) + `"`
	}
	har := `{"log":{"entries":[
		{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"https://api.anthropic.com/v1/models","headers":[]}},
		{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"POST","url":"https://api.anthropic.com/v1/messages?beta=true","headers":[{"name":"User-Agent","value":"claude-cli/2.1.332 (external)"},{"name":"X-Api-Key","value":"sk-secret"}],"postData":{"text":` + quote(sideBody) + `}}},
		{"startedDateTime":"2026-01-02T03:04:06Z","request":{"method":"POST","url":"https://api.anthropic.com/v1/messages?beta=true","headers":[{"name":"User-Agent","value":"claude-cli/2.1.332 (external)"}],"postData":{"text":` + quote(mainBody) + `}}},
		{"startedDateTime":"2026-01-02T03:04:07Z","request":{"method":"POST","url":"https://api.openai.com/v1/chat/completions","headers":[{"name":"User-Agent","value":"QwenCode/0.24.4"}],"postData":{"text":` + quote(chatBody) + `}}}]}}`
	for name, one := range map[string]struct {
		data string
		main int
		all  int
	}{
		"a body":                     {mainBody, 1, 1},
		"a body with a byte mark":    {"\xef\xbb\xbf" + mainBody, 1, 1},
		"HAR with two agents":        {har, 2, 3},
		"JSON lines of bodies":       {sideBody + "\n" + mainBody + "\n\n", 1, 2},
		"JSON lines of a recorder":   {`{"method":"POST","path":"/v1/messages","body":` + mainBody + "}\n" + `{"request":{"method":"POST","url":"http://x/v1/messages","body":` + quote(sideBody) + `}}`, 1, 2},
		"what Codex prints":          {`[{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions"}]}]`, 1, 1},
		"a line without any request": {`{"event":"start"}` + "\n" + mainBody, 1, 1},
	} {
		got, err := ReadRequests([]byte(one.data))
		main := 0
		for _, r := range got {
			if r.Why == "" {
				main++
			}
			if r.Request == nil || r.Header["x-api-key"] != "" {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if err != nil || main != one.main || len(got) != one.all {
			t.Errorf("%s: %d main of %d, %v", name, main, len(got), err)
		}
	}
}

func TestCompressedRequestsAreReadWithinALimit(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(mainBody))
	z.Close()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"gzip": zipped.Bytes(), "zstd": enc.EncodeAll([]byte(mainBody), nil)} {
		if got, err := ReadRequests(data); err != nil || len(got) != 1 || string(got[0].Body) != mainBody {
			t.Errorf("%s: %v %v", name, got, err)
		}
		if _, err := ReadRequests(data[:len(data)-9]); err == nil {
			t.Errorf("a truncated %s was read", name)
		}
	}
	bomb := enc.EncodeAll(make([]byte, 65<<20), nil)
	if _, err := ReadRequests(bomb); err == nil || !strings.Contains(err.Error(), "unpack") {
		t.Errorf("65 MB from %d bytes: %v", len(bomb), err)
	}
}

func TestInvalidRequestsAreReported(t *testing.T) {
	for data, want := range map[string]string{
		"":                              "empty",
		"{}":                            "contains no request",
		"[1,2]":                         "contains no request",
		"{\n\"a\": 1,\n}":               "line 3",
		mainBody + "\n" + mainBody[:50]: "line 2 is not JSON",
		`{"log":{"entries":[{"request":{"method":"GET","url":"https://x/"}}]}}`: "is a request to a provider",
	} {
		if _, err := ReadRequests([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", data, err)
		}
	}
}
