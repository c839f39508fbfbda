//go:build unix

package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "record the list of inputs")

// The test program is also a service: "serve" answers with the length of what is posted.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(os.Stderr, "listening on http://%s\n", l.Addr())
		panic(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/render" {
				w.WriteHeader(http.StatusInternalServerError)
			}
			fmt.Fprintf(w, "%s of %d bytes", r.Method, r.ContentLength)
		})))
	}
	os.Exit(m.Run())
}

// script makes a program of a shell script.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "galley")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAResultIsJudged(t *testing.T) {
	good := result{exit: "0", cpu: mostTime, memory: mostMemory}
	for name, c := range map[string]struct {
		r    result
		exit string
		want string
	}{
		"at the limits":              {good, "", ""},
		"the expected status":        {good, "0", ""},
		"one of several":             {result{exit: "3"}, "0 1 3", ""},
		"another status":             {result{exit: "1"}, "0", "exit 1, not 0"},
		"a signal":                   {result{broken: "killed"}, "", "killed"},
		"late":                       {result{exit: "0", late: true}, "", "not done after 20s"},
		"slow":                       {result{exit: "0", cpu: mostTime + 1}, "", "too slow"},
		"large":                      {result{exit: "0", memory: mostMemory + 1}, "", "too large"},
		"started wrongly":            {result{exit: "2", said: "no such flag"}, "", "started wrongly, so nothing was tried: no such flag"},
		"a status 2 that is awaited": {result{exit: "2"}, "2", ""},
	} {
		if got := strings.Join(c.r.faults(input{exit: c.exit}), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestWhatGrowsTooFastIsNamed(t *testing.T) {
	for _, c := range []struct {
		quarter, whole result
		want           string
	}{
		{result{cpu: time.Second}, result{cpu: growth * time.Second}, ""}, {result{cpu: time.Second}, result{cpu: growth*time.Second + 1}, "time grows too fast"},
		{result{cpu: 1}, result{cpu: smallTime}, ""}, {result{cpu: 1}, result{cpu: smallTime + 1}, "time grows too fast"},
		{result{memory: 100 << 20}, result{memory: growth * 100 << 20}, ""}, {result{memory: 100 << 20}, result{memory: growth*100<<20 + 1}, "memory grows too fast"},
		{result{memory: 1}, result{memory: smallMemory}, ""}, {result{memory: 1}, result{memory: smallMemory + 1}, "memory grows too fast"},
	} {
		if got := strings.Join(grew(c.quarter, c.whole), ", "); got != c.want {
			t.Errorf("%+v to %+v: %q, want %q", c.quarter, c.whole, got, c.want)
		}
	}
}

func TestAProgramIsMeasured(t *testing.T) {
	t.Parallel()
	home := `[ "$HOME" = "$(cd ../home && pwd)" ] || exit 9; `
	for name, c := range map[string]struct {
		program string
		in      input
		want    result
	}{
		"a status and a line":       {`echo first >&2; echo second >&2; exit 3`, input{}, result{exit: "3", said: "first"}},
		"arguments":                 {`[ "$1 $2" = "scan --json" ] || exit 1`, input{args: []string{"scan", "--json"}}, result{exit: "0"}},
		"its home and settings":     {home + `[ "$XDG_STATE_HOME" = "$HOME/state" ] && [ "$XDG_CONFIG_HOME" = "$HOME/config" ] || exit 8; grep -q TRUST_FOLDER ~/.gemini/trustedFolders.json`, input{}, result{exit: "0"}},
		"a variable of the input":   {`exit $STATUS`, input{env: []string{"STATUS=5"}}, result{exit: "5"}},
		"a repository":              {`[ -d .git/refs ] && [ -d .git/objects ] && grep -q refs/heads/main .git/HEAD || exit 4`, input{}, result{exit: "0"}},
		"none":                      {`[ -e .git ] && exit 4; exit 0`, input{noGit: true}, result{exit: "0"}},
		"one of its own":            {`grep -q own .git/HEAD || exit 4; [ -d .git/refs ] && exit 4; exit 0`, input{files: file(".git/HEAD", times("own ", 16))}, result{exit: "0"}},
		"a .git that is a file":     {`[ -f .git ] || exit 4`, input{files: file(".git", times("gitdir: x\n", 40))}, result{exit: "0"}},
		"files of its size":         {`[ $(wc -c <f) = 8 ] && [ $(wc -c <~/g) = 8 ] || exit 4`, input{files: func(p *project, n int) { p.write("f", times("ab", 16)(n)); p.write("~/g", times("ab", 16)(n)) }}, result{exit: "0"}},
		"standard input":            {`[ $(head -c 100 | wc -c) = 100 ] || exit 4`, input{stdin: all()[0].stdin}, result{exit: "0"}},
		"a panic":                   {`echo ok >&2; echo "panic: at once" >&2; exit 2`, input{}, result{exit: "2", said: "ok", broken: "panic: at once"}},
		"a signal":                  {`kill -TERM $$`, input{}, result{exit: "-1", broken: "terminated"}},
		"a message that is long":    {`printf '%0500d' 1 >&2`, input{}, result{exit: "0", said: strings.Repeat("0", 200)}},
		"a service":                 {`exec "` + os.Args[0] + `" "$@"`, input{args: []string{"serve"}, post: func(n int) string { return "/render\n" + strings.Repeat("x", 10*n) }}, result{exit: "-1", said: "200 OK POST of 20 bytes", broken: "terminated"}},
		"a service with a fault":    {`exec "` + os.Args[0] + `" "$@"`, input{args: []string{"serve"}, post: func(int) string { return "/x\n" }}, result{exit: "-1", said: "500 Internal Server Error POST of 0 bytes", broken: "terminated"}},
		"a service that is silent":  {`echo nothing >&2; exit 4`, input{post: func(int) string { return "/x\n" }}, result{exit: "4", said: "the service does not say where it listens"}},
		"a service that is gone":    {`echo http://127.0.0.1:1 >&2; exec sleep 60`, input{post: func(int) string { return "/x\n" }}, result{exit: "-1", said: "no answer: Post \"http://127.0.0.1:1/x\": dial tcp 127.0.0.1:1: connect: connection refused", broken: "terminated"}},
		"a service that crashes":    {`echo "fatal error: out of memory" >&2; exit 2`, input{post: func(int) string { return "/x\n" }}, result{exit: "2", said: "fatal error: out of memory", broken: "fatal error: out of memory"}},
		"a workbench on a terminal": {`printf 'on a screen of '; stty size; read -r _; exit 6`, input{screen: true}, result{exit: "6", said: "on a screen of 40 120"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := c.in
			if in.screen {
				c.program = "stty raw -echo; printf 'on a screen of '; stty size; head -c 1 >/dev/null; exit 6"
			}
			got := measure(t.TempDir(), script(t, c.program), in, 2)
			if got.memory <= 0 || got.cpu < 0 {
				t.Errorf("it took %d bytes and %v", got.memory, got.cpu)
			}
			got.memory, got.cpu = 0, 0
			got.said = strings.TrimRight(got.said, "\r")
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
	for name, err := range map[string]error{
		"a screen": onScreen(exec.Command("/none"), io.Discard), "a service": served(exec.Command("/none"), "/x\n", io.Discard), "a service whose messages go elsewhere": served(&exec.Cmd{Path: "/none", Stderr: io.Discard}, "/x\n", io.Discard),
	} {
		if err == nil {
			t.Errorf("%s of a program that does not start: no error", name)
		}
	}
	if r := judge(t.Context(), exec.Command("x"), os.ErrNotExist, ""); r.broken != os.ErrNotExist.Error() {
		t.Errorf("a program that does not start: %+v", r)
	}
}

func TestManyFilesAreNumbered(t *testing.T) {
	t.Parallel()
	p := &project{dir: t.TempDir()}
	several(2, func(i int) (string, string) { return fmt.Sprintf("d/%d", i), strings.Repeat("x", i) })(p, 2)
	for i := range 5 {
		if text, err := os.ReadFile(filepath.Join(p.dir, "d", fmt.Sprint(i))); (err == nil) != (i < 4) || err == nil && len(text) != i {
			t.Errorf("%d: %q, %v", i, text, err)
		}
	}
	if got := numbered("<%d>", 3); got != "<0><1><2>" {
		t.Errorf("%q", got)
	}
}

// If the files of an input cannot be made, the command ends.
func TestAnInputThatCannotBeMadeEndsAll(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(){
		"no directory for a file": func() { (&project{dir: "/dev/null"}).write("a/b", "x") },
		"a directory in its place": func() {
			dir := t.TempDir()
			_ = os.Mkdir(filepath.Join(dir, "f"), 0o700)
			(&project{dir: dir}).write("f", "x")
		},
		"no directory for a repository": func() {
			dir := t.TempDir()
			_ = os.Mkdir(filepath.Join(dir, ".git"), 0o700)
			_ = os.WriteFile(filepath.Join(dir, ".git", "objects"), nil, 0o600)
			(&project{dir: dir}).repository()
		},
		"a file of less than nothing": func() { hole("f", -1)(&project{dir: t.TempDir()}, 1) },
		"no directory for a run":      func() { measure(filepath.Join(t.TempDir(), "gone"), "x", input{}, 1) },
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || err == nil {
					t.Errorf("%s: it goes on", name)
				}
			}()
			do()
		}()
	}
	must(nil)
}

func TestBadInputsAreCounted(t *testing.T) {
	t.Parallel()
	program := script(t, `[ "$1" = check ] && exit 2; [ "$1" = render ] && exit 3; exit 0`)
	for expression, want := range map[string]int{"^a template of near tags$": 1, "^a template of (ifs|near tags|brackets)$": 2, "^one file of 300 bytes 34,000 times$": 1, "^nothing of this name$": 0, "^a template of ifs$": 0} {
		if got, err := run(t.TempDir(), program, regexp.MustCompile(expression), false, io.Discard); got != want || err != nil {
			t.Errorf("%s: %d are bad, want %d; %v", expression, got, want, err)
		}
	}
}

// hundreds matches the names of inputs with so many files that writing them here would take
// seconds.
var hundreds = regexp.MustCompile(`^(\w+, many in|20,000 files)`)

// The record has every input in the order of the list, at a quarter of its size: how galley is
// started, how many bytes the files have, and a digest of their names and texts and of what is
// posted.
func TestTheInputsAreAsListed(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	names := map[string]bool{}
	for _, in := range all() {
		if names[in.name] {
			t.Errorf("two inputs are called %q", in.name)
		}
		names[in.name] = true
		files, bytes, sum := 0, 0, sha256.New()
		if in.files != nil && !hundreds.MatchString(in.name) {
			root := t.TempDir()
			in.files(&project{filepath.Join(root, "p"), filepath.Join(root, "h")}, 1)
			_ = filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
				if err == nil && e.Type().IsRegular() {
					if text, err := os.ReadFile(path); err == nil {
						files++
						bytes += len(text)
						fmt.Fprintf(sum, "%s\n%s\n", strings.TrimPrefix(path, root), strings.ReplaceAll(string(text), root, ""))
					}
				} else if err == nil && e.Type()&os.ModeSymlink != 0 {
					to, _ := os.Readlink(path)
					fmt.Fprintf(sum, "%s\n-> %s\n", strings.TrimPrefix(path, root), strings.TrimPrefix(to, root))
				}
				return nil
			})
			_ = os.RemoveAll(root)
		}
		var post int
		if in.post != nil {
			post = len(in.post(1))
			fmt.Fprintf(sum, "posts %s\n", in.post(1))
		}
		if in.stdin != nil {
			if _, err := io.CopyN(sum, in.stdin(1), 100); err != nil {
				t.Errorf("%s: standard input ends: %v", in.name, err)
			}
		}
		size := 0
		for _, e := range in.env {
			size += len(e)
			fmt.Fprintf(sum, "%s\n", e)
		}
		fmt.Fprintf(&b, "%s: %d files of %d bytes, %q, posts %d, environment %d, input %v, git %v, screen %v, exit %q, %x\n", in.name, files, bytes, in.args, post, size, in.stdin != nil, !in.noGit, in.screen, in.exit, sum.Sum(nil)[:6])
	}
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/inputs.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/inputs.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(lines) || lines[i] != line {
			t.Fatalf("line %d is %q, want %q; -update records the list", i+1, lines[min(i, len(lines)-1)], line)
		}
	}
	if len(lines) != strings.Count(string(want), "\n")+1 {
		t.Errorf("%d inputs are not recorded", len(lines)-strings.Count(string(want), "\n")-1)
	}
}

// Without a Go command the program is not built, and nothing is measured.
func TestAProgramThatCannotBeBuilt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out strings.Builder
	bad, err := inDirectory(t.TempDir(), "", "", false, &out)
	if bad != 0 || err == nil || !strings.HasPrefix(err.Error(), `building galley: exec: "go": executable file not found`) || out.Len() > 0 {
		t.Errorf("%d bad, %v, said %q", bad, err, out.String())
	}
}
