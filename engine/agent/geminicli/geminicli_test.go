package geminicli_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/geminicli"
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

const geminiBoth = "0.28 0.61"

func TestGeminiSaysWhyNot(t *testing.T) {
	off := false
	settings := func(context map[string]any) discovery.Options {
		return discovery.Options{Settings: map[string]any{"context": context}}
	}
	tests := []struct {
		name     string
		versions string
		build    func(w *facts.Memory)
		o        discovery.Options
		path     string
		want     string
	}{
		{"the agent does not read AGENTS.md", geminiBoth, func(w *facts.Memory) { w.File("/p/AGENTS.md", "a") }, discovery.Options{}, "/p/AGENTS.md", ""},
		{"a lower-case name is not found", geminiBoth, func(w *facts.Memory) { w.File("/p/gemini.md", "a") }, discovery.Options{},
			"/p/gemini.md", "not loaded wrong-case"},
		{"a configured name replaces GEMINI.md", "0.28", func(w *facts.Memory) { w.File("/p/GEMINI.md", "g").File("/p/AGENTS.md", "a") },
			settings(map[string]any{"fileName": "AGENTS.md"}), "/p/GEMINI.md", ""},
		{"a configured name is added to GEMINI.md", "0.61", func(w *facts.Memory) { w.File("/p/GEMINI.md", "g").File("/p/AGENTS.md", "a") },
			settings(map[string]any{"fileName": "AGENTS.md"}), "/p/GEMINI.md", "loaded"},
		{"an untrusted folder", geminiBoth, func(w *facts.Memory) { w.File("/p/GEMINI.md", "g") },
			discovery.Options{Trusted: &off, Settings: map[string]any{"security": map[string]any{"folderTrust": map[string]any{"enabled": true}}}},
			"/p/GEMINI.md", "not loaded untrusted-folder"},
		{"an ignored file below", "0.28", func(w *facts.Memory) { w.File("/p/d/.geminiignore", "GEMINI.md\n").File("/p/d/x/GEMINI.md", "g") },
			discovery.Options{}, "/p/d/x/GEMINI.md", "not loaded ignored"},
		{"a file below is not loaded at launch", "0.61", func(w *facts.Memory) { w.File("/p/d/x/GEMINI.md", "g") },
			discovery.Options{}, "/p/d/x/GEMINI.md", ""},
		{"but is loaded when a tool reaches it", "0.61", func(w *facts.Memory) { w.File("/p/d/x/GEMINI.md", "g") },
			discovery.Options{Touched: []string{"x"}}, "/p/d/x/GEMINI.md", "on demand"},
		{"the same file by another name", "0.61", func(w *facts.Memory) { w.File("/p/GEMINI.md", "g").Link("/p/d/GEMINI.md", "../GEMINI.md") },
			discovery.Options{}, "/p/d/GEMINI.md", "not loaded already-loaded"},
		{"the global file by link", "0.61", func(w *facts.Memory) {
			w.File("/h/.gemini/GEMINI.md", "g").Link("/p/GEMINI.md", "/h/.gemini/GEMINI.md")
		},
			discovery.Options{}, "/p/GEMINI.md", "not loaded already-loaded"},
		{"a file above the repository", "0.61", func(w *facts.Memory) { w.File("/GEMINI.md", "g") }, discovery.Options{}, "/GEMINI.md", "not loaded above-root"},
		{"a blank file is loaded without text", geminiBoth, func(w *facts.Memory) { w.File("/p/GEMINI.md", " \n") }, discovery.Options{},
			"/p/GEMINI.md", "loaded empty"},
		{"an inactive extension", geminiBoth, func(w *facts.Memory) { w.File("/e/GEMINI.md", "e") },
			discovery.Options{Extensions: []discovery.Extension{{Name: "e", ContextFiles: []string{"/e/GEMINI.md"}}}}, "/e/GEMINI.md", "not loaded disabled"},
	}
	for _, tt := range tests {
		for _, version := range strings.Fields(tt.versions) {
			t.Run(tt.name+" "+version, func(t *testing.T) {
				w := agenttest.Repository().Dir("/p/d")
				tt.build(w)
				trace := agenttest.Discover(t, w, "gemini-cli@"+version, "/p/d", tt.o)
				if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
					t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
				}
			})
		}
	}
}

func TestGeminiReadsItsSettings(t *testing.T) {
	w := agenttest.Repository().File("/h/.gemini/settings.json", `{ // mine
		"contextFileName": "X.md", "context": {"fileName": ["A.md"], "filename": "B.md"}}`).
		File("/p/.gemini/settings.json", `{"context": {"memoryBoundaryMarkers": []}}`).
		File("/p/A.md", "a").File("/p/d/A.md", "near")
	trace := agenttest.Discover(t, w, "gemini-cli", "/p/d", discovery.Options{})
	if !slices.Equal(trace.Names, []string{"A.md", "GEMINI.md"}) || len(trace.Settings) != 2 {
		t.Errorf("names %q, settings %v", trace.Names, trace.Settings)
	}
	if len(trace.Notes) != 2 || !strings.Contains(trace.Notes[0], `"contextFileName"`) || !strings.Contains(trace.Notes[1], `"context.filename"`) {
		t.Errorf("notes %q", trace.Notes)
	}
	trace = agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})
	if !slices.Equal(trace.Loaded, []string{"/p/A.md"}) || trace.Root != "/p" || trace.Marker != "" {
		t.Errorf("loaded %q, root %s found by %q; want no marker", trace.Loaded, trace.Root, trace.Marker)
	}
}

func TestGeminiRefusesABadTrustFile(t *testing.T) {
	w := agenttest.Repository().File("/p/GEMINI.md", "g").File("/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`)
	for text, want := range map[string]string{
		`{"/p": "TRUST_FOLDER"}`: "",
		`{"/p": "MAYBE"}`:        "the rule for /p must be TRUST_FOLDER, TRUST_PARENT or DO_NOT_TRUST",
		`[`:                      "line 1, column 2: it is not a JSON object of folders with comments",
	} {
		w.File("/h/.gemini/trustedFolders.json", text)
		trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})
		got := ""
		if trace.Failure != nil {
			got = strings.TrimPrefix(trace.Failure.Message, "/h/.gemini/trustedFolders.json: ")
		}
		// Without a valid file the folder is not trusted, and the trace names no way to trust it.
		if got != want || (len(trace.Loaded) == 0) != (want != "") || trace.Trust != "" {
			t.Errorf("%s: %q, loaded %q, trust %q", text, got, trace.Loaded, trace.Trust)
		}
	}
}

func TestGeminiTrustTakesTheLongestRule(t *testing.T) {
	w := agenttest.Repository().File("/p/GEMINI.md", "g").File("/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`)
	for _, tt := range []struct {
		rules string
		want  int
	}{
		{`{"/": "TRUST_FOLDER"}`, 1},
		{`{"/": "TRUST_FOLDER", "/p": "DO_NOT_TRUST"}`, 0},
		{`{"/p/x": "TRUST_PARENT" /* all of p */}`, 1},
		{`{"/other": "TRUST_FOLDER"}`, 0},
	} {
		w.File("/h/.gemini/trustedFolders.json", tt.rules)
		if got := len(agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Loaded); got != tt.want {
			t.Errorf("%s: %d loaded, want %d", tt.rules, got, tt.want)
		}
	}
}

// The reason says which rule decides about the folder, and the remedy what the user can do.
func TestGeminiNamesTheRuleOfTrust(t *testing.T) {
	t.Parallel()
	const asks = "; the agent asks at its start whether to trust the folder"
	const agree = "trust the folder (agree when Gemini CLI asks at its start)"
	const rules = "/h/.gemini/trustedFolders.json"
	for _, c := range []struct{ file, text, why, remedy string }{
		{"/gone", `{}`, "no rule of /gone covers it" + asks, agree},
		{rules, `{"/q": "TRUST_FOLDER"}`, "no rule of " + rules + " covers it" + asks, agree},
		{rules, `{"/p": "DO_NOT_TRUST", "/": "TRUST_FOLDER"}`, "the rule for /p in " + rules, "trust the folder (change the rule for /p in " + rules + ")"},
	} {
		w := agenttest.Repository().File("/p/GEMINI.md", "g").File("/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).
			File(rules, c.text).Env("GEMINI_CLI_TRUSTED_FOLDERS_PATH", c.file)
		trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})
		if got := trace.Find("/p/GEMINI.md")[0]; got.Reason != discovery.Untrusted || got.Detail != c.why || trace.Trust != c.remedy {
			t.Errorf("%s: %s, %q, %q", c.text, got.Reason, got.Detail, trace.Trust)
		}
	}
}

// Texts that users did not mean as imports: decorators and npm scopes in code, email addresses,
// and an npm scope outside of code. Only the last one counts as an import.
func TestGeminiImportsWhatPeopleDidNotMean(t *testing.T) {
	w := agenttest.Repository().File("/p/GEMINI.md", "```python\n@app.get(\"/x\")\n```\n`@types/node` mail a@b.c\nyarn workspace @myproject/app dev\n")
	c := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Find("/p/GEMINI.md")[0]
	if len(c.Imports) != 1 || c.Imports[0].Ref != "@myproject/app" || c.Imports[0].Reason != discovery.Missing {
		t.Errorf("imports %+v", c.Imports)
	}
	if strings.Contains(c.Text.String(), "failed: app.get") || !strings.Contains(c.Text.String(), "Import failed: myproject/app") {
		t.Errorf("text %q", c.Text)
	}
}

// What an import becomes, and which reason is given if it is not inserted.
func TestGeminiSaysWhyAnImportIsNotInserted(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/a.md", "A @./a.md").File("/p/shut.md", "x").Mode("/p/shut.md", 0).Dir("/p/dir").File("/o.md", "o").
		File("/p/GEMINI.md", "@./a.md @/o.md @http://o.com @./dir @./shut.md @./none.md")
	var got []string
	var list func(imports []discovery.Import)
	list = func(imports []discovery.Import) {
		for _, in := range imports {
			got = append(got, fmt.Sprintf("%s at %d is %q: %s, %s, %s", in.Ref, in.Offset, in.Path, in.Verdict, in.Reason, in.Detail))
			list(in.Imports)
		}
	}
	text, imports, err := geminicli.GeminiImports(w, "0.61.0", "/p/GEMINI.md", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	list(imports)
	want := []string{
		`@./a.md at 0 is "/p/a.md": loaded, , `,
		`@./a.md at 2 is "/p/a.md": not loaded, already-loaded, it is one of the files that import this one`,
		`@/o.md at 8 is "/o.md": not loaded, import-refused, it is outside /p`,
		`@http://o.com at 15 is "": not loaded, import-refused, it is outside /p`,
		`@./dir at 29 is "/p/dir": not loaded, not-regular, EISDIR: illegal operation on a directory, read`,
		`@./shut.md at 36 is "/p/shut.md": not loaded, unreadable, EACCES: permission denied, open '/p/shut.md'`,
		`@./none.md at 47 is "/p/none.md": not loaded, missing, ENOENT: no such file or directory, access '/p/none.md'`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	const inserted = "<!-- Imported from: ./a.md -->\nA <!-- File already processed: ./a.md -->\n<!-- End of import from: ./a.md --> " +
		"<!-- Import failed: /o.md - Path traversal attempt --> <!-- Import failed: http://o.com - Path traversal attempt --> " +
		"<!-- Import failed: ./dir - EISDIR: illegal operation on a directory, read --> " +
		"<!-- Import failed: ./shut.md - EACCES: permission denied, open '/p/shut.md' --> " +
		"<!-- Import failed: ./none.md - ENOENT: no such file or directory, access '/p/none.md' -->"
	if text.String() != inserted {
		t.Errorf("got\n%s\nwant\n%s", text, inserted)
	}
}

func TestGeminiImportsCarryTheirOrigin(t *testing.T) {
	w := agenttest.Repository().File("/p/GEMINI.md", "one\n@./a.md\nthree").File("/p/a.md", "\nA")
	text := gemini.FoundIn(agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})).Project
	s := text.String()
	if o, _ := text.OriginAt(strings.Index(s, "A\n")); o.Kind != source.Import || o.Source != "/p/a.md" || o.Line != 2 {
		t.Errorf("the imported text has the origin %+v", o)
	}
	if o, _ := text.OriginAt(strings.Index(s, "three")); o.Kind != source.File || o.Line != 3 {
		t.Errorf("the text after it has the origin %+v", o)
	}
}

func TestGeminiImportsThatMultiplyAreRefused(t *testing.T) {
	w := agenttest.Repository()
	for i := range 8 {
		var s strings.Builder
		for j := range 40 {
			fmt.Fprintf(&s, "@./%d.md ", (i+1+j)%8)
		}
		w.File(fmt.Sprintf("/p/%d.md", i), s.String())
	}
	w.File("/p/GEMINI.md", "@./0.md")
	_, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{{Agent: "gemini-cli", Discover: geminicli.Discover}}, discovery.Options{Cwd: "/p", Home: "/h"})
	if !errors.Is(err, facts.ErrOverBudget) || !strings.Contains(err.Error(), "/p/GEMINI.md: over the budget of 5000 imports") {
		t.Errorf("error %v", err)
	}
}

func TestGeminiCodeRegions(t *testing.T) {
	for s, want := range map[string][]source.Span{
		"`a`":         {{Start: 0, End: 3}},
		"``a`b``":     {{Start: 0, End: 7}},
		"```x":        {{Start: 0, End: 2}},
		"```a``b":     {{Start: 0, End: 6}},
		"`a``b`":      {{Start: 0, End: 3}, {Start: 3, End: 6}},
		"a":           nil,
		"````":        {{Start: 0, End: 4}},
		"```\nx\n```": {{Start: 0, End: 9}},
	} {
		if got := geminicli.CodeRegions(s); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestGeminiOnADisk(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"GEMINI_CLI_TRUST_WORKSPACE", "GEMINI_RESTRICTED_MODE"} {
		t.Setenv(key, "")
	}
	t.Setenv("GEMINI_CLI_HOME", filepath.Join(root, "home"))
	agenttest.WriteTree(t, root, map[string]string{"p/.git/HEAD": "x", "p/GEMINI.md": "top @./more.md", "p/more.md": "more", "p/d/GEMINI.md": "near",
		"p/d/e/GEMINI.md": "below", "home/.gemini/GEMINI.md": "global",
		"home/.gemini/settings.json": `{"security":{"folderTrust":{"enabled":false}}}`})
	for version, want := range map[string][]string{
		"0.28": {"home/.gemini/GEMINI.md", "p/GEMINI.md", "p/d/GEMINI.md", "p/d/e/GEMINI.md"},
		"0.61": {"home/.gemini/GEMINI.md", "p/GEMINI.md", "p/d/GEMINI.md"},
	} {
		for i := range want {
			want[i] = filepath.Join(root, want[i])
		}
		trace := agenttest.Discover(t, facts.NewLive(), "gemini-cli@"+version, filepath.Join(root, "p/d"), discovery.Options{})
		if !slices.Equal(trace.Loaded, want) || !strings.Contains(trace.Text.String(), "Imported from: ./more.md -->\nmore\n") {
			t.Errorf("%s: loaded %q, want %q; %q", version, trace.Loaded, want, trace.Text)
		}
	}
}

func FuzzGeminiImports(f *testing.F) {
	f.Add("@./a.md `@a.md` ```\n@GEMINI.md")
	f.Add("@d/../a.md @/etc/passwd @l @%2e%2e/x @alice")
	w := agenttest.Repository().File("/p/a.md", "A @./b.md").File("/p/b.md", "B @./a.md @GEMINI.md").Link("/p/l", "/h")
	f.Fuzz(func(t *testing.T, text string) {
		w.File("/p/GEMINI.md", text)
		for _, version := range []string{"0.28.2", "0.61.0"} {
			for _, flat := range []bool{false, true} {
				if _, _, err := geminicli.GeminiImports(w, version, "/p/GEMINI.md", nil, flat); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// In a headless run, tools of a server are declared only if its settings trust it.
func TestUntrustedServersAreOmittedInHeadlessRuns(t *testing.T) {
	w := agenttest.Repository().File("/h/.gemini/settings.json", `{"mcpServers":{"asks":{"command":"true"},"runs":{"command":"true","trust":true}}}`)
	yes := true
	for name, want := range map[string][2]string{"": {"listed", "listed"}, "-p": {"on demand", "listed"}} {
		o := discovery.Options{Trusted: &yes}
		if name != "" {
			o.Args = []string{name}
		}
		got := [2]string{}
		for _, c := range agenttest.Discover(t, w, "gemini-cli", "/p", o).OfKind(discovery.Server) {
			got[map[string]int{"asks": 0, "runs": 1}[c.Name]] = string(c.Verdict)
		}
		if got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
