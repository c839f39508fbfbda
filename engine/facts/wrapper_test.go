package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// askEach asks a world one question of each kind about a path, a variable and a URL.
func askEach(w World, name string) map[string]string {
	ctx := context.Background()
	told := func(v any, err error) string {
		if err != nil {
			return err.Error()
		}
		if i, ok := v.(Info); ok {
			v = i.Name
		}
		return fmt.Sprint(v)
	}
	value, set := w.LookupEnv(name)
	return map[string]string{
		OpStat: told(w.Stat(name)), OpLstat: told(w.Lstat(name)), OpReadlink: told(w.Readlink(name)), OpRealPath: told(w.RealPath(name)),
		OpReadDir: told(w.ReadDir(name)), OpReadFile: told(w.ReadFile(name)), OpReadHead: told(w.ReadHead(name, 2)),
		OpGit: told(w.Git(ctx, name, "status")), OpFetch: told(w.Fetch(ctx, name)), OpEnv: fmt.Sprint(value, set),
	}
}

func compareAnswers(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for op, answer := range want {
		if got[op] != answer {
			t.Errorf("%s: %s: got %q, want %q", what, op, got[op], answer)
		}
	}
}

func TestAGuardChecksEveryPathOnce(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "text").Link("/p/l", "a.md")
	var asked []string
	w := &Guard{m, func(op, name string) error {
		asked = append(asked, op+" "+name)
		return nil
	}}
	for _, name := range []string{"/p", "/p/a.md", "/p/l", "/none"} {
		asked = nil
		compareAnswers(t, name, askEach(w, name), askEach(m, name))
		want := []string{"lstat", "read", "read", "readdir", "readlink", "realpath", "stat"}
		for i := range want {
			want[i] += " " + name
		}
		if slices.Sort(asked); !slices.Equal(asked, want) {
			t.Errorf("%s: the checks are %q, want %q", name, asked, want)
		}
	}
	refusal := errors.New("refused")
	w = &Guard{m, func(op, name string) error { return refusal }}
	want := askEach(m, "/p/a.md")
	for _, op := range []string{OpStat, OpLstat, OpReadlink, OpRealPath, OpReadDir, OpReadFile, OpReadHead} {
		want[op] = "refused"
	}
	compareAnswers(t, "refused", askEach(w, "/p/a.md"), want)
	if info, err := w.Stat("/p/a.md"); info != (Info{}) || err != refusal {
		t.Errorf("a refused question has the answer %+v, %v", info, err)
	}
}

func TestAContainedWorldRefusesLinksThatLeadOut(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "text").File("/p/d/b.md", "b").File("/out/secret", "x").
		Link("/p/in", "d").Link("/p/out", "/out").Link("/p/file", "/out/secret").Link("/p/gone", "/out/none").Link("/q", "/out")
	w := Contained(m, "/p")
	for _, name := range []string{"/p", "/p/a.md", "/p/d", "/p/in/b.md", "/p/missing", "/p/d/missing", "/out/secret", "/q/secret", "/pq"} {
		compareAnswers(t, name, askEach(w, name), askEach(m, name))
	}
	for _, name := range []string{"/p/out", "/p/out/secret", "/p/file", "/p/gone", "/p/out/none"} {
		want := askEach(m, name)
		want[OpStat] = "stat " + name + ": refused by policy"
		want[OpReadDir] = "readdir " + name + ": refused by policy"
		want[OpReadFile] = "read " + name + ": refused by policy"
		want[OpReadHead] = "read " + name + ": refused by policy"
		compareAnswers(t, name, askEach(w, name), want)
	}
}

func TestWithoutFollowingErrorsNameTheQuestion(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "text").File("/real/b.md", "b").Link("/p/l", "a.md").Link("/p/d", "/real").Dir("/p/e")
	w := NoFollow(m, "/p", "/missing")
	const why = ": it is a symbolic link, or reached through one, and links are not followed"
	for _, name := range []string{"/p", "/p/a.md", "/p/e", "/p/a.md/x", "/p/missing", "/real/b.md", "/"} {
		compareAnswers(t, name, askEach(w, name), askEach(m, name))
	}
	want := askEach(m, "/p/l")
	want[OpStat], want[OpRealPath], want[OpReadDir] = "stat /p/l"+why, "realpath /p/l"+why, "readdir /p/l"+why
	want[OpReadFile], want[OpReadHead] = "read /p/l"+why, "read /p/l"+why
	compareAnswers(t, "a link", askEach(w, "/p/l"), want)
	want = askEach(m, "/p/d/b.md")
	for op, word := range map[string]string{OpStat: "stat", OpLstat: "lstat", OpReadlink: "readlink", OpRealPath: "realpath", OpReadDir: "readdir", OpReadFile: "read", OpReadHead: "read"} {
		want[op] = word + " /p/d/b.md" + why
	}
	compareAnswers(t, "behind a link", askEach(w, "/p/d/b.md"), want)
	// Links on the way to the base directory are followed, also on a drive.
	drive := NoFollow(NewMemory().SetPlatform("win32").File("C:/d/a.md", "a").Link("C:/l", "C:/d").Link("C:/d/m", "a.md"), "C:/l")
	if text, err := drive.ReadFile("C:/l/a.md"); text != "a" || err != nil {
		t.Errorf("on a drive: %q, %v", text, err)
	}
	if _, err := drive.ReadFile("C:/l/m"); !LinkRefused(err) {
		t.Errorf("a link on a drive: %v", err)
	}
	if LinkRefused(ErrRefused) || LinkRefused(nil) {
		t.Error("another error is a refused link")
	}
}

func TestEveryQuestionIsCharged(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "12345").Link("/p/l", "a.md").OnGit("/p", "log", GitAnswer{Stdout: "123"}).URL("https://x", Response{Status: 200, Body: "1234567"})
	ctx := context.Background()
	for name, c := range map[string]struct {
		ask  func(World) error
		want Amounts
	}{
		"Stat":           {func(w World) error { _, err := w.Stat("/p/a.md"); return err }, Amounts{Looks: 1}},
		"Lstat":          {func(w World) error { _, err := w.Lstat("/p/a.md"); return err }, Amounts{Looks: 1}},
		"Readlink":       {func(w World) error { _, err := w.Readlink("/p/l"); return err }, Amounts{Looks: 1}},
		"RealPath":       {func(w World) error { _, err := w.RealPath("/p/a.md"); return err }, Amounts{Looks: 1}},
		"ReadDir":        {func(w World) error { _, err := w.ReadDir("/p"); return err }, Amounts{Looks: 1}},
		"ReadFile":       {func(w World) error { _, err := w.ReadFile("/p/a.md"); return err }, Amounts{Files: 1, Read: 5}},
		"ReadHead":       {func(w World) error { _, err := w.ReadHead("/p/a.md", 2); return err }, Amounts{Files: 1, Read: 2}},
		"Git":            {func(w World) error { _, err := w.Git(ctx, "/p", "log"); return err }, Amounts{Looks: 1, Read: 3}},
		"Fetch":          {func(w World) error { _, err := w.Fetch(ctx, "https://x"); return err }, Amounts{Files: 1, Read: 7}},
		"a missing file": {func(w World) error { _, err := w.ReadFile("/none"); return err }, Amounts{Looks: 1}},
	} {
		b := NewBudget(DefaultLimits)
		if err := c.ask(b.World(m)); (err != nil) != (name == "a missing file") || b.Spent() != c.want {
			t.Errorf("%s: %v, charged %+v, want %+v", name, err, b.Spent(), c.want)
		}
	}
	if b := NewBudget(DefaultLimits); b.Limits() != DefaultLimits || b.Child().Limits() != DefaultLimits {
		t.Error("the limits are others")
	}
	if answer, err := NewBudget(DefaultLimits).World(m).Git(ctx, "/p", "log"); answer.Stdout != "123" || err != nil {
		t.Errorf("git: %+v, %v", answer, err)
	}
	if answer, err := NewBudget(DefaultLimits).World(m).Fetch(ctx, "https://x"); answer.Body != "1234567" || err != nil {
		t.Errorf("fetch: %+v, %v", answer, err)
	}
	compareAnswers(t, "through a budget", askEach(NewBudget(DefaultLimits).World(m), "/p/a.md"), askEach(m, "/p/a.md"))
}

func TestAUsedUpBudgetAnswersNothing(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/a.md", "12345").OnGit("/p/a.md", "status", GitAnswer{Stdout: "x"})
	const over = " /p/a.md: over the budget of 0 paths looked at"
	refused := map[string]string{}
	for op, word := range map[string]string{OpStat: "stat", OpLstat: "lstat", OpReadlink: "readlink", OpRealPath: "realpath", OpReadDir: "readdir",
		OpReadFile: "read", OpReadHead: "read", OpGit: "git", OpFetch: "fetch"} {
		refused[op] = word + over
	}
	b := NewBudget(Amounts{Read: 100, Files: 100})
	w := b.World(m)
	if text, err := w.ReadFile("/p/a.md"); text != "12345" || err != nil {
		t.Errorf("before it is used up: %q, %v", text, err)
	}
	if _, err := w.Stat("/p/a.md"); err == nil {
		t.Error("a look was allowed")
	}
	compareAnswers(t, "used up", askEach(w, "/p/a.md"), refused)
	// An answer that exceeds the budget is dropped.
	for what, limits := range map[string]Amounts{"bytes read": {Read: 4, Files: 9}, "files read": {Read: 9}} {
		over := fmt.Sprintf("read /p/a.md: over the budget of %d %s", limits.Read%9, what)
		if text, err := NewBudget(limits).World(m).ReadFile("/p/a.md"); text != "" || err == nil || err.Error() != over {
			t.Errorf("%s: %q, %v", what, text, err)
		}
	}
	if text, err := NewBudget(Amounts{Files: 1}).World(m).ReadFile("/none"); text != "" || err == nil || err.Error() != "read /none: over the budget of 0 paths looked at" {
		t.Errorf("a missing file: %q, %v", text, err)
	}
	if text, err := NewBudget(Amounts{Files: 1, Looks: 1}).World(m).ReadFile("/none"); text != "" || err == nil || err.Error() != "open /none: file does not exist" {
		t.Errorf("a missing file: %q, %v", text, err)
	}
}

func TestABudgetCanBeStopped(t *testing.T) {
	t.Parallel()
	var none *Budget
	if err := none.Charge("/x", Amounts{Read: 1 << 60}); err != nil || none.Over() != nil {
		t.Errorf("no budget refuses: %v", err)
	}
	b := NewBudget(DefaultLimits)
	first, second := &OverBudget{What: "first"}, &OverBudget{What: "second"}
	b.Stop(first)
	b.Stop(second)
	if b.Over() != first || b.Charge("/x", Amounts{}) != error(first) || b.Child().Over() != first || b.Child().Charge("/x", Amounts{}) != error(first) {
		t.Errorf("stopped by %v", b.Over())
	}
	if err := NewBudget(Amounts{Output: 10}).Output("/x", 10); err != nil {
		t.Errorf("output that fits: %v", err)
	}
	if err := NewBudget(Amounts{Output: 10}).Output("/x", 11); err == nil || err.Error() != "over the budget of 10 bytes of text" {
		t.Errorf("output that does not fit: %v", err)
	}
	if errors.Is(first, ErrRefused) || !errors.Is(first, ErrOverBudget) {
		t.Error("it is another error")
	}
	for what, want := range map[string]string{
		whatFiles: "name fewer or smaller files", whatRead: "name fewer or smaller files",
		whatImports: "import fewer files: put an at sign that is not an import in back-ticks",
		whatLooks:   "name fewer files and directories in the settings", whatSteps: "write fewer or shorter patterns, with fewer stars",
		whatExpansions: "write the pattern with fewer braces", whatOutput: "name a large file once, and import less",
		"levels of nesting": "make the file smaller and simpler", "keys": "make the file smaller and simpler",
	} {
		if got := (&OverBudget{What: what}).Hint(); got != want {
			t.Errorf("%s: %s", what, got)
		}
	}
}

// Windows resolves more than links. Each path is therefore resolved by itself there.
func TestPathsOfWindowsAreResolvedOneByOne(t *testing.T) {
	t.Parallel()
	counted := &resolves{World: NewMemory().SetPlatform("win32").File("C:/d/a", "").File("C:/d/b", "")}
	w := NewBudget(DefaultLimits).World(counted)
	for _, name := range []string{"C:/d/a", "C:/d/b"} {
		if real, err := w.RealPath(name); real != name || err != nil {
			t.Errorf("%s: %s, %v", name, real, err)
		}
	}
	if counted.n != 2 {
		t.Errorf("resolved %d times", counted.n)
	}
}

func TestAFixedClock(t *testing.T) {
	t.Parallel()
	m := NewMemory()
	at := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	if got := At(m, at).Now(); got != at {
		t.Errorf("got %v", got)
	}
}

func TestTextOfARevision(t *testing.T) {
	t.Parallel()
	m := NewMemory().Dir("/p/d").
		OnGit("/p/d", "cat-file blob HEAD:./a.md", GitAnswer{Stdout: "text\n"}).
		OnGit("/p/d", "cat-file blob gone:./a.md", GitAnswer{Exit: 128, Stderr: "fatal: invalid object name 'gone'.\nmore\n"}).
		OnGit("/p/d", "cat-file blob mute:./a.md", GitAnswer{Exit: 3, Stdout: "text\n"})
	for rev, want := range map[string]string{
		"HEAD": "text\n <nil>", "gone": " invalid object name 'gone'.", "mute": " git ended with 3",
		"-x": ` "-x" is not a revision`, "a:b": ` "a:b" is not a revision`, "": ` "" is not a revision`,
	} {
		text, err := Revision(context.Background(), m, "/p/d/a.md", rev)
		if got := text + " " + fmt.Sprint(err); got != want {
			t.Errorf("%q: got %q, want %q", rev, got, want)
		}
	}
	if text, err := Revision(context.Background(), m.GitThrow(nil), "/p/d/a.md", "HEAD"); text != "" || !errors.Is(err, ErrNoGit) {
		t.Errorf("without git: %q, %v", text, err)
	}
}

func TestRevisionsWithoutBranches(t *testing.T) {
	t.Parallel()
	const head = "rev-parse --verify --quiet --end-of-options HEAD^{commit}"
	w := NewMemory().OnGit("/r", head, GitAnswer{Stdout: "c\n"})
	if got := Revisions(context.Background(), w, "/r"); !slices.Equal(got, []string{"HEAD"}) {
		t.Errorf("got %q", got)
	}
	if got := Revisions(context.Background(), w.GitThrow(nil), "/r"); got != nil {
		t.Errorf("without git: %q", got)
	}
}

func TestVolumesAndAbsolutePaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"C:/x": "C:", "c:": "c:", "C:x": "", "1:/x": "", "[:/x": "", "{:/": "", "@:/": "", "`:/": "", "z:/": "z:", "Z:/": "Z:", "a:/": "a:", "A:/": "A:",
		"//s/h/x": "//s/h", "//s/h": "//s/h", "//s": "", "//s/": "", "///s/h": "", "//./h": "", "//s/..": "", "//": "", "/x": "", "": "", ":": "", "C": "",
	} {
		if got := Volume(path); got != want {
			t.Errorf("Volume(%q) = %q, want %q", path, got, want)
		}
	}
	for _, c := range []struct {
		dir, name string
		want      bool
	}{
		{"/p", "/x", true}, {"/p", "x", false}, {"/p", "C:/x", false}, {"/p", `\x`, false},
		{"C:/p", "/x", true}, {"C:/p", `\x`, true}, {"C:/p", `D:\x`, true}, {"C:/p", `\\s\h`, true}, {"C:/p", "x", false}, {"C:/p", "D:x", false},
	} {
		if got := Absolute(c.dir, c.name); got != c.want {
			t.Errorf("Absolute(%q, %q) = %v", c.dir, c.name, got)
		}
	}
	for _, c := range [][2]string{
		{Join(), ""}, {Join("", ""), ""}, {Join("", "a", "b"), "a/b"}, {Base("//s/h"), "/"}, {Base("//s/h/x"), "x"}, {Dir("C:"), "C:/"},
		{Clean("//s/h/x/.."), "//s/h"}, {Clean("C:/.."), "C:/"}, {Resolve("/p", "x/../y"), "/p/y"}, {Resolve("/p", "/x/.."), "/"}, {Slash("a/b"), "a/b"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
	if IsRoot("/a") || !IsRoot("/") || !IsRoot("C:") || IsRoot("//s/h/x") || !IsRoot("//s/h") || IsAbs("a") || !IsAbs("/a") {
		t.Error("a root, or an absolute path, is not recognised")
	}
}

func TestPathsInsideADirectory(t *testing.T) {
	t.Parallel()
	m := NewMemory().File("/p/d/a.md", "").File("/out/x", "").Link("/l", "/p").Link("/p/in", "d").Link("/p/out", "/out").Link("/p/none", "/nowhere").Link("/p/loop", "loop").
		Link("/p/back", "/out/../p/d")
	for name, want := range map[string]bool{
		"/p": true, "/p/": true, "/p/d/a.md": true, "/p/in/a.md": true, "/p/back/a.md": true, "/p/missing/x/y": true, "/p/in/missing": true,
		"/out": false, "/pq": false, "/p/../out/x": false, "/p/out": false, "/p/out/x": false, "/p/out/missing": false, "/p/none": false, "/p/none/x": false, "/p/loop": false,
	} {
		if got := Inside(m, "/p", name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !Inside(m, "/l", "/l/d/a.md") || Inside(m, "/l", "/p/d") || !Inside(m, "/new", "/new/x") || Inside(m, "/l", "/l/out") {
		t.Error("a linked or a missing directory")
	}
	if got := strings.Join(slices.Collect(Up("/a/b")), " "); got != "/a/b /a /" {
		t.Errorf("Up: %s", got)
	}
	for dir := range Up("/a/b") {
		if dir == "/a" {
			break // Up must stop here
		}
	}
}
