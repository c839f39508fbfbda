package agent_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// surveyed runs the discovery of one agent and completes its trace.
func surveyed(t *testing.T, w facts.World, name, cwd string, o discovery.Options) *discovery.Trace {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	o.Cwd = cwd
	traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return traces[0]
}

// repeats returns the remarks on one path which say that its text is repeated.
func repeats(trace *discovery.Trace, path string) (out []string) {
	for _, c := range trace.Candidates {
		if c.Path != path {
			continue
		}
		for _, r := range c.Remarks {
			if r.Reason == discovery.AlreadyLoaded {
				out = append(out, r.Detail)
			}
		}
	}
	return out
}

func TestAFileIsCountedAsOftenAsItIsLoaded(t *testing.T) {
	for _, tt := range []struct {
		name, agent string
		build       func(w *facts.Memory)
		o           discovery.Options
		loaded      string
		path, want  string // the expected remark on path
	}{
		{"an instruction names a rule file", "opencode", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/opencode.json", `{"instructions":["AGENTS.md"]}`)
		}, discovery.Options{}, "/p/AGENTS.md", "/p/AGENTS.md", ""},
		{"a copy", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/d/AGENTS.md", "a") },
			discovery.Options{}, "/p/d/AGENTS.md /p/AGENTS.md", "/p/AGENTS.md", "the text is the same as in /p/d/AGENTS.md"},
		{"a link", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").Link("/p/d/AGENTS.md", "../AGENTS.md") },
			discovery.Options{}, "/p/d/AGENTS.md /p/AGENTS.md", "/p/AGENTS.md", "it is the same file as /p/d/AGENTS.md"},
		{"a link to the global file", "opencode@1.1.34", func(w *facts.Memory) {
			w.File("/h/.claude/CLAUDE.md", "c").Link("/p/CLAUDE.md", "/h/.claude/CLAUDE.md")
		}, discovery.Options{}, "/p/CLAUDE.md /h/.claude/CLAUDE.md", "/h/.claude/CLAUDE.md", "it is the same file as /p/CLAUDE.md"},
		{"a link that the agent treats as the same file", "gemini-cli", func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "g").Link("/p/d/GEMINI.md", "../GEMINI.md")
		}, discovery.Options{}, "/p/GEMINI.md", "/p/GEMINI.md", ""},
		{"a link that the agent treats as another file", "gemini-cli@0.28", func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "g").Link("/p/d/GEMINI.md", "../GEMINI.md")
		}, discovery.Options{}, "/p/GEMINI.md /p/d/GEMINI.md", "/p/d/GEMINI.md", "it is the same file as /p/GEMINI.md"},
		{"an import of a loaded file", "gemini-cli", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/GEMINI.md", "@./AGENTS.md\n")
		}, discovery.Options{Settings: map[string]any{"context": map[string]any{"fileName": "AGENTS.md"}}},
			"/p/AGENTS.md /p/GEMINI.md", "/p/GEMINI.md", "@./AGENTS.md repeats /p/AGENTS.md"},
		{"one import twice", "gemini-cli", func(w *facts.Memory) { w.File("/p/a.md", "a").File("/p/GEMINI.md", "@./a.md and @./a.md\n") },
			discovery.Options{}, "/p/GEMINI.md", "/p/GEMINI.md", "@./a.md repeats /p/a.md"},
		{"the project's memory", "openagentic", func(w *facts.Memory) { w.File("/p/d/CLAUDE.md", "c") },
			discovery.Options{Sources: []string{"project", "claude"}}, "/p/d/CLAUDE.md /p/d/CLAUDE.md", "/p/d/CLAUDE.md", "the same file is loaded a second time"},
		{"no repeated text", "yume", func(w *facts.Memory) { w.File("/p/d/CLAUDE.md", "c").File("/p/d/.claude/CLAUDE.md", "c") },
			discovery.Options{}, "/p/d/CLAUDE.md", "/p/d/.claude/CLAUDE.md", ""},
		{"blank files are not copies of each other", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "\n").File("/p/d/AGENTS.md", "\n") },
			discovery.Options{}, "/p/d/AGENTS.md /p/AGENTS.md", "/p/AGENTS.md", ""},
	} {
		t.Run(tt.name+" "+tt.agent, func(t *testing.T) {
			w := agenttest.Repository().Dir("/p/d")
			tt.build(w)
			trace := surveyed(t, w, tt.agent, "/p/d", tt.o)
			if got := strings.Join(trace.Loaded, " "); got != tt.loaded {
				t.Errorf("loaded %s, want %s", got, tt.loaded)
			}
			if got := strings.Join(repeats(trace, tt.path), "; "); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
			}
		})
	}
}

func TestHiddenTextIsReportedWhereItReachesTheModel(t *testing.T) {
	const tags = "\U000e0068\U000e0069"
	w := agenttest.Repository().File("/p/AGENTS.md", "a"+tags).File("/p/CLAUDE.md", "b"+tags).File("/p/GEMINI.md", "@./x.md").File("/p/x.md", "x"+tags).
		File("/p/e\u200bvil.md", "plain").File("/p/opencode.json", `{"instructions":["e*.md"]}`)
	trace := surveyed(t, w, "opencode", "/p", discovery.Options{})
	for _, c := range trace.Candidates {
		want := map[string]string{"/p/AGENTS.md": "tag", "/p/e\u200bvil.md": "zero-width in its name"}[c.Path]
		got := ""
		for _, f := range c.Hidden {
			got = string(f.Kind)
			if f.InName {
				got += " in its name"
			}
		}
		if got != want {
			t.Errorf("%+q: %q, want %q", c.Path, got, want)
		}
	}
	imports := surveyed(t, w, "gemini-cli", "/p", discovery.Options{}).Find("/p/GEMINI.md")[0].Imports
	if len(imports) != 1 || len(imports[0].Hidden) != 1 || imports[0].Hidden[0].Decoded != "hi" {
		t.Errorf("imports %+v", imports)
	}
}

func TestHiddenTextOfFetchedDocumentsIsReported(t *testing.T) {
	w := agenttest.Repository().File("/p/opencode.json", `{"instructions":["https://a.org/x"]}`).URL("https://a.org/x", facts.Response{Status: 200, Body: "a\u202eb"})
	c := surveyed(t, w, "opencode", "/p", discovery.Options{Fetch: true}).Find("https://a.org/x")
	if len(c) != 1 || c[0].Verdict != discovery.Loaded || len(c[0].Hidden) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestGitIsAskedOncePerRepository(t *testing.T) {
	const args = "--literal-pathspecs status --porcelain=v1 -z --no-renames --untracked-files=all --ignored=matching -- "
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/sub/AGENTS.md", "b").File("/p/sub/x/AGENTS.md", "c").File("/h/.config/opencode/AGENTS.md", "g").
		OnGit("/p", args+"AGENTS.md sub/AGENTS.md sub/x/AGENTS.md", facts.GitAnswer{Stdout: " M AGENTS.md\x00?? sub/AGENTS.md\x00!! sub/x/\x00"})
	asked := facts.NewRecording(w)
	trace := surveyed(t, w, "opencode", "/p/sub/x", discovery.Options{})
	discovery.AskGit(context.Background(), asked, []*discovery.Trace{trace, trace})
	for path, want := range map[string]string{
		"/p/AGENTS.md": "changed", "/p/sub/AGENTS.md": "untracked", "/p/sub/x/AGENTS.md": "ignored", "/h/.config/opencode/AGENTS.md": "",
	} {
		if got := trace.Find(path)[0].Git; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	calls := 0
	for _, q := range asked.Questions() {
		if q.Op == facts.OpGit {
			calls++
		}
	}
	if calls != 1 {
		t.Errorf("git ran %d times", calls)
	}
}

func TestLinksThatAreNotFollowedAreReported(t *testing.T) {
	m := agenttest.Repository().File("/out/AGENTS.md", "secret").Link("/p/AGENTS.md", "/out/AGENTS.md").Link("/p/docs", "/out").
		File("/p/opencode.json", `{"instructions":["docs/*.md", "doc*/AGENTS.md"]}`).File("/p/CLAUDE.md", "c")
	w := facts.NoFollow(m, "/p", "/h")
	for _, agent := range []string{"opencode@1.1.34", "opencode@1.18.33", "openagentic"} {
		trace := surveyed(t, w, agent, "/p", discovery.Options{})
		if got := strings.Join(trace.Loaded, " "); got != "/p/CLAUDE.md" {
			t.Errorf("%s loads %s", agent, got)
		}
		if got := agenttest.ReasonOf(trace, "/p/AGENTS.md"); got != "not loaded link-refused" {
			t.Errorf("%s: the link is %q", agent, got)
		}
	}
	if got := surveyed(t, m, "opencode", "/p", discovery.Options{}).Loaded; len(got) < 2 {
		t.Errorf("with links followed it loads %q", got)
	}
}

func TestSurveyReturnsItsQuestions(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a")
	_, questions, err := discovery.Survey(context.Background(), w, agent.Known().SurveyAgents(), discovery.Options{Cwd: "/p"})
	changed := func() bool {
		return slices.ContainsFunc(questions, func(q facts.Question) bool { return q.Changed(w) })
	}
	if err != nil || changed() {
		t.Fatal(err, len(questions))
	}
	if w.File("/p/CLAUDE.md", "new"); !changed() {
		t.Error("a missing file that was created since changes nothing")
	}
}
