package replay_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
)

// project makes a repository in which a rule file changed between two commits. It also makes a
// home beside the repository.
func project(t *testing.T) (dir, home string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir, home = facts.Join(facts.Slash(root), "p"), facts.Join(facts.Slash(root), "home")
	for _, day := range []struct{ day, src string }{{"02", "src one"}, {"05", "src two"}} {
		for name, text := range map[string]string{"CLAUDE.md": "root", "src/CLAUDE.md": day.src, "lib/CLAUDE.md": "lib", "src/x.ts": "x"} {
			write(t, facts.Join(dir, name), text)
		}
		at := "2026-01-" + day.day + "T10:00:00Z"
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-qm", day.day}} {
			cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=a@b"}, args...)...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_COMMITTER_DATE="+at, "GIT_AUTHOR_DATE="+at, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v: %s", args, err, out)
			}
		}
	}
	return dir, home
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// turn returns a turn on a day of January 2026 whose answer calls a tool on some files.
func turn(day int, tool string, files ...string) logs.Turn {
	at := time.Date(2026, 1, day, 12, 0, 0, 0, time.UTC)
	r := logs.Request{At: at}
	for _, file := range files {
		r.Calls = append(r.Calls, logs.Call{Tool: tool, Path: file})
	}
	return logs.Turn{At: at, Prompt: "look", Requests: []logs.Request{r}}
}

func replayed(t *testing.T, dir, home string, whole bool, turns ...logs.Turn) string {
	t.Helper()
	log := &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: dir}, Whole: whole, Turns: turns}
	r, err := replay.Of(context.Background(), facts.NewLive(), log, agent.Known().Ask("claude-code", "2.1.332"), discovery.Options{Cwd: "/elsewhere", Home: home})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	line := func(sign string, rule replay.Rule) {
		fmt.Fprintf(&b, "%s %s %q %s", sign, strings.TrimPrefix(rule.Path, dir+"/"), lastLine(rule.Text), rule.Ground)
		if rule.Call.Tool != "" {
			fmt.Fprintf(&b, " by %s(%s)", rule.Call.Tool, strings.TrimPrefix(rule.Call.Path, dir+"/"))
		}
		b.WriteByte('\n')
	}
	for _, rule := range r.Launch {
		line("launch", rule)
	}
	for i, turn := range r.Turns {
		for _, rule := range turn.Rules {
			line(fmt.Sprint(i+1), rule)
		}
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "note %s\n", note)
	}
	return b.String()
}

// lastLine returns the text of the rule file in a loaded text, without the agent's frame.
func lastLine(text string) string {
	for _, own := range []string{"src one", "src two", "lib", "root"} {
		if strings.Contains(text, own) {
			return own
		}
	}
	return text
}

func TestReplayUsesTheProjectAtTheTime(t *testing.T) {
	dir, home := project(t)
	got := replayed(t, dir, home, true, turn(3, "Read", dir+"/src/x.ts"), turn(4, "Read", dir+"/src/x.ts"), turn(6, "Edit", dir+"/lib/y.ts"))
	want := `launch CLAUDE.md "root" as committed then
1 src/CLAUDE.md "src one" as committed then by Read(src/x.ts)
3 lib/CLAUDE.md "lib" as committed then by Edit(lib/y.ts)
`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestReplayLoadsAgainAfterCompaction(t *testing.T) {
	dir, home := project(t)
	again := turn(6, "Read", "src/x.ts")
	again.Compacted = true
	got := replayed(t, dir, home, true, turn(3, "Read", "src/x.ts"), again)
	if want := "2 src/CLAUDE.md \"src two\" as committed then by Read(src/x.ts)\n"; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
}

func TestUnknownFactsAreReported(t *testing.T) {
	dir, home := project(t)
	for name, tt := range map[string]struct {
		got, want string
	}{
		"no beginning":     {replayed(t, dir, home, false, turn(6, "Read", "src/x.ts")), "may appear again"},
		"before git":       {replayed(t, dir, home, true, turn(1, "Read", "src/x.ts")), "from turn 1 on: git has no commit here from before 2026-01-01"},
		"another tool":     {replayed(t, dir, home, true, turn(3, "Bash", "src/x.ts")), "launch CLAUDE.md"},
		"no directory":     {replayed(t, dir+"/gone", home, true, turn(3, "Read", "x")), "directory no longer exists"},
		"no repository":    {replayed(t, facts.Dir(dir), home, true, turn(3, "Read", dir+"/src/x.ts")), "git has no history here"},
		"not in directory": {replayed(t, "", home, true, turn(3, "Read", "x")), "does not say in which directory"},
	} {
		if !strings.Contains(tt.got, tt.want) {
			t.Errorf("%s: %q lacks %q", name, tt.got, tt.want)
		}
	}
	if got := replayed(t, dir, home, true, turn(3, "Bash", "src/x.ts")); strings.Contains(got, "src/CLAUDE.md") {
		t.Errorf("a call without a file loaded one: %s", got)
	}
}

func TestALongSessionIsReplayedWithinBounds(t *testing.T) {
	dir, home := project(t)
	for _, n := range []int{100, 400} { // files in each of the two turns; at most 400 calls are replayed in all
		var files []string
		for i := range n {
			files = append(files, fmt.Sprintf("src/f%d.ts", i))
		}
		got := replayed(t, dir, home, true, turn(3, "Read", files...), turn(6, "Read", files...))
		if told := strings.Contains(got, "what the first 400 calls load is shown"); told != (n > 200) {
			t.Errorf("%d calls: %s", 2*n, got)
		}
	}
}

func TestASessionOfManyTurnsIsReplayedWithinBounds(t *testing.T) {
	dir, home := project(t)
	for _, n := range []int{400, 1600} { // turns that no commit separates
		turns := make([]logs.Turn, n)
		for i := range turns {
			turns[i] = turn(1, "Read", "src/x.ts")
		}
		got := replayed(t, dir, home, true, turns...)
		if told := strings.Contains(got, "the rule files of the last 400 are shown"); told != (n > 400) {
			t.Errorf("%d turns: limit reported: %v", n, told)
		}
		if notes := strings.Count(got, "git has no commit here"); notes != 1 {
			t.Errorf("%d turns: %d notes that git lacks the state, want 1", n, notes)
		}
	}
	for _, n := range []int{20, 80} { // states of the project; after each compaction a new one begins
		turns := make([]logs.Turn, n)
		for i := range turns {
			turns[i] = turn(6, "Read", "src/x.ts")
			turns[i].Compacted = true
		}
		got := replayed(t, dir, home, true, turns...)
		if told := strings.Contains(got, "the rule files of the last 20 states are shown"); told != (n > 20) {
			t.Errorf("%d states: limit reported: %v", n, told)
		}
		if came := strings.Count(got, "src/CLAUDE.md"); came != 20 {
			t.Errorf("%d states: the rule file was loaded %d times, want 20", n, came)
		}
	}
}

// A sub-agent does not load what the main agent loads at launch, so the launch of its session is
// not replayed. What its calls load is replayed.
func TestASubAgentsLaunchIsNotReplayed(t *testing.T) {
	dir, home := project(t)
	of := func(parent string) *replay.Replay {
		log := &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: dir, Parent: parent}, Whole: true, Turns: []logs.Turn{turn(3, "Read", "src/x.ts")}}
		r, err := replay.Of(context.Background(), facts.NewLive(), log, agent.Known().Ask("claude-code", "2.1.332"), discovery.Options{Home: home})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := of(""); !r.Launched || len(r.Launch) != 1 || len(r.Notes) > 0 || len(r.Turns[0].Commit) != 40 {
		t.Errorf("the main session: %+v", r)
	}
	if r := of("a"); r.Launched || len(r.Launch) > 0 || len(r.Turns[0].Rules) != 1 || !strings.Contains(strings.Join(r.Notes, " "), "galley subagents") {
		t.Errorf("a sub-agent's session: %+v", r)
	}
}
