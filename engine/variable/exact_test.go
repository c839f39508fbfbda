package variable

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/tool"
)

// The names in the catalogue by type, and which keys are known, have a free name, or are constant.
func TestWhatTheCatalogueHas(t *testing.T) {
	var all []string
	for _, typ := range Types() {
		all = append(all, typ+" "+strings.Join(Names(typ), ","))
	}
	if got, want := strings.Join(all, "; "), "system time,date,os,hostname; prompt cwd,model,conversation_id,workspace_id; git branch,status; file <path>"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if Names("none") != nil {
		t.Error("a type that is not there has names")
	}
	for key, want := range map[string]string{
		"system:time": "known constant changes", "system:date": "known constant", "system:os": "known constant", "system:hostname": "known constant", "prompt:cwd": "known constant",
		"git:branch": "known", "git:status": "known changes", "file:a": "known free", "file:": "free", "git:nope": "", "none:x": "", "system": "", "prompt:model": "known",
	} {
		var is []string
		if Known(key) {
			is = append(is, "known")
		}
		if Dynamic(key) {
			is = append(is, "free")
		}
		if Constant(key) {
			is = append(is, "constant")
		}
		if ChangesEachTurn(key) {
			is = append(is, "changes")
		}
		if got := strings.Join(is, " "); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]string{
		"git:branch": "missing git:branch was not asked for", "file:": `unknown "file:" names no path`, "git:nope": `unknown git has no variable "nope"`, "none:x": `unknown unknown variable type "none"`, "x": `unknown unknown variable type "x"`,
	} {
		if v := (*Values)(nil).Lookup(key); string(v.State)+" "+v.Detail != want {
			t.Errorf("%s: %s %s, want %s", key, v.State, v.Detail, want)
		}
	}
}

// Which known key counts as near a wrong one, and which keys are too far from all of them.
func TestNearKeys(t *testing.T) {
	for key, want := range map[string]string{
		"fil:a": "file:a", "fe:a": "", " FILE :a": "file:a", "filee:a": "file:a", "file: a": "file:a", "fike: ": "",
		"git:b": "", "git:br": "", "git:bra": "git:branch", "git:bran": "git:branch", "git:sta": "git:status", "git_:branch": "git:branch", "git:bra nch": "git:branch", "git: branch": "git:branch",
		"prompt:working-directory": "", "zzz:branch": "git:branch", "zzz:brench": "", "gut:brench": "git:branch", "system:cwd": "prompt:cwd", "prompt:time": "system:time", "promt:time": "system:time",
	} {
		if got, ok := Nearest(key); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", key, got, ok, want)
		}
	}
	for _, c := range []struct {
		a, b string
		want int
		near bool
	}{
		{"a", "a", 0, true}, {"abc", "abd", 1, true}, {"ab", "ac", 1, false}, {"abcdef", "abcdxy", 2, true}, {"abcde", "abcxy", 2, false},
		{strings.Repeat("x", 65), strings.Repeat("x", 64), 65, false}, {strings.Repeat("x", 64), strings.Repeat("x", 63), 1, true}, {strings.Repeat("x", 70), strings.Repeat("x", 70), 0, true},
	} {
		if got := distance(c.a, c.b); got != c.want || nearWord(c.a, c.b) != c.near {
			t.Errorf("%q and %q: %d, near %v", c.a, c.b, got, nearWord(c.a, c.b))
		}
	}
	for key, want := range map[string]string{
		"az09AZ_:x": "", "a`:x": "the part", "a{:x": "the part", "@a:x": "the part", "[:x": "the part", "/:x": "the part", "::x": "the part", "a:\u2028": "a variable's name", "a:\r": "a variable's name", "a:]": "a variable's name", "a": "is not a variable: write",
	} {
		if err := CheckKey(key); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", key, err, want)
		}
	}
}

// The messages about a tool that is not known, and about files that cannot be read.
func TestUnknownToolsAndFiles(t *testing.T) {
	names := tool.Names{"edit": "replace"}
	look := func(key string) Value {
		return Resolve(context.Background(), facts.NewMemory(), Context{Tools: true, Agent: "a@1", ToolNames: &names}, []string{key}, nil).Lookup(key)
	}
	for _, c := range []struct {
		v    Value
		near string
		is   bool
	}{
		{look("tool:edti"), "edit", true}, {look("tool:zzzzzz"), "", true}, {look("tool:edit"), "", false}, {look("tool:ls"), "", false}, {look("note:x"), "", false},
		{Value{State: Unknown, Type: TypeTool, Detail: "another reason"}, "", false}, {Value{State: Missing, Type: TypeTool, Detail: unknownTool}, "", false}, {Value{State: Unknown, Type: "git", Detail: unknownTool}, "", false},
	} {
		if near, is := IsUnknownTool(c.v); near != c.near || is != c.is {
			t.Errorf("%+v: near %q, %v", c.v, near, is)
		}
	}
	if v := look("tool:edit"); v.Text != "replace" || v.Source != "tools of a@1" {
		t.Errorf("%+v", v)
	}
	if v := look("tool:ls"); v.State != Missing || v.Detail != "a@1 has no such tool" {
		t.Errorf("%+v", v)
	}
	w := facts.NewMemory().File("/p/a", "x").File("/etc/b", "y").Throw("/p/slow", facts.ErrTimeout)
	for _, c := range []struct{ home, name, want string }{
		{"/h", "~/x", "file not found: /p/~/x; ~ does not mean the home directory here: write /h/x"}, {"", "~/x", "file not found: /p/~/x; ~ does not mean the home directory here"}, {"/h", "~x", "file not found: /p/~x"}, {"/h", "slow", "/p/slow took too long to read"},
	} {
		v := Resolve(context.Background(), w, Context{Cwd: "/p", Home: c.home}, []string{"file:" + c.name}, nil).Lookup("file:" + c.name)
		if v.Detail != c.want {
			t.Errorf("%s with the home %q: %s, want %s", c.name, c.home, v.Detail, c.want)
		}
	}
	for _, c := range [][3]string{{"/p", "/p/a/b", "a/b"}, {"/p/", "/p/a", "a"}, {"/p", "/q/a", "/q/a"}, {"/", "/a", "/a"}, {"/p", "/p", ""}, {"/p", "/pp/a", "/pp/a"}} {
		if got := rel(c[0], c[1]); got != c[2] {
			t.Errorf("%s below %s is %s, want %s", c[1], c[0], got, c[2])
		}
	}
}

// The values and messages for each kind of answer that git can give.
func TestAnswersOfGit(t *testing.T) {
	w := facts.NewMemory().Clock(time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)).SetZone(time.UTC)
	for _, c := range []struct {
		answer facts.GitAnswer
		want   string
	}{
		{facts.GitAnswer{Stdout: " main \n"}, `value "main" git rev-parse --abbrev-ref HEAD |`},
		{facts.GitAnswer{Exit: 128, Stderr: "fatal: not a git repository (or any of the parent directories)\n"}, `missing "" git rev-parse --abbrev-ref HEAD |no git repository contains /p`},
		{facts.GitAnswer{Exit: 2, Stderr: "\n  first \nsecond"}, `missing "" git rev-parse --abbrev-ref HEAD |git rev-parse --abbrev-ref HEAD ended with status 2: first`},
		{facts.GitAnswer{Exit: 2, Stderr: " \n"}, `missing "" git rev-parse --abbrev-ref HEAD |git rev-parse --abbrev-ref HEAD ended with status 2`},
		{facts.GitAnswer{Stdout: "a\xffb"}, `value "a` + "\ufffd" + `b" git rev-parse --abbrev-ref HEAD |`},
	} {
		w.OnGit("/p", "rev-parse --abbrev-ref HEAD", c.answer)
		v := Resolve(context.Background(), w, Context{Cwd: "/p"}, []string{"git:branch"}, nil).Lookup("git:branch")
		if got := fmt.Sprintf("%s %q %s |%s", v.State, v.Text, v.Source, v.Detail); got != c.want {
			t.Errorf("%+v: %s, want %s", c.answer, got, c.want)
		}
	}
	if v := Resolve(context.Background(), w, Context{Cwd: "/p"}, []string{"system:time"}, nil).Lookup("system:time"); v.Text != "2026-01-02T03:04:05.006Z" {
		t.Errorf("the time is %s", v.Text)
	}
	for data, want := range map[string]string{"\ufeffa": "a 3", "a": "a 0", "\ufeff\xff": "\ufffd 3", "\xe2\x82x\xf0\x9f": "\ufffdx\ufffd 0", "é\xffé": "é\ufffdé 0", "": " 0"} {
		text, skipped := Decode(data)
		if got := fmt.Sprintf("%s %d", text, skipped); got != want {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	}
	for release, want := range map[string]string{
		"PRETTY_NAME=\"A \"b\" c\"\n": `A "b" c`, "NAME=\"N\"\nVERSION_ID=\"1\"": "N 1", "NAME=\"N\"": "N", "VERSION_ID=\"1\"": "", "PRETTY_NAME=A\u2028NAME=\"N\"": "N", "PRETTY_NAME=\"\"\rNAME=\"N\"": "N", "XNAME=\"N\"": "", "NAME=\"a": "", "NAME=\"N\"\u2029VERSION_ID=\"2\"": "N 2",
	} {
		if got := distribution(release); got != want {
			t.Errorf("%q is %q, want %q", release, got, want)
		}
	}
}
