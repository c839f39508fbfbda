package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// use says how a runner uses a field of a case.
type use int

const (
	Input       use = iota + 1 // the runner passes it to the engine
	Checked                    // the runner compares it with the result
	Information                // the runner ignores it
)

// Fields lists the fields that an object of a case may have, and how a runner uses each of them.
type Fields map[string]use

// Common lists the fields that the cases of all folders may have.
var Common = Fields{
	"name": Information, "origin": Information, "oracle": Information, "basis": Information,
	"note": Information, "notes": Information, "provenance": Information, "source": Information,
	"doc_section": Information, "tree_conventions": Information, "agent": Information,
	"version": Information, "crush_commit": Information, "group": Information, "versions_agree": Information,
}

// Case is a golden case: its kind, its input and the expected result.
type Case struct {
	Kind          string
	Input, Expect map[string]json.RawMessage
}

// Run calls judge for each case of a folder, as a subtest named after the file.
func Run(t *testing.T, folder string, judge func(*testing.T, Case)) {
	t.Helper()
	eachFile(t, folder, func(t *testing.T, name string) { judge(t, load(t, name)) })
}

// eachFile runs a subtest for each case file of a folder.
func eachFile(t *testing.T, folder string, judge func(t *testing.T, name string)) {
	t.Helper()
	for _, name := range List(t, folder) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) { judge(t, name) })
	}
}

// ownCases returns the directory of this repository's cases.
func ownCases(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", "conformance")
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the tests run outside of the module")
		}
		dir = up
	}
}

// cases returns the directory of the cases to run: the one that GALLEY_CONFORMANCE names, or else
// the directory of this repository's cases.
func cases(t testing.TB) string {
	t.Helper()
	if other := os.Getenv("GALLEY_CONFORMANCE"); other != "" {
		return other
	}
	return ownCases(t)
}

// Fixture reads a file beside the folders of the cases to run, or else the file of that name
// beside this repository's cases.
func Fixture(t testing.TB, name string) []byte {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(cases(t), name)); err == nil {
		return data
	}
	return read(t, filepath.Join(ownCases(t), name))
}

// read returns the content of a file.
func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// List returns the case files of a folder, in order.
func List(t testing.TB, folder string) []string {
	t.Helper()
	dir := filepath.Join(cases(t), folder)
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		t.Skipf("no folder %s", dir)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("no case in %s", dir)
	}
	return names
}

// load reads a case. A field that the format does not have fails the test.
func load(t testing.TB, name string) Case {
	t.Helper()
	var top map[string]json.RawMessage
	Decode(t, read(t, name), &top)
	var c Case
	for key, raw := range top {
		switch key {
		case "kind":
			Decode(t, raw, &c.Kind)
		case "input":
			Decode(t, raw, &c.Input)
		case "expect":
			Decode(t, raw, &c.Expect)
		default:
			if Common[key] == 0 {
				t.Errorf("unknown field %q", key)
			}
		}
	}
	return c
}

// DecodeCase reads a case of a system that has its own format. It ignores the fields that are
// Information in all folders, except the fields in uses.
func DecodeCase(t testing.TB, data []byte, to any, uses ...string) {
	t.Helper()
	Decode(t, Claims(t, data, uses...), to)
}

// Allow fails the test for every field of an object that is not declared.
func (f Fields) Allow(t testing.TB, object map[string]json.RawMessage) {
	t.Helper()
	for key := range object {
		if f[key] == 0 {
			t.Errorf("unknown field %q", key)
		}
	}
}

// Claims returns a case without the fields that are Information in all folders. The fields in uses
// stay.
func Claims(t testing.TB, data []byte, uses ...string) json.RawMessage {
	t.Helper()
	var all map[string]json.RawMessage
	Decode(t, data, &all)
	for key := range all {
		if Common[key] == Information && !slices.Contains(uses, key) {
			delete(all, key)
		}
	}
	rest, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}

// Decode decodes JSON; the parameter to is a pointer to the variable for the result. A member for
// which this variable has no field fails the test.
func Decode(t testing.TB, raw json.RawMessage, to any) {
	t.Helper()
	if err := Strict(raw, to); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}

func Strict(raw json.RawMessage, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// Member decodes one member of an object; the parameter to is a pointer to the variable for the
// result. If the member is missing, this variable stays as it is, and Member returns false.
func Member(t testing.TB, object map[string]json.RawMessage, key string, to any) (there bool) {
	t.Helper()
	raw, there := object[key]
	if there {
		Decode(t, raw, to)
	}
	return there
}
