package conformance

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestTreeBuildsEveryForm(t *testing.T) {
	var forms Tree
	Decode(t, json.RawMessage(`{
		"plain.md": "at $ROOT",
		"$ROOT.md": "a literal name",
		"subst.md": {"subst": "in $ROOT/x"},
		"a-link": {"symlink": "$ROOT/real"},
		"b-link": {"type": "symlink", "target": "nowhere"},
		"real/inner.md": "inner",
		"a-link/through.md": "through",
		"dir1": {"dir": true}, "dir2": {"type": "dir"}, "dir3": null, "dir4/": null,
		"dir1/child.md": "child",
		"rep1.md": {"repeat": {"text": "ab", "times": 3}},
		"rep2.md": {"repeat": ["x", 4], "prefix": "<", "suffix": ">"},
		"b64.bin": {"base64": "/wA="},
		"hex.bin": {"hex": "c328"},
		"shut.md": {"subst": "secret", "mode": "000"}
	}`), &forms)
	w := facts.NewMemory()
	replace := func(s string) string { return strings.ReplaceAll(s, "$ROOT", Workspace) }
	if err := forms.Build(w, Workspace, TreeOptions{Marks: replace}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"plain.md": "at $ROOT", "$ROOT.md": "a literal name", "subst.md": "in " + Workspace + "/x",
		"a-link/inner.md": "inner", "real/through.md": "through", "dir1/child.md": "child",
		"rep1.md": "ababab", "rep2.md": "<xxxx>", "b64.bin": "\xff\x00", "hex.bin": "\xc3\x28",
	} {
		if got, err := w.ReadFile(Workspace + "/" + name); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"dir1", "dir2", "dir3", "dir4"} {
		if info, err := w.Stat(Workspace + "/" + name); err != nil || !info.IsDir() {
			t.Errorf("%s: %v, %v; want a directory", name, info, err)
		}
	}
	if target, err := w.Readlink(Workspace + "/b-link"); err != nil || target != "nowhere" {
		t.Errorf("b-link: %q, %v", target, err)
	}
	if _, err := w.ReadFile(Workspace + "/shut.md"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("unreadable shut.md: %v; want a permission error", err)
	}
}

func TestTreeRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, form := range []string{
		`{"x": {"content": "a"}}`, `{"x": {"mode": "644"}}`, `{"x": {"hex": "zz"}}`,
		`{"x/": "text"}`, `{"x": {"repeat": [1]}}`, `{"x": 1}`, `{"x": {"subst": "a", "mode": "9"}}`,
	} {
		var bad Tree
		Decode(t, json.RawMessage(form), &bad)
		if err := bad.Build(facts.NewMemory(), "/r", TreeOptions{}); err == nil {
			t.Errorf("%s was built", form)
		}
	}
}

func TestTreeReplacesMarkersInContents(t *testing.T) {
	w := facts.NewMemory()
	plain := Tree{"x.md": json.RawMessage(`"at $ROOT"`)}
	replace := func(s string) string { return strings.ReplaceAll(s, "$ROOT", "/r") }
	if err := plain.Build(w, "/r", TreeOptions{Marks: replace, MarksInText: true}); err != nil {
		t.Fatal(err)
	}
	if got, _ := w.ReadFile("/r/x.md"); got != "at /r" {
		t.Errorf("got %q", got)
	}
}

func TestOtherCasesCanBeRun(t *testing.T) {
	t.Setenv("GALLEY_CONFORMANCE", "/other/cases")
	if got := cases(t); got != "/other/cases" {
		t.Errorf("the cases of %s are run", got)
	}
	t.Setenv("GALLEY_CONFORMANCE", "")
	if got := cases(t); got != ownCases(t) || got == "" {
		t.Errorf("the cases of %s are run", got)
	}
}

// A runner skips its test if its folder is missing. This test therefore checks that every folder
// exists and has a runner.
func TestEveryFolderOfCasesIsJudged(t *testing.T) {
	base := cases(t)
	entries, err := os.ReadDir(base)
	if err != nil {
		t.Fatal(err)
	}
	judged := []string{
		"claude-code",
		"README.md", "claude", "cline", "codebolt", "codebolt-fixtures.json", "codex", "continue", "copilot-cli", "crush", "crush-captured", "gemini-builder", "gemini-cli",
		"gemini-cli-tools.json", "gemini-sections", "kilo", "openagentic", "opencode", "opencode-glob", "pi", "pilotdeck", "qwen", "qwen-0.24", "template", "tokens", "yume",
	}
	for _, e := range entries {
		if !slices.Contains(judged, e.Name()) {
			t.Errorf("nobody judges %s", e.Name())
		}
	}
	if len(entries) == 0 {
		t.Errorf("no case in %s", base)
	}
}
