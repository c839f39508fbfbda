package discovery

import (
	"fmt"
	"strings"
	"testing"
)

func TestFilesThatCouldNotBeRead(t *testing.T) {
	const hint = "change its permissions so that galley can read it, or remove it"
	trace := &Trace{Candidates: []Candidate{
		{Path: "/p/secret", Shown: "/p/a", LoadType: AtLaunch, Reason: Unreadable, Detail: "denied", Imports: []Import{{Path: "/p/in", Reason: TooLarge, Imports: []Import{{Path: "/p/deep", Reason: NotRegular}}}}},
		{Shown: "/p/b", LoadType: OnDemand, Reason: Unreadable, Imports: []Import{{Path: "/p/late", Reason: LinkRefused}}}, {Shown: "/p/c", LoadType: AtLaunch, Reason: TooLarge, Detail: readsAll, Bytes: 70}, {Shown: "/p/d", LoadType: AtLaunch, Reason: FetchRefused},
		{Shown: "/p/e", LoadType: AtLaunch, Reason: Missing}, {Shown: "/p/f", LoadType: AtLaunch, Reason: TooLarge, Detail: readsAll, Bytes: 7}, {Shown: "/p/g", LoadType: AtLaunch, Reason: TooLarge, Detail: "it stops", Bytes: 500}, {Shown: "/p/h", LoadType: OnDemand, Reason: TooLarge, Detail: readsAll, Bytes: 500},
		{Shown: "/p/i", LoadType: AtLaunch, Reason: Cut, Detail: readsAll, Bytes: 500}, {Shown: "/p/j", LoadType: AtLaunch, Reason: LinkRefused}, {Shown: "/p/k", LoadType: AtLaunch, Reason: NotRegular},
	}}
	const lacks = ": this file is missing from the prompt: "
	same(t, "problems", complaints(Unread(trace)), `
unreadable warning /p/a`+lacks+`it exists but cannot be read: denied; `+hint+`
unreadable warning /p/in`+lacks+`it is too large for galley to read; make it smaller
unreadable warning /p/deep`+lacks+`it is not a regular file; `+hint+`
unreadable warning /p/late`+lacks+`it is a symbolic link, or reached through one, and links are not followed; `+hint+`
unreadable warning /p/c`+lacks+`it is too large for galley to read: the agent reads it all; make it smaller
unreadable warning /p/d`+lacks+`the agent would fetch it; galley refuses to; allow it in galley's configuration, or put the document into a file
unreadable warning /p/f`+lacks+`it is too large for galley to read: the agent reads it all; make it smaller
unreadable warning /p/g`+lacks+`it is too large for galley to read: it stops; make it smaller
unreadable warning /p/j`+lacks+`it is a symbolic link, or reached through one, and links are not followed; `+hint+`
unreadable warning /p/k`+lacks+`it is not a regular file; `+hint)
	if got := UnreadBytes(trace); got != 77 {
		t.Errorf("%d bytes are sent that galley did not read", got)
	}
}

func TestWantedFilesOfAMadeUpAgent(t *testing.T) {
	looks := RuleNames{Names: []string{"A.md", "B.md", ".cook/C.md", ".cook/rules", "D.md", "E.md", "F"}, Folders: []Folder{{Dir: ".cook/rules/"}, {Dir: "x"}}}
	trace := &Trace{Cwd: "/p", RuleNames: looks, Candidates: []Candidate{{Path: "/p/B.md"}, {Path: "/p/x", RealPath: "/p/D.md"}, {Path: "/p/F/x.md"}, {Path: "/p/E.mdx"}}}
	wanted := func() string {
		var out []string
		for _, c := range trace.Wanted() {
			out = append(out, fmt.Sprintf("%s %s %s %s", c.Path, c.Shown, c.Verdict, c.Reason))
		}
		return strings.Join(out, "\n")
	}
	same(t, "wanted", wanted(), "/p/A.md /p/A.md not loaded missing\n/p/.cook/C.md /p/.cook/C.md not loaded missing\n/p/E.md /p/E.md not loaded missing")
	trace.RuleNames.Set, trace.Names = true, []string{"E.md", "G.md"}
	same(t, "by a setting", wanted(), "/p/.cook/C.md /p/.cook/C.md not loaded missing\n/p/E.md /p/E.md not loaded missing")
	trace.Failure = &Failure{}
	same(t, "of an agent that does not start", wanted(), "")
}

func TestListsOfTexts(t *testing.T) {
	list := []string{"a"}
	for _, tt := range []struct {
		value any
		want  string
		ok    bool
	}{{list, "[a]", true}, {[]any{"a", 1, "b"}, "[a b]", true}, {"a", "[]", false}, {nil, "[]", false}} {
		if got, ok := Texts(tt.value); fmt.Sprint(got) != tt.want || ok != tt.ok {
			t.Errorf("%v: %v, %v", tt.value, got, ok)
		}
	}
	if got, _ := Texts(list); &got[0] == &list[0] {
		t.Error("the list is shared")
	}
	if got := fmt.Sprint(Unique([]string{"b", "a", "b", "c", "a"}), SortedKeys(map[string]any{"b": 1, "a": 2, "e": 3, "d": 4, "f": 5, "c": 6})); got != "[b a c] [a b c d e f]" {
		t.Errorf("the lists are %s", got)
	}
}
