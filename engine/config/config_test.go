package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/pathmatch"
)

func world() *facts.Memory { return facts.NewMemory().Env("HOME", "/home/u") }

const (
	userFile    = "/home/u/.config/galley/config.toml"
	projectFile = "/p/.galley/config.toml"
)

func TestDefaultsWithoutFiles(t *testing.T) {
	c, problems := Load(world(), "/p")
	want := Settings{Default(), DefaultScreen(), Places{}}
	want.Packs, want.Keys = c.Packs, map[string][]string{}
	if len(problems) > 0 || len(c.Packs) > 0 || !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, %v", c, problems)
	}
}

func TestProjectOverridesUser(t *testing.T) {
	w := world().
		File(userFile, `
theme = "light"
tab = 2
mouse = false
unknown = "keep"
packs = {opencode = "packs/oc", gemini-cli = "~/g"}
budgets = {claude = 1000, openai = 5}
files = "project"
[keys]
save = "ctrl+s"
quit = ["ctrl+q", "f10"]
help = "f1"
[watch]
ignore = ["**/dist/**"]
[check]
forbid = ["missing"]
`).
		File(projectFile, `
tab = 8
mouse = true
packs.opencode = "../house"
budgets.claude = 9
[files]
cap = 100
follow = false
[template]
extensions = ["tool"]
`)
	c, problems := Load(w, "/p")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if c.Theme != "light" || c.Tab != 8 || c.Mouse == nil || !*c.Mouse || c.Unknown != "keep" {
		t.Errorf("single values: %+v", c)
	}
	if c.Files != "project" || c.FileCap != 100 || c.Follow == nil || *c.Follow {
		t.Errorf("files in both formats: %q %d %v", c.Files, c.FileCap, c.Follow)
	}
	if want := map[string]string{"opencode": "/p/house", "gemini-cli": "/home/u/g"}; !reflect.DeepEqual(c.Packs, want) {
		t.Errorf("packs are not paths relative to the file that names them: %v", c.Packs)
	}
	if want := map[string]int{"claude": 9, "openai": 5}; !reflect.DeepEqual(c.Budgets, want) {
		t.Errorf("budgets: %v", c.Budgets)
	}
	if want := map[string][]string{"save": {"ctrl+s"}, "quit": {"ctrl+q", "f10"}, "help": {"f1"}}; !reflect.DeepEqual(c.Keys, want) {
		t.Errorf("keys: %v", c.Keys)
	}
	if !slices.Equal(c.Watch.Ignore, []string{"**/dist/**"}) || !slices.Equal(c.Check.Forbid, []string{"missing"}) || !slices.Equal(c.Template.Extensions, []string{"tool"}) {
		t.Errorf("lists are not replaced: %+v", c)
	}
}

func TestMistakesHaveAPlace(t *testing.T) {
	w := world().
		File(projectFile, "thme = 'dark'\ntab = 0\nfiles = 'some'\n").
		File(userFile, "width = 'wide'\n[watch]\nignore = ['[', 'ok/**', 3]\n[keys]\nsave = 3\nquit = 'f10'\n")
	c, problems := Load(w, "/p")
	var got []string
	for _, p := range problems {
		name := "user"
		if p.File == projectFile {
			name = "project"
		}
		got = append(got, name+" "+string(rune('0'+p.Start.Line))+" "+string(p.Code)+" "+p.Message+"; "+p.Hint)
	}
	want := []string{
		`user 1 bad-value expected "grapheme" or "wcwidth", found "wide"; `,
		`user 3 bad-value expected a pattern such as "**/dist/**", found "["; `,
		`user 3 bad-value expected a text, found 3; `,
		`user 5 bad-value expected a key, a list of keys, or false, found 3; `,
		`project 1 unknown-key unknown setting "thme"; did you mean "theme"?`,
		`project 2 bad-value expected a whole number from 1 to 16, found 0; `,
		`project 3 bad-value expected "all" or "project", found "some"; `,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	if c.Tab != 4 || c.Files != "all" || c.Width != "grapheme" || !slices.Equal(c.Watch.Ignore, []string{"ok/**"}) || !slices.Equal(c.Keys["quit"], []string{"f10"}) {
		t.Errorf("a wrong value changed the setting: %+v", c)
	}
}

func TestTheLargestWatchPatternCounts(t *testing.T) {
	for _, pattern := range []string{"**/" + strings.Repeat("{a,b}", 12), strings.Repeat("a", pathmatch.MaxLength)} {
		if c, problems := Load(world().File(userFile, "watch.ignore = ['"+pattern+"']\n"), "/p"); len(problems) > 0 || len(c.Watch.Ignore) != 1 {
			t.Errorf("%.60q is refused: %v", pattern, problems)
		}
	}
}

// If Load returned a problem with the code of an exceeded budget, the program would stop at its
// start. A pattern that is too large must not cause such a problem, and the other patterns must
// still apply.
func TestAWatchPatternThatIsTooLargeIsIgnored(t *testing.T) {
	for name, pattern := range map[string]string{"alternatives": "**/" + strings.Repeat("{a,b}", 13), "bytes": strings.Repeat("a", 5000)} {
		c, problems := Load(world().File(userFile, "[watch]\nignore = ['ok/**', '"+pattern+"', 'fine']\n"), "/p")
		if !slices.Equal(c.Watch.Ignore, []string{"ok/**", "fine"}) {
			t.Errorf("%s: the patterns are %.60q", name, c.Watch.Ignore)
		}
		if len(problems) != 1 || problems[0].Code != diag.BadValue || problems[0].Start.Line != 2 || problems[0].Start.Column != 20 || problems[0].Hint == "" {
			t.Errorf("%s: problems %+v", name, problems)
		}
	}
}

func TestAFileThatCannotBeReadIsAProblem(t *testing.T) {
	w := world().File(projectFile, "tab = 2").Mode(projectFile, 0)
	c, problems := Load(w, "/p")
	if len(problems) != 1 || problems[0].Code != diag.BadFile || problems[0].File != projectFile || c.Tab != 4 {
		t.Errorf("got %v", problems)
	}
}

func TestDirectoriesFollowXDG(t *testing.T) {
	for _, c := range []struct{ env, user, state string }{
		{"HOME=/home/u", "/home/u/.config/galley", "/home/u/.local/state/galley"},
		{"HOME=/home/u XDG_CONFIG_HOME=/c XDG_STATE_HOME=/s", "/c/galley", "/s/galley"},
		{"HOME=/home/u XDG_CONFIG_HOME= XDG_STATE_HOME=rel", "/home/u/.config/galley", "/home/u/.local/state/galley"},
		{"", "", ""},
	} {
		w := facts.NewMemory()
		for _, pair := range strings.Fields(c.env) {
			key, value, _ := strings.Cut(pair, "=")
			w.Env(key, value)
		}
		if user, state := UserDir(w), StateDir(w); user != c.user || state != c.state {
			t.Errorf("%s: %q, %q", c.env, user, state)
		}
	}
	if got := GlobalTemplatePath(world()); got != "/home/u/.config/galley/system-prompt.md" {
		t.Errorf("got %q", got)
	}
	if got := GlobalTemplatePath(facts.NewMemory()); got != "" {
		t.Errorf("without a home: %q", got)
	}
}
