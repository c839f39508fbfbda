package variable

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
)

// at resolves keys in a world. The working directory is /p unless c has another.
func at(w facts.World, c Context, keys ...string) *Values {
	if c.Cwd == "" {
		c.Cwd = "/p"
	}
	return Resolve(context.Background(), w, c, keys, nil)
}

// one resolves a single key.
func one(w facts.World, c Context, key string) Value { return at(w, c, key).Lookup(key) }

func TestEveryVariableHasAValueAndASource(t *testing.T) {
	w := facts.NewMemory().
		Clock(time.Date(2026, 2, 5, 9, 7, 3, 45_999_999, time.FixedZone("", 3600))).
		SetHostname("kitchen").SetPlatform("darwin").
		OnGit("/p", "rev-parse --abbrev-ref HEAD", facts.GitAnswer{Stdout: "main\n"}).
		OnGit("/p", "status --short", facts.GitAnswer{Stdout: " M a.go\n?? b.go\n\n"}).
		File("/p/a.md", "text")
	c := Context{Model: "m", ConversationID: "c", WorkspaceID: "w"}
	for _, want := range []struct{ key, text, source string }{
		{"system:time", "2026-02-05T08:07:03.045Z", "clock"},
		{"system:date", "2026-02-05", "clock"},
		{"system:os", "darwin", "host"},
		{"system:hostname", "kitchen", "host"},
		{"prompt:cwd", "/p", "working directory"},
		{"prompt:model", "m", "scenario"},
		{"prompt:conversation_id", "c", "scenario"},
		{"prompt:workspace_id", "w", "scenario"},
		{"git:branch", "main", "git rev-parse --abbrev-ref HEAD"},
		{"git:status", " M a.go\n?? b.go", "git status --short"},
		{"file:a.md", "text", "/p/a.md"},
		{"file:/p/a.md", "text", "/p/a.md"},
	} {
		v := one(w, c, want.key)
		if v.State != Present || v.Text != want.text || v.Source != want.source || v.Key != want.key {
			t.Errorf("%s: %s %q from %q; want %q from %q", want.key, v.State, v.Text, v.Source, want.text, want.source)
		}
		if v.Dynamic != (v.Type == "file") {
			t.Errorf("%s: dynamic %v", v.Key, v.Dynamic)
		}
	}
}

// Only the type file names files. A variable without a case in resolve would read the file of its
// name.
func TestNoOtherVariableReadsAFile(t *testing.T) {
	for _, row := range Catalogue() {
		if v := one(facts.NewMemory().File("/p/"+row.Name, "text"), Context{}, row.Key()); v.Path != "" && !row.Dynamic {
			t.Errorf("%s has the text of the file %s", row.Key(), v.Path)
		}
	}
}

func TestAKeyNamedTwiceIsResolvedOnce(t *testing.T) {
	values := at(facts.NewMemory().File("/p/a.md", "A"), Context{}, "file:a.md", "system:os", "file:a.md")
	var keys []string
	for _, v := range values.list {
		keys = append(keys, v.Key)
	}
	if !slices.Equal(keys, []string{"file:a.md", "system:os"}) {
		t.Errorf("%q", keys)
	}
}

func TestMissingValuesHaveAReason(t *testing.T) {
	nowhere := facts.NewMemory()
	broken := facts.NewMemory().
		OnGit("", "rev-parse --abbrev-ref HEAD", facts.GitAnswer{Exit: 128, Stderr: "fatal: ambiguous argument 'HEAD'\nmore"})
	for _, c := range []struct {
		key   string
		world facts.World
		state State
		says  string
	}{
		{"prompt:model", nowhere, Missing, "no model is chosen; agents' defaults do not count"},
		{"prompt:conversation_id", nowhere, Missing, "no conversation_id"},
		{"prompt:workspace_id", nowhere, Missing, "no workspace_id"},
		{"git:branch", nowhere, Missing, "no git repository contains /p"},
		{"git:branch", broken, Missing, "ended with status 128: fatal: ambiguous argument 'HEAD'"},
		{"git:status", facts.NewMemory().GitThrow(nil), Missing, "git could not be started"},
		{"git:status", facts.NewMemory().GitThrow(facts.ErrTimeout), Unreadable, "took too long"},
		{"git:status", facts.NewMemory().GitThrow(facts.ErrOldGit), Unreadable, "too old"},
		{"git:branch", facts.NewMemory().GitThrow(facts.ErrOldGit), Unreadable, "too old"},
		{"git:status", facts.NewMemory().GitThrow(facts.ErrGitSettings), Unreadable, "cannot read the settings"},
		{"system:hostname", facts.NewMemory().HostnameThrow(facts.ErrUnavailable), Missing, "host name is not available"},
		{"file:none.md", nowhere, Missing, "file not found: /p/none.md"},
		{"file:~/x.md", nowhere, Missing, "~ does not mean the home directory"},
		{"file:", nowhere, Unknown, "names no path"},
		{"git:nope", nowhere, Unknown, `git has no variable "nope"`},
		{"note:x", nowhere, Unknown, `unknown variable type "note"`},
		{"PROMPT:cwd", nowhere, Unknown, `unknown variable type "PROMPT"`},
	} {
		v := one(c.world, Context{}, c.key)
		if v.State != c.state || v.Exists() || v.Text != "" || !strings.Contains(v.Detail, c.says) {
			t.Errorf("%s: %s, %q; want %s, %q", c.key, v.State, v.Detail, c.state, c.says)
		}
	}
	if v := one(nowhere, Context{Home: "/home/me"}, "file:~/x.md"); !strings.Contains(v.Detail, "write /home/me/x.md") {
		t.Errorf("says %q", v.Detail)
	}
}

func TestOnlyNamedVariablesAreResolved(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "a").SetPlatform("linux")
	for _, c := range []struct {
		keys []string
		want []string // the operations of these kinds, with their arguments
	}{
		{nil, nil},
		{[]string{"prompt:cwd", "prompt:model", "note:x", "git:nope"}, nil},
		{[]string{"git:status"}, []string{"git"}},
		{[]string{"git:branch", "git:status"}, []string{"git", "git"}},
		{[]string{"file:a.md", "file:a.md"}, []string{"realpath", "realpath", "readfile"}},
	} {
		r := facts.NewRecording(w)
		at(r, Context{}, c.keys...)
		var got []string
		for _, q := range r.Questions() {
			got = append(got, strings.ToLower(string(q.Op)))
		}
		if len(got) != len(c.want) {
			t.Errorf("%q asks %q, want %q", c.keys, got, c.want)
		}
	}
}

func TestOverridesReplaceTheWorld(t *testing.T) {
	r := facts.NewRecording(facts.NewMemory().File("/p/a.md", "disk"))
	keys := []string{"file:a.md", "git:branch", "note:x", "system:date"}
	got := Resolve(context.Background(), r, Context{Cwd: "/p"}, keys, []Override{
		{Key: "file:a.md", Text: "first"}, {Key: "file:a.md", Text: "mine"},
		{Key: "git:branch", Unset: true, Text: "ignored"}, {Key: "note:x", Text: ""},
		{Key: "prompt:cwd", Text: "not asked for"},
	})
	for _, want := range []struct {
		key, text string
		state     State
		put       bool
	}{
		{"file:a.md", "mine", Present, true},
		{"git:branch", "", Missing, true},
		{"note:x", "", Present, true},
		{"system:date", "2026-01-02", Present, false},
	} {
		v := got.Lookup(want.key)
		if v.State != want.state || v.Text != want.text || v.Overridden != want.put {
			t.Errorf("%s: %+v", want.key, v)
		}
	}
	for _, q := range r.Questions() {
		if strings.Contains(q.Arg, "a.md") || strings.EqualFold(string(q.Op), "git") {
			t.Errorf("%v was queried despite the override", q)
		}
	}
	var order []string
	for _, v := range got.list {
		order = append(order, v.Key)
	}
	if !slices.Equal(order, keys) {
		t.Errorf("order %q", order)
	}
}

func TestDateIsUTCWithANoteIfItDiffers(t *testing.T) {
	w := facts.NewMemory().Clock(time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC))
	if v := one(w, Context{}, "system:date"); v.Text != "2026-12-31" || v.Detail != "" {
		t.Errorf("in UTC: %+v", v)
	}
	w.SetZone(time.FixedZone("", 2*3600))
	if v := one(w, Context{}, "system:date"); v.Text != "2026-12-31" || !strings.Contains(v.Detail, "here it is 2027-01-01") {
		t.Errorf("east of UTC: %+v", v)
	}
}

func TestScenarioCanDescribeAnotherHost(t *testing.T) {
	w := facts.NewMemory().SetPlatform("linux").SetHostname("mine")
	c := Context{Hostname: "theirs", Platform: "win32"}
	if v := one(w, c, "system:hostname"); v.Text != "theirs" || v.Source != "scenario" {
		t.Errorf("%+v", v)
	}
	if v := one(w, c, "system:os"); v.Text != "win32" || v.Source != "scenario" {
		t.Errorf("%+v", v)
	}
}

func TestOperatingSystem(t *testing.T) {
	for _, c := range []struct{ name, release, version, interop, want string }{
		{"no os-release", "", "", "", "linux"},
		{"pretty", "NAME=\"Ubuntu\"\nVERSION_ID=\"22.04\"\nPRETTY_NAME=\"Ubuntu 22.04.3 LTS\"\n", "", "", "Ubuntu 22.04.3 LTS"},
		{"name and version", "NAME=\"Fedora\"\r\nVERSION_ID=\"40\"\r\n", "", "", "Fedora 40"},
		{"name alone", "NAME=\"Arch Linux\"\nVERSION_ID=1\n", "", "", "Arch Linux"},
		{"version alone", "VERSION_ID=\"40\"\n", "", "", "linux"},
		{"without quotes", "NAME=Fedora\nVERSION_ID=40\nPRETTY_NAME=Fedora 40\n", "", "", "linux"},
		{"an empty name", "PRETTY_NAME=\"\"\nNAME=\"X\"\n", "", "", "X"},
		{"a quote inside", "PRETTY_NAME=\"a \\\"b\\\" c\" # d\n", "", "", `a \"b\" c`},
		{"not at the start of a line", " PRETTY_NAME=\"X\"\n#PRETTY_NAME=\"Y\"\n", "", "", "linux"},
		{"the first of two", "PRETTY_NAME=\"X\"\nPRETTY_NAME=\"Y\"\n", "", "", "X"},
		{"WSL by its kernel", "PRETTY_NAME=\"Debian 12\"\n", "Linux 5.15 Microsoft-WSL2", "", "Debian 12 (WSL)"},
		{"WSL by interop", "PRETTY_NAME=\"Debian 12\"\n", "", "enabled", "Debian 12 (WSL)"},
		{"WSL alone", "", "linux microsoft", "", "Linux (WSL)"},
		{"another kernel", "PRETTY_NAME=\"Debian 12\"\n", "Linux 6.1", "", "Debian 12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := facts.NewMemory()
			for path, text := range map[string]string{osRelease: c.release, kernel: c.version, wslInterop: c.interop} {
				if text != "" {
					w.File(path, text)
				}
			}
			if v := one(w, Context{}, "system:os"); v.Text != c.want {
				t.Errorf("got %q, want %q", v.Text, c.want)
			}
		})
	}
}

func TestStatusNotesThatSubmodulesAreOmitted(t *testing.T) {
	world := func() *facts.Memory {
		return facts.NewMemory().Dir("/p/a/b").Dir("/p/.git").OnGit("/p/a/b", "status --short", facts.GitAnswer{Stdout: " M f\n"})
	}
	if v := one(world(), Context{Cwd: "/p/a/b"}, "git:status"); v.Text != " M f" || v.Detail != "" {
		t.Errorf("without submodules: %+v", v)
	}
	if v := one(world().File("/p/.gitmodules", "[submodule]"), Context{Cwd: "/p/a/b"}, "git:status"); v.Text != " M f" || !strings.Contains(v.Detail, "inside submodules") {
		t.Errorf("with submodules: %+v", v)
	}
}

func TestRefusedLinkIsNotAMissingFile(t *testing.T) {
	w := facts.NoFollow(facts.NewMemory().File("/p/real.md", "x").Link("/p/link.md", "real.md").Link("/p/dir", "/q").File("/q/x.md", "x"), "/p")
	values := Resolve(context.Background(), w, Context{Cwd: "/p"}, []string{"file:link.md", "file:dir/x.md", "file:none.md"}, nil)
	for key, want := range map[string]State{"file:link.md": Unreadable, "file:dir/x.md": Unreadable, "file:none.md": Missing} {
		v := values.Lookup(key)
		if v.State != want || (want == Unreadable) != strings.Contains(v.Detail, "links are not followed") {
			t.Errorf("%s: %s, %s", key, v.State, v.Detail)
		}
	}
}
