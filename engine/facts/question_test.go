package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"time"
)

// Digests are stored with conversations. An answer must therefore have the same digest in every
// version of galley.
func TestDigestsOfAnswers(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 89, time.FixedZone("", 3600))
	for _, c := range []struct {
		answer any
		want   string
	}{
		{"", "e3b0c44298fc1c149afbf4c8996fb924"},
		{"text", "982d9e3eb996f559e633f4d194def376"},
		{Info{"a", 5, 0o644, at, 6, 7}, "04a97992bac1568154586cbc17bdca7d"},
		{Info{"d", 5, fs.ModeDir | 0o755, at, 6, 7}, "f57c1f1c040f66272f7ccd7bea3fd886"},
		{[]Entry{{"a", 0}, {"d", fs.ModeDir}}, "e40eeda3462ef8e9e3fa995c7543ac67"},
		{envAnswer{"v", true}, "2ea060a8a9398cb2fbd4fe04303aab88"},
		{envAnswer{"", false}, "ad568d9861f0561a95efaa70b23d06d2"},
		{at, "b3fd3489d302b04c22501f88ef7d1969"},
		{time.FixedZone("X", 3600), "a930a08f1e5d04ae1b487551a0b1ad2f"},
		{GitAnswer{1, "out", "err"}, "0cfd0ecca2a9f5706f74adf6c902d774"},
		{Response{200, "body", "https://x"}, "bd8cfd6439b7b73bb1367b1586b3410c"},
	} {
		if got := digest(c.answer, nil); got != c.want {
			t.Errorf("%T %v: %s, want %s", c.answer, c.answer, got, c.want)
		}
	}
	if digest(Info{Mode: fs.ModeDir}, nil) != digest(Info{Mode: fs.ModeDir, Size: 9, ModTime: at}, nil) {
		t.Error("the size or the time of a directory counts")
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err == nil && digest(zone, nil) == digest(time.FixedZone("Europe/Berlin", 3600), nil) {
		t.Error("summer time does not count")
	}
}

func TestNamesOfErrors(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"error: larger than the file cap": fmt.Errorf("/p: %w", ErrTooLarge),
		"error: not a directory":          &fs.PathError{Op: "x", Path: "y", Err: errThroughFile},
		"error: file does not exist":      &fs.PathError{Op: "x", Path: "y", Err: fs.ErrNotExist},
		"error: over the budget":          &OverBudget{What: "x"},
		"error: odd":                      errors.New("odd"),
	} {
		if got := digest("ignored", err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestQuestionsThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	w := NewMemory().File("/a", "x")
	for want, q := range map[string]Question{
		`facts: no question is called "odd"`:          {Op: "odd", Arg: "/a"},
		`strconv.Atoi: parsing "two": invalid syntax`: {Op: OpReadHead, Arg: "two /a"},
		`open /b: file does not exist`:                {Op: OpReadHead, Arg: "2 /b"},
		`git status in /: git could not be started`:   {Op: OpGit, Arg: "/\x00status"},
		`fetching https://x: refused by policy`:       {Op: OpFetch, Arg: "https://x"},
		`readlink /a: invalid argument`:               {Op: OpReadlink, Arg: "/a"},
		`readdir /a: not a directory`:                 {Op: OpReadDir, Arg: "/a"},
		`realpath /a/b: not a directory`:              {Op: OpRealPath, Arg: "/a/b"},
		`stat relative: invalid argument`:             {Op: OpStat, Arg: "relative"},
		`lstat /a` + "\x00" + `: invalid argument`:    {Op: OpLstat, Arg: "/a\x00"},
		`open /a/: not a directory`:                   {Op: OpReadFile, Arg: "/a/"},
	} {
		if _, err := ask(context.Background(), w.GitThrow(nil), q); err == nil || err.Error() != want {
			t.Errorf("%+v: got %v, want %s", q, err, want)
		}
	}
	odd := []Question{{Op: "odd", Digest: "x"}, {Op: OpReadFile, Arg: "/a", Digest: digest("x", nil)}, {Op: OpEnv, Arg: "A", Digest: digest(envAnswer{}, nil)}}
	if all := changed(w, odd); len(all) != 1 || all[0] != odd[0] {
		t.Errorf("changed: %v", all)
	}
	if path := (Question{Op: OpEnv, Arg: "/x"}).Path(); path != "" {
		t.Errorf("the path of a variable: %q", path)
	}
}

func TestStampsOfFiles(t *testing.T) {
	t.Parallel()
	asked := time.Unix(1000, 0)
	info := Info{"a", 5, 0o644, asked.Add(-settled), 6, 7}
	if got := stampOf(info, asked); got != "644 6 7 5 998000000000" {
		t.Errorf("got %q", got)
	}
	if got := stampOf(info, asked.Add(-1)); got != "" {
		t.Errorf("changed a moment ago: %q", got)
	}
	old := time.Unix(5, 0)
	w := NewMemory().File("/a", "x").ModTime("/a", old).Dir("/d").ModTime("/d", old)
	for want, q := range map[string]Question{
		"644 1 2 1 5000000000":         {Op: OpReadFile, Arg: "/a"},
		"20000000755 1 3 0 5000000000": {Op: OpReadDir, Arg: "/d"},
	} {
		if got := stamp(w, q); got != want {
			t.Errorf("%v: got %q, want %q", q, got, want)
		}
	}
	if got := stamp(w, Question{Op: OpReadHead, Arg: "9 /a"}); got != "644 1 2 1 5000000000" {
		t.Errorf("of a head: %q", got)
	}
	for _, q := range []Question{{Op: OpStat, Arg: "/a"}, {Op: OpReadFile, Arg: "/none"}, {Op: OpEnv, Arg: "/a"}} {
		if got := stamp(w, q); got != "" {
			t.Errorf("%v: %q", q, got)
		}
	}
}

func TestARecordingHasTheStampsOfWhatItRead(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/a", "x").ModTime("/a", time.Unix(5, 0)).Throw("/bad", nil).ModTime("/bad", time.Unix(5, 0))
	r := NewRecording(m)
	_, _ = r.ReadFile("/a")
	_, _ = r.ReadFile("/bad")
	_, _ = r.Stat("/a")
	for _, q := range r.Questions() {
		if want := map[string]string{"readfile /a": "644 1 2 1 5000000000"}[q.Op+" "+q.Arg]; q.Stamp != want {
			t.Errorf("%s %s: %q, want %q", q.Op, q.Arg, q.Stamp, want)
		}
	}
	// A failed Stat has no stamp, so reading the file asks for Stat again.
	r = NewRecording(m)
	_, _ = r.Stat("/late")
	m.File("/late", "x").ModTime("/late", time.Unix(5, 0))
	if text, err := r.ReadFile("/late"); text != "x" || err != nil || r.Questions()[0].Stamp != "644 1 4 1 5000000000" {
		t.Errorf("%q, %v, %+v", text, err, r.Questions())
	}
	if _, known := r.digest(Question{Op: OpReadFile, Arg: "/never"}); known {
		t.Error("a question that was never asked has a digest")
	}
	if _, known := r.digest(Question{Op: OpStat, Arg: "/late"}); known {
		t.Error("a question with an error has a digest")
	}
}

// changed returns the questions whose answer has changed.
func changed(w World, questions []Question) (all []Question) {
	for _, q := range questions {
		if q.Changed(w) {
			all = append(all, q)
		}
	}
	return all
}
