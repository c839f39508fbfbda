package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/logs"
)

func TestWhereAgentsKeepTheirSessions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		w    *facts.Memory
		want string
	}{
		"by default": {facts.NewMemory().Env("HOME", "/h"),
			"claude-code /h/.claude/projects 3, codex /h/.codex/sessions 3, gemini-cli /h/.gemini/tmp 3, qwen-code /h/.qwen/projects 2, opencode /h/.local/share/opencode/opencode.db"},
		"moved": {facts.NewMemory().Env("HOME", "/h").Env("CLAUDE_CONFIG_DIR", "/c").Env("CODEX_HOME", "/x").Env("GEMINI_CLI_HOME", "/g").Env("QWEN_HOME", "/q").Env("XDG_DATA_HOME", "/d"),
			"claude-code /c/projects 3, codex /x/sessions 3, gemini-cli /g/.gemini/tmp 3, qwen-code /q/projects 2, opencode /d/opencode/opencode.db"},
	} {
		var got []string
		for _, p := range places(c.w) {
			got = append(got, fmt.Sprint(p.agent, " ", p.dir, " ", p.depth))
		}
		if all := strings.Join(append(got, "opencode "+openPath(c.w)), ", "); all != c.want {
			t.Errorf("%s: %s", name, all)
		}
	}
	if !slices.Equal(fileAgents, []string{"claude-code", "codex", "gemini-cli", "qwen-code"}) {
		t.Errorf("agents with files: %q", fileAgents)
	}
}

func TestWhichFilesAreLogs(t *testing.T) {
	t.Parallel()
	const claude, codex, gemini, qwen = "/h/.claude/projects/", "/h/.codex/sessions/", "/h/.gemini/tmp/", "/h/.qwen/projects/"
	for path, want := range map[string]string{ // want is the agent, the id and the parent
		claude + "p/a.jsonl": "claude-code a ", claude + "p/a.txt": "", claude + "a.jsonl": "", claude + "p/a/subagents/agent-1.jsonl": "claude-code agent-1 a",
		claude + "p/a/subagents/other.jsonl": "", claude + "p/a/other/agent-1.jsonl": "", claude + "p/a/subagents/agent-1.txt": "",
		codex + "2026/rollout-2026-01-02T10-00-00-01a2216c-248e-7163-bf2e-09bae4580471.jsonl": "codex 01a2216c-248e-7163-bf2e-09bae4580471 ",
		codex + "rollout-x.jsonl": "codex rollout-x ", codex + "x.jsonl": "", codex + "rollout-x.json": "",
		gemini + "p/chats/session-1.jsonl": "gemini-cli 1 ", gemini + "p/chats/1.jsonl": "", gemini + "p/session-1.jsonl": "", gemini + "p/chats/s/c.jsonl": "gemini-cli c s", gemini + "p/chats/s/c.txt": "",
		gemini + "p/other/s/c.jsonl": "", qwen + "p/chats/b.jsonl": "qwen-code b ", qwen + "p/b.jsonl": "", qwen + "p/chats/b.txt": "",
	} {
		got := ""
		for _, p := range places(facts.NewMemory().Env("HOME", "/h")) {
			if facts.Within(path, p.dir) && p.is(path) {
				got = p.agent + " " + idOf(p.agent, path) + " "
				if p.parent != nil {
					got += p.parent(path)
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	id := strings.Repeat("x", 36)
	for path, want := range map[string]string{"/" + id + ".jsonl": id, "/a" + id + ".jsonl": id, "/session-1.jsonl": "1"} {
		if got := idOf("codex", path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestTheMarkOfALogChangesWithIt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	at := time.Unix(5, 0)
	write := func(path, text string, at time.Time) {
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	s := logs.Session{Path: facts.Slash(path)}
	if m, err := MarkOf(s); !errors.Is(err, fs.ErrNotExist) || m != (Mark{}) {
		t.Errorf("no log: %+v, %v", m, err)
	}
	mark := func() Mark {
		m, err := MarkOf(s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	write(path, "1", at)
	marks := []Mark{mark()}
	if same := mark(); same != marks[0] || same.size != 1 || !same.at.Equal(at) {
		t.Errorf("got %+v", same)
	}
	write(path, "12", at)
	marks = append(marks, mark())
	write(path, "12", at.Add(time.Second))
	marks = append(marks, mark())
	write(path+"-wal", "1", at)
	marks = append(marks, mark())
	write(path+"-wal", "12", at)
	marks = append(marks, mark())
	write(path+"-wal", "12", at.Add(time.Second))
	marks = append(marks, mark())
	for i, m := range marks {
		if slices.Index(marks, m) != i {
			t.Errorf("change %d does not show: %+v", i, m)
		}
	}
}

func TestTheReasonOfAnErrorHasNoPath(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{"file does not exist": fmt.Errorf("x: %w", &fs.PathError{Op: "open", Path: "/p", Err: fs.ErrNotExist}), "other": errors.New("other")} {
		if got := why(err); got != want {
			t.Errorf("got %q", got)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if err := os.WriteFile(file, []byte(" /p/q \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{file: "/p/q", dir: "", file + "x": ""} {
		if got := projectRoot(facts.Slash(path)); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	if f, err := open(facts.Slash(dir)); f != nil || err != facts.ErrNotRegular {
		t.Errorf("a folder: %v", err)
	}
}
