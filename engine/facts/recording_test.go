package facts

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func ops(questions []Question) string {
	var out []string
	for _, q := range questions {
		out = append(out, strings.ReplaceAll(q.Op+" "+q.Arg, "\x00", " "))
	}
	return strings.Join(out, "; ")
}

func TestRecordingNotesEveryQuestionOnceInOrder(t *testing.T) {
	r := NewRecording(NewMemory().File("/p/a", "text").Link("/p/l", "a").Env("HOME", "/h"))
	ctx := context.Background()
	for range 2 {
		_, _ = r.Stat("/p/l")
		_, _ = r.Lstat("/p/l")
		_, _ = r.Readlink("/p/l")
		_, _ = r.RealPath("/p/l")
		_, _ = r.ReadDir("/p")
		_, _ = r.ReadFile("/p/missing")
		_, _ = r.ReadFile("/p/a")
		_, _ = r.ReadHead("/p/a b", 7)
		_, _ = r.LookupEnv("HOME")
		_, _ = r.Hostname()
		_, _ = r.Git(ctx, "/p", "status", "--short")
		_, _ = r.Fetch(ctx, "https://x")
		r.Now()
		r.Zone()
		r.Locale()
		r.Platform()
	}
	want := "env HOME; fetch https://x; git /p status --short; hostname ; locale ; lstat /p/l; now ; platform ; " +
		"readdir /p; readfile /p/a; readfile /p/missing; readhead 7 /p/a b; readlink /p/l; realpath /p/l; stat /p/l; zone "
	if got := ops(r.Questions()); got != want {
		t.Errorf("questions:\n got %s\nwant %s", got, want)
	}
	var paths []string
	for _, q := range r.Questions() {
		if q.Digest == "" {
			t.Errorf("%s %s has no digest", q.Op, q.Arg)
		}
		if p := q.Path(); p != "" {
			paths = append(paths, p)
		}
	}
	if want := []string{"/p/l", "/p", "/p/a", "/p/missing", "/p/a b", "/p/l", "/p/l", "/p/l"}; !slices.Equal(paths, want) {
		t.Errorf("paths = %q, want %q", paths, want)
	}
}

func TestRecordingShowsOneStateOfTheWorld(t *testing.T) {
	m := NewMemory().File("/a", "one").Env("X", "1")
	r := NewRecording(m)
	_, _ = r.ReadFile("/a")
	_, missing := r.ReadFile("/b")
	r.LookupEnv("X")
	before := r.Now()
	m.File("/a", "two").File("/b", "new").Env("X", "2").Clock(before.Add(time.Hour))
	if text, _ := r.ReadFile("/a"); text != "one" {
		t.Errorf("the second reading gave %q", text)
	}
	if _, err := r.ReadFile("/b"); err == nil || missing == nil {
		t.Error("a missing file appeared within one recording")
	}
	if v, _ := r.LookupEnv("X"); v != "1" || !r.Now().Equal(before) {
		t.Error("a variable or the clock changed within one recording")
	}
}

func TestRecordingHandsOutCopies(t *testing.T) {
	r := NewRecording(NewMemory().File("/p/a", "").File("/p/b", ""))
	first, _ := r.ReadDir("/p")
	slices.Reverse(first)
	if second, _ := r.ReadDir("/p"); second[0].Name != "a" {
		t.Error("sorting a returned slice changed the next answer")
	}
}

func TestRecordingForgetsCancelledQuestions(t *testing.T) {
	m := NewMemory().OnGit("", "status", GitAnswer{Stdout: "clean"})
	r := NewRecording(m)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Git(gone, "/p", "status"); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question: %v", err)
	}
	if len(r.Questions()) != 0 {
		t.Error("a question without an answer was recorded")
	}
	if a, err := r.Git(context.Background(), "/p", "status"); a.Stdout != "clean" || err != nil {
		t.Errorf("asked again: %+v, %v", a, err)
	}
}

func TestSameSeesEveryKindOfChange(t *testing.T) {
	ctx := context.Background()
	base := func() *Memory {
		return NewMemory().File("/p/a", "text").Link("/p/l", "a").Dir("/p/d").Env("X", "1").
			OnGit("/p", "status", GitAnswer{Stdout: "clean"}).URL("https://x", Response{Status: 200, Body: "b"})
	}
	all := func(w World) {
		_, _ = w.Stat("/p/a")
		_, _ = w.Stat("/p/gone")
		_, _ = w.Readlink("/p/l")
		_, _ = w.RealPath("/p/l")
		_, _ = w.ReadDir("/p/d")
		_, _ = w.ReadFile("/p/l")
		_, _ = w.ReadHead("/p/a", 2)
		w.LookupEnv("X")
		w.LookupEnv("UNSET")
		w.Now()
		w.Zone()
		w.Locale()
		w.Platform()
		_, _ = w.Hostname()
		_, _ = w.Git(ctx, "/p", "status")
		_, _ = w.Fetch(ctx, "https://x")
	}
	tests := []struct {
		name   string
		change func(*Memory)
		op     string // an operation whose answer must be out of date; "" if no answer is
	}{
		{"nothing", func(m *Memory) {}, ""},
		{"another file", func(m *Memory) { m.File("/p/other", "x") }, ""},
		{"content", func(m *Memory) { m.File("/p/a", "Text") }, OpReadFile},
		{"mode", func(m *Memory) { m.Mode("/p/a", 0) }, OpReadFile},
		{"removal", func(m *Memory) { m.Remove("/p/a") }, OpReadFile},
		{"appearance", func(m *Memory) { m.File("/p/gone", "") }, OpStat},
		{"link", func(m *Memory) { m.Link("/p/l", "gone") }, OpReadFile},
		{"new entry", func(m *Memory) { m.File("/p/d/x", "") }, OpReadDir},
		{"variable", func(m *Memory) { m.Env("X", "2") }, OpEnv},
		{"variable set to nothing", func(m *Memory) { m.Env("UNSET", "") }, OpEnv},
		{"clock", func(m *Memory) { m.Clock(m.Now().Add(time.Millisecond)) }, OpNow},
		{"zone", func(m *Memory) { m.SetZone(time.FixedZone("X", 3600)) }, OpZone},
		{"locale", func(m *Memory) { m.SetLocale("de-DE") }, OpLocale},
		{"host", func(m *Memory) { m.SetHostname("other") }, OpHostname},
		{"platform", func(m *Memory) { m.SetPlatform("win32") }, OpPlatform},
		{"git", func(m *Memory) { m.OnGit("/p", "status", GitAnswer{Stdout: "dirty"}) }, OpGit},
		{"no git", func(m *Memory) { m.GitThrow(nil) }, OpGit},
		{"document", func(m *Memory) { m.URL("https://x", Response{Status: 404}) }, OpFetch},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := base()
			r := NewRecording(m)
			all(r)
			tt.change(m)
			changed := changed(m, r.Questions())
			if (len(changed) == 0) != (tt.op == "") {
				t.Errorf("Same = %v", tt.op != "")
			}
			if tt.op == "" && len(changed) > 0 || tt.op != "" && !slices.ContainsFunc(changed, func(q Question) bool { return q.Op == tt.op }) {
				t.Errorf("Changed = %s, want %q among them", ops(changed), tt.op)
			}
		})
	}
}

// counting counts how often files are read.
type counting struct {
	*Memory
	reads int
}

func (c *counting) ReadFile(path string) (string, error) {
	c.reads++
	return c.Memory.ReadFile(path)
}

func TestSameReadsAFileOnlyWhenItsStatDiffers(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	w := &counting{Memory: NewMemory().File("/a", "text").ModTime("/a", old)}
	r := NewRecording(w)
	_, _ = r.ReadFile("/a")
	w.reads = 0
	if len(changed(w, r.Questions())) > 0 || w.reads != 0 {
		t.Errorf("an unchanged file was read %d times", w.reads)
	}
	w.ModTime("/a", old.Add(time.Minute))
	if len(changed(w, r.Questions())) > 0 || w.reads != 1 {
		t.Errorf("a touched file with unchanged content was read %d times", w.reads)
	}
}

func TestSameReadsRecentFiles(t *testing.T) {
	now := time.Now()
	m := NewMemory().File("/a", "one").ModTime("/a", now)
	r := NewRecording(m)
	_, _ = r.ReadFile("/a")
	m.File("/a", "two").ModTime("/a", now) // same size and modification time, but another text
	if len(changed(m, r.Questions())) == 0 {
		t.Error("a change with the same modification time was missed")
	}
}
