package qwencode_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// named returns settings in the current format that name the context file.
func named(name string) string { return `{"$version":4,"context":{"fileName":"` + name + `"}}` }

// loadedNames returns the names of the loaded files, separated by spaces and without the user's
// folder.
func loadedNames(trace *discovery.Trace) string {
	var names []string
	for _, path := range trace.Loaded {
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(path, "/h/.qwen/"), "/"))
	}
	return strings.Join(names, " ")
}

// Each settings file names another context file, and the user's folder has all of them. The loaded
// files show which settings file counts, as both releases were seen to load them.
func TestLayersOfSettings(t *testing.T) {
	t.Parallel()
	const defaults, user, project, system = "/e/system-defaults.json", "/h/.qwen/settings.json", "/p/.qwen/settings.json", "/e/settings.json"
	all := map[string]string{defaults: named("D.md"), user: named("U.md"), project: named("W.md"), system: named("S.md")}
	only := func(names ...string) map[string]string {
		files := map[string]string{}
		for _, name := range names {
			files[name] = all[name]
		}
		return files
	}
	with := func(files map[string]string, name, text string) map[string]string {
		files[name] = text
		return files
	}
	place := map[string]string{"QWEN_CODE_SYSTEM_SETTINGS_PATH": system}
	set := "QWEN_CODE_SYSTEM_SETTINGS_PATH=" + system + "\n"
	for _, tt := range []struct {
		name         string
		files, env   map[string]string
		cwd          string
		newer, older string // with 0.24.4 and with 0.15.10
	}{
		{"all four", all, place, "/p", "S.md", "S.md"},
		{"without the system's", only(defaults, user, project), place, "/p", "W.md", "W.md"},
		{"without the system's and the project's", only(defaults, user), place, "/p", "U.md", "U.md"},
		{"the defaults alone", only(defaults), place, "/p", "D.md", "D.md"},
		{"defaults of another place", map[string]string{"/x/d.json": named("D.md")}, map[string]string{"QWEN_CODE_SYSTEM_DEFAULTS_PATH": "/x/d.json"}, "/p", "D.md", "D.md"},
		{"a relative path", all, map[string]string{"QWEN_CODE_SYSTEM_SETTINGS_PATH": "../e/settings.json"}, "/p", "S.md", "S.md"},
		{"the usual place", map[string]string{"/etc/qwen-code/settings.json": named("S.md"), "/etc/qwen-code/system-defaults.json": named("D.md")}, nil, "/p", "S.md", "S.md"},
		{"the project's .env names the system's", with(only(defaults, user, project, system), "/p/.env", set), nil, "/p", "W.md", "S.md"},
		{"the home's .env names the system's", with(only(defaults, user, project, system), "/h/.env", set), nil, "/p", "S.md", "S.md"},
		{"the user's .env names the system's", with(only(defaults, user, project, system), "/h/.qwen/.env", set), nil, "/p", "S.md", "S.md"},
		{"the user's settings name the system's", with(only(project, system), user, `{"env":{"QWEN_CODE_SYSTEM_SETTINGS_PATH":"/e/settings.json"}}`), nil, "/p", "W.md", "S.md"},
		{"the home has no project's settings", only(user), nil, "/h", "U.md", "U.md"},
		{"the user's folder elsewhere, in the home", map[string]string{user: named("W.md"), "/q/settings.json": named("U.md"), "/q/U.md": "u"}, map[string]string{"QWEN_HOME": "/q"}, "/h", "q/U.md", "q/U.md"},
		{"settings of the directory above", map[string]string{project: named("W.md")}, nil, "/p/d", "QWEN.md", "QWEN.md"},
		{"the home's .env moves the user's folder", map[string]string{"/h/.env": "QWEN_HOME=/q\n", "/q/QWEN.md": "q"}, nil, "/p", "q/QWEN.md", "q/QWEN.md"},
		{"the home's .env behind the project's", map[string]string{"/p/.env": "X=1\n", "/h/.env": "QWEN_HOME=/q\n", "/q/QWEN.md": "q"}, nil, "/p", "q/QWEN.md", "q/QWEN.md"},
		{"the project's .env cannot move it", map[string]string{"/p/.env": "QWEN_HOME=/q\n", "/q/QWEN.md": "q"}, nil, "/p", "QWEN.md", "QWEN.md"},
		{"the folder is the home", map[string]string{"/h/QWEN.md": "h"}, map[string]string{"QWEN_HOME": "~"}, "/p", "h/QWEN.md", "h/QWEN.md"},
		{"the first form, with its number", map[string]string{user: `{"$version":1,"contextFileName":"U.md"}`}, nil, "/p", "U.md", "U.md"},
		{"the folder below a tilde", map[string]string{"/h/q/QWEN.md": "q"}, map[string]string{"QWEN_HOME": "~/q"}, "/p", "h/q/QWEN.md", "h/q/QWEN.md"},
		{"a variable of the project's .env", map[string]string{user: named("$NAMED"), "/p/.env": "NAMED=U.md\n"}, nil, "/p", "U.md", "U.md"},
		{"a variable of the user's .env", map[string]string{user: named("$NAMED"), "/h/.qwen/.env": "NAMED=U.md\n"}, nil, "/p", "U.md", "U.md"},
		{"a variable of the settings", map[string]string{user: `{"$version":4,"context":{"fileName":"$NAMED"},"env":{"NAMED":"U.md"}}`}, nil, "/p", "U.md", "U.md"},
		{"the project's file is not JSON", map[string]string{project: `{"context":{"fileName":"W.md"},}`, user: named("U.md")}, nil, "/p", "U.md", "U.md"},
		{"the user's file is not JSON", map[string]string{user: `{"context":{"fileName":"U.md"},}`}, nil, "/p", "refused " + user, "QWEN.md"},
		{"the system's file is not JSON", map[string]string{system: `{"context":{"fileName":"U.md"},}`}, place, "/p", "refused " + system, "QWEN.md"},
		{"the project's file is a list", map[string]string{project: `[]`}, nil, "/p", "refused " + project, "refused " + project},
		{"a copy of the user's file is left", map[string]string{user: `{`, user + ".orig": named("U.md")}, nil, "/p", "refused " + user, "U.md"},
	} {
		for version, want := range map[string]string{"0.24.4": tt.newer, "0.15.10": tt.older} {
			w := facts.NewMemory().Dir("/p/.git").Dir("/p/d").Env("HOME", "/h")
			for _, name := range []string{"D.md", "U.md", "W.md", "S.md", "QWEN.md"} {
				w.File("/h/.qwen/"+name, name)
			}
			for name, text := range tt.files {
				w.File(name, text)
			}
			for name, value := range tt.env {
				w.Env(name, value)
			}
			trace := agenttest.Discover(t, w, "qwen-code@"+version, tt.cwd, discovery.Options{})
			got := loadedNames(trace)
			if trace.Failure != nil {
				got = "refused " + trace.Failure.Path
			}
			if got != want {
				t.Errorf("%s, %s: %s, want %s", version, tt.name, got, want)
			}
		}
	}
}

// Each layer of settings includes one directory. Both releases were seen to load the files of all
// four.
func TestLayersExtendTheIncludedDirectories(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").Env("QWEN_CODE_SYSTEM_SETTINGS_PATH", "/e/settings.json").
		File("/e/system-defaults.json", `{"context":{"includeDirectories":["/i1"],"loadFromIncludeDirectories":true}}`).File("/h/.qwen/settings.json", `{"context":{"includeDirectories":["/i2"]}}`).
		File("/p/.qwen/settings.json", `{"context":{"includeDirectories":["/i3"]}}`).File("/e/settings.json", `{"context":{"includeDirectories":["/i4"]}}`).
		File("/i1/QWEN.md", "1").File("/i2/QWEN.md", "2").File("/i3/QWEN.md", "3").File("/i4/QWEN.md", "4")
	for _, version := range []string{"0.24.4", "0.15.10"} {
		trace := agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{})
		if want := []string{"/i1/QWEN.md", "/i2/QWEN.md", "/i3/QWEN.md", "/i4/QWEN.md"}; !slices.Equal(trace.Loaded, want) {
			t.Errorf("%s loads %v", version, trace.Loaded)
		}
		var got []string
		for _, s := range trace.Settings {
			got = append(got, s.Tier+" "+s.Path)
		}
		slices.Sort(got)
		if want := []string{"project /p/.qwen/settings.json", "system /e/settings.json", "system defaults /e/system-defaults.json", "user /h/.qwen/settings.json"}; !slices.Equal(got, want) {
			t.Errorf("%s lists the settings %q", version, got)
		}
	}
}

// The servers that both releases were seen to start from the layers of settings.
func TestServersOfAllLayers(t *testing.T) {
	t.Parallel()
	servers := func(names ...string) string { return `{"mcpServers":{"` + strings.Join(names, `":{},"`) + `":{}}}` }
	for _, tt := range []struct{ version, rules, want string }{
		{"0.24.4", `{}`, "system: ss listed, project: both not known, project: sp not known, user: both not loaded, user: su listed, system defaults: both not loaded, system defaults: sd listed"},
		{"0.15.10", `{}`, "system: ss listed, project: both listed, project: sp listed, user: both not loaded, user: su listed, system defaults: both not loaded, system defaults: sd listed"},
		{"0.24.4", `{"/p":"DO_NOT_TRUST"}`, "system: ss not loaded, project: both not loaded, project: sp not loaded, user: both not loaded, user: su not loaded, system defaults: both not loaded, system defaults: sd not loaded"},
	} {
		user := servers("su", "both")
		if tt.rules != "{}" {
			user = strings.TrimSuffix(user, "}") + `,"security":{"folderTrust":{"enabled":true}}}`
		}
		w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").Env("QWEN_CODE_SYSTEM_SETTINGS_PATH", "/e/settings.json").File("/h/.qwen/trustedFolders.json", tt.rules).
			File("/e/system-defaults.json", servers("sd", "both")).File("/h/.qwen/settings.json", user).File("/p/.qwen/settings.json", servers("sp", "both")).File("/e/settings.json", servers("ss"))
		var got []string
		for _, c := range agenttest.Discover(t, w, "qwen-code@"+tt.version, "/p", discovery.Options{}).OfKind(discovery.Server) {
			got = append(got, c.Tier+": "+c.Name+" "+string(c.Verdict))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s, %s: %q", tt.version, tt.rules, got)
		}
	}
}

// The servers that both releases were seen to start with mcp.allowed and mcp.excluded in the
// settings.
func TestServersThatTheSettingsAllow(t *testing.T) {
	t.Parallel()
	const all = "Three one two"
	for _, tt := range []struct{ mcp, project, newer, older string }{
		{`{}`, ``, all, all},
		{`{"allowed":["one"]}`, ``, "one", "one"},
		{`{"excluded":["one"]}`, ``, "Three two", "Three two"},
		{`{"allowed":["one","two"],"excluded":["two"]}`, ``, "one", "one"},
		{`{"allowed":["one"],"excluded":["one"]}`, ``, "", ""},
		{`{"allowed":[]}`, ``, "", ""},
		{`{"allowed":[""]}`, ``, "", ""},
		{`{"allowed":null,"excluded":["ONE"]}`, ``, all, all},
		{`{"allowed":["three"]}`, ``, "", ""},
		{`{"allowed":["*"]}`, ``, all, ""},
		{`{"allowed":["o*"]}`, ``, "one", ""},
		{`{"excluded":["o*"]}`, ``, "Three two", all},
		{`{"allowed":["t?o","Th*"],"excluded":["*r*"]}`, ``, "two", ""},
		{`{"allowed":["one"]}`, `{"allowed":["two"]}`, "one two", "one two"},
		{`{"excluded":["one"]}`, `{"excluded":["two"]}`, "Three", "Three"},
	} {
		for version, want := range map[string]string{"0.24.4": tt.newer, "0.15.10": tt.older} {
			w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").File("/h/.qwen/settings.json", `{"mcpServers":{"one":{},"two":{},"Three":{}},"mcp":`+tt.mcp+`}`)
			if tt.project != "" {
				w.File("/p/.qwen/settings.json", `{"mcp":`+tt.project+`}`)
			}
			var got []string
			for _, c := range agenttest.Discover(t, w, "qwen-code@"+version, "/p", discovery.Options{}).OfKind(discovery.Server) {
				if c.Verdict == discovery.Listed {
					got = append(got, c.Name)
				} else if c.Reason != discovery.Disabled {
					t.Errorf("%s, %s: %s is %s, %s", version, tt.mcp, c.Name, c.Verdict, c.Reason)
				}
			}
			if all := strings.Join(got, " "); all != want {
				t.Errorf("%s, %s, %s: %q, want %q", version, tt.mcp, tt.project, all, want)
			}
		}
	}
}

func TestNoServerStartsInAnUntrustedFolder(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Dir("/p/.git").Env("HOME", "/h").File("/h/.qwen/settings.json", `{"mcpServers":{"one":{}},"security":{"folderTrust":{"enabled":true}}}`).File("/h/.qwen/trustedFolders.json", `{"/p":"DO_NOT_TRUST"}`)
	all := agenttest.Discover(t, w, "qwen-code@0.24.4", "/p", discovery.Options{}).OfKind(discovery.Server)
	if len(all) != 1 || all[0].Verdict != discovery.NotLoaded || all[0].Reason != discovery.Untrusted || !strings.HasPrefix(all[0].Detail, "the agent starts no server there: ") {
		t.Errorf("servers %+v", all)
	}
}
