package document

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
)

func put(t *testing.T, name, bytes string) string {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(bytes), 0o644))
	return name
}

func get(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	must(t, err)
	return string(b)
}

func load(t *testing.T, name string) *Document {
	t.Helper()
	d, err := Load(name)
	must(t, err)
	return d
}

func save(t *testing.T, d *Document, text string) Saved {
	t.Helper()
	s, err := d.Save(text, SaveOptions{})
	must(t, err)
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestDescribeTellsLineEndsAndBytesApart(t *testing.T) {
	tests := []struct {
		text    string
		kind    string
		ends    LineEnds
		final   bool
		invalid int
		first   int
		binary  bool
	}{
		{"", None, LineEnds{}, false, 0, -1, false},
		{"one line", None, LineEnds{}, false, 0, -1, false},
		{"a\nb\n", LF, LineEnds{LF: 2}, true, 0, -1, false},
		{"a\r\nb", CRLF, LineEnds{CRLF: 1}, false, 0, -1, false},
		{"a\rb\r", CR, LineEnds{CR: 2}, true, 0, -1, false},
		{"lf\ncrlf\r\ncr\rnone", Mixed, LineEnds{1, 1, 1}, false, 0, -1, false},
		{"a\r\nb\r\nc\n", Mixed, LineEnds{LF: 1, CRLF: 2}, true, 0, -1, false},
		{"\n\r", Mixed, LineEnds{LF: 1, CR: 1}, true, 0, -1, false},
		{"\r\r\n", Mixed, LineEnds{CRLF: 1, CR: 1}, true, 0, -1, false},
		{"ab\xff\xfec\xc3", None, LineEnds{}, false, 3, 2, false},
		{"real \ufffd is valid", None, LineEnds{}, false, 0, -1, false},
		{"a\x00b", None, LineEnds{}, false, 0, -1, true},
		{"\x00", None, LineEnds{}, false, 0, -1, true},
	}
	for _, tt := range tests {
		c := Describe(tt.text)
		if c.LineEnds != tt.ends || c.LineEnds.Kind() != tt.kind {
			t.Errorf("%q: line ends %+v, %s", tt.text, c.LineEnds, c.LineEnds.Kind())
		}
		if c.FinalNewline != tt.final || c.Invalid != tt.invalid || c.FirstInvalid != tt.first || c.Binary != tt.binary {
			t.Errorf("%q: %+v", tt.text, c)
		}
	}
}

// A document keeps the text of its file only once.
func TestTheTextIsKeptOnce(t *testing.T) {
	d := load(t, put(t, t.TempDir()+"/a.md", utf8BOM+"text\n"))
	if d.base.bytes != "" || d.base.digest != digest(utf8BOM+"text\n") || d.Text() != "text\n" {
		t.Errorf("kept are %q, %q", d.base.bytes, d.Text())
	}
	save(t, d, "new\n")
	if d.base.bytes != "" || d.base.digest != digest(utf8BOM+"new\n") || d.Text() != "new\n" {
		t.Errorf("kept after saving are %q, %q", d.base.bytes, d.Text())
	}
}

// Front matter must start at the first byte of a text, so a byte order mark in the text would hide
// it.
func TestByteOrderMarkIsRemovedAndRestored(t *testing.T) {
	name := put(t, t.TempDir()+"/a.md", utf8BOM+"---\nalwaysApply: true\n---\n")
	d := load(t, name)
	if !strings.HasPrefix(d.Text(), "---\n") || !d.Info().BOM {
		t.Errorf("text %q, BOM %v", d.Text(), d.Info().BOM)
	}
	save(t, d, "new\n")
	if got := get(t, name); got != utf8BOM+"new\n" {
		t.Errorf("saved %q", got)
	}
	d.SetBOM(false)
	if !d.Info().BOM {
		t.Error("the file is described as it will be saved, not as it was written")
	}
	save(t, d, "new\n")
	if got := get(t, name); got != "new\n" || d.Info().BOM {
		t.Errorf("saved %q, without the byte order mark", got)
	}
}

func TestUTF16IsRefusedUntouched(t *testing.T) {
	for name, bytes := range map[string]string{
		"little": "\xff\xfeh\x00i\x00", "big": "\xfe\xff\x00h\x00i", "32 bits": "\x00\x00\xfe\xff\x00\x00\x00h",
	} {
		file := put(t, filepath.Join(t.TempDir(), name), bytes)
		if _, err := Load(file); !errors.Is(err, ErrUTF16) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
		if get(t, file) != bytes {
			t.Errorf("%s: the file changed", name)
		}
	}
}

func TestLoadDescribesLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	put(t, dir+"/real/sub/b.md", "x\n")
	must(t, os.Symlink("real/sub", dir+"/dir"))
	must(t, os.Symlink("dir/../c.md", dir+"/a.md")) // the .. after dir, a link to real/sub, is real
	must(t, os.Symlink(dir+"/dir/b.md", dir+"/real/c.md"))
	i := load(t, dir+"/a.md").Info()
	want := strings.Join([]string{dir + "/a.md", dir + "/dir", dir + "/real/c.md", dir + "/dir"}, " ")
	if i.RealPath != dir+"/real/sub/b.md" || strings.Join(i.Links, " ") != want {
		t.Errorf("real %s, links %v", i.RealPath, i.Links)
	}
	if !i.Exists || i.Size != 2 || i.Names != 1 || i.Path != dir+"/a.md" {
		t.Errorf("%+v", i)
	}
}

func TestLoadRejectsNonRegularFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir); !errors.Is(err, facts.ErrNotRegular) {
		t.Errorf("a directory: %v", err)
	}
	must(t, os.Symlink("loop", dir+"/loop"))
	if _, err := Load(dir + "/loop"); !errors.Is(err, facts.ErrLoop) {
		t.Errorf("a loop: %v", err)
	}
	put(t, dir+"/file", "")
	if _, err := Load(dir + "/file/x"); err == nil {
		t.Error("a path below a regular file was accepted as a new file")
	}
}

func TestReload(t *testing.T) {
	name := put(t, t.TempDir()+"/a.md", "one")
	d := load(t, name)
	put(t, name, utf8BOM+"two\r\n")
	must(t, d.Reload())
	if d.Text() != "two\r\n" || !d.Info().BOM || d.Info().LineEnds.Kind() != CRLF {
		t.Errorf("%q %+v", d.Text(), d.Info())
	}
	put(t, name, "\xff\xfex\x00")
	if err := d.Reload(); !errors.Is(err, ErrUTF16) || d.Text() != "two\r\n" {
		t.Errorf("after a failed reload: %q, %v", d.Text(), err)
	}
}

func corpus(t testing.TB) []string {
	dir := os.Getenv("GALLEY_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	names, _ := filepath.Glob(filepath.Join(dir, "files", "*"))
	if len(names) == 0 {
		t.Skip("no corpus of real files here: set GALLEY_CORPUS to its directory")
	}
	return names
}

func TestLoadAndSaveOfRealFilesIsTheIdentity(t *testing.T) {
	for _, name := range corpus(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			before := get(t, name)
			copied := put(t, t.TempDir()+"/file", before)
			d := load(t, copied)
			save(t, d, d.Text())
			if get(t, copied) != before {
				t.Error("the bytes changed")
			}
		})
	}
}

func FuzzLoadAndSaveIsTheIdentity(f *testing.F) {
	for _, seed := range []string{
		"", "text\n", "no end", "a\r\nb\rc\n\r", "\t tabs \t\n", utf8BOM, utf8BOM + utf8BOM + "x",
		"\xef\xbb", "\xff\x00\xfe", "\xed\xa0\x80", "\x1b]0;t\x07", "\u202e\U000e0041", "\u2028\u0085",
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, bytes []byte) {
		name := put(t, dir+"/file", string(bytes))
		d, err := Load(name)
		if errors.Is(err, ErrUTF16) {
			return
		}
		must(t, err)
		save(t, d, d.Text())
		if got := get(t, name); got != string(bytes) {
			t.Errorf("%q became %q", bytes, got)
		}
	})
}
