package conformance

import (
	"encoding/json"
	"slices"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// of returns a text of one file, of an agent's frame, or of a stand-in.
func of(kind source.Kind, name, text string) source.Text {
	return source.Of(text, source.Origin{Kind: kind, Source: name})
}

func file(name, text string) source.Text { return of(source.File, name, text) }

var (
	frame   = of(source.Structure, "", "# Rules\n")
	standIn = of(source.StandIn, "family/intro", "galley's words")
)

// says fails the test unless a judge reports exactly these failures.
func says(t *testing.T, what string, judge func(t testing.TB), want ...string) {
	t.Helper()
	if got := judged(judge); !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func text(s string) *string { return &s }

func TestTheTextsOfARequestAreCompared(t *testing.T) {
	t.Parallel()
	part := func(where, role string, texts ...source.Text) discovery.Part {
		return discovery.Part{Where: where, Role: role, Text: source.Text{}.Append(texts...)}
	}
	size := func(n int) *int { return &n }
	// A block that is described only by its size and checksum has this text.
	whole := part("a", "system", file("x.md", "in "+Workspace+" and "+Home))
	sum := "c0b04af28c684ea3ff8141be2981eea1d9eca3de65de3c418a1cccca55dc3e46"
	for _, c := range []struct {
		what  string
		parts []discovery.Part
		want  []capturedBlock
		said  []string
	}{
		{"nothing", nil, nil, nil},
		{"the same text", []discovery.Part{part("a", "user", file("x.md", "one"))}, []capturedBlock{{Role: "user", Text: text("one")}}, nil},
		{"blank lines at its ends", []discovery.Part{part("a", "user", file("x.md", "\n \none\n\n"))}, []capturedBlock{{Role: "user", Text: text(" \n\none\n\t\n")}}, nil},
		{"marks in the case", []discovery.Part{part("a", "user", file("x.md", "in "+Workspace+"/x"))}, []capturedBlock{{Role: "user", Text: text("in $ROOT/x")}}, nil},
		{"parts of one text", []discovery.Part{part("a", "user", file("x.md", "one ")), part("a", "system", file("z.md", "three")), part("a", "user", file("y.md", "two"))},
			[]capturedBlock{{Role: "user", Text: text("one two")}, {Role: "system", Text: text("three")}}, nil},
		{"a stand-in's slot", []discovery.Part{part("a", "user", standIn, file("x.md", " one"))}, []capturedBlock{{Role: "user", Text: text("{{text:family/intro}} one")}}, nil},
		{"the skills only", []discovery.Part{part("a", "user", of(source.Structure, "", "words\n"), file("x.md", "<skill>one</skill>"))},
			[]capturedBlock{{Role: "user", Elements: true, Text: text("<skill>one</skill>")}}, nil},
		{"a frame without a file where the case has no text", []discovery.Part{part("a", "user", frame)}, nil, nil},
		{"a frame without a file where the case has a text", []discovery.Part{part("a", "user", frame, file("x.md", " "))}, []capturedBlock{{Role: "user", Text: text("# Rules\n ")}}, nil},
		{"a file where the case has no text", []discovery.Part{part("a", "user", frame, file("x.md", "one")), part("a", "user", frame)}, nil,
			[]string{"1 texts of the request hold something, want 0: [{where:a role:user text:# Rules\none# Rules frame:false}]"}},
		{"a blank text", []discovery.Part{part("a", "user", file("x.md", "\n"))}, []capturedBlock{{Role: "user", Text: text("")}},
			[]string{"0 texts of the request hold something, want 1: []"}},
		{"another role", []discovery.Part{part("a", "user", file("x.md", "one"))}, []capturedBlock{{Where: "there", Role: "system", Text: text("one")}},
			[]string{`there has the role "user", want "system"`}},
		{"another text", []discovery.Part{part("a", "user", file("x.md", "one"))}, []capturedBlock{{Where: "there", Role: "user", Text: text("two")}},
			[]string{"there\n got \"one\"\nwant \"two\""}},
		{"the size, the sum and the ends", []discovery.Part{whole}, []capturedBlock{{Role: "system", Head: "in $R", Tail: "and $HOME", Bytes: size(18), SHA256: sum}}, nil},
		{"no size", []discovery.Part{whole}, []capturedBlock{{Where: "there", Role: "system", SHA256: sum}},
			[]string{"there has 18 bytes with the sum " + sum + ", want the sum " + sum}},
	} {
		says(t, c.what, func(t testing.TB) { judgeTexts(t, c.parts, c.want) }, c.said...)
	}
}

func TestTheFilesOfARequestAreCompared(t *testing.T) {
	t.Parallel()
	found := func(verdict discovery.Verdict, path string, reason discovery.Reason) discovery.Candidate {
		return discovery.Candidate{Path: Path(path), Verdict: verdict, Reason: reason, Text: file(Path(path), path)}
	}
	refuse := []NotLoaded{{Path: "x.md", Reason: "why"}}
	for _, c := range []struct {
		what   string
		trace  discovery.Trace
		expect string // the field Expect of the case, as JSON
		said   []string
	}{
		{"the same files", discovery.Trace{Loaded: []string{Path("x.md")}, Candidates: []discovery.Candidate{found(discovery.Loaded, "x.md", "")},
			Parts: []discovery.Part{{Where: "a", Role: "user", Text: file(Path("x.md"), "x.md")}}},
			`{"Loaded": [{"Path": "x.md", "Where": "a", "Role": "user"}], "Blocks": [{"Role": "user", "Text": "x.md"}]}`, nil},
		{"another order", discovery.Trace{Loaded: []string{Path("x.md"), Path("y.md")}}, `{}`,
			[]string{"loaded\n got [\"" + Workspace + "/x.md\" \"" + Workspace + "/y.md\"]\nwant []"}},
		{"a candidate that is not loaded", discovery.Trace{Loaded: []string{Path("x.md")}, Candidates: []discovery.Candidate{found(discovery.Later, "x.md", "")},
			Parts: []discovery.Part{{Where: "a", Role: "user", Text: file(Path("x.md"), "x.md")}}},
			`{"Loaded": [{"Path": "x.md", "Where": "a", "Role": "user"}], "Blocks": [{"Role": "user", "Text": "x.md"}]}`,
			[]string{"no part of role user in a holds " + Workspace + "/x.md"}},
		{"a part without its text", discovery.Trace{Loaded: []string{Path("x.md")}, Candidates: []discovery.Candidate{found(discovery.Loaded, "x.md", "")},
			Parts: []discovery.Part{{Where: "a", Role: "user", Text: file(Path("x.md"), "other")}}},
			`{"Loaded": [{"Path": "x.md", "Where": "a", "Role": "user"}], "Blocks": [{"Role": "user", "Text": "other"}]}`,
			[]string{"no part of role user in a holds " + Workspace + "/x.md"}},
		{"the listed files in any order", discovery.Trace{Candidates: []discovery.Candidate{found(discovery.Listed, "b", ""), found(discovery.Listed, "a", ""), found(discovery.Later, "c", "")}},
			`{"listed": ["b", "a"]}`, nil},
		{"a file that is not listed", discovery.Trace{Candidates: []discovery.Candidate{found(discovery.Listed, "a", "")}}, `{}`,
			[]string{"listed\n got [\"" + Workspace + "/a\"]\nwant []"}},
		{"texts after a tool", discovery.Trace{Touched: []discovery.Touch{
			{New: []string{Path("x.md")}, Role: "tool", Appended: file(Path("x.md"), "one")}, {New: []string{Path("y.md")}, Role: "user"}}},
			`{"after_tool": {"Loaded": ["x.md", "y.md"], "Blocks": [{"Role": "tool", "Text": "one"}]}}`, nil},
		{"no text after a tool", discovery.Trace{Touched: []discovery.Touch{{Role: "tool", Appended: file(Path("x.md"), "one")}}},
			`{"after_tool": {}}`, []string{"1 texts of the request hold something, want 0: [{where: role:tool text:one frame:false}]"}},
	} {
		var expect CapturedCase
		Decode(t, json.RawMessage(`{"Expect": `+c.expect+`}`), &expect)
		says(t, c.what, func(t testing.TB) { judgeRequest(t, &c.trace, expect) }, c.said...)
	}
	for _, c := range []struct {
		verdict discovery.Verdict
		reason  discovery.Reason
		run     string // what judgeRequest reports
		not     string // what JudgeNotLoaded reports
	}{
		{discovery.NotLoaded, discovery.Missing, "", ""},
		{discovery.NotLoaded, "", Workspace + `/x.md: not loaded ""; it is not to be loaded: why`, Workspace + `/x.md: not loaded ""; it is not to be loaded: why`},
		{discovery.Later, "", "", Workspace + `/x.md: on demand ""; it is not to be loaded: why`},
		{discovery.Loaded, discovery.Missing, Workspace + `/x.md: loaded "` + string(discovery.Missing) + `"; it is not to be loaded: why`, Workspace + `/x.md: loaded "` + string(discovery.Missing) + `"; it is not to be loaded: why`},
	} {
		trace := &discovery.Trace{Candidates: []discovery.Candidate{found(c.verdict, "other.md", ""), found(c.verdict, "x.md", c.reason)}}
		expect := CapturedCase{}
		expect.Expect.NotLoaded = refuse
		says(t, "a whole request: "+string(c.verdict), func(t testing.TB) { judgeRequest(t, trace, expect) }, some(c.run)...)
		says(t, "alone: "+string(c.verdict), func(t testing.TB) { JudgeNotLoaded(t, trace, refuse) }, some(c.not)...)
	}
	listed := &discovery.Trace{Candidates: []discovery.Candidate{found(discovery.Listed, "x.md", discovery.Missing)}}
	expect := CapturedCase{}
	expect.Expect.NotLoaded, expect.Expect.Listed = refuse, []string{"x.md"}
	says(t, "a listed file", func(t testing.TB) { judgeRequest(t, listed, expect) }, Workspace+`/x.md: listed "`+string(discovery.Missing)+`"; it is not to be loaded: why`)
	says(t, "in the list of the loaded", func(t testing.TB) { JudgeNotLoaded(t, &discovery.Trace{Loaded: []string{Path("x.md")}}, refuse) },
		Workspace+"/x.md is loaded; it is not to be: why")
	says(t, "a reason in words only", func(t testing.TB) {
		JudgeNotLoaded(t, &discovery.Trace{Candidates: []discovery.Candidate{{Path: Path("x.md"), Verdict: discovery.Later, Detail: "it waits"}}}, refuse)
	})
}

// some returns a list with one text, or nil if the text is empty.
func some(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// Some agents always send a list with an entry of their own. The part with such a list has no text
// of the user, and no case contains it.
func TestOnlyPartsWithTheUsersTextAreCompared(t *testing.T) {
	t.Parallel()
	trace := &discovery.Trace{
		Candidates: []discovery.Candidate{{Path: "/x.md"}, {Path: "/y.md", Text: of(source.Structure, "", "listed y")}},
		Parts: []discovery.Part{
			{Name: "frame", Text: frame}, {Name: "own words", Text: standIn}, {Name: "blank file", Text: file("/x.md", " \n")},
			{Name: "rules", Text: frame}, {Name: "skills", Text: of(source.Structure, "", "- listed y\n")}, {Name: "file", Text: frame.Append(file("/x.md", "x"))},
		},
	}
	var names []string
	for _, p := range userParts(trace) {
		names = append(names, p.Name)
	}
	EqualLists(t, "parts", names, []string{"rules", "skills", "file"})
}

func TestFilesThatARequestNamesAreListed(t *testing.T) {
	t.Parallel()
	trace := &discovery.Trace{
		Loaded: []string{"/loaded.md"},
		Parts: []discovery.Part{
			{Text: source.Text{}.Append(frame, file("/loaded.md", "one"), file("/import.md", "two"), file("/b.md", "b"), file("/blank.md", " \n"))},
			{Text: source.Text{}.Append(file("/a.md", "a"), standIn, file("/b.md", "b"), of(source.Import, "/z.md", "z"))},
		},
		Candidates: []discovery.Candidate{
			{Path: "/a.md", Verdict: discovery.Listed, Kind: discovery.Skill}, {Path: "/s.md", Verdict: discovery.Listed, Kind: discovery.Skill},
			{Path: "/t.md", Verdict: discovery.Loaded, Kind: discovery.Skill}, {Path: "/u.md", Verdict: discovery.Listed, Kind: discovery.Command},
		},
	}
	EqualLists(t, "named", named(trace, []string{"/import.md"}), []string{"/b.md", "/a.md", "not in the request: /s.md"})
	EqualLists(t, "imports", Imports([]discovery.Import{
		{Path: "/1", Verdict: discovery.Loaded, Imports: []discovery.Import{{Path: "/2", Verdict: discovery.Loaded}, {Path: "/3", Verdict: discovery.NotLoaded}}},
		{Path: "/4", Verdict: discovery.NotLoaded, Imports: []discovery.Import{{Path: "/5", Verdict: discovery.Loaded}}}, {Path: "/6", Verdict: discovery.Loaded},
	}), []string{"/1", "/2", "/6"})
}

func TestABlockIsComparedWithItsParts(t *testing.T) {
	t.Parallel()
	trace := &discovery.Trace{Parts: []discovery.Part{
		{Name: "rules", Where: "a", Role: "user", Text: frame.Append(of(source.StandIn, "dir/intro", "words"), file("/x.md", "x"))},
		{Name: "skills", Where: "a", Role: "user", Text: file("/s.md", "<skill>s</skill>")},
		{Name: "rules", Where: "b", Role: "user", Text: file("/y.md", "y")},
		{Name: "rules", Where: "a", Role: "system", Text: file("/z.md", "z")},
	}}
	block := capturedBlock{Where: "a", Role: "user"}
	if got := partsText(trace, block); got != "# Rules\n{{text:intro}}x" {
		t.Errorf("the rules: %q", got)
	}
	block.Elements = true
	if got := partsText(trace, block); got != "<skill>s</skill>" {
		t.Errorf("the skills: %q", got)
	}
	two := "a\n<file 2>\n\n<file 1>\none\n</file>\n\n<file 0>\nzero\n</file>\nend\n\n<file 9>\n</file>\n"
	size := 1
	for _, c := range []struct {
		what, got string
		b         capturedBlock
		stable    bool
		said      []string
	}{
		{"the same", "\nin " + Workspace + "\n", capturedBlock{Text: text("in $ROOT\n\n")}, true, nil},
		{"another", "one", capturedBlock{Where: "a", Text: text("two")}, true, []string{"a\n got \"one\"\nwant \"two\""}},
		{"files in another order", "a\n\n<file 1>\none\n</file>\n\n<file 0>\nzero\n</file>\nend", capturedBlock{Text: text("a\n\n<file 0>\nzero\n</file>\n\n<file 1>\none\n</file>\nend")}, false, nil},
		{"files in another order where it counts", "<file 1>\n\n<file 0>\nzero\n</file>", capturedBlock{Where: "a", Text: text("<file 0>")}, false,
			[]string{"a\n got [\"<file 1>\" \"0>\\nzero\"]\nwant [\"<file 0>\"]"}},
		{"the size and the sum", "a", capturedBlock{Bytes: &size, SHA256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", Head: "a", Tail: "a"}, true, nil},
		{"without a size", "a", capturedBlock{Where: "x", SHA256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}, true, []string{`x: 1 bytes, begins "a"`}},
		{"another end", "a", capturedBlock{Where: "x", Bytes: &size, SHA256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", Tail: "b"}, true, []string{`x: begins "a"`}},
		{"the skills", "words <skill>s</skill> more", capturedBlock{Elements: true, Text: text("words <skill>s</skill>")}, true, nil},
	} {
		says(t, c.what, func(t testing.TB) { judgeBlock(t, c.b, c.got, c.stable) }, c.said...)
	}
	EqualLists(t, "pieces", pieceSet(two), []string{"a\n<file 2>", "0>\nzero", "1>\none", "\nend", "9>"})
}

func TestTextsAfterAToolAreCompared(t *testing.T) {
	t.Parallel()
	trace := &discovery.Trace{Touched: []discovery.Touch{
		{New: []string{Path("x.md")}, Role: "user", Appended: standIn},
		{New: []string{Path("y.md")}, Role: "tool", Appended: file("/y.md", " y")},
	}}
	both := []string{"x.md", "y.md"}
	for _, c := range []struct {
		what   string
		trace  *discovery.Trace
		loaded []string
		blocks []capturedBlock
		said   []string
	}{
		{"the same", trace, both, []capturedBlock{{Role: "tool", Text: text("{{text:intro}} y")}}, nil},
		{"nothing", &discovery.Trace{}, nil, nil, nil},
		{"a text that is not expected", trace, both, nil, []string{`on demand: "{{text:intro}} y", want nothing`}},
		{"two blocks", trace, both, make([]capturedBlock, 2), []string{"2 blocks come with the tool's answer; one can be compared"}},
		{"another role", trace, both, []capturedBlock{{Role: "user", Text: text("{{text:intro}} y")}}, []string{`on demand: role "tool", want "user"`}},
		{"other files", trace, both[:1], []capturedBlock{{Role: "tool", Text: text("{{text:intro}} y")}}, []string{"loaded on demand\n got [\"" + Workspace + "/x.md\" \"" + Workspace + "/y.md\"]\nwant [\"" + Workspace + "/x.md\"]"}},
	} {
		says(t, c.what, func(t testing.TB) { judgeTouched(t, c.trace, c.loaded, c.blocks) }, c.said...)
	}
}

func TestTheFilesOfAToolCallAreFound(t *testing.T) {
	t.Parallel()
	for call, want := range map[string][]string{
		`["read", {"path": "$ROOT/a", "file_path": "b", "filePath": "$HOME/c", "files": [{"path": "d"}, "e"], "text": "f"}]`: {Workspace + "/a", "b", Home + "/c", "d", "e"},
		`["read", {"files": [1]}]`: {`the call names no file: {"files": [1]}`},
		`["read"]`:                 {`a tool call is a name and its arguments: ["read"]`},
	} {
		var raw []json.RawMessage
		Decode(t, json.RawMessage(call), &raw)
		var paths []string
		said := judged(func(t testing.TB) { paths = touchedPaths(t, raw) })
		EqualLists(t, call, append(paths, said...), want)
	}
}

func TestTheWorldOfACaseIsBuilt(t *testing.T) {
	t.Parallel()
	var c CapturedCase
	Decode(t, json.RawMessage(`{"Tree": {"x.md": "in $ROOT"}, "Home": {"h.md": "in $ROOT/.."}, "Git": [{"Dir": "sub"}], "Cwd": "a/b", "Env": {"X": "$HOME/x"}}`), &c)
	w, cwd := capturedWorld(t, c)
	if cwd != Workspace+"/a/b" {
		t.Errorf("the directory is %s", cwd)
	}
	for name, want := range map[string]string{Workspace + "/x.md": "in " + Workspace, Home + "/h.md": "in " + facts.Dir(Workspace)} {
		if got, err := w.ReadFile(name); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for _, dir := range []string{cwd, Workspace + "/sub/.git"} {
		if info, err := w.Stat(dir); err != nil || !info.IsDir() {
			t.Errorf("%s: %v, %v; want a directory", dir, info, err)
		}
	}
	for key, want := range map[string]string{"X": Home + "/x", "HOME": Home} {
		if got, _ := w.LookupEnv(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	c.Cwd = "$HOME/p"
	if _, cwd = capturedWorld(t, c); cwd != Home+"/p" {
		t.Errorf("in the home: the directory is %s", cwd)
	}
}
