package capture

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is in the place of the store's directory.
func TestAStoreThatCannotBeReadOrWrittenSaysSo(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := Store{file}
	if err := s.Save(made("codex", "1", day)); err == nil || !strings.HasPrefix(err.Error(), "storing the capture: ") {
		t.Errorf("saving: %v", err)
	}
	if all, damaged, err := s.List(); all != nil || damaged != nil || err == nil || !strings.HasPrefix(err.Error(), "listing captures: ") {
		t.Errorf("listing: %v, %v, %v", all, damaged, err)
	}
	if c, err := s.Load("last"); c != nil || err == nil || !strings.HasPrefix(err.Error(), "listing captures: ") {
		t.Errorf("loading: %v, %v", c, err)
	}
	if c, damaged := s.best("codex", "", "", nil, ""); c != nil || damaged != nil {
		t.Errorf("the newest: %v, %v", c, damaged)
	}
	if got := s.Delegates("codex", "", ""); got != nil {
		t.Errorf("sub-agents: %v", got)
	}
	if got := (&Library{Store: s}).Of("codex"); got != nil {
		t.Errorf("a library: %v", got)
	}
	if got := (&Library{Store: Store{file + "-none"}}).Of("codex"); got != nil {
		t.Errorf("a library without a store: %v", got)
	}
	c := made("codex", "1", day)
	c.Attribution = &Attribution{}
	s.carry(c)
	s.prune("")
	if c.Attribution.Gaps != nil {
		t.Errorf("words from nowhere: %v", c.Attribution.Gaps)
	}
	none := Store{filepath.Join(t.TempDir(), "none")}
	if err := none.Complete(c, made("codex", "1", day)); err == nil || !strings.HasPrefix(err.Error(), "storing the capture: ") {
		t.Errorf("completing in a store that is gone: %v", err)
	}
	if c, err := none.read("x", true); c != nil || !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "the capture x: ") {
		t.Errorf("reading in a store that is gone: %v, %v", c, err)
	}
}

func TestACaptureThatCannotTakeItsPlaceLeavesNothing(t *testing.T) {
	t.Parallel()
	s := Store{t.TempDir()}
	stored := &Capture{ID: "codex-1"}
	if err := os.MkdirAll(filepath.Join(s.file(stored.ID), "in"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Complete(stored, made("codex", "1", day)); err == nil || !strings.HasPrefix(err.Error(), "storing the capture: ") {
		t.Errorf("a directory in its place: %v", err)
	}
	if left, err := os.ReadDir(s.Dir); err != nil || len(left) != 1 {
		t.Errorf("%v are left, %v", left, err)
	}
	if c, err := s.read(stored.ID, true); c != nil || err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("a directory is read: %v, %v", c, err)
	}
	if all, damaged, err := s.List(); len(all)+len(damaged) != 0 || err != nil {
		t.Errorf("a directory is listed: %v, %v, %v", all, damaged, err)
	}
}

func TestEachDamageIsFound(t *testing.T) {
	t.Parallel()
	s := Store{t.TempDir()}
	written := func(known, body string, change func(h *head)) string {
		rest := []byte(known + body)
		sum := sha256.Sum256(rest)
		h := head{Capture{Schema: Schema, ID: "x"}, len(known), len(body), hex.EncodeToString(sum[:])}
		change(&h)
		line, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		return string(line) + "\n" + string(rest)
	}
	for name, c := range map[string]struct {
		text, want string // part of the error; "" if the capture can be read
	}{
		"as written":                        {written("{}", "body", func(*head) {}), ""},
		"another id":                        {written("{}", "body", func(h *head) { h.ID = "y" }), "is damaged"},
		"another sum":                       {written("{}", "body", func(h *head) { h.SHA256 = "0" + h.SHA256[1:] + "0" }), "is damaged"},
		"an attribution of another form":    {written("[1]", "body", func(*head) {}), "is damaged"},
		"sizes that differ from the file's": {written("{}", "body", func(h *head) { h.BodyBytes++ }), "is damaged"},
		"negative sizes":                    {written("{}", "body", func(h *head) { h.KnownBytes, h.BodyBytes = -1, 7 }), "is damaged"},
		"a newer form":                      {written("{}", "body", func(h *head) { h.Schema++ }), "made by a newer galley"},
		"an older form":                     {written("{}", "body", func(h *head) { h.Schema-- }), ""},
		"no line":                           {"{}", "is damaged"},
		"no JSON":                           {"x\n", "is damaged"},
		"a list":                            {"[]\n", "is damaged"},
	} {
		if err := os.WriteFile(s.file("x"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := s.read("x", true)
		if c.want != "" && (got != nil || err == nil || !strings.Contains(err.Error(), c.want)) || c.want == "" && (err != nil || string(got.Body) != "body" || got.Attribution == nil) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	long := strings.Repeat("x", maxHead+1)
	for text, want := range map[string][2]string{"a\nb": {"a", "b"}, "\n": {"", ""}, long[:maxHead] + "\nrest": {long[:maxHead], "rest"}} {
		if line, rest, err := firstLine(strings.NewReader(text)); string(line) != want[0] || !strings.HasPrefix(want[1], string(rest)) || err != nil {
			t.Errorf("%.9q: %d bytes, %q, %v", text, len(line), rest, err)
		}
	}
	if _, _, err := firstLine(strings.NewReader(long + strings.Repeat("x", 8<<10) + "\n")); err == nil || err.Error() != "the first line is too long" {
		t.Errorf("a long line: %v", err)
	}
}

func TestConsentsThatCannotBeKeptAreReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.MkdirAll(filepath.Join(dir, "directory", "in"), 0o700)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Consents{"below a file": {filepath.Join(file, "consents")}, "in place of a directory": {filepath.Join(dir, "directory")}} {
		if err := c.Give(Consent{Project: "/p", Agent: "codex"}); err == nil || !strings.HasPrefix(err.Error(), "storing the consent: ") {
			t.Errorf("%s: %v", name, err)
		}
		if all := c.All(); all != nil {
			t.Errorf("%s: %v", name, all)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".consents-*")); len(left) != 0 {
		t.Errorf("%q are left", left)
	}
	c := Consents{filepath.Join(dir, "new", "consents")}
	if err := c.Give(Consent{Project: "/p", Agent: "codex", Digest: "d", Given: day}); err != nil || !c.Given("/p", "codex", "d") || c.Given("/p", "codex", "e") || c.Given("/q", "codex", "d") || c.Given("/p", "pi", "d") {
		t.Errorf("%v, %v", c.All(), err)
	}
	if n, err := c.Revoke("/q", ""); n != 0 || err != nil || len(c.All()) != 1 {
		t.Errorf("another project: %d, %v", n, err)
	}
}

func TestRecordersEntriesAreRead(t *testing.T) {
	t.Parallel()
	const body = `{"model":"m","messages":[{"role":"user","content":"x"}]}`
	for value, want := range map[string]string{
		`{"method":"POST","url":"https://h/v1/chat/completions","body":` + body + `,"timestamp":"2026-01-02T03:04:05Z"}`:                "/v1/chat/completions openai-chat 2026-01-02",
		`{"request":{"path":"/v1/messages","body":` + body + `},"timestamp":"2026-01-02T03:04:05Z"}`:                                    "/v1/messages anthropic-messages 2026-01-02",
		`{"request":{"path":"/v1/messages","body":` + body + `,"timestamp":"2026-02-03T03:04:05Z"},"timestamp":"2026-01-02T03:04:05Z"}`: "/v1/messages anthropic-messages 2026-02-03",
		`{"request":{"path":7}}`: "", `{"method":7}`: "", `{"request":[1]}`: "", `{}`: "", `[1]`: "", `[]`: "",
	} {
		r, ok := record([]byte(value))
		got := ""
		if ok {
			got = r.Path + " " + string(r.Form) + " " + r.At.Format("2006-01-02")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	for text, want := range map[string]string{"plain": "plain", "eyJhIjoxfQ==": `{"a":1}`, "abcd": "abcd", "": ""} {
		if got := string(text2body(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]string{"\x1f\x8bxx": "the file is broken gzip: ", "\x28\xb5\x2f\xfdxx": "the file cannot be unpacked: "} {
		if got, err := unpacked([]byte(text)); got != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
