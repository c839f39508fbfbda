package geminicli_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

func TestGeminiProjectCannotTrustItself(t *testing.T) {
	const project, trust = "/p/.gemini/settings.json", "/h/.gemini/trustedFolders.json"
	for _, version := range []string{"0.28", "0.61"} {
		w := agenttest.Repository().File("/h/.gemini/GEMINI.md", "mine").File("/p/GEMINI.md", "g").File("/p/A.md", "a").
			File(project, `{"context": {"fileName": ["A.md", "GEMINI.md"]}, "security": {"folderTrust": {"enabled": false}}}`)
		for rules, want := range map[string]string{`{"/p": "DO_NOT_TRUST"}`: "not loaded untrusted-folder", `{"/": "TRUST_FOLDER"}`: "loaded", `{}`: "not loaded untrusted-folder"} {
			trace := agenttest.Discover(t, w.File(trust, rules), "gemini-cli@"+version, "/p", discovery.Options{})
			if got := agenttest.ReasonOf(trace, "/p/GEMINI.md"); got != want || slices.Contains(trace.Names, "A.md") != (want == "loaded") {
				t.Errorf("%s %s: %q, names %q", version, rules, got, trace.Names)
			}
			if asks := strings.Contains(strings.Join(trace.Notes, " "), "asks when it starts"); asks != (rules == "{}") {
				t.Errorf("%s %s: notes %q", version, rules, trace.Notes)
			}
		}
		w.File("/h/.gemini/settings.json", `{"security": {"folderTrust": {"enabled": false}}}`).File(trust, `{"/p": "DO_NOT_TRUST"}`)
		if got := agenttest.ReasonOf(agenttest.Discover(t, w, "gemini-cli@"+version, "/p", discovery.Options{}), "/p/A.md"); got != "loaded" {
			t.Errorf("%s: trust is off, but A.md is %q", version, got)
		}
	}
}

func TestGeminiMergesSettings(t *testing.T) {
	const user, project, system = "/h/.gemini/settings.json", "/p/.gemini/settings.json", "/etc/gemini-cli/settings.json"
	names := func(name string) string { return `{"context": {"fileName": "` + name + `"}}` }
	for _, tt := range []struct {
		about string
		files map[string]string
		names []string
	}{
		{"a variable", map[string]string{project: names("$RULES")}, []string{"E.md", "GEMINI.md"}},
		{"a variable in braces", map[string]string{project: names("x${RULES}")}, []string{"xE.md", "GEMINI.md"}},
		{"a default", map[string]string{project: names("${UNSET:-D.md}")}, []string{"D.md", "GEMINI.md"}},
		{"an unset variable", map[string]string{project: names("$UNSET")}, []string{"$UNSET", "GEMINI.md"}},
		{"the system overrides the project", map[string]string{project: names("P.md"), system: names("S.md")}, []string{"S.md", "GEMINI.md"}},
		{"the user overrides the system's defaults", map[string]string{user: names("U.md"), "/etc/gemini-cli/system-defaults.json": names("D.md")}, []string{"U.md", "GEMINI.md"}},
		{"the system's defaults", map[string]string{"/etc/gemini-cli/system-defaults.json": names("D.md")}, []string{"D.md", "GEMINI.md"}},
	} {
		w := agenttest.Repository().Env("RULES", "E.md")
		for name, text := range tt.files {
			w.File(name, text)
		}
		if trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}); !slices.Equal(trace.Names, tt.names) {
			t.Errorf("%s: %q, want %q", tt.about, trace.Names, tt.names)
		}
	}
	w := agenttest.Repository().File("/i/1/GEMINI.md", "1").File("/i/2/GEMINI.md", "2").File("/h/GEMINI.md", "h").
		File(user, `{"context": {"includeDirectories": ["/i/1"]}}`).File(project, `{"context": {"includeDirectories": ["/i/2", "~"]}}`)
	if trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}); !slices.Equal(trace.Loaded, []string{"/h/GEMINI.md", "/i/1/GEMINI.md", "/i/2/GEMINI.md"}) {
		t.Errorf("lists of directories were not joined: %q", trace.Loaded)
	}
}

func TestGeminiDoesNotStartWithOddSettings(t *testing.T) {
	const project = "/p/.gemini/settings.json"
	for text, stops := range map[string]bool{
		"": true, "[]": true, "null": true, "{": true, `{"a": 1,}`: true, "\ufeff{}": true, `{"context": {"fileName": [1]}}`: true,
		`{"context": {"fileName": 1}}`: true, `{"context": {"fileName": 0}}`: false, `{"context": {"fileName": {}}}`: true,
		"{} // end": false, "/* a */ {\"a\": \"// no, /* nor\\\"\" /* , */}": false, `{"context": {"fileName": []}}`: false, `{"context": {"fileName": null}}`: false,
	} {
		trace := agenttest.Discover(t, agenttest.Repository().File("/p/GEMINI.md", "g").File(project, text), "gemini-cli", "/p", discovery.Options{})
		if (trace.Failure != nil) != stops || (len(trace.Loaded) == 0) != stops {
			t.Errorf("%q: %v, loaded %q", text, trace.Failure, trace.Loaded)
		}
	}
	if trace := agenttest.Discover(t, agenttest.Repository().Dir(project), "gemini-cli", "/p", discovery.Options{}); trace.Failure == nil {
		t.Error("a directory instead of the settings file must stop the agent")
	}
}

// Measured on 0.61.0 with default settings, in a directory that everybody may write.
func TestGeminiIgnoresWritableSystemSettings(t *testing.T) {
	for _, tt := range []struct {
		mode    fs.FileMode
		open    string
		version string
		want    bool
	}{
		{0o644, "", "0.61", true},
		{0o664, "/etc/gemini-cli/settings.json", "0.61", false},
		{0o757, "/etc/gemini-cli", "0.61", false},
		{0o757, "/etc/gemini-cli", "0.28", true},
	} {
		w := agenttest.Repository().Env("GEMINI_CLI_TRUST_WORKSPACE", "true").File("/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":false}}}`).
			File("/etc/gemini-cli/settings.json", `{"context": {"fileName": "S.md"}}`)
		if tt.open != "" {
			w.Mode(tt.open, tt.mode)
		}
		trace := agenttest.Discover(t, w, "gemini-cli@"+tt.version, "/p", discovery.Options{})
		told := strings.Contains(strings.Join(trace.Notes, " "), "users other than root can write "+tt.open)
		if got := slices.Contains(trace.Names, "S.md"); got != tt.want || told == tt.want {
			t.Errorf("%s %s: names %q, notes %q", tt.version, tt.open, trace.Names, trace.Notes)
		}
	}
}

func TestGeminiAcceptsStringsAsBooleansAndNumbers(t *testing.T) {
	t.Parallel()
	const trusts, asks = "loaded", "not loaded untrusted-folder"
	for settings, want := range map[string]string{
		`{"security": {"folderTrust": {"enabled": "false"}}}`:                                                 trusts,
		`{"security": {"folderTrust": {"enabled": "FALSE"}}, "context": {"discoveryMaxDirs": " 3 "}}`:         trusts,
		`{"security": {"folderTrust": {"enabled": "no"}}}`:                                                    asks,
		`{"security": {"folderTrust": {"enabled": "false"}}, "context": {"discoveryMaxDirs": "many"}}`:        asks,
		`{"security": {"folderTrust": {"enabled": "false"}}, "skills": {"enabled": null}}`:                    asks,
		`{"security": {"folderTrust": {"enabled": "false"}}, "experimental": {"worktrees": null}}`:            asks,
		`{"security": {"folderTrust": {"enabled": "false"}}, "ui": {"loadingPhrases": "none"}}`:               asks,
		`{"security": {"folderTrust": {"enabled": ""}}, "tools": {"allowed": "glob"}}`:                        trusts,
		`{"security": {"folderTrust": {"enabled": "false"}}, "experimental": []}`:                             asks,
		`{"security": {"folderTrust": {"enabled": false}}, "context": {"discoveryMaxDirs": "many"}}`:          trusts,
		`{"security": {"folderTrust": {"enabled": "false"}}, "agents": {"overrides": {"x": {"enabled": 1}}}}`: asks,
	} {
		w := agenttest.Repository().File("/p/GEMINI.md", "g").File("/h/.gemini/settings.json", settings).File("/h/.gemini/trustedFolders.json", "{}")
		if got := agenttest.ReasonOf(agenttest.Discover(t, w, "gemini-cli@0.61", "/p", discovery.Options{}), "/p/GEMINI.md"); got != want {
			t.Errorf("%s: %q, want %q", settings, got, want)
		}
		if got := agenttest.ReasonOf(agenttest.Discover(t, w, "gemini-cli@0.28", "/p", discovery.Options{}), "/p/GEMINI.md"); got != asks && !strings.Contains(settings, `"enabled": false`) {
			t.Errorf("version 0.28 converts as well: %s: %q", settings, got)
		}
	}
}

func TestSettingsWithWhichGeminiEnds(t *testing.T) {
	t.Parallel()
	for settings, ends := range map[string]bool{
		`{"context": {"memoryBoundaryMarkers": 5}}`:           true,
		`{"context": {"memoryBoundaryMarkers": false}}`:       true,
		`{"context": {"memoryBoundaryMarkers": {}}}`:          true,
		`{"context": {"memoryBoundaryMarkers": [".git", 1]}}`: true,
		`{"context": {"memoryBoundaryMarkers": null}}`:        false,
		`{"context": {"memoryBoundaryMarkers": ".git"}}`:      false,
		`{"context": {"includeDirectories": [1]}}`:            true,
		`{"context": {"includeDirectories": "sub"}}`:          false,
		`{"tools": {"core": "read_file"}}`:                    true,
		`{"tools": {"core": ["read_file", 1]}}`:               true,
		`{"tools": {"exclude": [1]}}`:                         true,
		`{"tools": {"exclude": "glob"}}`:                      false,
		`{"tools": {"allowed": "glob"}}`:                      false,
		`{"context": {"discoveryMaxDirs": "many"}}`:           false,
		`{"tools": null}`:                                     true, `{"ui": null}`: true, `{"security": null}`: true, `{"general": null}`: false, `{"context": null}`: false,
	} {
		w := agenttest.Repository().File("/p/GEMINI.md", "g").File("/p/sub/GEMINI.md", "s").File("/p/.gemini/settings.json", settings)
		if trace := agenttest.Discover(t, w, "gemini-cli@0.61", "/p", discovery.Options{}); (trace.Failure != nil) != ends {
			t.Errorf("%s: %+v, want an end: %v", settings, trace.Failure, ends)
		}
	}
}
