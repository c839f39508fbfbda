package variable

import (
	"io/fs"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/source"
)

func TestFilesThatCannotBeReadSayWhy(t *testing.T) {
	w := facts.NewMemory().
		File("/p/shut", "x").Mode("/p/shut", 0).
		Throw("/p/broken", nil).
		File("/p/nul", "a\x00b").
		File("/p/wide", "\xff\xfea\x00").
		File("/p/big", strings.Repeat("x", 11)).
		Dir("/p/dir").
		Special("/p/pipe", fs.ModeNamedPipe).
		Special("/p/socket", fs.ModeSocket).
		Special("/p/device", fs.ModeDevice|fs.ModeCharDevice).
		Link("/p/a", "b").Link("/p/b", "a").
		SetFileCap(10)
	for _, c := range []struct{ name, says string }{
		{"shut", "/p/shut"},
		{"broken", "/p/broken cannot be read: input/output error"},
		{"nul", "/p/nul is binary: it contains NUL bytes"},
		{"wide", "text in UTF-16; save it as UTF-8"},
		{"big", "/p/big is 11 bytes, larger than the file cap"},
		{"dir", "/p/dir is a directory, not a file with text"},
		{"pipe", "is a pipe"},
		{"socket", "is a socket"},
		{"device", "is a device"},
		{"a", "cannot be read"},
	} {
		v := one(w, Context{}, "file:"+c.name)
		if v.State != Unreadable || v.Text != "" || !strings.Contains(v.Detail, c.says) || v.Path != "/p/"+c.name || v.Source != v.Path {
			t.Errorf("%s: %s, %q; want %q", c.name, v.State, v.Detail, c.says)
		}
	}
	for _, name := range []string{"none", "shut/x", "none/x"} {
		if v := one(w, Context{}, "file:"+name); v.State != Missing || v.Source != "/p/"+name {
			t.Errorf("%s: %s, %q from %q", name, v.State, v.Detail, v.Source)
		}
	}
}

func TestFilesAreFoundFromTheWorkingDirectory(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "a").File("/p/sub/b.md", "b").File("/etc/motd", "m").
		File("/p/ x y.md", "blanks").File("/real/c.md", "c").Link("/p/c.md", "../real/c.md").
		Link("/p/inside.md", "sub/b.md").Link("/q", "/p").File("/pp/d.md", "d")
	for _, c := range []struct {
		cwd, name, text, path, real string
		outside                     bool
	}{
		{"/p", "a.md", "a", "/p/a.md", "", false},
		{"/p", "./sub/../a.md", "a", "/p/a.md", "", false},
		{"/p/sub", "../a.md", "a", "/p/a.md", "", true},
		{"/p", "/p/a.md", "a", "/p/a.md", "", false},
		{"/p", "/etc/motd", "m", "/etc/motd", "", true},
		{"/p", "../pp/d.md", "d", "/pp/d.md", "", true},
		{"/p", " x y.md", "blanks", "/p/ x y.md", "", false},
		{"/p", "c.md", "c", "/p/c.md", "/real/c.md", true},
		{"/p", "inside.md", "b", "/p/inside.md", "/p/sub/b.md", false},
		{"/q", "a.md", "a", "/q/a.md", "", false},
		{"/q", "c.md", "c", "/q/c.md", "/real/c.md", true},
		{"/", "p/a.md", "a", "/p/a.md", "", false},
	} {
		v := one(w, Context{Cwd: c.cwd}, "file:"+c.name)
		if v.Text != c.text || v.Path != c.path || v.RealPath != c.real || v.Outside != c.outside || v.Source != c.path {
			t.Errorf("%s from %s: %+v", c.name, c.cwd, v)
		}
	}
}

func TestFilesOutsideTheProjectAreRefusedByPolicy(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "a").File("/secret", "s").Link("/p/link.md", "/secret")
	c := Context{Cwd: "/p", ProjectFilesOnly: true}
	if v := one(w, c, "file:a.md"); v.Text != "a" {
		t.Errorf("inside: %+v", v)
	}
	for _, name := range []string{"/secret", "../secret", "link.md", "../none"} {
		v := one(w, c, "file:"+name)
		if v.State != Unreadable || !v.Outside || !strings.Contains(v.Detail, `the setting files = "project" does not allow`) {
			t.Errorf("%s: %+v", name, v)
		}
	}
	r := facts.NewRecording(w)
	one(r, c, "file:/secret")
	for _, q := range r.Questions() {
		if strings.Contains(q.Arg, "secret") {
			t.Errorf("a refused file was looked up: %v", q)
		}
	}
}

func TestDrivesAreAbsoluteOnWindows(t *testing.T) {
	w := facts.NewMemory().SetPlatform("win32").File("C:/p/a.md", "a").File("D:/b.md", "b")
	for name, want := range map[string]string{"a.md": "a", "D:/b.md": "b", `D:\b.md`: "b", "C:/p/a.md": "a"} {
		if v := one(w, Context{Cwd: "C:/p"}, "file:"+name); v.Text != want {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if v := one(facts.NewMemory().File("/p/D:/b.md", "b"), Context{}, "file:D:/b.md"); v.Text != "b" {
		t.Errorf("on other systems a drive is a directory: %+v", v)
	}
}

func TestFileTextIsDecodedAsJavaScriptDoes(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"plain", "aé😀", "aé😀"},
		{"one byte", "a\xffb", "a\uFFFDb"},
		{"two of them", "\xff\xfe", "\uFFFD\uFFFD"},
		{"a lone continuation", "\x80\x80", "\uFFFD\uFFFD"},
		{"cut after two of three", "\xe2\x82x", "\uFFFDx"},
		{"cut after three of four", "\xf0\x9f\x98", "\uFFFD"},
		{"cut after two of four", "\xf0\x9f\xf0\x9f\x98\x80", "\uFFFD😀"},
		{"overlong", "\xc0\xaf\xe0\x80\xaf", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"a surrogate", "\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
		{"past the last", "\xf4\x90\x80\x80\xf5", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"a lead before ASCII", "\xc3(", "\uFFFD("},
		{"a lead before a lead", "\xe1\xe1\x80\x80", "\uFFFD\u1000"},
		{"U+FFFD itself", "\uFFFD", "\uFFFD"},
		{"byte order mark", "\uFEFFa", "a"},
		{"only the first mark", "\uFEFF\uFEFFa\uFEFF", "\uFEFFa\uFEFF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := Decode(c.data); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	w := facts.NewMemory().File("/p/bom", "\uFEFFa\n").File("/p/bad", "a\xff").File("/p/empty", "")
	if v := one(w, Context{}, "file:bom"); v.Text != "a\n" || v.Span != (source.Span{Start: 3, End: 5}) || v.Detail != "" {
		t.Errorf("%+v", v)
	}
	if v := one(w, Context{}, "file:bad"); v.Text != "a\uFFFD" || v.Span != (source.Span{Start: 0, End: 2}) || !strings.Contains(v.Detail, "U+FFFD") {
		t.Errorf("%+v", v)
	}
	if v := one(w, Context{}, "file:empty"); !v.Exists() || v.Text != "" {
		t.Errorf("%+v", v)
	}
}

// The source of a session's value is the scenario, even if the scenario does not set it.
func TestAValueOfTheScenarioNamesItsSource(t *testing.T) {
	for text, want := range map[string]State{"": Missing, "x": Present} {
		if v := session(Value{}, text, "why"); v.Source != "scenario" || v.State != want || v.Text != text || want == Missing && v.Detail != "why" {
			t.Errorf("%q: %+v", text, v)
		}
	}
}
