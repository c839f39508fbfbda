package agent_test

import (
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/agent/opencode"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/pack"
	"galley/engine/source"
	"galley/engine/tool"
)

// hostileWorlds returns file trees that try to make a discovery fail, loop or run without end.
func hostileWorlds() map[string]*facts.Memory {
	loops := agenttest.Repository().Link("/p/AGENTS.md", "CLAUDE.md").Link("/p/CLAUDE.md", "AGENTS.md").Link("/p/GEMINI.md", "GEMINI.md").
		Link("/p/d/a", "..").Link("/p/d/b", "../d").File("/p/opencode.json", `{"instructions":["**/*.md", "d/**/*"]}`)
	pipes := agenttest.Repository()
	for _, name := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "PILOTDECK.md", "opencode.json", ".gitignore"} {
		pipes.Special("/p/"+name, fs.ModeNamedPipe)
	}
	shut := agenttest.Repository().File("/p/d/AGENTS.md", "a").File("/p/d/GEMINI.md", "g").Mode("/p", 0o311).Mode("/p/d", 0)
	bytes := agenttest.Repository().File("/p/AGENTS.md", "\x00\xff\xfe\x1b]0;x\x07").File("/p/GEMINI.md", "\xff@./a\x00b @\xc3 `").File("/p/CLAUDE.md", "\xef\xbb").
		File("/p/opencode.json", "\xff\xfe{\x00}\x00")
	huge := agenttest.Repository().SetFileCap(100)
	for _, name := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "opencode.json"} {
		huge.File("/p/"+name, strings.Repeat("x", 101))
	}
	names := agenttest.Repository().File("/p/\xff\n.md", "x").File("/p/d/[a]*?{}.md", "x").File("/p/opencode.json", `{"instructions":["*", "d/[[]*"]}`)
	deep := agenttest.Repository()
	deep.File("/p/d"+strings.Repeat("/e", 500)+"/AGENTS.md", "deep")
	return map[string]*facts.Memory{"loops": loops, "pipes": pipes, "shut": shut, "bytes": bytes, "huge": huge, "names": names, "deep": deep}
}

func TestHostileTreesEndAndGiveTheSameTraceTwice(t *testing.T) {
	limits := glob.Limits{Dirs: 2000, Names: 20000}
	for name, w := range hostileWorlds() {
		w.Dir("/p/d")
		for _, a := range agent.Known().Discoverers() {
			for _, version := range versionsOf(a) {
				t.Run(fmt.Sprintf("%s %s@%s", name, a.Name, version), func(t *testing.T) {
					for _, cwd := range []string{"/p/d", "/p/nowhere", "/"} {
						o := discovery.Options{Limits: limits, Touched: []string{"d/x", "/", "../.."}}
						first := agenttest.Discover(t, w, a.Name+"@"+version, cwd, o)
						checkTrace(t, first)
						if cwd != "/p/d" {
							continue
						}
						second := agenttest.Discover(t, w, a.Name+"@"+version, cwd, o)
						if !reflect.DeepEqual(first, second) {
							t.Error("two discoveries of one world differ")
						}
					}
				})
			}
		}
	}
}

// checkTrace checks the invariants that hold for every trace.
func checkTrace(t *testing.T, trace *discovery.Trace) {
	t.Helper()
	var loaded []string
	for _, c := range trace.Candidates {
		if c.Verdict == discovery.Loaded {
			loaded = append(loaded, c.Path)
			if c.Order != len(loaded) {
				t.Errorf("%s has the order %d, want %d", c.Path, c.Order, len(loaded))
			}
		} else if c.Order != 0 || c.Verdict != discovery.Later && c.Verdict != discovery.Listed && (c.Reason == "" || c.Text.Len() != 0) {
			t.Errorf("%s is %s with reason %q, order %d and %d bytes", c.Path, c.Verdict, c.Reason, c.Order, c.Text.Len())
		}
		if c.Reason != "" && c.Reason.Text() == string(c.Reason) {
			t.Errorf("the reason %q has no sentence", c.Reason)
		}
		if c.Tier == "" || c.LoadType == "" || c.Evidence == "" || c.Verdict == "" || c.Shown == "" {
			t.Errorf("the candidate %+v lacks a field", c)
		}
	}
	if !slices.Equal(loaded, trace.Loaded) {
		t.Errorf("the loaded candidates are %q, the list is %q", loaded, trace.Loaded)
	}
	for _, p := range trace.Text.Pieces() {
		if p.Origin.Kind != source.Structure && p.Origin.Source == "" {
			t.Errorf("%q has the origin %+v", p.Text, p.Origin)
		}
	}
}

// The case that matters is a repository of 10,000 directories and 100,000 files, all of which are
// compared with one pattern. This benchmark uses a tenth of it. Each directory should be listed
// only once.
func BenchmarkOpencodeDoubleStar(b *testing.B) {
	w := agenttest.Repository().File("/p/opencode.json", `{"instructions":["**/*.md"]}`)
	for d := range 1000 {
		for f := range 10 {
			ext := ".go"
			if (d*10+f)%100 == 0 {
				ext = ".md"
			}
			w.File(fmt.Sprintf("/p/%d/%d/%d%s", d/30, d, f, ext), "x")
		}
	}
	for _, version := range []string{"1.18.33", "1.1.34"} {
		b.Run(version, func(b *testing.B) {
			for b.Loop() {
				trace, err := opencode.Discover(b.Context(), w, discovery.Options{Version: version, Cwd: "/p"})
				if err != nil || len(trace.Loaded) != 100 {
					b.Fatal(err, len(trace.Loaded))
				}
			}
		})
	}
}

func TestEveryStandInIsShort(t *testing.T) {
	rows := (*pack.Pack)(nil).Before(agent.Known().StandIns()...).List()
	if len(rows) < 100 {
		t.Fatalf("only %d stand-ins were found", len(rows))
	}
	for _, r := range rows {
		if r.Text == "" || len(r.Text) > 1200 || r.Kind != source.StandIn || strings.Contains(r.Text, "\r") {
			t.Errorf("%s/%s: %d bytes, %s", r.Family, r.Name, len(r.Text), r.Kind)
		}
	}
}

// When a template names a tool, the prompt shows the name that the profile's agent uses for it.
func TestEachAgentHasItsOwnNamesForTools(t *testing.T) {
	for profile, want := range map[string][2]string{
		"gemini-cli@0.61.0": {"replace", "save_memory"}, "codebolt": {"codebolt--editFile", ""}, "opencode": {"edit", ""},
		"yume-openai": {"Edit", ""}, "yume-claude": {"Edit", ""}, "template": {"", ""}, "nobody": {"", ""},
	} {
		names := agent.Known().ToolNames(profile)
		if got := [2]string{names.Of("edit"), names.Of("memory")}; got != want {
			t.Errorf("%s: %q, want %q", profile, got, want)
		}
	}
	for _, a := range agent.Known().All() {
		if a.Tools == nil {
			continue
		}
		for name := range *a.Tools {
			if !slices.Contains(tool.CanonicalNames, name) {
				t.Errorf("%s names a tool %s, which is not canonical", a.Name, name)
			}
		}
	}
}
