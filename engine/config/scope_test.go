package config

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/settings"
)

func TestEverySettingHasAScopeRule(t *testing.T) {
	var named []string
	for _, r := range rules {
		named = append(named, r.Key)
		if held := r.Scope != Anyone; held != (r.Why != "") && r.Key != "files" && r.Key != "fetch" {
			t.Errorf("%s: scope %d, why %q", r.Key, r.Scope, r.Why)
		}
		if (r.Scope == Tighten) != (r.Stricter != nil) {
			t.Errorf("%s: scope %d, but whether it has the function Stricter: %v", r.Key, r.Scope, r.Stricter != nil)
		}
	}
	slices.Sort(named)
	known := settings.Keys(shape{})
	slices.Sort(known)
	if !slices.Equal(named, known) {
		t.Errorf("rules exist for\n%v, settings are\n%v", named, known)
	}
}

// attempts has an entry for each setting that a project cannot loosen: the user's own file, a line
// of the project that loosens the setting, and one that tightens it.
var attempts = map[string]struct{ user, loosens, tightens string }{
	"theme":         {`files = "project"`, `theme = "../../other/t.toml"`, `theme = "t.toml"`},
	"clipboard":     {`clipboard = "none"`, `clipboard = "osc52"`, ""},
	"alt-wait":      {`alt-wait = 20`, `alt-wait = 500`, ""},
	"packs":         {`files = "project"`, `packs.opencode = "/elsewhere"`, `packs.opencode = "../packs"`},
	"watch.ignore":  {"", `watch.ignore = ["**"]`, ""},
	"files":         {`files = "project"`, `files = "all"`, `files = "project"`},
	"files.allow":   {`files.allow = "project"`, `files.allow = "all"`, `files.allow = "project"`},
	"files.cap":     {`files.cap = 1000`, `files.cap = 1001`, `files.cap = 999`},
	"files.follow":  {`files.follow = false`, `files.follow = true`, `files.follow = false`},
	"fetch":         {"", `fetch = true`, `fetch = false`},
	"fetch.on":      {"", `fetch.on = true`, `fetch.on = false`},
	"fetch.http":    {`fetch = true`, `fetch.http = true`, `fetch.http = false`},
	"fetch.private": {`fetch = true`, `fetch = {private = true}`, `fetch = {private = false}`},
	"fetch.hosts":   {`fetch.hosts = ["a.org"]`, `fetch.hosts = []`, ""},
	"keys":          {`keys.save = "ctrl+s"`, `keys.copy-prompt = ["enter"]`, ""},
}

func TestProjectCannotLoosenSettings(t *testing.T) {
	for _, r := range rules {
		a, tried := attempts[r.Key]
		if held := r.Scope != Anyone; held != tried {
			t.Errorf("%s: scope %d, but it has an attempt: %v", r.Key, r.Scope, tried)
		}
		if !tried {
			continue
		}
		users, problems := Load(world().File(userFile, a.user), "/p")
		if len(problems) > 0 {
			t.Fatal(r.Key, problems)
		}
		// The refused setting is in the second line, between two that apply.
		c, problems := Load(world().Dir("/elsewhere").Dir("/other").File(userFile, a.user).
			File(projectFile, "tab = 7\n"+a.loosens+"\nunknown = 3\n"), "/p")
		if len(problems) == 0 || problems[0].Code != diag.WrongFile || problems[0].Start.Line != 2 || problems[0].Start.Column == 0 ||
			problems[0].File != projectFile || !strings.Contains(problems[0].Message, strings.TrimSuffix(r.Key, ".allow")) || problems[0].Hint == "" {
			t.Errorf("%s by %s: %+v", r.Key, a.loosens, problems)
		}
		if c.Tab != 7 {
			t.Errorf("%s: the other settings were lost", r.Key)
		}
		c.Tab = users.Tab
		if !reflect.DeepEqual(c, users) {
			t.Errorf("%s by %s: the settings are %+v, the user's are %+v", r.Key, a.loosens, c, users)
		}
		if a.tightens == "" {
			continue
		}
		if _, problems := Load(world().File(userFile, a.user).File(projectFile, a.tightens), "/p"); len(problems) > 0 {
			t.Errorf("%s by %s: %v", r.Key, a.tightens, problems)
		}
	}
}

func TestProjectCanTightenSettings(t *testing.T) {
	c, problems := Load(world().File(userFile, "fetch = {on = true, http = true, private = true}").
		File(projectFile, "fetch = {on = false, http = false, private = false}\nfiles = {allow = 'project', cap = 10, follow = false}"), "/p")
	if len(problems) > 0 || c.Fetch || c.FetchRules.HTTP || c.FetchRules.Private || c.Files != "project" || c.FileCap != 10 || c.Follow == nil || *c.Follow {
		t.Errorf("%+v, %v", c, problems)
	}
}

func TestProjectCannotNameOutsideFiles(t *testing.T) {
	for _, name := range []string{"/elsewhere/x", "../../elsewhere", "~/x", "../out", "../out/deeper", "/p/../elsewhere", "../gone"} {
		w := world().Dir("/elsewhere/deeper").Link("/p/out", "/elsewhere").Link("/p/gone", "/nowhere").
			File(projectFile, "packs.opencode = '"+name+"'\n").File(userFile, "files = 'project'")
		if c, problems := Load(w, "/p"); len(problems) != 1 || problems[0].Code != diag.WrongFile || len(c.Packs) > 0 {
			t.Errorf("%s: %v, %v", name, c.Packs, problems)
		}
	}
}

func TestWhatAProjectMayNotSetIsSaidPlainly(t *testing.T) {
	for _, c := range []struct{ name, user, project, want string }{
		{"of the user alone", "", "keys.save = 'f2'", "wrong-file a project's file cannot set keys"},
		{"looser than the user's", "fetch = false", "fetch = true", "wrong-file a project's file cannot loosen fetch.on"},
		{"outside the project", "files = 'project'", "packs.x = '/elsewhere'", "wrong-file a project's file cannot name a path outside the project in packs"},
		{"outside the project, where the user reads everywhere", "files = 'all'", "packs.x = '/elsewhere'", ""},
		{"a theme by its name", "files = 'project'", "theme = '../x'", ""},
		{"as much as the user reads", "files.cap = 10", "files.cap = 10", ""},
		{"more than the user reads", "files.cap = 10", "files.cap = 11", "wrong-file a project's file cannot loosen files.cap"},
		{"a word where a switch belongs", "", "fetch = 'yes'", `bad-value expected true, false or a table such as {on = true, hosts = ["example.org"]}, found "yes"`},
		{"packs that are not a table", "", "packs = 5", "bad-value expected a table, found 5"},
	} {
		var got []string
		_, problems := Load(world().Dir("/elsewhere").File(userFile, c.user).File(projectFile, c.project), "/p")
		for _, p := range problems {
			got = append(got, string(p.Code)+" "+p.Message)
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// Other packages check the theme, the keys and the budgets. They find the place of a setting here.
func TestAProblemOfASettingHasItsPlace(t *testing.T) {
	s, _ := Load(world().File(userFile, "theme = 'dark'\nprofile = 'x'\npacks.yume = 'y'\n[keys]\nsave = 'f2'\n").File(projectFile, "\ntheme = 'light'\n[budgets]\nx = 5\n[check]\nforbid = ['a',\n 'b']\ntokens.codex = 5\n"), "/p")
	for of, want := range map[Setting]string{
		{"", "theme"}: projectFile + ":2", {"keys", "save"}: userFile + ":5", {"budgets", "x"}: projectFile + ":4", {"", "tab"}: ":0", {"keys", "quit"}: ":0",
		{"", "profile"}: userFile + ":2", {"packs", "yume"}: userFile + ":3",
		{"check.forbid", "b"}: projectFile + ":7", {"check.tokens", "codex"}: projectFile + ":8", {"check.forbid", "c"}: ":0",
	} {
		p := s.Places.Put(of, diag.Problem{})
		if got := fmt.Sprintf("%s:%d", p.File, p.Start.Line); got != want || (p.Span.Len() > 0) != (p.File != "") || p.End.Line != p.Start.Line {
			t.Errorf("%v is at %s: %+v", of, got, p)
		}
	}
}

// The path of a theme's file is relative to the settings file, whatever directory galley is
// started in.
func TestTheFileOfAThemeIsRelativeToTheSettings(t *testing.T) {
	for _, c := range []struct{ user, project, want string }{
		{"theme = 't.toml'", "", "/home/u/.config/galley/t.toml"},
		{"theme = '~/t.toml'", "", "/home/u/t.toml"},
		{"theme = '/t.toml'", "", "/t.toml"},
		{"theme = 'light'", "", "light"},
		{"theme = 't.toml'", "theme = 't.toml'", "/p/.galley/t.toml"},
		{"theme = 't.toml'", "tab = 3", "/home/u/.config/galley/t.toml"},
	} {
		if s, problems := Load(world().File(userFile, c.user).File(projectFile, c.project), "/p"); s.Theme != c.want || len(problems) > 0 {
			t.Errorf("%+v: %q, %v", c, s.Theme, problems)
		}
	}
}

func TestAKeyCanBeNone(t *testing.T) {
	for _, none := range []string{"false", "''", "[]"} {
		if c, problems := Load(world().File(userFile, "keys.save = "+none), "/p"); len(problems) > 0 || c.Keys["save"] == nil || len(c.Keys["save"]) > 0 {
			t.Errorf("%s: %#v, %v", none, c.Keys["save"], problems)
		}
	}
}

// The page shows each setting, and this test finds one that is missing there.
func TestEverySettingIsOnThePage(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	table, shown := "", map[string]bool{}
	for line := range strings.Lines(string(page)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "# ")
		if name, ok := strings.CutPrefix(line, "["); ok {
			table, _, _ = strings.Cut(name, "]")
			shown[table], table = true, table+"."
		} else if key, _, ok := strings.Cut(line, " = "); ok {
			shown[table+key] = true
		}
	}
	for _, r := range rules {
		if !shown[r.Key] {
			t.Errorf("README.md does not show the setting %s", r.Key)
		}
	}
}
