package conformance

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// folder makes a folder with files, from which the runners read their cases.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GALLEY_CONFORMANCE", dir)
	return dir
}

func TestCasesOfAFolderAreRead(t *testing.T) {
	dir := folder(t, map[string]string{
		"made-up/b.json": `{"kind": "two", "name": "ignored"}`, "made-up/a.json": `{"kind": "one", "input": {"x": 1}, "expect": {"y": [2]}}`,
		"made-up/notes.txt": "no case", "empty/notes.txt": "no case", "[/a.json": "{}", "beside.json": "beside",
	})
	var ran []string
	Run(t, "made-up", func(t *testing.T, c Case) {
		x, y := 0, []int{}
		ran = append(ran, filepath.Base(t.Name())+" "+c.Kind)
		if Member(t, c.Input, "x", &x) != (c.Kind == "one") || Member(t, c.Expect, "y", &y) && (x != 1 || !slices.Equal(y, []int{2})) {
			t.Errorf("%s has the input %d and expects %v", c.Kind, x, y)
		}
	})
	Each(t, "made-up", func(t *testing.T, c struct {
		Kind          string
		Input, Expect json.RawMessage
	}) {
		ran = append(ran, c.Kind)
	})
	EqualLists(t, "judged", ran, []string{"a one", "b two", "one", "two"})

	list := func(name string) func(testing.TB) { return func(t testing.TB) { List(t, name) } }
	says(t, "a folder that is missing", list("nobody"), "skipped: no folder "+filepath.Join(dir, "nobody"))
	says(t, "a folder without cases", list("empty"), "no case in "+filepath.Join(dir, "empty"))
	says(t, "a name that is a pattern", list("["), filepath.ErrBadPattern.Error())

	if got := string(Fixture(t, "beside.json")); got != "beside" {
		t.Errorf("a file beside the folders: %q", got)
	}
	if got := string(Fixture(t, "codebolt-fixtures.json")); !strings.HasPrefix(got, "{") {
		t.Errorf("a file of this repository: %.40q", got)
	}
	missing := filepath.Join(ownCases(t), "nobody.json")
	_, err := os.ReadFile(missing)
	says(t, "a file of nobody", func(t testing.TB) { Fixture(t, "nobody.json") }, err.Error())
	t.Chdir(dir)
	says(t, "outside of the repository", func(t testing.TB) { ownCases(t) }, "the tests run outside of the module")
}

func TestFieldsThatNoFormatHasAreRefused(t *testing.T) {
	dir := folder(t, map[string]string{"a.json": `{"kind": "one", "note": "ignored", "more": 1}`, "b.json": `{"kind": 1}`})
	says(t, "a field of a case", func(t testing.TB) { load(t, filepath.Join(dir, "a.json")) }, `unknown field "more"`)
	says(t, "a kind that is a number", func(t testing.TB) { load(t, filepath.Join(dir, "b.json")) },
		"json: cannot unmarshal number into Go value of type string in 1")
	object := map[string]json.RawMessage{"x": json.RawMessage("1"), "z": json.RawMessage("2")}
	says(t, "a field of an object", func(t testing.TB) { Fields{"x": Input, "y": Checked}.Allow(t, object) }, `unknown field "z"`)

	data := []byte(`{"x": 1, "note": "n", "name": "m"}`)
	if got := string(Claims(t, data)); got != `{"x":1}` {
		t.Errorf("claims: %s", got)
	}
	var to struct {
		X    int
		Name string
	}
	if DecodeCase(t, data, &to, "name"); to.X != 1 || to.Name != "m" {
		t.Errorf("decoded: %+v", to)
	}
	says(t, "a field without a member", func(t testing.TB) { DecodeCase(t, []byte(`{"y": 1}`), &to) }, `json: unknown field "y" in {"y":1}`)

	y := 7
	if Member(t, object, "y", &y) || y != 7 {
		t.Errorf("a missing member is read as %d", y)
	}
	says(t, "another list", func(t testing.TB) { EqualLists(t, "what", []string{"a"}, []string{"b"}) }, "what\n got [\"a\"]\nwant [\"b\"]")
}

func TestPathsOfACaseAreAbsolute(t *testing.T) {
	t.Parallel()
	EqualLists(t, "paths", Paths([]string{"~/x", "$CODEX_HOME/y", "MANAGED:z", "a/b"}), []string{Home + "/x", Home + "/.codex/y", "/etc/claude-code/z", Workspace + "/a/b"})
	if got := Marks("{WS}/a {HOME}/b $ROOT"); got != Workspace+"/a "+Home+"/b $ROOT" {
		t.Errorf("marks: %q", got)
	}
	if Paths(nil) == nil {
		t.Error("no paths are nil; a case lists them as empty")
	}
}

func TestAWorldIsBuiltFromTrees(t *testing.T) {
	t.Parallel()
	files := Tree{"x.md": json.RawMessage(`{"subst": "in {WS}"}`), "dir/": json.RawMessage("null"), "bad": json.RawMessage("1")}
	build := func(t testing.TB) { World(t, files, nil, "a") }
	says(t, "a bad tree", build, `tree: "bad": json: cannot unmarshal number into Go value of type conformance.object`)
	if text, ok := files.Text("bad"); ok || text != "" {
		t.Errorf("the text of a bad file: %q, %v", text, ok)
	}
	delete(files, "bad")
	w, dir := World(t, files, Tree{"h.md": json.RawMessage(`"home"`)}, "a")
	var got []string
	for _, name := range []string{Workspace + "/x.md", Home + "/h.md"} {
		text, err := w.ReadFile(name)
		got = append(got, text)
		if err != nil {
			t.Error(err)
		}
	}
	EqualLists(t, "texts", got, []string{"in " + Workspace, "home"})
	if home, _ := w.LookupEnv("HOME"); home != Home || dir != Workspace+"/a" {
		t.Errorf("the home is %s, the directory %s", home, dir)
	}
	if info, err := w.Stat(dir); err != nil || !info.IsDir() {
		t.Errorf("%s: %v, %v", dir, info, err)
	}
	if text, ok := files.Text("x.md"); !ok || text != "in {WS}" {
		t.Errorf("the text of x.md: %q, %v", text, ok)
	}
}

// A tree with an entry that says too little is refused, with a reason for each form of such an
// entry.
func TestTreeSaysWhatItRefuses(t *testing.T) {
	t.Parallel()
	forms := map[string]string{
		`{"repeat": {"text": "a", "times": 2, "x": 1}}`: "json: cannot unmarshal object into Go value of type []json.RawMessage",
		`{"repeat": [1, 2]}`:                            "json: cannot unmarshal number into Go value of type string",
		`{"repeat": ["a", "b"]}`:                        "json: cannot unmarshal string into Go value of type int",
		`{"repeat": ["a", 1, 2]}`:                       `repeat: want a text and a number, not ["a", 1, 2]`,
		`{"dir": false}`:                                "an object that says nothing of its content",
		`{"type": "symlink"}`:                           "an object that says nothing of its content",
		`{"text": "a", "mode": "x"}`:                    `strconv.ParseUint: parsing "x": invalid syntax`,
		`{"base64": "!"}`:                               "illegal base64 data at input byte 0",
		`{"hex": "z"}`:                                  "encoding/hex: invalid byte: U+007A 'z'",
		`{"target": "a", "type": "file"}`:               "an object that says nothing of its content",
	}
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		err := Tree{"x": json.RawMessage(form)}.Build(facts.NewMemory(), "/r", TreeOptions{})
		if want := `tree: "x": ` + forms[form]; err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", form, err, want)
		}
	}
	if err := (Tree{"x/": json.RawMessage(`"a"`)}).Build(facts.NewMemory(), "/r", TreeOptions{}); err == nil || err.Error() != `tree: "x/": a directory cannot have the content "a"` {
		t.Errorf("a directory with a content: %v", err)
	}
}

func TestTheExplanationOfAFileIsCompared(t *testing.T) {
	t.Parallel()
	because := &discovery.Candidate{Reason: discovery.Missing, Detail: "not there"}
	answers := []discovery.Explanation{{Verdict: discovery.NotLoaded, Why: "why"}, {Verdict: discovery.NotLoaded, Why: "why"}, {Verdict: discovery.Unknown, Candidate: because}}
	loaded := []discovery.Explanation{{Verdict: discovery.NotLoaded}, {Verdict: discovery.Loaded}}
	later := []discovery.Explanation{{Verdict: discovery.Later, Why: "nested"}}
	for _, c := range []struct {
		what    string
		did     discovery.Verdict
		answers []discovery.Explanation
		said    []string
	}{
		{"one of several", discovery.Loaded, loaded, nil},
		{"loaded for on demand", discovery.Later, loaded, nil},
		{"on demand for loaded", discovery.Loaded, later, []string{"/x is loaded, and explained as on demand: nested"}},
		{"other verdicts", discovery.Loaded, answers, []string{"/x is loaded, and explained as not loaded: why; not known: " + string(discovery.Missing) + " not there"}},
	} {
		says(t, c.what, func(t testing.TB) { judgeAnswers(t, "/x", c.did, c.answers) }, c.said...)
	}

	w, dir := World(t, Tree{"AGENTS.md": json.RawMessage(`"one"`), "notes.md": json.RawMessage(`"two"`), "link": json.RawMessage(`{"symlink": "real"}`), "real/AGENTS.md": json.RawMessage(`"three"`)}, nil, "")
	o := discovery.Options{Cwd: dir}
	const name = "codex@0.171.0"
	explain := func(file string, did discovery.Verdict) func(testing.TB) {
		return func(t testing.TB) { JudgeExplained(t, w, name, file, o, did) }
	}
	says(t, "a loaded file", explain(dir+"/AGENTS.md", discovery.Loaded))
	says(t, "a text in the settings", explain("instructions", discovery.Loaded))
	if said := judged(explain(dir+"/notes.md", discovery.Loaded)); len(said) != 1 || !strings.HasPrefix(said[0], dir+"/notes.md is loaded, and explained as not loaded: ") {
		t.Errorf("a file that the agent does not look at: %q", said)
	}
	if said := judged(explain(dir+"/link/AGENTS.md", discovery.Unknown)); len(said) != 1 || !strings.HasPrefix(said[0], dir+"/real/AGENTS.md is not known") {
		t.Errorf("a file below a link: %q", said)
	}
	says(t, "read", func(t testing.TB) { JudgeRead(t, w, name, dir+"/AGENTS.md", o) })
	if said := judged(func(t testing.TB) { JudgeRead(t, w, name, dir+"/notes.md", o) }); len(said) != 1 || !strings.HasPrefix(said[0], name+" reads "+dir+"/notes.md, but that is explained as not loaded: ") {
		t.Errorf("not read: %q", said)
	}
	for what, judge := range map[string]func(testing.TB){
		"explained": func(t testing.TB) { JudgeRead(t, w, "nobody", dir+"/AGENTS.md", o) },
		"traced":    func(t testing.TB) { Trace(t, w, "nobody", o) },
	} {
		if said := judged(judge); len(said) != 1 || !strings.Contains(said[0], "nobody") {
			t.Errorf("%s by an agent that does not exist: %q", what, said)
		}
	}
	broken, dir := World(t, nil, Tree{".codex/config.toml": json.RawMessage(`"= 1"`)}, "")
	if said := judged(func(t testing.TB) { Trace(t, broken, name, discovery.Options{Cwd: dir}) }); len(said) != 1 || !strings.HasPrefix(said[0], Home+"/.codex/config.toml: ") {
		t.Errorf("an agent that does not start: %q", said)
	}

	trace := &discovery.Trace{Candidates: []discovery.Candidate{
		{Path: dir + "/real/AGENTS.md", Verdict: discovery.NotLoaded},
		{Path: dir + "/AGENTS.md", Verdict: discovery.Loaded, Imports: []discovery.Import{{Path: dir + "/notes.md", Verdict: discovery.Loaded}}},
	}}
	if said := judged(func(t testing.TB) { JudgeAllExplained(t, w, name, trace, o) }); len(said) != 1 || !strings.HasPrefix(said[0], dir+"/notes.md is loaded, ") {
		t.Errorf("the files of a request: %q", said)
	}
}
