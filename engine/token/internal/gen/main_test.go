package main

import (
	"crypto/sha256"
	"encoding/hex"
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

// The sources are the packages that the comment of this command names, with a checksum each.
func TestTheSourcesHaveChecksums(t *testing.T) {
	var names []string
	for _, s := range sources() {
		names = append(names, s.name)
		if len(s.sum) != 64 || strings.Trim(s.sum, "0123456789abcdef") != "" {
			t.Errorf("%s has the checksum %q", s.name, s.sum)
		}
	}
	if !slices.Equal(names, []string{"o200k_base", "cl100k_base", "gemma3"}) {
		t.Errorf("the sources are %q", names)
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
