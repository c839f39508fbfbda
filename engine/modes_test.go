package engine

import (
	"context"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/token"
)

// The bytes that Gemini CLI was measured to send in each mode: the system instruction, the first
// message without the question, the declarations of tools, and the whole request. The names of the
// test's directories are as long as those in the measurement.
func TestGeminiModesAreWithin5PercentOfMeasurement(t *testing.T) {
	for _, tt := range []struct {
		name, version, model, mode string
		headless                   bool
		path                       int // the length of the path of the directory with the project and the home
		system, setup, tools, all  int
	}{
		{"interactive", "0.61.0", "", "", false, 25, 32062, 855, 16873, 49790},
		{"plan", "0.61.0", "", "plan", false, 25, 32083, 855, 14009, 46947},
		{"yolo", "0.61.0", "", "yolo", false, 25, 33190, 855, 16579, 50624},
		{"headless", "0.61.0", "", "", true, 34, 32031, 899, 7347, 40277},
		{"headless yolo", "0.61.0", "", "yolo", true, 31, 32022, 884, 14796, 47702},
		{"headless yolo, 2.5", "0.61.0", "gemini-2.5-pro", "yolo", true, 26, 25099, 859, 22565, 48523},
		{"interactive", "0.28", "gemini-3-pro-preview", "", false, 28, 19302, 859, 16353, 36514},
	} {
		base := "/" + strings.Repeat("b", tt.path-1)
		w := facts.NewMemory().Env("HOME", base+"/home").Dir(base+"/home").Dir(base+"/repo/.git").File(base+"/repo/GEMINI.md", "P\n")
		r := Request{Cwd: base + "/repo", Profile: "gemini-cli@" + tt.version, Template: Template{BuiltIn: true}, Provider: "google", Model: tt.model}
		interactive, trusted := !tt.headless, true
		r.Scenario.Interactive, r.Scenario.Trusted, r.Scenario.PermissionMode = &interactive, &trusted, tt.mode
		bench := New(w, countWith(func(provider, model string) token.Counter { return token.Means(provider, model).Counter }, nil))
		res, err := bench.Render(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		for what, sizes := range map[string][2]int{
			"system": {res.Whole.System.Length.Bytes, tt.system}, "setup": {res.Whole.Messages.Length.Bytes, tt.setup},
			"tools": {res.Whole.Tools.Length.Bytes, tt.tools}, "in all": {res.Whole.All().Length.Bytes, tt.all},
		} {
			got, want := sizes[0], sizes[1]
			if d := got - want; d > want/20 || -d > want/20 {
				t.Errorf("%s %s: %s is %d bytes, the agent sends %d", tt.version, tt.name, what, got, want)
			}
		}
	}
}

// If galley cannot read a file because the file is too large, the file's size on disk counts.
func TestUnreadableFileCountsWithItsSize(t *testing.T) {
	for _, profile := range []string{"opencode", "kilo"} {
		w := measuredProject().SetFileCap(1000).File("/p/AGENTS.md", strings.Repeat("x", 5000))
		res, err := New(w).Render(context.Background(), Request{Cwd: "/p", Profile: profile, Template: Template{BuiltIn: true}})
		if err != nil {
			t.Fatal(err)
		}
		unread, all := res.Whole.Unread.Length.Bytes, res.Whole.All().Length.Bytes
		rest := res.Whole.System.Length.Bytes + res.Whole.Messages.Length.Bytes + res.Whole.Tools.Length.Bytes
		if unread != 5000 || all != rest+5000 || res.Whole.Unread.Tokens.Tokens < 500 {
			t.Errorf("%s: %d unread bytes, %d in all, without it %d, %+v", profile, unread, all, rest, res.Whole.Unread.Tokens)
		}
	}
}
