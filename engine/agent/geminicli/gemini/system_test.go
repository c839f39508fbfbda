package gemini

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

func TestSystemFileIsASwitchOrAPath(t *testing.T) {
	for _, c := range []struct{ value, text, refused string }{
		{"", "", ""}, {"  ", "", ""}, {"0", "", ""}, {" False ", "", ""},
		{"1", "own", ""}, {" TRUE ", "own", ""},
		{"p.md", "relative", ""}, {"../out.md", "outside", ""}, {"/abs.md", "absolute", ""}, {"~/p.md", "home", ""},
		{"none.md", "", "missing system prompt file '/r/none.md'"},
		{"~", "", "cannot read the system prompt file '/h': read /h: not a regular file"},
	} {
		w := facts.NewMemory().Env("GEMINI_SYSTEM_MD", c.value).File("/r/.gemini/system.md", " own\n").File("/r/p.md", "relative").
			File("/out.md", "outside").File("/abs.md", "absolute").File("/h/p.md", "home")
		got := System(w, Options{Version: V061, Cwd: "/r", Home: "/h"}, marked)
		text := ""
		if slices.Equal(ids(got.Blocks), []string{"custom"}) {
			text = sent(got).String()
		}
		if text != c.text || !strings.HasPrefix(got.Refused, strings.TrimSuffix(c.refused, "not a regular file")) || (got.Refused == "") != (c.refused == "") {
			t.Errorf("%q: %q, refused %q", c.value, text, got.Refused)
		}
		if refused := len(got.Problems) == 1 && got.Problems[0].Code == diag.AgentRefuses && got.Problems[0].Severity == diag.Error; refused != (c.refused != "") {
			t.Errorf("%q: problems %v", c.value, got.Problems)
		}
	}
}

func TestReplacementIsDecodedAsInJavaScript(t *testing.T) {
	w := facts.NewMemory().Env("GEMINI_SYSTEM_MD", "/s.md").File("/s.md", "<${SubAgents}|${nope_ToolName}|${glob_ToolName}>")
	o := Options{Version: V061, Cwd: "/r", Agents: []Entry{{Name: "x", Description: "$$ $& $1 $' $`"}}}
	got := sent(System(w, o, func(string, ...source.Text) source.Text { return source.Text{} })).String()
	want := "$ ${SubAgents} $1 |${nope_ToolName}|glob> <"
	if !strings.Contains(got, want) {
		t.Errorf("got %q, want it to contain %q", got, want)
	}
	o.Agents[0].Description = strings.Repeat("$`$'", 1000)
	w.File("/s.md", strings.Repeat("long ", 2000)+"${SubAgents}"+strings.Repeat(" long", 2000))
	if n := sent(System(w, o, marked)).Len(); n > 2*mostExpanded {
		t.Errorf("%d bytes", n)
	}
}

func TestTemplateReplacesTheSystemFile(t *testing.T) {
	tag := source.Span{Start: 4, End: 9}
	text := source.Of("Use ", source.Origin{Kind: source.Template}).Append(
		source.Of("${glob_ToolName} and ${x}", source.Origin{Kind: source.File, Source: "/r/AGENTS.md", Tag: tag}))
	o := Options{Version: V061, Cwd: "/r", Template: &text, Topic: "Fix ]it\r\nnow", Memory: Memory{Global: source.Literal("g")}}
	w := facts.NewMemory().Env("GEMINI_SYSTEM_MD", "/gone.md")
	got := System(w, o, marked)
	if want := []string{"custom", "userMemory", "activeTopic"}; !slices.Equal(ids(got.Blocks), want) {
		t.Errorf("blocks %q, want %q", ids(got.Blocks), want)
	}
	if s := sent(got).String(); !strings.HasPrefix(s, "Use glob and ${x}\n\n") || !strings.HasSuffix(s, "\n\n[Active Topic: Fix it now]") {
		t.Errorf("got %q", s)
	}
	if len(got.Problems) != 1 || got.Problems[0].Code != diag.ForeignTag || got.Problems[0].Span != tag {
		t.Errorf("problems %+v", got.Problems)
	}
}

func TestWhichSectionsAreIncluded(t *testing.T) {
	in := func(o Options, env ...string) []string {
		w := facts.NewMemory().File("/repo/.git", "gitdir: elsewhere")
		for i := 0; i < len(env); i += 2 {
			w.Env(env[i], env[i+1])
		}
		o.Cwd = "/repo/deep/in"
		return ids(System(w, o, marked).Blocks)
	}
	word := "sandbox-exec"
	for name, c := range map[string]struct {
		got, with, without []string
	}{
		"a repository above":           {in(Options{Version: V061}), []string{"git", "hookContext"}, []string{"sandbox", "finalReminder"}},
		"no sandbox, legacy":           {in(Options{Version: V061, Model: "gemini-2.5-flash"}), []string{"sandbox", "finalReminder"}, nil},
		"a sandbox set by a variable":  {in(Options{Version: V061}, "SANDBOX", "podman"), []string{"sandbox"}, nil},
		"a sandbox set by the session": {in(Options{Version: V061, Sandbox: &word}), []string{"sandbox"}, nil},
		"yolo, headless":               {in(Options{Version: V061, Mode: Yolo, Headless: true}), nil, []string{"interactiveYoloMode"}},
		"yolo in 0.28":                 {in(Options{Version: V028, Mode: Yolo}), nil, []string{"interactiveYoloMode"}},
		"agents without their tool":    {in(Options{Version: V061, Agents: []Entry{{Name: "a"}}, CoreTools: &[]string{"glob"}}), nil, []string{"subAgents"}},
		"agents in 0.28":               {in(Options{Version: V028, Agents: []Entry{{Name: "a"}}}), []string{"agentContexts"}, nil},
		"tracker in 0.28":              {in(Options{Version: V028, Tracker: true}), nil, []string{"taskTracker"}},
		"topics off":                   {in(Options{Version: V061, Topic: "t", NoTopics: true}), nil, []string{"activeTopic"}},
		"switched off":                 {in(Options{Version: V028}, "GEMINI_PROMPT_FINALREMINDER", "FALSE", "GEMINI_PROMPT_SANDBOX", " 0"), nil, []string{"finalReminder", "sandbox"}},
		"memory has no switch": {in(Options{Version: V061, Memory: Memory{Global: source.Literal("g")}}, "GEMINI_PROMPT_USERMEMORY", "0", "GEMINI_PROMPT_", "0"),
			[]string{"userMemory"}, nil},
		"plan after the memory": {in(Options{Version: V028, Mode: PlanMode, Memory: Memory{Whole: source.Literal("m")}}), []string{"planningWorkflow"}, []string{"primaryWorkflows"}},
	} {
		for _, id := range c.with {
			if !slices.Contains(c.got, id) {
				t.Errorf("%s: no %s in %q", name, id, c.got)
			}
		}
		for _, id := range c.without {
			if slices.Contains(c.got, id) {
				t.Errorf("%s: %s in %q", name, id, c.got)
			}
		}
	}
}

func TestModels(t *testing.T) {
	for _, c := range []struct {
		model, resolved string
		noPreview       bool
		set             Set
	}{
		{"gemini-3-pro-preview", "gemini-3-pro-preview", false, Modern},
		{"gemini-3-pro-preview", "gemini-2.5-pro", true, Legacy},
		{"gemini-3-flash-preview", "gemini-2.5-flash", true, Legacy},
		{"gemini-3-pro", "gemini-3-pro", true, Modern},
		{"gemini-2.5-pro", "gemini-2.5-pro", true, Legacy},
		{"local", "local", true, Modern},
		{"models/gemini-2.5-pro", "models/gemini-2.5-pro", false, Modern}, // a name with a prefix is unknown and gets the modern prompt
	} {
		if got := resolveModel(c.model, c.noPreview); got != c.resolved || SetOf(got) != c.set {
			t.Errorf("%+v: %s %s", c, got, SetOf(got))
		}
	}
	if tokenLimit("gemini-3-pro-preview") != 1_048_576 || tokenLimit("gemma-4-27b") != 256_000 {
		t.Error("limits")
	}
}

func TestToolsBySettings(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{CoreTools: &[]string{}}, ""},
		{Options{CoreTools: &[]string{"ReadFileTool", "run_shell_command(git status)", "nothing"}}, "read_file run_shell_command"},
		{Options{CoreTools: &[]string{"glob", "GlobTool", "read_file"}, ExcludeTools: []string{"ReadFileTool"}}, "glob"},
	} {
		c.o.Version = V061
		if got := strings.Join(Tools(c.o), " "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
	for _, version := range []Version{V061, V028} {
		for _, d := range Declarations(facts.NewMemory(), Options{Version: version, Tracker: true}, From(nil, version)) {
			if d.Description.Len() == 0 || d.Schema.Get("type").Text != "object" {
				t.Errorf("%s %s: %+v", version, d.Name, d)
			}
		}
	}
}

func TestTemporaryDirectories(t *testing.T) {
	for cwd, want := range map[string]string{"/w/My App__2": "my-app-2", "/w/--x--": "x", "/w/ÄÖ": "project", "/w/azAZ09": "azaz09", "/w/`{/:@": "project", "/": "project", "/taken/app": "app-1", "/kept": "its-own"} {
		w := facts.NewMemory().File("/h/.gemini/projects.json", `{"projects":{"/other/app":"app","/kept":"its-own"}}`)
		if got := TempDir(w, Options{Version: V061, Cwd: cwd, Home: "/h"}); got != "/h/.gemini/tmp/"+want {
			t.Errorf("%s: %s", cwd, got)
		}
	}
	for want, o := range map[string]Options{
		"/own":                      {TempDir: "/own", Version: V028},
		"/h/.cache/.gemini/tmp/app": {Version: V061, Sandbox: new("sandbox-exec")},
		"/h/.gemini/tmp/app":        {Version: V061, Sandbox: new("docker")},
		"/h/.gemini/tmp/f53b52ad6d21cceb72dfa78fb67614fe14f110c58e68412b01508d6a485501c3": {Version: V028},
	} {
		o.Cwd, o.Home = "/app", "/h"
		if got := TempDir(facts.NewMemory().Env("SANDBOX", "podman"), o); got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}

// A project has the name that the register gives it, or else the name of a directory that says it
// belongs to the project, or else a new name.
func TestNamesOfProjects(t *testing.T) {
	t.Parallel()
	const register, tmp, history = "/h/.gemini/projects.json", "/h/.gemini/tmp/", "/h/.gemini/history/"
	registered := func(names string) *facts.Memory { return facts.NewMemory().File(register, `{"projects":`+names+`}`) }
	for _, c := range []struct {
		about string
		w     *facts.Memory
		want  string
	}{
		{"nothing is known", facts.NewMemory(), "app"},
		{"registered", registered(`{"/w/app":"own"}`), "own"},
		{"registered, with its own directory", registered(`{"/w/app":"own"}`).File(tmp+"own/.project_root", " /w/app/\n"), "own"},
		{"registered, but the directory is another's", registered(`{"/w/app":"own"}`).File(tmp+"own/.project_root", "/other"), "app"},
		{"registered, but the history is another's", registered(`{"/w/app":"own"}`).File(history+"own/.project_root", "/other"), "app"},
		{"registered under a path", registered(`{"/w/app":"../x"}`), "app"},
		{"registered under a path of Windows", registered(`{"/w/app":"..\\x"}`), "app"},
		{"registered under no name", registered(`{"/w/app":""}`), "app"},
		{"a register of another form", registered(`{"/w/app":"own","/x":5}`), "app"},
		{"a register that is not JSON", facts.NewMemory().File(register, "{"), "app"},
		{"a directory says so", facts.NewMemory().File(tmp+"a/.project_root", "/other").File(tmp+"mine/.project_root", "/w/app"), "mine"},
		{"its history says so", facts.NewMemory().File(tmp+"a/x", "").File(history+"mine/.project_root", "/w/app"), "mine"},
		{"the name is taken in the register", registered(`{"/x":"app"}`), "app-1"},
		{"the names are taken in both", registered(`{"/x":"app"}`).File(tmp+"app-1/.project_root", "/y"), "app-2"},
		{"its own entry is not another's", registered(`{"/w/app":"app"}`).File(tmp+"app/.project_root", "/other"), "app-1"},
		{"a directory without an owner", facts.NewMemory().File(tmp+"app/x", ""), "app"},
	} {
		if got := ProjectName(c.w, "/h/.gemini", "/w/app"); got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}

// Memory that is given by tier appears only in the system instruction.
func TestMemoryGivenByTierIsNotInTheSetupMessageToo(t *testing.T) {
	m := Memory{InSystem: true, Extension: source.Literal("E"), Project: source.Literal("P")}
	prose := From(nil, V061)
	if got := m.session().String(); got != "" {
		t.Errorf("in the setup message: %q", got)
	}
	want := "---\n\n<loaded_context>\n<extension_context>\nE\n</extension_context>\n<project_context>\nP\n</project_context>\n</loaded_context>"
	if got := m.instruction(Modern, prose).String(); got != want {
		t.Errorf("in the system instruction: %q", got)
	}
	if !m.hierarchical() || (Memory{InSystem: true}).hierarchical() {
		t.Error("a mandate does not mention the existing tiers")
	}
	if got := (Memory{InSystem: true}).instruction(Modern, prose).String(); got != "" {
		t.Errorf("no memory: %q", got)
	}
}

// sent returns an instruction as the agent sends it.
func sent(i Instruction) source.Text { return prompt.Message{Blocks: i.Blocks}.Text() }

func TestMemoryOfATrace(t *testing.T) {
	t.Parallel()
	l := source.Literal
	f := &Found{Global: l("g"), Extension: l("e"), Project: l("p"), Private: l("i"), Whole: l("w")}
	trace := &discovery.Trace{Names: []string{"A.md"}, Own: f}
	if FoundIn(trace) != f || !reflect.DeepEqual(FoundIn(&discovery.Trace{}), &Found{}) {
		t.Error("not what the trace holds")
	}
	want := Memory{Names: []string{"A.md"}, Global: l("g"), Extension: l("e"), Project: l("p"), Private: l("i"), Whole: l("w")}
	if got := Remember(trace); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

// Servers' instructions follow the project's memory in 0.61 and the whole memory in 0.28.
func TestMemoryWithServers(t *testing.T) {
	t.Parallel()
	servers := []Server{{Name: "a", Instructions: source.Literal(" x\n")}, {Name: "silent"}, {Name: "b", Instructions: source.Literal("y")}}
	const both = "{{mcp-intro a}}\n---[start of server instructions]---\n x\n\n---[end of server instructions]---\n\n{{mcp-intro b}}\n---[start of server instructions]---\ny\n---[end of server instructions]---"
	m := Memory{Project: source.Literal("p"), Whole: source.Literal("w")}
	if got := m.With(servers, V061, marked); got.Project.String() != "p\n\n"+both || got.Whole.String() != "w" {
		t.Errorf("0.61: %q, %q", got.Project, got.Whole)
	}
	if got := m.With(servers, V028, marked); got.Whole.String() != "w\n\n"+both || got.Project.String() != "p" {
		t.Errorf("0.28: %q, %q", got.Whole, got.Project)
	}
	if got := (Memory{}).With(servers, V061, marked); got.Project.String() != both {
		t.Errorf("without memory: %q", got.Project)
	}
	if got := (Memory{}).With(servers[1:2], V061, marked); got.Project.Len() != 0 {
		t.Errorf("without instructions: %q", got.Project)
	}
}

func TestEdgesOfAnInstruction(t *testing.T) {
	t.Parallel()
	b := func(before, text string) prompt.Block {
		return prompt.Block{Before: source.Literal(before), Text: source.Literal(text)}
	}
	for want, blocks := range map[string][]prompt.Block{
		"": {b("", " "), b("\n", "\n")}, "a \n\n b": {b("", " \n"), b("\n\n", "\ta "), b("\n\n", " b \n"), b("\n\n", "\ufeff")}, "x": {b("-", " x ")},
	} {
		if got := (prompt.Message{Blocks: trimEdges(blocks)}).Text().String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
