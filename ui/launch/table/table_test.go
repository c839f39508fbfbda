package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/source"
)

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func isolated(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal(err)
	}
	return t.TempDir()
}

func TestATreeIsARepositoryWithItsRules(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"plain", "several", "odd"} {
		dir := filepath.Join(isolated(t), "above")
		if err := os.MkdirAll(filepath.Join(dir, "left"), 0o700); err != nil {
			t.Fatal(err)
		}
		made, err := newTree(dir, "codex", name)
		if err != nil {
			t.Fatal(err)
		}
		if made.root != dir+"/project" || made.home != dir+"/home" || made.main() != made.root+"/AGENTS.md" {
			t.Errorf("%s: %+v", name, made)
		}
		if _, err := os.Stat(filepath.Join(dir, "left")); err == nil {
			t.Errorf("%s: what an earlier run left is still there", name)
		}
		out, err := exec.Command("git", "-C", made.root, "log", "--format=%s %an", "--all").Output()
		if err != nil || string(out) != "Start galley\n" {
			t.Errorf("%s: its log is %q, %v", name, out, err)
		}
		main := text(t, made.main())
		if strings.Contains(main, "\r\n") != (name == "odd") || strings.HasSuffix(main, "\n") == (name == "odd") {
			t.Errorf("%s: the rules are %q", name, main)
		}
		if (made.cwd == made.root+"/part") != (name == "several") || text(t, made.cwd+"/main.go") == "" {
			t.Errorf("%s: the agent works in %s", name, made.cwd)
		}
		_, err = os.Stat(made.home + "/.codex/AGENTS.md")
		if _, below := os.Stat(made.root + "/part/AGENTS.md"); (err == nil) != (name == "several") || (below == nil) != (name == "several") {
			t.Errorf("%s: a global file %v, one of the part %v", name, err, below)
		}
	}
	if _, err := newTree(filepath.Join(t.TempDir(), "x"), "codex", "other"); err == nil || !strings.Contains(err.Error(), `unknown tree "other"`) {
		t.Errorf("an unknown tree: %v", err)
	}
}

// Each kind of edit changes what its name says, and does not change other files.
func TestEachEditChangesWhatItIsCalledAfter(t *testing.T) {
	t.Parallel()
	for agentName, added := range map[string]string{"claude-code": "CLAUDE.local.md", "gemini-cli": "CLAUDE.md"} {
		made, err := newTree(filepath.Join(isolated(t), "above"), agentName, "several")
		if err != nil {
			t.Fatal(err)
		}
		global := filepath.Join(made.home, made.rules.global)
		for _, k := range kinds {
			before := ""
			if _, err := os.Stat(made.main()); err == nil {
				before = text(t, made.main())
			}
			n := made.n
			if err := k.edit(made); err != nil {
				t.Fatalf("%s: %v", k.name, err)
			}
			ok := true
			switch k.name {
			case "change":
				ok = strings.Count(text(t, made.main()), fmt.Sprintf("Never push on Fridays (%d).", made.n)) == 2 && made.n == n+1
			case "trim-sensitive change":
				ok = text(t, made.main()) == "\n \n"+before+"\n\n  \n" && made.n == n+1
			case "comment":
				ok = text(t, made.main()) == before+"\n<!-- for people only -->\nA line behind a comment.\n"
			case "import":
				ok = text(t, made.main()) == before+"\n@./extra.md\n" && text(t, made.root+"/extra.md") != ""
			case "add":
				ok = strings.HasPrefix(text(t, filepath.Join(made.root, added)), "# Added") && text(t, made.main()) == before
			case "remove":
				_, err := os.Stat(filepath.Join(made.root, added))
				ok = err != nil && text(t, made.main()) == before
			case "nested":
				ok = strings.HasPrefix(text(t, filepath.Join(made.cwd, "inner", made.rules.main)), "# Inner")
			case "global":
				ok = strings.HasSuffix(text(t, global), "One more global rule.\n")
				if err := os.Remove(global); err != nil {
					t.Fatal(err)
				}
				if err := k.edit(made); err != nil || !strings.Contains(text(t, global), "A global rule.") {
					t.Errorf("without a global file: %v", err)
				}
			case "branch and date":
				out, err := exec.Command("git", "-C", made.root, "branch", "--show-current").Output()
				ok = err == nil && string(out) == "topic\n"
			case "rename":
				_, err := os.Stat(made.main())
				ok = err != nil && text(t, made.root+"/old-rules.md") == before
			default:
				t.Errorf("%s is not tested", k.name)
			}
			if !ok {
				t.Errorf("%s: %s leaves %q", agentName, k.name, before)
			}
		}
	}
}

func TestEqualNumbersGiveEqualTrees(t *testing.T) {
	t.Parallel()
	shape := func(n int) (things []thing, cwd, all string) {
		made, err := newTree(filepath.Join(isolated(t), "above"), "codex", "plain")
		if err != nil {
			t.Fatal(err)
		}
		things, err = plant(made, n)
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]bool{}
		for i, one := range things {
			content := text(t, one.path)
			all += one.kind + " " + content
			if !strings.Contains(content, one.word) || len(one.word) != 9 || words[one.word] || strings.Contains(content, "%[") {
				t.Errorf("%s %s: the word %q is not in %q, or not its own", one.kind, one.path, one.word, content)
			}
			words[one.word] = true
			things[i].path = strings.Replace(one.path, made.base, "", 1)
		}
		return things, strings.TrimPrefix(made.cwd, made.base), strings.ReplaceAll(all, made.base, "")
	}
	one, cwd, first := shape(1)
	again, cwdAgain, second := shape(1)
	if !slices.Equal(one, again) || cwd != cwdAgain || first != second {
		t.Error("two trees of one number differ")
	}
	other, _, _ := shape(2)
	if slices.Equal(one, other) {
		t.Error("two numbers give one tree")
	}
	kinds := map[string]int{}
	for _, all := range [][]thing{one, other} {
		for _, o := range all {
			kinds[o.kind]++
		}
	}
	for _, kind := range []string{"skill", "command", "agent", "rule", "MCP server"} {
		if n := kinds[kind]; n < 4 || n > 2*len(places) {
			t.Errorf("two trees hold %d of %s", n, kind)
		}
	}
}

func TestAThingIsInTheListOrNotOrNotKnown(t *testing.T) {
	candidate := func(path, name string, kind discovery.Kind, v discovery.Verdict) discovery.Candidate {
		return discovery.Candidate{Path: path, Name: name, Kind: kind, Verdict: v}
	}
	trace := &discovery.Trace{Candidates: []discovery.Candidate{
		candidate("/loaded", "", discovery.Rule, discovery.Loaded), candidate("/listed", "", discovery.Skill, discovery.Listed), candidate("/unknown", "", discovery.Rule, discovery.Unknown),
		candidate("/not", "", discovery.Rule, discovery.NotLoaded), candidate("/both", "", discovery.Rule, discovery.NotLoaded), candidate("/both", "", discovery.Rule, discovery.Loaded),
		candidate("/settings", "one", discovery.Server, discovery.Listed), candidate("/settings", "two", discovery.Server, discovery.NotLoaded), candidate("/quoted", "", discovery.Rule, discovery.Unknown),
	}, Parts: []discovery.Part{{Text: source.Literal("a part with zqword in it")}}}
	for _, c := range []struct {
		one          thing
		has, unknown bool
	}{
		{thing{"rule", "/loaded", "qq"}, true, false}, {thing{"skill", "/listed", "qq"}, true, false}, {thing{"rule", "/unknown", "qq"}, false, true}, {thing{"rule", "/not", "qq"}, false, false},
		{thing{"rule", "/both", "qq"}, true, false}, {thing{"rule", "/absent", "qq"}, false, false}, {thing{"rule", "/absent", "zqword"}, true, false}, {thing{"rule", "/quoted", "zqword"}, true, false},
		{thing{"MCP server", "/settings", "one"}, true, false}, {thing{"MCP server", "/settings", "two"}, false, false}, {thing{"MCP server", "/elsewhere", "one"}, true, false}, {thing{"MCP server", "/settings", "three"}, false, false},
	} {
		if has, unknown := inList(trace, c.one); has != c.has || unknown != c.unknown {
			t.Errorf("%+v: has %v, unknown %v", c.one, has, unknown)
		}
	}
}

func TestListsAreCountedForEachAgent(t *testing.T) {
	got := listTable([]listed{
		{Agent: "a", Version: "1", Things: 10, Sent: 4, Unknown: 1, Missing: []string{"skill x", "skill y"}, Extra: []string{"MCP server z"}},
		{Agent: "b", Version: "2", Things: 7, Sent: 7}, {Agent: "a", Version: "1", Tree: 1, Things: 3, Sent: 2},
		{Agent: "b", Version: "2", Tree: 1, Things: 2, Missing: []string{"rule r"}, Extra: []string{"rule s"}},
		{Agent: "a", Version: "1", Tree: 2, Things: 100, Failed: "why"}, {Agent: "c", Failed: "why"},
	})
	want := []string{"| a 1 | 2 | 1 | 13 | 6 | 1 | 2 skill | 1 MCP |", "| b 2 | 2 | 1 | 9 | 7 | 0 | 1 rule | 1 rule |", ""}
	if lines := strings.Split(got, "\n"); !slices.Equal(lines[2:], want) {
		t.Errorf("%q", lines[2:])
	}
	if got := counts(map[string]int{"rule": 2, "skill": 1, "other": 9, "agent": 0}); got != "1 skill, 2 rule" {
		t.Errorf("%q", got)
	}
}

func TestResultsAreAddedUp(t *testing.T) {
	rows := []row{
		{Agent: "a", Version: "1", Mode: "headless", Tree: "plain", Kind: "change", Equal: true, Measured: true, Normalised: []string{"date", "id"}},
		{Agent: "a", Version: "1", Mode: "headless", Tree: "odd", Kind: "change", Measured: true, Normalised: []string{"id", "path"}, First: "b|1 at 3: sent \"x\", predicted \"y\""},
		{Agent: "a", Version: "1", Mode: "headless", Tree: "several", Kind: "change", First: "it did not start"},
		{Agent: "a", Version: "2", Mode: "headless", Tree: "plain", Kind: "change", Equal: true, Measured: true}, {Agent: "a", Version: "1", Mode: "interactive", Tree: "plain", Kind: "change", Equal: true, Measured: true},
	}
	want := []string{`| a 1 | headless | change | 1 of 2 | date, id, path | odd: b\|1 at 3 |`, "| a 2 | headless | change | 1 of 1 |  |  |", "| a 1 | interactive | change | 1 of 1 |  |  |", "", "3 of 4 predicted requests equal the next captured one (75.0 %).", ""}
	if lines := strings.Split(table(rows), "\n"); !slices.Equal(lines[2:], want) {
		t.Errorf("%q", lines[2:])
	}
	if got := table(rows[2:3]); strings.Contains(got, "predicted requests") {
		t.Errorf("nothing is measured: %q", got)
	}
}

func TestResultsAreKeptAsLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	if got := read[row](name); got != nil {
		t.Errorf("without a file there are %v", got)
	}
	all := []row{{Agent: "a", Kind: "change", Changed: []string{"x"}}, {Agent: "b", Measured: true}}
	if err := write(name, all); err != nil {
		t.Fatal(err)
	}
	if got := read[row](name); fmt.Sprint(got) != fmt.Sprint(all) {
		t.Errorf("read back as %+v", got)
	}
	if err := os.WriteFile(name, []byte("not JSON\n"+text(t, name)+"{\"agent\": \"c"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := read[row](name); len(got) != 2 || got[1].Agent != "b" {
		t.Errorf("with lines that are cut: %+v", got)
	}
	if err := write(filepath.Join(name, "below"), all); err == nil {
		t.Error("writing below a file reports no error")
	}
}

// Edits that have been measured are not measured again. With -print, nothing is measured.
func TestARunSkipsWhatIsMeasured(t *testing.T) {
	dir := t.TempDir()
	var all []row
	for _, named := range agent.Known().Startable() {
		all = append(all, row{Agent: named.Name, Mode: "headless", Tree: "plain", Kind: kinds[len(kinds)-1].name, Measured: true})
	}
	name := filepath.Join(dir, "results.jsonl")
	if err := write(name, all); err != nil {
		t.Fatal(err)
	}
	before := text(t, name)
	for _, only := range []bool{true, false} {
		if err := run(context.Background(), io.Discard, io.Discard, dir, "", "headless", "plain", only); err != nil || text(t, name) != before {
			t.Errorf("only printing %v: %v", only, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := run(ctx, io.Discard, io.Discard, dir, "codex", "headless", "odd", false); err == nil {
		t.Error("an interrupted run reports nothing")
	}
	if err := run(ctx, io.Discard, io.Discard, dir, "nobody", "headless", "odd", false); err != nil {
		t.Errorf("an agent that is not chosen: %v", err)
	}
	if err := lists(ctx, io.Discard, io.Discard, dir, "codex", 1); err == nil {
		t.Error("interrupted lists report nothing")
	}
	if err := write(filepath.Join(dir, "lists.jsonl"), []listed{{Agent: "codex", Tree: 0}}); err != nil {
		t.Fatal(err)
	}
	if err := lists(ctx, io.Discard, io.Discard, dir, "codex", 1); err != nil {
		t.Errorf("a list that is measured: %v", err)
	}
	if err := write(filepath.Join(dir, "lists.jsonl"), []listed{{Agent: "codex", Tree: 0, Failed: "why"}}); err != nil {
		t.Fatal(err)
	}
	if err := lists(ctx, io.Discard, io.Discard, dir, "codex", 1); err == nil {
		t.Error("a list that failed is not measured again")
	}
}

func TestTheHomeIsSeparate(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, "/elsewhere")
	}
	dir := t.TempDir()
	settle(dir, filepath.Join(dir, "home"))
	if os.Getenv("HOME") != filepath.Join(dir, "home") {
		t.Errorf("the home is %s", os.Getenv("HOME"))
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		if _, ok := os.LookupEnv(name); ok {
			t.Errorf("%s is set", name)
		}
	}
	if to, err := os.Readlink(filepath.Join(dir, "home", ".cache", "copilot", "pkg")); to != filepath.Join(dir, "unpacked") {
		t.Errorf("it unpacks to %s, %v", to, err)
	}
	for _, named := range agent.Known().Startable() {
		o := options(dir, named, &tree{home: "/h", cwd: "/c", root: "/r"}, "headless")
		if o.Agent != named.Name || o.Home != "/h" || o.Cwd != "/c" || o.Project != "/r" || o.State != filepath.Join(dir, "state") || o.Mode != "headless" || o.Timeout < 1 {
			t.Errorf("%+v", o)
		}
	}
}
