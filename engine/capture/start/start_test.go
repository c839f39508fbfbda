package start

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/tool"
)

func TestEnvironmentOfARunHasNoCredentials(t *testing.T) {
	environ := []string{"PATH=/bin", "OPENAI_API_KEY=a", "my_token=b", "A_SECRET=c", "DB_PASS=d", "AWS_CREDENTIAL_FILE=e", "X_AUTH=f", "GIT_AUTHOR_NAME=kept", "SSH_AUTH_SOCK=kept",
		"ANTHROPIC_BASE_URL=g", "DROPPED=h", "KEPT_TOKEN=i", "OWN=old", "HTTP_PROXY=j", "no equals sign", "=k", "EMPTY="}
	env, left := Environment(environ, Plan{Env: map[string]string{"OWN": "new", "NO_PROXY": "own"}, Unset: []string{"DROPPED"}}, "http://127.0.0.1:1", []string{"KEPT_TOKEN"})
	want := []string{"PATH=/bin", "GIT_AUTHOR_NAME=kept", "SSH_AUTH_SOCK=kept", "KEPT_TOKEN=i", "EMPTY=",
		"HTTPS_PROXY=http://127.0.0.1:1", "HTTP_PROXY=http://127.0.0.1:1", "NO_PROXY=own", "OWN=new",
		"http_proxy=http://127.0.0.1:1", "https_proxy=http://127.0.0.1:1", "no_proxy=127.0.0.1,localhost,::1"}
	if !slices.Equal(env, want) {
		t.Errorf("environment\n%q, want\n%q", env, want)
	}
	if want := []string{"ANTHROPIC_BASE_URL", "AWS_CREDENTIAL_FILE", "A_SECRET", "DB_PASS", "DROPPED", "OPENAI_API_KEY", "X_AUTH", "my_token"}; !slices.Equal(left, want) {
		t.Errorf("left out %q, want %q", left, want)
	}
}

// inDirectory is a world in which /here is the working directory.
type inDirectory struct{ *facts.Memory }

func here(name string) string {
	if facts.IsAbs(name) {
		return name
	}
	return "/here/" + name
}

func (w inDirectory) Stat(name string) (facts.Info, error) { return w.Memory.Stat(here(name)) }
func (w inDirectory) RealPath(name string) (string, error) { return w.Memory.RealPath(here(name)) }

func TestAProgramIsFoundOnThePathAndNowhereElse(t *testing.T) {
	program := func(w *facts.Memory, name string) *facts.Memory { return w.File(name, "#!").Mode(name, 0o755) }
	base := func(path string) *facts.Memory { return facts.NewMemory().Env("PATH", path) }
	s := Starter{Program: "agent", Packages: []string{"@x/agent"}}
	for _, c := range []struct {
		name    string
		world   facts.World
		project string
		want    Program
		ok      bool
	}{
		{"the first that can be run", program(base("/a:/b:/c").File("/a/agent", "").Mode("/a/agent", 0o644), "/b/agent"), "/p", Program{Path: "/b/agent", Real: "/b/agent"}, true},
		{"none", base("/a").Dir("/a/agent"), "/p", Program{}, false},
		{"a relative entry", program(base("bin:/b"), "/b/agent"), "/p", Program{Path: "/b/agent", Real: "/b/agent"}, true},
		{"a program in a relative entry", inDirectory{program(program(base("bin:/b"), "/here/bin/agent"), "/b/agent")}, "/p", Program{Path: "/b/agent", Real: "/b/agent", Passed: []string{"bin/agent: the PATH entry is relative"}}, true},
		{"in the project", program(program(base("/p/bin:/b"), "/p/bin/agent"), "/b/agent"), "/p", Program{Path: "/b/agent", Real: "/b/agent", Passed: []string{"/p/bin/agent: it is in the project"}}, true},
		{"a link into the project", program(base("/b"), "/p/x").Link("/b/agent", "/p/x"), "/p/", Program{Passed: []string{"/b/agent: it is in the project"}}, false},
		{"beside the project", program(base("/pq"), "/pq/agent"), "/p", Program{Path: "/pq/agent", Real: "/pq/agent"}, true},
		{"without a project", program(base("/p"), "/p/agent"), "", Program{Path: "/p/agent", Real: "/p/agent"}, true},
		{"with its package", program(base("/b"), "/lib/agent/dist/x.js").Link("/b/agent", "/lib/agent/dist/x.js").File("/lib/agent/package.json", `{"name":"@x/agent-linux","version":"1.2"}`), "/p",
			Program{Path: "/b/agent", Real: "/lib/agent/dist/x.js", Package: "@x/agent-linux", Version: "1.2"}, true},
		{"in another's package", program(base("/b"), "/b/agent").File("/b/package.json", `{"name":"@x/agents","version":"9"}`).File("/package.json", `{"name":"@x/agent","version":"3"}`), "/p",
			Program{Path: "/b/agent", Real: "/b/agent", Package: "@x/agent", Version: "3"}, true},
		{"on Windows", base(`\a;\bin`).SetPlatform("win32").File("/bin/agent.cmd", ""), "/p", Program{Path: "/bin/agent.cmd", Real: "/bin/agent.cmd"}, true},
	} {
		if got, ok := Find(c.world, s, c.project); ok != c.ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v %v, want %+v", c.name, got, ok, c.want)
		}
	}
}

func TestSettingsAreCopiedWithoutCredentials(t *testing.T) {
	in := Input{World: facts.NewMemory().File("/s.json", "// a comment\n"+`{"apiKey":"a","theme":"dark","maxTokens":5,"helper":"run","env":{"A_KEY":"b","LANG":"C","OPENAI_BASE_URL":"c"},"own":{"A_KEY":"stays"}}`).File("/list.json", "[1]").File("/broken.json", "{")}
	v, ok := in.JSON("/s.json")
	if !ok {
		t.Fatal("the file cannot be read")
	}
	out, left := WithoutSecrets(v, "helper")
	if got := out.JSON(); got != `{"theme":"dark","maxTokens":5,"env":{"LANG":"C"},"own":{"A_KEY":"stays"}}` {
		t.Errorf("kept %s", got)
	}
	if want := []string{"apiKey", "helper", "env.A_KEY", "env.OPENAI_BASE_URL"}; !slices.Equal(left, want) {
		t.Errorf("left out %q, want %q", left, want)
	}
	for _, name := range []string{"/list.json", "/broken.json", "/none.json"} {
		if _, ok := in.JSON(name); ok {
			t.Errorf("%s was read as settings", name)
		}
	}
}

func TestProgramsInSettingsAreListed(t *testing.T) {
	parse := func(text string) tool.Value {
		t.Helper()
		v, _, err := tool.ParseJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	show := func(runs []Run) string {
		var all []string
		for _, r := range runs {
			all = append(all, r.Kind+" "+r.Name+": "+r.Command+" "+r.File)
			if r.Project {
				all[len(all)-1] += " project"
			}
		}
		return strings.Join(all, "\n")
	}
	servers := parse(`{"a":{"command":"x","args":["-y","z"]},"b":{"command":["p","q"],"args":["r"]},"c":{"url":"http://u"},"d":{"httpUrl":"http://h","serverUrl":"http://s"},"e":{"command":"x","url":"http://u"},"f":{"serverUrl":"http://s"}}`)
	want := "MCP server a: x -y z f project\nMCP server b: p q r f project\nMCP server c: http://u f project\nMCP server d: http://h f project\nMCP server e: x f project\nMCP server f: http://s f project"
	if got := show(Servers(servers, "f", true)); got != want {
		t.Errorf("servers\n%s\nwant\n%s", got, want)
	}
	hooks := parse(`{"Start":[{"hooks":[{"command":"one"},{"url":"http://two"}]},{"hooks":[{"command":"three","url":"no"}]}],"End":[{}]}`)
	if got, want := show(Hooks(hooks, "g", false)), "hook Start: one g\nhook Start: http://two g\nhook Start: three g"; got != want {
		t.Errorf("hooks\n%s\nwant\n%s", got, want)
	}
}

func TestThePartsOfAPlan(t *testing.T) {
	if got, want := CopyInto("/h/.x", "cfg", "a", "b/c"), []Copy{{"/h/.x/a", "cfg/a"}, {"/h/.x/b/c", "cfg/b/c"}}; !slices.Equal(got, want) {
		t.Errorf("copies %v, want %v", got, want)
	}
	if got := JSONOf(map[string]any{"b": 1, "a": []string{"x"}}).JSON(); got != `{"a":["x"],"b":1}` {
		t.Errorf("as JSON: %s", got)
	}
	for _, v := range []any{nil, func() {}} {
		if got := JSONOf(v); got.Kind != tool.Absent {
			t.Errorf("%T becomes %v", v, got)
		}
	}
	in := Input{World: facts.NewMemory().Env("X_HOME", "/elsewhere"), Home: "/h", Cwd: "/p/sub", Project: "/p"}
	if got := in.Dirs(); !slices.Equal(got, []string{"/p/sub", "/p"}) {
		t.Errorf("directories %q", got)
	}
	for _, project := range []string{"", "/p/sub"} {
		in.Project = project
		if got := in.Dirs(); !slices.Equal(got, []string{"/p/sub"}) {
			t.Errorf("directories %q with the project %q", got, project)
		}
	}
	if a, b := in.Folder("X_HOME", ".x"), in.Folder("Y_HOME", ".y"); a != "/elsewhere" || b != "/h/.y" {
		t.Errorf("folders %s, %s", a, b)
	}
}

func TestDiscoveryOptionsOfARun(t *testing.T) {
	var none *Starter
	if o := none.Asked("/p", Headless, nil); o.Cwd != "/p" || o.Trusted != nil || o.Args != nil || none.FactsOf() != nil {
		t.Errorf("without a starter: %+v", o)
	}
	s := &Starter{Trusts: true, HeadlessArgs: []string{"-p"}}
	if o := s.Asked("/p", Headless, nil); o.Trusted == nil || !*o.Trusted || !slices.Equal(o.Args, s.HeadlessArgs) {
		t.Errorf("headless: %+v", o)
	}
	if o := s.Asked("/p", Headless, []string{"--x", "y"}); !slices.Equal(o.Args, []string{"-p", "--x", "y"}) || len(s.HeadlessArgs) != 1 {
		t.Errorf("with the user's arguments: %+v", o)
	}
	s.Trusts = false
	if o := s.Asked("/p", Interactive, nil); o.Trusted != nil || o.Args != nil {
		t.Errorf("interactive: %+v", o)
	}
}

func TestSettingsThatWereDecodedAreJSONAgain(t *testing.T) {
	for want, setting := range map[string]any{`{"a":[1,"b"],"c":true}`: map[string]any{"c": true, "a": []any{1, "b"}}, `"text"`: "text", `null`: (*int)(nil)} {
		if got := JSONOf(setting).JSON(); got != want {
			t.Errorf("%v is %s, want %s", setting, got, want)
		}
	}
	if v := JSONOf(nil); v.Kind != tool.Absent {
		t.Errorf("a missing setting is %+v", v)
	}
}

func TestAPromptOfTheUsersGoesByFlagOrVariable(t *testing.T) {
	byFlag, _ := ByFlag("--prompt-file", "all of it", "the tools")(Input{}, "/s/p.md", "text")
	byVariable, _ := ByVariable("PROMPT", "all of it", "the tools")(Input{}, "/s/p.md", "text")
	if !slices.Equal(byFlag.Args, []string{"--prompt-file", "/s/p.md"}) || byFlag.Replaces != "all of it" || byFlag.Stays != "the tools" {
		t.Errorf("%+v", byFlag)
	}
	if byVariable.Env["PROMPT"] != "/s/p.md" || byVariable.Replaces != "all of it" || byVariable.Stays != "the tools" {
		t.Errorf("%+v", byVariable)
	}
}

func TestASubAgentIsCalledByItsTool(t *testing.T) {
	task := &Task{Tool: "Agent", Name: "subagent_type", Prompt: "prompt", Also: map[string]string{"description": "d"}}
	if c := task.Call("helper", "go"); c.Name != "Agent" || c.Arguments != `{"description":"d","prompt":"go","subagent_type":"helper"}` || c.ID == "" {
		t.Errorf("%+v", c)
	}
	if len(task.Also) != 1 {
		t.Error("a call changes the task")
	}
	if c := (&Task{Tool: "task", Name: "name", Prompt: "text"}).Call("helper", "go"); c.Arguments != `{"name":"helper","text":"go"}` {
		t.Errorf("%+v", c)
	}
	var none *Starter
	facts := func(context.Context, facts.World, string) []Fact { return nil }
	if none.Delegates() || (&Starter{}).Delegates() || !(&Starter{Task: task}).Delegates() || none.FactsOf() != nil || (&Starter{Facts: facts}).FactsOf() == nil {
		t.Error("a starter does not say what it knows")
	}
}
