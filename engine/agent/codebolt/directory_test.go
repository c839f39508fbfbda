package codebolt

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

func treeOf(t *testing.T, w *facts.Memory, options string) (string, []string) {
	t.Helper()
	got, problems := process(t, host(w), Request{}, strings.TrimSpace(directoryName+" "+options))
	return got[0], problems
}

func TestTreeShows200ItemsThenDots(t *testing.T) {
	w := project()
	for i := range 150 {
		w.File(fmt.Sprintf("/p/r%03d", i), "")
	}
	for i := range 80 {
		w.File(fmt.Sprintf("/p/d/s%03d", i), "")
	}
	got, _ := treeOf(t, w.File("/p/e/z", ""), "")
	if !strings.Contains(got, "Showing up to 200 items (files + folders). <tree-truncated 200>\n\n/p/\n├───r000\n") {
		t.Errorf("head: %q", got[:200])
	}
	// The last file that is shown is drawn as the last entry of its folder, although dots follow
	// it.
	if want := "│   ├───s046\n│   └───s047\n│   └───...\n└───e/"; !strings.HasSuffix(got, want) {
		t.Errorf("tail: %q", got[len(got)-120:])
	}
}

func TestAFolderBeyondTheLimitIsNotOpened(t *testing.T) {
	w := project()
	for i := range 200 {
		w.File(fmt.Sprintf("/p/r%03d", i), "")
	}
	notes := facts.NewRecording(w.File("/p/d/x", ""))
	h := host(notes)
	got, _ := process(t, h, Request{}, directoryName)
	if !strings.HasSuffix(got[0], "└───...") {
		t.Errorf("got %q", got[0][len(got[0])-60:])
	}
	for _, q := range notes.Questions() {
		if strings.HasPrefix(q.Arg, "/p/d") {
			t.Errorf("asked %s %s", q.Op, q.Arg)
		}
	}
}

func TestIgnorePatternsMatchAnywhereInThePath(t *testing.T) {
	w := project().File("/p/.gitignore", "# no\n*.out\n!keep.out\nsecret/\nfoo\n[bad\nexact+\n").
		File("/p/a.out", "").File("/p/keep.out", "").File("/p/x.outer", "").File("/p/mysecret/s", "").File("/p/secretary", "").
		File("/p/barfoobar", "").File("/p/[bad", "").File("/p/exactt", "").File("/p/ok", "").File("/p/~x~", "").File("/p/.env", "").
		File("/p/t.TMP", "").File("/p/t.tmp", "").File("/p/build/x", "").File("/p/.vscode/x", "").Link("/p/link", "ok")
	got, problems := treeOf(t, w, "")
	_, tree, _ := strings.Cut(got, "/p/\n")
	if want := "├───.gitignore\n├───ok\n├───secretary\n├───t.TMP\n├───.vscode/...\n├───build/...\n└───mysecret/..."; tree != want {
		t.Errorf("got  %q\nwant %q", tree, want)
	}
	if len(problems) > 0 {
		t.Errorf("problems: %q", problems)
	}
}

func TestAPatternThatMatchesTheProjectItselfIsAProblem(t *testing.T) {
	w := facts.NewMemory().File("/tmp/w/.gitignore", "tmp\n").File("/tmp/w/a.go", "")
	got, problems := treeOf(t, w, `{"workspaceDirectories": ["/tmp/w"]}`)
	if strings.Contains(got, "a.go") || len(problems) != 1 || !strings.Contains(problems[0], "the pattern tmp of .gitignore") {
		t.Errorf("got %q %q", got, problems)
	}
}

func TestFoldersThatCannotBeRead(t *testing.T) {
	w := project().File("/p/f", "").File("/p/shut/x", "").Mode("/p/shut", 0)
	for options, want := range map[string]string{
		`{"workspaceDirectories": ["gone"]}`:       `Error: Could not read directory "/run/gone". Check path and permissions.`,
		`{"workspaceDirectories": ["/p/f"]}`:       `Error processing directory "/p/f": ENOTDIR: not a directory, scandir '/p/f'`,
		`{"workspaceDirectories": ["/p/shut/."]}`:  "Showing up to 200 items (files + folders).\n\n/p/shut/\n",
		`{"workspaceDirectories": ["/p/f", "/p"]}`: "└───shut/",
	} {
		if got, _ := treeOf(t, w, options); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q, want it to end with %q", options, got, want)
		}
	}
	h := host(w)
	h.Project = ""
	if got, _ := process(t, h, Request{}, directoryName); got[0] != "assistant: <ack>" {
		t.Errorf("without a project: %q", got)
	}
}
