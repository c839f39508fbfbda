package geminicli_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/geminicli"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/source"
)

// The placeholders of extensions, in texts, lists and tables.
func TestHydrate(t *testing.T) {
	t.Parallel()
	in := map[string]any{"a": "${extensionPath}${/}x", "b": []any{"${workspacePath}", 5, "${pathSeparator}${other}"}, "c": map[string]any{"d": "${extensionPath}"}}
	want := map[string]any{"a": "/e/x", "b": []any{"/w", 5, "/${other}"}, "c": map[string]any{"d": "/e"}}
	if got := geminicli.Hydrate(in, "/e", "/w"); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The rules in extension-enablement.json say for which directories an extension is switched off.
func TestEnablement(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules, dir string
		on         bool
	}{
		{`{"e":{"overrides":["!/p/*"]}}`, "/p", false}, {`{"e":{"overrides":["!/p/*"]}}`, "/p/d", false}, {`{"e":{"overrides":["!/p/*"]}}`, "/x/p/d", true}, {`{"e":{"overrides":["!/p/*"]}}`, "/pq", true},
		{`{"e":{"overrides":["!/p/"]}}`, "/p", false}, {`{"e":{"overrides":["!/p/"]}}`, "/p/d", true}, {`{"e":{"overrides":["!/*"]}}`, "/", false}, {`{"e":{"overrides":["!/"]}}`, "/", false}, {`{"e":{"overrides":["!/"]}}`, "/p", true},
		{`{"e":{"overrides":["!/*","/p/*"]}}`, "/p/d", true}, {`{"e":{"overrides":["!/*","/p/*"]}}`, "/q", false}, {`{"e":{"overrides":["!*d/"]}}`, "/p/d", false}, {`{"e":{"overrides":["!/a.b/"]}}`, "/axb", true},
		{`{"e":{"overrides":["!/*"]},"f":{}}`, "/p", true}, {`{"e":{"overrides":["!/*"]},"f":5}`, "/p", true}, {`{"e":{"overrides":["!/*"]},"f":{"overrides":5}}`, "/p", true}, {`{"f":{"overrides":["!/*"]}}`, "/p", true}, {`[`, "/p", true},
	} {
		enabled, found := geminicli.Enablement(facts.NewMemory().File("/f.json", c.rules), "/f.json")
		if got := enabled("e", c.dir); got != c.on || !found {
			t.Errorf("%s in %s: %v, found %v", c.rules, c.dir, got, found)
		}
	}
	if enabled, found := geminicli.Enablement(facts.NewMemory(), "/f.json"); found || !enabled("e", "/p") {
		t.Error("without a file, extensions are enabled")
	}
}

// This tree also lists the references at the deepest level, and leaves a reference in the text if
// its file is missing.
func TestReferencesThatStay(t *testing.T) {
	t.Parallel()
	tree := geminicli.ImportTree{World: facts.NewMemory(), File: "/a.md", LastListed: true, Code: geminicli.CodeRegions, Read: func(in *discovery.Import, name string, chain []string) (source.Text, string) {
		if name == "stays" {
			in.Reason = discovery.Missing
			return source.Text{}, ""
		}
		in.Verdict = discovery.Loaded
		return source.Literal("@stays @more" + fmt.Sprint(len(chain)) + "."), ""
	}}
	text, imports := tree.Expand(source.Literal("@first"), "/", nil, 0)
	var got []string
	for list := imports; len(list) > 0; list = list[len(list)-1].Imports {
		for _, in := range list {
			got = append(got, in.Ref+" "+string(in.Verdict)+" "+string(in.Reason))
		}
	}
	const stays, deep = "@stays not loaded missing", "not loaded import-depth"
	want := []string{"@first loaded ", stays, "@more0. loaded ", stays, "@more1. loaded ", stays, "@more2. loaded ", stays, "@more3. loaded ", "@stays " + deep, "@more4. " + deep}
	if !reflect.DeepEqual(got, want) || strings.Count(text.String(), "@stays") != 5 || !strings.Contains(text.String(), "@stays @more4.") {
		t.Errorf("%q\nin %q", got, text.String())
	}
}

// Each import counts towards galley's limits on imports and on bytes of text, in a tree and in the
// flat format.
func TestImportsEndWithTheBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings, what string
		limit          func(*facts.Amounts)
		want           string
	}{
		{"{}", "", func(*facts.Amounts) {}, "<!-- Imported from: a.md -->\naa\n<!-- End of import from: a.md --> <!-- Imported from: b.md -->\nbb\n<!-- End of import from: b.md -->"},
		{"{}", "imports", func(a *facts.Amounts) { a.Imports = 1 }, "<!-- Imported from: a.md -->\naa\n<!-- End of import from: a.md --> @b.md"},
		{"{}", "bytes of text", func(a *facts.Amounts) { a.Output = 3 }, "<!-- Imported from: a.md -->\naa\n<!-- End of import from: a.md --> <!-- Imported from: b.md -->\n\n<!-- End of import from: b.md -->"},
		{`{"context":{"importFormat":"flat"}}`, "imports", func(a *facts.Amounts) { a.Imports = 1 }, "--- File: /p ---\n@a.md @b.md\n--- End of File: /p ---\n\n--- File: /p/b.md ---\nbb\n--- End of File: /p/b.md ---"},
	} {
		limits := facts.DefaultLimits
		c.limit(&limits)
		w := agenttest.Repository().File("/h/.gemini/settings.json", c.settings).File("/p/GEMINI.md", "@a.md @b.md").File("/p/a.md", "aa").File("/p/b.md", "bb")
		trace, over := agenttest.Limited(t, "gemini-cli", w, limits)
		what := ""
		if over != nil {
			what = over.What
		}
		if got := trace.Find("/p/GEMINI.md")[0].Text.String(); got != "--- Context from: /p/GEMINI.md ---\n"+c.want+"\n--- End of Context from: /p/GEMINI.md ---" || what != c.what {
			t.Errorf("%s %s: over the budget: %s; %q", c.settings, c.what, what, got)
		}
	}
	const settings = "/p/.gemini/settings.json"
	agenttest.Exceeds(t, "gemini-cli", agenttest.Repository().File(settings, `{"a":`+strings.Repeat("[", facts.MaxDepth+1)), settings)
	const trust = "/h/.gemini/trustedFolders.json"
	agenttest.Exceeds(t, "gemini-cli", agenttest.Repository().File(trust, `{"a":`+strings.Repeat("[", facts.MaxDepth+1)), trust)
}

// An import of a file that is too large for galley to read still counts as loaded, because the
// agent inserts the file.
func TestAnImportThatIsTooLarge(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().SetFileCap(60).File("/p/GEMINI.md", "@a.md").File("/p/a.md", strings.Repeat("x", 61))
	in := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Find("/p/GEMINI.md")[0].Imports
	if len(in) != 1 || in[0].Reason != discovery.TooLarge || in[0].Verdict != discovery.Loaded || in[0].Detail != "" {
		t.Errorf("%+v", in)
	}
}

// If the rule files fill the model's window, the profile assembles nothing. It takes the rule
// files from the trace that it is given.
func TestNothingIsSentOfRuleFilesThatFillTheWindow(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().SetFileCap(8<<20).File("/p/GEMINI.md", strings.Repeat("a", 4*1_048_576+8))
	trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})
	made, problems := geminicli.Profiles[0].Assemble(t.Context(), profile.Input{BuiltIn: true, Cwd: "/p", World: agenttest.Repository(), Trace: trace})
	if len(made.Messages) != 0 || len(problems) != 1 || problems[0].Code != diag.AgentRefuses || !strings.HasPrefix(problems[0].Message, "Gemini CLI sends nothing here") || problems[0].Hint != "make these files shorter" {
		t.Errorf("%d messages, %+v", len(made.Messages), problems)
	}
}
