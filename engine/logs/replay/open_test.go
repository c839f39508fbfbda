package replay_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
)

func ask(name, version string) discovery.SurveyAgent { return agent.Known().Ask(name, version) }

// opened opens a session of three turns at /p and asks for its last turns. It prints how many of
// the last turns were read from the log (0 for the whole log), which turns are kept, and whether
// the launch is replayed.
func opened(t *testing.T, size int64, last int) string {
	t.Helper()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h").File("/p/CLAUDE.md", "root")
	read := -1
	log, r, err := replay.Open(context.Background(), w, logs.Session{Agent: "claude-code", Size: size}, last, func(_ context.Context, s logs.Session, n int) (*logs.Log, error) {
		read = n
		log := &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: "/p", Version: "2.1.332"}, Whole: n == 0, Turns: []logs.Turn{turn(3, "Read"), turn(4, "Read"), turn(5, "Read")}}
		if n > 0 {
			log.Turns = log.Turns[max(0, 3-n):]
		}
		return log, nil
	}, ask, discovery.Options{Home: "/h"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != len(log.Turns) || len(log.Turns) == 0 {
		t.Fatalf("%d turns are replayed of %d", len(r.Turns), len(log.Turns))
	}
	return fmt.Sprintf("read %d, kept %d from day %d, launched %v", read, len(log.Turns), log.Turns[0].At.Day(), r.Launched)
}

// A small log is read completely, because earlier turns show what is already loaded. Only the
// turns that were asked for are kept.
func TestASmallLogIsReadWholeAndCut(t *testing.T) {
	const small = 8 << 20
	for _, c := range []struct {
		size int64
		last int
		want string
	}{
		{1, 2, "read 0, kept 2 from day 4, launched true"}, {small, 1, "read 0, kept 1 from day 5, launched true"}, {small + 1, 1, "read 1, kept 1 from day 5, launched false"},
		{0, 2, "read 2, kept 2 from day 4, launched false"}, {1, 0, "read 0, kept 3 from day 3, launched true"}, {1, 3, "read 0, kept 3 from day 3, launched true"}, {1, 9, "read 0, kept 3 from day 3, launched true"},
	} {
		if got := opened(t, c.size, c.last); got != c.want {
			t.Errorf("%d bytes, last %d: %s, want %s", c.size, c.last, got, c.want)
		}
	}
}

func TestALogThatCannotBeReadOrReplayedIsAnError(t *testing.T) {
	broken := errors.New("broken")
	log, r, err := replay.Open(context.Background(), facts.NewMemory(), logs.Session{}, 0, func(context.Context, logs.Session, int) (*logs.Log, error) { return &logs.Log{}, broken }, ask, discovery.Options{})
	if !errors.Is(err, broken) || log != nil || r != nil {
		t.Errorf("%v, %v, %v", log, r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	log, r, err = replay.Open(ctx, facts.NewMemory().Dir("/p"), logs.Session{}, 0, func(context.Context, logs.Session, int) (*logs.Log, error) {
		return &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: "/p"}, Whole: true, Turns: []logs.Turn{turn(3, "Read", "x")}}, nil
	}, ask, discovery.Options{})
	if err == nil || log != nil || r != nil {
		t.Errorf("after the end of its context: %v, %v, %v", log, r, err)
	}
}

// Without git, a file that was not modified after a turn is known to be the file of that turn.
func TestWithoutGitTheTimesOfFilesCount(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC) }
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h").File("/p/CLAUDE.md", "root").ModTime("/p/CLAUDE.md", day(2)).
		File("/p/src/CLAUDE.md", "src").ModTime("/p/src/CLAUDE.md", day(3)).File("/p/lib/CLAUDE.md", "lib").ModTime("/p/lib/CLAUDE.md", day(9)).
		File("/p/src/x", "x").File("/p/lib/x", "x")
	untimed, byRequest := turn(3, "Read", "src/x"), turn(3, "Read", "src/x", "lib/x", "\x00", "")
	untimed.At, untimed.Requests[0].At = time.Time{}, time.Time{}
	byRequest.At = time.Time{}
	for name, c := range map[string]struct {
		turn logs.Turn
		want []string
		not  string
	}{
		"the time of the turn":    {turn(3, "Read", "src/x", "lib/x"), []string{"/p/src/CLAUDE.md " + string(facts.Unchanged), "/p/lib/CLAUDE.md " + string(facts.Present)}, "does not say when"},
		"the time of its request": {byRequest, []string{"/p/src/CLAUDE.md " + string(facts.Unchanged), "/p/lib/CLAUDE.md " + string(facts.Present)}, "does not say when"},
		"no time":                 {untimed, []string{"/p/src/CLAUDE.md " + string(facts.Present), "the log does not say when the turns were"}, string(facts.Unchanged)},
		"a tool in capitals":      {turn(3, "READ", "src/x"), []string{"/p/src/CLAUDE.md "}, "lib"},
	} {
		log := &logs.Log{Session: logs.Session{Agent: "claude-code", Cwd: "/p"}, Whole: true, Turns: []logs.Turn{c.turn}}
		r, err := replay.Of(context.Background(), w, log, ask("claude-code", "2.1.332"), discovery.Options{Home: "/h"})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(r.Notes, "\n")
		for _, rule := range r.Turns[0].Rules {
			said += fmt.Sprintf("\n%s %s", rule.Path, rule.Ground)
		}
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q lacks %q", name, said, want)
			}
		}
		if strings.Contains(said, c.not) {
			t.Errorf("%s: %q has %q", name, said, c.not)
		}
	}
}

func TestAnAgentWithoutRulesIsNotReplayed(t *testing.T) {
	log := &logs.Log{Session: logs.Session{Cwd: "/p"}, Turns: []logs.Turn{turn(3, "Read", "x")}}
	r, err := replay.Of(context.Background(), facts.NewMemory().Dir("/p"), log, discovery.SurveyAgent{}, discovery.Options{})
	if err != nil || r == nil || len(r.Turns) != 1 || len(r.Notes) > 0 || r.Launched {
		t.Errorf("%+v, %v", r, err)
	}
}
