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
	Input       use = iota + 1 // the runner feeds it to the engine
	Checked                    // the runner compares it
	Information                // ignored
)

// Fields declares the fields that an object of a case may have.
type Fields map[string]use

// Common are fields that cases of all folders may have.
var Common = Fields{
	"name": Information, "origin": Information, "oracle": Information, "basis": Information,
	"note": Information, "notes": Information, "provenance": Information, "source": Information,
	"doc_section": Information, "tree_conventions": Information, "agent": Information,
	"version": Information, "crush_commit": Information, "group": Information, "versions_agree": Information,
}

// pending maps the kinds of case that no runner can judge yet to what they wait for.
// The run prints them.
var pending = map[string]string{}

// Case is one case.
type Case struct {
	Kind          string
	Input, Expect map[string]json.RawMessage
}

// Run calls judge for each case of a folder, as a subtest named after the file.
func Run(t *testing.T, folder string, judge func(*testing.T, Case)) {
	t.Helper()
	names := List(t, folder)
	waiting := map[string]int{}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".json")
		t.Run(base, func(t *testing.T) {
			c := load(t, name)
			kind := folder + "/" + c.Kind
			if why, waits := pending[kind]; waits {
				waiting[kind]++
				t.Skipf("kind %s waits for %s", c.Kind, why)
			}
			judge(t, c)
		})
	}
	for kind, n := range waiting {
		t.Logf("not built yet: %d cases of kind %s, which waits for %s", n, kind, pending[kind])
	}
}

// ownCases returns this repository's directory of cases.
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

// cases returns the directory of the requested cases.
func cases(t testing.TB) string {
	t.Helper()
	if other := os.Getenv("GALLEY_CONFORMANCE"); other != "" {
		return other
	}
	return ownCases(t)
}

// Fixture reads a file beside the folders of the requested cases, or one of this repository.
func Fixture(t testing.TB, name string) []byte {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(cases(t), name)); err == nil {
		return data
	}
	data, err := os.ReadFile(filepath.Join(ownCases(t), name))
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
	slices.Sort(names)
	return names
}

// load reads a case and fails on fields that are not in its format.
func load(t testing.TB, name string) Case {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var top map[string]json.RawMessage
	Decode(t, data, &top)
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

// DecodeCase reads a case of a system with its own format. Fields that are
// Information in every folder are left out, except those that this format uses.
func DecodeCase(t testing.TB, data []byte, to any, uses ...string) {
	t.Helper()
	var top map[string]json.RawMessage
	Decode(t, data, &top)
	for key := range top {
		if Common[key] == Information && !slices.Contains(uses, key) {
			delete(top, key)
		}
	}
	rest, err := json.Marshal(top)
	if err != nil {
		t.Fatal(err)
	}
	Decode(t, rest, to)
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

// Claims returns a case without the fields that are Information in all folders.
func Claims(t testing.TB, data []byte) json.RawMessage {
	t.Helper()
	var all map[string]json.RawMessage
	Decode(t, data, &all)
	for key := range all {
		if Common[key] == Information {
			delete(all, key)
		}
	}
	rest, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}

// Decode reads a JSON value; fields without a member fail the test.
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

// Member reads one member of an object; if it is missing, to is unchanged.
func Member(t testing.TB, object map[string]json.RawMessage, key string, to any) (there bool) {
	t.Helper()
	raw, there := object[key]
	if there {
		Decode(t, raw, to)
	}
	return there
}
