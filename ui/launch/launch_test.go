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
		"asks":       "it asks to log in, and it wanted to reach a host that was refused (gateway.corp.example:80); its last lines: Not logged in",
		"waits":      "it sent no request within 1s; it may be waiting for somebody to log in; its last lines: Sign in to go on",
		"dies":       "exit status 7 and sent no request; its last lines: starting / the database is locked",
		"elsewhere":  "it sent nothing here within 1s: either its configuration sends requests to a host that was refused (gateway.corp.example:80), or it was still starting",
		"leaves":     "it ended with exit status 7 and sent nothing here: its configuration may send requests to hosts that were refused (gateway.corp.example:80, other.corp.example:80)",
		"large":      "it sent more than is recorded: at most 1000 requests, and 64 MB in one",
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
	if _, err := Capture(context.Background(), tr.Options); err == nil || !strings.Contains(err.Error(), "it sent more than is recorded") {
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
	if err != nil || len(r.Later) != 1 || len(r.Capture.Side) != 0 || !slices.Contains(r.Capture.Notes, "1 further request of the main turn; the first is kept") {
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

func TestTheAgentsEnvironmentHoldsNoSecret(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.KeepEnv = []string{"GITHUB_TOKEN"}
	r, err := Capture(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(tr.out)
	if err != nil {
		t.Fatal(err)
	}
	env := string(got)
	if strings.Contains(env, "sk-secret-of-the-user") || strings.Contains(env, "http://corp:1") {
		t.Errorf("the agent's environment is %s", env)
	}
	for _, want := range []string{"GITHUB_TOKEN=ghp-secret", "EDITOR=vi", "PWD=" + tr.Cwd, "NO_PROXY=127.0.0.1,localhost,::1", "HTTPS_PROXY=http://127.0.0.1:"} {
		if !strings.Contains(env, want) {
			t.Errorf("the agent's environment lacks %s", want)
		}
	}
	for _, secret := range []string{"sk-secret-of-the-user", "ghp-secret"} {
		if strings.Contains(strings.Join(r.Capture.Notes, " ")+string(r.Capture.Body), secret) {
			t.Errorf("the capture contains %s", secret)
		}
	}
}

func TestImportsOfTheUsersRulesAreCopied(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.Agent = "gemini-cli"
	at := func(name string) string { return filepath.Join(tr.Home, ".gemini", name) }
	write(t, at("GEMINI.md"), "Rules of the home. @more/one.md @lost.md\n")
	write(t, at("more/one.md"), "An imported rule. @./two.md\n")
	write(t, at("more/two.md"), "A rule that this one imports.\n")
	p := start.Plan{
		Copies:        []start.Copy{{From: at("GEMINI.md"), To: "g/.gemini/GEMINI.md"}},
		Substitutions: []start.Substitution{{From: "/scratch/g/.gemini", To: filepath.Join(tr.Home, ".gemini")}},
	}
	got, _ := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch"})
	want := []start.Copy{{From: at("more/one.md"), To: "g/.gemini/more/one.md"}, {From: at("more/two.md"), To: "g/.gemini/more/two.md"}}
	if !slices.Equal(got, want) {
		t.Errorf("copies %v, not %v", got, want)
	}
}

func TestImportOutsideTheCopyIsReported(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.Agent = "claude-code"
	near, outside := filepath.Join(tr.Home, "near.md"), filepath.Join(filepath.Dir(tr.Home), "above.md")
	write(t, near, "A rule of the home.\n")
	write(t, outside, "A rule above the home.\n")
	folder := filepath.Join(tr.Home, ".claude")
	write(t, filepath.Join(folder, "CLAUDE.md"), "Rules of the home. @../near.md @../../above.md\n")
	p := start.Plan{
		Copies:        []start.Copy{{From: filepath.Join(folder, "CLAUDE.md"), To: "cfg/CLAUDE.md"}},
		Substitutions: []start.Substitution{{From: "/scratch/1/cfg", To: folder}},
	}
	copies, missed := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch/1"})
	if len(copies) != 2 || copies[1] != (start.Copy{From: outside, To: "../above.md"}) || len(missed) > 0 {
		t.Errorf("with a directory above the copies: copies %v, missed %v", copies, missed)
	}
	p.Substitutions[0].From = "/scratch/cfg"
	copies, missed = imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch"})
	if !slices.Equal(copies, []start.Copy{{From: near, To: "near.md"}}) || !slices.Equal(missed, []string{outside}) {
		t.Errorf("copies %v, missed %v, not %s", copies, missed, outside)
	}
	ours := filepath.Join(tr.Project, "ours.md")
	write(t, ours, "A rule of the project.\n")
	rel, _ := filepath.Rel(folder, ours)
	write(t, filepath.Join(folder, "CLAUDE.md"), "Rules of the home. @"+filepath.ToSlash(rel)+"\n")
	if _, missed := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch/1"}); !slices.Equal(missed, []string{ours}) {
		t.Errorf("missed %v, not the project's %s", missed, ours)
	}
	write(t, filepath.Join(folder, "CLAUDE.md"), "Rules of the home. @"+ours+"\n")
	if _, missed := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch/1"}); len(missed) > 0 {
		t.Errorf("an absolute path missed %v", missed)
	}
	if said := missing(missed); !strings.Contains(said, outside) || !strings.Contains(said, "--real-home") {
		t.Errorf("the note is %q", said)
	}
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
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "make fake installs it") || !strings.Contains(err.Error(), "lies in the project") {
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

func TestRealHomeLeavesTheConfigurationInItsPlace(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.RealHome = true
	r, err := Capture(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(tr.out)
	if strings.Contains(string(got), "FAKE_HOME=") || !strings.Contains(string(got), "FAKE_URL=") || len(r.Capture.Substitutions) != 0 {
		t.Errorf("%s\n%v", got, r.Capture.Substitutions)
	}
	if !slices.ContainsFunc(r.Capture.Notes, func(n string) bool { return strings.Contains(n, "your own configuration") }) {
		t.Errorf("notes %q", r.Capture.Notes)
	}
}

func TestAnAgentThatNeedsTheCopySaysSoWithRealHome(t *testing.T) {
	t.Parallel()
	for _, real := range []bool{true, false} {
		tr := try(t, "dies")
		tr.RealHome = real
		plan := tr.Starter.Headless
		tr.Starter.Headless = func(in start.Input) (start.Plan, error) {
			p, err := plan(in)
			p.Env["FAKE_HOME"] = p.Substitutions[0].From
			p.Files = []start.File{{Path: "h/models.json", Text: in.URL}, {Path: "elsewhere.json", Text: in.URL}}
			return p, err
		}
		_, err := Capture(context.Background(), tr.Options)
		if err == nil || strings.Contains(err.Error(), "it lacks what galley writes into a copy (models.json) to point it to itself") != real {
			t.Errorf("real home %v: %v", real, err)
		}
	}
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
	first.Attribution = nil // nothing is known of its bytes, so nothing is predicted
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
