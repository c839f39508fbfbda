//go:build unix

package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"galley/engine/capture"
	"galley/engine/capture/start"
	"galley/engine/facts"
	"galley/engine/wire"
)

func TestTheFakeIsCapturedInEveryFormAndMode(t *testing.T) {
	t.Parallel()
	for path, form := range map[string]wire.Form{
		"/v1/messages": wire.Anthropic, "/v1/chat/completions": wire.Chat, "/v1/responses": wire.Responses, "/v1beta/models/m:generateContent": wire.Gemini,
	} {
		for _, mode := range []start.Mode{start.Headless, start.Interactive} {
			t.Run(path+" "+string(mode), func(t *testing.T) {
				t.Parallel()
				capturesForm(t, path, form, mode)
			})
		}
	}
}

func capturesForm(t *testing.T, path string, form wire.Form, mode start.Mode) {
	tr := try(t, "post "+path)
	tr.Mode = mode
	r, err := Capture(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	c := r.Capture
	if c.Form != form || c.Mode != mode || !strings.Contains(string(c.Body), "Use tabs everywhere") || c.Sizes.ToolCount != 1 || c.Path != path {
		t.Errorf("%+v", c)
	}
	if !slices.Contains(c.Notes, "a note of the plan") || !slices.Contains(c.Notes, "left out of the environment: GITHUB_TOKEN, HTTPS_PROXY, OPENAI_API_KEY") && !slices.Contains(c.Notes, "left out of the environment: GITHUB_TOKEN, OPENAI_API_KEY") {
		t.Errorf("notes %q", c.Notes)
	}
	clean(t, tr)
}

// clean checks that a run left no file in the state directory and no process.
func clean(t *testing.T, tr *trial) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(tr.State, "scratch"))
	if err != nil || len(entries) > 0 {
		t.Errorf("the scratch directory contains: %v %v", entries, err)
	}
}

func TestEachReasonForNoRequestIsReported(t *testing.T) {
	t.Parallel()
	for behaviour, want := range map[string]string{
		"never":      "it sent no request within 1s",
		"none":       "none of its 1 requests within 1s was of the main turn (it declares no tools)",
		"malformed":  "the body cannot be read",
		"unreadable": "it ended with exit status 0 and none of its 1 requests was of the main turn (the body cannot be read: ",
		"breaks":     "it ended with exit status 0 and none of its 1 requests was of the main turn (its body broke off after 10 bytes)",
		"login":      "it asks to log in; its last lines: Please log in with `fake login` first now",
		"asks":       "it asks to log in, and tried to reach a host that was refused (gateway.corp.example:80); its last lines: Not logged in",
		"waits":      "it sent no request within 1s; it may be waiting for somebody to log in; its last lines: Sign in to go on",
		"dies":       "exit status 7 and sent no request; its last lines: starting / the database is locked",
		"elsewhere":  "it sent nothing here within 1s: either its configuration sends requests to a host that was refused (gateway.corp.example:80), or it was still starting",
		"leaves":     "it ended with exit status 7 and sent nothing here: its configuration may send requests to hosts that were refused (gateway.corp.example:80, other.corp.example:80)",
		"large":      "it sent more than galley records: at most 1000 requests, each at most 64 MB",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			tr := try(t, behaviour)
			tr.Timeout = 2 * time.Minute
			switch behaviour { // agents that do not end by themselves
			case "never", "none", "malformed", "elsewhere", "waits":
				tr.Timeout = time.Second
			}
			_, err := Capture(context.Background(), tr.Options)
			for tr.Timeout < time.Minute && behaviour != "never" && !sent(tr) {
				tr.Timeout *= 2 // the machine is too busy for the agent to start in that time
				_, err = Capture(context.Background(), tr.Options)
			}
			want := strings.ReplaceAll(want, "1s", tr.Timeout.String())
			var none *NoRequest
			if !errors.As(err, &none) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\x1b") || (behaviour == "large" || behaviour == "leaves") && none.Late {
				t.Errorf("%v", err)
			}
			clean(t, tr)
		})
	}
}

// sent reports whether the fake got its answer in time.
func sent(tr *trial) bool {
	_, err := os.Stat(tr.out)
	return err == nil
}

func TestAFloodIsCut(t *testing.T) {
	t.Parallel()
	tr := try(t, "flood")
	tr.Timeout = time.Minute
	if _, err := Capture(context.Background(), tr.Options); err == nil || !strings.Contains(err.Error(), "it sent more than galley records") {
		t.Errorf("a flood without a main request: %v", err)
	}
	clean(t, tr)
}

func TestAnAgentThatPrintsALotIsCaptured(t *testing.T) {
	t.Parallel()
	tr := try(t, "noisy")
	if _, err := Capture(context.Background(), tr.Options); err != nil {
		t.Error(err)
	}
}

func TestTheFirstOfTwoMainRequestsCounts(t *testing.T) {
	t.Parallel()
	tr := try(t, "two")
	var said []string
	tr.Progress = func(sentence string) { said = append(said, sentence) }
	r, err := Capture(context.Background(), tr.Options)
	if err != nil || len(r.Later) != 1 || len(r.Capture.Side) != 0 || !slices.Contains(r.Capture.Notes, "1 further request of the main turn; only the first is stored") {
		t.Errorf("%+v %v", r, err)
	}
	if err == nil {
		want := fmt.Sprintf(" s; the request as it was sent has %d bytes", len(r.Capture.Body))
		if len(said) != 2 || said[0] != "starting zed of an unknown version (headless)" || !strings.HasPrefix(said[1], "captured after ") || !strings.HasSuffix(said[1], want) {
			t.Errorf("said %q", said)
		}
	}
}

func TestACancelledCaptureEndsTheAgent(t *testing.T) {
	t.Parallel()
	tr := try(t, "never")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	began := time.Now()
	_, err := Capture(ctx, tr.Options)
	if err == nil || !strings.Contains(err.Error(), "stopped") || time.Since(began) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	clean(t, tr)
}

func TestAnAgentThatIsNotInstalledSaysHowToInstallIt(t *testing.T) {
	t.Parallel()
	tr := try(t, "never")
	tr.World = environ{facts.NewLive(), map[string]string{"PATH": ".:" + filepath.Join(tr.Project, "bin")}}
	write(t, filepath.Join(tr.Project, "bin/fake"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(tr.Project, "bin/fake"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Capture(context.Background(), tr.Options)
	var missing *NotInstalled
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "make fake installs it") || !strings.Contains(err.Error(), "is in the project") {
		t.Errorf("%v", err)
	}
}

// A killed galley cannot end the processes that it started, so the next start ends them.
func TestNextStartEndsProcessesOfAKilledRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux shows a process's environment")
	}
	t.Parallel()
	tr := try(t, "never")
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	galley := exec.Command(me, "-test.run=TestHelperCapture")
	galley.Env = append(os.Environ(), "HELPER_CAPTURE="+filepath.Dir(tr.State))
	if err := galley.Start(); err != nil {
		t.Fatal(err)
	}
	var left []int
	scratch := filepath.Join(tr.State, "scratch")
	for range 200 {
		entries, _ := os.ReadDir(scratch)
		if len(entries) == 1 {
			if left = marked(entries[0].Name()); len(left) > 0 {
				break
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	if len(left) == 0 {
		galley.Process.Kill()
		galley.Wait()
		t.Fatal("the agent was not started")
	}
	galley.Process.Kill()
	galley.Wait()
	s, err := newScratch(scratch)
	if err != nil {
		t.Fatal(err)
	}
	s.remove()
	time.Sleep(100 * time.Millisecond)
	for _, pid := range left {
		if alivePid(pid) {
			t.Errorf("the agent %d of the killed run still runs", pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	clean(t, tr)
}

// TestHelperCapture is not a test: it is the galley that is killed.
func TestHelperCapture(t *testing.T) {
	dir := os.Getenv("HELPER_CAPTURE")
	if dir == "" {
		t.Skip("runs only as the process that another test kills")
	}
	tr := try(t, "never")
	tr.State = filepath.Join(dir, "state")
	Capture(context.Background(), tr.Options)
}

func TestConsentCoversExactlyTheCommand(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("PATH", "/bin").File("/bin/fake", "#!").Mode("/bin/fake", 0o755).File("/p/hook.sh", "echo 1\n").Dir("/p/.git")
	o := Options{Agent: "fake", World: w, Home: "/h", Cwd: "/p", Project: "/p", Starter: start.Starter{Program: "fake", Runs: func(start.Input) []start.Run {
		return []start.Run{{Kind: "hook", Name: "SessionStart", Command: "sh ./hook.sh", File: "/p/settings.json", Project: true}}
	}}}
	consents := capture.Consents{File: filepath.Join(t.TempDir(), "consents.json")}
	given := func(want bool) Question {
		t.Helper()
		q, err := Ask(o, consents)
		if err != nil || q.Given != want {
			t.Errorf("given %v, %v", q.Given, err)
		}
		return q
	}
	q := given(false)
	if err := q.Agree(consents, w.Now()); err != nil {
		t.Fatal(err)
	}
	given(true)
	w.File("/p/hook.sh", "curl evil\n")
	given(false)
	w.File("/p/hook.sh", "echo 1\n")
	given(true)
	o.Project, o.Cwd = "/q", "/q"
	w.Dir("/q")
	given(false)
	o.Project, o.Cwd = "/p", "/p"
	if n, err := consents.Revoke("", "fake"); n != 1 || err != nil {
		t.Errorf("revoked %d, %v", n, err)
	}
	given(false)
}

func TestVerifyFindsDifferences(t *testing.T) {
	t.Parallel()
	tr := try(t, "post /v1/chat/completions")
	tr.Args = []string{"--quick"}
	first, err := Make(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	tr.Args = nil // the arguments of the capture are used
	v, err := Verify(context.Background(), tr.Options, first)
	if err != nil || !v.Same || v.Basis != "captured" || !slices.Equal(v.Fresh.Args, []string{"--quick"}) {
		t.Errorf("unchanged: %+v %v", v, err)
	}
	write(t, filepath.Join(tr.Project, "AGENTS.md"), "Use spaces everywhere, please, and never a single tab.\n")
	if v, err = Verify(context.Background(), tr.Options, first); err != nil || !v.Same || v.Basis != "predicted" {
		t.Errorf("edited: %+v %v", v, err)
	}
	other := try(t, "post /v1/chat/completions")
	tr.Cwd = other.Cwd // the agent must run in the directory with the other rules
	write(t, filepath.Join(other.Cwd, "more.md"), "x")
	write(t, filepath.Join(other.Cwd, "AGENTS.md"), "Something else.\n")
	first.Attribution = nil // without an attribution of its bytes, nothing can be predicted
	if v, err = Verify(context.Background(), tr.Options, first); err != nil || v.Same || v.First == nil || v.First.Captured == "" {
		t.Errorf("another text: %+v %v", v, err)
	}
}

func TestAnAgentIsRunWithThePromptInItsFile(t *testing.T) {
	t.Parallel()
	tr := try(t, "")
	bin := filepath.Join(filepath.Dir(tr.State), "bin")
	script := filepath.Join(bin, "real")
	write(t, script, "#!/bin/sh\ncat \"$1\" > \"$FAKE_OUT\"; echo \"$2 $LANG\" >> \"$FAKE_OUT\"; exit 5\n")
	if err := os.Chmod(script, 0o700); err != nil {
		t.Fatal(err)
	}
	r := Running{
		Agent: "fake", World: tr.World, Home: tr.Home, Cwd: tr.Cwd, Project: tr.Project, State: tr.State, Text: "My prompt.\n", Args: []string{"own"},
		Environ: []string{"PATH=/usr/bin:/bin", "LANG=C"},
		Starter: start.Starter{Program: "real", Install: "make real", Override: func(_ start.Input, file, _ string) (start.With, error) {
			return start.With{Args: []string{file}, Env: map[string]string{"LANG": "D", "FAKE_OUT": tr.out}}, nil
		}},
	}
	status, err := Run(context.Background(), r)
	got, _ := os.ReadFile(tr.out)
	if err != nil || status != 5 || string(got) != "My prompt.\nown D\n" {
		t.Errorf("%d %v %q", status, err, got)
	}
	clean(t, tr)
	write(t, script, "#!/bin/sh\nwhile :; do sleep 0.05; done\n")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if status, err := Run(ctx, r); status != -1 || err != nil {
		t.Errorf("an agent that is stopped: %d, %v", status, err)
	}
	write(t, script, "neither a script nor a program")
	if _, err := Run(context.Background(), r); err == nil || err.Error() != "starting "+script+": fork/exec "+script+": exec format error" {
		t.Errorf("a file of text: %v", err)
	}
	clean(t, tr)
	r.State = script
	if _, err := Run(context.Background(), r); err == nil || !strings.HasPrefix(err.Error(), "making the scratch configuration: ") {
		t.Errorf("a state that is a file: %v", err)
	}
	r.State = tr.State
	r.Starter.Override, r.Starter.NoOverride = nil, "nearest is --agent"
	var no *NoOverride
	if _, err := Run(context.Background(), r); !errors.As(err, &no) || !strings.Contains(err.Error(), "nearest is --agent") {
		t.Errorf("%v", err)
	}
}
