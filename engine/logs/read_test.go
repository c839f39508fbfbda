package logs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLinesOfAPiece(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 300<<10) // longer than the reader's buffer
	for name, c := range map[string]struct {
		text string
		end  bool
		want []string
	}{
		"nothing":                 {"", true, nil},
		"two lines":               {"one\n two \n", true, []string{"10 one", "14 two"}},
		"blank lines":             {"\n\r\n  \none\n", true, []string{"16 one"}},
		"an unfinished last line": {"one\ntwo", true, []string{"10 one", "14 two"}},
		"a line that continues":   {"one\ntwo", false, []string{"10 one"}},
		"a long line":             {long + "\none\n", true, []string{"10 " + long, fmt.Sprint(10+len(long)+1, " one")}},
		"a long unfinished line":  {"one\n" + long, true, []string{"10 one", "14 " + long}},
	} {
		var got []string
		err := lines(context.Background(), strings.NewReader(c.text), 10, c.end, func(at int64, text []byte) { got = append(got, fmt.Sprint(at, " ", string(text))) })
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %d lines, %v", name, len(got), err)
		}
	}
}

func TestALineThatIsTooLong(t *testing.T) {
	t.Parallel()
	for size, whole := range map[int]bool{MostLine: true, MostLine + 1: false, MostLine + 1<<20: false} {
		var got []int
		each := func(at int64, text []byte) { got = append(got, int(at), len(text)) }
		if err := lines(context.Background(), strings.NewReader(strings.Repeat("x", size)+"\none\n"), 0, true, each); err != nil {
			t.Fatal(err)
		}
		want := []int{0, 0, size + 1, 3}
		if whole {
			want[1] = size
		}
		if !slices.Equal(got, want) {
			t.Errorf("a line of %d bytes: %v, want %v", size, got, want)
		}
	}
}

// ending is a log that cannot be read from an offset on.
type ending struct {
	text string
	from int64
	err  error
}

func (e ending) ReadAt(p []byte, at int64) (int, error) {
	if at >= e.from {
		return 0, e.err
	}
	n := copy(p, e.text[at:min(e.from, int64(len(e.text)))])
	if n < len(p) {
		return n, e.err
	}
	return n, nil
}

func TestTheLineAfterAnOffset(t *testing.T) {
	t.Parallel()
	text := "one\ntwo\n" + strings.Repeat("x", 150<<10) + "\nend"
	size := int64(len(text))
	for from, want := range map[int64]int64{0: 4, 3: 4, 4: 8, 8: size - 3, size - 4: size - 3, size - 3: size, size: size} {
		if got, err := lineAfter(strings.NewReader(text), from, size); got != want || err != nil {
			t.Errorf("after %d: %d, %v; want %d", from, got, err, want)
		}
	}
	boom := errors.New("boom")
	if at, err := lineAfter(ending{text, 100, boom}, 8, size); at != 0 || err != boom {
		t.Errorf("a log that cannot be read: %d, %v", at, err)
	}
	if at, err := lineAfter(ending{text, 6, boom}, 0, size); at != 4 || err != nil {
		t.Errorf("a line before the fault: %d, %v", at, err)
	}
}

func TestErrorsOfReading(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	boom := errors.New("boom")
	line := `{"type":"user","message":{"role":"user","content":"look"},"cwd":"/p"}` + "\n"
	text := strings.Repeat(line+`{"type":"mode","x":"`+strings.Repeat("y", 50<<10)+`"}`+"\n", 100)
	s := Session{Agent: "claude-code", Size: int64(len(text))}
	for name, c := range map[string]struct {
		ctx  context.Context
		r    io.ReaderAt
		want error
	}{
		"cancelled":          {ctx, strings.NewReader(text), context.Canceled},
		"a fault at the end": {context.Background(), ending{text, s.Size - 10, boom}, boom},
		"a fault at once":    {context.Background(), ending{text, 0, boom}, boom},
	} {
		for last := range 2 {
			if log, err := Read(c.ctx, s, c.r, last); log != nil || err != c.want {
				t.Errorf("%s, last %d: %v", name, last, err)
			}
		}
		if got, err := Peek(c.ctx, s, c.r); err != c.want || got != s {
			t.Errorf("%s: Peek: %+v, %v", name, got, err)
		}
	}
	// To read the last turn, the beginning of the log is needed as well.
	if log, err := Read(context.Background(), s, onlyEnd{strings.NewReader(text), 1 << 20, boom}, 1); log != nil || err != boom {
		t.Errorf("a fault in the beginning: %v", err)
	}
	for _, agent := range []string{"zed", ""} {
		want := "galley does not read the logs of " + agent
		if _, err := Read(context.Background(), Session{Agent: agent}, strings.NewReader(""), 0); err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
		if _, err := Peek(context.Background(), Session{Agent: agent}, strings.NewReader("")); err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
	}
	_, err := Read(context.Background(), Session{Agent: "codex", Size: MostLog + 1}, strings.NewReader(""), 0)
	if want := "the log has 536870913 bytes, and galley reads 536870912 at most: ask for its last turns"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if log, err := Read(context.Background(), Session{Agent: "codex", Size: MostLog}, strings.NewReader(""), 0); err != nil || !log.Whole {
		t.Errorf("a log of the most bytes: %v", err)
	}
}

// onlyEnd is a log whose beginning cannot be read.
type onlyEnd struct {
	io.ReaderAt
	from int64
	err  error
}

func (o onlyEnd) ReadAt(p []byte, at int64) (int, error) {
	if at < o.from {
		return 0, o.err
	}
	return o.ReaderAt.ReadAt(p, at)
}

func TestPeekReadsTheBeginningAndTheEnd(t *testing.T) {
	t.Parallel()
	line := func(n int, more string) string {
		return fmt.Sprintf(`{"type":"user","timestamp":"2026-01-0%dT10:00:00Z","version":"%d","cwd":"/%d","message":{"role":"user","content":"prompt %d"}%s}`, n, n, n, n, more) + "\n"
	}
	fill := strings.Repeat(`{"type":"mode"}`+"\n", 10<<10)
	for name, c := range map[string]struct {
		text          string
		days, version string
	}{
		"a short log":              {line(1, "") + line(2, ""), "2", "2"},
		"a long log":               {line(1, "") + fill + line(3, "") + fill + line(2, ""), "2", "2"},
		"no line at the end":       {line(1, "") + strings.Repeat("x", 200<<10), "1", "1"},
		"just over one piece":      {line(1, "") + strings.Repeat(" ", 64<<10-len(line(1, ""))-1) + "\n" + line(2, ""), "1", "1"},
		"the line after one piece": {line(1, "") + strings.Repeat(" ", 64<<10-len(line(1, ""))) + "\n" + line(2, ""), "2", "2"},
	} {
		got, err := Peek(context.Background(), Session{Agent: "claude-code", ID: "i", Size: int64(len(c.text))}, strings.NewReader(c.text))
		want := Session{Agent: "claude-code", ID: "i", Size: int64(len(c.text)), Cwd: "/1", Version: c.version, Prompt: "prompt 1"}
		want.Updated, _ = time.Parse(time.DateTime, "2026-01-0"+c.days+" 10:00:00")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
}

func TestKeysWithATextValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"type":"user"}`: true, `{"type" : "user"}`: true, "{\"type\"\t:\t\"user\"}": true, `{"type":"users"}`: false, `{"type":user}`: false, `{"type"}`: false,
		`{"type":"x","type":"user"}`: true, `{"a":"type","type":"user"}`: true, `{"kind":"user"}`: false, `{}`: false, ``: false,
		strings.Repeat(" ", 17) + `"type":"user"`: true, strings.Repeat(" ", 18) + `"type":"user"`: false,
	} {
		if got := hasTextValue([]byte(text), 30, "type", "user"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAgentsAreRecognised(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, agent, parent string }{
		"nothing":           {"", "", ""},
		"gemini":            {`{"sessionId":"s","projectHash":"h"}`, "gemini-cli", ""},
		"codex":             {`{"type":"session_meta","timestamp":"t","payload":{}}`, "codex", ""},
		"no payload":        {`{"type":"session_meta","timestamp":"t","payload":[]}`, "", ""},
		"no time":           {`{"type":"session_meta","payload":{}}`, "", ""},
		"no type":           {`{"timestamp":"t","payload":{}}`, "", ""},
		"qwen by a message": {`{"type":"user","sessionId":"s","uuid":"u","message":{"parts":[]}}`, "qwen-code", ""},
		"qwen by a payload": {`{"type":"system","sessionId":"s","uuid":"u","systemPayload":{}}`, "qwen-code", ""},
		"no id":             {`{"type":"user","sessionId":"s","message":{"parts":[]}}`, "", ""},
		"claude":            {`{"type":"user","sessionId":"s","uuid":"u","message":{"content":"x"}}`, "claude-code", ""},
		"an attachment":     {`{"type":"attachment","sessionId":"s","attachment":{}}`, "claude-code", ""},
		"no session":        {`{"type":"user","uuid":"u","message":{"content":"x"}}`, "", ""},
		"no kind":           {`{"sessionId":"s","uuid":"u","message":{"content":"x"}}`, "", ""},
		"a sub-agent":       {`{"type":"user","sessionId":"s","isSidechain":true,"message":{"content":"x"}}`, "claude-code", "s"},
		"another's side":    {`{"type":"user","sessionId":"s","uuid":"u","isSidechain":true,"message":{"parts":[]}}`, "qwen-code", ""},
		"only hints":        {`{"type":"user","sessionId":"s","uuid":"u"}`, "", ""},
		"the first counts":  {"odd\n[]\n{\"x\":1}\n" + `{"sessionId":"s","projectHash":"h"}` + "\n" + `{"type":"a","timestamp":"t","payload":{}}`, "gemini-cli", ""},
		"too far away":      {strings.Repeat(" ", 1<<20) + "\n" + `{"sessionId":"s","projectHash":"h"}` + "\n", "", ""},
		"a cut line":        {strings.Repeat(" ", 1<<20-20) + "\n" + `{"sessionId":"s","projectHash":"h"}` + "\n", "", ""},
		"a line to the end": {strings.Repeat(" ", 1<<20-36) + "\n" + `{"sessionId":"s","projectHash":"h"}`, "gemini-cli", ""},
	} {
		agent, parent, err := Recognise(context.Background(), strings.NewReader(c.text), int64(len(c.text)))
		if agent != c.agent || parent != c.parent || err != nil {
			t.Errorf("%s: %q, %q, %v", name, agent, parent, err)
		}
	}
	boom := errors.New("boom")
	if agent, _, err := Recognise(context.Background(), ending{"", 0, boom}, 10); agent != "" || err != boom {
		t.Errorf("a file that cannot be read: %q, %v", agent, err)
	}
}
