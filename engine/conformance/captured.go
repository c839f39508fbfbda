package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// CapturedCase is a case that records what an agent sent.
type CapturedCase struct {
	Tree, Home Tree
	Git        []struct {
		Dir    string
		Commit bool // the repository has a commit; discovery does not need it
	}
	Cwd    string
	Args   []string
	Env    map[string]string
	Tool   []json.RawMessage
	Config string `json:"config_yaml_appended"`
	Expect struct {
		Loaded []struct{ Path, Where, Role string }
		// Imported are the files that imports add to the request. Listed are files that the
		// request names but whose texts it does not contain.
		Imported  []string        `json:"imported_in_order"`
		Listed    []string        `json:"listed"`
		NotLoaded []NotLoaded     `json:"not_loaded"`
		Blocks    []capturedBlock `json:"blocks"`
		AfterTool *struct {
			Loaded []string
			Blocks []capturedBlock
		} `json:"after_tool"`
		// Only in the cases of Qwen Code.
		Display *[]string `json:"loaded_display_paths_relative_to_cwd"`
		Joined  *string   `json:"joined_text"`
		// Only in the cases of Crush.
		Project, Global *[]CrushFile
		OrderIsStable   *bool `json:"order_is_stable"`
		ContentVerbatim *bool `json:"content_verbatim"`
		Truncated       *bool
	}
}

// CrushFile is a file with its size on disk.
type CrushFile struct {
	Path  string
	Bytes int
}

// capturedBlock describes one text of the request: in full, or by its beginning, end, size and
// checksum.
type capturedBlock struct {
	Where, Role string
	Elements    bool // compare only the <skill> elements of the text
	Text        *string
	Head, Tail  string
	Bytes       *int   `json:"text_bytes"`
	SHA256      string `json:"text_sha256"`
}

// CapturedMarks replaces the marks that stand for paths in a captured case.
var CapturedMarks = strings.NewReplacer("$ROOT/..", facts.Dir(Workspace), "$ROOT", Workspace, "$HOME", Home).Replace

// CapturedAgent says how the cases of one agent are checked.
type CapturedAgent struct {
	Name  string   // name of the agent, with its version
	Flags []string // flags of the program that do not change discovery
}

// JudgeCaptured runs an agent's discovery on a case and compares the result with what the agent
// sent. It returns the world and the trace.
func JudgeCaptured(t testing.TB, a CapturedAgent, c CapturedCase) (*facts.Memory, *discovery.Trace) {
	t.Helper()
	for _, flag := range c.Args {
		if !slices.Contains(a.Flags, flag) {
			t.Skipf("the agent's flag %s is not known here", flag)
		}
	}
	w, cwd := capturedWorld(t, c)
	o := discovery.Options{Cwd: cwd}
	if c.Tool != nil {
		o.Touched = touchedPaths(t, c.Tool)
	}
	trace := Trace(t, w, a.Name, o)
	judgeLoaded(t, trace, c)
	var imports []string
	for _, one := range trace.Candidates {
		if one.Verdict == discovery.Loaded {
			imports = append(imports, Imports(one.Imports)...)
		}
	}
	if c.Expect.Imported != nil {
		EqualLists(t, "imported", imports, absolute(c.Expect.Imported))
	}
	if c.Expect.Listed != nil {
		EqualLists(t, "named", named(trace, imports), absolute(c.Expect.Listed))
	}
	JudgeNotLoaded(t, trace, c.Expect.NotLoaded)
	for _, l := range c.Expect.Loaded {
		JudgeExplained(t, w, a.Name, Path(l.Path), discovery.Options{Cwd: cwd}, discovery.Loaded)
	}
	for _, name := range imports {
		JudgeExplained(t, w, a.Name, name, discovery.Options{Cwd: cwd}, discovery.Loaded)
	}
	if after := c.Expect.AfterTool; after != nil {
		for _, name := range after.Loaded {
			JudgeExplained(t, w, a.Name, Path(name), discovery.Options{Cwd: cwd}, discovery.Later)
		}
	}
	stable := c.Expect.OrderIsStable == nil || *c.Expect.OrderIsStable
	for _, b := range c.Expect.Blocks {
		judgeBlock(t, b, partsText(trace, b), stable)
	}
	if after := c.Expect.AfterTool; after != nil {
		judgeTouched(t, trace, after.Loaded, after.Blocks)
	}
	return w, trace
}

// capturedWorld builds the world with the case's files and returns it with the working directory.
func capturedWorld(t testing.TB, c CapturedCase) (*facts.Memory, string) {
	t.Helper()
	w := facts.NewMemory().Env("HOME", Home)
	BuildTrees(t, w, TreeOptions{Marks: CapturedMarks, MarksInText: true}, At(Workspace, c.Tree), At(Home, c.Home))
	for _, g := range c.Git {
		w.Dir(facts.Join(Workspace, g.Dir, ".git"))
	}
	for key, value := range c.Env {
		w.Env(key, CapturedMarks(value))
	}
	cwd := facts.Join(Workspace, c.Cwd)
	if rest, ok := strings.CutPrefix(c.Cwd, "$HOME"); ok {
		cwd = Home + rest
	}
	return w.Dir(cwd), cwd
}

// touchedPaths returns the files that the case's tool call reads.
func touchedPaths(t testing.TB, call []json.RawMessage) (paths []string) {
	t.Helper()
	var arguments any
	if len(call) != 2 || json.Unmarshal(call[1], &arguments) != nil {
		t.Fatalf("a tool call is a name and its arguments: %s", call)
	}
	var visit func(value any)
	visit = func(value any) {
		switch v := value.(type) {
		case string:
			paths = append(paths, CapturedMarks(v))
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			for _, key := range []string{"path", "file_path", "filePath", "files"} {
				visit(v[key])
			}
		}
	}
	if visit(arguments); len(paths) == 0 {
		t.Fatalf("the call names no file: %s", call[1])
	}
	return paths
}

func absolute(list []string) (out []string) {
	for _, s := range list {
		out = append(out, Path(s))
	}
	return out
}

// judgeLoaded compares the loaded files, and the texts of the request that contain them, with the
// case.
func judgeLoaded(t testing.TB, trace *discovery.Trace, c CapturedCase) {
	t.Helper()
	var want []string
	for _, l := range c.Expect.Loaded {
		want = append(want, Path(l.Path))
	}
	got := slices.Clone(trace.Loaded)
	if c.Expect.OrderIsStable != nil {
		slices.Sort(want)
		slices.Sort(got)
	}
	EqualLists(t, "loaded", got, want)
	for _, l := range c.Expect.Loaded {
		full, found := Path(l.Path), false
		for _, one := range trace.Find(full) {
			for _, p := range trace.Parts {
				found = found || p.Where == l.Where && p.Role == l.Role && one.Verdict == discovery.Loaded && strings.Contains(p.Text.String(), one.Text.String())
			}
		}
		if !found {
			t.Errorf("no part of role %s in %s holds %s", l.Role, l.Where, full)
		}
	}
}

// named lists the files that the request names without containing their texts, in the request's
// order. It also lists each skill that the trace calls listed although the request does not name
// it.
func named(trace *discovery.Trace, imports []string) (out []string) {
	for _, p := range trace.Parts {
		for _, piece := range p.Text.Pieces() {
			name := piece.Origin.Source
			if strings.TrimSpace(piece.Text) != "" && piece.Origin.Kind == source.File && !slices.Contains(trace.Loaded, name) && !slices.Contains(imports, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	for _, one := range trace.Candidates {
		if one.Verdict == discovery.Listed && one.Kind == discovery.Skill && !slices.Contains(out, one.Path) {
			out = append(out, "not in the request: "+one.Path)
		}
	}
	return out
}

// partsText joins the texts that the trace's parts add to a block.
func partsText(trace *discovery.Trace, b capturedBlock) string {
	var out strings.Builder
	for _, p := range trace.Parts {
		if p.Where != b.Where || p.Role != b.Role || (p.Name == "skills") != b.Elements {
			continue
		}
		for _, piece := range p.Text.Pieces() {
			if piece.Origin.Kind == source.StandIn {
				out.WriteString("{{text:" + path.Base(piece.Origin.Source) + "}}")
			} else {
				out.WriteString(piece.Text)
			}
		}
	}
	return out.String()
}

// judgeBlock compares the text of a block with the case, without the blank lines at both ends. If
// stable is false, the <file> elements of the text may have another order.
func judgeBlock(t testing.TB, b capturedBlock, got string, stable bool) {
	t.Helper()
	if b.Elements {
		got = skillElements(got)
	}
	got = withoutBlankEnds(got)
	switch {
	case b.Text == nil:
		sum := sha256.Sum256([]byte(got))
		if b.Bytes == nil || len(got) != *b.Bytes || hex.EncodeToString(sum[:]) != b.SHA256 {
			t.Errorf("%s: %d bytes, begins %.200q", b.Where, len(got), got)
		}
		if !strings.HasPrefix(got, CapturedMarks(b.Head)) || !strings.HasSuffix(got, CapturedMarks(b.Tail)) {
			t.Errorf("%s: begins %.200q", b.Where, got)
		}
	case stable:
		if want := withoutBlankEnds(CapturedMarks(*b.Text)); got != want {
			t.Errorf("%s\n got %q\nwant %q", b.Where, got, want)
		}
	default:
		if got, want := pieceSet(got), pieceSet(CapturedMarks(*b.Text)); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", b.Where, got, want)
		}
	}
}

// withoutBlankEnds removes the blank lines at both ends of a text.
func withoutBlankEnds(s string) string {
	for {
		line, rest, more := strings.Cut(s, "\n")
		if !more || strings.TrimRight(line, "\r") != "" {
			break
		}
		s = rest
	}
	return strings.TrimRight(s, "\r\n")
}

// skillElements returns the <skill> elements of a text, each from the start of its line.
func skillElements(s string) string {
	var out []string
	for {
		start := strings.Index(s, "<skill>")
		end := strings.Index(s, "</skill>")
		if start < 0 || end < start {
			return strings.Join(out, "\n")
		}
		line := strings.LastIndexByte(s[:start], '\n') + 1
		line += strings.LastIndex("}}"+s[line:start], "}}")                                  // a mark for the agent's own words may be before it on the same line
		if element := s[line : end+len("</skill>")]; !strings.Contains(element, "{{text:") { // an element with a mark is the agent's own
			out = append(out, element)
		}
		s = s[end+len("</skill>"):]
	}
}

// pieceSet divides a text at its <file> elements, whose order is random. It sorts the elements
// between two frames, so that texts can be compared.
func pieceSet(s string) []string {
	var out, files []string
	for part := range strings.SplitSeq(withoutBlankEnds(s), "\n\n<file ") {
		element, frame, ok := strings.Cut(part, "\n</file>")
		if !ok {
			out = append(out, part)
			continue
		}
		files = append(files, element)
		if strings.TrimSpace(frame) != "" {
			slices.Sort(files)
			out, files = append(append(out, files...), frame), nil
		}
	}
	return append(out, files...)
}

// judgeTouched compares the texts that the result of a tool's call brings with the case.
func judgeTouched(t testing.TB, trace *discovery.Trace, loaded []string, blocks []capturedBlock) {
	t.Helper()
	var got []string
	var text strings.Builder
	role := ""
	for _, on := range trace.Touched {
		got = append(got, on.New...)
		role = on.Role
		for _, piece := range on.Appended.Pieces() {
			if piece.Origin.Kind == source.StandIn {
				text.WriteString("{{text:" + path.Base(piece.Origin.Source) + "}}")
			} else {
				text.WriteString(piece.Text)
			}
		}
	}
	EqualLists(t, "loaded on demand", got, absolute(loaded))
	if len(blocks) == 0 && text.Len() > 0 {
		t.Errorf("on demand: %q, want nothing", text.String())
	}
	if len(blocks) == 0 {
		return
	}
	if len(blocks) > 1 {
		t.Fatalf("%d blocks come with the tool's answer; one can be compared", len(blocks))
	}
	if role != blocks[0].Role {
		t.Errorf("on demand: role %q, want %q", role, blocks[0].Role)
	}
	judgeBlock(t, blocks[0], text.String(), true)
}

// Imports lists the loaded imports, each before the files that it imports itself.
func Imports(list []discovery.Import) (out []string) {
	for _, in := range list {
		if in.Verdict == discovery.Loaded {
			out = append(append(out, in.Path), Imports(in.Imports)...)
		}
	}
	return out
}
