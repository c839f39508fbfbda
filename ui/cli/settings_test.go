package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/themes"
	"galley/ui/style"
	"galley/ui/term"
)

// The workbench reads the scenario again when its file changes. If the file cannot be used, the
// earlier values stay.
func TestTheScenarioIsReadAgain(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/mine.toml", "model = \"one\"\n").File("/p/.galley/config.toml", "theme = \"pink\"\n")
	s := c.opened("--scenario", "mine.toml")
	if s.Scenario.File != "/p/mine.toml" || len(s.Scenario.Others) != 1 || !strings.Contains(s.Scenario.Others[0].Message, "pink") {
		t.Errorf("the scenario is %s, others %+v", s.Scenario.File, s.Scenario.Others)
	}
	c.world.File("/p/mine.toml", "model = \"two\"\nmodle = 1\n")
	if again, problems := s.Scenario.Load(); again.Model != "two" || len(problems) != 1 || problems[0].Code != diag.UnknownKey {
		t.Errorf("changed: %+v, %+v", again.Model, problems)
	}
	c.world.Remove("/p/mine.toml")
	if again, problems := s.Scenario.Load(); again.Model != "one" || len(problems) != 1 || problems[0].Code != diag.BadFile || problems[0].Message != "--scenario mine.toml: no such file or directory" ||
		problems[0].Hint != "the settings read before still apply" {
		t.Errorf("gone: %+v, %+v", again.Model, problems)
	}
	if s := c.opened(); s.Scenario.File != "/p/.galley/scenario.toml" || s.Request.Scenario.Model != "" {
		t.Errorf("no scenario: %s, %s", s.Scenario.File, s.Request.Scenario.Model)
	}
}

// If the settings allow only files of the project, the project's own template must not be a link
// that leads out of it. A template or scenario that the user names may be anywhere.
func TestAProjectThatKeepsToItself(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/.galley/config.toml", "files = { allow = \"project\" }\n").File("/p/.galley/scenario.toml", "instructions = [\"../out.md\"]\n").File("/out.md", "Outside.\n").
		File("/out.toml", "model = \"m\"\n").Link("/p/.galley/system-prompt.md", "/out.md")
	if _, told := c.must(exitFailed, "render"); told != "galley: /p/.galley/system-prompt.md leads out of the project, and files.allow is \"project\": to use it, name it on the command line\n" {
		t.Errorf("the project's template: %q", told)
	}
	if out, _ := c.must(exitFine, "render", ".galley/system-prompt.md"); out != "Outside.\n" {
		t.Errorf("the template that was named: %q", out)
	}
	for _, line := range []string{"tokens", "freeze x", "run codex --print", "scenario set model 'x'"} {
		if line == "scenario set model 'x'" {
			continue
		}
		if out, told := c.must(exitFailed, strings.Fields(line)...); out != "" || !strings.Contains(told, "leads out of the project") {
			t.Errorf("%s: %q, %q", line, out, told)
		}
	}
	out, _ := c.must(exitFine, "walk", "x.md", "--agent", "codex")
	if strings.Contains(out, "request") {
		t.Errorf("the size of a request without a template: %s", out)
	}
	if s := c.opened("--scenario", "/out.toml", "t.md"); s.Request.Scenario.Model != "m" {
		t.Errorf("the scenario that was named: %q", s.Request.Scenario.Model)
	}
}

func TestSettingsThatStopACommand(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	c.world.File("/p/t.md", "Hello.\n").File("/h.md", "x\n").Link("/p/link.md", "/h.md").File("/p/sub/file", "").File("/p/nonsense.json", "oops").Dir("/p/dir").File("/p/deep.toml", "a = "+strings.Repeat("[", 100_000))
	for line, want := range map[string]string{
		"render --no-follow --scenario link.md":          "3 --scenario link.md: it is a symbolic link, or reached through one, and links are not followed",
		"render --scenario deep.toml":                    "3 /p/deep.toml: settings ",
		"tokens link.md --no-follow":                     "3 link.md: it is a symbolic link, or reached through one, and links are not followed",
		"render t.md --set nonsense":                     `2 --set: "nonsense" sets nothing: write type:name=value`,
		"render t.md --unset nonsense":                   `2 --unset: "nonsense" is not a variable: write type:name`,
		"diff t.md --against dir":                        "3 --against dir: a directory: name a file",
		"freeze x dir":                                   "3 dir: a directory: name a file",
		"tools nonsense.json --to claude":                "3 nonsense.json is not a list of tools",
		"tokens t.md --verify":                           "2 --verify asks the provider of a model: name one with --model",
		"tokens t.md --verify --encoding cl100k_base":    "2 --verify asks the provider of a model: use --model instead of --encoding",
		"pack show yume":                                 "2 pack show: name an entry as FAMILY/ENTRY; `galley pack list` lists them",
		"check t.md --agent codex":                       "2 check: --agent and the format markdown need --against",
		"check t.md --format markdown":                   "2 check: --agent and the format markdown need --against",
		"check --against c --transcript t.md":            "2 check: --against compares agents' files: leave out the template and --transcript",
		"check --against c t.md":                         "2 check: --against compares agents' files: leave out the template and --transcript",
		"check --against c --format pdf":                 `2 check: unknown format "pdf"; the formats are text, markdown, json and github`,
		"check t.md --format pdf":                        `2 check: unknown format "pdf"; the formats are text, json and github`,
		"check --against c --agent pi --profile codex":   "2 --profile and --agent both name an agent: use only --agent",
		"scan --agent codex --profile pi":                "2 --profile and --agent both name an agent: use only --agent",
		"scan --all --agent codex":                       "2 use either --all, or --agent and --profile",
		"scan --all --profile codex":                     "2 use either --all, or --agent and --profile",
		"walk dir":                                       "2 walk: dir is a directory: name a file to edit; it need not exist",
		"walk x --call fly":                              `2 --call "fly": the calls are read, edit, write and create`,
		"capture --forward https://example.org --read x": "2 capture: use either --forward or --read, not both",
		"capture --listen --read x":                      "2 capture: use either --listen or --read, not both",
		"capture nobody --forward https://example.org":   `2 "nobody" is not an agent that galley knows; it can start `,
		"transfer t.md":                                  "2 transfer: name a rule file, and the agents that should read it with --to",
		"transfer --to codex":                            "2 transfer: name a rule file, and the agents that should read it with --to",
		"transfer t.md --to nobody":                      "2 --to: galley does not know the agent \"nobody\"; it knows ",
		"transfer --undo --yes":                          "2 transfer: --undo takes no other argument",
		"transfer --undo --write":                        "2 transfer: --undo takes no other argument",
		"transfer --undo --to pi":                        "2 transfer: --undo takes no other argument",
		"transfer --undo t.md":                           "2 transfer: --undo takes no other argument",
		"serve --strict":                                 "2 serve: --strict has no effect here: each request sets it",
		"serve --set a:b=c":                              "2 serve: --set has no effect here: each request sets it",
		"serve --unset a:b":                              "2 serve: --unset has no effect here: each request sets it",
		"serve --model m":                                "2 serve: --model has no effect here: each request sets it",
		"serve --profile pi":                             "2 serve: --profile has no effect here: each request sets it",
		"serve --scenario x":                             "2 serve: --scenario has no effect here: each request sets it",
		"completion bash x":                              "2 ",
		"profiles compare nobody codex":                  "2 profiles compare: ",
	} {
		status, rest, _ := strings.Cut(want, " ")
		got, out, told := c.run(strings.Fields(line)...)
		if fmt.Sprint(got) != status || out != "" || !strings.Contains("\n"+told, "\ngalley: "+rest) || strings.Contains(told, "Try 'galley") != (status == "2") {
			t.Errorf("galley %s: status %d, %q, %q", line, got, out, told)
		}
	}
	for _, line := range []string{"json", "json x", "help json"} {
		if out, told := c.must(exitFine, strings.Fields(line)...); out != shapesPage || told != "" {
			t.Errorf("galley %s: %.80s, %q", line, out, told)
		}
	}
	bare := Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: new(strings.Builder), World: c.world, Dir: "/p", Agents: (*agent.Registry)(nil).With(agent.Agent{Name: "bare", Start: &start.Starter{Program: "bare"}})}
	if status := Run(context.Background(), bare, []string{"render", "--profile", "bare"}); status != exitFailed || fmt.Sprint(bare.Stderr) != "galley: galley has no model of bare's prompt: `galley capture bare` shows what it sends here\n" {
		t.Errorf("an agent without a prompt: status %d, %s", status, bare.Stderr)
	}
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprint("f", i))
	}
	if _, told := c.must(exitUsage, append([]string{"walk", "--agent", "codex"}, many...)...); !strings.HasPrefix(told, "galley: walk: 1000 calls are too many, ") {
		t.Errorf("%q", told)
	}
}

// The workbench ends with the exit status of the signal that ended it. After a crash it says
// whether the text was stored.
func TestHowTheWorkbenchEnds(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	crash := &term.Crash{Value: "out of range", Stack: []byte("s")}
	lost := &term.Crash{Value: "out of range", Unsaved: errors.New("the disk is full")}
	for _, c := range []struct {
		state string
		err   error
		want  string
	}{
		{state, nil, ""},
		{state, io.ErrUnexpectedEOF, "unexpected EOF"},
		{state, &term.Ended{}, "status 129"},
		{state, fmt.Errorf("x: %w", &term.Ended{Signal: os.Interrupt}), "status 130"},
		{state, crash, "galley has crashed: out of range; unsaved text is stored for the next start; the details are in " + state + "/crash.txt"},
		{state, lost, "galley has crashed: out of range; the disk is full; the details are in " + state + "/crash.txt"},
		{"", crash, "galley has crashed: out of range; unsaved text is lost, because neither XDG_STATE_HOME nor HOME says where to store it"},
		{"", lost, "galley has crashed: out of range; unsaved text is lost, because neither XDG_STATE_HOME nor HOME says where to store it"},
	} {
		got := ""
		err := ended(c.state, c.err)
		var status *statusError
		if errors.As(err, &status) {
			got = fmt.Sprint("status ", status.status)
		} else if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{{nil, "unknown"}, {&debug.BuildInfo{}, "unknown"}, {&debug.BuildInfo{Main: debug.Module{Version: "v1"}}, "v1"}} {
		if got := version(c.info); got != c.want {
			t.Errorf("%+v: %s", c.info, got)
		}
	}
	if out, _ := newConsole(t).must(exitFine, "--version"); !strings.HasPrefix(out, "galley version ") {
		t.Errorf("%q", out)
	}
}

// A rule file and the template are read from the disk, for the editor.
func TestTheWorkbenchOpensFiles(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return facts.Slash(filepath.Join(dir, name)) }
	for name, text := range map[string]string{"AGENTS.md": "Use tabs.\n", "t.md": "Hello.\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(at("d"), 0o700); err != nil {
		t.Fatal(err)
	}
	c := newConsole(t)
	none := func(string) string { return "" }
	s := c.opened()
	s.Rule, s.File, s.Save = at("AGENTS.md"), at("t.md"), "/save"
	s.Screen.Watch.Ignore = []string{"**"}
	o, err := s.options(none)
	if err != nil {
		t.Fatal(err)
	}
	closeAll(o)
	if o.Document.Text() != "Hello.\n" || o.Rule.Text() != "Use tabs.\n" || o.OpenFirst || o.SaveAs != "/save" || !o.Mouse || !o.Checkup || o.Sessions == nil || o.Watch == nil || o.RulesWatch == nil ||
		o.Guessed || o.Request.Cwd != "/p" || o.StateDir != facts.Home(c.world)+"/state/galley" || o.World == nil || o.Engine == nil || o.Scenario.File != s.Scenario.File {
		t.Errorf("%+v", o)
	}
	s.Why, s.ByHand, s.Guessed, s.NoMouse = "why", "model", true, true
	if o, err = s.options(none); err != nil || o.Why != "why" || o.ByHand != "model" || !o.Guessed || o.Mouse {
		t.Errorf("%v, %+v", err, o)
	}
	closeAll(o)
	off := false
	if s.NoMouse, s.Screen.Mouse = false, &off; true {
		if o, err = s.options(none); err != nil || o.Mouse {
			t.Errorf("no mouse in the settings: %v, %v", err, o.Mouse)
		}
		closeAll(o)
	}
	for _, fault := range []struct{ rule, file string }{{at("d"), at("t.md")}, {at("AGENTS.md"), at("d")}} {
		s.Rule, s.File = fault.rule, fault.file
		if o, err := s.options(none); err == nil || !strings.Contains(err.Error(), "not a regular file") || o.Watch != nil {
			t.Errorf("%+v: %v", fault, err)
		}
	}
	if s := c.opened("--no-mouse", "--theme", "mono"); !s.NoMouse || s.Theme != "mono" {
		t.Errorf("--no-mouse: %v, %s", s.NoMouse, s.Theme)
	}
	own, err := themes.FS.ReadFile("light.toml")
	if err != nil {
		t.Fatal(err)
	}
	c.world.File("/p/own.toml", string(own))
	s = c.opened("--theme", "own.toml")
	if o, err = s.options(none); err != nil || o.Theme != "/p/own.toml" || !slices.Equal(o.Themes, append(style.Names(), "/p/own.toml")) {
		t.Errorf("%v: %s of %s", err, o.Theme, o.Themes)
	}
	closeAll(o)
}
