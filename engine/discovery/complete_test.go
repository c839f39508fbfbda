package discovery

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/hidden"
)

// repeated runs Complete on a trace with some candidates, and prints what it adds to them.
func repeated(w facts.World, root string, candidates ...Candidate) string {
	trace := &Trace{Root: root, Candidates: candidates}
	Complete(w, trace)
	var lines []string
	for _, c := range trace.Candidates {
		s := c.Path
		if c.DuplicateOf != "" {
			s += " repeats " + c.DuplicateOf
		}
		for _, r := range c.Remarks {
			s += fmt.Sprintf("; %s: %s", r.Reason, r.Detail)
		}
		for _, h := range c.Hidden {
			s += "; " + h.String()
		}
		var imports func([]Import)
		imports = func(list []Import) {
			for _, in := range list {
				s += " (" + in.Path
				if in.DuplicateOf != "" {
					s += " repeats " + in.DuplicateOf
				}
				for _, h := range in.Hidden {
					s += "; " + h.String()
				}
				imports(in.Imports)
				s += ")"
			}
		}
		imports(c.Imports)
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

func TestWhatIsLoadedTwiceOrHidden(t *testing.T) {
	w := facts.NewMemory().File("/p/a.md", "A").File("/p/copy.md", "A").File("/p/other.md", "O").Link("/p/link.md", "a.md").File("/p/blank.md", " \n").File("/p/blank2.md", " \n").File("/p/hid.md", "x\u202ey").File("/p/b\u202e.md", "B").File("/p/AGENTS.md", "AGENTS").
		File("/p/path.md", "other.md").File("/p/in.md", "I\u202e").File("/p/shut.md", "S\u202e").Mode("/p/shut.md", 0)
	loaded := func(path string, more ...Import) Candidate {
		return Candidate{Path: path, RealPath: path, Verdict: Loaded, Imports: more}
	}
	file := func(path string, more ...Import) Import {
		return Import{Ref: "@" + facts.Base(path), Path: path, Verdict: Loaded, Imports: more}
	}
	const hid = "1 character that turns the writing direction (U+202E)"
	noted := loaded("/p/copy.md")
	noted.Remarks = []Remark{{FrontMatter, "x"}, {AlreadyLoaded, "old"}, {AlreadyLoaded, "older"}}
	brought := loaded("/p/in.md", file("/p/other.md"))
	brought.ByImport = true
	off := loaded("/p/hid.md")
	off.Verdict, off.Reason = NotLoaded, Disabled
	gone := Candidate{Path: "/p/\u202e", Verdict: NotLoaded, Reason: Missing}
	none := Candidate{Path: "/p/\u202e*", Verdict: NotLoaded, Reason: NoMatch}
	late := loaded("/p/copy.md", file("/p/a.md"))
	late.Verdict = Later
	unknown := loaded("/p/hid.md", file("/p/a.md"))
	unknown.Verdict = Unknown
	url := Candidate{Path: "https://x/", Verdict: Loaded, Text: FileText("", "u\u202e")}
	refusedURL := Candidate{Path: "https://x/", Verdict: Unknown, Text: FileText("", "u\u202e")}
	skill := loaded("/p/path.md")
	skill.Kind = Skill
	in := Import{Ref: "@x", Path: "/p/in.md", Verdict: NotLoaded, Imports: []Import{file("/p/hid.md")}}
	for _, tt := range []struct {
		name string
		all  []Candidate
		want string
	}{
		{"the same path", []Candidate{loaded("/p/a.md"), loaded("/p/other.md"), loaded("/p/a.md")}, "/p/a.md\n/p/other.md\n/p/a.md repeats /p/a.md; already-loaded: the same file is loaded a second time"},
		{"a link", []Candidate{loaded("/p/a.md"), loaded("/p/link.md")}, "/p/a.md\n/p/link.md repeats /p/a.md; already-loaded: it is the same file as /p/a.md"},
		{"a copy", []Candidate{loaded("/p/a.md"), noted, loaded("/p/copy.md")}, "/p/a.md\n/p/copy.md repeats /p/a.md; front-matter: x; already-loaded: the text is the same as in /p/a.md; already-loaded: older\n/p/copy.md repeats /p/copy.md; already-loaded: the same file is loaded a second time"},
		{"blank files", []Candidate{loaded("/p/blank.md"), loaded("/p/blank2.md")}, "/p/blank.md\n/p/blank2.md"},
		{"what is not loaded", []Candidate{late, loaded("/p/a.md"), off}, "/p/copy.md; already-loaded: @a.md repeats /p/a.md (/p/a.md repeats /p/a.md)\n/p/a.md\n/p/hid.md"},
		{"hidden text", []Candidate{loaded("/p/hid.md"), loaded("/p/b\u202e.md"), gone, none, url, refusedURL}, "/p/hid.md; " + hid + " from line 1\n/p/b\u202e.md; " + hid + " in its name\n/p/\u202e\n/p/\u202e*\nhttps://x/; " + hid + " from line 1\nhttps://x/"},
		{"an unknown rule", []Candidate{loaded("/p/a.md"), unknown}, "/p/a.md\n/p/hid.md; " + hid + " from line 1 (/p/a.md)"},
		{"a path as text", []Candidate{loaded("/p/path.md"), skill}, "/p/path.md; link-as-text: its text is only \"other.md\", and the file of that path is not loaded through it\n/p/path.md repeats /p/path.md; already-loaded: the same file is loaded a second time"},
		{"a skill with a path", []Candidate{skill}, "/p/path.md"},
		{"imports", []Candidate{loaded("/p/a.md", file("/p/in.md", file("/p/other.md")), file("/p/other.md"), in), loaded("/p/other.md")}, "/p/a.md; already-loaded: @other.md repeats /p/other.md; already-loaded: @other.md repeats /p/other.md (/p/in.md; " + hid + " from line 1 (/p/other.md repeats /p/other.md)) (/p/other.md repeats /p/other.md) (/p/in.md (/p/hid.md))\n/p/other.md"},
		{"an import twice", []Candidate{loaded("/p/a.md", file("/p/hid.md"), file("/p/hid.md"))}, "/p/a.md; already-loaded: @hid.md repeats /p/hid.md (/p/hid.md; " + hid + " from line 1) (/p/hid.md repeats /p/hid.md; " + hid + " from line 1)"},
		{"an import that is a candidate", []Candidate{loaded("/p/a.md", file("/p/in.md", file("/p/other.md")), file("/p/in.md")), brought}, "/p/a.md; already-loaded: @in.md repeats /p/in.md (/p/in.md; " + hid + " from line 1 (/p/other.md)) (/p/in.md repeats /p/in.md; " + hid + " from line 1)\n/p/in.md; " + hid + " from line 1 (/p/other.md)"},
		{"an import that cannot be read", []Candidate{loaded("/p/shut.md", file("/p/none.md"), Import{Verdict: Loaded})}, "/p/shut.md (/p/none.md) ()"},
	} {
		same(t, tt.name, repeated(w, "/p", tt.all...), tt.want)
	}
	dir := facts.NewMemory().File("/\u202e/p/a.md", "A")
	for root, want := range map[string]int{"/\u202e/p": 0, "/\u202e": 0, "": 1, "/": 1} {
		trace := &Trace{Root: root, Candidates: []Candidate{loaded("/\u202e/p/a.md")}}
		if Complete(dir, trace); len(trace.Candidates[0].Hidden) != want {
			t.Errorf("below %q: %v", root, trace.Candidates[0].Hidden)
		}
	}
}

// A file that is found several times is searched for hidden text only once.
func TestFileIsScannedOnce(t *testing.T) {
	c := completer{found: map[string][]hidden.Finding{}}
	if got := len(c.scan("/a", "\u202e")) + len(c.scan("/a", "")); got != 2 {
		t.Errorf("%d findings", got)
	}
}
