//go:build unix

package launch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/capture"
	"galley/engine/capture/endpoint"
	"galley/engine/capture/match"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/wire"
)

func TestTheLastLinesOfAnAgentAreOneLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 300)
	for _, c := range []struct{ output, want string }{
		{"", ""}, {"\n \r\n", ""}, {"one\n", "one"}, {"a\r\nb\n\n c \n", "a / b / c"}, {"1\n2\n3\n4\n", "1 / 2 / 3 / 4"}, {"0\n1\n2\n3\n4\n", "1 / 2 / 3 / 4"},
		{"\x1b[31mred\x1b[0m\n\x1b[2J\n", "red"}, {long, long}, {"x" + long, "…" + long}, {"xy" + long, "…" + long}, {long + "x", "…" + long[2:] + "x"},
	} {
		p := &process{}
		io.WriteString(&p.output, c.output)
		if got := p.last(); got != c.want {
			t.Errorf("%q: %q, want %q", c.output, got, c.want)
		}
	}
	var end tail
	for range 2 * maxOutput {
		end.Write([]byte{'a'})
	}
	if got := end.String(); len(got) != 2*maxOutput {
		t.Errorf("%d bytes are kept", len(got))
	}
	if n, err := end.Write([]byte("b")); n != 1 || err != nil || len(end.String()) != maxOutput || !strings.HasSuffix(end.String(), "ab") {
		t.Errorf("%d, %v; %d bytes are kept", n, err, len(end.String()))
	}
}

func TestVariablesOfTheEnvironment(t *testing.T) {
	t.Parallel()
	in := []string{"A=1", "PWD=/elsewhere", "B", "AB=2"}
	if got := withVariables(in, map[string]string{"Z": "z", "A": "a=b"}); !slices.Equal(got, []string{"PWD=/elsewhere", "B", "AB=2", "A=a=b", "Z=z"}) || in[0] != "A=1" {
		t.Errorf("%q", got)
	}
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pwd, want string }{
		{dir, dir}, {link, link}, {"/", dir}, {".", dir}, {dir + "/none", dir}, {"", dir},
	} {
		got := within([]string{"A=1", "PWD=" + c.pwd}, dir)
		if !slices.Equal(got, []string{"A=1", "PWD=" + c.want}) {
			t.Errorf("%q: %q", c.pwd, got)
		}
	}
	if got := within([]string{"OLDPWD=" + dir}, dir); !slices.Equal(got, []string{"OLDPWD=" + dir, "PWD=" + dir}) {
		t.Errorf("%q", got)
	}
	if sameDirectory(dir, dir+"/none") || !sameDirectory(link, dir) {
		t.Error("directories are compared by their names")
	}
}

func TestWhatARunLeftInAProject(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root+"/a.txt", "a")
	write(t, root+"/node_modules/m/x.js", "x")
	write(t, root+"/.git/objects/aa/bb", "o")
	write(t, root+"/.git/HEAD", "ref")
	write(t, root+"/.git/refs/heads/main", " 1111\n")
	write(t, root+"/.git/refs/heads/long", strings.Repeat("x", 1000))
	write(t, root+"/.git/packed-refs", "# pack-refs\n2222 refs/tags/v1\n3333 other\n^4444\n5555 refs/heads/main\n")
	before := look(root, maxListed)
	var names []string
	for name := range before.files {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := []string{".git", ".git/HEAD", ".git/objects", ".git/packed-refs", ".git/refs", "a.txt", "node_modules"}; !slices.Equal(names, want) || !before.known() || before.root != root {
		t.Errorf("listed %q", names)
	}
	if len(before.refs) != 2 || before.refs["refs/heads/main"] != "1111" || before.refs["refs/tags/v1"] != "2222" {
		t.Errorf("refs %v", before.refs)
	}
	began := time.Now()
	write(t, root+"/mine/one", "1")
	write(t, root+"/mine/old", "1")
	write(t, root+"/other/two", "2")
	write(t, root+"/.git/index", "i")
	write(t, root+"/.git/mine", "i")
	write(t, root+"/a.txt", "ab")
	write(t, root+"/.git/refs/mine/x", "6666\n")
	write(t, root+"/.git/refs/yours/x", "7777\n")
	if err := os.Chtimes(root+"/mine/old", began, began.Add(-3*time.Second)); err != nil {
		t.Fatal(err)
	}
	s := start.Starter{Leavings: []string{"mine", "mine/*", ".git/mine"}, Refs: []string{"refs/mine/*"}}
	after := look(root, maxListed)
	notes := before.clear(after, s, began)
	want := []string{
		"the run changed a.txt in the project", "the run left mine/old in the project", "the run left other/two in the project",
		"the run left the ref refs/yours/x; `git update-ref -d refs/yours/x 7777` removes it in the project",
	}
	if !slices.Equal(notes, want) {
		t.Errorf("notes %q", notes)
	}
	for name, want := range map[string]bool{"mine/one": false, "mine/old": true, "mine": true, ".git/index": true, ".git/mine": false, ".git/refs/mine/x": false, ".git/refs/yours/x": true} {
		if exists(filepath.Join(root, name)) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
	// If not all files were listed, one that is not listed may have been there before.
	cut := listing{root: root, cut: true, refs: after.refs}
	write(t, root+"/mine/one", "1")
	if notes := cut.clear(look(root, maxListed), s, began); len(notes) != 0 || !exists(root+"/mine/one") {
		t.Errorf("%q", notes)
	}
	// A ref is removed only if it still has the given value.
	if removeRef(root, "refs/yours/x", "8888") || !removeRef(root, "refs/yours/x", "7777") || removeRef(root, "refs/yours/x", "7777") {
		t.Error("refs are removed whatever their value is")
	}
	if quoted("a b") != "a b" || quoted("a\tb") != `"a\tb"` {
		t.Error("names in sentences")
	}
	// A file whose place another program has given to a directory meanwhile stays.
	write(t, root+"/mine/taken/x", "1")
	taken := listing{files: map[string]stamp{"mine/taken": {when: began}}}
	if notes := (listing{root: root}).clear(taken, s, began); !slices.Equal(notes, []string{"the run left mine/taken in the project"}) || !exists(root+"/mine/taken/x") {
		t.Errorf("%q", notes)
	}
	twenty := listing{files: map[string]stamp{}}
	for i := range mostTold {
		twenty.files[fmt.Sprintf("f%02d", i)] = stamp{}
	}
	if notes := (listing{}).clear(twenty, s, began); len(notes) != mostTold {
		t.Errorf("%d notes", len(notes))
	}
}

// wired is a terminal whose program writes some texts. Each read returns one of them.
type wired struct {
	texts   []string
	answers bytes.Buffer
}

func (w *wired) Read(p []byte) (int, error) {
	if len(w.texts) == 0 {
		return 0, io.EOF
	}
	n := copy(p, w.texts[0])
	w.texts = w.texts[1:]
	return n, nil
}

func (w *wired) Write(p []byte) (int, error) { return w.answers.Write(p) }

func TestATerminalAnswersItsQueries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		texts []string
		want  string
	}{
		{[]string{"plain", "\x1b[31m"}, ""},
		{[]string{"\x1b[6n"}, "\x1b[1;1R"},
		{[]string{"a\x1b[c\x1b[0cb"}, "\x1b[?62;22c\x1b[?62;22c"},
		{[]string{"\x1b[>c", "\x1b[>0c"}, "\x1b[>1;10;0c\x1b[>1;10;0c"},
		{[]string{"\x1b[?u\x1b[5n"}, "\x1b[?0u\x1b[0n"},
		{[]string{"\x1b]11;?\x07\x1b]10;?\x07"}, "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\"},
		{[]string{"\x1b", "[6", "n"}, "\x1b[1;1R"},
		{[]string{"\x1b[6n", "\x1b[6n", "x"}, "\x1b[1;1R\x1b[1;1R"},
		{[]string{"\x1b[6n\x1b[6n\x1b[6n"}, "\x1b[1;1R\x1b[1;1R\x1b[1;1R"},
	} {
		var out bytes.Buffer
		w := &wired{texts: slices.Clone(c.texts)}
		if answerTerminal(w, &out); w.answers.String() != c.want || out.String() != strings.Join(c.texts, "") {
			t.Errorf("%q: answered %q, copied %q", c.texts, w.answers.String(), out.String())
		}
	}
}

func TestTheProcessesBelowOne(t *testing.T) {
	t.Parallel()
	if !exists("/proc/self/stat") {
		t.Log("this system lists no processes")
		return
	}
	cmd := exec.Command("/bin/sh", "-c", "sleep 100 & echo $!; wait")
	cmd.Env = []string{"PATH=/usr/bin:/bin", marker + "=a-run", "X=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 20)
	n, _ := out.Read(line)
	child, _ := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	pid := cmd.Process.Pid
	both := func(all []int) bool { return slices.Contains(all, pid) && slices.Contains(all, child) }
	if got := marked("a-run"); !both(got) || len(marked("a-ru")) != 0 || len(marked("-run")) != 0 {
		t.Errorf("marked are %v, want %d and %d", got, pid, child)
	}
	if !alive(pid) || !running(pid) || running(1<<22) {
		t.Error("the process is not alive")
	}
	checkBelow(t, pid, child)
	endMarked("a-run")
	if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("the process ended with %v", err)
	}
	for range 100 {
		if len(marked("a-run")) == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if got := marked("a-run"); len(got) != 0 {
		t.Errorf("left are %v", got)
	}
}

func TestHowACaptureDiffersFromWhatIsExpected(t *testing.T) {
	t.Parallel()
	body := []byte(`{"system":"S","messages":[{"role":"user","content":"hi"}]}`)
	for _, c := range []struct {
		all  []match.Difference
		want string
	}{
		{nil, "true"},
		{[]match.Difference{{Kind: match.Missing, Name: "/p/a", Bytes: 7, Place: -1}, {Kind: match.Unexpected}}, `false "" 0 "file /p/a" "" "7 bytes of /p/a"`},
		{[]match.Difference{{Kind: match.Unexpected, Name: "/p/a", Bytes: 7, Place: 0, Start: 3}}, `false "/system" 3 "file /p/a" "7 bytes of /p/a" ""`},
		{[]match.Difference{{Kind: "changed", Name: "/p/a", Bytes: 7, Place: 1, Start: 3}}, `false "/messages/0/content" 3 "file /p/a" "/p/a in another form" "/p/a"`},
		{[]match.Difference{{Kind: "changed", Name: "/p/a", Place: 2}}, `false "" 0 "file /p/a" "/p/a in another form" "/p/a"`},
	} {
		r := model(&capture.Capture{Form: wire.Anthropic, Body: body, Attribution: &capture.Attribution{Differences: c.all}})
		got := fmt.Sprint(r.Same)
		if d := r.First; d != nil {
			got += fmt.Sprintf(" %q %d %q %q %q", d.Block, d.Offset, d.Origin, d.Captured, d.Predicted)
		}
		if got != c.want || r.Normalised == nil {
			t.Errorf("%v: %s, want %s", c.all, got, c.want)
		}
	}
}

func TestFilesOfTheProjectThatACopiedFileImports(t *testing.T) {
	t.Parallel()
	loaded := func(ref, path string, below ...discovery.Import) discovery.Import {
		return discovery.Import{Ref: ref, Path: path, Verdict: discovery.Loaded, Imports: below}
	}
	not := discovery.Import{Ref: "@x", Path: "/p/x", Verdict: discovery.NotLoaded}
	got := filesInProject([]discovery.Import{
		loaded("@../p/a", "/p/a", loaded("@y", "/p/y")), loaded("@/p/b", "/p/b", loaded("@z", "/p/z")), loaded("@~/p/c", "/p/c"), loaded("@d", "/h/d", not, loaded("@../e", "/p/e")), not,
	}, "/p")
	if want := []string{"/p/a", "/p/z", "/p/e"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := missing([]string{"/p/a", "/p/b"}); !strings.HasPrefix(got, "rule files of your own configuration import /p/a, /p/b, which the copy of the configuration cannot reach: ") {
		t.Error(got)
	}
}

func TestWhatAnAgentToldItsModelAboutACall(t *testing.T) {
	t.Parallel()
	message := func(role prompt.Role, text string) prompt.Message {
		return prompt.Message{Role: role, Blocks: []prompt.Block{{Text: source.Literal(text)}}}
	}
	exchange := func(all ...prompt.Message) endpoint.Exchange {
		return endpoint.Exchange{Main: true, Request: &wire.Request{Prompt: prompt.Prompt{Messages: all}}}
	}
	first := exchange(message(prompt.User, "hi"))
	second := exchange(message(prompt.User, "hi"), message(prompt.ToolResult, "no such helper\nmore"))
	long := exchange(message(prompt.ToolResult, strings.Repeat("x", 400)))
	if !startsConversation(first) || startsConversation(second) {
		t.Error("which request begins a conversation")
	}
	if got := refusal([]endpoint.Exchange{first, second, long}); got != ": it answered its model no such helper" {
		t.Error(got)
	}
	if got := refusal([]endpoint.Exchange{first}); got != "" {
		t.Error(got)
	}
	if got := refusal([]endpoint.Exchange{long}); len(got) > 340 || len(got) < 300 {
		t.Error(got)
	}
	reasons := func(all ...string) string {
		var x []endpoint.Exchange
		for _, why := range all {
			x = append(x, endpoint.Exchange{Why: why})
		}
		return noRequestReasons(x)
	}
	if got := reasons("a", "", "b", "a", "c", "d"); got != "a; b; c" || reasons() != "" || reasons("", "x") != "x" {
		t.Errorf("%q", got)
	}
}

func TestTheRepositoryAroundADirectory(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Dir("/r/.git").Dir("/r/a/b").File("/w/.git", "gitdir: x").Dir("/w/c").Dir("/n/m")
	for cwd, want := range map[string]string{"/r/a/b": "/r", "/r": "/r", "/w/c": "/w", "/n/m": "/n/m"} {
		if got := Project(w, cwd); got != want {
			t.Errorf("%s lies in %s, want %s", cwd, got, want)
		}
	}
}

func TestHowAnAgentIsStartedWithAPrompt(t *testing.T) {
	t.Parallel()
	r := Running{Agent: "fake", World: facts.NewMemory().Env("PATH", "/bin").Dir("/bin"), Starter: start.Starter{Program: "fake", Install: "make fake", NoOverride: "use a file"}, Args: []string{"z"}}
	if _, _, err := r.Command("/f"); err == nil || err.Error() != "fake cannot be started with a system prompt of yours: use a file" {
		t.Errorf("%v", err)
	}
	failed := errors.New("too long")
	r.Starter.Override = func(_ start.Input, file, text string) (start.With, error) {
		if text == "" {
			return start.With{}, failed
		}
		return start.With{Args: []string{"--prompt", file}}, nil
	}
	var none *NotInstalled
	if _, _, err := r.Command("/f"); !errors.As(err, &none) || none.Program != "fake" || none.Install != "make fake" {
		t.Errorf("%v", err)
	}
	r.World = facts.NewMemory().Env("PATH", "/bin").File("/bin/fake", "#!").Mode("/bin/fake", 0o755)
	if _, _, err := r.Command("/f"); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	r.Text = "T"
	if program, with, err := r.Command("/f"); program != "/bin/fake" || err != nil || !slices.Equal(with.Args, []string{"--prompt", "/f", "z"}) {
		t.Errorf("%s %v %v", program, with, err)
	}
}
