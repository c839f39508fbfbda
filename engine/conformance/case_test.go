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

// use says what a runner does with a field of a case.
type use int

const (
	input       use = iota + 1 // the runner feeds it to the engine
	checked                    // the runner compares it
	information                // nobody compares it
)

// fields declares every field that an object of a case may have.
type fields map[string]use

// common are the fields that cases of all folders may have, beside their own.
var common = fields{
	"name": information, "origin": information, "oracle": information, "basis": information,
	"note": information, "notes": information, "provenance": information, "source": information,
	"doc_section": information, "tree_conventions": information, "agent": information,
	"version": information, "crush_commit": information, "group": information, "versions_agree": information,
}

// pending are the kinds of case that no runner can judge yet, and what they wait
// for. The run prints them; a kind that is not here must pass.
var pending = map[string]string{}

// golden is one case.
type golden struct {
	Kind          string
	Input, Expect map[string]json.RawMessage
}

// run calls judge for each case of a folder, as a subtest of the file's name.
func run(t *testing.T, folder string, judge func(*testing.T, golden)) {
	t.Helper()
	names := list(t, folder)
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

// ownCases is where this repository keeps its cases.
var ownCases = filepath.Join("..", "..", "testdata", "conformance")

// fixture reads a file that stands beside the folders: of the cases that are asked
// for, else of this repository's own.
func fixture(t *testing.T, name string) []byte {
	t.Helper()
	if other := os.Getenv("GALLEY_CONFORMANCE"); other != "" {
		if data, err := os.ReadFile(filepath.Join(other, name)); err == nil {
			return data
		}
	}
	data, err := os.ReadFile(filepath.Join(ownCases, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// list returns the case files of a folder, in order.
func list(t *testing.T, folder string) []string {
	t.Helper()
	base := ownCases
	if other := os.Getenv("GALLEY_CONFORMANCE"); other != "" {
		base = other
	}
	dir := filepath.Join(base, folder)
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

// load reads a case; a field that is not in its format fails it.
func load(t *testing.T, name string) golden {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var top map[string]json.RawMessage
	decode(t, data, &top)
	var c golden
	for key, raw := range top {
		switch key {
		case "kind":
			decode(t, raw, &c.Kind)
		case "input":
			decode(t, raw, &c.Input)
		case "expect":
			decode(t, raw, &c.Expect)
		default:
			if common[key] == 0 {
				t.Errorf("unknown field %q", key)
			}
		}
	}
	return c
}

// decodeCase reads a case of a system with a format of its own. Fields that are
// information in every folder are left out, except those that this format uses.
func decodeCase(t *testing.T, data []byte, to any, uses ...string) {
	t.Helper()
	var top map[string]json.RawMessage
	decode(t, data, &top)
	for key := range top {
		if common[key] == information && !slices.Contains(uses, key) {
			delete(top, key)
		}
	}
	rest, err := json.Marshal(top)
	if err != nil {
		t.Fatal(err)
	}
	decode(t, rest, to)
}

// allow fails the test for every field of an object that is not declared.
func (f fields) allow(t *testing.T, object map[string]json.RawMessage) {
	t.Helper()
	for key := range object {
		if f[key] == 0 {
			t.Errorf("unknown field %q", key)
		}
	}
}

// claims returns a case without the fields that are information in all folders.
func claims(t *testing.T, data []byte) json.RawMessage {
	t.Helper()
	var all map[string]json.RawMessage
	decode(t, data, &all)
	for key := range all {
		if common[key] == information {
			delete(all, key)
		}
	}
	rest, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}

// decode reads a JSON value; fields without a member fail the test.
func decode(t *testing.T, raw json.RawMessage, to any) {
	t.Helper()
	if err := strict(raw, to); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}

func strict(raw json.RawMessage, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// member reads one member of an object; an absent one leaves to as it is.
func member(t *testing.T, object map[string]json.RawMessage, key string, to any) (there bool) {
	t.Helper()
	raw, there := object[key]
	if there {
		decode(t, raw, to)
	}
	return there
}
