package codex_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestReportedOfCodex(t *testing.T) {
	t.Run("a long AGENTS.md loses its tail and nobody says so", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", strings.Repeat("x", 40_000)), "codex", "/p", discovery.Options{},
			"/p/AGENTS.md: the agent uses only its beginning", "/p/AGENTS.md: 32768 of 40000 bytes", "note: 0 are left")
	})
	t.Run("the root spends the budget of the package", func(t *testing.T) {
		w := agenttest.Repository().File("/p/AGENTS.md", strings.Repeat("x", 30_000)).File("/p/pkg/AGENTS.md", strings.Repeat("é", 2500))
		trace := agenttest.Say(t, w, "codex", "/p/pkg", discovery.Options{}, "/p/pkg/AGENTS.md: 2768 of 5000 bytes", "/p/pkg/AGENTS.md: 2768 bytes were left")
		if !strings.HasSuffix(trace.Text.String(), "é") {
			t.Error("2,768 bytes do not hold 1,384 whole letters")
		}
	})
	t.Run("112 bytes over the cap", func(t *testing.T) {
		agenttest.Say(t, agenttest.Bare().File("/p/AGENTS.md", strings.Repeat("x", 32_880)), "codex", "/p", discovery.Options{}, "/p/AGENTS.md: 32768 of 32880 bytes")
	})
	t.Run("configured root markers are honoured where a repository lies nearer", func(t *testing.T) {
		w := agenttest.Bare().File("/p/.codex-root", "").File("/p/AGENTS.md", "a").Dir("/p/d/.git").File("/p/d/AGENTS.md", "b").
			File("/h/.codex/config.toml", `project_root_markers = [".codex-root"]`)
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: loaded", "/p/d/AGENTS.md: loaded")
	})
	t.Run("a submodule hides its superproject", func(t *testing.T) {
		w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/sub/.git", "gitdir: x").File("/p/sub/AGENTS.md", "b")
		agenttest.Say(t, w, "codex", "/p/sub", discovery.Options{}, "/p/AGENTS.md: the search ends at /p/sub", "/p/sub/AGENTS.md: loaded")
	})
	t.Run("files below never load", func(t *testing.T) {
		agenttest.Say(t, agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/go/AGENTS.md", "b"), "codex", "/p", discovery.Options{},
			"/p/go/AGENTS.md: below the working directory", "note: are left for files in directories below")
	})
	t.Run("an untrusted project supplies nothing", func(t *testing.T) {
		w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"untrusted\"\n")
		agenttest.Say(t, w, "codex", "/p", discovery.Options{}, `/p/AGENTS.md: trust_level = "untrusted" for /p`)
	})
	t.Run("an untrusted repository covers its directories and worktrees", func(t *testing.T) {
		w := agenttest.Repository().File("/p/.git/HEAD", "ref").File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"untrusted\"\n").
			File("/w/.git", "gitdir: /p/.git/worktrees/w\n").File("/p/.git/worktrees/w/commondir", "../..\n").File("/w/AGENTS.md", "w")
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: not trusted")
		agenttest.Say(t, w, "codex", "/w", discovery.Options{}, "/w/AGENTS.md: not trusted")
	})
	t.Run("an untrusted directory that only a marker makes a root does not", func(t *testing.T) {
		w := agenttest.Bare().File("/p/go.work", "").File("/p/AGENTS.md", "a").
			File("/h/.codex/config.toml", "project_root_markers = [\"go.work\"]\n[projects.\"/p\"]\ntrust_level = \"untrusted\"\n")
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: loaded")
	})
	t.Run("an empty .git ends the search for files, not that for settings", func(t *testing.T) {
		w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/d/TEAM.md", "t").File("/p/.codex/config.toml", `project_doc_fallback_filenames = ["TEAM.md"]`).
			File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"trusted\"\n")
		if got := agenttest.ReasonOf(agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: loaded"), "/p/d/TEAM.md"); got != "" {
			t.Error(got)
		}
		agenttest.Say(t, w.File("/p/.git/HEAD", "ref"), "codex", "/p/d", discovery.Options{}, "/p/d/TEAM.md: loaded")
	})
	t.Run("each settings file is trusted by its own directory or the repository", func(t *testing.T) {
		w := agenttest.Repository().File("/p/.git/HEAD", "ref").File("/p/d/e/T2.md", "t").File("/p/d/.codex/config.toml", `project_doc_fallback_filenames = ["T2.md"]`)
		for key, want := range map[string]string{"/p": "loaded", "/p/d": "loaded", "/p/d/e": ""} {
			w.File("/h/.codex/config.toml", "[projects.\""+key+"\"]\ntrust_level = \"trusted\"\n")
			if got := agenttest.ReasonOf(agenttest.Say(t, w, "codex", "/p/d/e", discovery.Options{}), "/p/d/e/T2.md"); got != want {
				t.Errorf("trust in %s: %q, want %q", key, got, want)
			}
		}
	})
	t.Run("the project's own settings count when it is trusted", func(t *testing.T) {
		w := agenttest.Repository().File("/p/TEAM.md", "a").File("/p/.codex/config.toml", `project_doc_fallback_filenames = ["TEAM.md"]`)
		if got := agenttest.ReasonOf(agenttest.Say(t, w, "codex", "/p", discovery.Options{}), "/p/TEAM.md"); got != "" {
			t.Error(got)
		}
		w.File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"trusted\"\n")
		agenttest.Say(t, w.File("/p/.git/HEAD", "ref"), "codex", "/p", discovery.Options{}, "/p/TEAM.md: loaded")
	})
	t.Run("a rule with a slash at its end covers nothing", func(t *testing.T) {
		for key, want := range map[string]string{"/p": "not loaded untrusted-folder", "/p/": "loaded", "/p//": "loaded", "/p/d/..": "loaded"} {
			w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", "[projects.\""+key+"\"]\ntrust_level = \"untrusted\"\n")
			if got := agenttest.ReasonOf(agenttest.Say(t, w, "codex", "/p", discovery.Options{}), "/p/AGENTS.md"); got != want {
				t.Errorf("%s: %q, want %q", key, got, want)
			}
		}
	})
	t.Run("a .git file that leads nowhere does not count as a repository for trust", func(t *testing.T) {
		w := agenttest.Bare().File("/p/.git", "gitdir: /moved\n").File("/p/AGENTS.md", "a").
			File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"untrusted\"\n")
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: loaded")
		agenttest.Say(t, w.Dir("/moved"), "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: not trusted")
	})
	t.Run("a link that leads to itself takes all away", func(t *testing.T) {
		w := agenttest.Repository().Link("/p/AGENTS.md", "AGENTS.md").File("/p/d/AGENTS.md", "b").File("/h/.codex/AGENTS.md", "mine")
		trace := agenttest.Say(t, w, "codex", "/p/d", discovery.Options{})
		if len(trace.Loaded) != 1 || trace.Loaded[0] != "/h/.codex/AGENTS.md" {
			t.Errorf("loaded %q", trace.Loaded)
		}
		w = agenttest.Repository().File("/p/AGENTS.md", "a").Link("/p/d/AGENTS.md", "x").Link("/p/d/x", "AGENTS.md")
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: then Codex reads no file of the project")
	})
	t.Run("the administrator's settings win", func(t *testing.T) {
		w := agenttest.Repository().File("/p/.git/HEAD", "ref").File("/p/AGENTS.md", "abcdef").File("/etc/codex/managed_config.toml", "project_doc_max_bytes = 2\n").
			File("/p/.codex/config.toml", "project_doc_max_bytes = 4\n").File("/h/.codex/config.toml", "project_doc_max_bytes = 3\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n")
		agenttest.Say(t, w, "codex", "/p", discovery.Options{}, "/p/AGENTS.md: 2 of 6 bytes")
		w.File("/etc/codex/managed_config.toml", "project_root_markers = [\"top\"]\n").File("/p/d/top", "")
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: the search ends at /p/d")
	})
	t.Run("one unreadable file takes all away", func(t *testing.T) {
		w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/d/AGENTS.md", "b").Mode("/p/d/AGENTS.md", 0)
		agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: then Codex reads no file of the project", "/p/d/AGENTS.md: cannot be read")
	})
}

func TestCodexDoesNotStartWithOddSettings(t *testing.T) {
	for text, want := range map[string]string{
		"project_doc_max_bytes = -1": "a number, 0 or more", `project_doc_max_bytes = "x"`: "a number", `project_root_markers = "x"`: "a list of strings",
		"project_root_markers = [1]": "a list of strings", `project_doc_fallback_filenames = "x"`: "a list of strings", "broken": "not TOML",
		"[projects.\"/p\"]\ntrust_level = \"no\"": "must be", "profile = \"fast\"\n[profiles.fast]\n": "on the command line",
	} {
		trace := agenttest.Discover(t, agenttest.Repository().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", text), "codex", "/p", discovery.Options{})
		if trace.Failure == nil || !strings.Contains(trace.Failure.Message, want) || trace.Loaded != nil {
			t.Errorf("%q: %v, loaded %q", text, trace.Failure, trace.Loaded)
		}
	}
	for _, text := range []string{"unknown_key = 1", "project_doc_max_bytes = 99999999999"} {
		trace := agenttest.Discover(t, agenttest.Repository().File("/p/AGENTS.md", "a").File("/h/.codex/config.toml", text), "codex", "/p", discovery.Options{})
		if trace.Failure != nil || len(trace.Loaded) != 1 {
			t.Errorf("%q: %v, loaded %q", text, trace.Failure, trace.Loaded)
		}
	}
}

func TestSettingsThatAreNestedTooDeeplyEndTheDiscovery(t *testing.T) {
	t.Parallel()
	const config = "/h/.codex/config.toml"
	agenttest.Exceeds(t, "codex", agenttest.Repository().File(config, "a = "+strings.Repeat("[", facts.MaxDepth+1)), config)
}

// If Codex cannot read one rule file, it also drops those that it read before. galley knows this
// only from Codex's code, and its evidence must say so.
func TestWhatAnUnreadableFileTakesAwayIsKnownFromTheCode(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/d/AGENTS.md", "b").Mode("/p/d/AGENTS.md", 0)
	agenttest.Say(t, w, "codex", "/p/d", discovery.Options{}, "/p/AGENTS.md: 0 of 1 bytes, "+string(discovery.ReadSource))
}

// Codex sends the developer instructions of the last settings layer that has any, unchanged and
// before the skills. Measured with Codex 0.171.0.
func TestDeveloperInstructionsAreSent(t *testing.T) {
	t.Parallel()
	const trust = "[projects.\"/p\"]\ntrust_level = 'trusted'\n"
	own := func(text string) string { return "model = 'm'\ndeveloper_instructions = '" + text + "'\n" }
	for _, c := range []struct{ name, user, project, want string }{
		{"the user's", own("é") + trust, "", "é from /h/.codex/config.toml:2 37-41"},
		{"a trusted project's", own("a") + trust, own("abc"), "abc from /p/.codex/config.toml:2 37-42"},
		{"a project's that is not trusted", own("a"), own("abc"), "a from /h/.codex/config.toml:2 37-40"},
		{"blank", own(" ") + trust, "", "  from /h/.codex/config.toml:2 37-40"},
		{"after a byte order mark", "\ufeff" + own("a"), "", "a from /h/.codex/config.toml:2 40-43"},
		{"an empty text overrides the user's", own("a") + trust, own(""), ""},
		{"none", trust, "", ""},
	} {
		w := agenttest.Repository().File("/p/.git/HEAD", "x").File("/h/.codex/config.toml", c.user).File("/p/.codex/config.toml", c.project)
		got := ""
		if p := agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).Parts[0]; p.Where == "generic.developer_instructions" {
			o := p.Text.Pieces()[0].Origin
			got = fmt.Sprintf("%s from %s:%d %d-%d", p.Text, o.Source, o.Line, o.Span.Start, o.Span.End)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	w := agenttest.Repository().File("/h/.codex/config.toml", "developer_instructions = 5\n")
	if f := agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).Failure; f == nil || f.Message != "/h/.codex/config.toml: developer_instructions must be a string" {
		t.Errorf("a number: %+v", f)
	}
}
