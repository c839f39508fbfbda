package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Whether the settings and files of a project count, as both releases were seen to send them: g is
// the user's own file, s a file of the user that the project's settings name, and p the project's
// file.
func TestFolderTrust(t *testing.T) {
	t.Parallel()
	const on, off = `"security":{"folderTrust":{"enabled":true}}`, `"security":{"folderTrust":{"enabled":false}}`
	const denied = `{"/w/p":"DO_NOT_TRUST"}`
	for _, tt := range []struct {
		name                            string
		defaults, user, project, system string
		rules                           string
		newer, older                    string // with 0.24.4 and with 0.15.10
	}{
		{"off", "", "", "", "", denied, "g p s", "g p s"},
		{"no rule", "", on, "", "", "", "g", "g p s"},
		{"denied", "", on, "", "", denied, "g", "g"},
		{"trusted", "", on, "", "", `{"/w/p":"TRUST_FOLDER"} // all`, "g p s", "g p s"},
		{"switched on by the project, no rule", "", "", on, "", "", "g s", "g p s"},
		{"switched on by the project, denied", "", "", on, "", denied, "g s", "g s"},
		{"switched on by the defaults", on, "", "", "", denied, "g", "g s"},
		{"switched on by the system", "", "", "", on, denied, "g", "g"},
		{"switched on by the system, off by the user", "", off, "", on, denied, "g", "g s"},
		{"switched off by the system, on by the user", "", on, "", off, denied, "g p s", "g p"},
		{"switched off by the project", "", on, off, "", denied, "g", "g"},
		{"the directory above denied", "", on, "", "", `{"/w":"DO_NOT_TRUST"}`, "g", "g p s"},
		{"trusted below a denied one", "", on, "", "", `{"/w":"DO_NOT_TRUST","/w/p":"TRUST_FOLDER"}`, "g p s", "g p s"},
		{"denied below a trusted one", "", on, "", "", `{"/w":"TRUST_FOLDER","/w/p":"DO_NOT_TRUST"}`, "g", "g p s"},
		{"the parent of a neighbour", "", on, "", "", `{"/w/x":"TRUST_PARENT"}`, "g p s", "g p s"},
		{"two rules of one directory", "", on, "", "", `{"/w/p":"DO_NOT_TRUST","/w/p/x":"TRUST_PARENT"}`, "g", "g p s"},
		{"a link trusted to a denied directory", "", on, "", "", `{"/link":"TRUST_FOLDER","/w/p":"DO_NOT_TRUST"}`, "g", "g"},
		{"a rule with an end of its own", "", on, "", "", `{"/w/p/":"DO_NOT_TRUST"}`, "g", "g p s"},
		{"a rule for a link", "", on, "", "", `{"/link":"TRUST_FOLDER"}`, "g p s", "g p s"},
		{"a link denied", "", on, "", "", `{"/link":"DO_NOT_TRUST"}`, "g", "g p s"},
		{"a word that is not known", "", on, "", "", `{"/w/p":"MAYBE"}`, "g", "g p s"},
		{"rules that are not JSON", "", on, "", "", `{`, "refused", "refused"},
		{"the key of the first form", "", `"folderTrust":true`, "", "", denied, "g", "g"},
	} {
		for version, want := range map[string]string{"0.24.4": tt.newer, "0.15.10": tt.older} {
			w := facts.NewMemory().Dir("/w/p/.git").Link("/link", "/w/p").Env("HOME", "/h").Env("QWEN_CODE_SYSTEM_SETTINGS_PATH", "/e/settings.json").
				File("/h/.qwen/QWEN.md", "g").File("/h/.qwen/S.md", "s").File("/w/p/QWEN.md", "p").File("/w/p/.qwen/rules/r.md", "r").File("/w/p/.qwen/QWEN.local.md", "l")
			for name, text := range map[string]string{"/e/system-defaults.json": tt.defaults, "/h/.qwen/settings.json": tt.user, "/e/settings.json": tt.system} {
				if text != "" {
					w.File(name, "{"+text+"}")
				}
			}
			project := `"context":{"fileName":["QWEN.md","S.md"]}`
			if tt.project != "" {
				project += "," + tt.project
			}
			w.File("/w/p/.qwen/settings.json", "{"+project+"}")
			if tt.rules != "" {
				w.File("/h/.qwen/trustedFolders.json", tt.rules)
			}
			trace := agenttest.Discover(t, w, "qwen-code@"+version, "/w/p", discovery.Options{})
			var got []string
			for _, one := range []struct{ path, letter string }{{"/h/.qwen/QWEN.md", "g"}, {"/w/p/QWEN.md", "p"}, {"/h/.qwen/S.md", "s"}} {
				if agenttest.ReasonOf(trace, one.path) == "loaded" {
					got = append(got, one.letter)
				}
			}
			if trace.Failure != nil {
				got = []string{"refused"}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s, %s: %q, want %q", version, tt.name, got, want)
			}
			if want == "refused" {
				continue
			}
			detail, reason := "", "loaded"
			if !strings.Contains(want, "s") {
				detail = "it is ignored: the folder is not trusted"
			}
			if !strings.Contains(want, "p") {
				reason = "not loaded untrusted-folder"
			}
			for _, s := range trace.Settings {
				if s.Tier == "project" && s.Detail != detail {
					t.Errorf("%s, %s: the project's settings say %q, want %q", version, tt.name, s.Detail, detail)
				}
			}
			for _, path := range []string{"/w/p/QWEN.md", "/w/p/.qwen/rules/r.md", "/w/p/.qwen/QWEN.local.md"} {
				if got := agenttest.ReasonOf(trace, path); got != reason && (version == "0.24.4" || !strings.HasSuffix(path, "local.md")) {
					t.Errorf("%s, %s: %s is %q, want %q", version, tt.name, path, got, reason)
				}
			}
		}
	}
}

// If the session is in the home, the file there counts without trust. This was read in the code of
// both releases.
func TestTheHomesFileNeedsNoTrust(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h").File("/h/QWEN.md", "h").File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`)
	trace := agenttest.Discover(t, w, "qwen-code", "/h", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/h/QWEN.md"); got != "loaded" {
		t.Errorf("it is %q", got)
	}
}

// 0.24.4 ignores a .env file above the session's directory if a rule denies the file's directory.
// This was read in the code of 0.24.4.
func TestEnvFilesOfADeniedDirectory(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{"0.24.4": "far", "0.15.10": "near"} {
		w := facts.NewMemory().Dir("/w/n/p/.git").Env("HOME", "/h").File("/w/n/.env", "QWEN_SYSTEM_MD=/near.md").File("/w/.env", "QWEN_SYSTEM_MD=/far.md").File("/near.md", "near").File("/far.md", "far").
			File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/h/.qwen/trustedFolders.json", `{"/w/n":"DO_NOT_TRUST","/w/n/p":"TRUST_FOLDER"}`)
		if got := systemPrompt(t, w, version, "/w/n/p", discovery.Options{}); got != want {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
}

// A project's .env file cannot set the variables that advanced.excludedEnvVars names, but
// .qwen/.env can. This was read in the code of both releases.
func TestExcludedVariables(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{"/p/.env": "", "/p/.qwen/.env": "mine", "/h/.env": "mine"} {
		for _, version := range []string{"0.24.4", "0.15.10"} {
			w := agenttest.Repository().File("/h/.qwen/settings.json", `{"advanced":{"excludedEnvVars":["QWEN_SYSTEM_MD"]}}`).File("/mine.md", "mine").File(file, "QWEN_SYSTEM_MD=/mine.md")
			if got := systemPrompt(t, w, version, "/p", discovery.Options{}); got != want {
				t.Errorf("%s, %s: %q, want %q", version, file, got, want)
			}
		}
	}
}
